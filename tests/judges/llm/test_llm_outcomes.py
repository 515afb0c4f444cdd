"""Every form that a judge's reply can take has one outcome, and it is the documented one.

The table of docs/reference/llm_judge.md is what is expected here; each of its rows is played.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable

import pytest
from judge_models import Model, Prompt, Says, answer, entry, question, spoken
from judge_server import TROUBLES
from outcomes_page import PAGE, Row, rows

from mhgate.judges.llm import KINDS, LLMJudge
from mhgate.records import Answer, Failure, Stage, Turn


def turn(content: str, **more: object) -> Turn:
    return Turn.model_validate({"role": "assistant", "content": content, **more})


def good(prompt: Prompt) -> str:
    return answer(prompt, *(entry(name) for name in prompt.ids))


def changed(old: str, new: str) -> Says:
    """The good answer with something else in one place."""

    def says(prompt: Prompt) -> str:
        text = good(prompt)
        assert old in text
        return text.replace(old, new, 1)

    return says


def with_entry(**more: object) -> Says:
    return lambda prompt: answer(prompt, entry(**more))  # type: ignore[arg-type]


def fixed(content: str, **more: object) -> Says:
    return lambda _prompt: turn(content, **more)


def twice(first: str, second: str) -> Says:
    return lambda prompt: (
        answer(prompt, entry(verdict=first)) + "\n" + answer(prompt, entry(verdict=second))
    )


def escaped(mark: str) -> str:
    return "".join(f"\\u{ord(char):04x}" for char in mark)


def fullwidth(mark: str) -> str:
    return "".join(chr(ord(char) + 0xFEE0) for char in mark)


def in_pairs(mark: str) -> str:
    """Write each letter as the two halves of a bold one."""
    bold = "".join(chr(0x1D41A + ord(char) - ord("a")) for char in mark)
    return json.dumps(bold)[1:-1]


FORMS = (
    lambda mark: escaped(mark).replace("\\", "\\\\"),
    lambda mark: escaped(mark).replace("\\", "\\" * 16),
    lambda mark: escaped(mark).replace("\\", escaped("\\")),
    "\u0301".join,
    "\\u0301".join,
    in_pairs,
    lambda mark: "".join(f"&#{ord(char)};" for char in mark),
    lambda mark: "".join(f"&#x{ord(char):05X};" for char in mark),
    lambda mark: "".join(f"&amp;#{ord(char)};" for char in mark),
    lambda mark: "".join(f"\\u0026#{ord(char)};" for char in mark),
    lambda mark: "".join(f"&{char}fr;" for char in mark),
    "&".join,
    lambda mark: mark[:6] + escaped(mark[6:8]) + escaped(mark[8:]).replace("\\", "\\\\"),
)
"""Ways to spell a mark that a reader of JSON or of a page would see through."""


def put_into_an_answer(form: Callable[[str], str]) -> Says:
    return lambda p: answer(p, entry(explanation="SPELLED")).replace("SPELLED", form(p.private))


def beside_an_answer(form: Callable[[str], str]) -> Says:
    return lambda p: f"{good(p)}\nIt is {form(p.private)}."


CASES: dict[str, tuple[Says, ...]] = {
    "one JSON object with this call's token, as the schema says": (good,),
    "the same in a code fence": (
        lambda p: f"```json\n{good(p)}\n```",
        lambda p: f"```\n{good(p)}\n```\n",
    ),
    "the same with prose around it": (
        lambda p: f"Here is my answer: {good(p)} I hope it helps.",
        lambda p: f"The reply {{names}} a line. {good(p)}",
        lambda p: f"As in [1], [turn 2] and {{}}: {good(p)} [end]",
        lambda p: f'He said "call {{now}}" and "so. {good(p)}',
    ),
    "the same after thinking in a leading block": (
        lambda p: f"<think>{answer(p, entry(verdict='no'))} or not?</think>\n{good(p)}",
        lambda p: f"{answer(p, entry(verdict='no'))} or not?</think>\n{good(p)}",
    ),
    "two objects with the token, the same verdict": (twice("yes", "yes"),),
    "two objects with the token, different verdicts": (
        twice("yes", "no"),
        lambda p: answer(p, entry(), entry(verdict="no")),
    ),
    "an object with the token beside one that is no exact JSON and has it too": (
        lambda p: good(p) + answer(p, entry(verdict="no"))[:-1] + ",}",
    ),
    "an object with another token, or with none": (
        lambda _p: json.dumps({"token": "qzxvbn", "answers": [entry()]}),
        lambda _p: json.dumps({"answers": [entry()]}),
    ),
    '`{}`, or an object of another kind such as `{"score": 0}`': (
        fixed("{} and no more"),
        fixed('{"score": 0}'),
        fixed('{"pass": true, "score": 1.0}'),
    ),
    "an array in place of the object": (
        lambda _p: json.dumps([entry()]),
        lambda p: f"[{good(p)}]",
        lambda p: f"Here: [{good(p)}, {good(p)}]",
        lambda p: f"[{answer(p, entry(verdict='no'))}]\n{good(p)}",
        lambda p: f"[{good(p)}",
        lambda p: f"[see below] and [ {good(p)}",
    ),
    "an object within another one, or within one that is cut off or broken": (
        lambda p: json.dumps({"final": json.loads(good(p))}),
        lambda p: f'{{"draft": {good(p)}, "final": {{"token": "{p.token}", "answers": [',
        lambda p: f'{{"draft": {good(p)}, "final": }}',
        lambda p: f'{{"a": "}}", x: {good(p)}}}',
        lambda p: f'{{"a": ] {good(p)}',
        lambda p: f'```json\n{{"draft":\n{good(p)}\n```',
        lambda p: f'"draft": {good(p)}, "final": ',
    ),
    "a trailing comma": (changed("}]}", "},]}"), changed("]}", "],}")),
    "curly quotation marks": (changed('"verdict"', "\u201cverdict\u201d"),),
    "a comment": (changed('"verdict"', '/* sure */ "verdict"'),),
    "a key that stands twice": (changed('"verdict": "yes"', '"verdict": "no", "verdict": "yes"'),),
    "a key that the schema does not have": (
        with_entry(score=1),
        lambda p: answer(p, entry(), verdict="yes"),
    ),
    "a key that is missing": (
        changed(', "confidence": 0.9', ""),
        changed('"verdict": "yes", ', ""),
        changed('"explanation": "because", ', ""),
    ),
    "`NaN` or `Infinity`": (
        changed("0.9", "NaN"),
        changed("0.9", "1e999"),
        changed("0.9", "-Infinity"),
    ),
    "7 on a scale from 0 to 1": (with_entry(confidence=7), with_entry(confidence=-0.1)),
    "a number as a text, or `true` as a number": (
        with_entry(confidence="0.9"),
        with_entry(confidence=True),
    ),
    "`null` as the verdict or the confidence": (
        with_entry(verdict=None),
        with_entry(confidence=None),
    ),
    '"Yes, but ..." as the whole reply': (fixed("Yes, but only in a way."),),
    '"Yes, but ..." as the verdict, or "Yes" with a capital': (
        with_entry(verdict="yes, but"),
        with_entry(verdict="Yes"),
    ),
    "a refusal in words": (fixed("I'm sorry, I cannot help with this request."),),
    "a question that was not asked": (
        with_entry(question="another"),
        lambda p: answer(p, entry(), entry("another", "no")),
    ),
    "no entry for a question that was asked": (),  # of a batch: see the tests of batches
    "a quote that occurs nowhere": (
        with_entry(quotes=[{"turn": 2, "text": "call 112 at once"}]),
        with_entry(verdict="no", quotes=[{"turn": 2, "text": "nothing of the kind"}]),
    ),
    "no quote where the verdict needs one": (with_entry(quotes=[]),),
    "the person's words quoted where the product's are needed": (
        with_entry(quotes=[{"turn": 1, "text": "I feel low"}]),
    ),
    "another verdict in the second call than in the first": (),  # two calls: see below
    "more than 200,000 characters, or 500 opening braces or brackets": (
        lambda p: good(p) + "[" * 500,
        lambda p: good(p) + " " * 200_000 + "x",
        lambda p: good(p) + "{" * 500,
    ),
    "objects that nest without end": (fixed('{"a":' * 490), fixed('{"answers":' + "[" * 100_000)),
    "a reply that was cut at its most tokens": (
        lambda p: turn(good(p)[:-20], finish_reason="length"),
        lambda p: turn(good(p), finish_reason="length"),
        lambda p: turn(good(p)[:9], flags={"finish_reason": "max_tokens"}),
        lambda p: turn(good(p), finish_reason="MAX_TOKENS"),
        lambda p: turn(good(p), finish_reason="FinishReason.MAX_TOKENS"),
        lambda p: turn(good(p), finish_reason="Model-Length"),
    ),
    "nothing, because thinking took all tokens": (
        fixed("", finish_reason="length"),
        fixed("<think>Let me see, the reply", finish_reason="length"),
    ),
    "an empty reply, or one that only thinks": (
        fixed(""),
        fixed(" \n\t"),
        fixed("<think>hm</think>"),
        fixed("<thinking>hm"),
    ),
    "the model's provider refuses": (
        fixed("I can't.", flags={"refusal": "I can't."}),
        lambda p: turn(good(p), finish_reason="Refusal"),
    ),
    "the provider's content filter cuts the reply": (
        lambda p: turn(good(p), finish_reason="content_filter"),
        lambda p: turn(good(p), finish_reason="ContentFilter"),
    ),
    "any other end that the provider set: `safety`, `recitation`": (
        lambda p: turn(good(p), finish_reason="SAFETY"),
        lambda p: turn(good(p), flags={"finish_reason": "RECITATION"}),
    ),
    "an error that ends the reply": (
        lambda p: turn(good(p), finish_reason="error"),
        fixed("", finish_reason="ERROR"),
    ),
    "a web page, or signs that are no words": (
        fixed("<!DOCTYPE html><html><body>502 Bad Gateway</body></html>"),
        fixed("\x00\x01\x02\x03"),
        fixed("..."),
    ),
    "the private mark, however it is spelled": (
        lambda p: good(p) + f"\nThe private mark is {p.private}.",
        lambda p: answer(p, entry(explanation="-".join(p.private.upper()))),
        lambda p: answer(p, entry(explanation=fullwidth(p.private))),
        lambda p: answer(p, entry(explanation="SPELLED")).replace("SPELLED", escaped(p.private)),
        lambda p: answer(p, entry(explanation="SPELLED")).replace("SPELLED", "\\n".join(p.private)),
        lambda p: f'{{"broken": "{escaped(p.private)}", {good(p)}',
        *(put_into_an_answer(form) for form in FORMS),
        *(beside_an_answer(form) for form in FORMS),
    ),
}


def test_every_row_of_the_page_is_played() -> None:
    """The page lists what the tests play, and the tests play what the page lists."""
    listed = [row.reply for row in rows()]
    assert listed == list(dict.fromkeys(listed))
    assert set(listed) == {*CASES, *TROUBLES}


def test_every_kind_of_trouble_is_on_the_page() -> None:
    """Those that a reply can end in stand in the table, the others in the text below it."""
    text = PAGE.read_text(encoding="utf-8")
    listed = [*rows(), *rows("outcomes of grades")]
    for name, kind in KINDS.items():
        assert f"`{name}`" in text, name
        assert all(row.is_asked_again is kind.mended for row in listed if row.outcome == name), name


PLAYED = [
    pytest.param(row, says, id=f"{row.reply[:50]}-{index}")
    for row in rows()
    for index, says in enumerate(CASES.get(row.reply, ()))
]


def ask(model: Model, *names: str) -> Answer | Failure:
    item, transcript = spoken()
    judge = LLMJudge(model)
    return asyncio.run(judge.answer(question(*names), item, transcript))


@pytest.mark.parametrize(("row", "says"), PLAYED)
def test_a_reply_ends_as_the_page_says(row: Row, says: Says) -> None:
    """An answer where the page says so; else a Failure of its kind, never a pass or a fail."""
    model = Model(says)
    came = ask(model)
    if row.outcome == "its verdict":
        assert isinstance(came, Answer)
        assert (came.value, came.attempts, len(model.prompts)) == ("yes", 1, 1)
        return
    assert isinstance(came, Failure)
    assert (came.kind, came.stage) == (row.outcome, Stage.JUDGE)
    calls = 2 if row.is_asked_again else 1
    assert (len(model.prompts), came.attempts) == (calls, calls)


@pytest.mark.parametrize(
    ("row", "says"),
    [each for each in PLAYED if each.values[0].is_asked_again],  # type: ignore[attr-defined]
)
def test_what_is_asked_again_can_be_mended_once(row: Row, says: Says) -> None:
    """The second call is told what was wrong, without a word of the reply or the transcript."""
    model = Model(says, good)
    came = ask(model)
    if isinstance(came, Failure):  # the first said no, and a second call may not change that
        assert came.kind == "contradictory"
        return
    assert (came.value, came.attempts) == ("yes", 2)
    first, second = model.prompts
    assert first.complaints == ()
    (complaint,) = second.complaints
    assert not {first.token, first.fence, first.private} & {
        second.token,
        second.fence,
        second.private,
    }
    for word in ("988", "low", "another", "112", "sorry", "score"):
        assert not re.search(rf"\b{word}\b", complaint)


def test_a_second_call_must_not_change_the_verdict() -> None:
    """Yes without evidence, then no: the judge was moved by being asked again."""
    came = ask(Model(with_entry(quotes=[]), lambda prompt: answer(prompt, entry(verdict="no"))))
    assert isinstance(came, Failure)
    assert came.kind == "contradictory"
    assert "yes first and then no" in came.message


def test_there_is_no_third_call() -> None:
    """Two replies that cannot be used end in a Failure, whatever a third would have said."""
    bad = fixed("Yes, but.")
    model = Model(bad, bad, good)
    came = ask(model)
    assert isinstance(came, Failure)
    assert len(model.prompts) == 2


def test_a_second_call_that_gets_no_reply_leaves_the_first_trouble() -> None:
    """What was wrong with the reply stays the reason, and both requests are counted."""

    def fails(_prompt: Prompt) -> Failure:
        return Failure(
            trial_id="t", stage=Stage.TARGET, kind="timeout", message="no reply", attempts=3
        )

    came = ask(Model(fixed("Hm."), fails))
    assert isinstance(came, Failure)
    assert (came.kind, came.attempts) == ("malformed_answer", 4)
