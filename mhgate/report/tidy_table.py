"""All trials of several reports as one table, for analysis elsewhere: CSV, or Parquet."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from mhgate.errors import ReportFileError, UsageError
from mhgate.records import ItemOutcome, Probe, Report
from mhgate.report.output_file import write_text

__all__ = ["tidy_columns", "tidy_rows", "write_tidy"]

_TEXTS = (
    *("kind", "run_id", "target_fingerprint", "trial", "item", "item_digest", "family", "pillar"),
    *("probe", "dimension", "cell", "answer", "read", "key", "failure_stage", "failure_kind"),
    *("judge", "voter"),
)
_WHOLES = ("epoch", "grade", "turn")
_REALS = ("value", "confidence")
_ORDER = (
    *("kind", "run_id", "target_fingerprint", "trial", "item", "item_digest", "family", "epoch"),
    *("pillar", "probe", "dimension", "cell", "value", "answer", "grade", "turn", "read", "key"),
    *("failure_stage", "failure_kind", "judge", "voter", "confidence"),
)
_CONFIGURATION = "configuration."
_STRATUM = "stratum."


def tidy_columns(reports: Sequence[Report]) -> dict[str, str]:
    """Return the table's columns and what each holds: ``text``, ``whole`` or ``real``.

    Args:
        reports: in any number.
    """
    labels = dict.fromkeys(key for each in reports for key in each.provenance.configuration)
    strata = sorted({key for each in reports for row in each.outcomes for key in row.strata})
    kinds = dict.fromkeys(_TEXTS, "text") | dict.fromkeys(_WHOLES, "whole")
    kinds |= dict.fromkeys(_REALS, "real")
    return {
        **{f"{_CONFIGURATION}{key}": "text" for key in labels},
        **{name: kinds[name] for name in _ORDER},
        **{f"{_STRATUM}{key}": "text" for key in strata},
    }


def tidy_rows(reports: Sequence[Report]) -> Iterator[dict[str, Any]]:
    """Yield a row a trial and probe, and one more for each vote and each cell.

    ``kind`` tells them apart: ``outcome`` (count these), ``vote`` (of a member of a panel) and
    ``cell`` (of a rubric's dimension; its value is 1 where it is met, 0 where not).

    Args:
        reports: in any number.
    """
    for report in reports:
        probes = {
            each.probe.id: each.probe for pillar in report.verdict.pillars for each in pillar.probes
        }
        origin = report.provenance
        of_run: dict[str, Any] = {
            f"{_CONFIGURATION}{key}": level for key, level in origin.configuration.items()
        }
        of_run |= {"run_id": origin.run_id, "target_fingerprint": origin.target_fingerprint}
        for row in report.outcomes:
            yield from _rows_of(row, probes.get(row.probe_id), of_run)


def _rows_of(
    row: ItemOutcome, probe: Probe | None, of_run: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    where = of_run | {
        "trial": row.trial_id,
        "item": row.item_id,
        "item_digest": row.item_digest,
        "family": row.family,
        "epoch": row.epoch,
        "pillar": None if probe is None else probe.pillar,
        "probe": row.probe_id,
        "dimension": None if probe is None else probe.dimension,
        **{f"{_STRATUM}{key}": value for key, value in row.strata.items()},
    }
    yield where | {
        "kind": "outcome",
        "value": row.value,
        "answer": row.answer,
        "grade": row.grade,
        "read": None if row.read is None else str(row.read),
        "key": None if row.key is None else str(row.key),
        "failure_stage": None if row.failure_stage is None else row.failure_stage.value,
        "failure_kind": row.failure_kind,
        "judge": row.judge,
    }
    for vote in row.votes:
        yield where | {
            "kind": "vote",
            "answer": vote.value,
            "grade": vote.grade,
            "failure_kind": vote.failure_kind,
            "judge": vote.judge,
            "voter": vote.name,
            "confidence": vote.confidence,
        }
    for name, cell in row.cells.items():
        yield where | {
            "kind": "cell",
            "cell": name,
            "value": None if cell.meets is None else float(cell.meets),
            "answer": cell.value,
            "grade": cell.grade,
            "turn": cell.turn,
            "failure_kind": cell.failure,
            "judge": row.judge,
        }


def write_tidy(reports: Sequence[Report], path: Path) -> None:
    """Write the table.

    Args:
        reports: in any number.
        path: the file; its ending says what it becomes.

    Raises:
        ReportFileError: it cannot be written.
        UsageError: another ending, or pyarrow is not installed.
    """
    if path.suffix == ".csv":
        write_text(_csv(reports), path)
    elif path.suffix == ".parquet":
        _write_parquet(reports, path)
    else:
        raise UsageError(
            f"--tidy {path}: found the ending {path.suffix!r}; expected .csv or .parquet.",
            hint="The ending says what is written.",
        )


def _csv(reports: Sequence[Report]) -> str:
    columns = tidy_columns(reports)
    written = StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow([_text(name) for name in columns])
    for row in tidy_rows(reports):
        writer.writerow([_cell(row.get(name)) for name in columns])
    return written.getvalue()


def _cell(value: object) -> str:
    if value is None:
        return ""
    return _text(value) if isinstance(value, str) else repr(value)


def _text(value: str) -> str:
    r"""Return a text that every reader of CSV takes: NUL, which ends some, as ``\x00``."""
    return value.replace("\x00", "\\x00")


def _write_parquet(reports: Sequence[Report], path: Path) -> None:
    try:
        import pyarrow as pa  # noqa: PLC0415 - 50 MB, only where Parquet is written
        from pyarrow import parquet  # noqa: PLC0415 - likewise
    except ImportError as error:
        raise UsageError(
            f"--tidy {path}: Parquet is written by pyarrow, which is not installed.",
            hint="Install mhgate[parquet], or write .csv, which holds the same.",
        ) from error
    types = {"text": pa.string(), "whole": pa.int64(), "real": pa.float64()}
    columns = tidy_columns(reports)
    cells: dict[str, list[Any]] = {name: [] for name in columns}
    for row in tidy_rows(reports):
        for name, column in cells.items():
            value = row.get(name)
            column.append(_encodable(value) if isinstance(value, str) else value)
    schema = pa.schema([(_encodable(name), types[kind]) for name, kind in columns.items()])
    table = pa.Table.from_arrays(
        [pa.array(cells[name], type=types[kind]) for name, kind in columns.items()], schema=schema
    )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        parquet.write_table(table, str(path))
    except OSError as error:
        raise ReportFileError(
            f"{path}: the table cannot be written ({error.strerror or error}).",
            hint="Name a file in a folder that exists or can be made, with space and permission.",
        ) from error


def _encodable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
