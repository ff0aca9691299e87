"""The files that a command writes: their options, the checks before any work, and the writing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from passline.cli.completion import complete_file
from passline.cli.options import OUTPUT
from passline.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import polars as pl

    from passline.house.house import House
    from passline.reports.row_format import Row

PlotOption = Annotated[
    str | None,
    typer.Option(
        help="Draw a chart in this .svg, .png or .html file.",
        metavar="FILE",
        autocompletion=complete_file,
        rich_help_panel=OUTPUT,
    ),
]
CsvOption = Annotated[
    str | None,
    typer.Option(
        help="Write rows to this CSV file.", metavar="FILE", autocompletion=complete_file, rich_help_panel=OUTPUT
    ),
]
ParquetOption = Annotated[
    str | None,
    typer.Option(
        help="Write rows to this Parquet file.", metavar="FILE", autocompletion=complete_file, rich_help_panel=OUTPUT
    ),
]


def check_files(inputs: Mapping[str, Sequence[str | None]], outputs: Mapping[str, str | None]) -> None:
    """Check that every output file can be written, and overwrites no input and no other output.

    Args:
        inputs: The input files by argument or option; None, a name or a text of several lines is not a file.
        outputs: The output file of each option; None if the option is not given.

    Raises:
        NotationError: An output has the wrong suffix, no folder, or the path of another file of the command.
    """
    used = {Path(file).resolve(): name for name, files in inputs.items() for file in files if file and "\n" not in file}
    for option, file in outputs.items():
        if file is None:
            continue
        _check_suffix(option, file)
        if other := used.get(Path(file).resolve()):
            message = f"{option} {file} would overwrite the file of {other}; give another name"
            raise NotationError(message)
        if not Path(file).parent.is_dir():
            message = f"{option} {file} cannot be written there: the folder does not exist; name an existing folder"
            raise NotationError(message)
        if Path(file).exists() and not Path(file).is_file():
            message = f"{option} {file} is not a file; give another name"
            raise NotationError(message)
        used[Path(file).resolve()] = option


def _check_suffix(option: str, file: str) -> None:
    """Check the suffix of a report or a chart.

    Raises:
        NotationError: The suffix is not that of a format that the option writes.
    """
    if option == "--output" and not file.endswith(".html"):
        message = f"--output {file}: a report is an .html file; give a name that ends in .html"
        raise NotationError(message)
    if option == "--plot":
        from passline.reports.charts import SUFFIXES

        if Path(file).suffix not in SUFFIXES:
            message = (
                f"--plot {file}: a chart is written as {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}; give such a name"
            )
            raise NotationError(message)


def check_rows_option(kind: str | None, kinds: Sequence[str], *, writes_files: bool) -> None:
    """Check the kind of rows that `--rows` asks for.

    Args:
        kind: The kind of rows; None if the option is not given.
        kinds: The kinds that exist, two or more.
        writes_files: Whether the command writes a CSV or Parquet file.

    Raises:
        NotationError: The kind does not exist, or the command writes no file.
    """
    if kind is None:
        return
    if kind not in kinds:
        message = f"--rows {kind[:25]}: the kinds of rows are {', '.join(kinds[:-1])} and {kinds[-1]}"
        raise NotationError(message)
    if not writes_files:
        message = f"--rows {kind} needs --csv or --parquet; --json prints all rows"
        raise NotationError(message)


def write_rows(house: House, rows: Iterable[Row], kind: str, *, csv: str | None, parquet: str | None) -> None:
    """Write rows to a CSV file, a Parquet file, or both, with the house and the date in front.

    Args:
        house: The house of the sessions.
        rows: The rows.
        kind: The kind of the rows, for a message.
        csv: The CSV file, if any.
        parquet: The Parquet file, if any.

    Raises:
        NotationError: There are no rows, or a file cannot be written. An existing file is then unchanged.
    """
    from passline.reports.row_format import house_columns, to_frame

    columns = house_columns(house)
    found = [columns | row for row in rows]
    if not found:
        message = f"--rows {kind}: there is nothing to write; these sessions have no such rows"
        raise NotationError(message)
    write_table(to_frame(found), csv=csv, parquet=parquet)


def write_table(table: pl.DataFrame, *, csv: str | None, parquet: str | None) -> None:
    """Write a table to a CSV file, a Parquet file, or both.

    Raises:
        NotationError: A file cannot be written. An existing file is then unchanged.
    """
    from passline.words.atomic_file import atomic_write

    for file, write in ((csv, table.write_csv), (parquet, table.write_parquet)):
        if file is not None:
            with atomic_write(file) as draft:
                write(draft)
