"""Rules of decision by method version: they decide from a report's numbers what verdict.py does."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from measuring import MEASURE, PR, RELEASE, decided, measured, rows

from mhgate.evidence import rules
from mhgate.evidence.rules import RULES, rule_of, undecided_by
from mhgate.evidence.rules.drift_3 import is_drifted
from mhgate.records import (
    Accounts,
    Conditions,
    Confirmation,
    Drift,
    DriftAnswer,
    Outcome,
    Provenance,
    Report,
    Threshold,
    Verdict,
    Waiver,
    Waivers,
)
from mhgate.stats import METHOD_VERSION
from mhgate.verdict import Measured, why_drifted

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def report_of(
    verdict: Verdict,
    conditions: Conditions,
    probes: list[Measured],
    values: dict[str, Any],
    **more: Any,
) -> Report:
    """Return a report that holds a verdict and the outcomes that it was taken from."""
    provenance = Provenance(
        run_id="run-1",
        mhgate_version="0",
        python_version="3.11",
        platform="any",
        commit=None,
        started_at=NOW,
        finished_at=NOW,
        profile=verdict.profile.name,
        seed=1,
        attempt=1,
        config_file="thresholds.toml",
        policy_digest="sha256:0",
        measurement={"method": METHOD_VERSION},
        measurement_fingerprint="sha256:0",
        judge_fingerprint="sha256:0",
        judge_certified=True,
        target_kind="demo",
        target_fingerprint="sha256:0",
        baseline="main-1" if any(each.comparison is not None for each in probes) else None,
    )
    all_accounts = [each.estimate.accounts for each in probes]
    summed = Accounts(
        **{
            name: sum(getattr(each, name) for each in all_accounts)
            for name in Accounts.model_fields
        }
    )
    return Report(
        scope="full",
        provenance=provenance,
        verdict=verdict,
        accounts=summed,
        outcomes=tuple(row for name, mine in values.items() for row in rows(mine, probe_id=name)),
        merkle_root="sha256:0",
        conditions=conditions,
        **more,
    )


_value = st.sampled_from([1.0, 1.0, 1.0, 0.0, None])
_limits = st.builds(
    Threshold,
    min_score=st.sampled_from([0.2, 0.5, 0.8]),
    max_drop=st.sampled_from([None, 0.1, 0.4]),
    max_failed=st.sampled_from([0.1, 0.5, 1.0]),
    required=st.booleans(),
    families=st.sampled_from([1, 12]),
)
_waivers = st.lists(
    st.tuples(
        st.sampled_from(["crisis.a", "safety.b", "safety.c"]),
        st.sampled_from([None, "imminent"]),
        st.booleans(),
    ),
    max_size=2,
)


_FEW = 4
_looks = st.one_of(
    st.none(),
    st.builds(
        Confirmation,
        of=st.just("flipped"),
        n_items=st.just(5),
        n_trials=st.just(15),
        p_value=st.sampled_from([0.001, 0.05, 0.6]),
        alpha=st.just(0.05),
        could_not=st.sampled_from(["", "", "the target is gone"]),
    ).map(lambda look: look.model_copy(update={"confirmed": look.p_value <= look.alpha})),
)


def _looked_again(
    found: Measured, look: Confirmation | None, *, beside: bool, seconded: bool
) -> Measured:
    """Return what a probe brought, after a second look, beside a live base, by a second judge."""
    compared = found.comparison
    if compared is not None and beside:
        failed = min(compared.n_pairs, compared.n_failed)
        compared = compared.model_copy(update={"against": "main", "n_failed_there": failed})
    alarms = () if found.probe.exact or not seconded else found.alarms
    return replace(found, second_look=look, comparison=compared, seconded=alarms)


def _waived(found: list[tuple[str, str | None, bool]]) -> Waivers | None:
    held = tuple(
        Waiver(
            id=f"W-{number}",
            probe=probe,
            stratum=stratum,
            reason="known",
            by="A. Person",
            granted=NOW.date() - timedelta(days=20),
            expires=NOW.date() + timedelta(days=-1 if is_over else 5),
        )
        for number, (probe, stratum, is_over) in enumerate(found)
    )
    if not held:
        return None
    return Waivers(file="mhgate-waivers.toml", digest="sha256:0", on=NOW.date(), held=held)


@settings(max_examples=120)
@given(data=st.data())
def test_a_rule_decides_as_the_verdict_does(data: st.DataObject) -> None:
    """Whatever was measured: the same outcomes of all parts, exit code, and waivers."""
    probes, values = [], {}
    with_baseline = data.draw(st.booleans())
    not_gating: dict[str, str] = {}
    unbought: list[str] = []
    seconded = data.draw(st.sets(st.sampled_from(["crisis.a", "safety.b"])))
    for name in ("crisis.a", "safety.b", "safety.c"):
        mine = data.draw(st.one_of(st.just([]), st.lists(_value, max_size=40)))
        limits = data.draw(_limits)
        exact, never = data.draw(st.booleans()), data.draw(st.booleans())
        why = data.draw(st.sampled_from([None, None, None, "no certificate"]))
        if why is not None:
            not_gating[name] = why
        earlier = [1.0] * len(mine) if with_baseline and mine else None
        values[name] = mine
        found = measured(
            mine,
            name=name,
            baseline=earlier,
            threshold=limits,
            stratum=data.draw(_limits) if len(mine) > _FEW else None,
            exact=exact,
            never=never,
            not_gating_reason=why,
        )
        if not mine and data.draw(st.booleans()):
            found = replace(found, is_unbought=True)
            unbought.append(name)
        looked = data.draw(_looks) if earlier is not None else None
        beside = data.draw(st.booleans())
        probes.append(_looked_again(found, looked, beside=beside, seconded=name in seconded))
    waivers = _waived(data.draw(_waivers))
    fail_on = tuple(
        data.draw(st.sets(st.sampled_from(["inconclusive", "new_items", "no_baseline"])))
    )
    new_items = data.draw(st.sampled_from([(), ("crisis/new",)]))
    policy = data.draw(st.sampled_from(["warn", "fail"]))
    profile = data.draw(st.sampled_from([RELEASE, PR, MEASURE]))
    verdict = decided(
        *probes,
        profile=profile,
        waivers=waivers,
        fail_on=fail_on,
        new_items=new_items,
        fail_on_new_items=policy == "fail",
    )
    conditions = Conditions(
        plan="sha256:0",
        not_gating=not_gating,
        unbought=tuple(unbought),
        waivers=waivers,
        fail_on=fail_on,
        new_items=policy,
    )
    report = report_of(verdict, conditions, probes, values, new_items=new_items)
    rows_ = tuple(
        row.model_copy(update={"confirmed_by": "sha256:other", "judge": "sha256:own"})
        if row.probe_id in seconded
        else row
        for row in report.outcomes
    )
    report = report.model_copy(update={"outcomes": rows_})
    rule = rule_of(report)
    assert rule is not None
    assert undecided_by(rule(report), report) == []


def _simple(good: int, bad: int, **others: Any) -> Report:
    mine = [1.0] * good + [0.0] * bad
    found = measured(mine, name="crisis.a", **others)
    return report_of(decided(found), Conditions(plan="sha256:0"), [found], {"crisis.a": mine})


@pytest.mark.parametrize(
    ("good", "bad", "outcome"),
    [(60, 0, Outcome.PASS), (10, 50, Outcome.FAIL), (8, 2, Outcome.INCONCLUSIVE)],
)
def test_a_verdict_that_its_numbers_do_not_give_is_found(
    good: int, bad: int, outcome: Outcome
) -> None:
    """Whichever outcome a report's numbers give, every other one is named as a forgery."""
    report = _simple(good, bad)
    assert report.verdict.outcome is outcome
    rule = RULES["3"]
    assert undecided_by(rule(report), report) == []
    for other in set(Outcome) - {outcome}:
        (pillar,) = report.verdict.pillars
        (probe,) = pillar.probes
        forged_probe = probe.model_copy(update={"outcome": other})
        forged_pillar = pillar.model_copy(update={"outcome": other, "probes": (forged_probe,)})
        forged = report.model_copy(
            update={
                "verdict": report.verdict.model_copy(
                    update={"outcome": other, "pillars": (forged_pillar,)}
                )
            }
        )
        found = undecided_by(rule(forged), forged)
        assert any(f"the outcome is {other.value}" in each for each in found)
        assert any("crisis.a is" in each for each in found)


def test_a_hidden_alarm_and_a_bought_confirmation_are_found() -> None:
    """Alarms are counted from the outcomes, and a second look is held to its own p-value."""
    report = _simple(59, 1, exact=True, never=True)
    rule = RULES["3"]
    assert report.verdict.outcome is Outcome.FAIL
    (pillar,) = report.verdict.pillars
    quiet = pillar.probes[0].model_copy(update={"n_alarms": 0})
    forged = report.model_copy(
        update={
            "verdict": report.verdict.model_copy(
                update={"pillars": (pillar.model_copy(update={"probes": (quiet,)}),)}
            )
        }
    )
    assert any("its alarms is 0" in each for each in undecided_by(rule(forged), forged))
    mine, earlier = [1.0] * 20 + [0.0] * 30, [1.0] * 50
    lost = measured(
        mine,
        name="crisis.a",
        baseline=earlier,
        threshold=Threshold(min_score=0.05, max_drop=0.1),
    )
    open_look = Confirmation(of="flipped", n_items=30, n_trials=90, p_value=0.6, alpha=0.05)
    bought = report_of(decided(lost), Conditions(plan="sha256:0"), [lost], {"crisis.a": mine})
    assert bought.verdict.outcome is Outcome.FAIL
    (pillar,) = bought.verdict.pillars
    looked = pillar.probes[0].model_copy(update={"second_look": open_look})
    unforged = bought.model_copy(
        update={
            "verdict": bought.verdict.model_copy(
                update={"pillars": (pillar.model_copy(update={"probes": (looked,)}),)}
            )
        }
    )
    assert any(
        "numbers decide inconclusive" in each for each in undecided_by(rule(unforged), unforged)
    )


def test_a_partial_report_decides_nothing() -> None:
    """No rule speaks of a part of a run."""
    report = _simple(60, 0)
    partial = report.model_copy(update={"scope": "partial", "partial_because": ("-k crisis",)})
    with pytest.raises(ValueError, match="partial"):
        RULES["3"](partial)


def test_every_method_that_decides_has_its_rule() -> None:
    """A new version of the statistics adds an entry; none is ever taken away."""
    assert METHOD_VERSION in RULES
    assert "3" in RULES


def test_a_rule_shares_no_code_with_the_room_that_decides() -> None:
    """A later change of the verdict's room cannot change what an old pack was decided by."""
    for path in Path(*rules.__path__).glob("*.py"):
        assert "mhgate.verdict" not in path.read_text(), path


@given(
    answers=st.lists(st.tuples(st.booleans(), st.sampled_from([None, True, False])), min_size=1),
    floor=st.sampled_from([0.0, 0.5, 0.9]),
)
@settings(max_examples=60, deadline=None)
def test_a_drifted_judge_is_found_as_the_verdict_finds_it(
    answers: list[tuple[bool, bool | None]], floor: float
) -> None:
    """From the same answers, two pieces of code."""
    drift = Drift.model_construct(
        judge="j",
        before="earlier",
        floor=floor,
        level=0.1,
        answers=tuple(
            DriftAnswer.model_construct(
                unit=f"u{number // 2}", agrees=now, agreed_before=then, failure=None
            )
            for number, (now, then) in enumerate(answers)
        ),
    )
    assert is_drifted(drift) == bool(why_drifted(drift))
    assert not is_drifted(None)
