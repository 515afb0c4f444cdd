"""A pack, held to its signature, to its index, and to itself; offline, by the pack alone.

Every check is made that can be made, also after one that failed, so that a message names the file
that was changed. What the signature says is not believed either: its claim is made again from the
pack and compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mhgate.attest import check_subjects
from mhgate.canonical import canonical_json
from mhgate.errors import AttestError
from mhgate.evidence.checks import Checks
from mhgate.evidence.container import Pack
from mhgate.evidence.index import (
    INDEX,
    REPORT,
    SIGNATURE,
    read_index,
    sha256_hex,
    unlike_index,
)
from mhgate.evidence.plan_kept import check_plan, check_probes
from mhgate.evidence.policy_kept import config_of_pack, unlike_policy
from mhgate.evidence.rules import RULES, rule_of, undecided_by
from mhgate.evidence.statement import (
    PREDICATE_TYPE,
    THRESHOLDS,
    run_predicate,
    subject_digests,
    why_not_signed,
)
from mhgate.evidence.suites_kept import SUITES, digests_of_items, read_suites, unlike_items
from mhgate.records import Certificate, Report, Verdict
from mhgate.records.attested import Signed
from mhgate.records.evidence import KeptSuites, PackIndex

__all__ = ["Authenticate", "Means", "Opened", "check_contents", "check_signature"]

Authenticate = Callable[[bytes, str], Signed]
"""Checks a signature's bundle, given its bytes and its name; raises AttestError."""

_MOST_NAMED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """What checking needs of rooms beside this one.

    Args:
        read_report: bytes and a name -> a report that does not contradict itself.
        read_certificates: a pack's files and a report -> the certificates that it rests on.
        retake: a report, a pack's files and certificates -> the verdict made again from outcomes;
            None where that cannot be done by this version, or without the order of the plan.
        differences: two verdicts, and whether sentences count -> where they differ.
        check_journal: books what becomes of the journal.
        version: of this mhgate.
        method: by which this mhgate estimates.
    """

    read_report: Callable[[bytes, str], Report]
    read_certificates: Callable[[Pack, Report], tuple[Certificate, ...]]
    retake: Callable[[Report, Pack, Sequence[Certificate]], Verdict | None]
    differences: Callable[[Verdict, Verdict, bool], list[str]]
    check_journal: Callable[[Checks, Pack, PackIndex, Report], None]
    version: str
    method: str


@dataclass(frozen=True, slots=True)
class Opened:
    """What could be read of a pack; None for what could not."""

    pack: Pack
    index: PackIndex | None = None
    report: Report | None = None
    suites: KeptSuites | None = None
    certificates: tuple[Certificate, ...] | None = None

    @property
    def predicate(self) -> dict[str, Any] | None:
        """What a signature of this pack claims; None where too little of it can be read."""
        if self.index is None or self.report is None or self.suites is None:
            return None
        if self.certificates is None or THRESHOLDS not in self.pack.files:
            return None
        return run_predicate(
            self.report,
            files=self.pack.files,
            index=self.index,
            suites=self.suites,
            certificates=self.certificates,
        )


def check_contents(pack: Pack, checks: Checks, means: Means) -> Opened:
    """Hold a pack to its index and its parts to one another.

    Args:
        pack: as it lies there.
        checks: to which what was found is added.
        means: what this needs of others.

    Returns:
        What of it could be read.
    """
    index = checks.trying("index", INDEX, lambda: read_index(pack), where=pack.where(INDEX))
    if index is not None and checks.all_of(unlike_index(pack, index)):
        n = len(index.files)
        checks.holds("files", f"all {n} files are as the index says; none is missing or extra")
    report = _report(pack, checks, means)
    if report is None or index is None:
        return Opened(pack, index, report)
    if report.provenance.run_id != index.run:
        checks.broken(
            "index",
            f"{pack.where(INDEX)} is of the run {index.run}, and {pack.where(REPORT)} of "
            f"{report.provenance.run_id}",
            file=INDEX,
        )
    suites = _suites(pack, checks, report)
    certificates = checks.trying(
        "certificates", None, lambda: means.read_certificates(pack, report)
    )
    if certificates:
        n = len(certificates)
        checks.holds("certificates", f"the {n} certificates of the judge are those of the report")
    _policy(pack, checks, report, means)
    means.check_journal(checks, pack, index, report)
    if certificates is not None:
        _verdict(pack, checks, report, certificates, means)
    return Opened(pack, index, report, suites, certificates)


def _report(pack: Pack, checks: Checks, means: Means) -> Report | None:
    where = pack.where(REPORT)
    if REPORT not in pack.files:
        checks.broken("report", f"{where} is missing", file=REPORT)
        return None
    return checks.trying(
        "report", REPORT, lambda: means.read_report(pack.files[REPORT], where), where=where
    )


def _suites(pack: Pack, checks: Checks, report: Report) -> KeptSuites | None:
    where = pack.where(SUITES)
    if SUITES not in pack.files:
        checks.broken("suites", f"{where} is missing", file=SUITES)
        return None
    suites = checks.trying(
        "suites", SUITES, lambda: read_suites(pack.files[SUITES], name=where), where=where
    )
    if suites is None:
        return None
    for suite in suites.suites:
        for told in suite.files:
            data = pack.files.get(told.name)
            if data is None or sha256_hex(data) != told.sha256:
                checks.broken(
                    "suites", f"{pack.where(told.name)} is not as {SUITES} says", file=told.name
                )
    _asked(pack, checks, report, suites)
    return suites


def _asked(pack: Pack, checks: Checks, report: Report, suites: KeptSuites) -> None:
    """Hold what was asked to what the suites in the pack ask: probes, plan, and every item."""
    where = pack.where(SUITES)
    if any(step.how == "transcripts" for step in report.provenance.derived):
        checks.open(
            "items", "whether what was judged is what the suites ask: the transcripts were given"
        )
        return
    if check_probes(pack, checks, report, suites):
        check_plan(pack, checks, report, suites)
    unlike = unlike_items(report, digests_of_items(pack.files, suites))
    n = len({row.item_id for row in report.outcomes})
    if unlike:
        more = f" and {len(unlike) - _MOST_NAMED} more" if len(unlike) > _MOST_NAMED else ""
        checks.broken(
            "items",
            f"{where}: of the {n} items of the report these are not, word for word, in the suites "
            f"of the pack: {', '.join(unlike[:_MOST_NAMED])}{more}",
            file=SUITES,
        )
    else:
        checks.holds("items", f"the {n} items that were asked are those of the suites in the pack")
    sealed = {root for suite in suites.suites for root in suite.sealed.values()}
    parts = () if report.conditions is None else report.conditions.sealed
    for part in parts:
        if part.root not in sealed:
            checks.broken(
                "items",
                f"{where}: the report drew from the sealed pack {part.file}, whose root is not "
                "among the suites'",
                file=SUITES,
            )


def _policy(pack: Pack, checks: Checks, report: Report, means: Means) -> None:
    where = pack.where(THRESHOLDS)
    if THRESHOLDS not in pack.files:
        checks.broken("policy", f"{where} is missing", file=THRESHOLDS)
        return
    config = checks.trying(
        "policy", THRESHOLDS, lambda: config_of_pack(pack.files, report), where=where
    )
    if config is None:
        return
    is_same = report.provenance.mhgate_version == means.version
    unlike = unlike_policy(config, report, same_version=is_same)
    if unlike:
        checks.broken(
            "policy",
            f"{where} is not what the report was decided under ({REPORT}): {'; '.join(unlike)}",
            file=THRESHOLDS,
        )
        return
    given = [each.key for each in report.provenance.overrides if each.key.startswith("gate.")]
    beside = f", with what the run was given beside it ({', '.join(given)})" if given else ""
    checks.holds("policy", f"the report was decided under the thresholds in the pack{beside}")


def _verdict(
    pack: Pack,
    checks: Checks,
    report: Report,
    certificates: Sequence[Certificate],
    means: Means,
) -> None:
    """Take the verdict again: by the rule of its method, and where it can be from the outcomes."""
    where, method = pack.where(REPORT), report.provenance.measurement.get("method")
    why = why_not_signed(report)
    if why is not None:
        checks.broken("verdict", f"{where} decides nothing: {why}", file=REPORT)
        return
    rule = rule_of(report)
    if rule is None:
        checks.broken(
            "verdict",
            f"{where} was decided by method {method}, and this mhgate knows the rules of "
            f"{', '.join(RULES)}: check it with mhgate {report.provenance.mhgate_version} or newer",
            file=REPORT,
        )
        return
    found = checks.trying("verdict", REPORT, lambda: rule(report), where=where)
    if found is None:
        return
    unlike = undecided_by(found, report)
    if unlike:
        checks.broken(
            "verdict",
            f"{where}: the verdict is not what the report's own numbers decide by method {method}: "
            f"{'; '.join(unlike[:_MOST_NAMED])}",
            file=REPORT,
        )
        return
    checks.holds(
        "verdict",
        f"the report's own intervals, thresholds and counts decide {report.verdict.outcome.value} "
        f"(exit code {report.verdict.exit_code}) by method {method}, in all parts",
    )
    _retaken(pack, checks, report, certificates, means)


def _retaken(
    pack: Pack,
    checks: Checks,
    report: Report,
    certificates: Sequence[Certificate],
    means: Means,
) -> None:
    where, method = pack.where(REPORT), report.provenance.measurement.get("method")
    if method != means.method:
        checks.open(
            "intervals",
            f"the intervals were not made again from the outcomes: that takes method {method}, and "
            f"this mhgate estimates by method {means.method}",
        )
        return
    before = len(checks.found)
    again = checks.trying(
        "intervals", REPORT, lambda: means.retake(report, pack, certificates), where=where
    )
    if again is None:
        if len(checks.found) == before:
            checks.open(
                "intervals",
                "the intervals were not made again from the outcomes: the run could stop early, "
                "and no report holds the order of its plan",
            )
        return
    is_same = report.provenance.mhgate_version == means.version
    unlike = means.differences(report.verdict, again, is_same)
    if unlike:
        checks.broken(
            "intervals",
            f"{where}: its outcomes and thresholds decide otherwise: {'; '.join(unlike)}",
            file=REPORT,
        )
        return
    n = len(report.outcomes)
    checks.holds(
        "intervals", f"every interval and the verdict were made again from the {n} outcomes"
    )


def check_signature(opened: Opened, checks: Checks, authenticate: Authenticate) -> Signed | None:
    """Hold a pack to its signature, and the signature's claim to the pack.

    Args:
        opened: what of the pack could be read.
        checks: to which what was found is added.
        authenticate: checks the bundle.

    Returns:
        What was signed and by whom, None where nothing holds.
    """
    pack = opened.pack
    where = pack.where(SIGNATURE)
    data = pack.files.get(SIGNATURE)
    if data is None:
        checks.broken("signature", f"{where} is missing: the pack is not signed", file=SIGNATURE)
        return None
    signed = checks.trying("signature", SIGNATURE, lambda: authenticate(data, where), where=where)
    if signed is None:
        return None
    checks.holds("signature", f"signed by {signer_of(signed)}")
    if REPORT in pack.files and INDEX in pack.files:
        before = len(checks.found)
        checks.trying("subjects", SIGNATURE, lambda: _hold_subjects(pack, signed, where))
        if len(checks.found) == before:
            checks.holds("subjects", f"the signature is of this {REPORT} and this {INDEX}")
    _claim(opened, checks, signed, where)
    return signed


def _hold_subjects(pack: Pack, signed: Signed, where: str) -> None:
    """Hold what was signed to the files; the message names the one that is another."""
    try:
        check_subjects(signed, subject_digests(pack.files), needed=(REPORT, INDEX), name=where)
    except AttestError as error:
        raise AttestError(f"{pack.name}: {error.message}", hint=error.hint) from None


def _claim(opened: Opened, checks: Checks, signed: Signed, where: str) -> None:
    if signed.statement.predicate_type != PREDICATE_TYPE:
        checks.broken(
            "claim",
            f"{where} claims a {signed.statement.predicate_type!r}; expected {PREDICATE_TYPE}",
            file=SIGNATURE,
        )
        return
    expected = opened.predicate
    if expected is None:
        checks.open("claim", "what the signature claims: too little of the pack can be read")
        return
    if canonical_json(signed.statement.predicate) != canonical_json(expected):
        checks.broken(
            "claim",
            f"{where} claims something else than the pack makes it claim: "
            f"{_unlike_claim(signed.statement.predicate, expected)}",
            file=SIGNATURE,
        )
        return
    checks.holds("claim", f"what it claims follows from the pack: {expected['result']}")


def _unlike_claim(found: Mapping[str, object], expected: Mapping[str, object]) -> str:
    keys = [
        key
        for key in sorted({*found, *expected})
        if canonical_json([found.get(key)]) != canonical_json([expected.get(key)])
    ]
    for key in keys:
        one, other = found.get(key), expected.get(key)
        if isinstance(one, Mapping) and isinstance(other, Mapping):
            return f"{key}: {_unlike_claim(one, other)}"
    return ", ".join(keys[:_MOST_NAMED])


def signer_of(signed: Signed) -> str:
    """Return who signed, in words.

    Args:
        signed: a signature that holds.
    """
    if signed.how == "keyless":
        return f"{signed.identity} (as {signed.issuer} says)"
    return f"the key {signed.key_id[:16]}..."
