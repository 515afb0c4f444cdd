"""Holds the records to what they promise at birth."""

from __future__ import annotations

import ast
import importlib
import math
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError, create_model

from mhgate import records
from mhgate.records import (
    Accounts,
    Answer,
    Failure,
    Interval,
    ItemOutcome,
    Record,
    Score,
    Stage,
    Transcript,
    Trial,
    Turn,
)

TRIAL = Trial(id="s/a#0", item_id="s/a", family="s/f", epoch=0, seed=1)


@pytest.mark.parametrize("value", [math.nan, math.inf, 7, -0.1, None, "x"])
def test_a_score_is_never_outside_zero_and_one(value: object) -> None:
    """NaN, null and 7 are no scores."""
    with pytest.raises(ValidationError):
        Score(trial_id="s/a#0", probe_id="p", value=value, judge="j")


@given(st.lists(st.integers(0, 50), min_size=6, max_size=6))
def test_accounts_add_up_or_are_refused(numbers: list[int]) -> None:
    """Planned = asked + not_needed + not_reached, and asked = scored + failed; nothing else."""
    planned, asked, not_needed, not_reached, scored, failed = numbers
    holds = planned == asked + not_needed + not_reached and asked == scored + failed

    def born() -> Accounts:
        return Accounts(
            planned=planned,
            asked=asked,
            not_needed=not_needed,
            not_reached=not_reached,
            scored=scored,
            failed=failed,
        )

    if holds:
        born()
    else:
        with pytest.raises(ValidationError, match="accounts"):
            born()


def test_an_answer_is_never_true_by_accident() -> None:
    """``if answer`` raises instead of being true for a no."""
    with pytest.raises(TypeError, match="compare"):
        bool(Answer(value="no", judge="j"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "\n\n",
        "...",
        "\x00\x01\x02\x03ab",
        "<html><body>Bad Gateway</body></html>",
        "�����ab",
        "12345",
        "🙂",
    ],
)
def test_empty_and_broken_text_is_not_readable(text: str) -> None:
    """What holds no words meets no criterion."""
    assert not Turn(role="assistant", content=text).is_readable


@pytest.mark.parametrize("text", ["no", "Yes.", "Ich höre dir zu.", "我在听。", "a\nb\nc\td"])
def test_words_are_readable(text: str) -> None:
    """Short and foreign replies are replies."""
    assert Turn(role="assistant", content=text).is_readable


@given(st.text(alphabet=st.characters()) | st.just("a\ud800b"))
def test_any_text_makes_a_turn_that_utf8_can_hold(text: str) -> None:
    """Whatever came back can be written."""
    Turn(role="assistant", content=text).content.encode("utf-8")


def test_a_transcript_holds_a_reply() -> None:
    """A conversation without a turn of the product is no transcript."""
    said = Turn(role="user", content="hello")
    with pytest.raises(ValidationError, match="at least one turn of the product"):
        Transcript(trial=TRIAL, turns=(said, said), target_fingerprint="f")


def test_what_a_session_carries_is_never_written() -> None:
    """A session's id stays in the process."""
    turn = Turn(role="assistant", content="hi", carry={"session": "secret-session"})
    assert "secret-session" not in turn.model_dump_json() + repr(turn)


def test_an_interval_is_ordered() -> None:
    """A lower bound above the upper one is a bug, and caught."""
    with pytest.raises(ValidationError, match="lies above"):
        Interval(lower=0.6, upper=0.5, level=0.9)


def test_an_outcome_is_a_value_or_a_failure() -> None:
    """Neither both nor none."""
    common = {
        "trial_id": "t",
        "probe_id": "p",
        "item_id": "i",
        "item_digest": "d",
        "family": "f",
        "epoch": 0,
        "strata": {},
    }
    with pytest.raises(ValidationError, match="either"):
        ItemOutcome(**common)
    with pytest.raises(ValidationError, match="either"):
        ItemOutcome(**common, value=1, failure_kind="timeout", failure_stage=Stage.TARGET)


def test_records_are_frozen_and_closed() -> None:
    """A record cannot be changed, and takes no unknown key."""
    failure = Failure(trial_id="t", stage=Stage.TARGET, kind="timeout", message="m")
    with pytest.raises(ValidationError):
        failure.kind = "other"  # type: ignore[misc]
    with pytest.raises(ValidationError):
        Failure(trial_id="t", stage=Stage.TARGET, kind="k", message="m", surprise=1)  # type: ignore[call-arg]


def test_a_reply_of_megabytes_is_judged_by_its_beginning() -> None:
    """What is readable at first is readable, however long it goes on."""
    assert Turn(role="assistant", content="I hear you. " + "a" * 5_000_000).is_readable
    assert not Turn(role="assistant", content="." * 5_000_000).is_readable


def test_explanations_hold_no_lone_surrogates() -> None:
    """A judge's words are kept as a turn's are: what no UTF-8 can hold is replaced."""
    said = "so \ud83d it \U0001f600 is"
    answer = Answer(value="yes", judge="j", explanation=said)
    score = Score(trial_id="s/a#0", probe_id="p", value=1, judge="j", explanation=said)
    assert answer.explanation == score.explanation == "so \ufffd it \U0001f600 is"


def test_every_noun_is_where_the_room_says() -> None:
    """What type checkers read, what is loaded when wanted and ``__all__`` are one list of names."""
    source = ast.parse(Path(records.__file__).read_text(encoding="utf-8"))
    checked = {
        alias.name: str(node.module).rpartition(".")[2]
        for block in source.body
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert checked == records._HOMES
    assert sorted(checked) == sorted(records.__all__) == dir(records)
    for name, home in checked.items():
        module = importlib.import_module(f"mhgate.records.{home}")
        assert getattr(records, name) is getattr(module, name)
    with pytest.raises(AttributeError, match="no attribute 'Sample'"):
        records.Sample  # noqa: B018 - looking is what is tried


def test_a_record_is_described_once_whichever_threads_make_it_first() -> None:
    """Eight threads make the first of a kind at one moment, sixty times: each gets a whole one."""
    broken: list[str] = []

    def make(kind: type[Record], begin: threading.Barrier) -> None:
        begin.wait()
        try:
            assert kind(seen=1).model_dump()["seen"] == 1
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what is held not to happen
            broken.append(repr(error))

    before_s = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for number in range(60):
            held: dict[str, Any] = {f"held_{place}": dict[str, list[int]] for place in range(30)}
            fields = {"seen": (int, ...), **{name: (kind, {}) for name, kind in held.items()}}
            kind = create_model(f"Seen{number}", __base__=Record, **fields)  # type: ignore[call-overload]
            begin = threading.Barrier(8)
            makers = [threading.Thread(target=make, args=(kind, begin)) for _ in range(8)]
            for maker in makers:
                maker.start()
            for maker in makers:
                maker.join()
    finally:
        sys.setswitchinterval(before_s)
    assert broken == []
