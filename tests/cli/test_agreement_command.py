"""Holds ``mhgate agreement`` to its words, its files and its exit codes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mhgate.records import AgreementReport

EXAMPLE = Path(__file__).resolve().parents[2] / "examples/agreement"

Mhgate = Callable[..., Any]


@pytest.fixture
def ratings(tmp_path: Path) -> Path:
    for name in ("ratings.csv", "ratings.toml"):
        shutil.copy(EXAMPLE / name, tmp_path / name)
    return tmp_path / "ratings.csv"


QUICK = ("--resamples", "50", "--reseeds", "5")


def test_the_example_runs_as_its_page_says(mhgate: Mhgate, ratings: Path) -> None:
    """The mapping beside the file is found; table, account and the code's meaning are printed."""
    ran = mhgate("agreement", "ratings.csv", *QUICK)
    assert ran.code == 0, ran.err
    for words in (
        "house-judge, without replies of its own family (house-bot)",
        "single replies: the level at which a gate lives",
        "CSS (mean of 2)",
        "people among themselves",
        "read 640 ratings = used 637 + left out 3: 3 above the scale",
        "read 160 rows = used 160 + left out 0",
        "is too narrow",
        "seed 20261130, 50 resamples",
    ):
        assert words in ran.out, words
    assert ran.out.endswith("exit 0: agreement was measured; nothing was decided\n")


def test_json_is_the_report(mhgate: Mhgate, ratings: Path) -> None:
    """Nothing but JSON on stdout, the same bytes for the same seed, and it reads back."""
    ran = mhgate("agreement", str(ratings), "--json", "--seed", "7", *QUICK)
    report = AgreementReport.model_validate(json.loads(ran.out))
    assert (report.seed, report.resamples, report.reseeds) == (7, 50, 5)
    assert mhgate("agreement", str(ratings), "--json", "--seed", "7", *QUICK).out == ran.out
    assert "nothing was decided" in ran.err


def test_plots_are_written_where_they_are_wanted(mhgate: Mhgate, ratings: Path) -> None:
    """A page, bars of bias, and a plot a judge; each is named on stderr."""
    ran = mhgate("agreement", str(ratings), "--svg", "plots/new", *QUICK)
    folder = ratings.parent / "plots" / "new"
    assert {path.name for path in folder.iterdir()} == {
        "index.html",
        "bias.svg",
        "bland_altman_house-judge.svg",
        "bland_altman_stern-judge.svg",
    }
    assert str(Path("plots/new/index.html")) in ran.err


def test_a_mistake_is_code_2_with_file_and_key(mhgate: Mhgate, ratings: Path) -> None:
    """No mapping, a wrong one, a missing column, a missing file."""
    toml = ratings.with_suffix(".toml")
    good = toml.read_text()
    for text, said in (
        (good.replace("[scale]", "[scael]"), "scael: found an unknown"),
        (good.replace('"system"', '"sistem"'), "layout.source: found 'sistem'"),
        (good.replace("stern-judge_", "stern_"), "judge.stern-judge.columns"),
        (good.replace('["house-bot"]', '["hosue-bot"]'), "Did you mean 'house-bot'"),
    ):
        toml.write_text(text)
        ran = mhgate("agreement", "ratings.csv", *QUICK)
        assert ran.code == 2
        assert said in ran.err
        assert "ratings.toml" in ran.err
    toml.unlink()
    ran = mhgate("agreement", "ratings.csv")
    assert (ran.code, "--mapping FILE" in ran.err) == (2, True)
    assert mhgate("agreement", "none.csv", "--mapping", str(EXAMPLE / "ratings.toml")).code == 2
    assert mhgate("agreement", "ratings.csv", "--resamples", "0").code == 2


def test_nothing_to_compare_is_code_5(mhgate: Mhgate, tmp_path: Path) -> None:
    """A judge and people who rated different replies: no evidence is no agreement."""
    (tmp_path / "r.csv").write_text("c,p,j\n1,4,\n2,,4\n")
    (tmp_path / "r.toml").write_text(
        '[layout]\nkind = "wide"\nconversation = "c"\n[attributes]\na = "other"\n'
        '[human.p]\ncolumns = "p"\n[judge.j]\ncolumns = "j"\n'
    )
    ran = mhgate("agreement", "r.csv", "--svg", "plots", *QUICK)
    assert ran.code == 5
    assert ran.out.splitlines()[-1].startswith("exit 5: nothing was measured")
    assert "no reply was rated by both" in ran.out
    assert not (tmp_path / "plots").exists()
