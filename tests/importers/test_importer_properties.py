"""Holds importers to never raising anything but a mistake, and to accounts that add up."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from mhgate.errors import UsageError
from mhgate.importers import read_ratings
from mhgate.importers.mapping import RatingsMapping
from mhgate.records import RatingSet

COMMON: dict[str, Any] = {
    "scale": {"least": 1, "greatest": 5},
    "not_rated": {"not_sure": ["not sure"], "not_applicable": [0, "n/a"]},
    "attributes": {"a": "cognitive", "b": "affective"},
}
WIDE = RatingsMapping.model_validate(
    {
        **COMMON,
        "layout": {"kind": "wide", "conversation": "c", "source": "s"},
        "human": {"p": {"columns": "p_{attribute}"}, "q": {"columns": "q_{attribute}"}},
        "judge": {"j": {"columns": "j_{attribute}"}},
    }
)
LONG = RatingsMapping.model_validate(
    {
        **COMMON,
        "layout": {
            "kind": "long",
            "conversation": "c",
            "source": "s",
            "rater": "who",
            "attribute": "what",
            "value": "score",
        },
        "human": {"p": {}, "crowd": {"id": "w*"}},
        "judge": {"j": {}},
    }
)
CELLS = RatingsMapping.model_validate(
    {
        **COMMON,
        "layout": {"kind": "json_cells", "conversation": "c", "context": "said"},
        "human": {"p": {"columns": "p_{source}"}},
        "judge": {"j": {"columns": "j_{source}"}},
    }
)

VALUES = st.one_of(
    st.sampled_from(["1", "5", "3.5", "0", "6", "", " ", "n/a", "Not Sure", "x", "nan", "1e9"]),
    st.text(max_size=6),
)
NAMES = st.one_of(st.sampled_from(["1", "2", "x", "", " 1 "]), st.text(max_size=4))


def _read(mapping: RatingsMapping, name: str, text: str) -> RatingSet | None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        try:
            return read_ratings(path, mapping)
        except UsageError:
            return None


def _adds_up(found: RatingSet, rows: int) -> None:
    for account in found.accounts:
        assert account.read == account.used + sum(each.n for each in account.left_out)
    read = [account for account in found.accounts if account.unit == "rows"]
    assert [account.read for account in read] == [rows]
    for rater in found.raters:
        used = sum(
            value is not None
            for attribute in found.attributes
            for value in found.values(rater.name, attribute.name)
        )
        account = next(each for each in found.accounts if each.what == f"ratings by {rater.name}")
        assert account.used == used


def _csv(rows: list[list[str]]) -> str:
    page = io.StringIO()
    csv.writer(page).writerows(rows)
    return page.getvalue()


@given(st.lists(st.tuples(NAMES, NAMES, *[VALUES] * 6), max_size=8))
def test_wide_tables_add_up(rows: list[tuple[str, ...]]) -> None:
    """Whatever stands in the cells."""
    header = ["c", "s", "p_a", "p_b", "q_a", "q_b", "j_a", "j_b"]
    found = _read(WIDE, "r.csv", _csv([header, *map(list, rows)]))
    assert found is not None
    _adds_up(found, len(rows))


@given(
    st.lists(
        st.tuples(
            NAMES,
            NAMES,
            st.one_of(st.sampled_from(["p", "j", "w1", "w2"]), NAMES),
            st.one_of(st.sampled_from(["a", "b", "A "]), NAMES),
            VALUES,
        ),
        max_size=12,
    )
)
def test_long_tables_add_up(rows: list[tuple[str, ...]]) -> None:
    """Raters, attributes and values of any kind."""
    everybody = [["9", "s", who, "a", "3"] for who in ("p", "j", "w3")]
    table = [["c", "s", "who", "what", "score"], *everybody, *map(list, rows)]
    found = _read(LONG, "r.csv", _csv(table))
    assert found is not None
    _adds_up(found, len(rows) + 3)


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-9, 9), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=2),
        st.dictionaries(st.sampled_from(["a", "b", "A", "x"]), inner, max_size=3),
    ),
    max_leaves=5,
)


@given(
    st.lists(
        st.fixed_dictionaries(
            {"c": JSON, "p_x": JSON, "j_x": st.one_of(JSON, JSON.map(json.dumps), st.text())},
            optional={"said": JSON, "p_y": JSON, "j_y": JSON},
        ),
        min_size=1,
        max_size=5,
    )
)
def test_json_cells_add_up(rows: list[dict[str, Any]]) -> None:
    """Numbers, lists, objects, texts and prose where a judge's JSON should be."""
    text = "\n".join(json.dumps(row) for row in rows)
    found = _read(CELLS, "r.jsonl", text)
    if found is not None:
        _adds_up(found, len(rows))


@given(
    st.text(alphabet='csp_abjx,;"\n{}:[]015 \ufeff', max_size=150),
    st.sampled_from(["csv", "jsonl"]),
)
def test_no_text_raises_anything_but_a_mistake(text: str, ending: str) -> None:
    """A file of anything is ratings, or a mistake that says what to do."""
    for mapping in (WIDE, LONG, CELLS):
        _read(mapping, f"r.{ending}", text)
