"""Holds what teams test with: a target, a judge and a suite that do what they are told."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

import mhgate
from mhgate.protocols import Judge, Target
from mhgate.records import Answer, Failure, Item, Question, Stage, Transcript, Trial, Turn
from mhgate.testing import FixedJudge, ScriptedTarget, tiny_suite

TRIAL = Trial(id="s/i#0", item_id="s/i", family="s/f", epoch=0, seed=1)
HI, AGAIN = Turn(role="user", content="Hi there"), Turn(role="user", content="and again")
OH = Turn(role="assistant", content="Oh.")
ITEM = Item(
    id="s/i", family="s/f", pillar="x", turns=("Hi",), source="s", licence="l", digest="sha256:i"
)
QUESTION = Question(id="is_kind", text="?", yes="y", no="n", rule="r", digest="sha256:q")
TALK = Transcript(trial=TRIAL, turns=(HI, OH), target_fingerprint="sha256:t")


def _says(target: ScriptedTarget, *turns: Turn) -> Turn | Failure:
    return asyncio.run(target.reply(turns, TRIAL))


def test_a_target_replies_what_it_is_told_to() -> None:
    """One text, one a message, one beside words, or what a function makes of it."""
    told = [
        (ScriptedTarget("Yes."), "Yes.", "Yes."),
        (ScriptedTarget(["One.", "Two."]), "One.", "Two."),
        (ScriptedTarget(["Only."]), "Only.", "Only."),
        (ScriptedTarget({"AGAIN": "So you said.", "": "Hello."}), "Hello.", "So you said."),
        (ScriptedTarget(lambda turns, _trial: f"{len(turns)}"), "1", "3"),
    ]
    for target, first, second in told:
        assert isinstance(target, Target)
        replies = _says(target, HI), _says(target, HI, OH, AGAIN)
        assert [getattr(reply, "content", None) for reply in replies] == [first, second]
        assert [asked.message for asked in target.asked] == ["Hi there", "and again"]


def test_a_function_may_fail_or_reply_whole_turns() -> None:
    """What it returns is what the run gets."""
    failure = Failure(trial_id=TRIAL.id, stage=Stage.TARGET, kind="timeout", message="late")
    assert _says(ScriptedTarget(lambda *_: failure), HI) is failure
    flagged = Turn(role="assistant", content="Oh.", flags={"crisis": True})
    assert _says(ScriptedTarget(lambda *_: flagged), HI) is flagged


def test_nothing_to_reply_is_refused() -> None:
    """An empty list or table could answer nothing."""
    for nothing in ([], {}):
        with pytest.raises(ValueError, match="no replies"):
            ScriptedTarget(nothing)


def test_a_judge_answers_what_it_is_told_to() -> None:
    """Everything alike, by the transcript, or by the question; a number is a grade."""

    def asked(judge: FixedJudge) -> Answer:
        assert isinstance(judge, Judge)
        return asyncio.run(judge.answer(QUESTION, ITEM, TALK))

    assert asked(FixedJudge()).value == "yes"
    assert asked(FixedJudge("not_applicable")).value == "not_applicable"
    assert asked(FixedJudge(4)).grade == 4
    assert (
        asked(FixedJudge(lambda talk: "no" if "Oh" in talk.last.content else "yes")).value == "no"
    )
    assert asked(FixedJudge({"is_kind": "no"})).value == "no"
    with pytest.raises(KeyError, match="no answer to is_kind"):
        asked(FixedJudge({"is_loud": "no"}))


def test_a_tiny_suite_is_a_whole_gate(tmp_path: Path) -> None:
    """A good bot passes it, and a bot or a judge that is told to be bad fails it."""
    tiny = tiny_suite(
        tmp_path, check='assert "hear" in transcript.last.content', question="is_kind"
    )
    report = mhgate.run(tiny.config, target=ScriptedTarget(), judge=FixedJudge())
    assert report.verdict.exit_code == 0
    assert report.accounts.planned == 12
    report = mhgate.run(tiny.config, target=ScriptedTarget("Never mind."), judge=FixedJudge())
    assert report.verdict.exit_code == 1
    report = mhgate.run(tiny.config, target=ScriptedTarget(), judge=FixedJudge("no"))
    assert report.verdict.exit_code == 1


def test_a_tiny_suite_takes_items_as_they_are_written(tmp_path: Path) -> None:
    """Conversations, perturbations, sessions and clocks are keys like any other."""
    items = [
        "Hello.",
        ["Hello.", "And again."],
        {
            "turns": ["Nobody has asked me that before."],
            "perturb": {"kind": "emoji", "intensity": 1},
        },
        {"turns": ["a", "b"], "new_session_at": [1], "clock_s": [0, 60]},
    ]
    target = ScriptedTarget(has_clock=True)
    mhgate.run(tiny_suite(tmp_path, items=items, min_score=0.1).config, target=target)
    heard = {asked.trial.item_id: asked.message for asked in target.asked}
    assert len(target.asked) == 6
    assert heard["tiny/tiny-2"] != "Nobody has asked me that before."
    (last,) = [asked for asked in target.asked if asked.message == "b"]
    assert [(turn.session, turn.at_s) for turn in last.turns] == [(1, 60)]


def test_the_doubles_need_no_hypothesis() -> None:
    """Without it they work, and a strategy says what to install."""
    code = (
        "import sys; sys.modules['hypothesis'] = None\n"
        "from mhgate import testing\n"
        "from mhgate.testing import FixedJudge, ScriptedTarget, tiny_suite\n"
        "try: testing.perturbed\n"
        "except Exception as error: print(type(error).__name__, error)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True
    )
    assert ran.stdout.startswith("UsageError mhgate.testing.perturbed is a strategy of hypothesis")
    assert "pip install hypothesis" in ran.stdout
