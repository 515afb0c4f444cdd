"""Holds how gold is put to a judge: bounded, none twice, within the budget, kept as it comes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mhgate.calibration.answers_file import AnswersFile, latest_answers, new_answers
from mhgate.calibration.asking import Asked, GoldQuestion, ask_judge, item_of, transcript_of
from mhgate.errors import ReportFileError
from mhgate.records import Answer, Failure, GoldTranscript, Item, Question, Transcript

Gold = Callable[..., GoldTranscript]


class Judge:
    """Answers yes, and keeps what it was asked and how many at a time."""

    fingerprint = "sha256:judge"

    def __init__(self, answer: Callable[[Item], object] = lambda _item: "yes") -> None:
        self.asked: list[str] = []
        self.open = self.most_open = 0
        self._answer = answer

    async def answer(
        self, question: Question, item: Item, transcript: Transcript
    ) -> Answer | Failure:
        self.asked.append(item.id)
        self.open += 1
        self.most_open = max(self.most_open, self.open)
        await asyncio.sleep(0)
        self.open -= 1
        made = self._answer(item)
        if isinstance(made, BaseException):
            raise made
        return Answer(value=made, judge=self.fingerprint) if isinstance(made, str) else made  # type: ignore[arg-type, return-value]


@pytest.fixture
def todo(gold: Gold, question: Question) -> list[GoldQuestion]:
    return [GoldQuestion(question, gold(f"t{n}", c1="yes"), "manners") for n in range(12)]


def _ask(judge: Judge, todo: list[GoldQuestion], **how: object) -> Asked:
    kept = how.pop("kept", {})
    keep = how.pop("keep", lambda _key, _answer: None)
    return asyncio.run(ask_judge(judge, todo, kept=kept, keep=keep, **how))  # type: ignore[arg-type]


def test_each_is_asked_once_and_few_at_a_time(todo: list[GoldQuestion]) -> None:
    """What stands there twice is one question, and the concurrency is heeded."""
    judge = Judge()
    found = _ask(judge, [*todo, *todo], concurrency=3)
    assert sorted(judge.asked) == sorted(each.gold.id for each in todo)
    assert judge.most_open == 3
    assert (found.n_calls, found.n_reused, found.missing) == (12, 0, [])
    assert all(found.came[each.key].value == "yes" for each in todo)  # type: ignore[union-attr]


def test_the_budget_is_never_exceeded(todo: list[GoldQuestion]) -> None:
    """What it leaves unasked is named, in order; an answer that is there costs nothing."""
    kept = {todo[0].key: Answer(value="no", judge="sha256:judge")}
    judge = Judge()
    found = _ask(judge, todo, max_calls=5, kept=kept)
    assert (found.n_calls, found.n_reused, len(judge.asked)) == (5, 1, 5)
    assert [each.gold.id for each in found.missing] == [f"t{n}" for n in range(6, 12)]
    assert _ask(Judge(), todo, max_calls=0).missing == todo


def test_what_breaks_is_one_questions_failure(todo: list[GoldQuestion]) -> None:
    """A judge's bug, or something that is no answer, leaves the others alone."""
    made = {"t1": RuntimeError("broken"), "t2": 42}
    kept: list[str] = []
    found = _ask(
        Judge(lambda item: made.get(item.id, "no")),
        todo,
        keep=lambda key, _answer: kept.append(key),
    )
    broken, odd = found.came[todo[1].key], found.came[todo[2].key]
    assert isinstance(broken, Failure)
    assert (broken.kind, broken.message) == ("crash", "RuntimeError: broken")
    assert isinstance(odd, Failure)
    assert odd.kind == "unreadable_answer"
    assert len(kept) == 10, "a failure is not kept, it is asked again"


def test_a_judge_sees_what_a_run_would_show(gold: Gold) -> None:
    """The item has the user's side and its context, the transcript all turns."""
    row = gold("t", family="f", c1="yes").model_copy(
        update={"expects": {"name": "Jo"}, "strata": {"country": "NZ"}, "language": "en"}
    )
    item, transcript = item_of(row, "manners"), transcript_of(row)
    assert (item.turns, item.family, item.pillar) == (("Hello.",), "f", "manners")
    assert (item.expects, item.strata) == ({"name": "Jo"}, {"country": "NZ"})
    assert transcript.last.content == "I hear you, t."


def test_a_file_that_cannot_be_written_stops_it(todo: list[GoldQuestion]) -> None:
    """Answers that are lost would be paid for twice: the error comes through as itself."""

    def full(_key: str, _answer: Answer) -> None:
        raise ReportFileError("disk full", hint="make room")

    with pytest.raises(ReportFileError, match="disk full"):
        _ask(Judge(), todo, keep=full)


def test_answers_are_kept_and_found_again(tmp_path: Path, todo: list[GoldQuestion]) -> None:
    """A second calibration of the same judge asks only what is missing."""
    path = new_answers(tmp_path / "kept", now=datetime(2026, 11, 30, tzinfo=UTC))
    with AnswersFile(path, judge="sha256:judge") as file:
        _ask(Judge(), todo, max_calls=7, keep=file.keep)
    assert latest_answers(tmp_path / "kept", judge="sha256:judge") == path
    assert latest_answers(tmp_path / "kept", judge="sha256:other") is None
    with AnswersFile(path, judge="sha256:judge") as file:
        judge = Judge()
        found = _ask(judge, todo, kept=dict(file.kept), keep=file.keep)
    assert (found.n_reused, len(judge.asked)) == (7, 5)
    assert (tmp_path / "kept" / ".gitignore").read_text() == "*\n"


def test_a_torn_last_line_is_cut_off(tmp_path: Path, todo: list[GoldQuestion]) -> None:
    """A writer that was killed loses the answer that it was writing, and no other."""
    path = tmp_path / "answers.jsonl"
    with AnswersFile(path, judge="j") as file:
        for each in todo[:3]:
            file.keep(each.key, Answer(value="yes", judge="j"))
    path.write_bytes(path.read_bytes()[:-9])
    with AnswersFile(path, judge="j") as file:
        assert list(file.kept) == [each.key for each in todo[:2]]
        file.keep(todo[2].key, Answer(value="no", judge="j"))
    with AnswersFile(path, judge="j") as file:
        assert file.kept[todo[2].key].value == "no"


def test_another_judges_answers_are_refused(tmp_path: Path) -> None:
    """They are told by the fingerprint, and a changed line is told by its number."""
    path = tmp_path / "answers.jsonl"
    with AnswersFile(path, judge="j"):
        pass
    with pytest.raises(ReportFileError, match="another judge"):
        AnswersFile(path, judge="k")
    path.write_bytes(path.read_bytes() + json.dumps({"event": "answer"}).encode() + b"\n")
    with pytest.raises(ReportFileError, match=r"answers\.jsonl:2"):
        AnswersFile(path, judge="j")
    path.write_bytes(b"no json\n")
    with pytest.raises(ReportFileError, match=r"answers\.jsonl:1"):
        AnswersFile(path, judge="j")


def test_concurrency_below_one_is_a_mistake(todo: list[GoldQuestion]) -> None:
    """Nothing would ever be asked."""
    with pytest.raises(ValueError, match="concurrency is 0"):
        _ask(Judge(), todo, concurrency=0)


@pytest.mark.parametrize(
    ("is_graded", "said"),
    [(False, 4), (True, "yes"), (True, "no"), (True, 7)],
)
def test_an_answer_off_the_scale_is_a_failure_as_in_a_run(
    gold: Gold, question: Question, graded_question: Question, *, is_graded: bool, said: int | str
) -> None:
    """A grade for a question of yes and no, the other way round, or a grade that there is not."""
    asked = GoldQuestion(graded_question if is_graded else question, gold("t", c1="yes"), "manners")
    came: dict[str, object] = {"value": said} if isinstance(said, str) else {
        "value": "graded",
        "grade": said,
    }  # fmt: skip
    kept: list[str] = []
    found = _ask(
        Judge(lambda _item: Answer(judge="sha256:judge", **came)),  # type: ignore[arg-type]
        [asked],
        keep=lambda key, _answer: kept.append(key),
    )
    failure = found.came[asked.key]
    assert isinstance(failure, Failure)
    assert failure.kind == "wrong_scale"
    assert kept == [], "it is asked again when a calibration is resumed"


def test_a_grade_is_an_answer_where_it_is_asked_for(gold: Gold, graded_question: Question) -> None:
    """And so is what is no judgement at all."""
    asked = GoldQuestion(graded_question, gold("t", c1=4), "manners")
    for came in (
        Answer(value="graded", grade=4, judge="sha256:judge"),
        Answer(value="not_applicable", judge="sha256:judge"),
    ):
        found = _ask(Judge(lambda _item, came=came: came), [asked])  # type: ignore[misc]
        assert found.came[asked.key] == came
