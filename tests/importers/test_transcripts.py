"""Holds the reading of transcripts: every mistake at once, and an account that adds up."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.errors import TranscriptError
from mhgate.importers.transcript_columns import TranscriptColumns, load_columns
from mhgate.importers.transcripts import read_transcripts
from mhgate.records import Transcript, TranscriptSet, Trial, Turn

Write = Callable[..., Path]

SAID = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "I hear you."}]


@pytest.fixture
def lines(tmp_path: Path) -> Write:
    def write(*rows: Any, name: str = "chats.jsonl") -> Path:
        path = tmp_path / name
        texts = [row if isinstance(row, str) else json.dumps(row) for row in rows]
        path.write_text("\n".join(texts), encoding="utf-8")
        return path

    return write


def _noticed(found: TranscriptSet) -> dict[str, int]:
    return {each.what: each.n for each in found.noticed}


def _left_out(found: TranscriptSet) -> dict[str, int]:
    return {each.reason: each.n for each in found.left_out}


def _adds_up(found: TranscriptSet) -> bool:
    return found.read == len(found.transcripts) + sum(each.n for each in found.left_out)


def test_the_three_kinds_of_rows_say_the_same(lines: Write) -> None:
    """A simple row, OpenAI's messages and a whole record of ours are one conversation."""
    trial = Trial(id="crisis/a#0", item_id="crisis/a", family="crisis/f", epoch=0, seed=7)
    turns = tuple(Turn.model_validate(turn) for turn in SAID)
    record = Transcript(trial=trial, turns=turns, target_fingerprint="sha256:t")
    found = read_transcripts(
        lines({"id": "a", "turns": SAID}, {"messages": SAID}, record.model_dump(mode="json"))
    )
    assert [each.turns for each in found.transcripts] == [turns] * 3
    assert [each.id for each in found.transcripts] == ["a", "line-2", "crisis/a#0"]
    assert found.transcripts[2].item == "crisis/a"
    assert found.transcripts[2].trial == trial
    assert found.transcripts[1].said == ("hi",)


def test_what_a_row_says_about_itself_is_kept(lines: Write) -> None:
    """Expectations, strata, family and language of a row without an item are its own."""
    row = {
        "id": 7,
        "turns": SAID,
        "family": "night",
        "expects": {"q": "yes"},
        "strata": {"risk": "low"},
        "language": "de",
    }
    (found,) = read_transcripts(lines(row)).transcripts
    assert (found.id, found.family, found.language) == ("7", "night", "de")
    assert (found.expects, found.strata) == ({"q": "yes"}, {"risk": "low"})


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("{", "no JSON"),
        ("[]", "one JSON object a line"),
        ('{"turns": NaN}', "NaN"),
        ('{"turns": 1e999}', "no float holds"),
        ('{"id": "a", "id": "b"}', "twice"),
        ("[" * 100_000, "nested beyond reason"),
        ({}, "an empty object"),
        ({"event": "begin"}, "a run's journal"),
        ({"turns": SAID, "messages": SAID}, "not both"),
        ({"turns": []}, "an array of turns"),
        ({"turns": "hi"}, "an array of turns"),
        ({"turns": [{"role": "bot", "content": "x"}]}, r"turns\[0\]\.role"),
        ({"turns": [{"role": "user"}]}, r"turns\[0\]\.content"),
        ({"turns": [{"role": "user", "content": 5}]}, r"turns\[0\]\.content"),
        ({"turns": SAID, "famly": "x"}, "Did you mean 'family'"),
        ({"turns": SAID, "id": True}, "id"),
        ({"turns": SAID, "id": " "}, "a name"),
        ({"turns": SAID, "strata": {"risk": 1}}, "strata"),
        ({"turns": SAID, "expects": {"n": 2**60}}, "2\\^53"),
        ({"turns": SAID, "item": "crisis/a", "family": "f"}, "'family' beside an item"),
        ({"turns": SAID, "item_digest": "sha256:0"}, "digest of no item"),
        ({"messages": "hi"}, "an array of messages"),
        ({"messages": [5]}, r"messages\[0\]"),
        ({"messages": [{"role": "robot", "content": "x"}]}, "one of system"),
        ({"messages": [{"role": "assistant", "content": None}]}, "not null"),
        ({"messages": [{"role": "user", "content": [5]}]}, 'a "type"'),
        ({"messages": [{"role": "user", "content": [{"type": "text"}]}]}, "text in the part"),
        ({"trial": {}, "turns": SAID}, r"trial\.id"),
        ({"trial": {}, "turns": SAID, "item_digest": 5}, "item_digest"),
    ],
)
def test_a_malformed_row_is_a_mistake_with_its_line(lines: Write, row: Any, words: str) -> None:
    """What was found and expected, and where; a good row beside it does not save the file."""
    with pytest.raises(TranscriptError, match=words) as caught:
        read_transcripts(lines({"turns": SAID}, row))
    assert all("chats.jsonl, line 2" in each.where for each in caught.value.mistakes)


def test_every_mistake_is_reported_at_once(lines: Write) -> None:
    """In several rows, and several in one row; beyond a hundred they are counted."""
    with pytest.raises(TranscriptError) as caught:
        read_transcripts(lines("{", {"turns": [{"role": "user"}], "famly": 1, "id": []}))
    assert len(caught.value.mistakes) == 5
    with pytest.raises(TranscriptError, match="50 more mistakes"):
        read_transcripts(lines(*["{"] * 150))


def test_two_rows_of_one_id_are_a_mistake(lines: Write) -> None:
    """Nobody could tell their outcomes apart."""
    with pytest.raises(TranscriptError, match="line 1 has too"):
        read_transcripts(lines({"id": "a", "turns": SAID}, {"id": "a", "turns": SAID}))


def test_what_cannot_be_judged_is_left_out_and_counted(lines: Write) -> None:
    """A conversation without a reply, without a person, or with an image is no mistake."""
    image = [{"role": "user", "content": [{"type": "image_url", "image_url": {}}]}, SAID[1]]
    found = read_transcripts(
        lines(
            {"messages": SAID},
            {"messages": SAID[:1]},
            {"messages": SAID[1:]},
            {"messages": [{"role": "user", "content": "  "}, SAID[1]]},
            {"messages": image},
        )
    )
    assert len(found.transcripts) == 1
    assert _left_out(found) == {
        "no reply of the product": 1,
        "nothing that a person said": 2,
        "a part that is no text (image_url)": 1,
    }
    assert _adds_up(found)


def test_system_turns_stay_out_unless_they_are_asked_for(lines: Write) -> None:
    """Hidden instructions are not what was said; developer messages are system turns too."""
    path = lines(
        {"messages": [{"role": "developer", "content": "be kind"}, *SAID]},
        {"turns": [{"role": "system", "content": "be brief"}, *SAID]},
    )
    found = read_transcripts(path)
    assert {turn.role for each in found.transcripts for turn in each.turns} == {"user", "assistant"}
    assert _noticed(found)["a system turn, kept out of what is judged"] == 2
    kept = read_transcripts(path, keep_system=True)
    assert [each.turns[0].content for each in kept.transcripts] == ["be kind", "be brief"]


def test_what_was_used_although_it_was_odd_is_said(lines: Write) -> None:
    """Turns nobody answered, empty replies, tools, unread keys, copies: all are counted."""
    call = {"role": "assistant", "content": None, "tool_calls": [{"id": "1"}]}
    found = read_transcripts(
        lines(
            {"messages": [SAID[0], call, {"role": "tool", "content": "9"}, SAID[1]], "model": "m"},
            {"messages": [*SAID, {"role": "user", "content": "thanks", "name": "ann"}]},
            {"messages": [SAID[0], {"role": "assistant", "content": ""}]},
            {"messages": [SAID[0], {"role": "assistant", "content": None, "refusal": "No."}]},
        )
    )
    assert [each.turns[-1].content for each in found.transcripts] == [
        "I hear you.",
        "I hear you.",
        "",
        "No.",
    ]
    assert _noticed(found) == {
        "a call of a tool, which nobody said": 1,
        "a message of a tool, which nobody said": 1,
        "the key 'model' of a row, not read": 1,
        "the key 'name' of a message, not read": 1,
        "a turn after the last reply, not answered and not judged": 1,
        "an empty reply, judged as one: it meets no criterion": 1,
        "a conversation that is word for word an earlier one": 1,
    }


def test_parts_of_text_are_joined(lines: Write) -> None:
    """Content may come in parts, a refusal among them."""
    parts = [{"type": "text", "text": "I"}, {"type": "refusal", "refusal": "will not."}]
    (found,) = read_transcripts(
        lines({"messages": [SAID[0], {"role": "assistant", "content": parts}]})
    ).transcripts
    assert found.turns[-1].content == "I\nwill not."


def test_flags_of_the_product_stay_with_its_turns(lines: Write) -> None:
    """An exact probe may look at what the product said about its own reply."""
    reply = {**SAID[1], "flags": {"crisis": True}, "finish_reason": "stop"}
    (found,) = read_transcripts(lines({"turns": [SAID[0], reply]})).transcripts
    assert found.turns[-1].flags == {"crisis": True}


@pytest.mark.parametrize("text", ["", "\n\n"])
def test_an_empty_file_is_a_mistake(lines: Write, text: str) -> None:
    """Nothing to judge is no success."""
    with pytest.raises(TranscriptError, match="no rows"):
        read_transcripts(lines(text))


def test_a_file_that_is_not_there_says_what_could_be_meant(tmp_path: Path) -> None:
    """A path or a run."""
    with pytest.raises(TranscriptError, match="a run's id or folder"):
        read_transcripts(tmp_path / "nothing.jsonl")


def test_bytes_that_are_no_text_are_named(tmp_path: Path) -> None:
    """With their line."""
    path = tmp_path / "chats.jsonl"
    path.write_bytes(b'{"turns": []}\n\xff\xff')
    with pytest.raises(TranscriptError, match="line 2"):
        read_transcripts(path)


# --- tables


def test_a_table_of_prompts_and_replies(lines: Write) -> None:
    """Blank rows are counted, unread columns are named, commas in quotes are no separators."""
    found = read_transcripts(
        lines("prompt,reply,id,mood", 'hi,"well, hello",a,x', ",,,", "bye,,b,", name="chats.csv")
    )
    assert [(each.id, each.turns[1].content) for each in found.transcripts] == [
        ("a", "well, hello"),
        ("b", ""),
    ]
    assert _left_out(found) == {"a blank row": 1}
    assert "the column 'mood', not read" in _noticed(found)
    assert _adds_up(found)


def test_columns_are_mapped_by_a_small_toml(lines: Write, tmp_path: Path) -> None:
    """Every thing that a row may say has a header of its own."""
    (tmp_path / "columns.toml").write_text(
        '[columns]\nprompt = "q"\nreply = "a"\nsystem = "sys"\nfamily = "f"\n'
        '[columns.strata]\nrisk = "r"\n[columns.expects]\n"asks now" = "e"\n'
    )
    columns = load_columns(tmp_path / "columns.toml")
    path = lines("q;a;sys;f;r;e", "hi;yes;be kind;night;low;yes", "ho;no;;;;", name="chats.csv")
    first, second = read_transcripts(path, columns=columns).transcripts
    assert (first.family, first.strata, first.expects) == (
        "night",
        {"risk": "low"},
        {"asks now": "yes"},
    )
    assert (second.family, second.strata, second.expects) == (None, {}, {})
    kept = read_transcripts(path, columns=columns, keep_system=True)
    assert [turn.role for turn in kept.transcripts[0].turns] == ["system", "user", "assistant"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("question,reply\nhi,ho", "no such column"),
        ("prompt,reply,reply\nhi,ho,ho", "stands twice"),
        ("prompt,reply\nhi,ho,ha", "a field for each header"),
        ('prompt,reply\n"hi,ho', "no CSV"),
        ("prompt,x,reply\nhi", r"row 2 \(reply\)"),
        ("prompt,reply", "no rows"),
        ("prompt,reply,item,family\nhi,ho,crisis/a,f", "leave the cells empty"),
        ("prompt,reply,id\nhi,ho,a\nhi,ho,a", "row 2 has too"),
    ],
)
def test_a_table_that_cannot_be_read_says_where(lines: Write, text: str, words: str) -> None:
    """Headers, quotes, fields, ids."""
    with pytest.raises(TranscriptError, match=words):
        read_transcripts(lines(text, name="chats.csv"))


def test_a_mapping_for_lines_is_a_mistake(lines: Write) -> None:
    """Columns belong to tables."""
    with pytest.raises(TranscriptError, match=r"ends in \.csv"):
        read_transcripts(lines({"turns": SAID}), columns=TranscriptColumns())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[columns]\nprmpt = 'q'", "Did you mean 'prompt'"),
        ("[column]\n", "Did you mean 'columns'"),
        ("", r"\[columns\]"),
        ("[columns]\nprompt = 5", "the header of a column"),
        ("[columns]\nstrata = 'x'", "a table"),
        ("x", "a mapping in TOML"),
    ],
)
def test_a_mapping_with_mistakes_names_the_key(tmp_path: Path, text: str, words: str) -> None:
    """With the nearest spelling."""
    (tmp_path / "columns.toml").write_text(text)
    with pytest.raises(TranscriptError, match=words):
        load_columns(tmp_path / "columns.toml")


# --- anything at all

_texts = st.text(max_size=12)
_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_texts, inner, max_size=3),
    max_leaves=8,
)
_roles = st.sampled_from(["user", "assistant", "system", "tool", "developer", "x"])
_message = st.fixed_dictionaries(
    {"role": _roles, "content": _texts | st.none() | _json},
    optional={"refusal": _json, "tool_calls": _json, "flags": _json},
)
_row = st.fixed_dictionaries(
    {},
    optional={
        "turns": st.lists(_message, max_size=4) | _json,
        "messages": st.lists(_message, max_size=4) | _json,
        "trial": _json,
        "id": _json,
        "item": _json,
        "item_digest": _json,
        "family": _json,
        "expects": _json,
        "strata": _json,
        "language": _json,
    },
)


@given(st.lists(_row, min_size=1, max_size=4))
def test_no_row_brings_anything_but_an_account_or_mistakes(
    tmp_path_factory: pytest.TempPathFactory, rows: list[Any]
) -> None:
    """Whatever JSON holds, reading it adds up or says what is wrong."""
    path = tmp_path_factory.mktemp("any") / "chats.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    with suppress(TranscriptError):
        found = read_transcripts(path)
        assert found.read == len(rows)
        assert _adds_up(found)


@given(st.lists(st.sampled_from(["good", "no reply", "nobody", "image", "empty"]), min_size=1))
def test_the_account_adds_up_whatever_is_in_a_file(
    tmp_path_factory: pytest.TempPathFactory, kinds: list[str]
) -> None:
    """Each row is used or left out, and the counts are those of the kinds."""
    rows = {
        "good": SAID,
        "no reply": SAID[:1],
        "nobody": SAID[1:],
        "image": [SAID[0], {"role": "assistant", "content": [{"type": "image_url"}]}],
        "empty": [SAID[0], {"role": "assistant", "content": ""}],
    }
    path = tmp_path_factory.mktemp("any") / "chats.jsonl"
    path.write_text("\n".join(json.dumps({"messages": rows[kind]}) for kind in kinds))
    found = read_transcripts(path)
    assert len(found.transcripts) == kinds.count("good") + kinds.count("empty")
    assert _adds_up(found)
    assert found.read == len(kinds)


@given(st.binary(max_size=60))
def test_no_bytes_bring_anything_but_mistakes(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    """As lines and as a table."""
    folder = tmp_path_factory.mktemp("any")
    for name in ("chats.jsonl", "chats.csv"):
        (folder / name).write_bytes(data)
        with pytest.raises(TranscriptError):
            read_transcripts(folder / name)


@given(
    st.lists(
        st.tuples(st.text(st.characters(codec="utf-8"), max_size=9), _texts), min_size=1, max_size=4
    )
)
def test_a_table_that_csv_wrote_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[str, str]]
) -> None:
    """Line ends, quotes and separators inside fields are kept, and every row is accounted for."""
    pairs = [(each.replace("\0", ""), other.replace("\0", "")) for each, other in pairs]
    made = io.StringIO(newline="")
    csv.writer(made).writerows([("prompt", "reply"), *pairs])
    path = tmp_path_factory.mktemp("any") / "chats.csv"
    path.write_bytes(made.getvalue().encode("utf-8", "replace"))
    found = read_transcripts(path)
    assert found.read == len(pairs)
    assert _adds_up(found)
    usable = [pair for pair in pairs if pair[0].strip()]
    assert len(found.transcripts) == len(usable)
