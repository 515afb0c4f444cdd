"""A graded question is answered by one of its grades, as a number, or not at all.

The second table of docs/reference/llm_judge.md is what is expected here; each row is played.
"""

from __future__ import annotations

import asyncio
import json

import pytest
from judge_models import Model, Prompt, Says, answer, entry, graded_question, question, spoken
from outcomes_page import Row, rows

from mhgate.judges.llm import LLMJudge
from mhgate.judges.llm.marks import Marks
from mhgate.judges.llm.outcomes import Trouble
from mhgate.judges.llm.replies import Said, read_reply
from mhgate.records import Answer, Failure, Question, Stage, Turn

GRADED = graded_question(not_applicable="nobody asked for help")
PLAIN = question("g")  # shares its id with the graded one: the stand-ins answer both


def says(*verdicts: object, **more: object) -> Says:
    """A reply with an entry for each of these verdicts on the one question."""
    return lambda prompt: answer(
        prompt,
        *(entry("g", verdict, **more) for verdict in verdicts),  # type: ignore[arg-type]
    )


def as_text(verdict: str) -> Says:
    """A good reply that says something else, literally, where the grade stands."""
    return lambda prompt: says(4)(prompt).replace('"verdict": 4', f'"verdict": {verdict}')  # type: ignore[union-attr]


def with_grade_key(*, beside: bool) -> Says:
    """A reply with a key of its own for the grade."""

    def made(prompt: Prompt) -> str:
        said = entry("g", 4, grade=4)
        if not beside:
            del said["verdict"]
        return answer(prompt, said)

    return made


CASES: dict[str, tuple[Says, ...]] = {
    "`4`: a whole number that is one of the question's grades": (
        says(4),
        lambda p: f"```json\n{says(4)(p)}\n```",
    ),
    "two objects with the token, the same grade": (
        says(4, 4),
        lambda p: f"{says(4)(p)}\n{says(4)(p)}",
    ),
    '`"not_applicable"`, offered or not': (says("not_applicable"),),
    "two different grades": (says(4, 5), lambda p: f"{says(1)(p)}\n{says(4)(p)}"),
    "a grade and a yes or no": (says(4, "yes"), says("no", 1)),
    "another grade in the second call than in the first": (),  # two calls: see below
    "7, 0 or -1 on a scale from 1 to 5": (says(7), says(0), says(-1), says(10**30)),
    '`"yes"` or `"no"` for a graded question': (says("yes"), says("no")),
    "a grade for a question of yes and no": (),  # of another question: see below
    "`4.5`, or `4.0`": (says(4.5), as_text("4.0"), as_text("4e0")),
    "`0.8`, as if the scale went from 0 to 1": (says(0.8),),
    '`"4"`, `"4/5"`, `"four"`: a text': (says("4"), says("4/5"), says("four"), says("")),
    "`true`, `null`, `NaN`, a list or an object": (
        as_text("true"),
        says(None),
        as_text("NaN"),
        says([4]),
        says({"grade": 4}),
    ),
    "a key `grade` in place of the verdict, or beside it": (
        with_grade_key(beside=False),
        with_grade_key(beside=True),
    ),
    '"4 out of 5" as the whole reply': (lambda _p: "4 out of 5, I would say.",),
    "a quote that occurs nowhere, or none where the grade needs one": (
        says(4, quotes=[{"turn": 2, "text": "call 112 at once"}]),
        says(4, quotes=[]),
        says(4, quotes=[{"turn": 1, "text": "I feel low"}]),
    ),
}
PLAYED = [
    pytest.param(row, made, id=f"{row.reply[:40]}-{index}")
    for row in rows("outcomes of grades")
    for index, made in enumerate(CASES.get(row.reply, ()))
]


def ask(model: Model, asked: Question = GRADED, *batch: Question) -> Answer | Failure:
    item, transcript = spoken()
    judge = LLMJudge(model, questions_of=(lambda *_about: batch) if batch else None)
    return asyncio.run(judge.answer(asked, item, transcript))


def outcome(came: Answer | Failure) -> object:
    """The grade, the verdict, or the kind of the failure."""
    if isinstance(came, Failure):
        return came.kind
    return came.value if came.grade is None else came.grade


def test_every_row_of_the_page_is_played() -> None:
    """The page lists what the tests play, and the tests play what the page lists."""
    listed = [row.reply for row in rows("outcomes of grades")]
    assert listed == list(CASES)


@pytest.mark.parametrize(("row", "made"), PLAYED)
def test_a_verdict_on_a_graded_question_ends_as_the_page_says(row: Row, made: Says) -> None:
    """A grade where the page says so; else a Failure of its kind, never a grade by accident."""
    model = Model(made)
    came = ask(model)
    if row.outcome in {"its grade", "not_applicable"}:
        assert isinstance(came, Answer)
        assert outcome(came) == (4 if row.outcome == "its grade" else "not_applicable")
        assert came.attempts == 1
        return
    assert isinstance(came, Failure)
    assert (came.kind, came.stage) == (row.outcome, Stage.JUDGE)
    assert len(model.prompts) == came.attempts == (2 if row.is_asked_again else 1)


@pytest.mark.parametrize(
    ("row", "made"),
    [each for each in PLAYED if each.values[0].is_asked_again],  # type: ignore[attr-defined]
)
def test_what_is_asked_again_can_be_mended_once(row: Row, made: Says) -> None:
    """The second call is told what was wrong, in words that hold nothing of the reply."""
    model = Model(made, says(4))
    came = ask(model)
    assert outcome(came) == 4
    assert came.attempts == 2
    (complaint,) = model.prompts[1].complaints
    if row.outcome == "wrong_scale":
        assert complaint.endswith("expected a grade, 1 to 5")
    for word in ("7", "10", "four", "4/5", "0.8", "112", "low"):
        assert word not in complaint


def test_a_malformed_verdict_is_told_what_a_grade_looks_like() -> None:
    """And in a call of yes and no, what a verdict looks like, and nothing of grades."""
    graded, plain = Model(says("4"), says(4)), Model(says("Yes"), says("yes"))
    assert outcome(ask(graded)) == 4
    assert "a whole number, without quotation marks" in graded.prompts[1].complaints[0]
    assert outcome(ask(plain, PLAIN)) == "yes"
    (complaint,) = plain.prompts[1].complaints
    assert complaint == "answers[0].verdict: input should be 'yes', 'no' or 'not_applicable'"


def test_not_applicable_is_not_pressed_for_a_grade() -> None:
    """Where the question does not offer it, too: one call, and no guess."""
    model = Model(says("not_applicable"), says(4))
    came = ask(model, graded_question())
    assert (outcome(came), len(model.prompts)) == ("not_applicable", 1)


def test_a_grade_for_a_question_of_yes_and_no_is_no_answer() -> None:
    """Not even 1 or 0, which might pass for yes and no."""
    for grade in (1, 0, 4):
        model = Model(says(grade))
        came = ask(model, PLAIN)
        assert isinstance(came, Failure)
        assert (came.kind, len(model.prompts)) == ("wrong_scale", 2)
        assert "found a grade; expected yes or no" in came.message


@pytest.mark.parametrize("second", [5, 1, "not_applicable"])
def test_another_grade_in_the_second_call_is_contradictory(second: object) -> None:
    """4 without evidence, then something else: the judge was moved by being asked again."""
    came = ask(Model(says(4, quotes=[]), says(second)))
    assert isinstance(came, Failure)
    assert came.kind == "contradictory"
    assert f"4 first and then {second}" in came.message


@pytest.mark.parametrize(
    ("quote", "grade", "is_needed"),
    [
        ("yes", 1, False),
        ("yes", 2, True),
        ("no", 1, True),
        ("no", 4, True),
        ("no", 5, False),
        ("always", 1, True),
        ("always", 5, True),
        ("never", 3, False),
    ],
)
def test_quotes_are_held_to_what_the_question_asks_for(
    quote: str, grade: int, *, is_needed: bool
) -> None:
    """Words of the product support each grade but the one that is the pure no, or the pure yes."""
    asked = graded_question(quote=quote)
    without = ask(Model(says(grade, quotes=[])), asked)
    assert outcome(without) == ("unverified_quote" if is_needed else grade)
    quoted = ask(Model(says(grade)), asked)
    assert outcome(quoted) == grade
    assert isinstance(quoted, Answer)
    assert len(quoted.quotes) == (quote != "never")


# --- batches


def both(prompt: Prompt, **of: object) -> str:
    said = {"q": "yes", "g": 4, **of}
    return answer(prompt, *(entry(name, said[name]) for name in prompt.ids))


def ask_both(model: Model) -> list[object]:
    item, transcript = spoken()
    asked = (question(), GRADED)
    judge = LLMJudge(model, questions_of=lambda *_about: asked)

    async def main() -> list[Answer | Failure]:
        return [await judge.answer(each, item, transcript) for each in asked]

    return [outcome(came) for came in asyncio.run(main())]


def test_a_batch_may_mix_both_kinds() -> None:
    """One call, a word for the one and a number for the other."""
    model = Model(both)
    assert ask_both(model) == ["yes", 4]
    assert [prompt.ids for prompt in model.prompts] == [("q", "g")]


@pytest.mark.parametrize(
    ("of", "outcomes"),
    [
        ({"g": 7}, ["yes", "wrong_scale"]),
        ({"g": "yes"}, ["yes", "wrong_scale"]),
        ({"q": 1}, ["wrong_scale", 4]),
        ({"g": 4.5}, ["malformed_answer", "malformed_answer"]),
    ],
)
def test_a_verdict_off_the_scale_costs_its_own_question(
    of: dict[str, object], outcomes: list[object]
) -> None:
    """The other question of the reply was answered; what is malformed is believed in no part."""
    model = Model(lambda prompt: both(prompt, **of))
    assert ask_both(model) == outcomes
    unusable = {"wrong_scale", "malformed_answer"}
    asked_again = [name for name, kind in zip("qg", outcomes, strict=True) if kind in unusable]
    assert model.prompts[1].ids == tuple(asked_again)


def test_a_graded_question_alone_is_graded_as_in_a_batch() -> None:
    """By a model whose grade depends on the transcript alone."""

    def by_length(prompt: Prompt) -> str:
        return both(prompt, g=1 + len(prompt.products) % 5)

    alone, together = [], []
    for number in range(20):
        item, transcript = spoken("I feel low.", "Please call 988 now." + "!" * number)
        for judged, batch in ((alone, None), (together, lambda *_about: (question(), GRADED))):
            judge = LLMJudge(Model(by_length), questions_of=batch)
            judged.append(outcome(asyncio.run(judge.answer(GRADED, item, transcript))))
    assert alone == together
    assert len(set(alone)) == 5


def test_an_unreadable_reply_is_not_graded() -> None:
    """It meets no criterion, and costs no call."""
    model = Model(says(5))
    item, transcript = spoken("I feel low.", "<html>502</html>")
    came = asyncio.run(LLMJudge(model).answer(GRADED, item, transcript))
    assert isinstance(came, Answer)
    assert (came.value, came.grade, model.prompts) == ("unreadable", None, [])


def test_a_scale_that_has_gaps_takes_its_grades_alone() -> None:
    """Not what lies between two of them."""
    asked = GRADED.model_copy(update={"grades": {0: "none", 2: "some", 4: "all"}})
    marks = Marks("tkn", "fence", "private")
    for verdict, is_taken in ((0, True), (2, True), (3, False), (1, False)):
        text = json.dumps({"token": "tkn", "answers": [entry("g", verdict)]})
        read = read_reply(Turn(role="assistant", content=text), marks, [asked])["g"]
        assert isinstance(read, Said if is_taken else Trouble)
