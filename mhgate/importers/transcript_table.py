"""A table of prompts and replies -> conversations of one exchange each."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from mhgate.errors import Mistake, RatingsError, TranscriptError
from mhgate.importers.csv_sheet import read_csv
from mhgate.importers.sheet import Sheet
from mhgate.importers.tally import Tally
from mhgate.importers.transcript_columns import TranscriptColumns
from mhgate.importers.transcript_rows import Named, conversation
from mhgate.importers.transcript_turns import mistake_of
from mhgate.records import GivenTranscript, Turn

__all__ = ["read_table"]

_BLANK = "a blank row"
# read where they stand, without being mapped
_USUAL = ("id", "item", "item_digest", "family", "language")

Read = tuple[list[GivenTranscript], int, Tally, Tally, list[Mistake]]


def read_table(data: bytes, file: str, columns: TranscriptColumns, *, keep_system: bool) -> Read:
    """Read a CSV file of prompts and replies.

    Args:
        data: its bytes.
        file: its name.
        columns: what its columns mean.
        keep_system: whether what stands under ``system`` is judged too.

    Returns:
        The conversations, how many rows were read, why others were left out, what was noticed, and
        the mistakes in rows.

    Raises:
        TranscriptError: it is no such file, or a column that is mapped is not there.
    """
    try:
        sheet = read_csv(data, file, delimiter=None)
        mapped = _headers(sheet, columns)
    except RatingsError as error:
        raise TranscriptError(error.mistakes) from error
    left_out, noticed = Tally(), Tally()
    mistakes: list[Mistake] = []
    for what, n, places in sheet.spoilt:
        if what == _BLANK:
            left_out.add(what, *places[:1], n=n)
            continue
        shown = ", ".join(places) + (" and others" if n > len(places) else "")
        hint = 'Write a field that holds the separator in quotes: "so, for example".'
        mistakes.append(Mistake(shown or file, what, "a field for each header", hint))
    for what, n, places in sheet.noticed:
        noticed.add(what, *places[:1], n=n)
    for header in sheet.columns:
        if header not in mapped.values():
            noticed.add(f"the column {header!r}, not read", file)
    found = []
    for row in sheet.rows:
        where = f"{file}, row {row.number}"
        read = _row(
            {key: row.cells.get(header) for key, header in mapped.items()},
            where,
            noticed,
            unnamed=f"row-{row.number}",
            keep_system=keep_system,
        )
        if isinstance(read, list):
            mistakes += read
        elif isinstance(read, str):
            left_out.add(read, where)
        else:
            found.append(read)
    return found, sheet.n_read, left_out, noticed, mistakes


def _headers(sheet: Sheet, columns: TranscriptColumns) -> dict[str, str]:
    """Return the header of each thing that is read, or every mistake in the mapping at once."""
    mapped = dict(columns.named())
    for key in _USUAL:
        if key not in mapped and key in sheet.columns:
            mapped[key] = key
    mistakes: list[Mistake] = []
    for key, header in mapped.items():
        try:
            sheet.require(header, f"columns.{key}")
        except RatingsError as error:
            mistakes += error.mistakes
    if mistakes:
        raise RatingsError(mistakes)
    return mapped


def _row(
    cells: dict[str, Any], where: str, noticed: Tally, *, unnamed: str, keep_system: bool
) -> GivenTranscript | str | list[Mistake]:
    prompt, reply, system = cells["prompt"], cells["reply"], cells.get("system")
    if reply is None or prompt is None:
        key = "reply" if reply is None else "prompt"
        hint = "The row ends before this column."
        return [mistake_of(f"{where} ({key})", None, "a field, which may be empty", hint)]
    about: dict[str, Any] = {key: cells[key] for key in _USUAL if cells.get(key)}
    for group in ("strata", "expects"):
        prefix = f"{group}."
        values = {key: cell for key, cell in cells.items() if key.startswith(prefix) and cell}
        if values:
            about[group] = {_inner(key, prefix): cell for key, cell in values.items()}
    turns = [("system", system)] if system else []
    turns += [("user", prompt), ("assistant", reply)]
    try:
        said = [Turn.model_validate({"role": role, "content": text}) for role, text in turns]
        named = Named.model_validate(about)
    except ValidationError as error:
        return [
            mistake_of(f"{where} ({each['loc'][0]})", each["input"], each["msg"], "Mend the row.")
            for each in error.errors(include_url=False, include_context=False)
        ]
    if named.item is not None and (named.family or named.strata or named.expects):
        what = "an item beside a family, strata or expectations of the row's own"
        hint = "Those of a suite's item are the suite's: leave the cells empty."
        return [Mistake(where, what, "one of the two", hint)]
    return conversation(said, named, where, noticed, unnamed, keep_system=keep_system)


def _inner(key: str, prefix: str) -> str:
    inner = key.removeprefix(prefix)
    return inner[1:-1] if inner[:1] == '"' else inner  # as TOML quotes it
