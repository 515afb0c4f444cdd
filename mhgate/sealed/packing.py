"""Rows -> a pack and its seal.

A pack is an age file of JSON Lines: a first line with the terms and the secret that salts the
leaves, then the rows, then spaces up to a power of two, so that its size tells
little. ``age --decrypt`` opens it as well as mhgate does.
"""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Sequence
from uuid import uuid4

from pydantic import JsonValue

from mhgate.canonical import digest
from mhgate.errors import UsageError, nearest
from mhgate.records.sealed import Seal, SealTerms
from mhgate.sealed.age import check_recipients, encrypted
from mhgate.sealed.commitments import Commitment

__all__ = ["HEADER", "new_master", "packed", "padded", "seal_digest", "seal_text", "terms_of"]

HEADER = "mhgate_pack"
_SMALLEST = 1 << 16  # bytes in clear, so that small packs look alike


def new_master() -> bytes:
    """Return a new secret for salts."""
    return secrets.token_bytes(32)


def terms_of(
    commitment: Commitment,
    *,
    recipients: Sequence[str],
    strata: Sequence[str] = (),
    keys: bool = False,
    canary: str | None = None,
) -> SealTerms:
    """Return what may be known of rows that are to be sealed.

    Args:
        commitment: to the rows.
        recipients: public keys; each opens the pack alone.
        strata: the keys of strata whose values may stand in reports.
        keys: whether right choices and norms may.
        canary: the pack's mark; None: a new one.

    Raises:
        UsageError: a recipient is no public key, or no row has such a stratum.
    """
    check_recipients(recipients)
    known = {key for row in commitment.rows for key in _strata(row)}
    for key in strata:
        if key not in known:
            guess = nearest(key, known)
            raise UsageError(
                f"--show {key}: no item has such a stratum.",
                hint=f"Did you mean {guess!r}?" if guess else f"They have {', '.join(known)}.",
            )
    counts = {
        key: Counter(_strata(row)[key] for row in commitment.rows if key in _strata(row))
        for key in dict.fromkeys(strata)
    }
    return SealTerms(
        recipients=tuple(dict.fromkeys(recipients)),
        root=commitment.root,
        n_items=len(commitment.rows),
        n_families=len({str(row.get("family")) for row in commitment.rows}),
        languages=dict(
            sorted(Counter(str(row.get("language", "en")) for row in commitment.rows).items())
        ),
        strata={key: dict(sorted(found.items())) for key, found in counts.items()},
        keys=keys,
        perturbed=any(row.get("perturb") is not None for row in commitment.rows),
        canary=canary or f"mhgate-canary {uuid4()}",
    )


def _strata(row: dict[str, JsonValue]) -> dict[str, str]:
    strata = row.get("strata")
    return {key: str(value) for key, value in strata.items()} if isinstance(strata, dict) else {}


def packed(commitment: Commitment, terms: SealTerms) -> tuple[bytes, Seal]:
    """Encrypt rows, in memory.

    Args:
        commitment: to the rows.
        terms: as :func:`terms_of` gives them.

    Returns:
        The pack's bytes and its seal.
    """
    header = {HEADER: {"terms": terms.model_dump(mode="json"), "master": commitment.master.hex()}}
    lines = [json.dumps(each, ensure_ascii=False) for each in (header, *commitment.rows)]
    clear = "\n".join(lines).encode("utf-8", "backslashreplace") + b"\n"
    data = encrypted(padded(clear, least=_SMALLEST), terms.recipients)
    return data, Seal(terms=terms, pack=digest(data), digest=seal_digest(terms, digest(data)))


def padded(clear: bytes, *, least: int) -> bytes:
    """Return bytes with spaces behind them, up to a power of two.

    Args:
        clear: what is padded; JSON, behind which spaces mean nothing.
        least: bytes that it has at least, a power of two.
    """
    size = least
    while size < len(clear):
        size *= 2
    return clear + b" " * (size - len(clear))


def seal_digest(terms: SealTerms, pack: str) -> str:
    """Return the digest of all that a seal says.

    Args:
        terms: what may be known.
        pack: the digest of the pack's bytes.
    """
    return digest({"terms": terms.model_dump(mode="json"), "pack": pack})


def seal_text(seal: Seal) -> str:
    """Return a seal as it lies beside its pack.

    Args:
        seal: of the pack.
    """
    return json.dumps(seal.model_dump(mode="json"), indent=2) + "\n"
