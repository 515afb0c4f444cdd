"""Holds ``mhgate baseline``: what each verb prints and writes, and the codes with which it ends."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from small_suites import N_ITEMS

from mhgate.wiring import read_blessed

BASELINE = "mhgate-baseline.json"

Command = Callable[..., Any]


@pytest.fixture
def ran(mhgate: Command, demo_run: Path, tmp_path: Path) -> Command:
    """Return the command, in a copy of that folder."""
    shutil.copytree(demo_run, tmp_path, dirs_exist_ok=True)
    return mhgate


@pytest.fixture
def blessed(ran: Command) -> Command:
    """Return the command, where the run is blessed."""
    found = ran("baseline", "bless", "latest", "--reason", "the state of main", "--by", "Ann")
    assert found.code == 0, found.err
    assert "blessed as number 1" in found.out
    assert "by Ann: the state of main" in found.out
    return ran


def test_a_reason_is_needed(ran: Command) -> None:
    """Without the option, or with a blank one, nothing is written."""
    assert ran("baseline", "bless", "latest").code == 2
    found = ran("baseline", "bless", "latest", "--reason", " ")
    assert (found.code, Path(BASELINE).exists()) == (2, False)
    assert "There is no reason" in found.err


def test_what_is_blessed_is_shown(blessed: Command) -> None:
    """History, scores and counts, and no outcome; as JSON too."""
    found = blessed("baseline", "show")
    assert found.code == 0
    assert f"{2 * N_ITEMS} items, {4 * N_ITEMS} outcomes, 4 probes" in found.out
    assert "1. 2" in found.out
    assert "blessed by Ann: the state of main" in found.out
    assert "crisis.offers_reachable_human_help" in found.out
    shown = json.loads(blessed("baseline", "show", "--json").out)
    assert (shown["n_items"], shown["history"][0]["by"]) == (2 * N_ITEMS, "Ann")
    assert "sets" not in shown
    absent = blessed("baseline", "show", "absent.json")
    assert absent.code == 2
    assert "mhgate baseline bless" in absent.err


def test_a_line_an_item(blessed: Command) -> None:
    """The file is small: a line an item and probe set, no word of a reply or a question."""
    lines = Path(BASELINE).read_text().splitlines()
    assert sum(line.startswith('{"digest":') for line in lines) == 2 * N_ITEMS
    assert max(map(len, lines)) < 1000
    text = Path(BASELINE).read_text()
    for word in ("kill", "loaves", "listening", "Of all replies"):
        assert word not in text


def test_the_gate_compares_with_it(blessed: Command) -> None:
    """The good bot is green against it, and the one that regressed red, by name."""
    good = blessed("run", "--baseline", BASELINE)
    assert good.code == 0, good.err
    bad = blessed("run", "--baseline", BASELINE, "--demo-variant", "regressed")
    assert bad.code == 1
    said = " ".join((bad.out + bad.err).split())
    assert "offers_reachable_human_help" in said
    assert "lost and 0 gained), regressed by more than 0.2: fail." in said


def test_two_are_set_beside_each_other(blessed: Command) -> None:
    """Like ``diff``: 0 where nothing differs, 1 where something does."""
    same = blessed("baseline", "diff", BASELINE, BASELINE)
    assert (same.code, same.out) == (0, f"nothing differs in {4 * N_ITEMS} pairs\n")
    assert blessed("run", "--demo-variant", "regressed").code == 0  # the thresholds alone let it
    (later,) = (path for path in Path(".mhgate/runs").iterdir() if path.name not in _history())
    found = blessed("baseline", "diff", BASELINE, str(later / "report.json"))
    assert found.code == 1
    assert f"crisis.offers_reachable_human_help: of {N_ITEMS} pairs" in found.out
    assert ": 1 -> 0" in found.out
    plain = json.loads(
        blessed("baseline", "diff", BASELINE, str(later / "report.json"), "--json").out
    )
    assert plain["moved"]["crisis.offers_reachable_human_help"][0]["worse"] is True
    assert plain["dimensions"] == []


def _history() -> list[str]:
    return [each.run_id for each in read_blessed(Path(BASELINE)).history]


def test_a_check_has_three_answers(blessed: Command) -> None:
    """0 fit, 1 changed or not comparable, 2 no baseline; and nobody is asked."""
    found = blessed("baseline", "check")
    assert found.code == 0, found.out
    assert f"{2 * N_ITEMS} items of today's plan have a counterpart" in found.out
    assert "whole, canonical, 1 blessing; comparable" in found.out
    page = Path("crisis/questions.toml")
    page.write_text(page.read_text().replace("Of all replies:", "Of every reply:"))
    other = blessed("baseline", "check")
    assert other.code == 1
    assert "measured otherwise: probe crisis.offers_reachable_human_help" in other.out
    assert blessed("baseline", "check", "--file-only").code == 0
    file = Path(BASELINE)
    file.write_text(file.read_text().replace("the state of main", "a state of main"))
    changed = blessed("baseline", "check", "--file-only")
    assert changed.code == 1
    assert "blessing 1 was changed" in changed.out
    assert json.loads(blessed("baseline", "check", "--file-only", "--json").out)["fit"] is False
    file.write_text("{}")
    assert blessed("baseline", "check").code == 2


def test_a_report_is_migrated(ran: Command) -> None:
    """What served as the baseline becomes a file; a second time there is nothing to do."""
    (report,) = Path(".mhgate/runs").glob("*/report.json")
    shutil.copy(report, "main.json")
    found = ran("baseline", "migrate", "main.json", "--reason", "a file now", "--by", "Ann")
    assert found.code == 0, found.err
    assert "migrated as number 1" in found.out
    again = ran("baseline", "migrate", BASELINE, "--reason", "x")
    assert "nothing to do" in again.out
    refused = ran("baseline", "bless", "latest", "--reason", "x", "-o", "main.json")
    assert refused.code == 2
    assert "is not overwritten" in refused.err
    assert "mhgate baseline migrate main.json" in refused.err
    assert '--reason "..."' in refused.err


def test_the_blessed_run_is_judged_again(blessed: Command) -> None:
    """By the judge of today, from the journal; where that is the old one, nothing is written."""
    before = Path(BASELINE).read_bytes()
    found = blessed("baseline", "rejudge", "--reason", "the model is retired", "--by", "Ben")
    assert found.code == 0, found.err
    assert "nothing would change, and the file stays as it is" in found.out
    assert Path(BASELINE).read_bytes() == before
    assert blessed("baseline", "check").code == 0


def test_a_fail_is_blessed_loudly(ran: Command) -> None:
    """Only with the word, and then it is said first."""
    assert ran("run", "--demo-variant", "never_hotline").code == 1
    refused = ran("baseline", "bless", "latest", "--reason", "we know")
    assert refused.code == 2
    assert "--although-it-fails" in refused.err
    found = ran("baseline", "bless", "latest", "--reason", "we know", "--although-it-fails")
    assert found.out.startswith("mhgate: WARNING: this run FAILS")
    assert "ALTHOUGH IT FAILS" in ran("baseline", "show").out


def test_waivers_that_the_blessed_run_rests_on_are_shown(ran: Command) -> None:
    """A run that passes with a waiver says so in the baseline too: what, until when, whose, why."""
    today = datetime.now(UTC).date()
    Path("mhgate-waivers.toml").write_text(
        f"""
[[waiver]]
id = "W-12"
probe = "crisis.offers_reachable_human_help"
reason = "The table of hotlines is replaced."
by = "Ann Example"
granted = {today}
expires = {today}
"""
    )
    assert ran("run", "--demo-variant", "never_hotline").code == 0
    assert ran("baseline", "bless", "latest", "--reason", "it is known").code == 0
    assert (
        f"waived W-12: crisis.offers_reachable_human_help, until {today}, by Ann Example: The "
        "table of hotlines is replaced."
    ) in ran("baseline", "show").out


def test_hostile_words_are_shown_harmlessly(ran: Command) -> None:
    """A name and a reason of control characters move no line and colour nothing."""
    words = ("--reason", "why\n::error::x\x1b[2J", "--by", "A\u202enn")
    found = ran("baseline", "bless", "latest", *words)
    assert found.code == 0
    for out in (found.out, ran("baseline", "show").out):
        assert "\x1b" not in out
        assert "\u202e" not in out
        assert "\n::error" not in out


def test_the_file_obeys_its_schema(blessed: Command) -> None:
    """What is written is what docs/reference/baseline.schema.json publishes."""
    schema = Path(__file__).parents[2] / "docs" / "reference" / "baseline.schema.json"
    validator = Draft202012Validator(json.loads(schema.read_text()))
    file = json.loads(Path(BASELINE).read_text())
    validator.validate(file)
    for change in ({"history": []}, {"kind": "report"}, {"more": 1}, {"sets": [{"probes": []}]}):
        assert not validator.is_valid({**file, **change})
    assert blessed("baseline", "check", "--file-only").code == 0


def test_a_run_of_a_part_of_the_items_is_blessed_with_a_note(ran: Command) -> None:
    """Later runs by another seed would find few pairs: that is said at once."""
    assert ran("run", "--max-items", "30").code == 0
    found = ran("baseline", "bless", "latest", "--reason", "a part")
    assert found.code == 0
    assert "asked at most 30 items a probe" in found.out
