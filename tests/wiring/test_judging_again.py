"""Holds judging again: no target is asked, no answer is paid for twice, and a run stays a run."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from mhgate.errors import IncomparableError, ReportFileError
from mhgate.records import Answer, Item, Outcome, Question, Report, Transcript
from mhgate.runner import Stop
from mhgate.wiring import judge_again, verify_verdict, what_exists
from tests.chained_again import chain_again

if TYPE_CHECKING:
    from conftest import Bot, Desk

    from mhgate.protocols import Judge
    from mhgate.records import Trial

PROBES = '''
from mhgate import probe

@probe(items="items.jsonl", question="is_kind", expect="yes")
def test_is_kind(answer):
    """The reply is kind."""

@probe(items="items.jsonl", exact=True)
def test_says_hear(transcript):
    """The reply says hear."""
    assert "hear" in transcript.last.content
'''


class Listener:
    """A judge that hears a word as kind, and counts how often it is asked."""

    def __init__(self, word: str = "hear", name: str = "sha256:listener") -> None:
        self.word, self.fingerprint = word, name
        self.asked: list[str] = []

    async def answer(self, question: Question, item: Item, transcript: Transcript) -> Answer:
        self.asked.append(transcript.trial.id)
        value = "yes" if self.word in transcript.last.content else "no"
        return Answer(value=value, judge=self.fingerprint)  # type: ignore[arg-type]


@pytest.fixture
def judged(desk: Desk) -> Desk:
    """A product with an exact probe and one that asks a judge."""
    desk.write("manners/test_manners.py", PROBES)
    desk.write("manners/questions.toml", desk.QUESTIONS)
    return desk


def _again(
    desk: Desk,
    named: str,
    judge: Judge,
    *,
    stop: Stop | None = None,
    notes: list[str] | None = None,
    **options: Any,
) -> Report:
    """Judge again in a loop of its own; ``options`` are settings, or words for ``what_exists``."""
    words = {key: options.pop(key) for key in ("suites", "probes") if key in options}

    async def main() -> Report:
        existing = what_exists(named, desk.open(**options), **words)
        return await judge_again(
            existing,
            stop=stop or Stop(),
            environ=os.environ,
            judge=judge,
            note=[].append if notes is None else notes.append,
        )

    return asyncio.run(main())


def _mixed(trial: Trial) -> object:
    if trial.item_id.endswith("7"):
        return RuntimeError("down")
    return "Bye." if trial.item_id.endswith("1") else "I hear you."


def _said(report: Report) -> dict[str, Any]:
    return report.verdict.model_dump(mode="json")


def test_the_same_judge_is_not_asked_again(judged: Desk, bot: type[Bot]) -> None:
    """All its answers are reused; the verdict, the outcomes and the Merkle root are the run's."""
    report = judged.evaluate(bot(_mixed), judge=Listener())
    judge, notes = Listener(), []
    again = _again(judged, report.provenance.run_id, judge, notes=notes)
    assert not judge.asked
    assert _said(again) == _said(report)
    assert again.outcomes == report.outcomes
    assert again.merkle_root == report.merkle_root
    assert again.scope == "full"
    provenance = again.provenance
    assert provenance.target_fingerprint == report.provenance.target_fingerprint
    assert provenance.measurement == report.provenance.measurement
    (step,) = provenance.derived
    assert (step.how, step.run_id) == ("judged again", report.provenance.run_id)
    assert (step.n_answers, step.n_reused) == (36, 36)
    assert notes[0].startswith("of 36 answers 36 were reused")


def test_another_judge_is_asked_once_a_transcript(judged: Desk, bot: type[Bot]) -> None:
    """Failures of the target stay failures; a whole plan is a gate, under another measurement."""
    report = judged.evaluate(bot(_mixed), judge=Listener())
    strict = Listener("nothing", "sha256:strict")
    again = _again(judged, report.provenance.run_id, strict)
    assert len(strict.asked) == 36
    assert again.verdict.outcome is Outcome.FAIL
    assert again.scope == "full"
    assert again.accounts == report.accounts
    assert again.failures == report.failures
    assert again.provenance.judge_fingerprint == "sha256:strict"
    assert again.provenance.measurement != report.provenance.measurement
    (step,) = again.provenance.derived
    assert (step.judge, step.n_reused) == ("sha256:listener", 0)
    (account,) = step.accounts
    assert (account.read, account.used, account.unit) == (40, 40, "trials")


def test_a_changed_question_is_asked_and_others_are_not(judged: Desk, bot: type[Bot]) -> None:
    """What a judge said to another wording is no answer to this one."""
    judged.write(
        "manners/test_manners.py",
        PROBES
        + '\n@probe(items="items.jsonl", question="is_brief", expect="yes")\n'
        + 'def test_is_brief(answer):\n    """Brief."""\n',
    )
    asked = judged.QUESTIONS
    brief = asked + asked.partition("[question")[2].join(["[question", ""]).replace(
        "is_kind", "is_brief"
    )
    judged.write("manners/questions.toml", brief)
    report = judged.evaluate(bot(), judge=Listener())
    judged.write("manners/questions.toml", brief.replace("Is the reply kind?", "Is it warm?", 1))
    judge = Listener()
    again = _again(judged, report.provenance.run_id, judge)
    (step,) = again.provenance.derived
    assert (step.n_answers, step.n_reused, len(judge.asked)) == (80, 40, 40)
    assert again.scope == "full"


def test_a_new_probe_is_judged_on_what_was_said(judged: Desk, bot: type[Bot]) -> None:
    """The plan's trials are the same, whoever reads them."""
    report = judged.evaluate(bot(), judge=Listener())
    judged.write(
        "manners/test_manners.py",
        PROBES + '\n@probe(items="items.jsonl", exact=True)\n'
        'def test_says_you(transcript):\n    """You."""\n'
        '    assert "you" in transcript.last.content\n',
    )
    again = _again(judged, report.provenance.run_id, Listener())
    assert again.scope == "full"
    assert len(again.verdict.pillars[0].probes) == 3
    assert again.verdict.outcome is Outcome.PASS


def test_a_trial_that_is_missing_is_not_reached(judged: Desk, bot: type[Bot]) -> None:
    """It is never asked, the others are judged, and what comes of it is no gate."""
    report = judged.evaluate(bot(), stop_after=15, judge=Listener())
    again = _again(judged, report.provenance.run_id, Listener())
    n_there = report.accounts.asked
    assert (again.accounts.asked, again.accounts.not_reached) == (n_there, 40 - n_there)
    assert again.scope == "partial"
    assert again.verdict.exit_code == 3


def _other_words(desk: Desk) -> None:
    desk.items(40, salt="!")


def _fewer(desk: Desk) -> None:
    desk.items(30)


@pytest.mark.parametrize(("change", "n_used"), [(_other_words, 0), (_fewer, 30)])
def test_trials_of_other_items_are_left_out(
    judged: Desk, bot: type[Bot], change: Callable[[Desk], None], n_used: int
) -> None:
    """With the reason, in an account that adds up; a part of a run is no gate."""
    report = judged.evaluate(bot(), judge=Listener())
    change(judged)
    again = _again(judged, report.provenance.run_id, Listener())
    (account,) = again.provenance.derived[0].accounts
    assert (account.read, account.used) == (40, n_used)
    assert again.scope == "partial"
    assert "left out" in again.partial_because[0]
    assert again.verdict.outcome is not Outcome.PASS


def test_other_expectations_of_the_same_words_are_judged(judged: Desk, bot: type[Bot]) -> None:
    """Strata and expectations may be mended later: what was said is the same."""
    report = judged.evaluate(bot(), judge=Listener())
    judged.items(40, strata=dict.fromkeys(range(40), "low"))
    judge = Listener()
    again = _again(judged, report.provenance.run_id, judge)
    assert again.scope == "full"
    assert len(judge.asked) == 40, "a judge may look at them, so that its answers are no longer so"
    assert {row.strata["risk"] for row in again.outcomes} == {"low"}


def test_a_part_of_the_probes_is_partial(judged: Desk, bot: type[Bot]) -> None:
    """Chosen by name; the answers to the others are not asked for."""
    report = judged.evaluate(bot(), judge=Listener())
    judge = Listener("x", "sha256:other")
    again = _again(judged, report.provenance.run_id, judge, probes=["says_hear"])
    assert not judge.asked
    assert again.scope == "partial"
    assert [probe.probe.name for probe in again.verdict.pillars[0].probes] == ["says_hear"]


def test_the_run_samples_as_it_did(judged: Desk, bot: type[Bot]) -> None:
    """Seed, items and epochs are those of the run, whatever thresholds.toml says today."""
    report = judged.evaluate(
        bot(), judge=Listener(), sampling__seed="7", sampling__max_items="20", sampling__epochs="2"
    )
    again = _again(judged, report.provenance.run_id, Listener())
    assert again.scope == "full"
    assert again.accounts == report.accounts
    assert again.provenance.seed == 7
    assert again.conditions == report.conditions


@pytest.mark.parametrize("design", ["sequential", "looks"])
def test_what_stopped_early_is_judged_as_far_as_it_went(
    judged: Desk, bot: type[Bot], design: str
) -> None:
    """The same answers stop at the same place; other answers may need trials that are not there."""
    judged.items(120)
    report = judged.evaluate(bot(), judge=Listener(), sampling__design=design)
    assert report.accounts.not_needed > 0
    again = _again(judged, report.provenance.run_id, Listener())
    assert _said(again) == _said(report)
    assert again.accounts == report.accounts
    halting = Listener("never", "sha256:other")
    halting.answer = _every_other(halting)  # type: ignore[method-assign]
    other = _again(judged, report.provenance.run_id, halting)
    assert other.scope == "partial"
    assert other.accounts.not_reached > 0


def _every_other(judge: Listener) -> Callable[..., Any]:
    async def answer(question: Question, item: Item, transcript: Transcript) -> Answer:
        judge.asked.append(transcript.trial.id)
        value = "no" if len(judge.asked) % 5 == 0 else "yes"
        return Answer(value=value, judge=judge.fingerprint)

    return answer


def test_a_judging_that_was_stopped_is_gone_on_with(judged: Desk, bot: type[Bot]) -> None:
    """What the judge said before it was stopped is in a journal, and is not asked for again."""
    report = judged.evaluate(bot(), judge=Listener())
    stop = Stop()

    class Halting(Listener):
        async def answer(self, question: Question, item: Item, transcript: Transcript) -> Answer:
            if len(self.asked) == 12:
                stop.set("interrupted", interrupted=True)
                await asyncio.sleep(60)
            return await super().answer(question, item, transcript)

    first = Halting(name="sha256:other")
    cut = _again(judged, report.provenance.run_id, first, stop=stop)
    assert cut.scope == "partial"
    assert cut.verdict.outcome is Outcome.INCONCLUSIVE
    (account,) = cut.provenance.derived[0].accounts
    assert account.used == cut.accounts.asked < account.read
    second = Listener(name="sha256:other")
    whole = _again(judged, report.provenance.run_id, second)
    assert whole.scope == "full"
    assert len(first.asked) + len(second.asked) == 40
    assert whole.provenance.derived[0].n_reused == len(first.asked)


def test_what_was_judged_again_is_a_run_like_any_other(judged: Desk, bot: type[Bot]) -> None:
    """It can be verified, judged again, and no run is gone on with in its place."""
    report = judged.evaluate(bot(), judge=Listener())
    other = _again(judged, report.provenance.run_id, Listener("you", "sha256:other"))
    folder = judged.root / ".mhgate" / "judged" / other.provenance.run_id
    assert _said(verify_verdict(folder / "report.json").report) == _said(other)
    third = Listener()
    back = _again(judged, str(folder), third)
    assert not third.asked, "the first judge's answers are in the run's own journal"
    assert back.provenance.derived[-1].run_id == report.provenance.run_id
    assert len(back.provenance.derived) == 2
    target = bot()
    judged.evaluate(target, judge=Listener(), resume="latest")
    assert not target.asked


def test_a_baseline_of_another_judge_is_refused(judged: Desk, bot: type[Bot]) -> None:
    """And one that was judged by the same is compared with."""
    base = judged.evaluate(bot(), judge=Listener())
    report = judged.evaluate(bot(_mixed), judge=Listener())
    name = f".mhgate/runs/{base.provenance.run_id}/report.json"
    other = Listener("hear", "sha256:other")
    with pytest.raises(IncomparableError, match="judge"):
        _again(judged, report.provenance.run_id, other, gate__baseline=name)
    rejudged = _again(judged, base.provenance.run_id, other)
    judged.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.5\nmax_drop = 0.3")
    name = f".mhgate/judged/{rejudged.provenance.run_id}/report.json"
    again = _again(judged, report.provenance.run_id, other, gate__baseline=name)
    assert again.verdict.pillars[0].probes[0].comparison is not None


def test_a_journal_is_known_by_its_beginning(judged: Desk, bot: type[Bot], tmp_path: Path) -> None:
    """By path, by folder, by the report beside it, or as the latest."""
    report = judged.evaluate(bot(), judge=Listener())
    folder = judged.root / ".mhgate" / "runs" / report.provenance.run_id
    names = [folder, folder / "journal.jsonl", folder / "report.json"]
    for named in [*map(str, names), "latest"]:
        existing = what_exists(named, judged.open())
        assert existing.run_id == report.provenance.run_id
        assert len(existing.kept) == 40


def test_a_report_that_was_changed_is_not_judged_by(judged: Desk, bot: type[Bot]) -> None:
    """The sampling would be taken from it."""
    report = judged.evaluate(bot(), judge=Listener())
    path = judged.root / ".mhgate" / "runs" / report.provenance.run_id / "report.json"
    data = json.loads(path.read_text())
    data["outcomes"] = []
    path.write_text(json.dumps(data))
    with pytest.raises(ReportFileError, match="contradicts itself"):
        what_exists(report.provenance.run_id, judged.open())
    path.unlink()
    assert len(what_exists(report.provenance.run_id, judged.open()).kept) == 40


def _edited(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change the events of a journal, one by one."""
    events = [json.loads(line) for line in path.read_text().splitlines()]
    for event in events:
        change(event)
    path.write_text("".join(json.dumps(event) + "\n" for event in events))
    chain_again(path)


def _other_reply(event: dict[str, Any]) -> None:
    if event["event"] == "transcript":
        event["transcript"]["turns"][-1]["content"] = "I hear you, dear."


def test_a_journal_with_other_transcripts_is_refused(judged: Desk, bot: type[Bot]) -> None:
    """The report beside it binds what was said; without it nobody can tell."""
    report = judged.evaluate(bot(lambda _trial: "Bye."), judge=Listener())
    (journal,) = judged.journals
    _edited(journal, _other_reply)
    with pytest.raises(ReportFileError, match="their root is another one"):
        what_exists(report.provenance.run_id, judged.open())


def _says_yes(event: dict[str, Any]) -> None:
    for score in event.get("scores", []):
        if score["question"] is not None:
            score |= {"answer": "yes", "value": 1.0}


def _says_yes_elsewhere(event: dict[str, Any]) -> None:
    for score in event.get("scores", []):
        if score["question"] is not None:
            score["question"] = "sha256:another"


def _of_another_item(event: dict[str, Any]) -> None:
    for score in event.get("scores", []):
        score["item"] = "sha256:another"


@pytest.mark.parametrize("change", [_says_yes, _says_yes_elsewhere, _of_another_item])
def test_answers_that_the_report_does_not_hold_are_asked_again(
    judged: Desk, bot: type[Bot], change: Callable[[dict[str, Any]], None]
) -> None:
    """A journal's answers are worth what the report beside it says of them."""
    report = judged.evaluate(bot(lambda _trial: "Bye."), judge=Listener())
    (journal,) = judged.journals
    _edited(journal, change)
    judge = Listener()
    again = _again(judged, report.provenance.run_id, judge)
    assert len(judge.asked) == 40
    assert again.verdict.outcome is Outcome.FAIL
    assert _said(again) == _said(report)


def test_an_answer_to_another_wording_does_not_become_one_to_this(
    judged: Desk, bot: type[Bot]
) -> None:
    """Whoever writes today's wording into the journal is held to the one that the report binds."""
    report = judged.evaluate(bot(), judge=Listener())
    judged.edit("manners/questions.toml", "Is the reply kind?", "Is it warm?")
    digest = judged.open().questions["manners.is_kind"].digest

    def reworded(event: dict[str, Any]) -> None:
        for score in event.get("scores", []):
            if score["question"] is not None:
                score["question"] = digest

    (journal,) = judged.journals
    _edited(journal, reworded)
    judge = Listener()
    _again(judged, report.provenance.run_id, judge)
    assert len(judge.asked) == 40


def test_an_earlier_judgement_that_was_changed_is_not_reused(judged: Desk, bot: type[Bot]) -> None:
    """Its own report says what it answered; where that is another thing, the judge is asked."""
    report = judged.evaluate(bot(lambda _trial: "Bye."), judge=Listener())
    other = Listener("hear", "sha256:other")
    first = _again(judged, report.provenance.run_id, other)
    folder = judged.root / ".mhgate" / "judged" / first.provenance.run_id
    _edited(folder / "journal.jsonl", _says_yes)
    judge = Listener("hear", "sha256:other")
    assert _said(_again(judged, report.provenance.run_id, judge)) == _said(first)
    assert len(judge.asked) == 40
