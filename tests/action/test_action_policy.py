"""Policy comes from the base, code from the head: the brain as a step, in scratch repositories."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from scratch import BOT, CONFTEST, REGRESSED_BOT, THRESHOLDS, Repository

from mhgate.action.overrides import refuse_policy_overrides
from mhgate.errors import UsageError
from mhgate.wiring import PRODUCT_FOLDER

LOW = THRESHOLDS.replace("min_score = 0.7", "min_score = 0.0")


TODAY = datetime.now(UTC).date()
COMMAND = """\
import json, sys

for line in sys.stdin:
    said = "People answer here from 9 to 17 on weekdays."
    print(json.dumps({"reply": said}), flush=True)
"""
WAIVERS = f"""
[[waiver]]
id = "W-1"
probe = "opening_hours.says_when_people_are_there"
reason = "The hours change."
by = "Ann"
granted = {TODAY - timedelta(days=1)}
expires = {TODAY + timedelta(days=30)}
"""


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository.begun(tmp_path / "repository")


@pytest.mark.usefixtures("afresh")
def test_a_harmless_change_passes(repository: Repository) -> None:
    """The good bot passes, judged by the base's policy, which the summary says."""
    base = repository.git("rev-parse", "HEAD")
    ran = repository.act(repository.propose({"README.md": "words\n"}))
    assert (ran.code, ran.outputs["verdict"], ran.outputs["exit-code"]) == (0, "pass", "0")
    assert ran.summary.startswith("## mhgate: pass\n")
    assert f"the policy of the base commit `{base[:12]}`" in ran.summary
    assert "No baseline: regressions were not asked about" in ran.summary
    assert "changes what it" not in ran.summary
    assert not repository.git("status", "--porcelain")
    run = ran.report["provenance"]
    assert run["profile"] == "pr"
    assert run["commit"] == repository.git("rev-parse", "HEAD")


def test_an_in_process_bot_that_regresses_in_the_head_fails(repository: Repository) -> None:
    """The head's code is what is tested, whatever else comes from the base."""
    ran = repository.act(repository.propose({"bot.py": REGRESSED_BOT}))
    assert (ran.code, ran.outputs["verdict"]) == (1, "fail")
    assert ran.summary.startswith("## mhgate: FAIL\n")
    assert (
        "::error file=gate_suites/opening_hours/test_opening_hours.py,line=7,title=opening_hours"
        in ran.log
    )
    assert "### The worst items" in ran.summary
    assert "now and then" not in ran.summary  # no word of the product


def test_thresholds_lowered_in_the_head_do_not_count(repository: Repository) -> None:
    """A pull request that lowers the bar beside its regression is judged by the base's bar."""
    ran = repository.act(repository.propose({"bot.py": REGRESSED_BOT, "thresholds.toml": LOW}))
    assert (ran.code, ran.outputs["verdict"]) == (1, "fail")
    assert "This pull request changes what it would be judged by" in ran.summary
    assert "> * `thresholds.toml`" in ran.summary


def test_a_waiver_counts_where_the_base_grants_it(repository: Repository, tmp_path: Path) -> None:
    """One that a pull request brings along does not; one of the base, by any name, does."""
    own = repository.act(
        repository.propose({"bot.py": REGRESSED_BOT, "mhgate-waivers.toml": WAIVERS})
    )
    assert (own.code, own.outputs["verdict"]) == (1, "fail")
    toml = THRESHOLDS.replace("[suites]", '[gate]\nwaivers = "except.toml"\n[suites]')
    granted = Repository.begun(
        tmp_path / "granted", {"thresholds.toml": toml, "except.toml": WAIVERS}
    )
    ran = granted.act(granted.propose({"bot.py": REGRESSED_BOT, "except.toml": ""}))
    assert ran.code == 0, ran.log
    assert "Waived: " in ran.summary.splitlines()[2]
    assert "> * `except.toml`" in ran.summary
    assert "::error" not in ran.log


def test_a_suite_weakened_in_the_head_does_not_count(repository: Repository) -> None:
    """Probes, items and waivers of the head are told and left aside."""
    probe = repository.root / "gate_suites/opening_hours/test_opening_hours.py"
    weak = probe.read_text(encoding="utf-8").replace("9 to 17", "")
    ran = repository.act(
        repository.propose(
            {
                "bot.py": REGRESSED_BOT,
                "gate_suites/opening_hours/test_opening_hours.py": weak,
                "mhgate-waivers.toml": "",
            }
        )
    )
    assert ran.code == 1
    assert "> * `gate_suites/opening_hours/test_opening_hours.py`" in ran.summary
    assert "> * `mhgate-waivers.toml`" in ran.summary


def test_policy_from_head_is_explicit_and_loud(repository: Repository) -> None:
    """Who chooses the head's policy gets it, and everybody reads so."""
    event = repository.propose({"thresholds.toml": LOW.replace("0.0", "0.1")})
    ran = repository.act(event, policy_from="head")
    assert ran.code == 0
    assert "**policy-from: head.**" in ran.summary
    assert "::notice title=mhgate policy::this pull request is judged by its own policy" in ran.log


def test_a_changed_workflow_is_told(tmp_path: Path) -> None:
    """What the gate is given in the workflow is the head's, so that a change of it is said."""
    path = ".github/workflows/gate.yml"
    made = Repository.begun(tmp_path / "r", {path: "on: pull_request\n", "thresholds.toml": ""})
    event = made.propose({path: "on: push\n", "thresholds.toml": THRESHOLDS})
    where = {"GITHUB_WORKFLOW_REF": f"o/r/{path}@refs/pull/7/merge"}
    ran = made.act({**event, **where}, policy_from="head")
    assert "this pull request changes .github/workflows/gate.yml, the workflow" in (
        ran.summary.replace("\u2060", "").replace("\\", "")
    )
    unchanged = made.act({**event, "GITHUB_WORKFLOW_REF": "o/r/other.yml@x"}, policy_from="head")
    assert "the workflow that runs the gate" not in unchanged.summary


def test_githubs_merge_is_judged_by_its_first_parent(repository: Repository) -> None:
    """Where the merge is checked out, the base is as new as the branch was, not as the event is."""
    old = repository.git("rev-parse", "HEAD")
    repository.propose({"bot.py": REGRESSED_BOT})
    head = repository.git("rev-parse", "HEAD")
    repository.git("checkout", "-q", "main")
    repository.write({"thresholds.toml": THRESHOLDS.replace("0.7", "0.75")})
    new = repository.commit()
    repository.git("merge", "-q", "--no-ff", "-m", "merge", "change")
    ran = repository.act(repository.event(old, head))
    assert ran.code == 1
    assert f"base commit `{new[:12]}`" in ran.summary
    assert "0.75" in ran.summary
    assert "changes what it" not in ran.summary


def test_a_base_that_is_not_here_is_not_evaluated(repository: Repository) -> None:
    """A checkout too shallow for the base's policy is an error with its remedy, never green."""
    event = repository.event("1" * 40, "2" * 40)
    ran = repository.act(event)
    assert (ran.code, ran.outputs["verdict"]) == (4, "error")
    assert ran.summary.startswith("## mhgate: ERROR: not evaluated\n")
    assert "fetch-depth: 0" in ran.summary
    assert "::error file=thresholds.toml,title=mhgate::not evaluated" in ran.log


def test_a_base_without_a_configuration_says_what_to_do(tmp_path: Path) -> None:
    """The pull request that brings the gate along has no base to judge it."""
    made = Repository.begun(tmp_path / "repository", {"thresholds.toml": "", "other.toml": ""})
    ran = made.act(made.propose({"new.toml": THRESHOLDS}), config="new.toml")
    assert (ran.code, ran.outputs["verdict"]) == (2, "error")
    assert "policy-from: head" in ran.summary


@pytest.mark.parametrize(
    ("environ", "words", "named"),
    [
        ({"MHGATE_PROFILE": "measure"}, "", "MHGATE_PROFILE (gate.profile)"),
        ({"MHGATE_MAX_ITEMS": "1"}, "", "MHGATE_MAX_ITEMS"),
        ({"MHGATE_TARGET_KIND": "demo"}, "", "MHGATE_TARGET_KIND"),
        ({"MHGATE_ESCALATION": "none"}, "", "MHGATE_ESCALATION"),
        ({"PYTEST_ADDOPTS": "--mhgate-profile=measure"}, "", "--mhgate-profile (PYTEST_ADDOPTS)"),
        ({"PYTEST_ADDOPTS": "-p evil"}, "", "-p (PYTEST_ADDOPTS)"),
        ({"PYTEST_ADDOPTS": "'unclosed"}, "", "PYTEST_ADDOPTS"),
        ({"PYTEST_PLUGINS": "evil"}, "", "PYTEST_PLUGINS"),
        ({}, "--profile measure", "--profile (extra-args)"),
        ({}, "--config=mine.toml", "--config"),
        ({}, "-o mhgate_profile=measure", "-o (extra-args)"),
        ({}, "-omhgate_profile=measure", "-omhgate_profile (extra-args)"),
        ({}, "--override-ini=addopts=x", "--override-ini"),
        ({}, "-v --concurrency 2 -c mine.ini", "-c (extra-args)"),
        ({}, "-k x --rootdir=.", "--rootdir"),
        ({}, "other_suites", "other_suites"),
        ({}, "-k @words", "@words (extra-args)"),
        ({}, "@words", "@words (extra-args)"),
        ({"PYTEST_ADDOPTS": "--tb @/tmp/words"}, "", "@/tmp/words (PYTEST_ADDOPTS)"),
    ],
)
def test_policy_cannot_be_overridden(environ: dict[str, str], words: str, named: str) -> None:
    """Variables, addopts and extra-args that would decide otherwise are refused by name."""
    with pytest.raises(UsageError) as caught:
        refuse_policy_overrides(words.split(), environ)
    assert named in str(caught.value)


@pytest.mark.parametrize(
    "inputs",
    [
        {"suites": "crisis"},
        {"extra_args": "--profile=measure"},
        {"extra_args": "-k @words"},  # pytest would read its options from there
    ],
    ids=["suites", "args", "file of args"],
)
def test_an_override_stops_the_step(repository: Repository, inputs: dict[str, str]) -> None:
    """Nothing is run beside a policy that somebody would override, and the summary says why."""
    change = {"bot.py": REGRESSED_BOT, "words": "opening\n--mhgate-profile=measure\n"}
    ran = repository.act(repository.propose(change), **inputs)
    assert (ran.code, ran.outputs["verdict"]) == (2, "error")
    assert "beside a policy that comes from the base commit" in ran.summary
    assert "stop-commands" not in ran.log


def test_what_is_operational_may_be_said_and_is_recorded(repository: Repository) -> None:
    """Concurrency and the deadline may be given, and the report has each as an override."""
    event = repository.propose({"README.md": "x"})
    ran = repository.act(
        {**event, "MHGATE_TIMEOUT_S": "9"},
        max_concurrency="3",
        timeout_minutes="5",
        fail_on="no_baseline",
        extra_args="-v --max-retries 1",
    )
    assert ran.code == 3  # fail-on adds to what blocks
    overrides = {each["key"] for each in ran.report["provenance"]["overrides"]}
    assert overrides >= {
        *("target.concurrency", "budget.minutes", "target.timeout_s", "target.max_retries"),
        "gate.fail_on",
    }
    assert "override: target.timeout\\_s = 9.0 \\(from MHGATE\\_TIMEOUT\\_S\\)" in ran.summary


@pytest.mark.parametrize("policy", ["", "head"], ids=["on a push", "by the head's policy"])
def test_fail_on_adds_to_the_configuration_without_a_base_too(tmp_path: Path, policy: str) -> None:
    """What thresholds.toml or its variable says blocks goes on blocking beside the input."""
    blocks = {"thresholds.toml": THRESHOLDS + '[gate]\nfail_on = ["no_baseline"]\n'}
    repository = Repository.begun(tmp_path / "r", blocks)
    event = repository.propose({"README.md": "x"}) if policy else {"GITHUB_EVENT_NAME": "push"}
    said = {"MHGATE_FAIL_ON": "new_items,no_baseline"}
    for environ in (event, {**event, **said}):
        ran = repository.act(environ, fail_on="inconclusive", policy_from=policy)
        assert (ran.code, ran.outputs["verdict"]) == (3, "inconclusive")
        assert "there is no baseline" in ran.summary


def test_a_part_of_the_suites_is_never_green(repository: Repository) -> None:
    """Words that leave probes out make the run partial, which is no pass."""
    ran = repository.act(repository.propose({"README.md": "x"}), extra_args="-k nothing_of_it")
    assert ran.code != 0
    assert ran.outputs["verdict"] != "pass"


@pytest.mark.usefixtures("afresh")
def test_a_conftest_of_both_hands_over_the_heads_product(tmp_path: Path) -> None:
    """A hook of conftest.py is the head's, with the head's modules, where the base has one too."""
    toml = THRESHOLDS.replace('kind = "function"\ncall = "bot:reply"', 'kind = "demo"')
    made = Repository.begun(tmp_path / "r", {"conftest.py": CONFTEST, "thresholds.toml": toml})
    good = made.act(made.propose({"README.md": "x"}))
    assert good.code == 0, good.log
    made.git("checkout", "-q", "main")
    made.git("branch", "-q", "-D", "change")
    bad = made.act(made.propose({"bot.py": REGRESSED_BOT}))
    assert (bad.code, bad.outputs["verdict"]) == (1, "fail")


def test_a_conftest_that_the_head_adds_takes_no_part(repository: Repository) -> None:
    """A pull request cannot put another product in the place of the one that the base names."""
    honest = CONFTEST.replace("from bot import reply", BOT)
    ran = repository.act(repository.propose({"bot.py": REGRESSED_BOT, "conftest.py": honest}))
    assert ran.code == 1
    assert "conftest.py is not in the base commit" in ran.summary


def _as_a_command(root: Path, files: dict[str, str] | None = None) -> Repository:
    """Begin a repository whose product is a program in it, by relative paths."""
    toml = THRESHOLDS.replace(
        'kind = "function"\ncall = "bot:reply"',
        'kind = "command"\ncommand = ["bin/start", "bot.py"]\nbody = { text = "{message}" }\n'
        'reply = "$.reply"',
    )
    start = f"#!/bin/sh\nexec '{sys.executable}' \"$@\"\n"
    made = Repository(root)
    made.write({"bin/start": start})
    (root / "bin" / "start").chmod(0o755)
    return Repository.begun(root, {"thresholds.toml": toml, "bot.py": COMMAND, **(files or {})})


@pytest.mark.skipif(os.name == "nt", reason="a program of a shell's")
@pytest.mark.usefixtures("afresh")
def test_a_program_of_the_head_is_what_is_tested(tmp_path: Path) -> None:
    """A relative path names the pull request's program, wherever it lies; the bar is the base's."""
    made = _as_a_command(tmp_path / "r")
    (made.root / "apps").mkdir()
    for name in ("bot.py", "bin", "thresholds.toml", "gate_suites"):
        made.git("mv", name, f"apps/{name}")
    made.commit()
    toml = (made.root / "apps" / "thresholds.toml").read_text(encoding="utf-8")
    good = made.act(made.propose({"README.md": "x"}), config="apps/thresholds.toml")
    assert (good.code, good.outputs["verdict"]) == (0, "pass"), good.log
    made.git("checkout", "-q", "main")
    made.git("branch", "-q", "-D", "change")
    worse = COMMAND.replace("9 to 17", "now and then")
    lowered = toml.replace("min_score = 0.7", "min_score = 0.0")
    event = made.propose({"apps/bot.py": worse, "apps/thresholds.toml": lowered})
    bad = made.act(event, config="apps/thresholds.toml")
    assert (bad.code, bad.outputs["verdict"]) == (1, "fail"), bad.log
    assert "> * `apps/thresholds.toml`" in bad.summary


@pytest.mark.skipif(os.name == "nt", reason="a program of a shell's")
def test_a_workflow_does_not_say_where_the_program_lies(tmp_path: Path) -> None:
    """Only the Action does: a variable that puts an honest copy in its place is left aside."""
    made = _as_a_command(tmp_path / "r")
    honest = tmp_path / "honest"
    honest.mkdir()
    shutil.copytree(made.root / "bin", honest / "bin")
    (honest / "bot.py").write_text(COMMAND, encoding="utf-8")
    event = made.propose({"bot.py": COMMAND.replace("9 to 17", "now and then")})
    ran = made.act({**event, PRODUCT_FOLDER: str(honest)})
    assert (ran.code, ran.outputs["verdict"]) == (1, "fail"), ran.log


def test_a_judge_that_the_head_brings_along_is_refused(tmp_path: Path) -> None:
    """A conftest.py that is changed and hands over the judge gives no verdict."""
    made = Repository.begun(tmp_path / "r", {"conftest.py": CONFTEST})
    judge = CONFTEST + (
        "\n\ndef pytest_mhgate_judge(config):\n"
        "    from mhgate.testing import FixedJudge\n"
        "    return FixedJudge('yes')\n"
    )
    ran = made.act(made.propose({"conftest.py": judge}))
    assert (ran.code, ran.outputs["verdict"]) == (2, "error")
    assert "cannot bring its own judge along" in ran.summary


def test_code_among_the_suites_is_refused(tmp_path: Path) -> None:
    """A product that lies in a folder of suites would be the base's: it says so and stops."""
    toml = THRESHOLDS.replace('"bot:reply"', '"gate_suites.bot:reply"')
    made = Repository.begun(tmp_path / "r", {"thresholds.toml": toml, "gate_suites/bot.py": BOT})
    ran = made.act(made.propose({"gate_suites/bot.py": REGRESSED_BOT}))
    assert (ran.code, ran.outputs["verdict"]) == (2, "error")
    assert "Keep suites in a folder of their own" in ran.summary


@pytest.mark.usefixtures("afresh")
def test_a_namesake_of_the_tool_in_the_head_does_not_take_its_place(repository: Repository) -> None:
    """Modules of the pull request that are named as the tool's own are not run in their stead."""
    event = repository.propose(
        {
            "bot.py": REGRESSED_BOT,
            "mhgate/__init__.py": "raise SystemExit(0)\n",
            "mhgate/cli.py": "def main(): raise SystemExit(0)\n",
            "json.py": "raise SystemExit(0)\n",
        }
    )
    assert repository.act(event, apart=True).code == 1


def test_a_configuration_in_a_folder_is_found_there(tmp_path: Path) -> None:
    """working-directory and config name a folder and a file in it, in base and head alike."""
    made = Repository.begun(tmp_path / "r")
    (made.root / "apps" / "chat").mkdir(parents=True)
    for name in ("bot.py", "thresholds.toml", "gate_suites"):
        made.git("mv", name, f"apps/chat/{name}")
    made.commit()
    event = made.propose({"apps/chat/bot.py": REGRESSED_BOT})
    ran = made.act(event, working_directory="apps/chat")
    assert ran.code == 1
    assert (
        "::error file=apps/chat/gate_suites/opening_hours/test_opening_hours.py,line=7" in ran.log
    )
    assert "--config=apps/chat/thresholds.toml" in ran.summary
    assert (made.root / "apps" / "chat" / ".mhgate" / "runs").is_dir()


def test_a_drop_against_the_bases_baseline_is_told_in_numbers(tmp_path: Path) -> None:
    """The base's baseline is what is compared with, whatever the head puts in its place."""
    toml = THRESHOLDS.replace("min_score = 0.7", "min_score = 0.1\nmax_drop = 0.1")
    toml = toml.replace("[suites]", '[gate]\nbaseline = "mhgate-baseline.json"\n[suites]')
    made = Repository.begun(
        tmp_path / "r", {"thresholds.toml": toml.replace('baseline = "mhgate-baseline.json"', "")}
    )
    first = made.act({"GITHUB_EVENT_NAME": "push"})
    blessed = subprocess.run(
        [
            *(sys.executable, "-m", "mhgate", "baseline", "bless", first.outputs["report-json"]),
            *("--reason", "the first", "-o", "mhgate-baseline.json"),
        ],
        cwd=made.root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert blessed.returncode == 0, blessed.stderr
    made.write({"thresholds.toml": toml})
    made.commit()
    half = BOT.replace(
        '    return "',
        '    if message.strip(".?")[-1] in "02468":\n        return "No."\n    return "',
    )
    ran = made.act(made.propose({"bot.py": half, "mhgate-baseline.json": "{}"}))
    assert (ran.code, ran.outputs["verdict"]) == (1, "fail"), ran.log
    assert "> * `mhgate-baseline.json`" in ran.summary
    row = next(line for line in ran.summary.split("\n") if line.startswith("| opening"))
    assert "| FAIL | 100.0 | 50.0 | -50.0 | " in row
