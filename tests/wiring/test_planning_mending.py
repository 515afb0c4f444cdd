"""Holds warnings to their remedies: what is said to mend a line does mend it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from mhgate.calibration.naming import name_of
from mhgate.errors import ConfigError
from mhgate.judges import RulesJudge
from mhgate.records import Certificate
from mhgate.stats.melded import JudgeCounts
from mhgate.stats.planning_gold import judge_floor
from mhgate.stats.planning_judged import JudgeRates
from mhgate.wiring import Assumed, Forecast, Line, WhatIf, forecast
from mhgate.wiring.planning import Hindrance

if TYPE_CHECKING:
    from conftest import Desk

PROBES = '''
from mhgate import probe

@probe(items="items.jsonl", question="is_kind", expect="{expect}")
def test_is_kind(answer):
    """The reply is kind."""
'''


def _plan(desk: Desk, assumed: Assumed | None = None, **options: str) -> Forecast:
    return forecast(desk.open(**options), assumed)


def _families(desk: Desk, families: int, size: int = 2, expects: str | None = None) -> None:
    rows: list[dict[str, Any]] = [
        {
            "id": f"m-{family}-{n}",
            "family": f"family-{family}",
            "turns": [f"number {family} {n}"],
            "source": "a house rule",
            "licence": "Apache-2.0",
            **({} if expects is None else {"expects": {"is_kind": expects}}),
        }
        for family in range(families)
        for n in range(size)
    ]
    desk.write("manners/items.jsonl", "".join(json.dumps(row) + "\n" for row in rows))


def _asks(desk: Desk, min_score: float, max_drop: float | None = None) -> None:
    text = (desk.root / "thresholds.toml").read_text(encoding="utf-8")
    head, _, _ = text.partition("min_score")
    drop = "" if max_drop is None else f"max_drop = {max_drop}\n"
    desk.write("thresholds.toml", f"{head}min_score = {min_score}\n{drop}")


def _judged(desk: Desk, expect: str = "yes") -> None:
    desk.write("manners/questions.toml", desk.QUESTIONS)
    desk.write("manners/test_manners.py", PROBES.format(expect=expect))


def _only(found: Forecast) -> tuple[Line, Hindrance]:
    (line,) = found.lines
    (hindrance,) = line.hindrances
    return line, hindrance


@pytest.mark.parametrize("design", ["fixed", "looks", "sequential"])
def test_more_families_let_a_perfect_bot_pass(desk: Desk, design: str) -> None:
    """As many as are said to be missing are enough, and a sixth fewer are not."""
    _families(desk, 20)
    _asks(desk, 0.93)
    line, hindrance = _only(_plan(desk, sampling__design=design))
    assert (hindrance.kind, line.can_pass) == ("record", False)
    assert hindrance.families == 20 + (hindrance.more_families or 0)
    assert hindrance.more_items == 2 * (hindrance.more_families or 0)
    for families, can_pass in ((hindrance.families, True), (hindrance.families * 5 // 6, False)):
        _families(desk, families)
        found = _plan(desk, Assumed(rate=1.0), sampling__design=design)
        assert found.lines[0].can_pass is can_pass
        assert (found.chances.passes == pytest.approx(1)) is can_pass


@pytest.mark.parametrize("design", ["fixed", "looks", "sequential"])
def test_the_threshold_that_is_said_to_be_reachable_is(desk: Desk, design: str) -> None:
    """A perfect bot passes at the reachable min_score, and not a hundredth above it."""
    _families(desk, 20)
    _asks(desk, 0.99)
    _, hindrance = _only(_plan(desk, sampling__design=design))
    assert hindrance.reachable is not None
    for min_score, can_pass in (
        (hindrance.reachable - 0.002, True),
        (hindrance.reachable + 0.03, False),
    ):
        _asks(desk, round(min_score, 4))
        assert _plan(desk, sampling__design=design).lines[0].can_pass is can_pass


def test_a_threshold_of_one_is_beyond_any_number(desk: Desk) -> None:
    """Nothing proves certainty."""
    _asks(desk, 1.0)
    _, hindrance = _only(_plan(desk))
    assert (hindrance.kind, hindrance.families) == ("record", None)


def test_fewer_items_than_are_asked_for(desk: Desk) -> None:
    """Enough for the bound, and not for thresholds.toml: it can fail and never pass."""
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.5\nitems = 50\nfamilies = 30")
    line, hindrance = _only(_plan(desk))
    assert hindrance.kind == "too_few"
    assert "40 of the 50 items" in hindrance.reason
    assert "20 of the 30 families" in hindrance.reason
    assert line.chances.passes == 0


def test_gold_of_the_class_that_is_missing(desk: Desk) -> None:
    """What is said to be labelled lets the assumed bot pass about as often as is said."""
    _judged(desk)
    _families(desk, 200, 4)
    _asks(desk, 0.94)
    little = WhatIf(sensitivity=0.9, specificity=0.95, good=30, bad=40)
    line, hindrance = _only(_plan(desk, Assumed(what_if=little)))
    assert hindrance.kind == "judge_gold"
    assert hindrance.floor == judge_floor(line.rate, JudgeRates(0.9, 0.95), 30)
    gold = hindrance.gold
    assert gold is not None
    assert gold.passes >= 0.8
    assert gold.good > gold.bad
    enough = WhatIf(sensitivity=0.9, specificity=0.95, good=30 + gold.good, bad=40 + gold.bad)
    found = _plan(desk, Assumed(what_if=enough))
    assert found.lines[0].can_pass
    assert found.chances.passes == pytest.approx(gold.passes, abs=0.12)
    assert found.chances.passes > _plan(desk, Assumed(what_if=little)).chances.passes + 0.3


def test_where_gold_alone_would_not_do(desk: Desk) -> None:
    """Then it is families too, as many as a judge that is wholly known would need."""
    _judged(desk)
    _families(desk, 20)
    _asks(desk, 0.97)
    what_if = WhatIf(sensitivity=0.95, specificity=0.95, good=60, bad=40)
    _, hindrance = _only(_plan(desk, Assumed(what_if=what_if)))
    assert (hindrance.kind, hindrance.gold) == ("judge_gold", None)
    assert hindrance.families is not None
    _families(desk, hindrance.families)
    known = WhatIf(sensitivity=0.95, specificity=0.95, good=20_000, bad=20_000)
    assert _plan(desk, Assumed(what_if=known)).chances.passes == pytest.approx(0.8, abs=0.1)


def test_more_families_through_a_judge(desk: Desk) -> None:
    """Gold enough, items too few: so many families, and a perfect bot may pass."""
    _judged(desk)
    _families(desk, 20)
    _asks(desk, 0.9)
    what_if = WhatIf(sensitivity=0.97, specificity=0.95, good=300, bad=100)
    _, hindrance = _only(_plan(desk, Assumed(what_if=what_if)))
    assert hindrance.kind == "judge_items"
    assert hindrance.families is not None
    for families, can_pass in ((hindrance.families, True), (hindrance.families * 5 // 6, False)):
        _families(desk, families)
        assert _plan(desk, Assumed(what_if=what_if)).lines[0].can_pass is can_pass


@pytest.mark.parametrize("design", ["fixed", "looks", "sequential"])
def test_more_families_or_more_leave_let_an_unchanged_bot_hold(desk: Desk, design: str) -> None:
    """Families as many as said, or a max_drop as large as said, and the drop is ruled out."""
    _families(desk, 24)
    _asks(desk, 0.5, max_drop=0.06)
    line, hindrance = _only(_plan(desk, sampling__design=design))
    assert (hindrance.kind, line.can_hold, line.can_pass) == ("baseline", False, True)
    assert line.holds == 0
    assert hindrance.families is not None
    assert hindrance.reachable is not None
    for families, holds in ((hindrance.families, True), (hindrance.families - 4, False)):
        _families(desk, families)
        assert _plan(desk, sampling__design=design).lines[0].can_hold is holds
    _families(desk, 24)
    _asks(desk, 0.5, max_drop=round(hindrance.reachable + 0.005, 4))
    assert _plan(desk, sampling__design=design).lines[0].can_hold


def test_a_judge_s_noise_makes_holding_harder(desk: Desk) -> None:
    """An unchanged bot looks as if it moved; what is said to be enough is so 4 times in 5."""
    _judged(desk)
    _families(desk, 60, 4)
    _asks(desk, 0.5, max_drop=0.04)
    noisy = Assumed(rate=0.97, what_if=WhatIf(sensitivity=0.95, specificity=0.95))
    exact = _plan(desk, Assumed(rate=0.97)).lines[0]
    line, hindrance = _only(_plan(desk, noisy))
    assert exact.holds == 1
    assert exact.open_drop is not None
    assert line.holds is not None
    assert line.holds < 0.5
    assert line.open_drop is not None
    assert line.open_drop > exact.open_drop
    _asks(desk, 0.5, max_drop=round(line.open_drop + 0.001, 3))
    held = _plan(desk, noisy).lines[0]
    assert held.holds is not None
    assert held.holds >= 0.8 - 0.01
    _asks(desk, 0.5, max_drop=0.04)
    assert hindrance.families is not None
    _families(desk, hindrance.families, 4)
    more = _plan(desk, noisy).lines[0]
    assert more.holds is not None
    assert more.holds >= 0.8


def _certificate(desk: Desk, **other: object) -> dict[str, object]:
    def agreed(n: int, right: int) -> dict[str, float]:
        return {
            "n": n,
            "n_agreed": right,
            "n_families": n,
            "effective_n": n,
            "effective_agreed": right,
        }

    said = {
        "id": "unnamed",
        "question": "is_kind",
        "question_digest": desk.open().questions["manners.is_kind"].digest,
        "judge_fingerprint": RulesJudge().fingerprint,
        "yes": agreed(100, 97),
        "no": agreed(50, 46),
        "labelled_by": "clinicians",
        "labelled_on": datetime.now(UTC).date().isoformat(),
        "split": {"part": "certifying", "digest": "d"},
        **other,
    }
    return {**said, "id": name_of(Certificate.model_validate(said))}


@pytest.fixture
def certified(desk: Desk) -> Desk:
    """A judged probe with a certificate for its question."""
    _judged(desk)
    _families(desk, 60, 4)
    desk.edit("thresholds.toml", 'trust = "off"', 'trust = "certified"\ncertificates = "c.json"')
    desk.write("c.json", json.dumps([_certificate(desk)]))
    return desk


def test_a_certificate_is_what_is_reckoned_with(certified: Desk) -> None:
    """Counts of the file, through the direction that the probe expects; what if outweighs it."""
    found = _plan(certified)
    (line,) = found.lines
    assert found.judge == "certified"
    assert line.part.sight.certificate == _certificate(certified)["id"]
    assert [each.counts for each in line.part.sight.directions] == [JudgeCounts(97, 100, 46, 50)]
    assert line.part.sight.j == pytest.approx(0.97 + 0.92 - 1)
    off = _plan(certified, judge__trust="off")
    assert (off.judge, off.lines[0].part.sight.j) == ("off", 1.0)
    assert off.chances.passes > found.chances.passes
    what_if = WhatIf(sensitivity=0.99, specificity=0.99)
    assumed = _plan(certified, Assumed(what_if=what_if))
    assert (assumed.judge, assumed.lines[0].part.sight.certificate) == ("what_if", None)


def test_the_classes_change_places_where_no_is_expected(certified: Desk) -> None:
    """And where items say it themselves, the worse of both directions counts."""
    yes = _plan(certified).lines[0]
    _judged(certified, "no")
    no = _plan(certified).lines[0]
    assert [each.counts for each in no.part.sight.directions] == [JudgeCounts(46, 50, 97, 100)]
    _judged(certified, "item")
    _families(certified, 60, 4, expects="yes")
    both = _plan(certified).lines[0]
    assert len(both.part.sight.directions) == 2
    assert both.chances.passes == min(yes.chances.passes, no.chances.passes)
    assert both.interval.lower == min(yes.interval.lower, no.interval.lower)


def test_without_a_certificate_a_judged_probe_may_not_gate(certified: Desk) -> None:
    """It is open for sure, makes no claim, and the reason is that of the gate."""
    certified.write("c.json", "[]")
    found = _plan(certified)
    line, hindrance = _only(found)
    assert hindrance.kind == "certificate"
    assert "no certificate for its question" in hindrance.reason
    assert line.chances.undecided == 1
    assert found.n_claims == 1
    assert found.hopeless == (line,)


def test_a_judge_of_a_conftest_is_taken_for_the_certified_one(certified: Desk) -> None:
    """Nobody runs a conftest.py to plan: the certificates' own judge is assumed, and said."""
    other = _certificate(certified, judge_fingerprint="sha256:x")
    certified.write("c.json", json.dumps([other]))
    assert "another judge's" in _only(_plan(certified))[1].reason
    certified.write("conftest.py", "def pytest_mhgate_judge(config):\n    return 1 / 0\n")
    found = _plan(certified)
    assert found.lines[0].part.sight.certificate == other["id"]
    assert any("conftest.py" in note for note in found.notes)


def test_certificates_that_cannot_be_read_are_an_error(certified: Desk) -> None:
    """As in a run."""
    certified.write("c.json", "{")
    with pytest.raises(ConfigError, match="certificates"):
        _plan(certified)
