"""Reports of configurations beside each other: who may stand there, and what is said of them."""

from __future__ import annotations

from random import Random

import pytest
from configurations import DIMENSION, RUBRIC, Value, configuration, probe_named

from mhgate.errors import IncomparableError, UsageError
from mhgate.leaderboard import leaderboard_of
from mhgate.leaderboard.effects import matched_pairs
from mhgate.records import Drift, DriftAnswer, Report
from mhgate.records.leaderboard import BoardEntry, BoardStanding, Leaderboard


def rate(share: float, seed: int = 0) -> Value:
    """Score 1 in about that share of items, the same for each seed."""

    def value(probe: str, number: int) -> float:
        return float(Random(f"{probe}{number}{seed}").random() < share)

    return value


def board(*reports: Report, **more: object) -> Leaderboard:
    return leaderboard_of(reports, mhgate_version="0", **more)  # type: ignore[arg-type]


def standing(entry: BoardEntry, column: str) -> BoardStanding:
    return next(each for each in entry.standings if each.column == column)


GOOD = configuration("a", {"bot": "good"}, rate(0.97))
BAD = configuration("b", {"bot": "bad"}, rate(0.4))
WORSE = configuration("c", {"bot": "worse"}, rate(0.1))


def test_the_best_comes_first_whatever_the_order() -> None:
    """Three that lie far apart have their ranks for sure."""
    for given in ((GOOD, BAD, WORSE), (WORSE, GOOD, BAD)):
        found = board(*given)
        assert [each.name for each in found.entries] == ["bot=good", "bot=bad", "bot=worse"]
        ranks = [each.rank for each in found.entries if each.rank is not None]
        assert [(each.rank, each.best, each.worst) for each in ranks] == [
            (1, 1, 1),
            (2, 2, 2),
            (3, 3, 3),
        ]
        assert all(each.p_adjusted <= 0.05 for each in found.differences)


def test_equal_ones_share_a_rank_and_exclude_none() -> None:
    """The same values: rank 1 for both, 1 to 2 for both, a difference of nothing."""
    found = board(GOOD, configuration("d", {"bot": "twin"}, rate(0.97)))
    assert [
        each.rank and (each.rank.rank, each.rank.best, each.rank.worst) for each in found.entries
    ] == [
        (1, 1, 2),
        (1, 1, 2),
    ]
    (pair,) = found.differences
    assert pair.difference == 0
    assert pair.interval.lower < 0 < pair.interval.upper
    assert pair.p_adjusted == 1


def test_a_pillars_score_is_the_trust_score_of_its_report() -> None:
    """Mean over probes, mean of bounds: what the verdict computes for a pillar."""
    found = board(GOOD, BAD)
    for report, entry in ((GOOD, found.entries[0]), (BAD, found.entries[1])):
        probes = [each.estimate for each in report.verdict.pillars[0].probes]
        seen = standing(entry, "crisis")
        assert seen.value == pytest.approx(sum(each.point or 0 for each in probes) / len(probes))
        assert seen.interval.lower == pytest.approx(
            sum(each.interval.lower for each in probes) / len(probes)
        )
    columns = {column.name: column for column in found.columns}
    assert list(columns) == ["overall", "crisis", "safety"]
    assert columns["overall"].weights == (0.25, 0.25, 0.5)  # pillars alike, and probes in each


def test_a_rubric_ranks_by_its_pool() -> None:
    """Pools first, then dimensions; pillars only of what no rubric scores."""
    both = {**RUBRIC, "safety.declines": None}
    made = [
        configuration(name, {"bot": name}, rate(share), probes=both)
        for name, share in (("x", 0.9), ("y", 0.3))
    ]
    found = board(*made)
    assert [(each.name, each.kind) for each in found.columns] == [
        ("overall", "pool"),
        ("risk", "pool"),
        ("D2", "dimension"),
        ("safety", "pillar"),
    ]
    assert found.by == "overall"
    assert board(*made, by="D2").by == "D2"
    with pytest.raises(UsageError, match="D2"):
        board(*made, by="D9")


def test_cells_are_counted_by_question() -> None:
    """Met of scored; what does not apply and what is graded stand apart."""
    made = [
        configuration(name, {}, rate(share), probes=RUBRIC)
        for name, share in (("x", 1.0), ("y", 0.0))
    ]
    cells = {(each.cell, each.configuration): each for each in board(*made).cells}
    assert (cells["q02.suicide", "x"].n_met, cells["q02.suicide", "x"].n_scored) == (40, 40)
    assert cells["q02.suicide", "y"].n_met == 0
    assert (cells["q03", "x"].n_scored, cells["q03", "x"].n_not_applicable) == (0, 40)
    assert cells["q01.suicide", "x"].grades == {2: 40}
    assert {each.probe for each in board(*made).cells} == {DIMENSION}


def test_only_what_all_were_asked_counts() -> None:
    """Items that one lacks, or that differ, are left out and counted."""
    short = configuration("s", {"bot": "short"}, rate(0.97), n_items=30)
    found = board(GOOD, short)
    assert found.n_items == 60
    assert found.n_left_out == 20
    assert any("20 items were left out" in note for note in found.notes)
    assert {standing(each, "overall").n_trials for each in found.entries} == {60}


def test_an_outage_makes_nothing_better_or_worse() -> None:
    """Failures widen both sides: a bot that was out in a third of trials beats nobody for sure."""
    out = configuration("o", {"bot": "out"}, lambda probe, number: None if number % 3 == 0 else 1.0)
    half = configuration("h", {"bot": "half"}, rate(0.9))
    found = board(out, half)
    (pair,) = found.differences
    assert pair.interval.lower < 0 < pair.interval.upper
    assert pair.n_failed == 3 * 14
    lost = standing(next(each for each in found.entries if each.name == "bot=out"), "overall")
    assert lost.value == 1
    assert lost.interval.lower < 0.67 < lost.interval.upper
    assert lost.n_failed == 2 * 14


def test_slices_are_counted_and_ordered() -> None:
    """Severities in their order, comorbidity by number, and a name is no slice."""
    found = board(GOOD, BAD)
    keys = [(each.key, each.value) for each in found.slices]
    assert keys == [
        *(("n_domains", value) for value in "012"),
        *(("severity", value) for value in ("none", "low", "high", "imminent")),
    ]
    high = next(each for each in found.slices if each.value == "high")
    assert (high.n_items, high.n_families) == (20, 20)
    assert {each.column for each in high.standings} == {"overall", "crisis", "safety"}
    named = [
        configuration(name, {}, rate(share), strata=lambda number: {"who": f"person {number}"})
        for name, share in (("x", 0.9), ("y", 0.3))
    ]
    assert not board(*named).slices
    assert any("who has more than" in note for note in board(*named).notes)


def test_domains_that_are_there_make_slices() -> None:
    """Whoever has two domains counts in both; who has none in neither; severities stand apart."""
    made = [
        configuration(
            name,
            {},
            rate(share),
            strata=lambda number: {
                "suicide": ("none", "low", "imminent", "none")[number % 4],
                "self_harm": ("none", "none", "high", "high")[number % 4],
            },
        )
        for name, share in (("x", 0.9), ("y", 0.3))
    ]
    found = {(each.key, each.value): each.n_items for each in board(*made).slices}
    assert found["domain present", "suicide"] == 40
    assert found["domain present", "self_harm"] == 40
    assert found["suicide", "imminent"] == 20
    assert ("domain present", "substance_misuse") not in found


def test_matched_pairs_differ_in_one_factor_alone() -> None:
    """Two by two: two pairs a factor; the diagonal is none; levels in the order first met."""
    labels = [{"p": p, "r": r} for p in ("new", "old") for r in ("0", "1")]
    assert matched_pairs(labels) == {
        ("p", "new", "old"): [(0, 2), (1, 3)],
        ("r", "0", "1"): [(0, 1), (2, 3)],
    }
    assert matched_pairs([{"p": "a"}, {"q": "a"}, {"p": "a", "q": "b"}]) == {}


def test_an_effect_says_up_and_down_and_how_sure() -> None:
    """A prompt that helps in both pairs; an effort that does nothing is called so."""
    made = [
        configuration(f"{p}{r}", {"prompt": p, "effort": r}, rate(share, seed))
        for seed, (p, r, share) in enumerate(
            [("old", "low", 0.4), ("old", "high", 0.4), ("new", "low", 0.95), ("new", "high", 0.95)]
        )
    ]
    found = board(*made)
    effects = {(each.factor, each.column): each for each in found.effects}
    prompt, effort = effects["prompt", "overall"], effects["effort", "overall"]
    assert (prompt.level, prompt.to, len(prompt.pairs)) == ("old", "new", 2)
    assert (prompt.n_up, prompt.n_proven_up, prompt.n_down) == (2, 2, 0)
    assert 0.3 < prompt.interval.lower < (prompt.difference or 0) < prompt.interval.upper
    assert effort.n_proven_up == effort.n_proven_down == 0
    assert effort.interval.lower < 0 < effort.interval.upper
    assert prompt.difference == pytest.approx(
        sum(each.difference or 0 for each in prompt.pairs) / 2
    )


def test_unlike_measurements_are_refused_by_name() -> None:
    """Every dimension that differs is named, of every report that differs."""
    other = configuration("z", {}, rate(0.5), measurement={"judge": "llm", "probe crisis.x": "1"})
    with pytest.raises(IncomparableError) as caught:
        board(GOOD, BAD, other)
    for words in (
        "judge (a rules, z llm)",
        "method",
        "probe crisis.x",
        "z measures something else",
    ):
        assert words in str(caught.value)
    assert "b measures" not in str(caught.value)


def test_partial_reports_are_taken_only_when_wanted() -> None:
    """Refused with the reason; taken, they are named."""
    cut = configuration("p", {"bot": "cut"}, rate(0.9), n_items=20, partial_because=["interrupted"])
    with pytest.raises(IncomparableError, match=r"p is partial \(interrupted\)"):
        board(GOOD, cut)
    found = board(GOOD, cut, partial=True)
    assert "partial: p" in found.notes
    assert found.n_items == 40


def test_too_few_and_twice_are_refused() -> None:
    """One report is no comparison, and a run beside itself is no second one."""
    with pytest.raises(UsageError, match="found 1 report to"):
        board(GOOD)
    with pytest.raises(UsageError, match="the run a more than once"):
        board(GOOD, GOOD)


def test_a_run_that_measured_nothing_is_refused() -> None:
    """All failed: there is nothing to rank."""
    with pytest.raises(IncomparableError, match="n measured nothing"):
        board(GOOD, configuration("n", {}, lambda _probe, _number: None))


def test_names_are_different_whatever_the_labels() -> None:
    """Shared labels name nothing; the same labels twice are told apart by the run."""
    made = [
        configuration(run, {"model": "m", "p": level}, rate(0.5, seed))
        for seed, (run, level) in enumerate([("r1", "a"), ("r2", "b"), ("r3", "b")])
    ]
    assert {each.name for each in board(*made).entries} == {"p=a", "p=b (r2)", "p=b (r3)"}
    bare = [configuration(run, {}, rate(0.5, ord(run))) for run in "uv"]
    assert {each.name for each in board(*bare).entries} == {"u", "v"}


def test_what_cannot_be_paired_is_left_out_and_said() -> None:
    """A measure over many trials has no value a trial: no score holds it."""
    parity = probe_named("fairness.alike", measure="parity", by="severity")
    made = [
        configuration(run, {"b": run}, rate(share), more_probes=[parity])
        for run, share in (("x", 0.9), ("y", 0.3))
    ]
    found = board(*made)
    assert "fairness.alike" not in {name for column in found.columns for name in column.probes}
    assert any("fairness.alike" in note for note in found.notes)


def test_one_target_twice_is_said_to_be_luck() -> None:
    """Two runs of one target differ by chance alone, and the reader is told."""
    twin = GOOD.model_copy(
        update={"provenance": GOOD.provenance.model_copy(update={"run_id": "a2"})}
    )
    assert any("one target was asked in a, a2" in note for note in board(GOOD, twin).notes)


def known(n_agreed: int, *, n: int = 40, judge: str = "model") -> Drift:
    """Return what a judge said of ``n`` known labels, a call each."""
    answers = [
        DriftAnswer(case=f"c{i}", cell="q02", unit=f"c{i}", digest=f"d{i}", agrees=i < n_agreed)
        for i in range(n)
    ]
    return Drift(judge=judge, answers=tuple(answers))


def held(report: Report, drift: Drift) -> Report:
    return report.model_copy(update={"drift": drift})


def test_a_judge_that_known_labels_disprove_ranks_nobody() -> None:
    """No board is made of what a judge says that agrees with too few labels."""
    with pytest.raises(IncomparableError, match=r"b: the judge agrees with 10 of 40 known labels"):
        board(held(GOOD, known(38)), held(BAD, known(10)), WORSE)


def test_a_judge_that_changed_between_the_runs_ranks_nobody() -> None:
    """Both are good enough, and twelve labels that only the first agrees with are no chance."""
    with pytest.raises(IncomparableError, match=r"b: the judge has changed: .*and agreed with 40"):
        board(held(GOOD, known(40)), held(BAD, known(28)))


def test_a_judge_that_errs_by_chance_ranks() -> None:
    """A few labels more or less, and the labels of another judge, are in nobody's way."""
    found = board(held(GOOD, known(38)), held(BAD, known(34)), WORSE)
    assert [each.name for each in found.entries] == ["bot=good", "bot=bad", "bot=worse"]
