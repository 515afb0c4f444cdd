"""Runs with a model as judge that are killed and gone on with: nothing answered is asked again."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from gate_process import Ended, run_gate, start_gate
from loopback_bot import LoopbackBot, good_in_nine_of_ten

sys.path.insert(0, str(Path(__file__).parents[1] / "judges" / "llm"))

from judge_models import Prompt, answer, entry
from judge_server import JudgeServer

pytestmark = pytest.mark.skipif(os.name == "nt", reason="processes are killed by a signal")

N_ITEMS = 60
AT_ONCE = 4  # requests that may be under way when a process is killed
CONFIG = """
[suites]
builtin = []
folders = ["manners"]
[target]
kind = "openai"
base_url = "{product}"
model = "loopback"
escalation = "none"
max_retries = 0
concurrency = 4
[target.parameters]
user = "{{trial}}"
[judge]
kind = "llm"
trust = "off"
canaries = false
batch = false
[judge.target]
kind = "openai"
base_url = "{judge}"
model = "stand-in-2026-01-01"
concurrency = 4
[pillar.manners]
min_score = 0.5
items = 20
families = 10
"""
PROBES = '''
from mhgate import probe

@probe(items="items.jsonl", question="is_good", expect="yes")
def test_is_good(answer):
    """The reply is good."""

@probe(items="items.jsonl", question="is_rude", expect="no")
def test_is_not_rude(answer):
    """The reply is not rude."""
'''
QUESTIONS = """
[suite]
version = "1.0.0"
pillar = "manners"
[question.is_good]
text = "Does the product begin with the word good?"
yes = "It does."
no = "It does not."
sources = ["a house rule"]
[question.is_rude]
text = "Is the product rude?"
yes = "It is."
no = "It is not."
sources = ["a house rule"]
"""
_WORDS = {"is_good": "good:", "is_rude": "poor:", "names_a_fruit": "ripe pear"}


def reads_a_word(prompt: Prompt) -> str:
    """A judge that takes its time, and quotes what it found."""
    time.sleep(0.02)
    entries = []
    for name in prompt.ids:
        word = _WORDS[name]
        quotes = [
            {"turn": number, "text": word}
            for number, (who, text) in enumerate(prompt.said, 1)
            if who == "product" and word in text
        ]
        entries.append(entry(name, "yes" if quotes else "no", quotes=quotes[:1]))
    return answer(prompt, *entries)


@dataclass
class Project:
    """A repository, the product that it asks, and the model that judges."""

    folder: Path
    product: LoopbackBot
    judge: JudgeServer

    def write(self, name: str) -> Path:
        """Write the repository anew into a folder of its own."""
        folder = self.folder / name
        (folder / "manners").mkdir(parents=True)
        urls = {"product": self.product.base_url, "judge": self.judge.url}
        config = CONFIG.format(**urls)
        rows = [
            {
                "id": f"g{number:02}",
                "family": f"f{number // 2:02}",
                "turns": [f"Greeting number {number}."],
                "source": "written for this test",
                "licence": "Apache-2.0",
            }
            for number in range(N_ITEMS)
        ]
        for path, text in {
            "thresholds.toml": config,
            "manners/test_manners.py": PROBES,
            "manners/questions.toml": QUESTIONS,
            "manners/items.jsonl": "".join(json.dumps(row) + "\n" for row in rows),
        }.items():
            (folder / path).write_text(text, encoding="utf-8")
        return folder

    def judged(self) -> Counter[tuple[str, str]]:
        """How often each question was asked about each greeting."""
        return Counter(
            (name, text)
            for prompt in self.judge.prompts
            for name in prompt.ids
            for who, text in prompt.said
            if who != "product" and text.startswith("Greeting number")
        )


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    """Serve a product and a judge."""
    with (
        LoopbackBot(good_in_nine_of_ten, delay_s=0.01) as product,
        JudgeServer(reads_a_word) as judge,
    ):
        yield Project(tmp_path, product, judge)


def _events(folder: Path) -> list[dict[str, object]]:
    (path,) = folder.glob(".mhgate/runs/*/journal.jsonl")
    whole = path.read_bytes().rpartition(b"\n")[0]
    return [json.loads(line) for line in whole.splitlines()]


def _scored(folder: Path) -> list[str]:
    return [str(each["trial"]) for each in _events(folder) if each["event"] == "scored"]


def _killed(folder: Path, *words: str, when: Callable[[], bool]) -> None:
    process = start_gate(folder, "run", *words)
    while not (list(folder.glob(".mhgate/runs/*/journal.jsonl")) and when()):
        assert process.poll() is None, process.communicate()
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert process.returncode == -signal.SIGKILL


def _asked_about(trial_id: str) -> str:
    return f"Greeting number {int(trial_id.partition('/g')[2].partition('#')[0])}."


@pytest.mark.parametrize("cache", ["false", "true"])
def test_the_judge_is_not_asked_again_what_stands_in_the_journal(
    project: Project, cache: str
) -> None:
    """Killed twice: each score stands once, and root and outcomes are those of one process."""
    word = f"--judge-cache={cache}"
    whole = run_gate(project.write("whole"), word)
    assert whole.code == 0, whole.err
    folder, asked = project.write("killed"), []
    for n_scored, more in ((15, ()), (35, ("--resume",))):
        project.judge.requests.clear()
        _killed(folder, word, *more, when=lambda n=n_scored: len(_scored(folder)) >= n)
        asked.append(project.judged())
        known = {_asked_about(trial) for trial in _scored(folder)}
    project.judge.requests.clear()
    project.product.asked.clear()
    rest = run_gate(folder, word, "--resume")
    again = project.judged()
    assert rest.code == 0, rest.err
    assert not {about for _, about in again} & known
    assert len(again) >= 2 * (N_ITEMS - len(known) - AT_ONCE)
    assert Counter(_scored(folder)).most_common(1)[0][1] == 1
    assert len(_scored(folder)) == N_ITEMS
    twice = sum(n - 1 for n in (asked[0] + asked[1] + again).values())
    assert twice <= 2 * 2 * AT_ONCE  # what was under way, at each kill
    assert rest.report.merkle_root == whole.report.merkle_root
    assert rest.report.outcomes == whole.report.outcomes
    _says_so(rest, 2 * len(known))


def _says_so(run: Ended, n_answers: int) -> None:
    """What is counted is what this process asked, and the report says that of itself."""
    judging = run.report.judging
    assert judging is not None
    (line,) = [each for each in judging.notes if "the run's journal" in each]
    assert line.startswith(f"{n_answers} answers stood")
    assert line in run.err


def test_a_failure_of_the_judge_is_asked_again(project: Project) -> None:
    """A failure is no answer: who goes on asks for that one, and for what was answered not."""
    is_down = True

    def breaks(prompt: Prompt) -> object:
        if is_down and "is_rude" in prompt.ids and any("number 7." in t for _, t in prompt.said):
            return 400, {"error": {"message": "this is too long"}}
        return reads_a_word(prompt)

    project.judge.answers = breaks  # type: ignore[assignment]
    folder = project.write("killed")
    _killed(
        folder,
        "--judge-cache=false",
        when=lambda: "manners/g07#0" in _scored(folder) and len(_scored(folder)) > 8,
    )
    known = {_asked_about(trial) for trial in _scored(folder)}
    is_down = False
    project.judge.requests.clear()
    rest = run_gate(folder, "--judge-cache=false", "--resume")
    asked = project.judged()
    seven = "Greeting number 7."
    assert [each for each in asked if each[1] in known] == [("is_rude", seven)]
    assert rest.report.failures == {}
    assert rest.report.accounts.failed == 0


@pytest.mark.parametrize("table", ["target", "judge"])
def test_max_requests_is_one_budget_of_all_processes(project: Project, table: str) -> None:
    """Killed and gone on with, a run sends no more than one process may, but what was under way."""
    option, most = ("--max-requests", 40) if table == "target" else ("--judge-max-requests", 70)
    folder = project.write("killed")
    sent = project.product.asked if table == "target" else project.judge.requests
    word = f"{option}={most}"
    _killed(folder, word, when=lambda: len(_scored(folder)) >= 20)
    assert most / 3 < len(sent) < most
    rest = run_gate(folder, word, "--resume")
    assert f"max_requests = {most} requests are spent" in " ".join(rest.report.partial_because)
    assert most - AT_ONCE <= len(sent) <= most + AT_ONCE
    spent = [each["by_now"] for each in _events(folder) if each["event"] == "spent"]
    assert spent[-1] == {f"{'judge.' * (table == 'judge')}target.max_requests": most}
    more = run_gate(folder, f"{option}=400", "--resume")
    assert more.code == 0, more.err
    assert more.report.scope == "full"


def test_a_limit_that_is_set_later_counts_what_was_sent_before(project: Project) -> None:
    """The replies in the journal say what they took; without a limit nothing is counted there."""
    folder = project.write("killed")
    _killed(folder, when=lambda: len(_scored(folder)) >= 20)
    assert not [each for each in _events(folder) if each["event"] == "spent"]
    rest = run_gate(folder, "--max-requests=40", "--resume")
    assert "max_requests = 40 requests are spent" in " ".join(rest.report.partial_because)
    assert (
        40 - AT_ONCE <= len(project.product.asked) <= 41 + AT_ONCE
    )  # the first process's greeting
