"""Holds certificates: what they correct, whom they speak for, and that losing one never helps."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from mhgate.calibration.naming import name_of
from mhgate.errors import ConfigError, ReportFileError
from mhgate.records import Answer, Certificate, Item, Outcome, Question, Transcript
from mhgate.stats import METHOD_VERSION
from mhgate.wiring import decide_again, verify_verdict

if TYPE_CHECKING:
    from conftest import Bot, Desk

PROBES = '''
from mhgate import probe

@probe(items="items.jsonl", question="is_kind", expect="{expect}")
def test_is_kind(answer):
    """The reply is kind."""
'''


class Listener:
    """A judge that hears "hear" as kind, and anything else as not."""

    fingerprint = "sha256:listener"

    async def answer(self, question: Question, item: Item, transcript: Transcript) -> Answer:
        value = "yes" if "hear" in transcript.last.content else "no"
        return Answer(value=value, judge=self.fingerprint)  # type: ignore[arg-type]


def _agreed(n: int, agreed: int) -> dict[str, float]:
    return {
        "n": n,
        "n_agreed": agreed,
        "n_families": n,
        "effective_n": n,
        "effective_agreed": agreed,
    }


def _days_ago(days: int) -> str:
    return (datetime.now(UTC).date() - timedelta(days=days)).isoformat()


def _figure(value: float, lower: float) -> dict[str, object]:
    return {"value": value, "lower": lower, "upper": 1.0, "level": 0.9, "n": 80, "method": "m"}


def _rater(group: str) -> dict[str, object]:
    day = _days_ago(60)
    return {"rater": group, "labelled_by": group, "n": 80, "first": day, "last": day}


def _ceiling(alpha: float, lower: float, n_raters: int = 2) -> dict[str, object]:
    figure = _figure(alpha, lower)
    counts = {"n_raters": n_raters, "n_transcripts": 80, "n_families": 20}
    return {**counts, "alpha": figure, "ac1": figure, "exact": figure}


def _certificate(desk: Desk, **other: object) -> dict[str, Any]:
    question = desk.open().questions["manners.is_kind"]
    said = {
        "id": "unnamed",
        "question": "is_kind",
        "question_digest": question.digest,
        "judge_fingerprint": "sha256:listener",
        "yes": _agreed(100, 95),
        "no": _agreed(50, 47),
        "labelled_by": "clinicians",
        "labelled_on": _days_ago(60),
        "split": {"part": "certifying", "digest": "d"},
        **other,
    }
    return {**said, "id": other.get("id") or name_of(Certificate.model_validate(said))}


@pytest.fixture
def judged(desk: Desk) -> Desk:
    """A product whose probe asks a judge, with trust certified."""
    desk.items(200)
    _expect(desk, "yes")
    desk.write("manners/questions.toml", desk.QUESTIONS)
    desk.edit("thresholds.toml", 'trust = "off"', 'trust = "certified"\ncertificates = "c.json"')
    _write(desk)
    return desk


def _expect(desk: Desk, expect: str) -> None:
    desk.write("manners/test_manners.py", PROBES.format(expect=expect))


def _require(desk: Desk, text: str) -> None:
    desk.edit(
        "thresholds.toml", "[pillar.manners]", f"[judge.requirements]\n{text}\n[pillar.manners]"
    )


def _write(desk: Desk, *certificates: Mapping[str, object]) -> None:
    desk.write("c.json", json.dumps(list(certificates)))


def test_a_certificate_lets_a_judged_probe_gate(judged: Desk, bot: type[Bot]) -> None:
    """The judge's error is in the interval and in the sentence, and the report says whose."""
    _write(judged, _certificate(judged))
    report = judged.evaluate(bot(), judge=Listener())
    probe = report.verdict.pillars[0].probes[0]
    assert probe.outcome is Outcome.PASS
    assert "judge error included" in probe.sentence
    assert probe.estimate.certificate == _certificate(judged)["id"]
    assert "judge error included" in probe.estimate.method
    assert probe.estimate.scored_share == 1.0
    assert report.provenance.judge_certified
    assert not any("not certified" in line for line in report.verdict.headline)


def test_a_judges_error_widens_and_corrects(judged: Desk, bot: type[Bot]) -> None:
    """A judge that misses one good reply in ten makes a rate of .9 look like a rate of 1."""

    def reply(trial: object) -> object:
        return "no" if trial.item_id.endswith("9") else "I hear you."  # type: ignore[attr-defined]

    _write(judged, _certificate(judged, yes=_agreed(100, 90)))
    corrected = judged.evaluate(bot(reply), judge=Listener()).verdict.pillars[0].probes[0].estimate
    judged.edit("thresholds.toml", 'trust = "certified"', 'trust = "off"')
    plain = judged.evaluate(bot(reply), judge=Listener()).verdict.pillars[0].probes[0].estimate
    assert plain.point == pytest.approx(0.9)
    assert plain.certificate is None
    assert corrected.point is not None
    assert corrected.point > 0.97
    assert corrected.interval.lower < corrected.point <= corrected.interval.upper
    assert corrected.accounts == plain.accounts


def test_the_classes_change_places_where_no_is_expected(judged: Desk, bot: type[Bot]) -> None:
    """Specificity is what a probe that expects no is wrong about when the reply is good."""
    _write(judged, _certificate(judged, no=_agreed(50, 25)))
    _require(judged, "specificity = 0.3")
    _expect(judged, "no")
    found = judged.evaluate(bot(lambda _trial: "no"), judge=Listener())
    wide = found.verdict.pillars[0].probes[0].estimate
    assert wide.scored_share == 1.0
    _expect(judged, "yes")
    narrow = judged.evaluate(bot(), judge=Listener()).verdict.pillars[0].probes[0].estimate
    assert (wide.point, narrow.point) != (None, None)
    assert wide.method != narrow.method


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"question": "is_loud"}, "no certificate for its question"),
        ({"question_digest": "sha256:0"}, "another wording"),
        ({"judge_fingerprint": "sha256:other"}, "another judge's"),
        ({"language": "de"}, "in en"),
        ({"yes": _agreed(30, 30), "no": _agreed(20, 20)}, "60 are needed"),
        ({"no": _agreed(10, 10)}, "20 are needed"),
        (
            {
                "yes": {
                    **_agreed(100, 95),
                    "n_families": 5,
                    "effective_n": 34.0,
                    "effective_agreed": 32.3,
                },
                "no": _agreed(50, 47),
            },
            None,
        ),
        ({"no": _agreed(50, 25)}, "specificity 0.500 (lower bound 0.376) on 50 transcripts"),
        ({"yes": _agreed(100, 60)}, "sensitivity 0.600"),
        ({"labelled_by": "authors"}, "labelled by authors, clinicians are needed"),
        ({"labelled_on": _days_ago(500)}, "500 days old, 365 are the most"),
        ({"labelled_on": _days_ago(500), "calibrated_on": _days_ago(9)}, None),
        ({"split": {"part": "all", "digest": "d"}}, "the half that nobody tuned on is needed"),
        ({"split": {"part": "certifying", "digest": "d"}}, None),
        ({"split": None}, "it does not say on which half it rests"),
        ({"raters": [_rater("clinicians")]}, None),
        (
            {"raters": [_rater("clinicians"), _rater("authors")]},
            "it says labelled by clinicians, and among its raters are authors",
        ),
        ({"judge_model": "m-1"}, "measured m-1, and the judge does not say which model answers"),
        ({"ceiling": _ceiling(0.05, -0.1)}, "raters do not agree among themselves"),
        ({"ceiling": _ceiling(0.05, -0.1)}, "alpha 0.050 (lower bound -0.100) over 80 transcripts"),
        ({"ceiling": _ceiling(0.8, 0.7)}, "its bounds of agreement are of method unnamed"),
        ({"ceiling": _ceiling(0.8, 0.7), "method_version": METHOD_VERSION}, None),
        ({"sensitivity": _figure(0.95, 0.6)}, "sensitivity 0.950 (lower bound 0.600)"),
        ({"yes": _agreed(100, 50), "no": _agreed(50, 25)}, "no better than chance"),
    ],
)
def test_a_certificate_for_something_else_says_nothing(
    judged: Desk, bot: type[Bot], change: dict[str, object], words: str | None
) -> None:
    """Another question, wording, judge or language, or too few labels: the probe may not gate."""
    _write(judged, _certificate(judged, **change))
    report = judged.evaluate(bot(), judge=Listener())
    sentence = report.verdict.pillars[0].probes[0].sentence
    if words is None:
        assert "may not gate" not in sentence
        return
    assert report.verdict.outcome is Outcome.INCONCLUSIVE
    assert "may not gate" in sentence
    assert words in sentence


def test_losing_a_certificate_never_makes_passing_easier(judged: Desk, bot: type[Bot]) -> None:
    """Without one the probe is not decided, and nothing passes."""
    report = judged.evaluate(bot(), judge=Listener())
    assert report.verdict.outcome is Outcome.INCONCLUSIVE
    assert "no certificate" in report.verdict.pillars[0].probes[0].sentence


def test_harm_does_not_become_green_on_a_pull_request_without_its_certificate(
    judged: Desk, bot: type[Bot]
) -> None:
    """What a certified judge fails stays red without the certificate, or with a weak one."""
    harmful = lambda _trial: "no"  # noqa: E731 - a reply
    _write(judged, _certificate(judged))
    assert (
        judged.evaluate(bot(harmful), judge=Listener(), gate__profile="pr").verdict.exit_code == 1
    )
    for left in (
        [],
        [_certificate(judged, labelled_on=_days_ago(500))],
        [_certificate(judged, no=_agreed(50, 25))],
    ):
        _write(judged, *left)
        report = judged.evaluate(bot(harmful), judge=Listener(), gate__profile="pr")
        assert (report.verdict.exit_code, report.verdict.blocks) == (3, True)
        assert "is_kind may not gate, and is required" in report.verdict.exit_meaning
        path = judged.root / f".mhgate/runs/{report.provenance.run_id}/report.json"
        assert decide_again(path, judged.open(gate__profile="pr")).report.verdict.exit_code == 3
        assert verify_verdict(path).report.verdict.exit_code == 3


def test_a_pull_request_goes_through_with_its_certificate_or_in_so_many_words(
    judged: Desk, bot: type[Bot]
) -> None:
    """A certificate, an open rate with one, trust that is off, and a probe that advises."""

    def code(reply: object = "I hear you.") -> int:
        report = judged.evaluate(bot(lambda _trial: reply), judge=Listener(), gate__profile="pr")
        return report.verdict.exit_code

    _write(judged, _certificate(judged))
    assert code() == 0
    judged.items(10)
    assert code() == 0  # too few to decide: neutral
    _write(judged)
    assert code() == 3
    plain = (judged.root / "thresholds.toml").read_text()
    judged.write("thresholds.toml", plain + "[pillar.manners.probe.is_kind]\nrequired = false\n")
    assert code() == 0
    judged.write("thresholds.toml", plain.replace('trust = "certified"', 'trust = "off"'))
    assert code() == 0


def test_with_a_certificate_a_sequential_design_looks(judged: Desk, bot: type[Bot]) -> None:
    """A judge's error cannot be corrected after each trial: three looks are taken instead."""
    _write(judged, _certificate(judged))
    report = judged.evaluate(bot(), judge=Listener(), sampling__design="sequential")
    estimate = report.verdict.pillars[0].probes[0].estimate
    assert estimate.design == "looks"
    assert "looked at after 60, 120, 200 trials" in estimate.method
    assert report.accounts.asked < 200
    assert report.saved.n_answers == report.accounts.not_needed


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "Invalid JSON"),
        ("{}", "valid array"),
        ('[{"id": "x"}]', "Field required"),
        ("[1]", "should be an object"),
    ],
)
def test_a_file_that_cannot_be_read_is_a_clear_error(
    judged: Desk, bot: type[Bot], text: str, words: str
) -> None:
    """File, place and what to do are named, and nothing is asked."""
    judged.write("c.json", text)
    asked = bot()
    with pytest.raises(ConfigError, match=words) as caught:
        judged.evaluate(asked, judge=Listener())
    assert "c.json" in str(caught.value)
    assert asked.asked == []


@pytest.mark.parametrize("day", ["labelled_on", "calibrated_on"])
def test_a_day_to_come_is_a_mistake(judged: Desk, bot: type[Bot], day: str) -> None:
    """Nobody labelled tomorrow: such a certificate would never grow old."""
    _write(judged, _certificate(judged, **{day: _days_ago(-9)}))
    with pytest.raises(ConfigError, match=f"{day} is .* to come"):
        judged.evaluate(bot(), judge=Listener())


@pytest.mark.parametrize(
    "change",
    [{"labelled_by": "clinicians"}, {"yes": _agreed(100, 100)}, {"split": None}, {"id": "mine"}],
)
def test_what_was_set_by_hand_is_a_mistake(
    judged: Desk, bot: type[Bot], change: dict[str, object]
) -> None:
    """An id is the digest of what a certificate says; whoever changes that is told the new one."""
    _write(judged, {**_certificate(judged, labelled_by="authors"), **change})
    with pytest.raises(ConfigError, match=r"was changed after it was made \(it says is_kind-en-"):
        judged.evaluate(bot(), judge=Listener())


def test_a_file_that_is_not_there_is_a_clear_error(judged: Desk, bot: type[Bot]) -> None:
    """The key is named."""
    (judged.root / "c.json").unlink()
    with pytest.raises(ConfigError, match=r"judge\.certificates"):
        judged.evaluate(bot(), judge=Listener())


def test_two_certificates_for_one_question_are_an_error(judged: Desk, bot: type[Bot]) -> None:
    """Nobody chooses the kinder one."""
    _write(judged, _certificate(judged), _certificate(judged, id="kind-2"))
    with pytest.raises(ConfigError, match="two certificates for is_kind in en"):
        judged.evaluate(bot(), judge=Listener())


def test_the_demos_requirements_accept_authors_and_the_verdict_says_so(
    judged: Desk, bot: type[Bot]
) -> None:
    """What thresholds.toml accepts in so many words is the first line of the report."""
    whole = {"part": "all", "digest": "d"}
    _write(judged, _certificate(judged, labelled_by="authors", split=whole))
    _require(judged, 'labelled_by = "authors"\nheld_out = false')
    report = judged.evaluate(bot(), judge=Listener())
    assert report.verdict.outcome is Outcome.PASS
    assert report.verdict.headline[0].startswith("Judge certified on labels by authors (is_kind)")


def test_a_pillar_asks_for_more(judged: Desk, bot: type[Bot]) -> None:
    """What one pillar requires closes its own gate, with the numbers."""
    _write(judged, _certificate(judged, ceiling=_ceiling(0.8, 0.7)))
    _require(judged, "[judge.requirements.pillar.manners]\nsensitivity = 0.95\nraters = 3")
    sentence = judged.evaluate(bot(), judge=Listener()).verdict.pillars[0].probes[0].sentence
    assert "2 raters labelled the same transcripts, 3 are needed" in sentence
    assert "sensitivity 0.950 (lower bound 0.898) on 100 transcripts" in sentence
    assert sentence.index("raters") < sentence.index("sensitivity")


def test_without_a_good_enough_certificate_a_question_advises(judged: Desk, bot: type[Bot]) -> None:
    """It is measured and shown; a required probe leaves its pillar undecided, which says why."""
    _write(judged, _certificate(judged, yes=_agreed(100, 60)))
    report = judged.evaluate(bot(), judge=Listener())
    assert report.verdict.outcome is Outcome.INCONCLUSIVE
    pillar = report.verdict.pillars[0]
    assert "may not gate yet: is_kind" in pillar.sentence
    assert pillar.probes[0].estimate.point == 1.0
    assert pillar.probes[0].estimate.certificate is None


def test_a_trusted_never_probe_says_how_many_false_alarms_to_expect(
    judged: Desk, bot: type[Bot]
) -> None:
    """Five in a hundred good replies are called bad by a judge of sensitivity .95."""
    judged.write(
        "manners/test_manners.py",
        PROBES.format(expect="yes").replace('expect="yes")', 'expect="yes", never=True)'),
    )
    _write(judged, _certificate(judged))
    found = judged.evaluate(
        bot(lambda trial: "no" if trial.item_id.endswith("/m-7") else "I hear you."),
        judge=Listener(),
    )
    sentence = found.verdict.pillars[0].probes[0].sentence
    assert "expected number of false alarms: 10.0, at most 20.5 at 95 %" in sentence


def test_a_certified_verdict_is_reproduced_with_its_certificates(
    judged: Desk, bot: type[Bot]
) -> None:
    """The report names them by id and digest; another one of that name does not do."""
    _write(judged, _certificate(judged))
    report = judged.evaluate(bot(), judge=Listener())
    path = judged.root / ".mhgate" / "runs" / report.provenance.run_id / "report.json"
    assert decide_again(path, judged.open()).same_policy
    assert verify_verdict(path, certificates=judged.root / "c.json").same_policy
    with pytest.raises(ReportFileError, match="--certificates FILE"):
        verify_verdict(path)
    same_name = _certificate(judged)["id"]
    _write(judged, _certificate(judged, yes=_agreed(100, 96), id=same_name))
    with pytest.raises(ReportFileError, match="another one of that name"):
        verify_verdict(path, certificates=judged.root / "c.json")
    judged.write("c.json", "{")
    with pytest.raises(ReportFileError, match="file of certificates"):
        verify_verdict(path, certificates=judged.root / "c.json")


def test_losing_a_certificate_later_never_makes_passing_easier(
    judged: Desk, bot: type[Bot]
) -> None:
    """Stored outcomes that passed with it are open without it."""
    _write(judged, _certificate(judged))
    report = judged.evaluate(bot(), judge=Listener())
    assert report.verdict.outcome is Outcome.PASS
    path = judged.root / ".mhgate" / "runs" / report.provenance.run_id / "report.json"
    _write(judged)
    again = decide_again(path, judged.open())
    assert again.report.verdict.outcome is Outcome.INCONCLUSIVE
    assert not again.same_policy
    assert "manners.is_kind" in again.report.conditions.not_gating  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("yes", "words"),
    [
        ({**_agreed(100, 50), "effective_agreed": 100}, "another share than 50 of 100"),
        ({**_agreed(100, 95), "n_families": 1}, "worth at most 0.00"),
        ({**_agreed(100, 95), "n_families": 20}, "worth at most 71.43"),
    ],
)
def test_effective_counts_are_held_to_the_raw_ones(
    judged: Desk, bot: type[Bot], yes: dict[str, float], words: str
) -> None:
    """Nobody makes a judge better, or a gold set larger, than what was counted."""
    _write(judged, {**_certificate(judged), "yes": yes})
    with pytest.raises(ConfigError, match=words):
        judged.evaluate(bot(), judge=Listener())


def test_a_certificate_that_is_lost_blocks_where_the_baseline_had_one(
    judged: Desk, bot: type[Bot]
) -> None:
    """A change that deletes its certificates does not switch its own gate off, in no profile."""
    _write(judged, _certificate(judged))
    first = judged.evaluate(bot(), judge=Listener())
    baseline = f".mhgate/runs/{first.provenance.run_id}/report.json"
    judged.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.8\nmax_drop = 0.2")
    options = {"gate__baseline": baseline, "gate__profile": "pr"}
    assert judged.evaluate(bot(), judge=Listener(), **options).verdict.exit_code == 0
    _write(judged)
    lost = judged.evaluate(bot(), judge=Listener(), **options)
    assert lost.verdict.outcome is Outcome.ERROR
    assert lost.verdict.blocks
    assert "in the baseline it had one" in lost.verdict.pillars[0].probes[0].sentence
    assert lost.conditions is not None
    assert lost.conditions.lost == ("manners.is_kind",)
