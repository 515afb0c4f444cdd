"""Protected items over whole runs: nothing of them is written or shown without their key."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from gate_process import Ended, run_gate, start_gate
from loopback_bot import LoopbackBot, good_in_nine_of_ten
from sealed_project import N_ITEMS, PRIVATE, found_in, new_key, seal_in_place, write_project
from tiny_project import write_project as write_tiny

from mhgate.cli import main
from mhgate.records import Failure, Outcome, Stage, Trial, Turn
from mhgate.report import read_report, write_report
from mhgate.wiring import read_journal, unsealing
from mhgate.wiring import run as gate
from mhgate.wiring.packs import seal_file

KEY = "MHGATE_SEALED_KEY"


def _pytest(folder: Path, temp: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run pytest as loudly as it can: verbose, with locals, live logs, captured output, JUnit."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    temp.mkdir(exist_ok=True)
    return subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "--mhgate", "-vv", "-l", "-s", "-rA"),
            *("--log-cli-level=DEBUG", f"--junitxml={folder / 'junit.xml'}", "-p", "no:randomly"),
            "--mhgate-output=report.json",
        ],
        cwd=folder,
        env={**kept, "TMPDIR": str(temp), "PYTHONDEVMODE": "1", **environ},
        capture_output=True,
        text=True,
        check=False,
    )


class Here:
    """The mhgate command, in this process and in a project's folder."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(folder)
        monkeypatch.syspath_prepend(folder)
        self._patch = monkeypatch

    def run(self, *words: str, key: str | None = None) -> Ended:
        """Run one verb, with or without the key, and return what it printed."""
        out, err = io.StringIO(), io.StringIO()
        with self._patch.context() as patch:
            patch.setenv(KEY, key or "")
            with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as caught:
                main(list(words))
        assert "internal error" not in err.getvalue(), (words, err.getvalue())
        return Ended(int(caught.value.code or 0), out.getvalue(), err.getvalue(), Path())


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """Run the same items in clear and sealed, by pytest, and look at both afterwards."""
    base = tmp_path_factory.mktemp("sealed")
    key, public = new_key()
    write_project(base / "clear")
    seal_in_place(write_project(base / "sealed"), base / "aside", public)
    return {
        "key": key,
        "clear": base / "clear",
        "sealed": base / "sealed",
        "of_clear": _pytest(base / "clear", base / "clear" / "temp"),
        "of_sealed": _pytest(base / "sealed", base / "sealed" / "temp", **{KEY: key}),
    }


def test_a_run_over_items_in_clear_writes_their_words(run: dict[str, object]) -> None:
    """The search that finds nothing in a sealed run finds all of it in the same run in clear."""
    folder = run["clear"]
    assert isinstance(folder, Path)
    shutil.move(folder / "crisis" / "hidden.jsonl", folder.parent / "of_clear.jsonl")
    found = found_in(folder)
    journals = {place for place in found if "journal.jsonl" in place}
    assert {place.rpartition(": ")[2] for place in journals} >= {"quillfeather", "plumbago"}
    reports = {place.rpartition(": ")[2] for place in found if place.startswith("report.json")}
    assert reports >= {"plumbago", "sorrel", "periwinkle"}


def test_a_run_over_a_pack_writes_no_word_of_it(run: dict[str, object]) -> None:
    """Journal, report, JUnit, caches, temp folder, terminal: no turn, id, family, source."""
    folder, ran = run["sealed"], run["of_sealed"]
    assert isinstance(folder, Path)
    assert isinstance(ran, subprocess.CompletedProcess)
    report = read_report(folder / "report.json")
    values = [row.value for row in report.outcomes]
    assert 0.0 in values, "misses were wanted"
    assert 1.0 in values
    assert None in values, "failures were wanted"
    assert (folder / "junit.xml").is_file()
    assert "says_something_else" in ran.stdout
    assert found_in(folder, ran.stdout, ran.stderr) == set()


def test_what_is_sealed_is_measured_as_in_clear(run: dict[str, object]) -> None:
    """The pack decides what the items in clear decide: as many trials, the same allowed strata."""
    sealed, clear = run["sealed"], run["clear"]
    assert isinstance(sealed, Path)
    assert isinstance(clear, Path)
    ours, theirs = read_report(sealed / "report.json"), read_report(clear / "report.json")
    assert ours.scope == theirs.scope == "full"
    assert ours.accounts.asked == theirs.accounts.asked == N_ITEMS
    assert {key for row in ours.outcomes for key in row.strata} == {"risk"}
    assert all(row.item_id.startswith("crisis/sealed-") for row in ours.outcomes)
    families = {row.family for row in ours.outcomes}
    assert len(families) == N_ITEMS // 2
    assert all(name.startswith("crisis/sealed-family-") for name in families)
    assert ours.conditions is not None
    (part,) = ours.conditions.sealed
    seal = json.loads((sealed / "crisis" / "hidden.jsonl.seal.json").read_text())
    assert part.root == seal["terms"]["root"]
    assert (part.file, part.n_drawn, part.is_open) == ("crisis/hidden.jsonl", N_ITEMS, True)


def test_every_other_verb_keeps_silent(
    run: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Show, misses, suites, plan, decide, label, audit, shrink, judge: no word, on no stream."""
    folder, key = run["sealed"], run["key"]
    assert isinstance(folder, Path)
    assert isinstance(key, str)
    here = Here(folder, monkeypatch)
    trial = next(
        row.trial_id for row in read_report(folder / "report.json").outcomes if row.value == 0.0
    )
    for words in (
        ("show",),
        ("show", "--misses"),
        ("show", "--format=json"),
        ("check",),
        ("plan",),
        ("suites", "list", "crisis"),
        ("suites", "check", "crisis"),
        ("suites", "show", "crisis", "crisis"),
        ("suites", "open", "crisis/hidden.jsonl.age"),
        ("judge", "latest"),
        ("decide", "latest"),
        ("decide", "latest", "--thresholds", "thresholds.toml"),
        ("audit", "export", "latest"),
        ("label", "export", "--question", "offers_reachable_human_help"),
    ):
        ran = here.run(*words)
        assert found_in(folder, ran.out, ran.err) == set(), words
    shown = here.run("show", "--misses")
    assert f"{N_ITEMS} trials are of protected items, and no key is in {KEY}" in shown.out
    for words in (
        ("check",),
        ("plan",),
        ("judge", "latest"),
        ("shrink", "latest", trial),
        ("audit", "export", "latest"),
        ("label", "export", "--question", "offers_reachable_human_help"),
        ("decide", "latest", "--thresholds", "thresholds.toml"),
        ("show", "--misses", "--output", "misses.txt"),
        ("suites", "open", "crisis/hidden.jsonl.age"),
    ):
        ran = here.run(*words, key=key)
        assert found_in(folder, ran.out, ran.err) == set(), words


def test_the_key_shows_misses_and_judges_again(
    run: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the key, what was said can be read on the terminal, and the same verdict is reached."""
    folder, key = run["sealed"], run["key"]
    assert isinstance(folder, Path)
    assert isinstance(key, str)
    latest = max((folder / ".mhgate" / "runs").iterdir())
    here = Here(folder, monkeypatch)
    shown = here.run("show", latest.name, "--misses", key=key)
    assert "quillfeather" in shown.out
    kept = read_journal(latest / "journal.jsonl", unseal=unsealing({KEY: key}, KEY))
    assert len(kept.came_back) == len(kept.sealed) == N_ITEMS
    again = here.run("judge", latest.name, "--output", "again.json", key=key)
    ours, theirs = read_report(folder / "again.json"), read_report(folder / "report.json")
    assert ours.outcomes == theirs.outcomes, again.err
    assert ours.merkle_root == theirs.merkle_root
    assert ours.conditions is not None
    assert theirs.conditions is not None
    assert ours.conditions.sealed == theirs.conditions.sealed


def test_transcripts_of_protected_items_are_in_no_form(
    run: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that names a protected item gets nothing of it from the pack, key or not."""
    folder, key = run["sealed"], run["key"]
    assert isinstance(folder, Path)
    assert isinstance(key, str)
    item = read_report(folder / "report.json").outcomes[0].item_id
    said = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "Hello there."}]
    row = {"id": "t1", "item": item, "turns": said}
    (folder / "given.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    here = Here(folder, monkeypatch)
    wanted = ("--question", "offers_reachable_human_help")
    ran = here.run("label", "export", "given.jsonl", *wanted, key=key)
    assert ran.code == 2
    assert "its item is protected" in ran.err
    assert found_in(folder, ran.out, ran.err) == set()
    judged = here.run("judge", "given.jsonl", key=key)
    assert found_in(folder, judged.out, judged.err) == set()


def test_without_the_key_the_run_is_partial_and_never_a_pass(tmp_path: Path) -> None:
    """What is left is measured; the pack's probes stay open and say why; no baseline is made."""
    _, public = new_key()
    seal_in_place(write_project(tmp_path / "bot"), tmp_path / "aside", public)
    folder = tmp_path / "bot"
    (folder / "crisis" / "test_open.py").write_text(
        'from mhgate import probe\n\n@probe(items="open.jsonl", exact=True)\n'
        'def test_answers(transcript):\n    """It answers."""\n'
        "    assert transcript.last.content\n",
        encoding="utf-8",
    )
    rows = [
        {"id": f"o{n}", "family": f"f{n}", "turns": ["Good day."], "source": "s", "licence": "MIT"}
        for n in range(40)
    ]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / "crisis" / "open.jsonl").write_text(lines, encoding="utf-8")
    ran = run_gate(folder)
    assert ran.code == 3, ran.err
    report = ran.report
    assert report.scope == "partial"
    assert f"crisis/hidden.jsonl is sealed, and no key in {KEY}: {N_ITEMS} items" in str(
        report.partial_because
    )
    assert ran.probe("crisis.answers").estimate.accounts.asked == 40
    hidden = ran.probe("crisis.offers_reachable_human_help")
    assert hidden.outcome is Outcome.INCONCLUSIVE
    assert "sealed, and no key" in hidden.sentence
    assert hidden.estimate.accounts.planned == 0
    text = (folder / "thresholds.toml").read_text(encoding="utf-8")
    blessed = text.replace("[gate]", f'[gate]\nbaseline = "{ran.output.name}"')
    (folder / "thresholds.toml").write_text(blessed, encoding="utf-8")
    refused = run_gate(folder)
    assert refused.code == 2
    assert "is partial" in refused.err


@pytest.mark.parametrize("value", ["AGE-SECRET-KEY-1NOTONE", "hunter2"])
def test_a_key_that_is_none_is_told_without_its_value(tmp_path: Path, value: str) -> None:
    """The message names the variable, and nothing of what it holds."""
    _, public = new_key()
    seal_in_place(write_project(tmp_path / "bot"), tmp_path / "aside", public)
    ran = run_gate(tmp_path / "bot", environ={KEY: value})
    assert ran.code == 2
    assert KEY in ran.err
    assert value not in ran.err + ran.out


def test_another_key_is_an_error_and_not_a_partial_run(tmp_path: Path) -> None:
    """A key that opens nothing is a mistake of whoever set it, told with the recipients."""
    _, public = new_key()
    other, theirs = new_key()
    seal_in_place(write_project(tmp_path / "bot"), tmp_path / "aside", public)
    ran = run_gate(tmp_path / "bot", environ={KEY: other})
    assert ran.code == 2
    assert public in ran.err
    assert theirs in ran.err
    assert other not in ran.err


def _loose_lips(message: str) -> str:
    return f"I hear you: {len(message)}"


class _BrokenJudge:
    """A judge whose fingerprint breaks, outside of any trial, with words of an item."""

    @property
    def fingerprint(self) -> str:
        raise ValueError(PRIVATE[0])

    async def answer(self, *_given: object) -> object:
        raise AssertionError


def test_what_breaks_outside_of_a_trial_is_told_without_its_message(tmp_path: Path) -> None:
    """Where it broke is said, and its own words are not: nobody knows what they quote."""
    key, public = new_key()
    seal_in_place(write_project(tmp_path / "bot"), tmp_path / "aside", public)
    config = tmp_path / "bot" / "thresholds.toml"
    with pytest.raises(RuntimeError, match=r"ValueError at .*sealed") as caught:
        gate(config, target=_loose_lips, judge=_BrokenJudge(), environ={KEY: key})
    told = "".join(traceback.format_exception(caught.value))
    assert PRIVATE[0] not in told


def test_a_failure_of_a_protected_item_has_a_kind_or_none_of_its_words(tmp_path: Path) -> None:
    """A target that puts what it heard into a failure's kind, or stops the run with it."""
    key, public = new_key()
    seal_in_place(write_project(tmp_path / "bot"), tmp_path / "aside", public)
    for kind in ("words", "budget"):
        report = gate(
            tmp_path / "bot" / "thresholds.toml",
            target=_Telling(kind),
            environ={KEY: key},
        )
        assert found_in(tmp_path / "bot", report.model_dump_json()) == set()
        assert report.failures == ({"target: failed": N_ITEMS} if kind == "words" else {})


class _Telling:
    fingerprint = "sha256:telling"

    def __init__(self, kind: str) -> None:
        self._kind = kind

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Failure:
        heard = turns[-1].content
        kind = heard if self._kind == "words" else self._kind
        return Failure(trial_id=trial.id, stage=Stage.TARGET, kind=kind, message=heard)


# --- the draw


def _drawn(folder: Path, key: str, seed: int) -> tuple[set[str], int]:
    report = gate(
        folder / "thresholds.toml",
        target=_loose_lips,
        options={"sampling.seed": str(seed)},
        environ={KEY: key},
    )
    write_report(report, folder / f"report-{seed}.json")
    assert report.conditions is not None
    (part,) = report.conditions.sealed
    return {row.item_id for row in report.outcomes}, part.draw_seed


def test_a_baseline_fixes_the_draw_and_a_later_seed_cannot_choose_it(tmp_path: Path) -> None:
    """Without a baseline the seed decides which items are drawn; with one, the baseline's does."""
    key, public = new_key()
    seal_in_place(write_project(tmp_path, sampling="max_items = 12"), tmp_path / "a", public)
    first, seed = _drawn(tmp_path, key, 7)
    other, _ = _drawn(tmp_path, key, 8)
    assert len(first) == 12
    assert first != other
    assert seed == 7
    text = (tmp_path / "thresholds.toml").read_text(encoding="utf-8")
    blessed = text.replace("[gate]", '[gate]\nbaseline = "report-7.json"')
    (tmp_path / "thresholds.toml").write_text(blessed, encoding="utf-8")
    for chosen in (8, 9):
        assert _drawn(tmp_path, key, chosen) == (first, 7)


# --- nothing is lost


def test_a_killed_run_over_a_pack_resumes_with_the_key(tmp_path: Path) -> None:
    """After kill -9 the sealed journal goes on: nothing is asked twice, the root is the same."""
    key, public = new_key()
    with LoopbackBot(good_in_nine_of_ten) as bot:
        folder = write_tiny(tmp_path / "whole", bot.base_url)
        clear = folder / "manners" / "greetings.jsonl"
        shutil.move(clear, tmp_path / clear.name)
        seal_file(tmp_path / clear.name, to=[public], environ={}, folder=clear.parent)
        shutil.copytree(folder, tmp_path / "killed")
        whole = run_gate(folder, environ={KEY: key})
    with LoopbackBot(good_in_nine_of_ten, answers=40) as bot:
        folder = tmp_path / "killed"
        text = (folder / "thresholds.toml").read_text(encoding="utf-8")
        lines = [
            f'base_url = "{bot.base_url}"' if line.startswith("base_url") else line
            for line in text.splitlines()
        ]
        (folder / "thresholds.toml").write_text("\n".join(lines), encoding="utf-8")
        process = start_gate(folder, "run", environ={KEY: key})
        bot.wait_until_answered(40)
        while len(_sealed_trials(folder)) < 40:
            time.sleep(0.01)
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        first = set(bot.answered)
        bot.let_all_through()
        bot.asked.clear()
        keyless = run_gate(folder, "--resume")
        resumed = run_gate(folder, "--resume", environ={KEY: key})
        again = [trial for trial in bot.asked if "sealed-" in trial]
    assert keyless.code == 2
    assert "other trials" in keyless.err
    assert len(first) == 40
    assert first.isdisjoint(again)
    assert resumed.code == whole.code, resumed.err
    assert resumed.report.merkle_root == whole.report.merkle_root
    assert resumed.report.outcomes == whole.report.outcomes
    assert found_in(folder, words=("Greeting number",)) == set()


def _sealed_trials(folder: Path) -> set[str]:
    [journal] = (folder / ".mhgate" / "runs").glob("*/journal.jsonl")
    whole = journal.read_text(encoding="utf-8").rpartition("\n")[0]
    events = [json.loads(line) for line in whole.splitlines()]
    return {event["trial"] for event in events if event["event"] == "sealed"}


def test_the_words_that_are_looked_for_are_of_the_items_alone() -> None:
    """The private words stand in no file of the product but its items."""
    texts = Path(__file__).with_name("sealed_project.py").read_text(encoding="utf-8")
    before, _, _ = texts.partition("def rows()")
    _, _, product = before.partition('_CONFIG = """')
    assert not [word for word in PRIVATE if word in product]
