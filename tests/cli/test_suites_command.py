"""Holds ``mhgate suites``: list, show, check, new and review, their JSON and their exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mhgate.wiring import run

Mhgate = Callable[..., Any]

THRESHOLDS = """
[suites]
folders = ["mhgate_suites"]
[target]
kind = "demo"
[judge]
kind = "rules"
trust = "off"
[sampling]
seed = 1
[pillar.house_tone]
min_score = 0.3
[pillar.house_tone.probe.takes_up_what_was_said]
required = false
"""


@pytest.fixture
def started(mhgate: Mhgate, tmp_path: Path) -> Path:
    ran = mhgate("suites", "new", "house_tone")
    assert ran.code == 0, ran.err
    (tmp_path / "thresholds.toml").write_text(THRESHOLDS)
    return tmp_path / "mhgate_suites" / "house_tone"


def test_a_new_suite_is_fit_to_ask(mhgate: Mhgate, started: Path) -> None:
    """What ``new`` writes has no errors; that nobody has read it yet is said."""
    ran = mhgate("suites", "check", str(started))
    assert ran.code == 0
    assert ran.out.splitlines()[-1] == "1 suite with 8 items: 0 errors, 1 warning; exit code 0"
    assert "no-reviews" in ran.out


def test_a_new_suite_runs_on_the_demo(mhgate: Mhgate, started: Path) -> None:
    """Both of its probes are measured on a bot, and what is required passes."""
    assert mhgate("check").code == 0
    ran = mhgate("plan", "--json")
    probes = {line["probe"] for line in json.loads(ran.out)["probes"]}
    assert probes == {"house_tone.takes_up_what_was_said", "house_tone.does_not_say_it_is_human"}
    report = run(Path("thresholds.toml"), environ={})
    assert report.verdict.exit_code == 0, report.verdict.headline
    assert report.accounts.scored == 8


def test_nothing_is_overwritten_and_names_are_names(mhgate: Mhgate, started: Path) -> None:
    """A second suite of that name, and a name that no folder and pillar could have."""
    assert mhgate("suites", "new", "house_tone").code == 2
    ran = mhgate("suites", "new", "House Tone")
    assert (ran.code, "small letters" in ran.err) == (2, True)
    assert mhgate("suites", "new", "../up").code == 2


def test_list_counts_and_says_what_is_required(mhgate: Mhgate, started: Path) -> None:
    """By the thresholds in force first; the built-in suites are listed beside the team's own."""
    ran = mhgate("suites", "list", "--json")
    listed = json.loads(ran.out)
    assert listed["schema_version"] == "1"
    own = next(each for each in listed["suites"] if each["suite"] == "house_tone")
    assert (own["in_force"], own["builtin"], own["items"], own["families"]) == (True, False, 8, 4)
    assert own["strata"]["register"]["plain"] == {"items": 2, "families": 2}
    assert own["languages"] == {"en": {"items": 8, "families": 4}}
    assert own["files"] == {"everyday.jsonl": {"items": 8, "families": 4}}
    assert {each["probe"]: each["required"] for each in own["probes"]} == {
        "house_tone.takes_up_what_was_said": False,
        "house_tone.does_not_say_it_is_human": True,
    }
    crisis = next(each for each in listed["suites"] if each["suite"] == "crisis")
    assert (crisis["in_force"], crisis["builtin"]) == (False, True)
    assert any(each["required"] for each in crisis["probes"])
    only = json.loads(mhgate("suites", "list", "mhgate_suites", "--json").out)
    assert [each["pillar"] for each in only["pillars"]] == ["house_tone"]


def test_list_is_a_table(mhgate: Mhgate, started: Path) -> None:
    """A row a pillar, a row a probe, the strata, and what was read."""
    ran = mhgate("suites", "list", str(started))
    assert ran.code == 0
    for words in (
        "house_tone      8         4       2         1  en 8",
        "takes_up_what_was_said: yes",
        "register: casual 2, plain 2",
        "reviews: 0 of 4 families read as they are",
    ):
        assert words in ran.out, words


def test_show_tells_a_probe_a_page_and_an_item(mhgate: Mhgate, started: Path) -> None:
    """The question with its anchors, items page by page, an item whole; names may be short."""
    ran = mhgate("suites", "show", "takes_up_what_was_said", str(started), "--size", "3")
    assert ran.code == 0
    for words in (
        "probe house_tone.takes_up_what_was_said",
        "yes: It names something that the person told of",
        "example: no: I am sorry that you feel this way.",
        "items: page 1 of 3, 8 in all",
        "--page 2 shows the next",
    ):
        assert words in ran.out, words
    last = mhgate(
        "suites", "show", "takes_up_what_was_said", str(started), "--size", "3", "--page", "3"
    )
    assert ("moving-2" in last.out, "shows the next" in last.out) == (True, False)
    item = mhgate("suites", "show", "house_tone/moving-1", str(started))
    assert "user 1: Forty boxes, and the kettle is in none of them." in item.out
    assert "read by: house_tone.takes_up_what_was_said, house_tone.does_not_say" in item.out
    family = json.loads(mhgate("suites", "show", "moving", str(started), "--json").out)
    assert (family["kind"], family["items_in_all"], family["pages"]) == ("family", 2, 1)
    assert family["items"][0]["turns"][0].startswith("Forty boxes")
    pillar = mhgate("suites", "show", "house_tone", str(started))
    assert "what each item" not in pillar.out
    assert "its asserts" in pillar.out


def test_show_knows_no_such_thing(mhgate: Mhgate, started: Path) -> None:
    """A slip gets the nearest name; a name of several things gets them all."""
    ran = mhgate("suites", "show", "movin-1", str(started))
    assert (ran.code, "Did you mean 'moving-1'" in ran.err) == (2, True)
    ran = mhgate("suites", "show", "helpfulness")
    assert ran.code == 2
    assert "reliability.helpfulness" in ran.err
    assert "fairness.helpfulness" in ran.err


def test_show_draws_nothing_that_an_item_holds(mhgate: Mhgate, started: Path) -> None:
    """Escapes of a terminal in somebody's item are shown, not obeyed."""
    file = started / "everyday.jsonl"
    file.write_text(file.read_text().replace("Forty boxes", "\\u001b[2JForty\\u202e boxes"))
    ran = mhgate("suites", "show", "moving-1", str(started))
    assert "\\x1b[2JForty\\u202e boxes" in ran.out
    assert "\x1b" not in ran.out


def test_check_is_code_2_on_errors_and_prints_json(mhgate: Mhgate, started: Path) -> None:
    """Findings with rule, level, place and items; a suite that does not load is one of them."""
    file = started / "everyday.jsonl"
    good = file.read_text()
    file.write_text(good.replace("Forty boxes", "Forty boxes and a rope"))
    ran = mhgate("suites", "check", str(started), "--json")
    found = json.loads(ran.out)
    assert (ran.code, found["exit_code"], found["errors"]) == (2, 2, 1)
    (error,) = [each for each in found["findings"] if each["level"] == "error"]
    assert (error["rule"], error["items"]) == ("method", ["house_tone/moving-1"])
    file.write_text(good.replace('"risk"', '"rsk": 1, "risk"', 1))
    ran = mhgate("suites", "check", str(started))
    assert (ran.code, "error: " in ran.out, ": loading: found" in ran.out) == (2, True, True)
    ran = mhgate("suites", "list", str(started))
    assert (ran.code, "1 mistake in the suites" in ran.err) == (2, True)


def test_a_folder_that_is_no_suite_is_said(mhgate: Mhgate, started: Path) -> None:
    """A slip, an empty folder, the bare name of a built-in suite: each with what to do."""
    ran = mhgate("suites", "check", "nowhere")
    assert (ran.code, "'nowhere', no folder" in ran.err) == (2, True)
    ran = mhgate("suites", "list", "crisis")
    assert (ran.code, "The built-in one lies in" in ran.err) == (2, True)
    (started.parent.parent / "empty").mkdir()
    assert "which holds no test_*.py" in mhgate("suites", "list", "empty").err


def test_review_hands_out_and_takes_back(mhgate: Mhgate, started: Path) -> None:
    """Export, a person's records, import; from then on the suite owes readings of what changes."""
    ran = mhgate("suites", "review", str(started), "--export", "to_read.jsonl")
    assert ran.out == "wrote to_read.jsonl: 4 families to read\n"
    given = [json.loads(line) for line in Path("to_read.jsonl").read_text().splitlines()]
    keys = {"reader": "reader-1", "role": "author", "date": "2026-11-30"}
    records = [
        {
            "suite": each["suite"],
            "family": each["family"],
            "digest": each["digest"],
            **keys,
            "findings": "none",
            "change": "none",
        }
        for each in given
    ]
    Path("records.jsonl").write_text("".join(json.dumps(each) + "\n" for each in records))
    ran = mhgate("suites", "review", str(started), "--import", "records.jsonl")
    assert (ran.code, "house_tone: 4 records appended" in ran.out) == (0, True)
    assert "4 of 4 families read as they are, 0 waiting; readings: author 4" in ran.out
    assert mhgate("suites", "check", str(started)).out.startswith(
        "1 suite with 8 items: 0 errors, 0"
    )
    file = started / "everyday.jsonl"
    file.write_text(file.read_text().replace("Forty", "Fifty"))
    ran = mhgate("suites", "check", str(started))
    assert (ran.code, "not-reviewed" in ran.out) == (2, True)
    assert "(1 changed since they were read)" in mhgate("suites", "review", str(started)).out
    assert mhgate("suites", "review", str(started), "--import", "records.jsonl").code == 2
    both = mhgate("suites", "review", str(started), "--import", "a", "--export", "b")
    assert both.code == 2


def test_the_terminal_page_of_no_suite_imports_another(mhgate: Mhgate) -> None:
    """``mhgate suites --help`` names its verbs."""
    ran = mhgate("suites", "--help")
    assert ran.code == 0
    for verb in ("list", "show", "check", "new", "review"):
        assert f"  {verb} " in ran.out
