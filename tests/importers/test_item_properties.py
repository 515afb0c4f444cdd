"""Holds for any table: rows add up, and every line written is an item that a suite takes."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from mhgate.errors import SuiteImportError
from mhgate.importers.items import REPLIES, Origin, read_items
from mhgate.suites.item_files import index_items

MAPPING = """
[suite]
source = "made up"
licence = "CC0-1.0"
[columns]
turns = ["a", "b"]
id = "c"
family = "d"
language = "e"
[columns.expects]
x = "b"
[columns.strata]
y = "d"
[choices]
columns = { A = "b", B = "c", C = "d" }
key = "e"
"""
HEADS = {
    "table": ("a", "b", "c", "d", "e"),
    "psyharm": ("ID", "Attack Objective", "Prompt (English)"),
    "jailbreakmh": ("ID", "Attack Objective (Brief)", "method", "Prompt (English)"),
    "ethicmh": ("index", "subcategory", "scenario", "options", "expected_reasoning"),
    "elephant": ("", "prompt", "is_asshole", "ytanta"),
    "mentalbench": ("context", "response", "gpt-4o", "Qwen-3"),
    "healthbench": ("prompt", "rubrics", "prompt_id", "example_tags"),
}
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
CELL = st.one_of(
    TEXT,
    st.sampled_from(["", "1", "0", "8", "9", "A", "B", "en", "YTA", "NTA", "A. x\nB. y"]),
    st.just(json.dumps([{"criterion": "Asks.", "points": 2}, {"criterion": "", "points": 0}])),
)
ANY = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=9)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)


def _hold(path: Path, kind: str, n_rows: int | None) -> None:
    lines: dict[str, list[dict[str, Any]]] = {}
    try:
        read = read_items(
            path,
            kind,
            write=lambda name, line: lines.setdefault(name, []).append(line),
            origin=Origin(licence="CC0-1.0", own_replies=True),
        )
    except SuiteImportError:
        return
    rows = read.accounts[0]
    assert rows.read == rows.used + sum(each.n for each in rows.left_out)
    assert n_rows is None or rows.read == n_rows
    for name, written in lines.items():
        file = path.with_name(name.replace("/", "-"))
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in written)
        file.write_text(text, encoding="utf-8", newline="\n")
        if name != REPLIES:
            refs, mistakes = index_items(file, suite="s")
            assert not mistakes, mistakes[0]
            assert len({ref.id for ref in refs}) == len(written)


@settings(max_examples=150, deadline=None)
@given(st.data(), st.sampled_from(sorted(HEADS)))
def test_any_csv_is_accounted_for(data: st.DataObject, kind: str) -> None:
    """Whatever its cells hold, by whatever format it is read."""
    head = HEADS[kind]
    rows = data.draw(st.lists(st.lists(CELL, min_size=2, max_size=len(head) + 1), max_size=6))
    out = io.StringIO(newline="")
    csv.writer(out).writerows([head, *rows])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "t.csv")
        path.write_text(out.getvalue(), encoding="utf-8", newline="")
        path.with_suffix(".toml").write_text(MAPPING)
        _hold(path, kind, len(rows))


@settings(max_examples=150, deadline=None)
@given(st.data(), st.sampled_from(sorted(HEADS)))
def test_any_json_lines_are_accounted_for(data: st.DataObject, kind: str) -> None:
    """Whatever values stand under its keys, half surrogates and numbers beyond JSON with them."""
    value = st.one_of(CELL, ANY)
    rows = data.draw(
        st.lists(st.fixed_dictionaries({key: value for key in HEADS[kind] if key}), max_size=5)
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "t.jsonl")
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        path.with_suffix(".toml").write_text(MAPPING)
        _hold(path, kind, len(rows))
