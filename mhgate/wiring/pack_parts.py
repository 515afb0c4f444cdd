"""Parts of a pack that hold other rooms' records: read from its bytes, held to its report."""

from __future__ import annotations

import hashlib

from pydantic import TypeAdapter, ValidationError

from mhgate.canonical import parse_json
from mhgate.errors import EvidenceError, ReportFileError
from mhgate.evidence.container import Pack
from mhgate.evidence.index import REPORT
from mhgate.gate.certificate_digests import certificate_digest
from mhgate.records import Certificate, Report
from mhgate.records.baselines import Baseline
from mhgate.wiring.earlier import baseline_from
from mhgate.wiring.rested_on import held_baseline

__all__ = [
    "BASELINE",
    "CERTIFICATES",
    "JOURNAL",
    "OPENINGS",
    "REGISTER",
    "baseline_of_pack",
    "certificate_file",
    "certificates_of_pack",
]

JOURNAL, BASELINE, REGISTER = "journal.jsonl", "baseline.json", "register.json"
CERTIFICATES, OPENINGS = "certificates/", "openings/"

_CERTIFICATE = TypeAdapter(Certificate)
_HINT = "Take the pack as it was made."


def certificate_file(certificate: Certificate) -> str:
    """Return the name of a certificate's file in a pack: of its id, whatever that holds.

    Args:
        certificate: any.
    """
    return f"{CERTIFICATES}{hashlib.sha256(certificate.id.encode()).hexdigest()[:16]}.json"


def certificates_of_pack(pack: Pack, report: Report) -> tuple[Certificate, ...]:
    """Return the certificates in a pack: all that its report rests on, and no others.

    Args:
        pack: as it lies there.
        report: of the pack.

    Raises:
        EvidenceError: one is missing, is another one, or is none.
    """
    wanted = {} if report.conditions is None else dict(report.conditions.certificates)
    found: dict[str, Certificate] = {}
    for name, data in pack.files.items():
        if not name.startswith(CERTIFICATES):
            continue
        where = pack.where(name)
        try:
            certificate = _CERTIFICATE.validate_python(parse_json(data), strict=False)
        except ValidationError:
            raise EvidenceError(f"{where}: is no certificate.", hint=_HINT) from None
        except ValueError as error:
            raise EvidenceError(f"{where}: {error}; expected a certificate.", hint=_HINT) from None
        if wanted.get(certificate.id) != certificate_digest(certificate):
            raise EvidenceError(
                f"{where}: the report does not rest on this certificate.", hint=_HINT
            )
        found[certificate.id] = certificate
    for name in wanted:
        if name not in found:
            raise EvidenceError(
                f"{pack.where(REPORT)}: rests on the certificate {name!r}, which is not in the "
                "pack.",
                hint=_HINT,
            )
    return tuple(found[name] for name in sorted(found))


def baseline_of_pack(pack: Pack, report: Report) -> Baseline | None:
    """Return what a pack's report was compared with, None where it was with nothing.

    Args:
        pack: as it lies there.
        report: of the pack.

    Raises:
        BaselineError: it was changed.
        ReportFileError: it is missing, or another one.
    """
    if report.provenance.baseline is None:
        return None
    name = pack.where(BASELINE)
    if BASELINE not in pack.files:
        raise ReportFileError(
            f"{name}: is missing: the report was compared with a baseline.", hint=_HINT
        )
    return held_baseline(
        baseline_from(pack.files[BASELINE], name=name),
        report,
        named=name,
        path=pack.where(REPORT),
    )
