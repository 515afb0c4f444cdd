"""The report as JSON: stable, readable, one outcome a line; and the way back, which is strict.

Records keep the order of their fields and mappings are sorted, so that the same run writes the same
bytes whatever the concurrency, and two reports can be compared line by line. Reading refuses what
JSON readers usually let pass (a key that stands twice, NaN, a number written as a string): a gate
that misreads its own baseline would be worse than one that refuses it.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from enum import Enum
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from mhgate.errors import ExitCode, ReportFileError
from mhgate.records import REPORT_SCHEMA_VERSION, ItemOutcome, Outcome, Report, Verdict
from mhgate.records.outcome_rows import OutcomeRows
from mhgate.records.outcomes_kept import Whose
from mhgate.report.output_file import write_parts
from mhgate.report.safe_text import NAME_LIMIT, printable

__all__ = ["parse_report", "read_report", "render_json", "write_report"]

_BEFORE_IT = {"probe_id", *Whose._fields}
_MOST_LAYERS = 512
_MOST_MISTAKES = 5
_HINT = "Give a report that `mhgate run` wrote, unedited; or run the gate again to make one."


class _NotAReportError(ValueError):
    """What the JSON holds cannot be in a report; the message says where."""


def render_json(report: Report) -> str:
    """Return the report as JSON text in plain ASCII, which any stream can carry.

    Args:
        report: any report.

    Returns:
        The text, ending with a line end; other characters are written as JSON's escapes.
    """
    return "".join(_rendered(report, ascii_only=True))


def write_report(report: Report, path: Path) -> None:
    """Write the report as JSON in UTF-8; the file is the old one or the new one, never a part.

    Args:
        report: any report.
        path: the file, made or replaced; its folder is made where it is missing.

    Raises:
        ReportFileError: the file cannot be written.
    """
    write_parts(_rendered(report, ascii_only=False), path)


def read_report(path: Path) -> Report:
    """Read a report back; what was written is what is read.

    Only one thing changes on the way: two lone surrogates that happen to form a pair come back as
    the one character that JSON spells the same way.

    Args:
        path: a file that :func:`write_report` wrote.

    Returns:
        The report.

    Raises:
        ReportFileError: there is no such file, or it is not JSON, not of this schema version, or
            does not hold a report; the message says where and what to do.
    """
    return parse_report(_read_bytes(path), name=str(path))


def parse_report(data: bytes, *, name: str) -> Report:
    """Read a report from the bytes of its file.

    Args:
        data: the bytes.
        name: of the file, for messages.

    Raises:
        ReportFileError: as for :func:`read_report`.
    """
    found = _parsed(data, name)
    _check_version(found, name)
    try:
        report = Report.model_validate(found)
        _refuse_conversions(found, _plain(report), "")
        _refuse_contradictions(report.verdict)
    except ValidationError as error:
        raise ReportFileError(f"{name}: {_mistakes(error)}", hint=_HINT) from error
    except _NotAReportError as error:
        raise ReportFileError(f"{name}: {error}", hint=_HINT) from error
    return report


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        fields = type(value).model_fields
        return {name: _plain(getattr(value, name)) for name in fields if not fields[name].exclude}
    if isinstance(value, Mapping):
        return {key: _plain(value[key]) for key in sorted(value)}
    if isinstance(value, list | tuple | OutcomeRows):
        return [_plain(inner) for inner in value]
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Enum):
        return value.value
    return value


def _rendered(report: Report, *, ascii_only: bool) -> Iterator[str]:
    """Yield the text in parts, outcomes one by one: there may be a hundred thousand."""
    encoder = json.JSONEncoder(ensure_ascii=ascii_only, allow_nan=False)
    indented = json.JSONEncoder(ensure_ascii=ascii_only, allow_nan=False, indent=2)
    fields = [name for name, field in Report.model_fields.items() if not field.exclude]
    for place, key in enumerate(fields):
        value = getattr(report, key)
        yield (",\n" if place else "{\n") + f'  "{key}": '
        if key == "outcomes" and value:
            rows = (
                _kept_rows(value, encoder)
                if isinstance(value, OutcomeRows)
                else (encoder.encode(_plain(row)) for row in value)
            )
            for number, row in enumerate(rows):
                yield f"{',' if number else '['}\n    {row}"
            yield "\n  ]"
        else:
            # Inside JSON strings a line end is an escape, so these are all between tokens.
            yield indented.encode(_plain(value)).replace("\n", "\n  ")
    yield "\n}\n"


def _kept_rows(rows: OutcomeRows, encoder: json.JSONEncoder) -> Iterator[str]:
    """Yield rows as they are yielded of records: what many say alike is encoded once."""
    told = encoder.encode

    def said(row: ItemOutcome) -> tuple[str, str]:
        rest = {
            name: _plain(getattr(row, name))
            for name, field in ItemOutcome.model_fields.items()
            if not field.exclude and name not in _BEFORE_IT
        }
        return told(row.probe_id), told(rest)[1:]

    strata_told: dict[tuple[tuple[str, str], ...], str] = {}  # of the latest: many rows share them
    for whose, (probe_id, rest) in rows.rendered(said):
        layers = tuple(whose.strata.items())
        strata = strata_told.get(layers)
        if strata is None:
            if len(strata_told) >= _MOST_LAYERS:
                strata_told.clear()
            strata = strata_told[layers] = told(_plain(whose.strata))
        yield (
            f'{{"trial_id": {told(whose.trial_id)}, "probe_id": {probe_id}, '
            f'"item_id": {told(whose.item_id)}, "item_digest": {told(whose.item_digest)}, '
            f'"family": {told(whose.family)}, "epoch": {whose.epoch}, '
            f'"strata": {strata}, {rest}'
        )


def _read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise ReportFileError(
            f"{path}: there is no such file; expected a report.",
            hint="Check the path, or run the gate first: `mhgate run` writes reports.",
        ) from error
    except OSError as error:
        raise ReportFileError(
            f"{path}: cannot be read ({error.strerror or error}); expected a report.",
            hint="Name a file that you may read.",
        ) from error


def _parsed(data: bytes, path: str) -> dict[str, Any]:
    try:
        parsed = json.loads(
            data.decode("utf-8-sig"),
            object_pairs_hook=_once,
            parse_constant=_refuse_constant,
            parse_float=_finite,
        )
    except UnicodeDecodeError as error:
        found = f"found a byte that is not UTF-8 at offset {error.start}; expected JSON in UTF-8."
        raise ReportFileError(f"{path}: {found}", hint=_HINT) from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        found = f"not JSON at {where} ({error.msg}); expected a report."
        raise ReportFileError(f"{path}: {found}", hint=_HINT) from error
    except RecursionError as error:
        found = "found JSON nested beyond reason; expected a report."
        raise ReportFileError(f"{path}: {found}", hint=_HINT) from error
    except ValueError as error:  # ours, and Python's own about integers of thousands of digits
        raise ReportFileError(f"{path}: {printable(str(error))}", hint=_HINT) from error
    if not isinstance(parsed, dict):
        found = f"found a JSON {_kind(parsed)}; expected an object, a report."
        raise ReportFileError(f"{path}: {found}", hint=_HINT)
    return parsed


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        counts = Counter(key for key, _ in pairs)
        name = printable(counts.most_common(1)[0][0], limit=NAME_LIMIT)
        msg = f'found the key "{name}" twice in one object; expected each key once.'
        raise _NotAReportError(msg)
    return found


def _refuse_constant(name: str) -> Any:
    msg = f"found {name}, which is not JSON; expected finite numbers."
    raise _NotAReportError(msg)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        msg = f"found the number {text[:40]}, which no float holds; expected finite numbers."
        raise _NotAReportError(msg)
    return number


def _check_version(data: dict[str, Any], path: str) -> None:
    if "schema_version" not in data:
        found = 'found no key "schema_version"; expected a report.'
        raise ReportFileError(f"{path}: {found}", hint=_HINT)
    version = data["schema_version"]
    if version != REPORT_SCHEMA_VERSION:
        found = f"schema_version: found {printable(repr(version), limit=NAME_LIMIT)}"
        raise ReportFileError(
            f'{path}: {found}; expected "{REPORT_SCHEMA_VERSION}".',
            hint="Read it with the mhgate that wrote it (provenance.mhgate_version), or run again.",
        )


def _refuse_contradictions(verdict: Verdict) -> None:
    """Refuse a verdict changed by hand in one place: who reads it trusts any of the three."""
    outcome, code = verdict.outcome, verdict.exit_code
    if verdict.blocks != (code != ExitCode.PASS):
        raise _NotAReportError(
            f"verdict: blocks {verdict.blocks} does not go with exit code {code}."
        )
    allowed = {
        Outcome.PASS: code == ExitCode.PASS,
        Outcome.FAIL: code == (ExitCode.FAIL if verdict.profile.decides else ExitCode.PASS),
        Outcome.ERROR: code not in {ExitCode.PASS, ExitCode.FAIL},
        Outcome.INCONCLUSIVE: code != ExitCode.FAIL,
    }
    if not allowed[outcome]:
        found = f"outcome {outcome.value} does not go with exit code {code}."
        raise _NotAReportError(f"verdict: {found}")


def _refuse_conversions(found: Any, understood: Any, where: str) -> None:
    """Refuse what pydantic understood by converting it: "0.9" for 0.9, true for 1."""
    if _kind(found) != _kind(understood):
        msg = f"{where}: found a JSON {_kind(found)}; expected a {_kind(understood)}."
        raise _NotAReportError(msg)
    if isinstance(found, dict):
        for key, inner in found.items():
            name = f"{where}.{printable(key, limit=NAME_LIMIT)}".removeprefix(".")
            if key not in understood:
                msg = f"{name}: found an unknown key; expected none of that name."
                raise _NotAReportError(msg)
            _refuse_conversions(inner, understood[key], name)
    elif isinstance(found, list):
        for index, (inner, meant) in enumerate(zip(found, understood, strict=True)):
            _refuse_conversions(inner, meant, f"{where}[{index}]")


def _kind(value: Any) -> str:
    kinds: tuple[tuple[type | tuple[type, ...], str], ...] = (
        (bool, "boolean"),
        ((int, float), "number"),
        (str, "string"),
        (list, "array"),
        (dict, "object"),
    )
    return next((name for types, name in kinds if isinstance(value, types)), "null")


def _mistakes(error: ValidationError) -> str:
    found = error.errors(include_url=False, include_context=False)
    lines = [f"{_where(each['loc'])}: {_said(each)}" for each in found[:_MOST_MISTAKES]]
    if len(found) > _MOST_MISTAKES:
        lines.append(f"and {len(found) - _MOST_MISTAKES} more.")
    return "\n  ".join(["does not hold a report.", *lines])


def _where(location: tuple[int | str, ...]) -> str:
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location)
    return printable(text.removeprefix("."), limit=NAME_LIMIT) or "the whole report"


def _said(each: Any) -> str:
    if each["type"] == "missing":
        return "found nothing; expected this key."
    if each["type"] == "extra_forbidden":
        return "found an unknown key; expected none of that name."
    value = printable(repr(each["input"])[:NAME_LIMIT], limit=60)
    return f"found {value}; {each['msg'][:1].lower()}{printable(each['msg'][1:])}."
