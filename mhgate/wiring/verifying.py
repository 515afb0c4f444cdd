"""A pack of evidence -> what of it holds: checked offline, by the pack and the keys alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from mhgate.attest import PublicKey, verify_bundle
from mhgate.canonical import parse_json
from mhgate.errors import EvidenceError, ReportFileError, UsageError
from mhgate.evidence.checks import Checks
from mhgate.evidence.container import Pack, read_pack
from mhgate.evidence.index import REPORT, sha256_hex
from mhgate.evidence.signing_off import check_sign_offs
from mhgate.evidence.verifying import (
    Authenticate,
    Means,
    Opened,
    check_contents,
    check_signature,
    signer_of,
)
from mhgate.gate import is_in_plan_order, take_again
from mhgate.gate.certificate_digests import certificate_digest
from mhgate.journal import parse_journal
from mhgate.records import Certificate, Report, Verdict
from mhgate.records.attested import Signed
from mhgate.records.evidence import KeptJournal, PackIndex, PackVerified, SignOffNeed
from mhgate.records.sealed import Opening
from mhgate.sealed.proving import verify_opening
from mhgate.stats import METHOD_VERSION
from mhgate.wiring.earlier import baseline_from, earlier_from
from mhgate.wiring.evaluation import version_of_mhgate
from mhgate.wiring.held_journals import root_bound
from mhgate.wiring.packing_evidence import BASELINE, CERTIFICATES, JOURNAL, OPENINGS
from mhgate.wiring.rested_on import held_baseline
from mhgate.wiring.verdict_changes import differences

__all__ = ["Trusting", "by_identity", "by_keys", "check_pack", "verify_pack"]

_CERTIFICATE = TypeAdapter(Certificate)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trusting:
    """Whose signatures are believed, and what must be there.

    Args:
        signature: checks the pack's own signature.
        sign_offs: checks that of a sign-off; None: the same way.
        needs: sign-offs that must be there, beside those that the pack's thresholds ask for.
        require_sign_off: whether those of the thresholds must be there.
        check_sign_offs: False leaves sign-offs unchecked, and says so.
        journal: the run's journal, where who keeps it shows it.
        openings: of protected items, beside those in the pack.
        unseal: opens the lines of protected items in a journal.
    """

    signature: Authenticate
    sign_offs: Authenticate | None = None
    needs: Sequence[SignOffNeed] = ()
    require_sign_off: bool = False
    check_sign_offs: bool = True
    journal: Path | None = None
    openings: Sequence[Path] = ()
    unseal: Callable[[str], bytes] | None = None


def by_keys(keys: Sequence[PublicKey]) -> Authenticate:
    """Return what believes signatures of these keys, and no others.

    Args:
        keys: that were handed over by a way that is trusted.
    """
    return lambda data, name: verify_bundle(data, keys, name=name)


def by_identity(identity: str, issuer: str, *, trusted_root: Path | None) -> Authenticate:
    """Return what believes keyless signatures of one identity.

    Args:
        identity: who must have signed: of a workflow in Actions its address.
        issuer: who vouches for the identity.
        trusted_root: the roots of trust; None: those that ``sigstore`` knows.
    """

    def authenticate(data: bytes, name: str) -> Signed:
        from mhgate.attest.keyless import verify_keyless  # noqa: PLC0415 - the extra sigstore

        return verify_keyless(
            data, identity=identity, issuer=issuer, trusted_root=trusted_root, name=name
        )

    return authenticate


def verify_pack(path: Path, trusting: Trusting) -> PackVerified:
    """Check a pack, and everything in it that can be checked.

    Args:
        path: its folder, or its zip.
        trusting: whose signatures are believed, and what must be there.

    Returns:
        What holds, what is broken, and what nobody could check.

    Raises:
        UsageError: there is no pack there.
        EvidenceError: it is a zip that was changed, or a folder with links, and is not read.
    """
    pack = read_pack(path)
    checks = Checks()
    opened = check_pack(pack, checks, trusting)
    signed = check_signature(opened, checks, trusting.signature)
    sign_offs = check_sign_offs(
        opened,
        checks,
        trusting.sign_offs or trusting.signature,
        signed=signed,
        needs=tuple(trusting.needs),
        require=trusting.require_sign_off,
        skip=not trusting.check_sign_offs,
    )
    report = opened.report
    return PackVerified(
        pack=pack.name,
        run=None if report is None else report.provenance.run_id,
        outcome=None if report is None else report.verdict.outcome.value,
        result=None if signed is None else str(signed.statement.predicate.get("result")),
        signed_by=None if signed is None else signer_of(signed),
        sign_offs=sign_offs,
        checks=tuple(checks.found),
    )


def check_pack(pack: Pack, checks: Checks, trusting: Trusting | None = None) -> Opened:
    """Hold a pack to its index and its parts to one another; signatures apart.

    Args:
        pack: as it lies there.
        checks: to which what was found is added.
        trusting: what is shown beside the pack.
    """
    journal = None if trusting is None else trusting.journal
    unseal = None if trusting is None else trusting.unseal
    opened = check_contents(
        pack,
        checks,
        Means(
            read_report=lambda data, name: earlier_from(data, name=name, what="report"),
            read_certificates=_certificates,
            retake=_retaken,
            differences=lambda one, other, texts: differences(one, other, with_texts=texts),
            check_journal=lambda found, held, index, report: _check_journal(
                found, held, index, report, beside=journal, unseal=unseal
            ),
            version=version_of_mhgate(),
            method=METHOD_VERSION,
        ),
    )
    if opened.report is not None:
        _check_openings(pack, checks, opened.report, () if trusting is None else trusting.openings)
    return opened


def _certificates(pack: Pack, report: Report) -> tuple[Certificate, ...]:
    wanted = {} if report.conditions is None else dict(report.conditions.certificates)
    found: dict[str, Certificate] = {}
    for name, data in pack.files.items():
        if not name.startswith(CERTIFICATES):
            continue
        where = pack.where(name)
        try:
            certificate = _CERTIFICATE.validate_python(parse_json(data), strict=False)
        except (ValidationError, ValueError) as error:
            kind = "no certificate" if isinstance(error, ValidationError) else str(error)
            raise EvidenceError(f"{where}: {kind}.", hint="Take the pack as it was made.") from None
        if wanted.get(certificate.id) != certificate_digest(certificate):
            raise EvidenceError(
                f"{where}: the report does not rest on this certificate.",
                hint="Take the pack as it was made.",
            )
        found[certificate.id] = certificate
    for name in wanted:
        if name not in found:
            raise EvidenceError(
                f"{pack.where(REPORT)}: rests on the certificate {name!r}, which is not in the "
                "pack.",
                hint="Take the pack as it was made.",
            )
    return tuple(found[name] for name in sorted(found))


def _retaken(report: Report, pack: Pack, certificates: Sequence[Certificate]) -> Verdict | None:
    """Take a report's verdict again from its outcomes; None where the order of its plan decided."""
    if report.conditions is None or is_in_plan_order(report):
        return None
    baseline = None
    if report.provenance.baseline is not None:
        name = pack.where(BASELINE)
        if BASELINE not in pack.files:
            raise ReportFileError(
                f"{name}: is missing: the report was compared with a baseline.",
                hint="Take the pack as it was made.",
            )
        baseline = held_baseline(
            baseline_from(pack.files[BASELINE], name=name),
            report,
            named=name,
            path=pack.where(REPORT),
        )
    return take_again(report, report.conditions, baseline=baseline, certificates=certificates)


def _check_journal(
    checks: Checks,
    pack: Pack,
    index: PackIndex,
    report: Report,
    *,
    beside: Path | None,
    unseal: Callable[[str], bytes] | None,
) -> None:
    told, where = index.journal, pack.where(JOURNAL)
    if told is None:
        checks.open(
            "journal",
            "the journal: the pack was made without one, so that nothing holds "
            "the outcomes to what was said",
        )
        return
    data, name = pack.files.get(JOURNAL), where
    if told.how == "committed" and data is not None:
        checks.broken(
            "journal", f"{where}: lies there, and the index says it does not", file=JOURNAL
        )
        return
    if told.how != "committed" and data is None:
        checks.broken("journal", f"{where} is missing", file=JOURNAL)
        return
    if beside is not None:
        try:
            data, name = beside.read_bytes(), str(beside)
        except OSError as error:
            raise UsageError(
                f"{beside}: {error.strerror or error}; expected the journal of the run.",
                hint="Leave --journal out where nobody has it.",
            ) from error
    if data is None:
        checks.open(
            "journal",
            f"the journal ({told.n_lines} lines), which is not in the pack: it is committed to by "
            "its hash, and who keeps it can show it (--journal FILE)",
        )
        return
    is_whole = told.how == "inside" or beside is not None
    checks.trying(
        "journal",
        JOURNAL,
        lambda: _held(checks, report, told, data, name=name, is_whole=is_whole, unseal=unseal),
        where=name,
    )


def _held(
    checks: Checks,
    report: Report,
    told: KeptJournal,
    data: bytes,
    *,
    name: str,
    is_whole: bool,
    unseal: Callable[[str], bytes] | None,
) -> None:
    kept = parse_journal(data, name=name, unseal=unseal)
    if is_whole and sha256_hex(data) != told.sha256:
        raise EvidenceError(
            f"{name}: is not the journal that the index commits to (SHA-256).",
            hint="Take the journal as the run wrote it.",
        )
    if (kept.head, kept.n_lines) != (told.head, told.n_lines) or kept.torn_bytes:
        raise EvidenceError(
            f"{name}: its chain ends with {kept.head[:12]}... after {kept.n_lines} lines; the "
            f"index says {str(told.head)[:12]}... after {told.n_lines}.",
            hint="Lines were cut off, or added: take the journal as the run wrote it.",
        )
    checks.holds("journal", f"the chain of the journal's {kept.n_lines} lines is whole")
    if kept.is_copy:
        checks.open(
            "transcripts",
            "the transcripts against the report's Merkle root: the journal in the pack is redacted "
            f"({kept.n_changed} lines changed, {kept.n_withheld} left out); who keeps it can show "
            "it whole (--journal FILE)",
        )
    elif kept.n_closed:
        checks.open(
            "transcripts",
            f"the transcripts against the report's Merkle root: {kept.n_closed} lines are of "
            "protected items, and there is no key to them",
        )
    elif any(step.how == "decided again" for step in report.provenance.derived[-1:]):
        checks.open(
            "transcripts",
            "the transcripts against the report's Merkle root: the report was decided again, and "
            "keeps the root of its run",
        )
    elif root_bound(kept, report) != report.merkle_root:
        raise EvidenceError(
            f"{name}: its transcripts are not those that {REPORT} was made of (their Merkle root "
            "is another one).",
            hint="The journal and the report are of different runs, or one was changed.",
        )
    else:
        checks.holds("transcripts", "the transcripts are those that the report's Merkle root binds")


def _check_openings(pack: Pack, checks: Checks, report: Report, beside: Sequence[Path]) -> None:
    parts = () if report.conditions is None else report.conditions.sealed
    if not parts:
        return
    given: dict[str, bytes] = {
        name: data for name, data in pack.files.items() if name.startswith(OPENINGS)
    }
    for path in beside:
        try:
            given[str(path)] = path.read_bytes()
        except OSError as error:
            raise UsageError(
                f"{path}: {error.strerror or error}; expected an opening.",
                hint="mhgate suites prove writes one.",
            ) from error
    shown = set()
    for name, data in given.items():
        found = checks.trying("sealed items", name, partial(_opened, data, report), where=name)
        if found is not None:
            shown.add(found)
    asked = {row.item_id.rpartition("/")[2] for row in report.outcomes}
    n_sealed = sum(part.n_drawn for part in parts)
    n_shown = len(shown & asked)
    if shown:
        checks.holds(
            "sealed items",
            f"{len(shown)} protected items that were opened are in the packs that the report names"
            f" ({n_shown} of them were asked)",
        )
    if n_shown < n_sealed:
        checks.open(
            "sealed items",
            f"the words of {n_sealed - n_shown} protected items, which are bound by the roots of "
            "their packs and can be opened one by one (--opening FILE)",
        )


def _opened(data: bytes, report: Report) -> str:
    parts = () if report.conditions is None else report.conditions.sealed
    opening = Opening.model_validate(parse_json(data))
    if opening.root not in {part.root for part in parts}:
        raise EvidenceError("is of a pack that the report did not draw from.", hint="Leave it out.")
    verify_opening(opening, root=opening.root)
    return opening.name
