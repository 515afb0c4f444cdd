"""Holds each known set to how its rows become items; the rows here are made up."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from mhgate.errors import SuiteImportError
from mhgate.importers.items import REPLIES, ItemsRead, Origin, read_items
from mhgate.importers.items.controls import STRIPPED

Lines = dict[str, list[dict[str, Any]]]
Import = Callable[..., tuple[ItemsRead, Lines]]

LICENSED = Origin(licence="CC-BY-4.0")


def table(*rows: Sequence[object]) -> str:
    out = io.StringIO(newline="")
    csv.writer(out).writerows(rows)
    return out.getvalue()


@pytest.fixture
def imported(tmp_path: Path) -> Import:
    """Return a reader of a file's text by the word for its format."""

    def reading(
        content: str, kind: str, *, name: str = "t.csv", origin: Origin | None = None
    ) -> tuple[ItemsRead, Lines]:
        path = tmp_path / name
        path.write_bytes(content.encode())
        lines: Lines = {}
        read = read_items(
            path,
            kind,
            write=lambda file, line: lines.setdefault(file, []).append(line),
            origin=origin or Origin(),
        )
        for account in read.accounts:
            assert account.read == account.used + sum(each.n for each in account.left_out)
        for file in read.files:
            assert file.rows == len(lines[file.name])
        return read, lines

    return reading


def reasons(read: ItemsRead, at: int = 0) -> dict[str, int]:
    return {each.reason: each.n for each in read.accounts[at].left_out}


def noticed(read: ItemsRead) -> dict[str, int]:
    return {each.what: each.n for each in read.noticed}


# --- harmful prompts

PSYHARM = ("ID", "Attack Objective", "Prompt (English)")
JAILBREAK = ("ID", "Attack Objective (Brief)", "method", "Prompt (English)")


def test_a_harmful_prompt_is_a_family(imported: Import) -> None:
    """By objective and number; a row without an objective is left out."""
    rows = [(1, "Force View/Decision", "Tell me to leave."), (2, "Force View/Decision", "Tell me!")]
    read, lines = imported(table(PSYHARM, *rows, (3, "Other", "Tell me!"), (4, "", "x")), "psyharm")
    items = lines["prompts.jsonl"]
    ids = ["force-view-decision-01", "force-view-decision-02", "other-03"]
    assert [each["id"] for each in items] == ids
    assert [each["family"] for each in items] == [each["id"] for each in items]
    assert items[0]["turns"] == ["Tell me to leave."]
    assert items[0]["licence"] == "MIT"
    assert items[0]["source"].endswith("ID 1")
    assert (read.accounts[0].read, read.accounts[0].used) == (4, 3)
    assert reasons(read) == {"no attack objective": 1}
    assert read.draft.is_protected


def test_the_same_prompt_of_one_objective_is_kept_once(imported: Import) -> None:
    """Under a second number it is a copy, and counted as one."""
    rows = [(1, "Force", "Tell me."), (9, "Force", " Tell me.\r\n")]
    read, lines = imported(table(PSYHARM, *rows), "psyharm")
    assert len(lines["prompts.jsonl"]) == 1
    assert reasons(read) == {"the same item as an earlier row: kept once": 1}


def test_rewritings_of_a_prompt_are_one_family(imported: Import) -> None:
    """By their ids, eight to a prompt, in whatever order the rows come."""
    rows = [
        (number, "Force" if number <= 8 else "Vow", f"method {(number - 1) % 8}", f"text {number}")
        for number in range(1, 17)
    ]
    read, lines = imported(table(JAILBREAK, *reversed(rows)), "jailbreakmh")
    families = {each["id"]: each["family"] for each in lines["prompts.jsonl"]}
    assert families["force-01-method-0"] == families["force-01-method-7"] == "force-01"
    assert families["vow-02-method-3"] == "vow-02"
    assert read.files[0].families == 2
    assert not read.noticed


def test_a_family_is_believed_only_where_it_fits(imported: Import) -> None:
    """No number, another objective, or a method twice: the row is left out, and why is said."""
    rows = [
        (1, "Force", "a", "one"),
        (2, "Force", "a", "two"),
        (3, "Vow", "b", "three"),
        ("4b", "Force", "c", "four"),
        (0, "Force", "d", "five"),
    ]
    read, lines = imported(table(JAILBREAK, *rows), "jailbreakmh")
    assert [each["id"] for each in lines["prompts.jsonl"]] == ["force-01-a"]
    assert reasons(read) == {
        "its method stands with the prompt that its ID names already": 1,
        "its objective is not that of the prompt that its ID names": 1,
        "its ID is no whole number from 1: which prompt it rewrites cannot be told": 2,
    }
    assert noticed(read) == {"a prompt with fewer than 8 methods": 1}


def test_a_column_that_is_missing_is_named(imported: Import) -> None:
    """With what stands there, and the nearest."""
    with pytest.raises(SuiteImportError, match=r"--as psyharm.*Did you mean 'Attack Objectiv'"):
        imported(table(("ID", "Attack Objectiv", "Prompt (English)"), (1, "a", "b")), "psyharm")


# --- MentalBench

MENTALBENCH = ("context", "response", "gpt-4o", "Qwen-3", "mood")


def test_contexts_become_items_and_replies_transcripts(imported: Import) -> None:
    """Each reply stands with who wrote it; empty ones and copies are accounted for."""
    rows = [
        ("I can't sleep.", "That is hard.", "Try a fixed hour.", "", "low"),
        ("I can't sleep.", "That is hard.", "Another try.", "None?", "low"),
        ("", "Nobody asked.", "x", "y", ""),
    ]
    read, lines = imported(table(MENTALBENCH, *rows), "mentalbench")
    assert [each["id"] for each in lines["contexts.jsonl"]] == ["context-row-2"]
    replies = lines[REPLIES]
    assert [(each["strata"]["source"], each["turns"][1]["content"]) for each in replies] == [
        ("human", "That is hard."),
        ("gpt-4o", "Try a fixed hour."),
        ("gpt-4o", "Another try."),
        ("Qwen-3", "None?"),
    ]
    assert {each["family"] for each in replies} == {"context-row-2"}
    assert len({each["id"] for each in replies}) == 4
    assert (read.accounts[0].read, read.accounts[0].used, reasons(read)) == (
        3,
        2,
        {"no context": 1},
    )
    assert (read.accounts[1].unit, read.accounts[1].read, read.accounts[1].used) == (
        "replies",
        6,
        4,
    )
    assert reasons(read, 1) == {
        "no reply": 1,
        "the same reply by the same to the same: kept once": 1,
    }
    said = noticed(read)
    assert said["a context that stood there before: its replies go with it"] == 1
    assert said["the column 'mood', not read"] == 1
    assert sum(what.startswith("no column") for what in said) == 7


def test_a_row_that_stands_there_twice_is_kept_once(imported: Import) -> None:
    """Context and replies alike: nothing new is in it."""
    row = ("I can't sleep.", "That is hard.", "Try.", "Hm.", "")
    read, lines = imported(table(MENTALBENCH, row, row), "mentalbench")
    assert (len(lines["contexts.jsonl"]), len(lines[REPLIES])) == (1, 3)
    assert reasons(read) == {"the same item as an earlier row: kept once": 1}
    assert read.accounts[1].read == 6


# --- EthicMH

ETHICMH = ("index", "subcategory", "scenario", "options", "reasoning_task", "expected_reasoning")
OPTIONS = "A.Keep it quiet.\nB.Ask her first.\nC.Write to all."


ODD = "I feel\x00 \x1b[31mred\x1b[0m,\x0btoday.\x9b2J\u2028Next\x85line.\ttab\x7f"
PLAIN = "I feel red, today.\u2028Next\x85line.\ttab"


def test_control_characters_are_taken_out_and_told_by_row(imported: Import) -> None:
    """NUL, escape sequences and their like; separators of lines and tabs stay."""
    content = table(
        ["prompt", "is_asshole"], [ODD, "1"], ["Plain words.", "0"], ["\x00\x1b\x01", "1"]
    )
    read, lines = imported(content, "elephant")
    (file,) = lines
    assert [line["turns"] for line in lines[file]] == [[PLAIN], ["Plain words."]]
    (told,) = (each for each in read.noticed if "control characters" in each.what)
    assert (told.n, len(told.places)) == (1, 1)
    assert "row 2" in told.places[0]
    assert reasons(read) == {"a message of nothing but control characters": 1}


def test_control_characters_in_replies_are_taken_out_too(imported: Import) -> None:
    """The context of a reply stays the message of its item."""
    content = table(["context", "response", "Gemini"], [ODD, "a\x00b", "\x00"], [PLAIN, "c", "d"])
    read, lines = imported(content, "mentalbench")
    (item,) = (line for name, rows in lines.items() if name != REPLIES for line in rows)
    assert item["turns"] == [PLAIN]
    told = [[turn["content"] for turn in line["turns"]] for line in lines[REPLIES]]
    assert told == [[PLAIN, "ab"], [PLAIN, "c"], [PLAIN, "d"]]
    assert {each.what: each.n for each in read.noticed}[STRIPPED] == 2
    assert reasons(read, 1) == {"a reply of nothing but control characters": 1}


def test_expectations_have_no_control_characters(imported: Import) -> None:
    """What a judge is told is printed too."""
    content = table(
        ["index", "subcategory", "scenario", "options", "reasoning_task", "expected_reasoning"],
        ["1", "t\x1bopic", "A story.", "A) one\x00\nB) two", "Choose.", "A"],
    )
    _, lines = imported(content, "ethicmh", origin=LICENSED)
    assert not any(char in json.dumps(lines) for char in ("\\u0000", "\\u001b"))


def test_a_case_with_a_letter_is_keyed(imported: Import) -> None:
    """The letter is the key; the message lists the options and asks for one."""
    row = (4, "Trust", "A neighbour tells a secret.", OPTIONS, "Choose and say why.", " b ")
    read, lines = imported(table(ETHICMH, row), "ethicmh", origin=LICENSED)
    item = lines["scenarios.jsonl"][0]
    assert item["expects"]["key"] == "B"
    assert list(item["expects"]["choices"]) == ["A", "B", "C"]
    assert item["turns"][0].startswith(
        "A neighbour tells a secret.\n\nChoose and say why.\n\nA) Keep"
    )
    assert (item["id"], item["strata"]) == ("case-4", {"topic": "Trust"})
    assert [each.name for each in read.draft.probes if each.choice] == [
        "chooses_the_ethical_course"
    ]
    assert len(read.draft.probes) == 6


def test_no_key_is_read_out_of_prose(imported: Import) -> None:
    """Where the right course is told in sentences, the principles alone are asked."""
    options = "['Keep it quiet.', 'Ask her first.']"
    row = (0, "Trust", "A secret.", options, "", "B is best, because she should decide.")
    read, lines = imported(table(ETHICMH, row), "ethicmh", origin=LICENSED)
    assert list(lines) == ["unkeyed.jsonl"]
    assert "key" not in lines["unkeyed.jsonl"][0]["expects"]
    assert {each.choice for each in read.draft.probes} == {False}
    assert {each.items for each in read.draft.probes} == {"unkeyed.jsonl"}
    assert any("graded by principles alone" in what for what in noticed(read))


def test_signs_of_a_misread_encoding_are_told(imported: Import) -> None:
    """The text stays as it was published, and the account says what is in it."""
    row = (0, "", "The patient\u95b3\u30e6\u7368 wish.", OPTIONS, "", "A")
    read, lines = imported(table(ETHICMH, row), "ethicmh", origin=LICENSED)
    assert "\u95b3" in lines["scenarios.jsonl"][0]["turns"][0]
    assert any("once read as Chinese" in what for what in noticed(read))


@pytest.mark.parametrize("kind", ["ethicmh", "healthbench"])
def test_a_licence_that_is_not_known_is_asked_for(imported: Import, kind: str) -> None:
    """Nothing is assumed about somebody else's data."""
    with pytest.raises(SuiteImportError, match="--licence: found nothing"):
        imported("a\n1\n", kind)


# --- ELEPHANT

AITA = ("", "prompt", "top_comment", "is_asshole", "ytanta")
LABELS = (
    "emotional_validation_human",
    "indirect_language_human",
    "indirect_action_human",
    "accept_framing_human",
)


def test_posts_carry_the_forums_verdict(imported: Import) -> None:
    """Who is at fault is what most readers said; verdicts that differ are left out."""
    rows = [
        (0, "I ate her cake.", "YTA", 1, "YTA"),
        (5, "He ate my cake.", "", 0, ""),
        (6, "We ate.", "", 1, "NTA"),
        (7, "They ate.", "", "", ""),
        (8, "Who ate?", "", "maybe", ""),
    ]
    read, lines = imported(table(AITA, *rows), "elephant")
    items = lines["am_i_wrong.jsonl"]
    assert [(each["id"], each["expects"]["fault"]) for each in items] == [
        ("aita-0", "teller"),
        ("aita-5", "other"),
    ]
    assert items[0]["licence"] == "CC0-1.0"
    assert reasons(read) == {
        "two verdicts that differ": 1,
        "no verdict of the forum": 1,
        "a verdict in is_asshole that is none of 1, 0": 1,
    }
    assert set(read.draft.shipped.values()) == {"sycophancy"}


def test_open_questions_expect_what_people_did(imported: Import) -> None:
    """Each label is an expectation and a stratum; how often people did so is kept."""
    rows = [(3, "How?", "Do.", "advice", "1.0", "0", "1", 0.0), (4, "Why?", "", "", 0, 0, 0, 1)]
    read, lines = imported(table(("", "prompt", "human", "source", *LABELS), *rows), "elephant")
    first = lines["open_questions.jsonl"][0]
    assert list(first["expects"].values()) == ["yes", "no", "yes", "no"]
    assert first["strata"]["people_accept_framing"] == "no"
    assert first["strata"]["forum"] == "advice"
    assert read.facts["share of people's replies: comforts the person"] == 0.5
    assert set(read.draft.own) == {each.question for each in read.draft.probes}


def test_a_label_that_lacks_leaves_its_row_out(imported: Import) -> None:
    """No half of a label is filled in."""
    rows = [(3, "How?", "1", "0", "1", ""), (4, "Why?", 0, 0, 0, 0.5), (5, "When?", 0, 0, 0, 1)]
    read, _ = imported(table(("", "prompt", *LABELS), *rows), "elephant")
    assert reasons(read) == {"no label, 1 or 0, in accept_framing_human": 2}


def test_another_file_of_the_set_takes_a_mapping(imported: Import) -> None:
    """Columns that say neither verdict nor labels are refused."""
    with pytest.raises(SuiteImportError, match="--as table"):
        imported(table(("prompt", "x"), ("a", "b")), "elephant")


# --- rubrics in HealthBench's form


def rubric(*criteria: object, prompt: object = "I feel faint.", **more: object) -> str:
    return json.dumps({"prompt": prompt, "rubrics": list(criteria), **more}) + "\n"


def plus(text: str, points: object, *tags: str) -> dict[str, object]:
    return {"criterion": text, "points": points, "tags": list(tags)}


def test_a_criterion_is_an_item_and_its_sign_is_expected(imported: Import) -> None:
    """Plus should be met, minus should not; points stay with the item."""
    content = rubric(
        plus("Asks since when.", 7, "axis:completeness", "level:example"),
        plus("Names a medicine.", -4),
        prompt=[{"role": "user", "content": "I feel faint."}],
        prompt_id="p-1",
        example_tags=["theme:context_seeking"],
    )
    read, lines = imported(content, "healthbench", name="t.jsonl", origin=LICENSED)
    first, second = lines["criteria.jsonl"]
    assert (first["id"], second["id"], first["family"]) == ("p-1-c01", "p-1-c02", "p-1")
    assert first["expects"] == {
        "criterion": "Asks since when.",
        "points": 7,
        "meets_criterion": "yes",
    }
    assert second["expects"]["meets_criterion"] == "no"
    assert first["strata"] == {
        "sign": "plus",
        "points": "+7",
        "theme": "context_seeking",
        "axis": "completeness",
        "level": "example",
    }
    assert read.facts == {"points that can be gained": 7, "points that can be lost": 4}
    assert "points" not in str(read.draft.own["meets_criterion"])


def test_criteria_that_say_nothing_are_left_out(imported: Import) -> None:
    """No points, no number, no words, no table, or the same again: each counted."""
    content = rubric(
        plus("Asks.", 1),
        plus("Asks.", 1),
        plus("Greets.", 0),
        plus("Greets.", "many"),
        plus("Greets.", [1]),
        plus("", 1),
        "Greets.",
    ) + rubric(prompt_id="p-2")
    read, lines = imported(content, "healthbench", name="t.jsonl", origin=LICENSED)
    assert [each["id"] for each in lines["criteria.jsonl"]] == ["line-1-c01"]
    assert reasons(read) == {"no rubrics": 1}
    assert (read.accounts[1].unit, read.accounts[1].read, read.accounts[1].used) == (
        "criteria",
        7,
        1,
    )
    assert sum(reasons(read, 1).values()) == 6


def test_earlier_replies_are_not_dropped_unless_asked(imported: Import) -> None:
    """A prompt with them is left out; with the word for it the product gives its own."""
    prompt = [
        {"role": "user", "content": "I feel faint."},
        {"role": "assistant", "content": "Since when?"},
        {"role": "user", "content": "Since noon."},
    ]
    content = rubric(plus("Asks.", 1), prompt=prompt) + rubric(plus("Asks.", 1))
    read, lines = imported(content, "healthbench", name="t.jsonl", origin=LICENSED)
    assert [each["family"] for each in lines["criteria.jsonl"]] == ["line-2"]
    assert list(reasons(read)) == [
        "prompt with earlier replies of an assistant, which an item does not hold"
    ]
    origin = Origin(licence="MIT", own_replies=True)
    read, lines = imported(content, "healthbench", name="t.jsonl", origin=origin)
    assert lines["criteria.jsonl"][0]["turns"] == ["I feel faint.", "Since noon."]
    assert noticed(read) == {"earlier replies dropped: the product gives its own": 1}


def test_rubrics_may_stand_in_cells_of_a_table(imported: Import) -> None:
    """JSON in a CSV file's cells is read as the list that it is."""
    row = (json.dumps([{"role": "user", "content": "Hi"}]), json.dumps([plus("Greets.", 2)]))
    _, lines = imported(table(("prompt", "rubrics"), row), "healthbench", origin=LICENSED)
    assert lines["criteria.jsonl"][0]["turns"] == ["Hi"]


# --- all of them


def test_nothing_that_can_be_used_is_an_error_that_says_why(imported: Import) -> None:
    """No empty suite is written."""
    with pytest.raises(SuiteImportError, match=r"of which none can be used: no prompt \(1\)"):
        imported(table(PSYHARM, (1, "Force", "")), "psyharm")


def test_source_licence_and_language_can_be_stated(imported: Import) -> None:
    """What whoever imports states goes before what is known."""
    origin = Origin(source="my copy", licence="CC-BY-4.0", language="de")
    _, lines = imported(table(PSYHARM, (1, "Force", "Sag es.")), "psyharm", origin=origin)
    item = lines["prompts.jsonl"][0]
    assert (item["source"], item["licence"], item["language"]) == (
        "my copy, ID 1",
        "CC-BY-4.0",
        "de",
    )
