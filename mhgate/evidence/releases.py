"""What of a release is compared, and what changed between two of them. No change is judged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from mhgate.canonical import digest as digest_of
from mhgate.records import Report
from mhgate.records.dispositions import DispositionTable
from mhgate.records.evidence import KeptSuites
from mhgate.records.releases import (
    FactChange,
    FigureThen,
    ReleaseChanges,
    ReleasedPillar,
    ReleasedProbe,
    ReleasedSuite,
    ReleaseState,
)

__all__ = ["changes_between", "state_of"]

_SAYS = (
    "What is in this pack, beside what was in an earlier pack whose signature held. Figures may be "
    "compared only where both runs measured the same thing; two ranges that overlap show no change."
)
_NOTHING = "none"
_FACTS = {
    "outcome": "outcome",
    "profile": "profile",
    "build": "build of the product",
    "commit": "commit",
    "target": "target",
    "judge": "judge",
    "method": "method of the statistics",
    "sampler": "how items are drawn",
    "mhgate": "version of mhgate",
    "policy": "digest of the policy",
    "n_dispositions": "dispositions given",
    "n_undisposed": "failed items and open waivers without a disposition",
}


def state_of(
    report: Report, digest: str, suites: KeptSuites, table: DispositionTable | None
) -> ReleaseState:
    """Return what is compared of a release.

    Args:
        report: of the pack.
        digest: of the report's bytes.
        suites: as the pack keeps them.
        table: the pack's dispositions; None where it has none.
    """
    run, verdict = report.provenance, report.verdict
    asked: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
    for row in report.outcomes:
        asked[row.probe_id].add((row.item_id, row.item_digest))
    given = 0 if table is None else sum(each.disposition is not None for each in table.lines)
    return ReleaseState(
        run=run.run_id,
        finished_at=run.finished_at,
        report=digest,
        outcome=verdict.outcome.value,
        exit_code=verdict.exit_code,
        profile=verdict.profile.name,
        mhgate=run.mhgate_version,
        method=run.measurement.get("method"),
        judge=run.judge_fingerprint,
        sampler=run.measurement.get("sampler"),
        target=run.target_kind,
        build=run.target_build,
        commit=run.commit,
        policy=run.policy_digest,
        pillars=tuple(
            ReleasedPillar(
                pillar=each.pillar,
                outcome=each.outcome.value,
                trust=each.trust_score,
                lower=None if each.trust_interval is None else each.trust_interval.lower,
                upper=None if each.trust_interval is None else each.trust_interval.upper,
            )
            for each in verdict.pillars
        ),
        probes=tuple(
            ReleasedProbe(
                probe=each.probe.id,
                outcome=each.outcome.value,
                point=each.estimate.point,
                lower=each.estimate.interval.lower,
                upper=each.estimate.interval.upper,
                min_score=each.threshold.min_score,
                max_drop=each.threshold.max_drop,
                required=each.threshold.required,
                measured_by=run.measurement.get(f"probe {each.probe.id}"),
                items=digest_of(sorted(asked.get(each.probe.id, ()))),
            )
            for pillar in verdict.pillars
            for each in pillar.probes
        ),
        suites=tuple(
            ReleasedSuite(
                name=each.name, version=each.version, digest=each.digest, n_items=each.n_items
            )
            for each in suites.suites
        ),
        waivers={each.id: each.state for each in verdict.waivers},
        n_dispositions=given,
        n_undisposed=None if table is None else len(table.undisposed),
    )


def changes_between(
    then: ReleaseState, now: ReleaseState, *, since: str, checked_by: str
) -> ReleaseChanges:
    """Return what changed from one release to another.

    Args:
        then: the earlier one.
        now: the later one.
        since: what the earlier pack is called.
        checked_by: by whose signature it holds, in words.
    """
    return ReleaseChanges(
        says=_SAYS,
        since=since,
        checked_by=checked_by,
        then=then,
        now=now,
        facts=tuple(_facts(then, now)),
        pillars=tuple(_pillars(then, now)),
        probes=tuple(_probes(then, now)),
        thresholds=tuple(_thresholds(then, now)),
        suites=tuple(_suites(then, now)),
        waivers=tuple(
            FactChange(what=name, then=_word(then.waivers, name), now=_word(now.waivers, name))
            for name in sorted({*then.waivers, *now.waivers})
            if then.waivers.get(name) != now.waivers.get(name)
        ),
    )


def _word(held: dict[str, str], name: str) -> str:
    return held.get(name, _NOTHING).replace("_", " ")


def _facts(then: ReleaseState, now: ReleaseState) -> Iterator[FactChange]:
    for key, what in _FACTS.items():
        one, other = getattr(then, key), getattr(now, key)
        if one != other:
            yield FactChange(what=what, then=_said(one), now=_said(other))


def _said(value: object) -> str:
    return "not known" if value is None else str(value)


def _unlike_at_all(then: ReleaseState, now: ReleaseState) -> str | None:
    """Return why nothing that both measured may be compared, None where that may be."""
    for key in ("method", "judge", "sampler"):
        if getattr(then, key) != getattr(now, key):
            return f"{_FACTS[key]}: another one"
    return None


def _why_not(
    then: ReleasedProbe | None, now: ReleasedProbe | None, at_all: str | None
) -> str | None:
    if then is None:
        return "is new"
    if now is None:
        return "is gone"
    if at_all is not None:
        return at_all
    if then.measured_by is None or then.measured_by != now.measured_by:
        return "the probe or its question is another one"
    if then.items != now.items:
        return "other items were asked"
    return None


def _probes(then: ReleaseState, now: ReleaseState) -> Iterator[FigureThen]:
    at_all = _unlike_at_all(then, now)
    before = {each.probe: each for each in then.probes}
    after = {each.probe: each for each in now.probes}
    for name in [*after, *(name for name in before if name not in after)]:
        one, other = before.get(name), after.get(name)
        yield FigureThen(
            name=name,
            then_outcome=None if one is None else one.outcome,
            now_outcome=None if other is None else other.outcome,
            then=(None, None, None) if one is None else (one.point, one.lower, one.upper),
            now=(None, None, None) if other is None else (other.point, other.lower, other.upper),
            why_not=_why_not(one, other, at_all),
        )


def _pillars(then: ReleaseState, now: ReleaseState) -> Iterator[FigureThen]:
    unlike = {each.name.partition(".")[0]: each for each in _probes(then, now) if each.why_not}
    before = {each.pillar: each for each in then.pillars}
    after = {each.pillar: each for each in now.pillars}
    for name in [*after, *(name for name in before if name not in after)]:
        one, other = before.get(name), after.get(name)
        first = unlike.get(name)
        why = "is new" if one is None else "is gone" if other is None else None
        if why is None and first is not None:
            why = f"{first.name}: {first.why_not}"
        yield FigureThen(
            name=name,
            then_outcome=None if one is None else one.outcome,
            now_outcome=None if other is None else other.outcome,
            then=(None, None, None) if one is None else (one.trust, one.lower, one.upper),
            now=(None, None, None) if other is None else (other.trust, other.lower, other.upper),
            why_not=why,
        )


def _thresholds(then: ReleaseState, now: ReleaseState) -> Iterator[FactChange]:
    before = {each.probe: each for each in then.probes}
    for each in now.probes:
        one = before.get(each.probe)
        if one is None:
            continue
        for key in ("min_score", "max_drop", "required"):
            if getattr(one, key) != getattr(each, key):
                yield FactChange(
                    what=f"{each.probe}: {key}",
                    then=_said_limit(getattr(one, key)),
                    now=_said_limit(getattr(each, key)),
                )


def _said_limit(value: object) -> str:
    return "not asked about" if value is None else str(value).lower()


def _suites(then: ReleaseState, now: ReleaseState) -> Iterator[FactChange]:
    before = {each.name: each for each in then.suites}
    after = {each.name: each for each in now.suites}
    for name in sorted({*before, *after}):
        one, other = before.get(name), after.get(name)
        if one != other:
            yield FactChange(what=name, then=_suite(one), now=_suite(other))


def _suite(suite: ReleasedSuite | None) -> str:
    if suite is None:
        return _NOTHING
    digest = suite.digest.removeprefix("sha256:")[:12]
    return f"version {suite.version}, {suite.n_items} items, {digest}"
