"""A person signs a pack off: the words, and the signature over them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from mhgate.attest import Subject, statement_bytes
from mhgate.errors import EvidenceError, UsageError
from mhgate.evidence.container import read_pack
from mhgate.evidence.index import SIGNATURE
from mhgate.evidence.signing_off import SIGN_OFF_TYPE, next_sign_off, sign_off_statement
from mhgate.evidence.stamps import stamp_of
from mhgate.evidence.statement import subject_digests
from mhgate.records.evidence import Meaning, SignOff
from mhgate.wiring.signing import Signer, checked_pack, with_file
from mhgate.wiring.stamping import Stamper

__all__ = ["Confirm", "sign_off_pack"]

Confirm = Callable[[SignOff], Literal["typed", "stated"] | None]
"""Shows a person the words and returns how they confirmed them; None where they did not."""


def sign_off_pack(
    path: Path,
    *,
    name: str,
    role: str,
    meaning: Meaning,
    signer: Signer,
    confirm: Confirm,
    stamper: Stamper | None = None,
) -> tuple[str, SignOff]:
    """Let a person sign a pack off.

    Args:
        path: its folder, or its zip.
        name: of the person, as it is printed.
        role: in which they sign.
        meaning: what the sign-off means.
        signer: signs with the person's key.
        confirm: shows them what they say, and hears whether they say it.
        stamper: has the signature stamped before it is written; None: the person's clock says when.

    Returns:
        The name of the file that was added, and what was signed.

    Raises:
        UsageError: the pack is not signed yet, a name is empty, or the person did not confirm.
        EvidenceError: something in the pack does not hold.
    """
    name, role = " ".join(name.split()), " ".join(role.split())
    for what, text in (("--name", name), ("--role", role)):
        if not text or not text.isprintable():
            raise UsageError(
                f"{what}: found {ascii(text)[:60]}; expected words that can be printed.",
                hint="A sign-off carries the name and the role of a person.",
            )
    opened = checked_pack(path)
    pack, report = opened.pack, opened.report
    if report is None:
        raise EvidenceError(f"{path}: its report cannot be read.", hint="Make the pack again.")
    if SIGNATURE not in pack.files:
        raise UsageError(
            f"{pack.where(SIGNATURE)}: is not there; expected a signed pack.",
            hint="Sign it first (`mhgate sign`): a person signs off what cannot change any more.",
        )
    now = datetime.now(UTC).replace(microsecond=0)
    told = sign_off_statement(
        report, files=pack.files, name=name, role=role, meaning=meaning, at=now, how="typed"
    )
    how = confirm(told)
    if how is None:
        raise UsageError(
            "nothing was signed: the words were not confirmed.",
            hint="A sign-off is a person's own: read the report, and confirm.",
        )
    told = told.model_copy(update={"how": how})
    subjects = [
        Subject(name=each, sha256=value) for each, value in subject_digests(pack.files).items()
    ]
    bundle = signer(
        statement_bytes(
            subjects, predicate_type=SIGN_OFF_TYPE, predicate=told.model_dump(mode="json")
        )
    )
    file = next_sign_off(list(pack.files))
    stamp = None if stamper is None else stamper(bundle)
    with_file(path, pack, file, bundle)
    if stamp is not None:
        with_file(path, read_pack(path), stamp_of(file), stamp)
    return file, told
