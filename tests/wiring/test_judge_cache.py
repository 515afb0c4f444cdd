"""Holds the judge's cache: nothing is asked twice that was answered, and no more is believed."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[1] / "judges" / "llm"))

from judge_models import Prompt, answer, entry
from judge_server import JudgeServer, completion

from mhgate.records import Answer, Quote, Transcript, Vote
from mhgate.runner import Stop
from mhgate.wiring import judge_again, what_exists
from mhgate.wiring.history import open_reports
from mhgate.wiring.judge_cache import CACHE_FILE, _written
from mhgate.wiring.keeping import plan_purge, purge

if TYPE_CHECKING:
    from conftest import Bot, Desk

    from mhgate.records import Report

PROBES = '''
from mhgate import probe

@probe(items="items.jsonl", question="says_hear", expect="yes")
def test_says_hear(answer):
    """The reply says hear."""

@probe(items="items.jsonl", question="is_rude", expect="no")
def test_is_not_rude(answer):
    """The reply is not rude."""
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
[question.is_rude]
text = "Is the product rude?"
yes = "It is."
no = "It is not."
sources = ["a house rule"]
"""

N_ITEMS = 12
ALL = 2 * N_ITEMS
WORDS = {"says_hear": "hear", "is_rude": "shut up", "names_a_fruit": "ripe pear"}


def _truthful(prompt: Prompt) -> str:
    entries = [
        entry(name, "yes", quotes=[{"turn": 2, "text": WORDS[name]}])
        if WORDS[name] in prompt.products
        else entry(name, "no")
        for name in prompt.ids
    ]
    return answer(prompt, *entries)


class Endpoint:
    """A model whose name and answers a test may change, and the desk that it judges for."""

    def __init__(self, desk: Desk, bot: type[Bot]) -> None:
        self.model, self.says = "one-2026-01-01", _truthful
        self.server = JudgeServer(
            lambda prompt: (200, completion(self.says(prompt), model=self.model))
        )
        self._desk, self._bot = desk, bot
        self._plain = (desk.root / "thresholds.toml").read_text(encoding="utf-8")

    def judges(self, *, judge: str = "", target: str = "", tail: str = "") -> None:
        """Write thresholds.toml anew."""
        made = (
            f'kind = "llm"\ntrust = "off"\n{judge}\n[judge.target]\nkind = "openai"\n'
            f'base_url = "{self.server.url}"\nmodel = "moving-2026-01-01"\nmax_retries = 0\n'
            f"timeout_s = 20\n{target}\n"
        )
        text = self._plain.replace('kind = "rules"\ntrust = "off"\n', made)
        self._desk.write("thresholds.toml", text + tail)

    def run(self, **options: Any) -> tuple[Report, int]:
        """Run the gate; return the report, and how often the model was asked about transcripts."""
        self.server.requests.clear()
        report = self._desk.evaluate(self._bot(_reply), **options)
        n_first = sum(prompt.ids == ("names_a_fruit",) for prompt in self.server.prompts)
        assert n_first == 1  # what it says today is never taken from the cache
        return report, len(self.server.requests) - n_first


def _reply(trial: Any) -> str:
    return "I hear you." if trial.item_id != "manners/m-3" else "Shut up."


@pytest.fixture
def endpoint(desk: Desk, bot: type[Bot]) -> Iterator[Endpoint]:
    """A product with two judged probes, and a model that judges them."""
    desk.write("manners/test_manners.py", PROBES)
    desk.write("manners/questions.toml", QUESTIONS)
    desk.items(N_ITEMS)
    made = Endpoint(desk, bot)
    with made.server:
        made.judges()
        yield made


def _outcomes(report: Report) -> list[Any]:
    return [(row.trial_id, row.probe_id, row.value, row.answer) for row in report.outcomes]


def _file(desk: Desk) -> Path:
    return desk.root / ".mhgate" / CACHE_FILE


def _cached(desk: Desk) -> list[bool]:
    """Return which scores of the latest run are said to be of earlier answers."""
    lines = [json.loads(line) for line in desk.journals[-1].read_text().splitlines()]
    scored = [each for each in lines if each["event"] == "scored"]
    return [score["cached"] for each in scored for score in each["scores"]]


def test_a_second_run_of_the_same_transcripts_asks_nothing(desk: Desk, endpoint: Endpoint) -> None:
    """The same is measured; the report and each score say that it was not asked today."""
    first, n_asked = endpoint.run()
    assert (n_asked, set(_cached(desk))) == (ALL, {False})
    second, n_asked = endpoint.run()
    assert (n_asked, set(_cached(desk))) == (0, {True})
    assert _outcomes(second) == _outcomes(first)
    assert second.merkle_root == first.merkle_root
    assert second.provenance.measurement == first.provenance.measurement
    assert first.judging is not None
    assert second.judging is not None
    assert (first.judging.n_cached, second.judging.n_cached) == (0, ALL)
    assert second.judging.n_calls == 1


def test_it_can_be_switched_off(desk: Desk, endpoint: Endpoint) -> None:
    """In the file, or by an option; then nothing is read or written."""
    endpoint.judges(judge="cache = false")
    endpoint.run()
    assert not _file(desk).exists()
    endpoint.judges()
    endpoint.run()
    _, n_asked = endpoint.run(judge__cache="false")
    assert n_asked == ALL


@pytest.mark.parametrize(
    "changes",
    [
        {"target": "temperature = 0.5"},
        {"target": "max_tokens = 900"},
        {"target": "one_message = true"},
        {"judge": "batch = true"},
    ],
    ids=str,
)
def test_another_judge_misses(endpoint: Endpoint, changes: dict[str, str]) -> None:
    """Another parameter, or another prompt, is another judge: all is asked."""
    endpoint.run()
    endpoint.judges(**changes)
    report, n_asked = endpoint.run()
    assert n_asked == (N_ITEMS if "judge" in changes else ALL)
    assert report.judging is not None
    assert report.judging.n_cached == 0


def test_another_model_under_the_same_name_misses(endpoint: Endpoint) -> None:
    """What answers today under a name that moved did not say what was kept."""
    endpoint.run()
    endpoint.model = "two-2026-02-02"
    assert endpoint.run()[1] == ALL
    endpoint.model = "one-2026-01-01"
    assert endpoint.run()[1] == 0


def test_a_changed_word_of_a_question_misses(desk: Desk, endpoint: Endpoint) -> None:
    """That question is asked anew, and no other."""
    endpoint.run()
    desk.edit("manners/questions.toml", "It is not.", "It isn't.")
    assert endpoint.run()[1] == N_ITEMS


def test_another_word_of_a_reply_misses(
    desk: Desk, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One transcript differs: it alone is judged."""
    endpoint.run()
    monkeypatch.setitem(
        globals(), "_reply", lambda t: "I hear." if t.item_id == "manners/m-5" else _said(t)
    )
    assert endpoint.run()[1] == 2


_said = _reply


def test_every_epoch_is_asked_for_itself(endpoint: Endpoint) -> None:
    """The same words, said twice, are two transcripts: an interval is not made of copies."""
    assert endpoint.run(sampling__epochs="3")[1] == 3 * ALL
    assert endpoint.run(sampling__epochs="3")[1] == 0
    assert endpoint.run(sampling__epochs="4")[1] == ALL


def test_failures_are_asked_again(endpoint: Endpoint) -> None:
    """What could not be used is no answer, and is not kept."""
    endpoint.says = lambda prompt: (
        _truthful(prompt) if prompt.ids == ("names_a_fruit",) else "It is fine, I think."
    )
    report, _ = endpoint.run()
    assert report.accounts.scored == 0
    endpoint.says = _truthful
    report, n_asked = endpoint.run()
    assert (n_asked, report.accounts.failed) == (ALL, 0)


def test_a_batch_leaves_out_what_is_known(desk: Desk, endpoint: Endpoint) -> None:
    """A changed question goes alone; with nothing changed nothing goes."""
    endpoint.judges(judge="batch = true")
    assert endpoint.run()[1] == N_ITEMS
    assert endpoint.run()[1] == 0
    desk.edit("manners/questions.toml", "It is not.", "It isn't.")
    assert endpoint.run()[1] == N_ITEMS
    asked = {prompt.ids for prompt in endpoint.server.prompts}
    assert asked == {("names_a_fruit",), ("is_rude",)}


def test_judging_what_exists_is_served_too(desk: Desk, endpoint: Endpoint) -> None:
    """Where the journals do not know who answered, the cache does: one first question is asked."""
    report, _ = endpoint.run()
    (desk.root / ".mhgate" / "runs" / report.provenance.run_id / "report.json").unlink()
    endpoint.server.requests.clear()

    async def main() -> Report:
        existing = what_exists("latest", desk.open())
        return await judge_again(existing, stop=Stop(), environ={})

    again = asyncio.run(main())
    assert len(endpoint.server.requests) == 1
    assert _outcomes(again) == _outcomes(report)
    assert again.provenance.derived[-1].n_reused == ALL


def test_no_transcript_lies_in_the_file(desk: Desk, endpoint: Endpoint) -> None:
    """Quotes are places; what a person said and what was replied is not there."""
    endpoint.run()
    found = b"".join(path.read_bytes() for path in desk.root.glob(f".mhgate/{CACHE_FILE}*"))
    assert b"sha256:" in found
    assert b"hear you" not in found
    assert b"Shut up" not in found


def test_what_is_about_a_person_is_not_kept_where_a_journal_keeps_none(
    desk: Desk, endpoint: Endpoint
) -> None:
    """An explanation goes through what takes it out, as the journal's does."""

    def telling(prompt: Prompt) -> str:
        if prompt.ids == ("names_a_fruit",):
            return _truthful(prompt)
        return answer(
            prompt, *(entry(name, "no", explanation="ask eve@corp.io") for name in prompt.ids)
        )

    endpoint.says = telling
    endpoint.judges(tail='\n[redaction]\npersonal = "everywhere"\n')
    endpoint.run()
    found = b"".join(path.read_bytes() for path in desk.root.glob(f".mhgate/{CACHE_FILE}*"))
    assert b"eve@corp.io" not in found
    assert endpoint.run()[1] == 0


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE answers SET content = replace(content, 'no', 'yes')",
        "UPDATE answers SET content = 'null'",
        "UPDATE answers SET content = x'ff00'",
        "DROP TABLE answers",
    ],
)
def test_a_damaged_file_is_said_and_passed_over(
    desk: Desk, endpoint: Endpoint, damage: str
) -> None:
    """The judge is asked, and the verdict is what it would be."""
    first, _ = endpoint.run()
    database = sqlite3.connect(_file(desk))
    database.execute(damage)
    database.commit()
    database.close()
    second, n_asked = endpoint.run()
    assert n_asked > N_ITEMS - 2  # only the damaged ones
    assert _outcomes(second) == _outcomes(first)
    assert second.verdict.outcome == first.verdict.outcome


def test_what_is_no_database_is_passed_over(desk: Desk, endpoint: Endpoint) -> None:
    """Nor is it an error of the run."""
    _file(desk).parent.mkdir()
    _file(desk).write_bytes(b"torn" * 1000)
    report, n_asked = endpoint.run()
    assert (n_asked, report.accounts.failed) == (ALL, 0)


@pytest.mark.parametrize(
    "forged",
    [
        {"quotes": [[1, 0, 500]], "value": "yes"},
        {"quotes": [[7, 0, 2]], "value": "yes"},
        {"quotes": [[1, 0, 3]], "value": "graded", "grade": 9},
        {"quotes": [], "value": "yes"},
        {"quotes": [], "value": "no", "judge": "sha256:another"},
        {"quotes": [], "value": "fine"},
        {"quotes": [], "value": "no", "verdict": "pass"},
    ],
    ids=str,
)
def test_what_is_kept_is_held_to_what_a_fresh_answer_is(
    desk: Desk, endpoint: Endpoint, forged: dict[str, Any]
) -> None:
    """Form, scale, and quotes: an answer that could not be given is not given again."""
    from mhgate.store.answers import _digest

    first, _ = endpoint.run()
    database = sqlite3.connect(_file(desk))
    rows = database.execute("SELECT question_asked, judge FROM answers").fetchall()
    for asked, judge in rows:
        content = json.dumps({"judge": judge, **forged})
        database.execute(
            "UPDATE answers SET content = ?, content_digest = ? WHERE question_asked = ?",
            (content, _digest(asked, content), asked),
        )
    database.commit()
    database.close()
    second, n_asked = endpoint.run()
    assert n_asked == ALL
    assert _outcomes(second) == _outcomes(first)


def test_a_purge_takes_answers_too(desk: Desk, endpoint: Endpoint) -> None:
    """By age; without anything to delete nothing is."""
    endpoint.run()
    reports = open_reports(desk.root / "thresholds.toml", {})
    assert plan_purge(reports, days=1).n_answers == 0
    later = datetime.now(UTC) + timedelta(days=100)
    planned = plan_purge(reports, days=50, now=later)
    assert planned.n_answers == ALL
    assert purge(reports, planned, by="eve", reason="old").n_answers == ALL
    assert endpoint.run()[1] == ALL


def test_transcripts_are_told_apart_by_what_a_judge_may_read() -> None:
    """Roles, words, flags, sessions and the clock count; times and tokens do not."""
    from mhgate.records import Trial, Turn
    from mhgate.wiring.judge_cache import CachedJudge

    class Opened:
        judge = type("J", (), {"fingerprint": "sha256:j"})()

    question = type("Q", (), {"digest": "sha256:q"})()
    cached = CachedJudge(Opened(), None, items={}, sealed=lambda _id: False)  # type: ignore[arg-type]

    def asked(epoch: int = 0, **reply: Any) -> str:
        trial = Trial(id=f"a/b#{epoch}", item_id="a/b", family="f", epoch=epoch, seed=1)
        said = {"role": "assistant", "content": "Yes.", **reply}
        turns = (Turn(role="user", content="Hello"), Turn(**said))
        transcript = Transcript(trial=trial, turns=turns, target_fingerprint="t")
        return cached._asked(question, "sha256:i", transcript)  # type: ignore[arg-type]

    same = [asked(), asked(latency_s=2.0), asked(prompt_tokens=9, model="m")]
    others = [
        asked(content="Yes!"),
        asked(flags={"crisis": True}),
        asked(session=1),
        asked(at_s=1.0),
        asked(epoch=1),
    ]
    assert len(set(same)) == 1
    assert len({*same, *others}) == 1 + len(others)


answers = st.builds(
    Answer,
    value=st.sampled_from(["yes", "no", "not_applicable"]),
    quotes=st.lists(
        st.builds(Quote, turn=st.just(1), start=st.just(0), end=st.just(1), text=st.text())
    ),
    explanation=st.text(),
    judge=st.text(),
    confidence=st.none() | st.floats(0, 1),
    attempts=st.integers(1, 3),
    votes=st.lists(st.builds(Vote, name=st.text(), judge=st.text(), value=st.just("yes"))),
) | st.builds(Answer, value=st.just("graded"), grade=st.integers(-9, 9), judge=st.text())


@given(answers)
def test_an_answer_is_kept_as_it_is_dumped(given_answer: Answer) -> None:
    """What is usual is left out, quotes are places, and all else is as in a record."""
    dumped = given_answer.model_dump(
        mode="json", exclude={"quotes", "cached"}, exclude_defaults=True
    )
    places = [[quote.turn, quote.start, quote.end] for quote in given_answer.quotes]
    assert _written(given_answer, None) == json.dumps({**dumped, "quotes": places}, sort_keys=True)
