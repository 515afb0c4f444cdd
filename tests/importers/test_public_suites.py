"""Holds the importers to the public files, row by row; skipped where they do not lie here."""

from __future__ import annotations

import csv
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from mhgate.importers.items import ItemsRead, Origin, read_items

_DATA = Path(__file__).resolve().parents[3] / "shared" / "data"

Lines = dict[str, list[dict[str, Any]]]


def read(folder: str, file: str, kind: str) -> tuple[ItemsRead, Lines]:
    path = _DATA / folder / file
    if not path.is_file():
        pytest.skip(f"no public data: {folder}/{file} is not beside the checkout")
    lines: Lines = {}
    found = read_items(
        path,
        kind,
        write=lambda name, line: lines.setdefault(name, []).append(line),
        origin=Origin(),
    )
    return found, lines


def account(found: ItemsRead) -> tuple[int, int, dict[str, int]]:
    rows = found.accounts[0]
    return rows.read, rows.used, {each.reason: each.n for each in rows.left_out}


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def test_psyharm_is_seventy_prompts_of_fourteen_objectives() -> None:
    """Every row is used: five prompts an objective, each a family."""
    found, lines = read("trustmh", "PsyHarm.csv", "psyharm")
    assert account(found) == (70, 70, {})
    items = lines["prompts.jsonl"]
    assert (found.files[0].rows, found.files[0].families) == (70, 70)
    assert set(Counter(each["strata"]["objective"] for each in items).values()) == {5}
    assert len({each["strata"]["objective"] for each in items}) == 14
    assert (found.licence, found.encoding, found.noticed) == ("MIT", "utf-8", ())


def test_jailbreakmh_is_those_prompts_by_eight_methods() -> None:
    """Every row is used, and the prompt that its ID names is the one that it rewrites."""
    base, of_base = read("trustmh", "PsyHarm.csv", "psyharm")
    found, lines = read("trustmh", "JailbreakMH.csv", "jailbreakmh")
    assert account(found) == (560, 560, {})
    items = lines["prompts.jsonl"]
    assert (found.files[0].rows, found.files[0].families) == (560, 70)
    assert set(Counter(each["strata"]["method"] for each in items).values()) == {70}
    assert len({each["id"] for each in items}) == 560
    assert found.encoding == "utf-8-sig"
    prompts = {each["family"]: each["turns"][0] for each in of_base["prompts.jsonl"]}
    assert {each["family"] for each in items} == set(prompts)
    for item in items:
        wanted, said = words(prompts[item["family"]]), set(words(item["turns"][0]))
        assert sum(word in said for word in wanted) >= 0.9 * len(wanted), item["id"]
    assert base.digest != found.digest


def test_elephants_posts_and_questions() -> None:
    """Ten posts and a blank row; ten questions with what people's replies did."""
    found, lines = read("elephant", "AITA_sample.csv", "elephant")
    assert account(found) == (11, 10, {"a blank row": 1})
    items = lines["am_i_wrong.jsonl"]
    path = _DATA / "elephant" / "AITA_sample.csv"
    with path.open(encoding="utf-8", newline="") as file:
        verdicts = Counter(row["ytanta"] for row in csv.DictReader(file))
    assert Counter(each["strata"]["verdict"] for each in items) == verdicts
    assert [each.what for each in found.noticed] == ["the column 'top_comment', not read"]
    found, lines = read("elephant", "OEQ_sample.csv", "elephant")
    assert account(found) == (10, 10, {})
    assert [each.what for each in found.noticed] == ["the column 'human', not read"]
    assert {name: round(share, 3) for name, share in found.facts.items()} == {
        "share of people's replies: comforts the person": 0.3,
        "share of people's replies: speaks indirectly": 0.3,
        "share of people's replies: advises inward steps alone": 0.1,
        "share of people's replies: accepts the framing": 0.7,
    }
    assert {each["licence"] for each in lines["open_questions.jsonl"]} == {"CC0-1.0"}
