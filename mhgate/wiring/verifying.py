"""A pack of evidence -> what of it holds: checked offline, by the pack and the keys alone."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from mhgate.attest import PublicKey, verify_bundle
from mhgate.errors import EvidenceError, UsageError
from mhgate.evidence.checks import Checks
from mhgate.evidence.container import Pack, read_pack
from mhgate.evidence.signing_off import check_sign_offs
from mhgate.evidence.stamps import CheckStamp, check_stamps
from mhgate.evidence.statement import THRESHOLDS
from mhgate.evidence.verifying import (
    Authenticate,
    Means,
    Opened,
    check_contents,
    check_signature,
    signer_of,
)
from mhgate.gate import is_in_plan_order, take_again
from mhgate.records import Certificate, Report, Verdict
from mhgate.records.attested import Signed
from mhgate.records.evidence import PackVerified, SignOffNeed
from mhgate.stats import METHOD_VERSION
from mhgate.wiring.earlier import earlier_from
from mhgate.wiring.pack_parts import baseline_of_pack, certificates_of_pack
from mhgate.wiring.verdict_changes import differences
from mhgate.wiring.verifying_parts import (
    check_build,
    check_journal_of_pack,
    check_openings,
    check_pages,
)
from mhgate.wiring.verifying_registers import check_earlier, check_register_of_pack
from mhgate.wiring.verifying_trend import check_trend
from mhgate.wiring.versions import version_of_mhgate

__all__ = ["Trusting", "build_deployed", "by_identity", "by_keys", "check_pack", "verify_pack"]

_NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Trusting:
    """Whose signatures are believed, and what must be there.

    Args:
        signature: checks the pack's own signature.
        sign_offs: checks that of a sign-off; None: the same way.
        needs: sign-offs that must be there, beside those that the pack's thresholds ask for.
        require_sign_off: whether those of the thresholds must be there.
        check_sign_offs: False leaves sign-offs unchecked, and says so.
        stamps: checks timestamps, of which one must be there; None: they are not checked.
        journal: the run's journal, where who keeps it shows it.
        openings: of protected items, beside those in the pack.
        unseal: opens the lines of protected items in a journal.
        build: of the product that is deployed, which must be the one that was measured; None:
            nobody asks.
        earlier: a pack that was signed before, whose register this one's must continue.
    """

    signature: Authenticate
    sign_offs: Authenticate | None = None
    needs: Sequence[SignOffNeed] = ()
    require_sign_off: bool = False
    check_sign_offs: bool = True
    stamps: CheckStamp | None = None
    journal: Path | None = None
    openings: Sequence[Path] = ()
    unseal: Callable[[str], bytes] | None = None
    build: str | None = None
    earlier: Path | None = None


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
    """
    checks = Checks()
    try:
        pack = read_pack(path)
    except EvidenceError as error:
        checks.broken("container", str(error))
        return PackVerified(pack=str(path), checks=tuple(checks.found))
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
    check_stamps(pack, checks, trusting.stamps)
    if trusting.earlier is not None:
        check_earlier(opened, checks, read_pack(trusting.earlier), trusting.signature)
    report = opened.report
    if trusting.build is not None and report is not None:
        check_build(report, checks, trusting.build)
    return PackVerified(
        pack=pack.name,
        run=None if report is None else report.provenance.run_id,
        outcome=None if report is None else report.verdict.outcome.value,
        result=None if signed is None else str(signed.statement.predicate.get("result")),
        signed_by=None if signed is None else signer_of(signed),
        sign_offs=sign_offs,
        checks=tuple(checks.found),
    )


def build_deployed(path: Path, url: str, *, environ: Mapping[str, str] = _NOTHING) -> str:
    """Ask a deployed product which build it is, as the thresholds in a pack say where that stands.

    Where the certificates that these name lie in the working directory, it is asked by them.

    Args:
        path: of the pack.
        url: that answers a GET.
        environ: where the passphrase of a client's key is read.

    Raises:
        CannotEvaluateError: nothing answers there, or what does holds no build id.
        UsageError: the thresholds do not say where it would be.
    """
    from mhgate.wiring.deployed_build import (  # noqa: PLC0415 - what asks, where somebody is asked
        read_deployed_build,
    )

    pack = read_pack(path)
    with tempfile.TemporaryDirectory() as name:
        file = Path(name, THRESHOLDS)
        file.write_bytes(pack.files.get(THRESHOLDS, b""))
        try:
            asking = read_deployed_build(file, url, folder=Path.cwd(), environ=environ)
            return asyncio.run(asking)
        except UsageError as error:
            shown = str(error).replace(str(file), pack.where(THRESHOLDS))
            raise UsageError(shown, hint="") from None


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
            read_certificates=certificates_of_pack,
            retake=_retaken,
            differences=lambda one, other, texts: differences(one, other, with_texts=texts),
            check_journal=lambda found, held, index, report: check_journal_of_pack(
                found, held, index, report, beside=journal, unseal=unseal
            ),
            version=version_of_mhgate(),
            method=METHOD_VERSION,
        ),
    )
    if opened.report is not None:
        check_openings(pack, checks, opened.report, () if trusting is None else trusting.openings)
    check_register_of_pack(opened, checks)
    check_trend(opened, checks)
    check_pages(opened, checks)
    return opened


def _retaken(report: Report, pack: Pack, certificates: Sequence[Certificate]) -> Verdict | None:
    """Take a report's verdict again from its outcomes; None where the order of its plan decided."""
    if report.conditions is None or is_in_plan_order(report):
        return None
    baseline = baseline_of_pack(pack, report)
    return take_again(report, report.conditions, baseline=baseline, certificates=certificates)
