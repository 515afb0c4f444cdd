"""Figures that somebody attests and no run measures: counts of referrals in real use, say.

They come from a file of their own, carry the name of who attests them, and are never put among, or
added to, what a test counts.
"""

from __future__ import annotations

from mhgate.errors import UsageError, nearest
from mhgate.evidence.governed import read_governed
from mhgate.evidence.index import sha256_hex
from mhgate.evidence.laws.reading import shipped_laws
from mhgate.records.laws import ExternalFigures

__all__ = ["read_external"]


def read_external(data: bytes, *, name: str) -> ExternalFigures:
    """Read a file of external figures.

    Args:
        data: TOML.
        name: of the file, for messages; its last part is what the map calls it.

    Raises:
        UsageError: it is not as it should be, or names a law that is not in the map.
    """
    found = read_governed(
        data,
        ExternalFigures,
        name=name,
        key="figure",
        more={"file": name.rpartition("/")[2], "sha256": sha256_hex(data)},
    )
    known = {law.id for law in shipped_laws()}
    for number, figure in enumerate(found.figures):
        for law in figure.laws:
            if law not in known:
                guess = nearest(law, known)
                raise UsageError(
                    f"{name}: figure.{number}.laws: {ascii(law)[:80]} is no law in the map.",
                    hint=f"Did you mean {guess}?" if guess else "`mhgate laws list` names them.",
                )
    return found
