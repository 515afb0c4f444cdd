"""Timestamps in a pack: an authority's word on when a signature was there, beside the signature."""

from __future__ import annotations

from collections.abc import Callable

from mhgate.evidence.checks import Checks
from mhgate.evidence.container import Pack
from mhgate.evidence.index import SIGNATURE, STAMP_END, is_stamp
from mhgate.records.attested import Stamped

__all__ = ["CheckStamp", "check_stamps", "stamp_of"]

CheckStamp = Callable[[bytes, bytes, str], Stamped]
"""Checks a stamp, given its bytes, those of the signature, and its name; raises AttestError."""


def stamp_of(signature: str) -> str:
    """Return the name of the file that holds the stamp of a signature.

    Args:
        signature: the name of the signature's file.
    """
    return signature.removesuffix(".sigstore.json") + STAMP_END


def check_stamps(pack: Pack, checks: Checks, check: CheckStamp | None) -> None:
    """Hold each timestamp of a pack to the signature that it is of.

    Args:
        pack: as it lies there.
        checks: to which what was found is added.
        check: by whose word; None: nobody's, so that a stamp is not checked, and that is said.
    """
    stamps = sorted(name for name in pack.files if is_stamp(name))
    for name in stamps:
        signature = name.removesuffix(STAMP_END) + ".sigstore.json"
        if signature not in pack.files:
            checks.broken(
                "timestamps",
                f"{pack.where(name)} stamps {signature}, which is not there",
                file=name,
            )
        elif check is None:
            checks.open(
                "timestamps",
                f"{name}: when {signature} was there, as an authority says: name the authority's "
                "root certificate (--timestamp-authority PEM)",
                file=name,
            )
        else:
            _checked(pack, checks, check, name, signature)
    if check is not None and stamp_of(SIGNATURE) not in stamps:
        checks.broken(
            "timestamps",
            f"{pack.where(stamp_of(SIGNATURE))} is missing: no authority says when the pack was "
            "signed",
            file=stamp_of(SIGNATURE),
        )


def _checked(pack: Pack, checks: Checks, check: CheckStamp, name: str, signature: str) -> None:
    where = pack.where(name)
    found = checks.trying(
        "timestamps",
        name,
        lambda: check(pack.files[name], pack.files[signature], where),
        where=where,
    )
    if found is not None:
        checks.holds(
            "timestamps",
            f"{signature} was there at {found.at.isoformat()}, as {found.authority} says",
            file=name,
        )
