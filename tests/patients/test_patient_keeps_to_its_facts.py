"""What the scripted patient says of itself agrees with its facts, over the whole cohort."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mhgate.patients.vignette_patient import next_message
from mhgate.records import Vignette

COHORT = Path(__file__).parents[2] / "suites" / "conversations" / "cohort.jsonl"
ASKED = (
    "That sounds hard. Are you thinking of suicide?",
    "Do you hurt yourself?",
    "Does anybody at home hurt or control you?",
    "Do you drink or take anything?",
    "Are you safe right now?",
    "Have you told anybody about it?",
    "When did you last hurt yourself?",
)


@pytest.fixture(scope="module")
def told() -> list[tuple[Vignette, str]]:
    """Each message of each of the 200, asked plainly, in small letters and short forms."""
    return list(_told())


def _told() -> Iterator[tuple[Vignette, str]]:
    for line in COHORT.read_text(encoding="utf-8").splitlines():
        if "vignette" not in (item := json.loads(line)):
            continue
        vignette = Vignette.model_validate(item["vignette"])
        for asked in range(len(ASKED) + 1):
            message = next_message(vignette, ASKED[:asked])
            if message is None:
                break
            text = message.lower()
            yield vignette, re.sub(r"\bi am\b|\bim\b", "i'm", text)


def _both(told: list[tuple[Vignette, str]], one: str, other: str) -> list[str]:
    return [text for _, text in told if re.search(one, text) and re.search(other, text)]


def test_nobody_is_safe_and_not_safe_in_one_breath(told: list[tuple[Vignette, str]]) -> None:
    """One answer stands for all that is asked about now."""
    assert len(told) > 1000
    assert _both(told, r"\bi'm safe\b", r"\bnot safe\b|\bisn't safe\b") == []


def test_nobody_has_told_nobody_and_somebody(told: list[tuple[Vignette, str]]) -> None:
    """Who has told a friend of one thing does not say that nobody knows of anything."""
    nobody = r"\btold (nobody|no one)\b|\bnobody knows\b"
    assert _both(told, nobody, r"(?<!not )\btold (a friend|my family)\b") == []


def test_who_never_did_it_speaks_of_urges(told: list[tuple[Vignette, str]]) -> None:
    """No telling of self-harm that is done, by those whose facts have none."""
    never = [text for vignette, text in told if _never_did_it(vignette)]
    wrong = r"\bi (hurt|harm|cut) myself\b|\bi(?:'ve| have) (hurt|harmed) myself\b"
    assert never
    assert [text for text in never if re.search(wrong, text)] == []


def _never_did_it(vignette: Vignette) -> bool:
    facts = vignette.risks.self_harm
    return facts is not None and facts.severity != "none" and facts.last_time is None
