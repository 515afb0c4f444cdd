"""Holds ``mhgate vignettes``: --check, draw and show, their exit codes and JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mhgate.canonical import canonical_json

Mhgate = Callable[..., Any]


@pytest.fixture
def cohort(mhgate: Mhgate, tmp_path: Path) -> Path:
    ran = mhgate("vignettes", "draw", "-n", "48", "--seed", "11", "-o", "cohort.jsonl")
    assert ran.code == 0, ran.err
    assert "48 vignettes in 48 cells, from the seed 11" in ran.out
    return tmp_path / "cohort.jsonl"


def test_the_shipped_cohort_is_sound(mhgate: Mhgate) -> None:
    """48 cells, at least 122 variables in use, 200 fixed, 0 contradictions, the same bytes."""
    ran = mhgate("vignettes", "--check")
    assert ran.code == 0, ran.out
    lines = ran.out.splitlines()
    assert lines[0] == "48 cells of 48 filled, 4 to 5 vignettes each"
    assert lines[1] == "134 variables in use of 135"
    assert lines[2] == "200 fixed vignettes"
    assert lines[3] == "0 contradictions"
    assert lines[4].startswith("the same bytes from the seed ")


def test_a_drawn_cohort_is_sound(mhgate: Mhgate, cohort: Path) -> None:
    """Its seed gives the same bytes; without it bytes are not compared."""
    ran = mhgate("vignettes", "--check", str(cohort), "--seed", "11", "--json")
    found = json.loads(ran.out)
    assert ran.code == found["exit_code"] == 0
    assert found["same_bytes"] is True
    assert found["wrong"] == []
    assert set(found["cells"].values()) == {1}
    ran = mhgate("vignettes", "--check", str(cohort))
    assert ran.code == 0
    assert "bytes not compared" in ran.out


def test_what_is_wrong_is_told(mhgate: Mhgate, cohort: Path) -> None:
    """A contradiction, other strata, a forbidden word, other bytes: all of it, and exit code 1."""
    lines = cohort.read_bytes().splitlines()
    first = json.loads(lines[0])
    first["vignette"]["person"] |= {"age_years": 14, "n_children": 4}
    first["vignette"]["opening"] = "I keep a knife beside me."
    first["vignette"]["person"]["country"] = "AQ"
    cohort.write_bytes(b"\n".join([canonical_json(first), *lines[1:-1]]) + b"\n")
    ran = mhgate("vignettes", "--check", str(cohort), "--seed", "11")
    assert ran.code == 1
    for words in (
        "minor_with_children",
        "strata",
        "'knife'",
        "the country AQ",
        "other bytes than the seed 11",
        "1 of 48 cells are empty",
    ):
        assert words in ran.out, ran.out


def test_another_seed_has_other_bytes(mhgate: Mhgate, cohort: Path) -> None:
    """A cohort that its seed does not give is not that cohort."""
    assert mhgate("vignettes", "--check", str(cohort), "--seed", "12").code == 1


def test_files_that_are_no_cohort_are_refused(mhgate: Mhgate, tmp_path: Path) -> None:
    """No file, and items without a vignette: exit code 2, with what was expected."""
    ran = mhgate("vignettes", "--check", "nothing.jsonl")
    assert (ran.code, "no file" in ran.err) == (2, True)
    row = {"id": "a", "family": "a", "turns": ["Hi there you"], "source": "x", "licence": "x"}
    (tmp_path / "turns.jsonl").write_text(json.dumps(row))
    ran = mhgate("vignettes", "--check", "turns.jsonl")
    assert (ran.code, "a vignette" in ran.err) == (2, True)


def test_nothing_is_overwritten(mhgate: Mhgate, cohort: Path) -> None:
    """A file that is there stays."""
    before = cohort.read_bytes()
    assert mhgate("vignettes", "draw", "-n", "2", "--seed", "1", "-o", str(cohort)).code == 2
    assert cohort.read_bytes() == before


def test_one_vignette_is_shown(mhgate: Mhgate, cohort: Path) -> None:
    """By number, by id, or by the beginning of it; in sentences, or as JSON."""
    row = json.loads(cohort.read_bytes().splitlines()[2])
    for name in ("3", row["id"], row["id"][:9], f"conversations/{row['id']}"):
        ran = mhgate("vignettes", "show", name, "--file", str(cohort))
        assert ran.code == 0, ran.err
        assert f"vignette {row['id']}: {row['vignette']['cell']}" in ran.out
        assert row["vignette"]["opening"] in ran.out
    ran = mhgate("vignettes", "show", "3", "--file", str(cohort), "--json")
    assert json.loads(ran.out) == row["vignette"]


def test_a_name_that_is_nobody_s_is_refused(mhgate: Mhgate) -> None:
    """Nothing, and several, are said apart."""
    ran = mhgate("vignettes", "show", "v-nobody")
    assert (ran.code, "no vignette" in ran.err) == (2, True)
    ran = mhgate("vignettes", "show", "v-")
    assert (ran.code, "200 vignettes whose ids begin" in ran.err) == (2, True)


def test_without_anything_to_do_help_is_shown(mhgate: Mhgate) -> None:
    """The verbs and --check are listed."""
    ran = mhgate("vignettes")
    assert ran.code == 0
    assert all(word in ran.out for word in ("--check", "draw", "show"))
