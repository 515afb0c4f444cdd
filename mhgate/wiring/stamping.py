"""Timestamps of signatures: asked for where the user named an authority, and checked offline."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mhgate.errors import KeyFileError
from mhgate.evidence.stamps import CheckStamp
from mhgate.records.attested import Stamped

__all__ = ["Stamper", "by_authority", "stamper_at"]

Stamper = Callable[[bytes], bytes]
"""Given a bundle's bytes, returns those of an authority's stamp."""


def stamper_at(url: str) -> Stamper:
    """Return what asks one authority, and no other address.

    Args:
        url: the authority's, as the user named it.
    """

    def stamp(bundle: bytes) -> bytes:
        from mhgate.attest.timestamps import request_timestamp  # noqa: PLC0415 - an extra

        return request_timestamp(bundle, url=url)

    return stamp


def by_authority(path: Path) -> CheckStamp:
    """Return what believes the stamps of one authority, and no others.

    Args:
        path: the authority's root certificate, and what stands between, as PEM.

    Raises:
        KeyFileError: it cannot be read.
    """
    try:
        authority = path.read_bytes()
    except OSError as error:
        raise KeyFileError(
            f"{path}: cannot be read ({error.strerror}); expected an authority's root certificate.",
            hint="Take it from the authority itself.",
        ) from error

    def check(stamp: bytes, bundle: bytes, name: str) -> Stamped:
        from mhgate.attest.timestamps import verify_timestamp  # noqa: PLC0415 - an extra

        return verify_timestamp(stamp, bundle, authority=authority, name=name)

    return check
