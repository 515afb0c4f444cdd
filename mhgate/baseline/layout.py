"""A baseline as text: canonical, one line a thing that changes, so that a diff says what did.

Each line is canonical JSON (RFC 8785) of a part: a blessing, a dimension, an item with what the
probes of its set made of it. The same baseline makes the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from pydantic import JsonValue

from mhgate.canonical import canonical_json, digest
from mhgate.errors import BaselineError
from mhgate.records import Record
from mhgate.records.baselines import Baseline, ProbeSet

__all__ = ["content_digest", "plain", "render_baseline"]


def plain(record: Record) -> dict[str, JsonValue]:
    """Return a part of a baseline as its file holds it: what is at its default is left out.

    Args:
        record: the baseline, or any record of it.
    """
    return record.model_dump(mode="json", exclude_defaults=True)


def content_digest(baseline: Baseline) -> str:
    """Return the digest of everything that a baseline holds but its history.

    A report that nobody blessed has that of the file which blessing it would make.

    Args:
        baseline: any.
    """
    return digest({key: value for key, value in plain(baseline).items() if key != "history"})


def render_baseline(baseline: Baseline) -> str:
    """Return the text of a baseline's file, ending with a line end.

    Args:
        baseline: any.

    Raises:
        BaselineError: it holds text that no UTF-8 can hold.
    """
    found = plain(baseline)
    heads = {"kind": baseline.kind, "schema_version": baseline.schema_version}
    parts = [f'"{key}":{_line(value)}' for key, value in heads.items()]
    parts += [
        f'"{key}":{_block(found[key])}'
        for key in Baseline.model_fields
        if key in found and key not in {*heads, "sets"}
    ]
    parts.append('"sets":' + _bracketed(map(_set, baseline.sets)))
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _set(each: ProbeSet) -> str:
    items = _bracketed(_line(plain(item)) for item in each.items)
    return f'{{"probes":{_line(list(each.probes))},"items":{items}}}'


def _block(value: JsonValue) -> str:
    """Write a list an element a line, a table a key a line."""
    if isinstance(value, Mapping):
        lines = ",\n".join(f"{_line(key)}:{_line(value[key])}" for key in sorted(value))
        return f"{{\n{lines}\n}}" if lines else "{}"
    if isinstance(value, list):
        return _bracketed(map(_line, value))
    return _line(value)


def _bracketed(lines: Iterable[str]) -> str:
    joined = ",\n".join(lines)
    return f"[\n{joined}\n]" if joined else "[]"


def _line(value: JsonValue) -> str:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:  # a digest may stand for such text, a file may not
        raise BaselineError(
            f"The baseline holds {ascii(value)[:80]}; expected text that UTF-8 can hold.",
            hint="Mend the suite's ids, or the name and the reason of the blessing.",
        ) from error
    return canonical_json(value).decode()
