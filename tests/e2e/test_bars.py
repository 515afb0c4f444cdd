"""The bars of the gate, end to end: what the command promises to a shell and to a CI job."""

from __future__ import annotations

import json
import os
import shutil
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from gate_process import Ended, ended
from gate_process import run_afresh as run_gate
from gate_process import start_afresh as start_gate
from loopback_bot import (
    PREFLIGHT,
    LoopbackBot,
    always_good,
    closed_port,
    good_in_nine_of_ten,
)
from tiny_project import N_FAMILIES, N_ITEMS, PROBE_ID, family_of, trial_of, write_project

import mhgate
from mhgate.records import Outcome, Report
from mhgate.stats.cluster_rate import cluster_rate

ROOT = Path(__file__).parents[2]
HELP = "crisis.offers_reachable_human_help"
CALM = "crisis.stays_calm_when_nothing_is_wrong"
FAILING = [number * 7 for number in range(10)]

_PLUGIN_THAT_BREAKS_THE_ENGINE = '''
"""Makes the gate's one decision raise, as a bug would."""

import mhgate.gate.deciding


def broken(*args, **kwargs):
    raise ZeroDivisionError("a bug inside the gate")


mhgate.gate.deciding.decide = broken
'''


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    """Return a repository that holds nothing but the project's own thresholds.toml."""
    shutil.copy(ROOT / "thresholds.toml", tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def demo_runs(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], Ended]]:
    """Return a function that gives a demo bot's run; the runs go on two at a time."""

    def run(variant: str) -> Ended:
        # The good bot is held to all pillars and all items; what closes the gate shows in one of
        # them, and in a part of its items.
        folder = tmp_path_factory.mktemp(variant)
        if variant == "good":
            if "DEMO_RUN" in os.environ:  # .ci/run has made this run before, and kept it
                return _kept(Path(os.environ["DEMO_RUN"]))
            shutil.copy(ROOT / "thresholds.toml", folder)
            return run_gate(folder, "--demo-variant=good")
        text = (ROOT / "examples" / "first_look" / "thresholds.toml").read_text(encoding="utf-8")
        of_crisis = text.replace('["crisis", "privacy"]', '["crisis"]').partition(
            "[pillar.privacy]"
        )
        (folder / "thresholds.toml").write_text(of_crisis[0], encoding="utf-8")
        items = 60 if variant == "regressed" else 30  # its harm is not everywhere
        return run_gate(folder, f"--demo-variant={variant}", f"--max-items={items}")

    wanted = [
        item.callspec.params["variant"] for item in request.session.items if _asks_for_a_run(item)
    ]
    with ThreadPoolExecutor(max_workers=2) as pool:
        runs = {variant: pool.submit(run, variant) for variant in dict.fromkeys(wanted)}
        yield lambda variant: runs[variant].result()


def _kept(folder: Path) -> Ended:
    code, out, err = (
        (folder / name).read_text(encoding="utf-8") for name in ("code", "out", "err")
    )
    return Ended(int(code), out, err, folder / "report.json")


def _asks_for_a_run(item: pytest.Item) -> bool:
    return isinstance(item, pytest.Function) and "demo_runs" in item.fixturenames


def _failed_probes(run: Ended) -> set[str]:
    return {
        probe.probe.id
        for pillar in run.report.verdict.pillars
        for probe in pillar.probes
        if probe.outcome is Outcome.FAIL
    }


# --- the demo's bots


@pytest.mark.parametrize("variant", ["good"])
def test_the_good_bot_passes_with_code_0(demo_runs: Callable[[str], Ended], variant: str) -> None:
    """The gate opens for a bot that does what the suites ask, and says so on its last line."""
    run = demo_runs(variant)
    assert run.code == 0, run.err
    assert run.report.verdict.outcome is Outcome.PASS
    assert run.last_line.startswith("mhgate: exit code 0: ")
    assert "not certified" in run.report.verdict.headline[0]
    assert run.out == ""


@pytest.mark.parametrize(
    ("variant", "probe_id"),
    [("regressed", HELP), ("always_hotline", CALM), ("never_hotline", HELP)],
)
def test_a_bad_bot_fails_with_code_1_and_the_probe_is_named(
    demo_runs: Callable[[str], Ended], variant: str, probe_id: str
) -> None:
    """Each kind of harm gives 1, and the summary names the probe that showed it."""
    run = demo_runs(variant)
    assert run.code == 1, run.err
    assert probe_id in _failed_probes(run)
    assert probe_id.partition(".")[2] in run.err


@pytest.mark.parametrize("variant", ["flaky"])
def test_a_flaky_bot_neither_passes_nor_fails(
    demo_runs: Callable[[str], Ended], variant: str
) -> None:
    """Errors and slowness alone are no evidence of harm and none of safety: 3 or 4."""
    run = demo_runs(variant)
    assert run.code in {3, 4}, run.err
    assert run.report.accounts.failed > 0


# --- what cannot be evaluated, and what cannot be asked


@pytest.mark.parametrize("preflight", ["true", "false"])
def test_a_dead_port_gives_4_within_the_deadline(tmp_path: Path, preflight: str) -> None:
    """Nobody listens: the gate says so in time, with the preflight and without it."""
    write_project(tmp_path, f"http://127.0.0.1:{closed_port()}/v1")
    deadline_s = 60
    began_s = time.monotonic()
    run = run_gate(tmp_path, f"--deadline-s={deadline_s}", f"--preflight={preflight}")
    assert run.code == 4, run.err
    assert time.monotonic() - began_s < deadline_s
    if preflight == "true":
        assert "127.0.0.1" in run.err
    else:
        assert run.report.failures == {"target: connect": N_ITEMS}


def test_an_endpoint_that_never_answers_gives_4_within_the_deadline(tmp_path: Path) -> None:
    """Somebody listens and says nothing: the deadline holds for the first message too."""
    timeout_s = 100_000  # of one reply: whoever waited for it would not end within the test
    with LoopbackBot(answers=0) as bot:
        write_project(tmp_path, bot.base_url)
        run = run_gate(tmp_path, "--deadline-s=3", f"--timeout-s={timeout_s}")
        assert run.code == 4, run.err


def test_a_typo_in_a_suites_name_gives_2_and_the_nearest_name(demo: Path) -> None:
    """A misspelt suite stops everything before anything is asked."""
    run = run_gate(demo, "--suites", "crysis")
    assert run.code == 2, run.err
    assert "crysis" in run.err
    assert "'crisis'" in run.err


def test_a_crash_inside_gives_70(tmp_path: Path) -> None:
    """A bug of the gate is never mistaken for a verdict about the product."""
    (tmp_path / "broken_engine.py").write_text(_PLUGIN_THAT_BREAKS_THE_ENGINE, encoding="utf-8")
    with LoopbackBot() as bot:
        write_project(tmp_path, bot.base_url)
        run = run_gate(tmp_path, "-p", "broken_engine", environ={"PYTHONPATH": str(tmp_path)})
    assert run.code == 70, run.err
    assert "a bug inside the gate" in run.err
    assert not run.output.exists()


# --- failures are counted on both sides


def test_ten_errors_in_a_hundred_widen_the_interval_on_both_sides(tmp_path: Path) -> None:
    """Asked 100, scored 90, failed 10; the lower bound has the ten as failed, the upper as good."""
    broken = {trial_of(number) for number in FAILING}

    def reply(trial: str, message: str) -> tuple[int, str]:
        return (500, "out of order") if trial in broken else good_in_nine_of_ten(trial, message)

    with LoopbackBot(reply) as bot:
        run = run_gate(write_project(tmp_path, bot.base_url))
    assert run.code in {0, 3}, run.err
    accounts = run.report.accounts
    assert (accounts.asked, accounts.scored, accounts.failed) == (100, 90, 10)
    estimate = run.probe(PROBE_ID).estimate
    assert (estimate.accounts.asked, estimate.accounts.scored) == (100, 90)
    good, unmeasured, sizes = Counter[str](), Counter[str](), Counter[str]()
    for number in range(N_ITEMS):
        sizes[family_of(number)] += 1
        unmeasured[family_of(number)] += number in FAILING
        said = reply(trial_of(number), "")[1]
        good[family_of(number)] += said.startswith("good")
    families = sorted(sizes)
    assert len(families) == N_FAMILIES
    as_expected = cluster_rate(
        [good[family] for family in families],
        [unmeasured[family] for family in families],
        [sizes[family] for family in families],
        level=0.90,
    )
    assert estimate.interval.lower == pytest.approx(as_expected.lower, abs=1e-9)
    assert estimate.interval.upper == pytest.approx(as_expected.upper, abs=1e-9)
    assert estimate.point == pytest.approx(sum(good.values()) / 90)
    all_bad = cluster_rate(
        [good[family] for family in families], [0] * N_FAMILIES, [sizes[f] for f in families]
    )
    all_good = cluster_rate(
        [good[f] + unmeasured[f] for f in families], [0] * N_FAMILIES, [sizes[f] for f in families]
    )
    assert estimate.interval.lower == pytest.approx(all_bad.lower, abs=1e-9)
    assert estimate.interval.upper == pytest.approx(all_good.upper, abs=1e-9)


# --- nothing is lost


def _journal_lines(folder: Path, event: str) -> list[dict[str, object]]:
    [journal] = (folder / ".mhgate" / "runs").glob("*/journal.jsonl")
    whole = journal.read_text(encoding="utf-8").rpartition("\n")[0]
    events = [json.loads(line) for line in whole.splitlines()]
    return [found for found in events if found["event"] == event]


def test_a_killed_run_resumes_and_asks_only_what_is_missing(tmp_path: Path) -> None:
    """After kill -9 in mid-run nothing answered is asked again, and the root is the same."""
    with LoopbackBot(good_in_nine_of_ten) as bot:
        whole = run_gate(write_project(tmp_path / "whole", bot.base_url))
    with LoopbackBot(good_in_nine_of_ten, answers=40) as bot:
        folder = write_project(tmp_path / "killed", bot.base_url)
        process = start_gate(folder, "run")
        bot.wait_until_answered(40)
        while len(_journal_lines(folder, "transcript")) < 40:
            time.sleep(0.01)
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        first = set(bot.answered)
        assert len(first) == 40
        bot.let_all_through()
        bot.asked.clear()
        resumed = run_gate(folder, "--resume")
        again = [trial for trial in bot.asked if trial != PREFLIGHT]
    assert first.isdisjoint(again)
    assert len(again) == len(set(again)) == N_ITEMS - 40
    assert resumed.code == whole.code, resumed.err
    assert resumed.report.merkle_root == whole.report.merkle_root
    assert resumed.report.outcomes == whole.report.outcomes


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_writes_what_there_is_and_is_never_a_pass(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    """Ctrl-C and SIGTERM leave a partial report whose verdict is no pass, with their own codes."""
    with LoopbackBot(always_good, answers=60) as bot:
        folder = write_project(tmp_path, bot.base_url, min_score=0.1)
        output = tmp_path / "report.json"
        process = start_gate(folder, "run", f"--output={output}")
        bot.wait_until_answered(60)
        process.send_signal(number)
        run = ended(process, output)
    assert run.code == code, run.err
    own = run.report.verdict.exit_code
    last = run.err.splitlines()[-1]
    assert last.startswith(f"mhgate: exit code {code}: ")
    assert f"exit code {own} is the report's own" in last
    assert f"this process ends with {code})" in last
    decided = start_gate(folder, "decide", str(output), "--thresholds=thresholds.toml")
    assert ended(decided, output).code == own
    assert run.report.scope == "partial"
    assert run.report.verdict.outcome is not Outcome.PASS
    assert run.report.accounts.planned == N_ITEMS
    assert run.report.accounts.not_reached == N_ITEMS - run.report.accounts.asked > 0


def test_ctrl_c_during_the_first_message_writes_a_report_too(tmp_path: Path) -> None:
    """An endpoint that does not answer the first message cannot keep the run from ending."""
    timeout_s = 100_000  # of one reply: whoever waited for it would not end within the test
    with LoopbackBot(answers=0) as bot:
        folder = write_project(tmp_path, bot.base_url)
        output = tmp_path / "report.json"
        process = start_gate(folder, "run", f"--output={output}", f"--timeout-s={timeout_s}")
        bot.wait_until_asked()
        process.send_signal(signal.SIGINT)
        run = ended(process, output)
    assert run.code == 130, run.err
    assert run.report.accounts.not_reached == N_ITEMS
    assert run.report.verdict.outcome is not Outcome.PASS


# --- same seed, same run


def _decided(report: Report) -> object:
    """Return all of a report that must not depend on how fast, and in which order, it was made."""
    return report.outcomes, report.verdict, report.accounts, report.failures, report.merkle_root


def test_concurrency_changes_nothing(tmp_path: Path) -> None:
    """The same seed at concurrency 1 and 64: identical trials, scores, verdict and root."""

    def reply(trial: str, message: str) -> tuple[int, str]:
        if trial == trial_of(42):
            return 500, "out of order"
        return good_in_nine_of_ten(trial, message)

    with LoopbackBot(reply, delay_s=0.03) as bot:
        folder = write_project(tmp_path, bot.base_url)
        alone = run_gate(folder, "--concurrency=1")
        in_order = list(bot.answered)
        bot.log.clear()
        crowd = run_gate(folder, "--concurrency=64")
        assert sorted(bot.answered) == sorted(in_order)
        assert bot.answered != in_order  # the crowd did change the order
    assert alone.code == crowd.code
    assert _decided(alone.report) == _decided(crowd.report)


def test_concurrency_changes_nothing_for_judged_probes_either(demo: Path) -> None:
    """Several probes read one transcript; the demo's verdict is the same at 1 and at 64."""

    def run(concurrency: int) -> Report:
        options = {
            "target.variant": "regressed",
            "target.concurrency": str(concurrency),
            "sampling.max_items": "6",
        }
        report = mhgate.run(demo / "thresholds.toml", options=options, environ={})
        return Report.model_validate_json(report.model_dump_json())  # as it is written

    alone, crowd = run(1), run(64)
    assert alone.verdict.exit_code == crowd.verdict.exit_code
    assert _decided(alone) == _decided(crowd)


# --- the end


def test_the_process_ends_soon_after_the_last_answer(tmp_path: Path) -> None:
    """Connections that the endpoint keeps open, and no terminal, do not keep the process alive."""
    with LoopbackBot() as bot:
        folder = write_project(tmp_path, bot.base_url)
        output = tmp_path / "report.json"
        began_s = time.monotonic()
        run = ended(start_gate(folder, "run", f"--output={output}"), output)
        ended_s = time.monotonic()
        last_s = bot.log[-1].at_s
        assert run.code == 0, run.err
        assert bot.connections < N_ITEMS  # they were kept open
    assert ended_s - last_s < 2 * (last_s - began_s)
    assert "\r" not in run.err  # no progress bar is drawn where no terminal is
