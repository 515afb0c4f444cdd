"""What of a configuration did not come from its file."""

from __future__ import annotations

from pydantic import JsonValue

from mhgate.records.record import Record

__all__ = ["Override"]


class Override(Record):
    """A setting that did not come from thresholds.toml: ``source`` names the option or variable."""

    key: str
    value: JsonValue
    source: str
