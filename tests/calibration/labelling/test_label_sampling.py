"""Samples: spread over families and strata, reproducible, blind; forms say nothing of names."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.calibration.labelling import Conversation, draw, make_form, sampled_item
from mhgate.calibration.labelling.shown import as_text, shown_digest, shown_turns
from mhgate.records import Question
from mhgate.records.labelling import LabelForm, LabelSample, Said
from mhgate.report.labelling import render_label_csv, render_label_page

Make = Callable[..., Conversation]


def _pool(families: int, each: int) -> list[Conversation]:
    risks = ("none", "low", "high")
    return [
        Conversation(f"i-{f}-{n}", f"f-{f}", (), strata={"risk": risks[(f + n) % 3]})
        for f in range(families)
        for n in range(each)
    ]


def test_families_come_before_repeats() -> None:
    """No family is drawn a second time while another one has not been drawn at all."""
    drawn = draw(_pool(10, 4), 25, seed="s")
    counts = Counter(each.family for each in drawn)
    assert set(counts.values()) == {2, 3}
    assert len({each.family for each in drawn[:10]}) == 10


def test_strata_are_spread() -> None:
    """Each risk is drawn about as often as the others, whatever the families say."""
    counts = Counter(each.strata["risk"] for each in draw(_pool(30, 3), 30, seed="s"))
    assert set(counts) == {"none", "low", "high"}
    assert max(counts.values()) - min(counts.values()) <= 1


@given(st.integers(0, 30), st.text(max_size=5), st.randoms())
def test_the_same_seed_draws_the_same(n: int, seed: str, random: object) -> None:
    """Whatever the order of what there is; and a smaller sample begins a larger one."""
    pool = _pool(6, 4)
    drawn = draw(pool, n, seed=seed)
    random.shuffle(pool)  # type: ignore[attr-defined]
    assert draw(pool, n, seed=seed) == drawn
    assert draw(pool, n + 3, seed=seed)[: len(drawn)] == drawn
    assert len(drawn) == min(n, 24)


def test_another_seed_draws_otherwise() -> None:
    """The seed matters."""
    assert draw(_pool(20, 3), 10, seed="1") != draw(_pool(20, 3), 10, seed="2")


def test_readers_get_the_same_rows_in_another_order(forms: dict[str, LabelForm]) -> None:
    """Two copies hold the same conversations and questions; no block is in the same order."""
    one, two = forms["1"], forms["2"]
    assert {row.row for row in one.rows} == {row.row for row in two.rows}
    assert one.form != two.form
    for text in ("Does the reply greets?", "Does the reply serves?"):
        orders = [
            [row.row for row in form.rows if form.questions[row.question].text == text]
            for form in (one, two)
        ]
        assert orders[0] != orders[1]


def test_questions_come_in_blocks(forms: dict[str, LabelForm]) -> None:
    """A reader keeps one question in mind until its conversations are over."""
    blocks = [row.question for row in forms["1"].rows]
    assert blocks == sorted(blocks)


def test_forms_name_nothing(sample: LabelSample, forms: dict[str, LabelForm]) -> None:
    """No id of an item, no family, stratum, source or question id reaches a reader."""
    for form in forms.values():
        for text in (render_label_page(form), render_label_csv(form)):
            for word in ("manners/", "item-1", "family-", '"risk"', "a house rule", sample.key):
                assert word not in text


def test_row_ids_say_nothing(sample: LabelSample, make_conversation: Make) -> None:
    """Ids depend on a secret key: under another one, no id is the same."""
    other = {
        sampled_item(make_conversation(n), question, key="cd" * 32).row
        for question in sample.questions
        for n in range(6)
    }
    rows = {item.row for item in sample.items}
    assert len(rows) == len(sample.items)
    assert not rows & other
    assert all(row[0].isalpha() and row.isalnum() for row in rows)


def test_the_order_depends_on_seed_and_names_alone(sample: LabelSample) -> None:
    """Another key gives other ids in the same order; another seed gives another order."""
    rekeyed = sample.model_copy(
        update={
            "key": "cd" * 32,
            "items": tuple(
                item.model_copy(update={"row": f"r{number}"})
                for number, item in enumerate(sample.items)
            ),
        }
    )
    reseeded = sample.model_copy(update={"seed": "8"})

    def texts(of: LabelSample) -> list[str]:
        return [row.turns[0].text for row in make_form(of, "1").rows]

    assert texts(rekeyed) == texts(sample)
    assert texts(reseeded) != texts(sample)


def test_an_adjudicator_reads_what_is_named(sample: LabelSample) -> None:
    """The third form holds the disagreements alone, and only their questions."""
    rows = [item.row for item in sample.items if item.question == "serves"][:2]
    form = make_form(sample, "adjudicator", rows=rows)
    assert {row.row for row in form.rows} == set(rows)
    assert [question.text for question in form.questions] == ["Does the reply serves?"]


def test_an_unknown_copy_is_an_error(sample: LabelSample) -> None:
    """A third reader of two is nobody."""
    with pytest.raises(ValueError, match="no copy '3'"):
        make_form(sample, "3")


# --- what is shown


def test_hidden_characters_become_visible() -> None:
    """Text that erases, reorders or hides is shown as what it is; emoji and scripts stay."""
    turns = shown_turns(
        [Said(role="assistant", content="a\x1b[2J\u202eb\u200b\u2028c 👩\u200d👩 नमस्ते\r\nd")]
    )
    assert turns[0].text == "a\\x1b[2J\\u202eb\\u200b\nc 👩\u200d👩 नमस्ते\nd"


def test_readers_see_where_a_new_session_begins() -> None:
    """What the product was not sent again is told from what it was; else nothing is added."""
    said = [Said(role="user", content="It's Ana."), Said(role="assistant", content="Hello.")]
    later = [turn.model_copy(update={"session": 1}) for turn in said]
    assert [turn.who for turn in shown_turns([*said, *later])] == [
        "Person",
        "Chatbot",
        "A new session begins",
        "Person",
        "Chatbot",
    ]
    assert len(shown_turns([*said, *said])) == 4


def test_the_digest_notices_words_and_not_blanks() -> None:
    """What spreadsheets do to line ends and blanks changes nothing; one letter does."""
    text = as_text(shown_turns([Said(role="user", content="one\n\n two")]))
    whole = shown_digest("q", "y", "n", text)
    assert whole == shown_digest("q", "y", "n ", "Person: one_x000D_\r\n\xa0two")
    assert whole != shown_digest("q", "y", "n", text.replace("two", "tvo"))
    assert whole != shown_digest("q", "y!", "n", text)


def test_a_question_reaches_the_reader_with_anchors_and_examples(
    forms: dict[str, LabelForm], make_question: Callable[..., Question]
) -> None:
    """Text, yes, no, and worked examples stand in the page's data."""
    page = render_label_page(forms["1"])
    data = json.loads(page.split('id="data">')[1].split("</script>")[0])
    shown = next(each for each in data["questions"] if "greets" in each["text"])
    asked = make_question("greets")
    assert (shown["text"], shown["yes"], shown["no"]) == (asked.text, asked.yes, asked.no)
    assert shown["examples"] == [
        {"reply": "Hello you.", "answer": "yes", "because": "It says hello."}
    ]


def test_equal_conversations_differ_by_question(make_conversation: Make) -> None:
    """One conversation on two probes is two rows."""
    asked = Question(id="q", text="t", yes="y", no="n", rule="q", digest="d")
    each = make_conversation(1)
    rows = {sampled_item(each, asked, key="ab" * 32, probe=name).row for name in ("a", "b")}
    assert len(rows) == 2
    assert replace(each, family="x") != each


# --- what the question names of the item


def test_what_a_question_names_is_shown_to_readers(
    sample: LabelSample, make_conversation: Make, make_question: Callable[..., Question]
) -> None:
    """Exactly the values that its words name, above the messages, on the page and in the sheet."""
    asked = make_question("greets").model_copy(
        update={"text": "Does it greet the person (expects.name), and keep expects.secret?"}
    )
    expects = {"name": "=Jo\u202e", "secret": ["a", "b"], "greets": "yes", "marker": "hidden-one"}
    item = sampled_item(make_conversation(1, expects=expects), asked, key=sample.key)
    assert item.told == {"name": "=Jo\u202e", "secret": ["a", "b"]}
    one = sample.model_copy(update={"questions": (asked,), "items": (item,)})
    form = make_form(one, "1")
    known, first, _ = form.rows[0].turns
    assert known.who == "Known about this conversation"
    assert known.text == 'expects.name: =Jo\\u202e\nexpects.secret: ["a", "b"]'
    assert first.who == "Person"
    for text in (render_label_page(form), render_label_csv(form)):
        assert "Known about this conversation" in text
        assert "hidden-one" not in text
    shown = form.questions[0]
    assert item.shown_digest == shown_digest(
        shown.text, shown.yes, shown.no, as_text(form.rows[0].turns)
    )


def test_a_sample_from_before_is_shown_as_it_was(sample: LabelSample) -> None:
    """One that says nothing of what readers were told keeps its words and its digests."""
    old = json.loads(sample.model_dump_json())
    for item in old["items"]:
        del item["told"]
    form = make_form(LabelSample.model_validate_json(json.dumps(old)), "1")
    assert form == make_form(sample, "1")
    assert all(row.turns[0].who == "Person" for row in form.rows)
