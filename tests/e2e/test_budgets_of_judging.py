"""``max_requests`` is one budget of a judging and of a calibration, however often it is killed."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from gate_process import Ended, ended, run_gate, start_gate
from test_killed_and_gone_on_with import AT_ONCE, Project, project

__all__ = ["project"]  # a fixture

pytestmark = pytest.mark.skipif(os.name == "nt", reason="processes are killed by a signal")

N_GOLD = 40
REQUIREMENTS = """
[judge.requirements]
labelled_by = "authors"
held_out = false
items = 4
families = 4
per_answer = 2
"""
ASKED_ANEW = ("--judge-cache=false", "--judge-one-message=true")  # another judge than the run's


def _killed(folder: Path, *words: str, when: Callable[[], bool]) -> None:
    process = start_gate(folder, *words)
    while not when():
        assert process.poll() is None, process.communicate()
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert process.returncode == -signal.SIGKILL


def _events(folder: Path, files: str, event: str) -> list[dict[str, object]]:
    """The events of one name in the latest of some files."""
    paths = sorted(folder.glob(files))
    whole = paths[-1].read_bytes().rpartition(b"\n")[0] if paths else b""
    read = [json.loads(line) for line in whole.splitlines()]
    return [each for each in read if each["event"] == event]


def _judge(folder: Path, *words: str) -> Ended:
    output = folder / f"judged-{len(list(folder.glob('judged-*.json')))}.json"
    return ended(start_gate(folder, "judge", *words, f"--output={output}"), output)


def test_a_judging_that_was_killed_is_gone_on_with_at_one_budget(project: Project) -> None:
    """Both processes send what one may; one that has ended leaves the next its own budget."""
    folder = project.write("judged")
    assert run_gate(folder).code == 0
    run_id = next(folder.glob(".mhgate/runs/*")).name
    project.judge.requests.clear()
    words = ("--judge-max-requests=50", *ASKED_ANEW)
    journals = ".mhgate/judged/*/journal.jsonl"
    _killed(
        folder,
        *("judge", run_id, *words),
        when=lambda: len(_events(folder, journals, "scored")) >= 10,
    )
    n_first = len(project.judge.requests)
    assert 20 <= n_first < 50
    rest = _judge(folder, run_id, *words)
    assert "max_requests = 50 requests are spent" in " ".join(rest.report.partial_because)
    assert n_first < len(project.judge.requests)
    assert 50 - AT_ONCE <= len(project.judge.requests) <= 50 + AT_ONCE
    assert _events(folder, journals, "spent")[-1]["by_now"] == {"judge.target.max_requests": 50}
    project.judge.requests.clear()
    another = _judge(folder, run_id, *words)
    assert "max_requests = 50 requests are spent" in " ".join(another.report.partial_because)
    assert len(project.judge.requests) == 50
    whole = _judge(folder, run_id, *ASKED_ANEW)
    assert whole.code == 0, whole.err
    assert whole.report.provenance.derived[-1].n_reused > 60


def test_repeats_are_within_one_budget_and_gone_on_with_by_nobody(project: Project) -> None:
    """All repeats of a process share it; nothing is kept, and so the next process has its own."""
    folder = project.write("repeated")
    assert run_gate(folder).code == 0
    run_id = next(folder.glob(".mhgate/runs/*")).name
    words = ("judge", run_id, "--repeats=3", "--judge-max-requests=30", *ASKED_ANEW)
    for _ in range(2):
        project.judge.requests.clear()
        ran = ended(start_gate(folder, *words), folder / "none")
        assert "max_requests = 30 requests are spent" in " ".join((ran.out + ran.err).split())
        assert len(project.judge.requests) == 30
    assert not list(folder.glob(".mhgate/judged/*"))


def _gold(number: int) -> dict[str, object]:
    is_good = number % 2 == 0
    return {
        "id": f"l{number:02}",
        "family": f"l{number // 2:02}",
        "question": "is_good",
        "turns": [
            {"role": "user", "content": f"Labelled number {number}."},
            {"role": "assistant", "content": f"{'good' if is_good else 'poor'}: number {number}"},
        ],
        "labels": [
            {
                "rater": "a-1",
                "role": "author",
                "answer": "yes" if is_good else "no",
                "at": "2026-11-01",
            }
        ],
        "source": "written for this test",
        "licence": "Apache-2.0",
    }


def test_a_calibration_is_gone_on_with_at_one_budget(project: Project) -> None:
    """Killed, resumed until nothing is left, and with more of it to the end: all requests count."""
    folder = project.write("calibrated")
    gold = "".join(json.dumps(_gold(number)) + "\n" for number in range(N_GOLD))
    (folder / "manners" / "gold.jsonl").write_text(gold, encoding="utf-8")
    with (folder / "thresholds.toml").open("a", encoding="utf-8") as file:
        file.write(REQUIREMENTS)
    files = ".mhgate/calibrations/*.jsonl"

    def calibrate(*words: str) -> Ended:
        return ended(start_gate(folder, *command, *words), folder / "none")

    command, sent = ("calibrate", "--all"), project.judge.requests
    limit = "--judge-max-requests=24"
    _killed(folder, *command, limit, when=lambda: len(_events(folder, files, "answer")) >= 8)
    n_first = len(sent)
    assert 8 < n_first < 24
    rest = calibrate("--resume", limit)
    assert rest.code == 3, rest.err
    assert "with more of it, --resume goes on" in " ".join(rest.out.split())
    assert n_first < len(sent)
    assert 24 - AT_ONCE <= len(sent) <= 24 + AT_ONCE
    assert _events(folder, files, "spent")[-1]["by_now"] == {"judge.target.max_requests": 24}
    n_sent = len(sent)
    spent = calibrate("--resume", limit)
    assert spent.code == 4
    assert "max_requests = 24 requests are spent" in " ".join(spent.err.split())
    assert "Raise max_requests in [judge.target]" in " ".join(spent.err.split())
    assert len(sent) == n_sent
    whole = calibrate("--resume", "--judge-max-requests=400")
    assert whole.code == 0, whole.out
    assert len(_events(folder, files, "answer")) == N_GOLD
    assert len(list(folder.glob(files))) == 1
    assert calibrate(limit).code == 3  # without --resume it is another one, with its own budget
    assert len(list(folder.glob(files))) == 2


def test_failures_count_against_the_budget_of_a_calibration(project: Project) -> None:
    """They are no answers, and were sent: whoever goes on has less left."""
    folder = project.write("failing")
    gold = "".join(json.dumps(_gold(number)) + "\n" for number in range(N_GOLD))
    (folder / "manners" / "gold.jsonl").write_text(gold, encoding="utf-8")
    with (folder / "thresholds.toml").open("a", encoding="utf-8") as file:
        file.write(REQUIREMENTS)
    tells = project.judge.answers
    project.judge.answers = lambda prompt: (  # type: ignore[assignment]
        tells(prompt) if "names_a_fruit" in prompt.ids else "I would rather not say."
    )
    words = ("calibrate", "--all", "--judge-max-requests=30", "--judge-max-retries=0")
    ended(start_gate(folder, *words), folder / "none")
    assert len(project.judge.requests) == 30
    project.judge.answers = tells  # type: ignore[assignment]
    again = ended(start_gate(folder, *words, "--resume"), folder / "none")
    assert again.code == 4, again.out
    assert len(project.judge.requests) == 30
