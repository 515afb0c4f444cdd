"""For tests of what holds though somebody who changed a journal chained its lines anew."""

from __future__ import annotations

import json
from pathlib import Path

from mhgate.journal import chained


def chain_again(path: Path) -> None:
    """Chain a journal's lines as they stand now; a torn last one stays torn."""
    whole, end, torn = path.read_bytes().rpartition(b"\n")
    path.write_bytes(chained(map(_bare, whole.split(b"\n") if end else [])) + torn)


def _bare(line: bytes) -> bytes:
    event = json.loads(line)
    event.pop("chain", None)
    return json.dumps(event).encode()
