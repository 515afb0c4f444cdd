"""What is signed: an in-toto statement of a test result, with everything that it rests on.

The predicate is made from the pack alone, by fixed rules, so that whoever checks a signature makes
it again and compares: nothing in it is taken at its word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mhgate.evidence.index import INDEX, REPORT, sha256_hex
from mhgate.records import Certificate, Outcome, ProbeVerdict, Report
from mhgate.records.evidence import KeptSuites, PackIndex

__all__ = [
    "PREDICATE_TYPE",
    "RUN_KEY",
    "THRESHOLDS",
    "result_of",
    "run_predicate",
    "subject_digests",
    "why_not_signed",
    "why_warned",
]

PREDICATE_TYPE = "https://in-toto.io/attestation/test-result/v0.1"
RUN_KEY = "urn:mhgate:run:v1"
THRESHOLDS = "thresholds.toml"

_BEST = "clinicians"


def why_not_signed(report: Report) -> str | None:
    """Return why a report cannot be signed whatever it says, None where it can.

    Args:
        report: of the pack.
    """
    if report.scope != "full" or report.partial_because:
        reasons = "; ".join(report.partial_because) or "not all of its plan was reached"
        return f"it is partial ({reasons}), and a part of a run is no gate"
    if report.conditions is None:
        return "it does not say what its verdict was taken under"
    if report.conditions.interrupted:
        return "the run was interrupted"
    if report.accounts.asked == 0:
        return "nothing was evaluated"
    return None


def why_warned(report: Report, certificates: Sequence[Certificate]) -> list[str]:
    """Return why a pass of this report is signed WARNED, and not PASSED; none where it is not.

    Args:
        report: of the pack.
        certificates: those in the pack that the report rests on.
    """
    probes = [probe for pillar in report.verdict.pillars for probe in pillar.probes]
    reasons = []
    if any(probe.probe.is_judged for probe in probes) and not report.provenance.judge_certified:
        reasons.append("the judge is not certified")
    by_id = {each.id: each.labelled_by for each in certificates}
    lesser = {
        by_id[name]
        for probe in probes
        for name in [probe.estimate.certificate]
        if name in by_id and by_id[name] != _BEST and _is_required(probe)
    }
    if lesser:
        whose = ", ".join(sorted(lesser))
        reasons.append(f"the judge is certified on labels by {whose}, not by {_BEST}")
    if report.cassette is not None and report.cassette.is_replayed:
        reasons.append(
            f"{report.cassette.n_replayed} replies are a recording's ({report.cassette.file}), and "
            "nobody was asked for them"
        )
    if report.verdict.waived:
        used = [each.id for each in report.verdict.waivers if each.state == "waives"]
        reasons.append(f"it rests on waivers ({', '.join(used) or 'for items'})")
    return reasons


def _is_required(probe: ProbeVerdict) -> bool:
    return probe.threshold.required or any(part.threshold.required for part in probe.strata)


def result_of(report: Report, certificates: Sequence[Certificate]) -> str:
    """Return the one word of a test result.

    FAILED: the gate is closed, for whatever reason. PASSED: it passed, by a judge that clinicians'
    labels certify where one judged, without a waiver, on replies that it asked for. WARNED:
    everything else that is open.

    Args:
        report: of the pack.
        certificates: those that it rests on.
    """
    if report.verdict.blocks:
        return "FAILED"
    is_pass = report.verdict.outcome is Outcome.PASS
    return "PASSED" if is_pass and not why_warned(report, certificates) else "WARNED"


def subject_digests(files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the SHA-256 of what a signature is about, by name: the report, and the index.

    Args:
        files: of the pack.
    """
    return {name: sha256_hex(files[name]) for name in (REPORT, INDEX)}


def run_predicate(
    report: Report,
    *,
    files: Mapping[str, bytes],
    index: PackIndex,
    suites: KeptSuites,
    certificates: Sequence[Certificate],
) -> dict[str, Any]:
    """Return the predicate that stands for a pack; the same pack makes the same one.

    Args:
        report: of the pack.
        files: of the pack.
        index: of the pack.
        suites: as the pack keeps them.
        certificates: those in the pack that the report rests on.
    """
    verdict, provenance, conditions = report.verdict, report.provenance, report.conditions
    thresholds = sha256_hex(files[THRESHOLDS])
    by_outcome = {
        outcome: [each.pillar for each in verdict.pillars if each.outcome is outcome]
        for outcome in Outcome
    }
    journal = None if index.journal is None else index.journal.model_dump(mode="json")
    return {
        "result": result_of(report, certificates),
        "configuration": [{"name": THRESHOLDS, "digest": {"sha256": thresholds}}],
        "passedTests": by_outcome[Outcome.PASS],
        "warnedTests": by_outcome[Outcome.INCONCLUSIVE],
        "failedTests": by_outcome[Outcome.FAIL] + by_outcome[Outcome.ERROR],
        RUN_KEY: {
            "run": provenance.run_id,
            "report": sha256_hex(files[REPORT]),
            "thresholds": thresholds,
            "policy": provenance.policy_digest,
            "suites": suites.root,
            "measurement": provenance.measurement_fingerprint,
            "method": provenance.measurement.get("method"),
            "judge": {
                "fingerprint": provenance.judge_fingerprint,
                "certified": provenance.judge_certified,
                "certificates": {} if conditions is None else dict(conditions.certificates),
            },
            "target": {
                "kind": provenance.target_kind,
                "fingerprint": provenance.target_fingerprint,
                "build": provenance.target_build,
            },
            "commit": provenance.commit,
            "baseline": None
            if provenance.baseline is None
            else {
                "run": provenance.baseline,
                "content": None if conditions is None else conditions.baseline,
            },
            "live": None
            if report.live is None
            else {"name": report.live.name, "fingerprint": report.live.target_fingerprint},
            "journal": journal,
            "merkle_root": report.merkle_root,
            "sealed": {}
            if conditions is None
            else {each.file: each.root for each in conditions.sealed},
            "protocol": None if index.protocol is None else index.protocol.model_dump(mode="json"),
            "started_at": provenance.started_at.isoformat(),
            "finished_at": provenance.finished_at.isoformat(),
            "mhgate": provenance.mhgate_version,
            "profile": verdict.profile.name,
            "outcome": verdict.outcome.value,
            "exit_code": verdict.exit_code,
            "waived": verdict.waived,
            "waivers": [{"id": each.id, "state": each.state} for each in verdict.waivers],
            "warned_because": why_warned(report, certificates),
            "pillars": [
                {
                    "pillar": pillar.pillar,
                    "outcome": pillar.outcome.value,
                    "trust_score": pillar.trust_score,
                    "interval": None
                    if pillar.trust_interval is None
                    else pillar.trust_interval.model_dump(mode="json"),
                    "probes": [_told(probe) for probe in pillar.probes],
                }
                for pillar in verdict.pillars
            ],
        },
    }


def _told(probe: ProbeVerdict) -> dict[str, Any]:
    return {
        "probe": probe.probe.id,
        "outcome": probe.outcome.value,
        "required": probe.threshold.required,
        "point": probe.estimate.point,
        "interval": probe.estimate.interval.model_dump(mode="json"),
        "min_score": probe.threshold.min_score,
        "families": probe.estimate.n_families,
    }
