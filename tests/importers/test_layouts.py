"""Holds the three layouts to the same ratings, and to an account of everything else."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from mhgate.errors import RatingsError
from mhgate.importers import read_ratings
from mhgate.records import Account, RatingSet

Read = Callable[..., RatingSet]

HEAD = """
[scale]
least = 1
greatest = 5
[not_rated]
not_sure = ["not sure"]
not_applicable = [0, "n/a"]
[attributes]
Empathy = "affective"
Guidance = "cognitive"
"""


def _left(ratings: RatingSet, what: str) -> dict[str, int]:
    account = _account(ratings, what)
    return {each.reason: each.n for each in account.left_out}


def _account(ratings: RatingSet, what: str) -> Account:
    return next(each for each in ratings.accounts if each.what == what)


def _table(ratings: RatingSet) -> dict[tuple[str, str, str | None, str], float]:
    return {
        (column.rater, reply.conversation, reply.source, column.attribute): value
        for column in ratings.columns
        for reply, value in zip(ratings.replies, column.values, strict=True)
        if value is not None
    }


EXPECTED = {
    ("ann", "1", "x", "Empathy"): 4.0,
    ("ann", "1", "x", "Guidance"): 3.0,
    ("ann", "1", "y", "Empathy"): 2.0,
    ("j", "1", "x", "Empathy"): 5.0,
    ("j", "1", "x", "Guidance"): 4.0,
    ("j", "1", "y", "Empathy"): 3.0,
    ("j", "1", "y", "Guidance"): 1.0,
}

WIDE = f"""
[layout]
kind = "wide"
conversation = "c"
source = "s"
{HEAD}
[human.ann]
columns = "ann_{{attribute}}"
[judge.j]
columns = {{ Empathy = "je", Guidance = "jg" }}
family = ["x"]
"""


def test_wide(read: Read) -> None:
    """A row a reply, a column a rater and attribute."""
    text = "c,s,ann_Empathy,ann_Guidance,je,jg,comment\n1,x,4,3,5,4,fine\n1,y,2,not sure,3,1,\n"
    found = read("r.csv", WIDE, text)
    assert _table(found) == EXPECTED
    assert found.judges[0].own == ("x",)
    assert _left(found, "ratings by ann") == {"the rater was not sure": 1}
    assert [(each.what, each.places) for each in found.noticed] == [
        ("a column that the mapping does not name, not read", ("r.csv, 'comment'",))
    ]
    assert set(found.digests) == {"r.csv", "mapping"}


LONG = f"""
[layout]
kind = "long"
conversation = "c"
source = "s"
rater = "who"
attribute = "what"
value = "score"
{HEAD}
[human.ann]
labelled_by = "crowd"
[judge.j]
id = "model-7"
"""


def test_long(read: Read) -> None:
    """A row a rating, in any order; JSON Lines as well as CSV."""
    rows = [
        ("1", "x", "ann", "empathy", 4),
        ("1", "x", "model-7", "Guidance", 4),
        (1, "x", "ann", "Guidance ", "3"),
        ("1", "y", "ann", "Empathy", 2.0),
        ("1", "y", "ann", "Guidance", "Not sure"),
        ("1", "x", "model-7", "Empathy", 5),
        ("1", "y", "model-7", "Empathy", 3),
        ("1", "y", "model-7", "Guidance", 1),
    ]
    names = ("c", "s", "who", "what", "score")
    lines = [json.dumps(dict(zip(names, row, strict=True))) for row in rows]
    found = read("r.jsonl", LONG, "\n".join(lines))
    assert _table(found) == EXPECTED
    assert [rater.name for rater in found.raters] == ["ann", "j"]
    assert found.raters[0].labelled_by == "crowd"
    text = "\n".join([",".join(names), *(",".join(map(str, row)) for row in rows)])
    assert _table(read("r.csv", LONG, text)) == EXPECTED


def test_long_with_a_column_for_each_attribute(read: Read) -> None:
    """A row a rater and reply."""
    mapping = LONG.replace('attribute = "what"\n', "").replace('"score"', '"{attribute}"')
    text = "c,s,who,Empathy,Guidance\n1,x,ann,4,3\n1,y,ann,2,0\n1,x,model-7,5,4\n1,y,model-7,3,1\n"
    found = read("r.csv", mapping, text)
    assert _table(found) == EXPECTED
    assert _left(found, "ratings by ann") == {"not applicable": 1}


CELLS = f"""
[layout]
kind = "json_cells"
conversation = "c"
{HEAD}
[human.ann]
columns = "by ann {{source}}"
[judge.j]
columns = "judge_{{source}}"
"""


def test_json_cells(read: Read) -> None:
    """A row a conversation, a column a source, an object a cell; headers with blanks."""
    rows = [
        {
            " c ": 1.0,
            " by ann  x": '{"Empathy": 4, "Guidance": 3}',
            "by ann y": {"Empathy": 2, "Guidance": None},
            "judge_x": '```json\n{"Empathy": 5, "Guidance": 4, "Overall": 3}\n```',
            "judge_y": '{"Empathy": 3, "Guidance": 1}',
        }
    ]
    found = read("r.jsonl", CELLS, "\n".join(map(json.dumps, rows)))
    assert _table(found) == EXPECTED
    assert _left(found, "ratings by ann") == {"the attribute is null in its cell": 1}
    assert {each.what for each in found.noticed} == {
        "j: a fence around the JSON object, taken off",
        "j: the key 'Overall' in a cell, not read",
    }


def test_sources_in_the_columns_of_a_wide_file(read: Read) -> None:
    """A column a rater, attribute and source."""
    mapping = WIDE.replace('source = "s"\n', "").replace(
        "ann_{attribute}", "ann_{attribute}_{source}"
    )
    mapping = mapping.replace('"je"', '"je_{source}"').replace('"jg"', '"jg_{source}"')
    text = (
        "c,ann_Empathy_x,ann_Empathy_y,ann_Guidance_x,ann_Guidance_y,je_x,je_y,jg_x,jg_y\n"
        "1,4,2,3,n/a,5,3,4,1\n"
    )
    assert _table(read("r.csv", mapping, text)) == EXPECTED


def test_without_a_conversation_each_row_is_its_own(read: Read) -> None:
    """And without a source all replies are one's."""
    mapping = WIDE.replace('conversation = "c"\nsource = "s"\n', "").replace('family = ["x"]', "")
    found = read("r.csv", mapping, "ann_Empathy,ann_Guidance,je,jg\n4,3,5,4\n2,,3,1\n")
    assert [(reply.conversation, reply.source) for reply in found.replies] == [
        ("row 2", None),
        ("row 3", None),
    ]


def test_ragged_raters_and_a_pattern_of_ids(read: Read) -> None:
    """Everyone whom the pattern fits becomes a rater; the others' rows are left out by name."""
    mapping = LONG.replace("[human.ann]", '[human.clinicians]\nid = "clin-*"')
    mapping = mapping.partition("[judge.j]")[0]
    text = (
        "c,s,who,what,score\n1,x,clin-1,Empathy,4\n2,x,clin-2,Empathy,3\n1,x,clin-2,Empathy,5\n"
        "1,x,intern,Empathy,1\n1,x,,Empathy,1\n1,x,clin-1,Style,1\n1,,clin-1,Empathy,1\n"
        ",x,clin-1,Empathy,1\n1,x,clin-1,Empathy,2\n"
    )
    found = read("r.csv", mapping, text)
    assert [(rater.name, rater.kind) for rater in found.raters] == [
        ("clin-1", "human"),
        ("clin-2", "human"),
    ]
    assert found.values("clin-1", "Empathy") == (4.0, None)
    assert found.values("clin-2", "Empathy") == (5.0, 3.0)
    rows = _account(found, "rows of r.csv")
    assert (rows.read, rows.used) == (9, 4)
    assert _left(found, "rows of r.csv") == {
        "a rater whom the mapping does not name": 1,
        "no rater": 1,
        "an attribute that the mapping does not name": 1,
        "no source": 1,
        "no conversation": 1,
    }
    assert rows.left_out[0].places == ("r.csv, row 5, 'intern'",)
    assert _left(found, "ratings by clin-1") == {"the same reply rated again by the same rater": 1}


def test_a_reply_that_stands_there_twice_counts_once(read: Read) -> None:
    """The first row counts; the second is left out as a whole."""
    text = "c,s,ann_Empathy,ann_Guidance,je,jg\n1,x,4,3,5,4\n1,y,2,0,3,1\n1,x,1,1,1,1\n"
    found = read("r.csv", WIDE, text)
    assert _table(found) == EXPECTED
    assert _left(found, "rows of r.csv") == {"the same conversation and source again": 1}


@pytest.mark.parametrize("outside", ["leave_out", "keep"])
def test_numbers_outside_the_scale(read: Read, outside: str) -> None:
    """Left out or used, counted either way."""
    mapping = WIDE.replace("greatest = 5", f'greatest = 5\noutside = "{outside}"')
    found = read("r.csv", mapping, "c,s,ann_Empathy,ann_Guidance,je,jg\n1,x,6,3,5,4\n")
    if outside == "keep":
        assert found.values("ann", "Empathy") == (6.0,)
        assert [each.what for each in found.noticed] == [
            "a rating above the scale, used all the same"
        ]
    else:
        assert found.values("ann", "Empathy") == (None,)
        assert _left(found, "ratings by ann") == {"above the scale": 1}


def _folder(tmp_path: Path, mapping: str, **files: str) -> tuple[Path, Path]:
    folder = tmp_path / "ratings"
    folder.mkdir()
    for name, text in files.items():
        (folder / f"{name}.csv").write_text(text)
    toml = tmp_path / "m.toml"
    toml.write_text(mapping)
    return folder, toml


FOLDER = f"""
[layout]
kind = "wide"
conversation = "c"
context = "said"
{HEAD}
[human.ann]
file = "people.csv"
columns = "{{attribute}}"
[judge.j]
file = "model.csv"
columns = "{{attribute}}"
"""

PEOPLE = "c,said,Empathy,Guidance\n1,hello there,4,3\n2,I am sad,5,5\n3,,1,1\n"
MODEL = "c,said,Empathy,Guidance\n1,hello  there,5,4\n2,I am glad,5,5\n3,new,1,1\n"


def test_contexts_that_differ_are_noticed(tmp_path: Path) -> None:
    """In blanks alone, or in words; a blank one says nothing."""
    found = read_ratings(*_folder(tmp_path, FOLDER, people=PEOPLE, model=MODEL))
    assert [(each.what, each.n, each.places) for each in found.noticed] == [
        ("a context that differs between rows or files, in blanks alone", 1, ("model.csv, row 2",)),
        ("a context that differs between rows or files, in its words", 1, ("model.csv, row 3",)),
    ]
    assert found.values("j", "Empathy") == (5.0, 5.0, 1.0)


def test_contexts_that_differ_can_be_left_out(tmp_path: Path) -> None:
    """The later row goes; the account says so."""
    mapping = FOLDER.replace(
        'context = "said"', 'context = "said"\ndifferent_context = "leave_out"'
    )
    found = read_ratings(*_folder(tmp_path, mapping, people=PEOPLE, model=MODEL))
    assert found.values("j", "Empathy") == (5.0, None, 1.0)
    assert _left(found, "rows of model.csv") == {
        "its context differs in words from where the conversation stood first": 1
    }


@pytest.mark.parametrize(
    ("mapping", "said"),
    [
        (FOLDER.replace("model.csv", "modle.csv"), "Did you mean 'model.csv'"),
        (FOLDER.replace('file = "model.csv"\n', ""), "judge.j.file: found nothing"),
        (
            FOLDER.replace('file = "model.csv"', 'file = "model.csv"\nfamily = ["x"]'),
            "judge.j.family: found 'x', and no reply by that source",
        ),
        (FOLDER.replace('"said"', '"sayd"'), "layout.context: found 'sayd'"),
        (
            FOLDER.replace('"{attribute}"', '"{attribute}s"', 1),
            "human.ann.columns: found 'Empathys'",
        ),
    ],
)
def test_what_is_not_there_is_a_mistake_with_its_key(
    tmp_path: Path, mapping: str, said: str
) -> None:
    """Files, columns and families that nobody has, with the nearest name."""
    folder, toml = _folder(tmp_path, mapping, people=PEOPLE, model=MODEL)
    with pytest.raises(RatingsError) as caught:
        read_ratings(folder, toml)
    assert said in str(caught.value)
    assert "m.toml" in str(caught.value)


def test_one_file_and_a_mapping_of_several(tmp_path: Path) -> None:
    """A file key that names another file than the one that was given is a mistake."""
    folder, toml = _folder(tmp_path, FOLDER, people=PEOPLE, model=MODEL)
    with pytest.raises(RatingsError, match=r"human\.ann\.file|judge\.j\.file"):
        read_ratings(folder / "people.csv", toml)
    with pytest.raises(RatingsError, match="no such file or folder"):
        read_ratings(folder / "none.csv", toml)


def test_a_source_column_that_no_form_fits(read: Read) -> None:
    """A template of sources that no column has names the columns that there are."""
    with pytest.raises(RatingsError, match=r"human\.ann\.columns.*'by_ann_x'"):
        read("r.jsonl", CELLS, json.dumps({"c": 1, "by_ann_x": "{}", "judge_x": "{}"}))


def test_a_rater_by_whom_there_is_no_row_is_a_mistake(read: Read) -> None:
    """A misspelt id would silently take the judge away."""
    text = "c,s,who,what,score\n1,x,ann,Empathy,4\n1,x,modle-7,Empathy,4\n"
    with pytest.raises(RatingsError, match=r"judge\.j\.id: found 'model-7'.*mean 'modle-7'"):
        read("r.csv", LONG, text)


def test_two_raters_never_share_a_column(read: Read) -> None:
    """They would agree perfectly, and nobody would know why."""
    mapping = WIDE.replace('"je"', '"ann_Empathy"')
    with pytest.raises(RatingsError, match=r"judge\.j\.columns.*a column of ann too"):
        read("r.csv", mapping, "c,s,ann_Empathy,ann_Guidance,je,jg\n1,x,4,3,5,4\n")
    cells = CELLS.replace('"judge_{source}"', '"{source}"')
    with pytest.raises(RatingsError, match="a column of ann too"):
        read("r.jsonl", cells, json.dumps({"c": 1, "by ann x": "{}", "judge": "{}"}))


def test_a_column_of_the_layout_is_no_source(read: Read) -> None:
    """Whatever its form: an id is no reply."""
    mapping = CELLS.replace('conversation = "c"', 'conversation = "judge_id"')
    row = {"judge_id": 1, "by ann x": '{"Empathy": 4}', "judge_x": '{"Empathy": 3}'}
    found = read("r.jsonl", mapping, json.dumps(row))
    assert [reply.source for reply in found.replies] == ["x"]
