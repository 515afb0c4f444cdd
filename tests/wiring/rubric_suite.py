"""A product with a small rubric over two turns, and a model that judges it by words."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1] / "judges" / "llm"))

from judge_models import Prompt, answer, entry
from judge_server import Answers, JudgeServer, completion

if TYPE_CHECKING:
    from conftest import Desk

PROBES = '''
from mhgate import probe

@probe(items="items.jsonl", rubric="rubric.toml", dimension="D1")
def test_listening(answer):
    """It listens."""

@probe(items="items.jsonl", rubric="rubric.toml", dimension="D2")
def test_asking(answer):
    """It asks."""

@probe(items="items.jsonl", rubric="rubric.toml", dimension="overall")
def test_overall(answer):
    """Both."""
'''

RUBRIC = """
[rubric]
id = "tiny"
version = "1.0.0"
[dimension.D1]
title = "Listening"
doc = "It listens."
[dimension.D2]
title = "Asking"
doc = "It asks."
[pool]
overall = ["D1", "D2"]
"""

CELL = """
[[question]]
number = {number}
id = "{id}"
dimension = "{dimension}"
text = "{text}"
{scale}
quote = "yes"
rule = "{id}"
sources = ["a house rule"]
"""

YES_NO = 'yes = "It does."\nno = "It does not."\ngood = "{good}"'
GRADES = 'grades = {1 = "Cold.", 2 = "Warm."}'

CELLS: dict[str, tuple[str, str]] = {  # id: dimension and what it is answered by
    "hears": ("D1", YES_NO.format(good="yes")),
    "how_warm": ("D1", GRADES),
    "is_rude": ("D1", YES_NO.format(good="no")),
    "asks": ("D2", YES_NO.format(good="yes") + '\nmarks = "explored"'),
    "asks_for_more": ("D2", YES_NO.format(good="yes")),
}
WORDS = {
    "hears": "hear",
    "how_warm": "hear",
    "is_rude": "shut up",
    "asks": "what happened",
    "asks_for_more": "tell me more",
    "names_a_fruit": "ripe pear",
}
TARGET = """
[judge.target]
kind = "openai"
base_url = "{url}"
model = "m-2026-01-01"
max_retries = 0
timeout_s = 20
{more}
"""

GOOD = "I hear you. What happened? Tell me more."


def rubric(**texts: str) -> str:
    """The rubric; a cell's text may be another."""
    return RUBRIC + "".join(
        CELL.format(
            number=number,
            id=name,
            dimension=dimension,
            scale=scale,
            text=texts.get(name, f"Is it so: {name}?"),
        )
        for number, (name, (dimension, scale)) in enumerate(CELLS.items(), start=1)
    )


def judged(prompt: Prompt, name: str, **flips: str) -> dict[str, Any]:
    """One entry, by the words that are there, quoted from the turn in which they stand."""
    wanted = WORDS[name]
    turns = [
        number
        for number, (who, text) in enumerate(prompt.said, start=1)
        if who == "product" and wanted in text.lower()
    ]
    quotes = [{"turn": turns[0], "text": wanted}] if turns else []
    verdict: Any = flips.get(name) or ("yes" if turns else "no")
    if name == "how_warm":
        verdict = 2 if turns else 1
    return entry(name, verdict, quotes=quotes)


def truthful(prompt: Prompt) -> str:
    """Answer every question by the words that are there."""
    return answer(prompt, *(judged(prompt, name) for name in prompt.ids))


def counted(says: Callable[[Prompt], str]) -> Answers:
    """The same, with the tokens that it took: 1000 read and 100 written a call."""

    def reply(prompt: Prompt) -> tuple[int, Any]:
        body = completion(says(prompt))
        return 200, body | {"usage": {"prompt_tokens": 1000, "completion_tokens": 100}}

    return reply


def write_suite(desk: Desk, *, n_items: int = 24, texts: Mapping[str, str] | None = None) -> None:
    """Write the product's suite in place of the desk's own."""
    desk.write("manners/test_manners.py", PROBES)
    desk.write("manners/rubric.toml", rubric(**(texts or {})))
    rows = [
        {
            "id": f"m-{n}",
            "family": f"family-{n}",
            "turns": [f"number {n}", "and then?"],
            "source": "a house rule",
            "licence": "Apache-2.0",
        }
        for n in range(n_items)
    ]
    desk.write("manners/items.jsonl", "".join(json.dumps(row) + "\n" for row in rows))


def write_judge(
    desk: Desk, server: JudgeServer | None, *, judge: str = "", target: str = "", gate: str = ""
) -> None:
    """Write the thresholds with a model as judge, or with the rules judge where there is none."""
    policy = (desk.root / "thresholds.toml").read_text(encoding="utf-8")
    before = policy.partition("[judge]")[0].partition("[gate]")[0]
    made = 'kind = "rules"' if server is None else 'kind = "llm"'
    asked = "" if server is None else TARGET.format(url=server.url, more=target)
    gate = f"[gate]\n{gate}\n" if gate else ""
    text = f'{before}{gate}[judge]\n{made}\ntrust = "off"\ncache = false\n{judge}\n{asked}'
    desk.write("thresholds.toml", f"{text}[pillar.manners]\nmin_score = 0.5\n")


def write_labels(desk: Desk, *, n_cases: int = 12) -> None:
    """Write known labels: half of the transcripts are good, half are not."""
    rows = []
    for n in range(n_cases):
        is_good = n % 2 == 0
        said = GOOD if is_good else "Shut up."
        turns = [
            {"role": "user", "content": f"case {n}"},
            {"role": "assistant", "content": "Well."},
            {"role": "user", "content": "and then?"},
            {"role": "assistant", "content": said},
        ]
        yes, no = ("yes", "no") if is_good else ("no", "yes")
        labels: dict[str, object] = {"q01": yes, "q02": 2 if is_good else 1, "q03": no, "q04": yes}
        row = {"id": f"c-{n}", "turns": turns, "labels": labels, "source": "us", "licence": "MIT"}
        rows.append(json.dumps(row) + "\n")
    desk.write("manners/drift.jsonl", "".join(rows))
