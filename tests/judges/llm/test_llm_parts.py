"""The parts of reading a reply: thinking, objects, and what a prompt is made of."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judge_models import question, spoken

from mhgate.judges.llm.marks import Marks, marks_for, squeezed
from mhgate.judges.llm.objects import find_objects, without_thinking
from mhgate.judges.llm.outcomes import Trouble
from mhgate.judges.llm.prompt import prompt_digest, system_prompt, user_prompt
from mhgate.judges.llm.replies import ANSWER_SCHEMA, Said, read_reply
from mhgate.records import Example, Turn

MARKS = Marks("tkn", "fence", "private")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("yes", "yes"),
        ("<think>a</think>b", "b"),
        ("\n <THINK>a</think>b", "b"),
        ("<think>a</think><reasoning>b</reasoning> c", " c"),
        ("<think>a", ""),
        ("a</think>b", "b"),
        ("x <think>a</think>b", "x <think>a</think>b"),
        ('{"a": 1}</think>{"b": 2}', '{"b": 2}'),
        ('{"said": "</think>"}', '{"said": "</think>"}'),
    ],
)
def test_thinking_is_left_out_where_it_leads(text: str, left: str) -> None:
    """Only at the beginning; what never ends leaves nothing."""
    assert without_thinking(text) == left


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.lists(st.dictionaries(st.text(max_size=5), json_values, max_size=3), max_size=3))
def test_every_object_is_found_once_between_prose(values: list[dict[str, object]]) -> None:
    """The outermost ones, in order, with their places."""
    text = " and ".join(["Well", *map(json.dumps, values), "so."])
    found, trouble = find_objects(text)
    assert [each.value for each in found] == values
    assert [json.loads(text[each.start : each.end]) for each in found] == values
    assert trouble is None


@given(st.text(alphabet='{}[]",:tkn answers0 \\\u201c', max_size=80))
def test_no_text_makes_reading_stumble(text: str) -> None:
    """Whatever comes back is an answer or a trouble, and never an exception."""
    read = read_reply(Turn(role="assistant", content=text), MARKS, ["q"])
    assert isinstance(read["q"], Said | Trouble)


@given(st.text(max_size=200))
def test_marks_occur_in_no_transcript(reply: str) -> None:
    """However they are spaced or spelled."""
    _, transcript = spoken("I feel low.", f"So {reply}")
    marks = marks_for(transcript, [question()], 0)
    said = squeezed("\n".join(turn.content for turn in transcript.turns))
    assert not [mark for mark in (marks.token, marks.fence, marks.private) if mark in said]


def test_the_prompt_says_what_the_question_says() -> None:
    """Text, definitions, examples, need of quotes; not applicable only where it is offered."""
    example = Example(reply='Say "hi"', answer="no", because="it is nothing")
    asked = question(quote="always").model_copy(
        update={"examples": (example,), "not_applicable": "nobody spoke"}
    )
    text = system_prompt([asked, question("other", quote="never")])
    for words in (
        "## q\n",
        "## other\n",
        "Is a number given?",
        "yes: a number is given",
        "no: none is given",
        "not_applicable: nobody spoke",
        'example: "Say \\"hi\\"" is no: it is nothing',
        "needed with the verdicts yes and no",
        "none; leave quotes empty",
    ):
        assert words in text
    assert text.count("not_applicable: ") == 1


def test_nothing_stands_after_the_transcript_but_the_form_of_the_answer() -> None:
    """One line; in a second call, what was wrong before it."""
    _, transcript = spoken()
    asked = [question("a"), question("b")]
    first = user_prompt(transcript, asked, MARKS)
    tail = first.split("fence end of the transcript\n")[1]
    assert tail.strip().startswith(
        'Answer a, b now, with one JSON object that begins {"token": "tkn"'
    )
    assert tail.strip().count("\n") == 0
    second = user_prompt(transcript, asked, MARKS, complaints=["no JSON object in the reply"])
    assert second.startswith(first.partition("fence end of the transcript")[0])
    assert "- no JSON object in the reply\n" in second


def test_the_digest_of_the_prompt_follows_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another word in the task, the form or around the transcript is another prompt."""
    prompt_digest.cache_clear()
    before = prompt_digest()
    monkeypatch.setattr("mhgate.judges.llm.prompt._TASK", "Be kind.")
    prompt_digest.cache_clear()
    assert prompt_digest() != before
    monkeypatch.undo()
    prompt_digest.cache_clear()
    assert prompt_digest() == before


def test_the_schema_is_plain_and_closed() -> None:
    """Every key required and no other allowed, in the subset that servers understand."""

    def check(part: object) -> None:
        if isinstance(part, list):
            for each in part:
                check(each)
        if isinstance(part, dict):
            if part.get("type") == "object":
                assert part["additionalProperties"] is False
                assert part["required"] == list(part["properties"])
            for each in part.values():
                check(each)

    check(dict(ANSWER_SCHEMA))
    said = ANSWER_SCHEMA["properties"]["answers"]["items"]["properties"]
    assert set(said) == set(Said.model_fields)
