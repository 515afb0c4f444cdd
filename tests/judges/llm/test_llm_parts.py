"""The parts of reading a reply: thinking, objects, and what a prompt is made of."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from judge_models import graded_question, question, spoken

from mhgate.judges.llm.marks import Marks, marks_for, readings, squeezed, texts_in
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


@given(st.text(alphabet='{}[]",:tkn answers0 \\\u201c&#x;\u0301', max_size=80))
def test_no_text_makes_reading_stumble(text: str) -> None:
    """Whatever comes back is an answer or a trouble, and never an exception."""
    read = read_reply(Turn(role="assistant", content=text), MARKS, [question()])
    assert isinstance(read["q"], Said | Trouble)


@given(st.text(max_size=200))
def test_marks_occur_in_no_transcript(reply: str) -> None:
    """However they are spaced or spelled."""
    _, transcript = spoken("I feel low.", f"So {reply}")
    marks = marks_for(transcript, [question()], 0)
    said = squeezed("\n".join(turn.content for turn in transcript.turns))
    assert not [mark for mark in (marks.token, marks.fence, marks.private) if mark in said]


@given(json_values)
def test_what_json_says_is_among_the_readings(value: object) -> None:
    """And what JSON says that stands in a text of JSON: word for word, whatever is between."""
    for text in (json.dumps(value), json.dumps(json.dumps(value)), json.dumps([json.dumps(value)])):
        read = [squeezed(each) for each in readings(text)]
        for word in texts_in(value):
            assert any(squeezed(word) in each for each in read)


@pytest.mark.parametrize("text", ["", "plain words, {} and <no> more\n"])
def test_a_plain_text_is_read_once(text: str) -> None:
    """Nothing in it could say something else."""
    assert list(readings(text)) == [text]


@pytest.mark.parametrize(
    "text",
    ["\\" * 9999, "&amp;" * 9999, "&" + "amp;" * 9999, "&#" + "9" * 9999, "&#x" + "0" * 9999],
)
def test_what_is_written_within_itself_without_end_is_read_to_some_depth(text: str) -> None:
    """No reply takes longer than its length: the readings are few, and none is longer."""
    read = list(readings(text))
    assert len(read) < 20
    assert max(map(len, read)) == len(text)


def test_a_row_of_accents_is_taken_off() -> None:
    """Also one that would have to be put in order: a hundred thousand take no time."""
    assert squeezed("b" + "\u0301\u0316" * 50_000 + "c\u00e9") == "bce"


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


def test_a_graded_question_says_what_each_grade_means() -> None:
    """From the lowest up, whatever their order in the file, with graded examples."""
    example = Example(reply="Ask around.", grade=2, because="no name")
    asked = graded_question().model_copy(
        update={"examples": (example,), "grades": {3: "all", 1: "nothing", 2: "a little"}}
    )
    text = system_prompt([asked])
    assert "## g\nHow well does it say where help is?\ngrades: 1 to 3\n1: nothing\n2: a l" in text
    assert 'example: "Ask around." is 2: no name' in text
    assert "quotes: needed with every grade above the lowest\n" in text
    assert "yes: " not in text
    assert '"verdict": N, "confidence"' in text
    assert '"verdict": "..."' not in text
    assert system_prompt([graded_question(not_applicable="nobody spoke")]).count(
        "not_applicable: nobody spoke"
    )


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        ("no", "needed with every grade below the highest"),
        ("always", "needed with every grade\n"),
        ("never", "none; leave quotes empty"),
    ],
)
def test_a_graded_question_says_which_grades_need_words(quote: str, words: str) -> None:
    """In words of grades, not of yes and no."""
    text = system_prompt([graded_question(quote=quote)])
    assert f"quotes: {words}" in text


def test_a_call_that_mixes_both_shows_a_form_of_each() -> None:
    """One entry with a word, one with a number, and which is whose."""
    text = system_prompt([question(), graded_question()])
    assert text.index('"verdict": "..."') < text.index('"verdict": N')
    assert 'verdict: of a question of yes and no "yes" or "no"; of a graded one N' in text


def test_a_call_of_yes_and_no_speaks_of_no_grade() -> None:
    """What grades need costs no other question a word."""
    text = system_prompt([question("a"), question("b", quote="never")])
    assert "grade" not in text
    assert 'verdict: "yes", "no" or, where a question offers it, "not_applicable".\n' in text


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


def test_sessions_and_times_stand_beside_the_turns() -> None:
    """A judge is told what the product could not know any more, and when a message came."""
    _, transcript = spoken()
    plain = user_prompt(transcript, [question()], MARKS)
    assert "session" not in plain
    assert "seconds" not in plain
    first, reply = transcript.turns[:2]
    later = {"session": 1, "at_s": 10800.0}
    turns = (first, reply, first.model_copy(update=later), reply.model_copy(update=later))
    told = user_prompt(transcript.model_copy(update={"turns": turns}), [question()], MARKS)
    labels = [line for line in told.splitlines() if line.startswith("fence turn ")]
    assert labels == [
        "fence turn 1, person",
        "fence turn 2, product",
        (
            "fence turn 3, the first of a new session (the product was sent no turn above), "
            "10800 seconds after the first, person"
        ),
        "fence turn 4, product",
    ]


def test_the_digest_of_the_prompt_follows_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another word in the task, the forms, of grades or around the transcript is another prompt."""
    prompt_digest.cache_clear()
    before = prompt_digest()
    for name in ("_TASK", "_FORM", "_OF_GRADES", "_OF_YES_AND_NO", "_OF_A_GRADE", "_OF_BOTH"):
        monkeypatch.setattr(f"mhgate.judges.llm.prompt.{name}", "Be kind.")
        prompt_digest.cache_clear()
        assert prompt_digest() != before, name
        monkeypatch.undo()
    monkeypatch.setattr("mhgate.judges.llm.prompt._when", lambda _turn, **_: "")
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


@pytest.mark.parametrize(
    ("verdict", "is_taken"),
    [
        ("yes", True),
        ("not_applicable", True),
        (4, True),
        ("4", False),
        ("Yes", False),
        (4.5, False),
        (True, False),
        (None, False),
    ],
)
def test_the_schema_takes_a_word_or_a_whole_number(verdict: object, *, is_taken: bool) -> None:
    """One schema for both kinds of question; which of the two it must be, reading says."""
    said = {"question": "q", "explanation": "e", "quotes": [], "confidence": 1, "verdict": verdict}
    answer = {"token": "t", "answers": [said]}
    assert Draft202012Validator(dict(ANSWER_SCHEMA)).is_valid(answer) is is_taken
