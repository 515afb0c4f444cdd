"""Holds mappings to their schema: each mistake with its file, its key and what to do."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from mhgate.errors import RatingsError
from mhgate.importers import find_mapping, load_mapping

GOOD = """
[layout]
kind = "wide"
conversation = "id"
[scale]
least = 1
greatest = 5
[attributes]
Empathy = "affective"
[human.reader]
columns = "r_{attribute}"
[judge."GPT-4o"]
columns = { Empathy = "j" }
family = ["gpt4o"]
"""


def _mistakes(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "mapping.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RatingsError) as caught:
        load_mapping(path)
    assert caught.value.exit_code == 2
    for mistake in caught.value.mistakes:
        assert mistake.hint
    return [str(mistake) for mistake in caught.value.mistakes]


def test_a_mapping_is_read(tmp_path: Path) -> None:
    """Every table arrives, and the same text has the same digest."""
    path = tmp_path / "m.toml"
    path.write_text(GOOD)
    mapping = load_mapping(path)
    assert mapping.layout.kind == "wide"
    assert mapping.judge["GPT-4o"].family == ("gpt4o",)
    assert mapping.judge["GPT-4o"].columns == {"Empathy": "j"}
    assert mapping.digest == load_mapping(path).digest


# what is changed in GOOD, and what each mistake must say: where, found, expected or a guess
WRONG = [
    ('kind = "wide"', 'kind = "wides"', ["layout.kind", '"wides"', '"long", "wide" or', "wide"]),
    ('kind = "wide"', "kind = 3", ["layout.kind", "found 3"]),
    ('conversation = "id"', 'conversatoin = "id"', ["layout.conversatoin", "`conversation`"]),
    ("least = 1", 'least = "1"', ["scale.least", 'found "1"', "a number"]),
    ("least = 1", "least = true", ["scale.least", "found true", "a number"]),
    ("least = 1", "least = nan", ["scale.least", "finite"]),
    ("least = 1", "", ["scale.least", "found nothing"]),
    ("greatest = 5", "greatest = 1", ["scale.greatest", "above `least`"]),
    ('"affective"', '"emotional"', ["attributes.Empathy", '"emotional"']),
    ('[human.reader]\ncolumns = "r_{attribute}"', "", ["human", "found nothing"]),
    ('columns = "r_{attribute}"', "", ["human.reader.columns", "found nothing"]),
    ("r_{attribute}", "r_{atribute}", ["human.reader.columns", "{atribute}", "{attribute}"]),
    ("r_{attribute}", "r_{attribute", ["human.reader.columns", "each closed"]),
    ('[judge."GPT-4o"]', "[judge.reader]", ["judge.reader", "a human has too"]),
    ('{ Empathy = "j" }', '{ Empaty = "j" }', ["Empaty", "Did you mean Empathy", "no column for"]),
    ('{ Empathy = "j" }', "3", ["judge.GPT-4o.columns", "found 3"]),
    ('["gpt4o"]', '"gpt4o"', ["judge.GPT-4o.family", 'found "gpt4o"']),
    ('["gpt4o"]', "[3]", ["judge.GPT-4o.family", "found 3", "text"]),
    ('family = ["gpt4o"]', 'famly = ["gpt4o"]', ["judge.GPT-4o.famly", "`family`"]),
    ('family = ["gpt4o"]', 'id = "x"', ["judge.GPT-4o.id", "wide layout"]),
    ('conversation = "id"', 'rater = "who"', ["layout.rater", "does not read"]),
    ("[scale]", "[scales]", ["scales", "`scale`"]),
    ("[scale]", '[labels]\nyes = "1"\n[scale]', ["labels.yes", 'found "1"', "a number"]),
    (
        "[scale]",
        '[labels]\nNA = 1\n[not_rated]\nnot_applicable = ["na"]\n[scale]',
        ["not_rated.not_applicable", "`labels`"],
    ),
    ('"affective"', '"affective"\nempathy = "other"', ["attributes.empathy", "but for case"]),
    ("[scale]", "[not_rated]\nnot_sure = [true]\n[scale]", ["not_rated.not_sure", "found true"]),
    ("[layout]", "[layout\n", ["no TOML"]),
]


@pytest.mark.parametrize(("good", "bad", "said"), WRONG, ids=[each[1] or each[0] for each in WRONG])
def test_a_mistake_says_where_what_and_what_to_do(
    tmp_path: Path, good: str, bad: str, said: list[str]
) -> None:
    """File, key, what was found, what was expected, and the nearest spelling."""
    assert good in GOOD
    found = "\n".join(_mistakes(tmp_path, GOOD.replace(good, bad, 1)))
    assert "mapping.toml" in found
    for words in said:
        assert words in found, found


def test_all_mistakes_come_at_once(tmp_path: Path) -> None:
    """Three wrong keys, three mistakes."""
    text = GOOD.replace("least = 1", "lest = 1").replace('"affective"', '"x"')
    text = text.replace("family", "famly")
    assert len(_mistakes(tmp_path, text)) >= 3


LONG = """
[layout]
kind = "long"
conversation = "c"
rater = "who"
value = "score"
attribute = "what"
[attributes]
a = "other"
b = "other"
[human."reader *"]
[judge.j]
id = "model"
"""

WRONG_LONG = [
    ('rater = "who"\n', "", ["layout.rater", "a column, which a long layout needs"]),
    ('attribute = "what"\n', "", ["layout.attribute", "for 2 attributes"]),
    ('"score"', '"{attribute}"', ["layout.attribute", "one of the two"]),
    ('"score"', '"{attribute}_{source}"', ["{source}", "in a long layout"]),
    ('id = "model"', 'id = "model*"', ["judge.j.id", "a pattern"]),
    ('id = "model"', 'id = "reader *"', ["judge.j.id", "reader *'s too"]),
    ('id = "model"', 'columns = "x"', ["judge.j.columns", "long layout"]),
]


@pytest.mark.parametrize(("good", "bad", "said"), WRONG_LONG)
def test_a_long_layout_needs_what_it_needs(
    tmp_path: Path, good: str, bad: str, said: list[str]
) -> None:
    """Raters and values stand in columns, and in no template of a rater."""
    found = "\n".join(_mistakes(tmp_path, LONG.replace(good, bad, 1)))
    for words in said:
        assert words in found, found


CELLS = """
[layout]
kind = "json_cells"
conversation = "c"
[attributes]
a = "other"
[human.p]
columns = "p_{source}"
"""


@pytest.mark.parametrize(
    ("good", "bad", "said"),
    [
        ('conversation = "c"\n', "", "layout.conversation"),
        ('"p_{source}"', '{ a = "p" }', "The attributes stand in the cells"),
        ('"p_{source}"', '"p_{attribute}"', "in a json_cells layout"),
        ('conversation = "c"', 'conversation = "c"\nsource = "s"', "one of the two"),
    ],
)
def test_json_cells_hold_the_attributes(tmp_path: Path, good: str, bad: str, said: str) -> None:
    """So no column is about one, and sources stand in rows or in columns, not in both."""
    assert said in "\n".join(_mistakes(tmp_path, CELLS.replace(good, bad, 1)))


def test_a_missing_mapping_says_where_one_is_looked_for(tmp_path: Path) -> None:
    """Beside a file under its name, in a folder as mapping.toml; and a name that leads nowhere."""
    ratings = tmp_path / "ratings.csv"
    with pytest.raises(RatingsError, match=r"ratings\.csv: found no such file or folder"):
        find_mapping(ratings)
    ratings.write_text("a,b\n")
    with pytest.raises(RatingsError, match=r"ratings\.toml"):
        find_mapping(ratings)
    with pytest.raises(RatingsError, match=r"mapping\.toml"):
        find_mapping(tmp_path)
    with pytest.raises(RatingsError, match="no such file"):
        load_mapping(tmp_path / "none.toml")
    (tmp_path / "ratings.toml").write_text(GOOD)
    assert find_mapping(ratings) == tmp_path / "ratings.toml"
    (tmp_path / "mapping.toml").write_text(GOOD)
    assert find_mapping(tmp_path) == tmp_path / "mapping.toml"


def test_the_schema_page_names_every_key() -> None:
    """docs/agreement.md is the schema: no key is missing there."""
    page = (Path(__file__).resolve().parents[2] / "docs/agreement.md").read_text(encoding="utf-8")
    from mhgate.importers import mapping

    for table in (mapping.LayoutTable, mapping.ScaleTable, mapping.NotRatedTable):
        for key in table.model_fields:
            assert f"`{key}`" in page or f".{key}`" in page, key
    for table in (mapping.HumanTable, mapping.JudgeTable):
        for key in table.model_fields:
            assert f"`{key}`" in page, key


def test_the_example_in_the_module_is_a_mapping(tmp_path: Path) -> None:
    """What the docstring shows loads."""
    from mhgate.importers import mapping

    block = (mapping.__doc__ or "").partition("::\n")[2]
    text = "\n".join(line.removeprefix("    ") for line in block.splitlines())
    tomllib.loads(text)
    path = tmp_path / "m.toml"
    path.write_text(text)
    assert load_mapping(path).judge["house-judge"].family == ("house-bot",)
