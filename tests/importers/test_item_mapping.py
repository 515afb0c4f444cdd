"""Holds the mapping of a table to what it says, and a table to its mapping."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from mhgate.errors import SuiteImportError
from mhgate.importers.items import ItemsRead, Origin, read_items
from mhgate.importers.items.suite_mapping import load_suite_mapping

Import = Callable[..., tuple[ItemsRead, list[dict[str, Any]]]]

SUITE = """
[suite]
source = "a made-up survey"
licence = "CC-BY-4.0"
"""
PROBE = """
[[probe]]
name = "is_heard"
question = "is_heard"
expect = "yes"
"""
ASKED = f"""{PROBE}
[question.is_heard]
text = "?"
yes = "y"
no = "n"
"""


CHOICES = '[choices]\nkey = "k"\ncolumn = "o"\n'


def table(*rows: Sequence[object]) -> str:
    out = io.StringIO(newline="")
    csv.writer(out).writerows(rows)
    return out.getvalue()


@pytest.fixture
def imported(tmp_path: Path) -> Import:
    """Return a reader of a table's text by a mapping's text, which lies beside it."""

    def reading(
        content: str | bytes, mapping: str, *, name: str = "t.csv", origin: Origin | None = None
    ) -> tuple[ItemsRead, list[dict[str, Any]]]:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        path.with_suffix(".toml").write_text(mapping, encoding="utf-8")
        lines: list[dict[str, Any]] = []
        read = read_items(
            path, "table", write=lambda _, line: lines.append(line), origin=origin or Origin()
        )
        return read, lines

    return reading


def reasons(read: ItemsRead) -> dict[str, int]:
    return {each.reason: each.n for each in read.accounts[0].left_out}


def noticed(read: ItemsRead) -> dict[str, int]:
    return {each.what: each.n for each in read.noticed}


def test_columns_become_what_the_mapping_says(imported: Import) -> None:
    """Ids, families of two columns, turns, expectations, strata, language, source and licence."""
    mapping = f"""{SUITE}{ASKED}
[columns]
id = "nr"
family = ["place", "topic"]
turns = ["first", "then"]
language = "lang"
source = "ref"
licence = "terms"
[columns.expects]
belief = "b"
[columns.strata]
risk = "r"
[fixed.strata]
register = "plain"
[words.r]
"1" = "low"
"""
    head = ("nr", "place", "topic", "first", "then", "lang", "ref", "terms", "b", "r", "rest")
    rows = [
        ("a/1", "sea", "sleep", "One.", "Two.", "de", "page 3", "MIT", "That.", "1", "x"),
        ("a 1", "sea", "sleep", "Three.", "", "", "", "", "", "", ""),
        ("a2", "sea", "", "Four.", "", "", "", "", "x", "1", ""),
        ("a3", "", "", "", "Five.", "", "", "", "", "1", ""),
        ("a4", "", "", "Six.", "", "e", "", "", "", "1", ""),
        ("a5", "", "", "Seven.", "", "", "", "", "", "9", ""),
    ]
    read, lines = imported(table(head, *rows), mapping)
    assert lines[0] == {
        "id": "a-1",
        "family": "sea-sleep",
        "turns": ["One.", "Two."],
        "expects": {"belief": "That."},
        "strata": {"register": "plain", "risk": "low"},
        "language": "de",
        "source": "page 3",
        "licence": "MIT",
    }
    assert (lines[1]["id"], lines[1]["family"]) == ("a-1-2", "sea-sleep")
    assert (lines[1]["source"], lines[1]["licence"]) == ("a made-up survey, row 3", "CC-BY-4.0")
    assert lines[1]["expects"] == {}
    assert lines[2]["family"] == "a2"
    assert reasons(read) == {
        "no 'first'": 1,
        "a language that is none": 1,
        "a cell of 'r' that [words] does not name": 1,
    }
    said = noticed(read)
    assert said["an id that was changed: safe signs alone, and each once"] == 2
    assert said["nothing in 'b': no expects.belief"] == 1
    assert said["the column 'rest', not read"] == 1
    assert any(what.startswith("no family: each row counts as one of its own") for what in said)


def test_a_gap_between_turns_is_no_conversation(imported: Import) -> None:
    """An empty message before one that is not: nobody knows what was said there."""
    mapping = f'{SUITE}{ASKED}[columns]\nturns = ["a", "b", "c"]\n'
    read, lines = imported(table(("a", "b", "c"), ("x", "", "z"), ("x", "y", "")), mapping)
    assert [each["turns"] for each in lines] == [["x", "y"]]
    assert reasons(read) == {"a turn that is empty before one that is not": 1}


def test_options_in_columns_are_asked_for(imported: Import) -> None:
    """They are listed in the message; the key is a label, or the option's words."""
    mapping = f"""{SUITE}
[columns]
turns = "q"
[choices]
columns = {{ A = "one", B = "two", C = "three" }}
key = "right"
ask = "Just the letter."
"""
    head = ("q", "one", "two", "three", "right")
    rows = [
        ("What?", "x", "y", "", "B"),
        ("Who?", "x", "y", "z", "z"),
        ("How?", "x", "y", "z", "w"),
    ]
    read, lines = imported(table(head, *rows), mapping)
    assert lines[0]["turns"] == ["What?\n\nA) x\nB) y\n\nJust the letter."]
    assert lines[0]["expects"] == {"choices": {"A": "x", "B": "y"}, "key": "B"}
    assert lines[1]["expects"]["key"] == "C"
    assert reasons(read) == {"no option that 'right' names as the right one": 1}
    assert [each.name for each in read.draft.probes] == ["chooses_the_right_option"]


def test_options_in_one_cell_count_from_where_it_is_said(imported: Import) -> None:
    """JSON Lines with a list and a number; a text that lists them already is left as it is."""
    mapping = f"""{SUITE}
[columns]
turns = "q"
[choices]
column = "opts.all"
key = "answer"
counts_from = 0
shown = true
"""
    line = json.dumps({"q": "Which?\u2028", "opts": {"all": ["x", "y"]}, "answer": 1})
    read, lines = imported(f"{line}\n", mapping, name="t.jsonl")
    assert lines[0]["turns"] == ["Which?"]
    assert lines[0]["expects"] == {"choices": {"A": "x", "B": "y"}, "key": "B"}
    assert read.accounts[0].read == 1


def test_a_norm_lies_on_its_scale(imported: Import) -> None:
    """Words, nothing, and numbers beyond the scale are left out."""
    mapping = f"""{SUITE}
[columns]
turns = "q"
[number]
norm = "mean"
scale = [0, 10]
ask = "A number from 0 to 10."
"""
    rows = [("How far?", "7.5"), ("a", "eleven"), ("b", ""), ("c", 11), ("d", "nan")]
    read, lines = imported(table(("q", "mean"), *rows), mapping)
    assert lines[0]["expects"] == {"scale": [0.0, 10.0], "norm": 7.5}
    assert lines[0]["turns"] == ["How far?\n\nA number from 0 to 10."]
    assert reasons(read) == {"no number in 'mean'": 2, "a norm beyond the scale, 0 to 10": 2}
    assert [each.name for each in read.draft.probes] == ["comes_near_the_norm"]


def test_what_items_expect_is_yes_or_no(imported: Import) -> None:
    """A probe that goes by the item needs it of every row; words can be translated."""
    mapping = f"""{SUITE}
[columns]
turns = "q"
[columns.expects]
offers_another_view = "should"
[words.should]
"1" = "yes"
"0" = "no"
"2" = "perhaps"
[[probe]]
name = "offers_another_view"
question = "sycophancy/offers_another_view"
expect = "item"
"""
    read, lines = imported(table(("q", "should"), ("a", 1), ("b", 0), ("c", ""), ("d", 2)), mapping)
    assert [each["expects"]["offers_another_view"] for each in lines] == ["yes", "no"]
    assert reasons(read) == {"expects.offers_another_view that is neither yes nor no": 2}
    assert read.draft.shipped == {"offers_another_view": "sycophancy"}


def test_source_and_licence_are_asked_for(imported: Import) -> None:
    """In the mapping, as a column, or on the command line; a row without one is left out."""
    bare = f'{ASKED}[columns]\nturns = "q"\n'
    with pytest.raises(SuiteImportError, match=r"t\.toml: suite\.source: found nothing"):
        imported(table(("q",), ("a",)), bare)
    with pytest.raises(SuiteImportError, match=r"suite\.licence: found nothing.*--licence"):
        imported(table(("q",), ("a",)), bare, origin=Origin(source="mine"))
    read, lines = imported(
        table(("q",), ("a",)), bare, origin=Origin(source="mine", licence="CC0-1.0")
    )
    assert (lines[0]["source"], lines[0]["licence"]) == ("mine, row 2", "CC0-1.0")
    mapping = f'{bare}source = "s"\nlicence = "l"\n'
    rows = [("a", "there", "MIT"), ("b", "", "MIT"), ("c", "there", "")]
    read, _ = imported(table(("q", "s", "l"), *rows), mapping)
    assert reasons(read) == {"no source": 1, "no licence": 1}


@pytest.mark.parametrize(
    ("mapping", "told"),
    [
        ('[columns]\nturn = "q"', "Did you mean `turns`"),
        ("[columns]\nturns = []", "columns.turns"),
        (f'{ASKED}[columns]\nturns = "w"', r"columns\.turns\[0\]: found 'w', and no such column"),
        ('[columns]\nturns = "q"', "what is asked of the items"),
        ('[columns]\nturns = "q"\n[[probe]]\nname = "X y"', r"probe\[0\]\.name"),
        ('[columns]\nturns = "q"\n[[probe]]\nname = "a"', "nothing that decides it"),
        (
            '[columns]\nturns = "q"\n[[probe]]\nname = "a"\nquestion = "x"\nchoice = true',
            "several things that decide it",
        ),
        (
            '[columns]\nturns = "q"\n[[probe]]\nname = "a"\nchoice = true',
            r"without a table \[choices\]",
        ),
        (
            '[columns]\nturns = "q"\n[[probe]]\nname = "a"\nquestion = "b"',
            r"one of \[question\.\*\] here",
        ),
        (f'{ASKED}{PROBE}[columns]\nturns = "q"', "a name of its own"),
        (
            f'{ASKED}[columns]\nturns = "q"\n[[probe]]\nname = "b"\nquestion = "x/is_heard"',
            "one question of a name",
        ),
        (
            f'[columns]\nturns = "q"\n{ASKED.replace("yes", "item", 1)}',
            "no column that says what each item expects",
        ),
        (f'{ASKED}[columns]\nturns = "q"\n[words.other]\n"1" = "a"', "a column that nothing reads"),
        ('[columns]\nturns = "q"\n[choices]\nkey = "k"', "neither `columns` nor `column`"),
        (
            '[columns]\nturns = "q"\n[number]\nnorm = "n"\nscale = [5, 1]',
            "the lowest number, then the highest",
        ),
        (
            f'[columns]\nturns = "q"\n[columns.expects]\nkey = "k"\n{CHOICES}',
            "a key that",
        ),
        (
            f'[columns]\nturns = "q"\n{CHOICES}[number]\nnorm = "n"\nscale = [0, 1]',
            "one of the two",
        ),
        (
            f'{ASKED}[columns]\nturns = "q"\n[columns.strata]\na = "s"\n[fixed.strata]\na = "b"',
            "a value for all items",
        ),
        (f'{ASKED}day = 2031-01-01\n[columns]\nturns = "q"', "a date or a time"),
        ("columns = [", "mapping in TOML"),
        (f'{ASKED}[columns]\nturns = "q"\n[probes]\na = 1', "an unknown key"),
    ],
)
def test_a_mapping_that_is_wrong_is_told_with_file_and_key(
    imported: Import, mapping: str, told: str
) -> None:
    """What was found, what was expected, and where."""
    with pytest.raises(SuiteImportError, match=told):
        imported(table(("q", "k", "o", "n", "s"), ("a", "", "", "", "")), f"{SUITE}{mapping}\n")


def test_a_table_needs_a_mapping_and_a_set_none(tmp_path: Path) -> None:
    """Beside the table, or named; a known set knows its columns."""
    path = tmp_path / "t.csv"
    path.write_text("q\na\n")
    with pytest.raises(SuiteImportError, match="no mapping with it"):
        read_items(path, "table", write=lambda *_: None, origin=Origin())
    with pytest.raises(SuiteImportError, match="with --as table alone"):
        read_items(path, "psyharm", write=lambda *_: None, origin=Origin(), mapping=path)
    with pytest.raises(SuiteImportError, match="no such file"):
        read_items(tmp_path / "u.csv", "table", write=lambda *_: None, origin=Origin())


def test_layout_says_sheet_separator_and_encoding(imported: Import) -> None:
    """The mapping may declare what the file does not tell."""
    mapping = (
        f'{SUITE}{ASKED}[columns]\nturns = "q"\n[layout]\ndelimiter = "^"\nencoding = "cp1252"\n'
    )
    read, lines = imported("q^w\nDétail^1\n".encode("cp1252"), mapping)
    assert lines[0]["turns"] == ["Détail"]
    assert read.encoding == "cp1252"


def test_the_mapping_on_the_page_is_one(tmp_path: Path) -> None:
    """What docs/importing.md shows is read, every key of it."""
    page = Path(__file__).resolve().parents[2] / "docs" / "importing.md"
    blocks = re.findall(r"```toml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    path = tmp_path / "shown.toml"
    path.write_text(blocks[0], encoding="utf-8")
    mapping = load_suite_mapping(path)
    assert mapping.family_columns == ("scenario", "topic")
    assert [probe.at_least for probe in mapping.probe] == [None, 4]
    choices, _, number = blocks[1].partition("[number]")
    for block in (choices, f"[number]{number}"):
        path.write_text(f'[columns]\nturns = "q"\n{block}', encoding="utf-8")
        load_suite_mapping(path)


def test_a_key_that_no_line_has_is_a_misspelt_one(imported: Import) -> None:
    """JSON Lines have no header: after the last line it is known, and told with the nearest."""
    mapping = f'{SUITE}{ASKED}[columns]\nturns = "q"\n[columns.strata]\nrisk = "sevrity"\n'
    content = '{"q": "a", "severity": 1}\n{"q": "b"}\n'
    with pytest.raises(SuiteImportError, match=r"columns\.strata\.risk.*'severity'"):
        imported(content, mapping, name="t.jsonl")
    read, lines = imported(content, mapping.replace("sevrity", "severity"), name="t.jsonl")
    assert [each["strata"] for each in lines] == [{"risk": "1"}, {}]
    assert read.accounts[0].used == 2


def test_replies_that_are_dropped_are_told(imported: Import) -> None:
    """Messages with roles in a column of one's own: as with rubrics, only when asked for."""
    mapping = f'{SUITE}{ASKED}[columns]\nturns = "m"\n'
    messages = [
        {"role": "user", "content": "a"},
        {"role": "assistant", "content": "x"},
        {"role": "user", "content": "b"},
    ]
    content = json.dumps({"m": messages}) + "\n" + json.dumps({"m": ["c", "d"]}) + "\n"
    read, lines = imported(content, mapping, name="t.jsonl")
    assert [each["turns"] for each in lines] == [["c", "d"]]
    assert sum(reasons(read).values()) == 1
    read, lines = imported(content, mapping, name="t.jsonl", origin=Origin(own_replies=True))
    assert [each["turns"] for each in lines] == [["a", "b"], ["c", "d"]]
    assert noticed(read)["earlier replies dropped: the product gives its own"] == 1
