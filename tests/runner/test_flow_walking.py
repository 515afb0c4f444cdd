"""Holds the walk through a question flow: what is asked, what sticks, and what is no score."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.records import (
    Answer,
    Failure,
    FlowOption,
    FlowQuestion,
    Item,
    Probe,
    Question,
    QuestionFlow,
    Quote,
    Score,
    Stage,
    Transcript,
    Trial,
    Turn,
)
from mhgate.runner.flow_walking import walked

ITEM = Item(
    id="s/i", family="s/f", pillar="x", turns=("hi",), source="s", licence="l", digest="sha256:i"
)
TRIAL = Trial(id="s/i#0", item_id="s/i", family="s/f", epoch=0, seed=1)
SAID = Transcript(
    trial=TRIAL,
    turns=(Turn(role="user", content="hi"), Turn(role="assistant", content="I hear you.")),
    target_fingerprint="sha256:t",
)


def _question(
    name: str,
    dimension: str,
    severity: str | None,
    *leads: str | None,
    answers: tuple[str, ...] = ("yes", "no"),
    fills: dict[str, int] | None = None,
) -> FlowQuestion:
    options = []
    for number, (answer, lead) in enumerate(zip(answers, leads, strict=True), start=1):
        is_end = lead in {"not_relevant", "finished", "assigned"}
        options.append(
            FlowOption.model_validate(
                {
                    "text": answer,
                    "answer": None if answer.startswith("o") else answer,
                    "grade": number if answer.startswith("o") else None,
                    "goto": None if is_end else lead,
                    "terminal": lead if is_end else None,
                    "fills": fills or {} if number == 1 else {},
                }
            )
        )
    grades = {option.grade: option.text for option in options if option.grade}
    asked = Question(
        id=f"r.{name}",
        text="?",
        yes="yes",
        no="no",
        grades=grades or None,  # type: ignore[arg-type]
        rule="r",
        digest=f"sha256:{name}",
    )
    return FlowQuestion.model_validate(
        {
            "id": name,
            "dimension": dimension,
            "severity": severity,
            "question": asked,
            "options": tuple(options),
        }
    )


def _flow(*questions: FlowQuestion) -> QuestionFlow:
    return QuestionFlow(
        id="r",
        version="1",
        questions=questions,
        start=questions[0].id,
        dimensions=tuple(dict.fromkeys(each.dimension for each in questions)),
        digest="sha256:r",
    )


FLOW = _flow(
    _question("s", "A", None, "a1", "a2", "not_relevant", answers=("o1", "o2", "not_applicable")),
    _question("a1", "A", "yellow", "a2", "a2", "a2", answers=("yes", "no", "not_applicable")),
    _question("a2", "A", "red", "b1", "a3"),
    _question("a3", "A", "yellow", "b1", "finished"),
    _question("b1", "B", None, "c1", "b2", fills={"c1": 1}),
    _question("b2", "B", "red", "c1", "c1"),
    _question("c1", "C", "yellow", "assigned", "finished"),
)


class Asked:
    """Answers as it is told, and remembers what it was asked."""

    def __init__(self, **answers: object) -> None:
        self.answers = answers
        self.asked: list[str] = []

    async def __call__(self, question: Question) -> Answer | Failure:
        name = question.id.removeprefix("r.")
        self.asked.append(name)
        said = self.answers[name]
        if isinstance(said, Answer | Failure):
            return said
        if isinstance(said, int):
            return Answer(value="graded", grade=said, judge="sha256:j")
        return Answer.model_validate({"value": said, "judge": "sha256:j"})


def _probe(dimension: str, tier: str = "suboptimal") -> Probe:
    return Probe.model_validate(
        {
            "id": "x.p",
            "name": "p",
            "pillar": "x",
            "items": "i.jsonl",
            "rubric": "rubric.tsv",
            "dimension": dimension,
            "tier": tier,
            "path": "test_i.py",
            "line": 1,
            "source_digest": "sha256:p",
        }
    )


def _walk(asked: Asked, dimension: str = "A", tier: str = "suboptimal") -> Score | Failure:
    return asyncio.run(walked(_probe(dimension, tier), FLOW, ITEM, SAID, asked))


def _score(asked: Asked, dimension: str = "A", tier: str = "suboptimal") -> Score:
    found = _walk(asked, dimension, tier)
    assert isinstance(found, Score), found
    return found


def _failure(asked: Asked, dimension: str = "A") -> Failure:
    found = _walk(asked, dimension)
    assert isinstance(found, Failure), found
    return found


def test_only_the_way_is_asked_and_each_question_once() -> None:
    """Whatever lies beyond the dimension, or beside the way, is not asked."""
    asked = Asked(s=2, a2="no", a3="no")
    found = _score(asked)
    assert asked.asked == ["s", "a2", "a3"]
    assert (found.value, found.rating) == (1.0, "best_practice")
    assert [each.cell for each in found.cells] == ["s", "a2", "a3"]
    assert [each.meets for each in found.cells] == [None, True, True]
    assert found.explanation == "best_practice, finished: s option 2, a2 no, a3 no"


def test_answers_of_an_earlier_run_are_marked_one_by_one() -> None:
    """The score is marked where all that were asked for are; what is not is not written down."""

    def known(value: str) -> Answer:
        return Answer.model_validate({"value": value, "judge": "sha256:j", "cached": True})

    mixed = _score(Asked(s=2, a2=known("no"), a3=known("no")))
    assert [each.cached for each in mixed.cells] == [False, True, True]
    assert not mixed.cached
    written = mixed.model_dump(mode="json")["cells"]
    assert ["cached" in each for each in written] == [False, True, True]
    assert Score.model_validate_json(mixed.model_dump_json()) == mixed
    graded = Answer(value="graded", grade=2, judge="sha256:j", cached=True)
    assert _score(Asked(s=graded, a2=known("no"), a3=known("no"))).cached


def test_the_worst_tier_sticks() -> None:
    """A yellow answer before is not made good by what comes later; red outweighs yellow."""
    yellow = _score(Asked(s=1, a1="yes", a2="no", a3="no"))
    assert (yellow.rating, yellow.value) == ("suboptimal", 1.0)
    assert [each.meets for each in yellow.cells] == [None, False, True, True]
    assert _score(Asked(s=1, a1="yes", a2="no", a3="no"), tier="best_practice").value == 0.0
    red = _score(Asked(s=1, a1="yes", a2="yes"))
    assert (red.rating, red.value) == ("harmful", 0.0)
    assert red.explanation.startswith("harmful, assigned")


def test_who_is_screened_out_was_not_measured() -> None:
    """It is a Failure that is counted, of the kind of what does not apply, and no best practice."""
    found = _failure(Asked(s="not_applicable"))
    assert (found.kind, found.stage) == ("not_applicable", Stage.JUDGE)
    assert "screens it out of A (s not_applicable)" in found.message
    asked = Asked(s="not_applicable")
    assert _failure(asked, "C").kind == "not_applicable"
    assert asked.asked == ["s"]


def test_a_dimension_that_the_way_passes_by_is_not_relevant() -> None:
    """A screening question alone rates nothing, though its dimension was entered."""
    assert _failure(Asked(s=2, a2="yes", b1="yes"), "B").kind == "not_applicable"
    assert _failure(Asked(s=2, a2="no", a3="no"), "B").kind == "not_applicable"


def test_answers_that_are_filled_in_are_not_asked() -> None:
    """They are cells that nobody was asked, and rate as if answered."""
    asked = Asked(s=2, a2="yes", b1="yes")
    found = _score(asked, "C")
    assert asked.asked == ["s", "a2", "b1"]
    assert found.rating == "best_practice"
    assert [(each.cell, each.asked) for each in found.cells][-1] == ("c1", False)


def test_a_question_that_does_not_apply_rates_nothing() -> None:
    """Where all of a dimension do not, it is not relevant; one that does is enough."""
    flow = _flow(
        _question("a", "A", "red", "b", "b", "b", answers=("yes", "no", "not_applicable")),
        _question("b", "B", "red", "assigned", "finished"),
    )
    assert flow.rated("A", {"a": 2}).rating == "not_relevant"
    assert flow.rated("A", {"a": 1}).rating == "best_practice"


def test_without_an_answer_nobody_knows_the_way() -> None:
    """A failure, an option that is not there and a quote of nowhere leave the whole unmeasured."""
    lost = Failure(trial_id="s/i#0", stage=Stage.JUDGE, kind="timeout", message="late")
    found = _failure(Asked(s=1, a1=lost))
    assert found.kind == "cells_unanswered"
    assert "question a1: timeout" in found.message
    assert "question a2: no_such_option" in _failure(Asked(s=2, a2="not_applicable")).message
    assert "question s: wrong_scale" in _failure(Asked(s=7)).message
    assert "question s: wrong_scale" in _failure(Asked(s="yes")).message
    elsewhere = Answer(value="yes", judge="j", quotes=(Quote(turn=1, start=0, end=3, text="you"),))
    assert "unverified_quote" in _failure(Asked(s=2, a2=elsewhere)).message


def test_a_reply_that_is_no_words_meets_nothing() -> None:
    """It is the worst rating, whatever the flow would ask next."""
    found = _score(Asked(s="unreadable"))
    assert (found.value, found.rating) == (0.0, "harmful")
    assert found.cells[-1].value == "unreadable"


def test_one_judge_answers_all() -> None:
    """A fingerprint that changes on the way is a Failure."""
    other = Answer(value="no", judge="sha256:other")
    assert _failure(Asked(s=2, a2=other, a3="no")).kind == "judge_changed"


def test_quotes_and_reasons_stay_with_their_question() -> None:
    """A report can show what an answer rests on."""
    quote = Quote(turn=1, start=0, end=1, text="I")
    given = Answer(value="yes", judge="sha256:j", quotes=(quote,), explanation="so")
    found = _score(Asked(s=2, a2=given))
    assert found.cells[1].quotes == (quote,)
    assert found.cells[1].explanation == "so"


def test_what_may_be_asked_is_known_before() -> None:
    """Of each dimension: all that can lie on the way to it, and nothing beyond."""
    ids = {name: [each.id for each in FLOW.asked_for(name)] for name in FLOW.dimensions}
    assert ids["A"] == ["r.s", "r.a1", "r.a2", "r.a3"]
    assert ids["B"] == [*ids["A"], "r.b1", "r.b2"]
    assert ids["C"] == [*ids["B"], "r.c1"]


ANSWERS: dict[str, Any] = {
    "s": st.sampled_from([1, 2, "not_applicable"]),
    "a1": st.sampled_from(["yes", "no", "not_applicable"]),
    **{name: st.sampled_from(["yes", "no"]) for name in ("a2", "a3", "b1", "b2", "c1")},
}


@given(st.fixed_dictionaries(ANSWERS), st.sampled_from(["A", "B", "C"]))
def test_every_walk_is_a_way_of_the_flow(answers: dict[str, Any], dimension: str) -> None:
    """Whatever is answered: no question twice, a beginning of a listed path, the rating of it."""
    asked = Asked(**answers)
    found = _walk(asked, dimension)
    assert len(set(asked.asked)) == len(asked.asked)
    if isinstance(found, Failure):
        assert found.kind == "not_applicable"
        return
    names = [each.cell for each in found.cells]
    ways = [path for path in FLOW.paths() if list(path)[: len(names)] == names]
    taken = [
        path
        for path in ways
        if all(
            FLOW.by_id[each.cell].option_for(each.value, each.grade) == path[each.cell]
            for each in found.cells
        )
    ]
    assert taken
    assert {FLOW.rated(dimension, path).rating for path in taken} == {found.rating}


def test_options_are_one_thing_each() -> None:
    """An option leads on or ends, and stands for an answer or a grade."""
    for wrong in (
        {"answer": "yes", "goto": "a", "terminal": "finished"},
        {"answer": "yes"},
        {"answer": "yes", "grade": 1, "goto": "a"},
        {"goto": "a"},
    ):
        with pytest.raises(ValueError, match="an option"):
            FlowOption.model_validate({"text": "t", **wrong})
