"""Completion in bash, zsh and fish: the shell scripts, and the names that can complete a word.

Completion must answer while the user waits, so this module reads names from the file system and loads the law only to
complete a wager or a paragraph.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PACKAGE = Path(__file__).parents[1]

BASH = """\
_passline_completion() {
    local IFS=$'\\n'
    mapfile -t COMPREPLY < <(COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD \\
        _PASSLINE_COMPLETE=complete_bash "$1" 2>/dev/null)
    if [[ -z "${COMPREPLY[*]}" ]]; then
        COMPREPLY=()
    elif [[ "${COMPREPLY[*]}" == *[\\ \\'/]* ]]; then
        compopt -o filenames  # bash then quotes spaces, and adds no space after a folder
    fi
}
complete -o nosort -F _passline_completion passline
"""

ZSH = """\
#compdef passline
_passline_completion() {
    local -a found
    found=("${(@f)$(COMP_WORDS="${(F)words}" COMP_CWORD=$((CURRENT - 1)) \\
        _PASSLINE_COMPLETE=complete_bash ${words[1]} 2>/dev/null)}")
    found=("${(@)found:#}")
    compadd -V passline -S '' -- "${(@M)found:#*/}"
    compadd -V passline -- "${(@)found:#*/}"
}
compdef _passline_completion passline
"""

FISH = """\
function _passline_completion
    env _PASSLINE_COMPLETE=complete_fish _TYPER_COMPLETE_FISH_ACTION=get-args \\
        _TYPER_COMPLETE_ARGS=(commandline --current-process --cut-at-cursor | string collect) passline 2>/dev/null
end
complete --command passline --no-files --keep-order --arguments '(_passline_completion)'
"""

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}
"""The script for each shell. Typer's own scripts do not quote names with spaces."""


# Names


def complete_house(incomplete: str) -> list[str]:
    """Return the example houses and the TOML files that complete a word."""
    names = sorted(path.stem for path in (PACKAGE / "house" / "examples").glob("*.toml"))
    return [*_completed(names, incomplete), *_files(incomplete, ".toml")]


def complete_strategy(incomplete: str) -> list[str]:
    """Return the strategies of the library and the strategy files that complete a word."""
    names = sorted(path.stem for path in (PACKAGE / "strategies" / "library").glob("*.strategy"))
    return [*_completed(names, incomplete), *_files(incomplete, ".strategy")]


def complete_wager(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the wagers of the house that the command line names, as far as they complete a word."""
    from passline.errors import CrapsError
    from passline.house.house import open_house

    try:
        house = open_house(str(ctx.params.get("house") or "craps"))
    except CrapsError:
        return []
    return list(_completed(house.wagers, incomplete))


def complete_paragraph(incomplete: str) -> list[str]:
    """Return the identifiers of readings, and the sections, that complete a word."""
    from passline.law.sections import read_law

    law = read_law()
    return list(_completed([*law.readings, *(section.section.cite for section in law.sections.values())], incomplete))


def complete_script(incomplete: str) -> list[str]:
    """Return the scripts of play that complete a word."""
    return list(_files(incomplete, ".craps"))


def complete_file(incomplete: str) -> list[str]:
    """Return the files that complete a word."""
    return list(_files(incomplete, ""))


def _completed(names: Iterable[str], incomplete: str) -> Iterator[str]:
    """Yield the names that begin with a word, in upper or lower case, and keep the letters already typed."""
    for name in names:
        if name.casefold().startswith(incomplete.casefold()):
            yield incomplete + name[len(incomplete) :]


def _files(incomplete: str, suffix: str) -> Iterator[str]:
    """Yield the folders, with a slash, and the files with a suffix that complete a word."""
    folder, _, begun = incomplete.rpartition("/")
    prefix = f"{folder}/" if "/" in incomplete else ""
    try:
        entries = sorted(os.scandir(Path(prefix or ".").expanduser()), key=lambda entry: entry.name)
    except (OSError, ValueError, RuntimeError):
        return
    for entry in entries:
        if entry.name.startswith(begun) and (begun.startswith(".") or not entry.name.startswith(".")):
            if entry.is_dir():
                yield f"{prefix}{entry.name}/"
            elif entry.name.endswith(suffix):
                yield prefix + entry.name
