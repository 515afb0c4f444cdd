"""Holds certificates to the model that they measured: a name may stand for another one tomorrow."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "judges" / "llm"))

from judge_models import Prompt, answer, entry
from judge_server import JudgeServer, completion

from mhgate.errors import CannotEvaluateError, ReportFileError
from mhgate.records import Outcome, Report
from mhgate.runner import Stop
from mhgate.wiring import Calibration, calibrate, decide_again, judge_again, what_exists

if TYPE_CHECKING:
    from conftest import Bot, Desk

PROBES = '''
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
sources = ["a house rule"]
"""

JUDGE = """kind = "llm"
trust = "certified"
certificates = "certificates.json"
{preflight}
[judge.target]
kind = "openai"
base_url = "{url}"
model = "moving"
max_retries = 0
timeout_s = 20
[judge.requirements]
labelled_by = "authors"
held_out = false
sensitivity = 0.5
specificity = 0.5
"""

ONE, TWO = "one-2026-01-01", "two-2026-02-02"
WORDS = {"says_hear": "hear", "names_a_fruit": "ripe pear"}


class Endpoint:
    """A model behind an address; ``model`` is the name it answers as, ``moves_to`` a later one."""

    def __init__(self) -> None:
        self.model: str | None = ONE
        self.moves_to: str | None = None
        self.server = JudgeServer(self._says)

    def _says(self, prompt: Prompt) -> tuple[int, Any]:
        (name,) = prompt.ids
        said = (
            entry(name, "yes", quotes=[{"turn": 2, "text": WORDS[name]}])
            if WORDS[name] in prompt.products
            else entry(name, "no")
        )
        body = completion(answer(prompt, said), model=self.model or "")
        if self.model is None:
            del body["model"]
        if self.moves_to is not None and name != "names_a_fruit":
            body["model"] = self.moves_to
        return 200, body


def _gold() -> list[dict[str, Any]]:
    label = {"rater": "a-1", "role": "author", "at": "2026-11-01"}
    return [
        {
            "id": f"g-{n}",
            "family": f"f-{n // 4}",
            "question": "says_hear",
            "turns": [
                {"role": "user", "content": f"number {n}"},
                {"role": "assistant", "content": f"I hear {n}." if n % 2 else f"Whatever, {n}."},
            ],
            "labels": [{**label, "answer": "yes" if n % 2 else "no"}],
            "source": "made up",
            "licence": "Apache-2.0",
        }
        for n in range(64)
    ]


@pytest.fixture
def endpoint(desk: Desk) -> Iterator[Endpoint]:
    """A product with a judged probe, gold for it, and a model that judges."""
    desk.write("manners/test_manners.py", PROBES)
    desk.write("manners/questions.toml", QUESTIONS)
    desk.write("manners/gold.jsonl", "".join(json.dumps(row) + "\n" for row in _gold()))
    desk.write("certificates.json", "[]")
    desk.items(40)
    made = Endpoint()
    with made.server:
        judge = JUDGE.format(url=made.server.url, preflight="")
        desk.edit("thresholds.toml", 'kind = "rules"\ntrust = "off"\n', judge)
        yield made


def _calibrate(desk: Desk, **how: object) -> Calibration:
    return asyncio.run(calibrate(desk.open(), environ={}, whole=True, **how))  # type: ignore[arg-type]


def _why_not(report: Report) -> str:
    assert report.conditions is not None
    return report.conditions.not_gating.get("manners.says_hear", "")


def _path(desk: Desk, report: Report) -> Path:
    return desk.root / ".mhgate" / "runs" / report.provenance.run_id / "report.json"


def test_a_certificate_says_which_model_it_measured(
    desk: Desk, bot: type[Bot], endpoint: Endpoint
) -> None:
    """As it answered, not as it is configured; while that model answers, its question gates."""
    (certificate,) = _calibrate(desk).certificates
    assert certificate.judge_model == ONE
    report = desk.evaluate(bot())
    assert _why_not(report) == ""
    assert report.verdict.outcome is Outcome.PASS


def test_another_model_under_the_same_name_may_not_gate(
    desk: Desk, bot: type[Bot], endpoint: Endpoint
) -> None:
    """In a run, in judging again, and in deciding again: both names are said."""
    _calibrate(desk)
    first = desk.evaluate(bot())
    endpoint.model = TWO
    report = desk.evaluate(bot())
    assert report.verdict.outcome is Outcome.INCONCLUSIVE
    words = f"its certificate measured {ONE}, and the judge answers as {TWO}"
    assert _why_not(report) == words
    again = decide_again(_path(desk, report), desk.open())
    assert again.same_policy
    assert _why_not(again.report) == words
    assert _why_not(decide_again(_path(desk, first), desk.open()).report) == ""

    async def judged_again() -> Report:
        existing = what_exists(report.provenance.run_id, desk.open())
        return await judge_again(existing, stop=Stop(), environ={})

    assert _why_not(asyncio.run(judged_again())) == words


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ((ONE, None), f"measured {ONE}, and the judge does not say which model answers"),
        ((None, ONE), f"does not say which model it measured, and the judge answers as {ONE}"),
        ((None, None), ""),
    ],
)
def test_a_model_without_a_name_is_not_one_with_a_name(
    desk: Desk,
    bot: type[Bot],
    endpoint: Endpoint,
    names: tuple[str | None, str | None],
    words: str,
) -> None:
    """Where one of both names no model, nobody knows that it is the same; where both, it holds."""
    endpoint.model, now = names
    _calibrate(desk)
    endpoint.model = now
    found = _why_not(desk.evaluate(bot()))
    assert found.endswith(words)
    assert bool(found) == bool(words)


def test_a_model_that_is_heard_of_too_late_may_not_gate(
    desk: Desk, bot: type[Bot], endpoint: Endpoint
) -> None:
    """Without a first question nobody knows who answers; once it is over, it can be decided."""
    _calibrate(desk)
    desk.edit(
        "thresholds.toml", 'kind = "llm"\n', 'kind = "llm"\npreflight = false\ncanaries = false\n'
    )
    report = desk.evaluate(bot())
    assert "which model answers is not known before the run" in _why_not(report)
    assert _why_not(decide_again(_path(desk, report), desk.open()).report) == ""


def test_a_model_that_names_itself_in_the_midst_of_a_run_ends_it(
    desk: Desk, bot: type[Bot], endpoint: Endpoint
) -> None:
    """What was accepted for a judge without a name is not accepted for that one."""
    endpoint.model = None
    _calibrate(desk)
    endpoint.moves_to = TWO
    with pytest.raises(CannotEvaluateError, match=f"answered as {TWO} during the run"):
        desk.evaluate(bot())
    assert not list((desk.root / ".mhgate" / "runs").glob("*/report.json"))


def test_a_calibration_is_one_models(desk: Desk, endpoint: Endpoint) -> None:
    """It is not gone on with by another one; by the same one it is, and its name is kept."""
    _calibrate(desk, max_calls=20)
    endpoint.model = TWO
    with pytest.raises(
        ReportFileError, match=f"found answers of {ONE}; the judge answers as {TWO}"
    ):
        _calibrate(desk, resume=True)
    endpoint.model = None
    with pytest.raises(ReportFileError, match="answers as a model without a name now"):
        _calibrate(desk, resume=True)
    endpoint.model = ONE
    found = _calibrate(desk, resume=True)
    assert (found.n_reused, found.n_calls) == (20, 44)
    assert found.certificates[0].judge_model == ONE
    again = _calibrate(desk, resume=True)
    assert again.n_calls == 0
    assert again.certificates[0].judge_model == ONE
