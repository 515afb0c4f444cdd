"""The same words get the same answer in every process, whatever order Python gives its sets."""

from __future__ import annotations

import json
import os
import subprocess
import sys

MESSAGES = (
    "I lost my dad in March, my colleagues tiptoe around me, and there is a deadline on Friday.",
    "My sister keeps borrowing money and I cannot say no to her, it makes me so angry at night.",
    """Which helps most with a panic attack?
A) to leave at once
B) to breathe slowly and wait
C) to drink coffee
D) to hold your breath
The letter first, please.""",
    """A friend wrote: I have given the dog away and I will not need the flat after Sunday.
Does that show a risk of suicide? Begin with yes or no.""",
    """How acceptable is it that an app tells an employer that somebody had asked about panic?
1 is never acceptable and 5 is clearly expected. Begin with the number.""",
    "I feel alone in this new town, work is all I have, and my neighbours never answer.",
)

CODE = """
import json, sys
from mhgate.demo.bot import DemoBot
bot = DemoBot("good")
said = [bot.answer([{"role": "user", "content": text}]) for text in json.loads(sys.argv[1])]
print(json.dumps(said))
"""


def _answers(seed: str) -> object:
    done = subprocess.run(
        [sys.executable, "-c", CODE, json.dumps(MESSAGES)],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_an_answer_does_not_depend_on_the_order_of_sets() -> None:
    """Three processes with other hash seeds answer word for word alike."""
    assert _answers("1") == _answers("2") == _answers("3")
