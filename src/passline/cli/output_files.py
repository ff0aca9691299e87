"""The files that a command writes: asked about before any work is done, and written whole."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from passline.cli.options import OUTPUT
from passline.errors import NotationError
from passline.words.atomic_file import atomic_write

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import polars as pl

Plot = Annotated[
    str | None,
    typer.Option(help="Draw a chart in this .svg, .png or .html file.", metavar="FILE", rich_help_panel=OUTPUT),
]
Csv = Annotated[str | None, typer.Option(help="Write rows to this CSV file.", metavar="FILE", rich_help_panel=OUTPUT)]
Parquet = Annotated[
    str | None, typer.Option(help="Write rows to this Parquet file.", metavar="FILE", rich_help_panel=OUTPUT)
]


def check_files(read: Mapping[str, Sequence[str | None]], outputs: Mapping[str, str | None]) -> None:
    """Refuse to write over what is read, one file over another, or where or how nothing can be written.

    Args:
        read: What is read, by the argument or option that names it. Some of it may be no file: a text, or a name.
        outputs: The file that is written, if one is, by the option that names it.

    Raises:
        NotationError: One of the outputs would be.
    """
    taken = {Path(file).resolve(): what for what, files in read.items() for file in files if file and "\n" not in file}
    for option, file in outputs.items():
        if file is None:
            continue
        _check_ending(option, file)
        if before := taken.get(Path(file).resolve()):
            message = f"{option} {file} would be written over that of {before}; another name would do"
            raise NotationError(message)
        if not Path(file).parent.is_dir():
            message = f"{option} {file} cannot be written there; a folder that exists would do"
            raise NotationError(message)
        if Path(file).exists() and not Path(file).is_file():
            message = f"{option} {file}: only a file is written to; another name would do"
            raise NotationError(message)
        taken[Path(file).resolve()] = option


def _check_ending(option: str, file: str) -> None:
    """Refuse a name whose ending is not that of what is written."""
    if option == "--report" and not file.endswith(".html"):
        message = f"--report {file}: a report is written to a file that ends in .html"
        raise NotationError(message)
    if option == "--plot":
        from passline.reports.charts import SUFFIXES  # noqa: PLC0415  Heavy, and needed for charts alone.

        if Path(file).suffix not in SUFFIXES:
            message = f"--plot {file}: a chart is written as {', '.join(SUFFIXES)}"
            raise NotationError(message)


def check_table(table: str | None, tables: Sequence[str], *, files: bool) -> None:
    """Refuse a table that there is none of, or that nothing would be done with.

    Args:
        table: Its name, if one is given.
        tables: The names of those that there are, two or more.
        files: Whether a file is written.

    Raises:
        NotationError: It is such a table.
    """
    if table is None:
        return
    if table not in tables:
        message = f"--rows {table[:25]}: {', '.join(tables[:-1])} and {tables[-1]} are tables"
        raise NotationError(message)
    if not files:
        message = f"--rows {table} goes with --csv or --parquet; --json has all of them"
        raise NotationError(message)


def write_table(table: pl.DataFrame, *, csv: str | None, parquet: str | None) -> None:
    """Write a table to the files that are asked for.

    Raises:
        NotationError: One of them cannot be written; what was there before is as it was.
    """
    for file, write in ((csv, table.write_csv), (parquet, table.write_parquet)):
        if file is not None:
            with atomic_write(file) as draft:
                write(draft)
