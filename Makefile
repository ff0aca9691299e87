# Each target sets up what it needs and skips what is up to date.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NEW_ENOUGH = $(PYTHON) -c 'import sys; print("yes" if sys.version_info >= (3, 11) else "")'
INSTALL := $(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: help run test slow bench clean
.NOTPARALLEL:

help:
	@echo 'make run     play examples/evening.craps'
	@echo 'make test    check format, lint, types and tests'
	@echo 'make slow    test the dice, and ten million sessions, for some minutes'
	@echo 'make bench   run every benchmark'
	@echo 'make clean   remove all that the above have made'
	@echo 'PYTHON=python3.12 and the like choose the interpreter (3.11 or later)'

run: $(VENV)/ready-to-run
	$(BIN)/passline play examples/evening.craps

test: $(VENV)/ready-to-test
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy src tests $(wildcard bench/*.py)
	$(BIN)/pytest -n auto

slow: $(VENV)/ready-to-test
	$(BIN)/pytest -n 2 tests/slow

bench: $(VENV)/ready-to-run
	@set -e; for each in $(wildcard bench/*.py); do echo "== $$each"; $(BIN)/python "$$each"; done

clean:
	rm -rf $(VENV) bench/.venv build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name .git -prune -o -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/ready:
	$(if $(shell $(NEW_ENOUGH) 2>/dev/null),,$(error passline needs Python 3.11 or later and '$(PYTHON)' is not that; name one: make PYTHON=python3.11))
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@

# What builds the package is pinned and installed like everything else, so nothing is fetched behind the pins.
$(VENV)/ready-to-run: pyproject.toml constraints.txt | $(VENV)/ready
	$(INSTALL) hatchling editables
	$(INSTALL) --no-build-isolation --editable .
	@touch $@

$(VENV)/ready-to-test: pyproject.toml constraints.txt | $(VENV)/ready
	$(INSTALL) hatchling editables
	$(INSTALL) --no-build-isolation --editable '.[test]'
	@touch $@ $(VENV)/ready-to-run
