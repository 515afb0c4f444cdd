"""A pack of evidence, signed: what is signed is made from the pack, which is checked first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mhgate.attest import SigningKey, Subject, sign_statement, statement_bytes
from mhgate.errors import EvidenceError, UsageError
from mhgate.evidence.checks import Checks
from mhgate.evidence.container import Pack, pack_zip, read_pack
from mhgate.evidence.index import SIGNATURE
from mhgate.evidence.signing_off import sign_offs_in
from mhgate.evidence.stamps import stamp_of
from mhgate.evidence.statement import PREDICATE_TYPE, subject_digests, why_not_signed, why_warned
from mhgate.evidence.verifying import Opened
from mhgate.records import Certificate, Report
from mhgate.wiring.stamping import Stamper
from mhgate.wiring.verifying import check_pack

__all__ = [
    "SignedPack",
    "Signer",
    "ToSign",
    "checked_pack",
    "keyless_signer",
    "sign_pack",
    "signer_with_key",
    "to_sign",
    "with_file",
]

Signer = Callable[[bytes], bytes]
"""Given a statement's bytes, returns the bytes of the bundle that signs it."""


@dataclass(frozen=True, slots=True)
class SignedPack:
    """A pack that was signed.

    Args:
        path: of the pack.
        result: PASSED, WARNED or FAILED.
        warned_because: why a pass is WARNED.
        bundle: the signature's bytes.
    """

    path: Path
    result: str
    warned_because: tuple[str, ...]
    bundle: bytes


@dataclass(frozen=True, slots=True)
class ToSign:
    """What a signature of a pack is of.

    Args:
        pack: as it lies there, not signed.
        report: in it.
        certificates: that the report rests on.
        predicate: what is claimed.
        statement: the bytes that are signed.
    """

    pack: Pack
    report: Report
    certificates: tuple[Certificate, ...]
    predicate: dict[str, Any]
    statement: bytes


def signer_with_key(key: SigningKey) -> Signer:
    """Return what signs with a key.

    Args:
        key: that signs.
    """
    return lambda statement: sign_statement(statement, key)


def keyless_signer(trust_config: Path | None) -> Signer:
    """Return what signs by the identity that this process can show, as a job in Actions can.

    Args:
        trust_config: another Sigstore than the public one; None: the public one.
    """

    def sign(statement: bytes) -> bytes:
        from mhgate.attest.keyless import sign_keyless  # noqa: PLC0415 - the extra sigstore

        return sign_keyless(statement, trust_config=trust_config, token=None)

    return sign


def checked_pack(path: Path) -> Opened:
    """Read a pack and check everything of it but signatures.

    Args:
        path: its folder, or its zip.

    Raises:
        EvidenceError: something in it does not hold.
    """
    checks = Checks()
    opened = check_pack(read_pack(path), checks)
    broken = [each.sentence for each in checks.found if each.state == "broken"]
    if broken:
        raise EvidenceError(
            f"{path}: is not signed, for it does not hold: {'; '.join(broken)}.",
            hint="Make the pack again from the run: `mhgate evidence`.",
        )
    return opened


def to_sign(path: Path) -> ToSign:
    """Return what a signature of a pack is of; it follows from the pack alone.

    Args:
        path: its folder, or its zip.

    Raises:
        UsageError: the pack is signed already, or of a run that cannot be signed.
        EvidenceError: something in it does not hold.
    """
    pack = read_pack(path)
    if SIGNATURE in pack.files:
        raise UsageError(
            f"{pack.where(SIGNATURE)}: is there already; expected a pack that is not signed.",
            hint="Make the pack again where it must be signed by somebody else.",
        )
    if sign_offs_in(list(pack.files)):
        raise UsageError(
            f"{path}: was signed off before it was signed.", hint="Make the pack again."
        )
    _refuse_partial(pack)
    opened = checked_pack(path)
    report, predicate = opened.report, opened.predicate
    if report is None or predicate is None:
        raise EvidenceError(f"{path}: too little of it can be read.", hint="Make it again.")
    subjects = [
        Subject(name=name, sha256=value) for name, value in subject_digests(pack.files).items()
    ]
    statement = statement_bytes(subjects, predicate_type=PREDICATE_TYPE, predicate=predicate)
    return ToSign(pack, report, opened.certificates or (), predicate, statement)


def sign_pack(path: Path, signer: Signer, *, stamper: Stamper | None = None) -> SignedPack:
    """Sign a pack; what is claimed follows from the pack alone.

    Args:
        path: its folder, or its zip, into which the signature is written.
        signer: signs the statement.
        stamper: has the signature stamped before it is written; None: nobody says when.

    Raises:
        UsageError: the pack is signed already, or of a run that cannot be signed.
        EvidenceError: something in it does not hold.
    """
    asked = to_sign(path)
    bundle = signer(asked.statement)
    stamp = None if stamper is None else stamper(bundle)
    with_file(path, asked.pack, SIGNATURE, bundle)
    if stamp is not None:
        with_file(path, read_pack(path), stamp_of(SIGNATURE), stamp)
    result = str(asked.predicate["result"])
    reasons = why_warned(asked.report, asked.certificates) if result == "WARNED" else []
    return SignedPack(path, result, tuple(reasons), bundle)


def _refuse_partial(pack: Pack) -> None:
    """Refuse what cannot be signed whatever it says, before anything else is said of it."""
    from mhgate.evidence.index import REPORT  # noqa: PLC0415 - beside its use
    from mhgate.wiring.earlier import earlier_from  # noqa: PLC0415 - the same

    if REPORT not in pack.files:
        return
    where = pack.where(REPORT)
    why = why_not_signed(earlier_from(pack.files[REPORT], name=where, what="report"))
    if why is not None:
        raise UsageError(
            f"{where}: cannot be signed: {why}.",
            hint="Sign a full run; what is partial is for looking at.",
        )


def with_file(path: Path, pack: Pack, name: str, data: bytes) -> None:
    """Write one more file into a pack; a zip is made anew, whole or not at all.

    Args:
        path: of the pack.
        pack: as it was read.
        name: of the new file.
        data: its bytes.

    Raises:
        UsageError: it cannot be written.
    """
    try:
        if pack.is_zip:
            _with_file_in_zip(path, pack, name, data)
        else:
            with (path / name).open("xb") as file:
                file.write(data)
    except OSError as error:
        raise UsageError(
            f"{error.filename or path}: cannot be written ({error.strerror or error}).",
            hint="A signature lies in the pack: choose one that you may write to; where another "
            "command was broken off in it, delete what it left unfinished.",
        ) from error


def _with_file_in_zip(path: Path, pack: Pack, name: str, data: bytes) -> None:
    """Write a zip anew; of two who do at once the second is told, and overwrites nothing."""
    made = path.with_name(f".{path.name}.unfinished")
    with made.open("xb") as file:  # nobody else writes this zip while it is there
        try:
            before = path.read_bytes()
            file.write(pack_zip({**pack.files, name: data}))
        except BaseException:
            made.unlink()
            raise
    if before != pack_zip(pack.files):
        made.unlink()
        raise UsageError(
            f"{path}: was changed while it was signed; nothing was written.",
            hint="Somebody else signed it just now: do it again.",
        )
    made.replace(path)
