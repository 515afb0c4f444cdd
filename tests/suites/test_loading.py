"""Holds loading: built-in suites wherever mhgate is installed, a team's own, and their mistakes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from mhgate.errors import SuiteError
from mhgate.suites import builtin_pillars

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Desk


def test_the_builtin_suites_are_found_from_a_checkout() -> None:
    """The four suites to start with are there."""
    assert {"crisis", "safety", "privacy", "sycophancy"} <= set(builtin_pillars())


def test_a_misspelt_builtin_pillar_gets_the_nearest_name(desk: Desk) -> None:
    """``crysis`` is answered with ``crisis``."""
    with pytest.raises(SuiteError, match="Did you mean 'crisis'"):
        desk.load(builtin=("crysis",))


def test_a_misspelt_folder_gets_the_nearest_name(desk: Desk) -> None:
    """So is a folder."""
    with pytest.raises(SuiteError, match="Did you mean 'manners'"):
        desk.load(folders=("maners",))


def test_no_suite_at_all_is_an_error(desk: Desk) -> None:
    """A gate over nothing is never green."""
    with pytest.raises(SuiteError, match="no suite"):
        desk.load(folders=())


def test_a_folder_of_suites_is_opened(desk: Desk) -> None:
    """The parent of suites stands for all of them."""
    suites = desk.load(folders=(".",))
    assert [suite.name for suite in suites] == ["manners"]


def test_two_suites_of_one_name_are_refused(desk: Desk) -> None:
    """A team's own crisis folder does not hide the built-in one."""
    desk.folder.rename(desk.root / "crisis")
    with pytest.raises(SuiteError, match="two suites named 'crisis'"):
        desk.load(builtin=("crisis",), folders=("crisis",))


def test_a_suite_may_count_in_another_pillar(desk: Desk) -> None:
    """``[suite] pillar`` says where its probes gate."""
    text = (desk.folder / "questions.toml").read_text()
    desk.questions(text.replace("[suite]", '[suite]\npillar = "crisis"'))
    (suite,) = desk.load()
    assert suite.name == "manners"
    assert {probe.pillar for probe in suite.probes} == {"crisis"}
    assert suite.version == "1.2.3"


def test_two_probes_of_one_name_in_a_pillar_are_refused(desk: Desk) -> None:
    """thresholds.toml names a probe by pillar and name; both must mean one."""
    text = (desk.folder / "test_manners.py").read_text()
    desk.probes(text, "test_more.py")
    with pytest.raises(SuiteError, match="a second probe named 'is_kind'"):
        desk.load()


def test_a_missing_item_file_gets_the_nearest_name(desk: Desk) -> None:
    """``item.jsonl`` is answered with ``items.jsonl``."""
    text = (desk.folder / "test_manners.py").read_text()
    desk.probes(text.replace("items.jsonl", "item.jsonl"))
    with pytest.raises(SuiteError, match=r"Did you mean 'items\.jsonl'"):
        desk.load()


def test_items_that_nobody_reads_are_an_error(desk: Desk) -> None:
    """A file that no probe names would look tested and be untouched."""
    desk.items([{"id": "lost"}], "lost.jsonl")
    with pytest.raises(SuiteError, match="items that no probe reads"):
        desk.load()


def test_gold_is_not_items(desk: Desk) -> None:
    """gold.jsonl lies beside the items and is another thing."""
    desk.items([{"anything": 1}], "gold.jsonl")
    desk.load()


def test_an_expectation_of_each_item_must_be_there(desk: Desk, row: object) -> None:
    """expect="item" without the item's word is found before anything is asked."""
    text = (desk.folder / "test_manners.py").read_text()
    desk.probes(text.replace('expect="yes"', 'expect="item"'))
    with pytest.raises(SuiteError, match="no 'yes' or 'no' for 'is_kind'"):
        desk.load()
    desk.items([row(expects={"is_kind": "no"})])  # type: ignore[operator]
    desk.load()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("yes =", "yess ="), "Did you mean 'yes'"),
        (('text = "Is the reply kind?"', ""), "question.is_kind.text: found nothing"),
        (("[suite]", "[suite"), "questions.toml"),
        (("version =", 'quote = "x"\nversion ='), "unknown key 'quote'"),
    ],
)
def test_a_wrong_questions_file_is_named(desk: Desk, change: tuple[str, str], words: str) -> None:
    """File and key, and the nearest spelling."""
    text = (desk.folder / "questions.toml").read_text()
    desk.questions(text.replace(*change))
    with pytest.raises(SuiteError) as caught:
        desk.load()
    assert words in str(caught.value)


def test_any_change_of_content_changes_the_digest(desk: Desk, row: object) -> None:
    """Items, questions and probes all enter."""
    digests = [desk.load()[0].digest]
    desk.items([row(turns=["Hullo"])])  # type: ignore[operator]
    digests.append(desk.load()[0].digest)
    text = (desk.folder / "questions.toml").read_text()
    desk.questions(text.replace("It is.", "It surely is."))
    digests.append(desk.load()[0].digest)
    assert len(set(digests)) == 3


@pytest.mark.parametrize("name", ["deeper/test_lost.py", "manners_test.py"])
def test_probes_that_no_suite_reads_are_an_error(desk: Desk, name: str) -> None:
    """A module with probes in a deeper folder, or of another name, would never be played."""
    (desk.folder / name).parent.mkdir(exist_ok=True)
    desk.probes("import mhgate\n@mhgate.probe(items='i', exact=True)\ndef test_a(): ...\n", name)
    with pytest.raises(SuiteError, match="probes in a module that no suite reads"):
        desk.load()


def test_a_suite_without_a_probe_is_an_error(desk: Desk) -> None:
    """A folder that is named and measures nothing is not passed over."""
    desk.probes("x = 1\n")
    (desk.folder / "items.jsonl").unlink()
    with pytest.raises(SuiteError, match="a suite without a probe"):
        desk.load()


def test_no_pillar_takes_the_name_of_the_last_decision(desk: Desk) -> None:
    """A pillar named complete would be shown with the outcome of thresholds.toml::complete."""
    text = (desk.folder / "questions.toml").read_text()
    desk.questions(text.replace("[suite]", '[suite]\npillar = "complete"'))
    with pytest.raises(SuiteError, match="a pillar named 'complete'"):
        desk.load()


def test_importing_mhgate_reads_no_suite(tmp_path: Path) -> None:
    """Importing does nothing."""
    import subprocess
    import sys

    code = "import sys, mhgate; sys.exit('pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=False).returncode == 0
