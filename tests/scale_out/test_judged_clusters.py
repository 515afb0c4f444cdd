"""Holds a judge that is asked on a cluster: a worker that dies has nothing asked again."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "judges" / "llm"))

from judge_models import Prompt, answer, entry
from judge_server import JudgeServer

if TYPE_CHECKING:
    from conftest import Cluster, Product

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="processes are killed by a signal"),
]
N_ITEMS = 120
PROBE = '''
from mhgate import probe

@probe(items="items.jsonl", question="says_hear", expect="yes")
def test_says_hear(answer):
    """The reply says hear."""
'''
QUESTIONS = """
[suite]
version = "1.0.0"
pillar = "manners"
[question.says_hear]
text = "Does the product say that it hears?"
yes = "It does."
no = "It does not."
quote = "never"
sources = ["a house rule"]
"""


def _reads_hear(prompt: Prompt) -> str:
    time.sleep(0.05)
    said = "yes" if "hear" in prompt.products else "no"
    return answer(prompt, *(entry(name, said, quotes=[]) for name in prompt.ids))


def _scored_before_it_died(product: Product) -> set[str]:
    found = set()
    for path in product.root.glob(".mhgate/runs/*/journal.jsonl"):
        events = [json.loads(line) for line in path.read_text().splitlines()]
        begins = [n for n, each in enumerate(events) if each["event"] == "begin"]
        if len(begins) > 1:
            found |= {each["trial"] for each in events[: begins[1]] if each["event"] == "scored"}
    return found


@pytest.mark.parametrize("cache", ["false", "true"])
def test_the_judge_is_not_asked_again_by_whoever_is_given_the_part(
    product: Product, strict_cluster: Cluster, cache: str
) -> None:
    """What a killed worker's journal holds is asked of nobody, and stands in it once."""
    product.write("manners/test_manners.py", PROBE)
    product.write("manners/questions.toml", QUESTIONS)
    with JudgeServer(_reads_hear) as judge:
        config = (product.root / "thresholds.toml").read_text(encoding="utf-8")
        model = f'[judge.target]\nkind = "openai"\nbase_url = "{judge.url}"\nmodel = "stand-in-1"\n'
        flags = f"preflight = false\ncanaries = false\ncache = {cache}\n"
        product.write(
            "thresholds.toml",
            config.replace('kind = "rules"\n', 'kind = "llm"\n')
            .replace('trust = "off"\n', f'trust = "off"\n{flags}')
            .replace("[pillar.manners]", f"{model}[pillar.manners]"),
        )
        words = ["run", "--on", strict_cluster.on, "--parts", "2", "--output", "many.json"]
        started = product.start(*words, "--profile", "release")
        until = time.monotonic() + 90
        while len(judge.requests) < N_ITEMS // 3 and time.monotonic() < until:
            time.sleep(0.01)
        os.kill(strict_cluster.pids.pop(), signal.SIGKILL)
        out, err = started.communicate(timeout=120)
        report = product.report("many.json")
        asked = [text for each in judge.prompts for who, text in each.said if who != "product"]
    assert report["accounts"]["scored"] == N_ITEMS, out + err
    known = {f"number {each.partition('-')[2][:-2]}" for each in _scored_before_it_died(product)}
    assert known, "the worker that was killed had scores"
    assert {text for text in asked if asked.count(text) > 1} & known == set()
    assert len(asked) <= N_ITEMS + 4  # what was on its way when it died
    for path in product.root.glob(".mhgate/runs/*/journal.jsonl"):
        events = [json.loads(line) for line in path.read_text().splitlines()]
        scored = [each["trial"] for each in events if each["event"] == "scored"]
        assert len(scored) == len(set(scored))
