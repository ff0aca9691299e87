# Each target installs its requirements, and skips those that are up to date.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NEW_ENOUGH = $(PYTHON) -c 'import sys; print("yes" if sys.version_info >= (3, 11) else "")'
INSTALL := $(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: help run test slow bench clean
.NOTPARALLEL:

help:
	@echo 'make run     play examples/evening.craps; at a terminal, play on'
	@echo 'make test    check the format, lint, types and tests'
	@echo 'make slow    run the slow tests: the dice, and ten million sessions'
	@echo 'make bench   run every benchmark'
	@echo 'make clean   remove everything that these commands create'
	@echo 'Choose another Python (3.11 or later) like this: make test PYTHON=python3.12'

run: $(VENV)/ready-to-run
	$(BIN)/passline play examples/evening.craps

test: $(VENV)/ready-to-test
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy src tests $(wildcard bench/*.py)
	$(BIN)/pytest -n auto --durations=10

slow: $(VENV)/ready-to-test
	$(BIN)/pytest -n 2 tests/slow

bench: $(VENV)/ready-to-run
	@set -e; for each in $(wildcard bench/*.py); do echo "== $$each"; $(BIN)/python "$$each"; done

clean:
	rm -rf $(VENV) bench/.venv build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name .git -prune -o -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/ready:
	$(if $(shell $(NEW_ENOUGH) 2>/dev/null),,$(error passline needs Python 3.11 or later, and '$(PYTHON)' is older or missing; choose one: make PYTHON=python3.11))
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@

# The build tools are pinned and installed like all other packages, so that the build downloads nothing else.
$(VENV)/ready-to-run: pyproject.toml constraints.txt | $(VENV)/ready
	$(INSTALL) hatchling editables
	$(INSTALL) --no-build-isolation --editable .
	@touch $@

$(VENV)/ready-to-test: pyproject.toml constraints.txt | $(VENV)/ready
	$(INSTALL) hatchling editables
	$(INSTALL) --no-build-isolation --editable '.[test]'
	@touch $@ $(VENV)/ready-to-run
