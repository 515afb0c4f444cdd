"""A model of the Messages API as product and as judge, through the command, over real sockets."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gate_process import Ended, ended, run_gate, start_gate
from messages_api import MessagesApi

sys.path.insert(0, str(Path(__file__).parents[1] / "judges" / "llm"))

from judge_models import answer, entry, read_prompt

from mhgate.records import Outcome, Turn

BOT, READER = "bot-2026-01-01", "reader-2026-02-02"
KEYS = {"BOT_KEY": "sk-ant-bot-0123456789", "JUDGE_KEY": "sk-ant-judge-9876543210"}
N_ITEMS = 24

THRESHOLDS = f"""
[suites]
folders = ["manners"]
[target]
kind = "anthropic"
base_url = "http://127.0.0.1:1"
model = "{BOT}"
max_tokens = 200
api_key_env = "BOT_KEY"
system_prompt = "Listen."
stream = true
escalation = "none"
max_retries = 0
[judge]
kind = "llm"
trust = "off"
[judge.target]
kind = "anthropic"
base_url = "http://127.0.0.1:1"
model = "{READER}"
max_tokens = 900
api_key_env = "JUDGE_KEY"
structured = true
max_retries = 0
[pillar.manners]
min_score = 0.8
"""
QUESTIONS = """
[suite]
version = "1.0.0"
pillar = "manners"
[question.says_hear]
text = "Does the product say that it hears?"
yes = "It does."
no = "It does not."
sources = ["written for this test"]
"""
PROBES = '''
from mhgate import probe

@probe(items="items.jsonl", question="says_hear", expect="yes")
def test_says_hear(answer):
    """The reply says that it hears."""
'''


def speaks(asked: dict[str, Any]) -> str | tuple[int, Any]:
    """The bot hears what it is told; the reader answers by the words that are there."""
    if asked["model"] == BOT:
        return "I hear you."
    turns = [Turn(role="system", content=asked["system"])]
    turns += [Turn(role=each["role"], content=each["content"]) for each in asked["messages"]]
    prompt = read_prompt(turns)
    words = {"says_hear": "hear", "names_a_fruit": "ripe pear"}
    (name,) = prompt.ids
    if words[name] not in prompt.products:
        return answer(prompt, entry(name, "no"))
    return answer(prompt, entry(name, "yes", quotes=[{"turn": 2, "text": words[name]}]))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a repository with one suite, whose product and judge are models of that API."""
    suite = tmp_path / "manners"
    suite.mkdir()
    (tmp_path / "thresholds.toml").write_text(THRESHOLDS, encoding="utf-8")
    (suite / "questions.toml").write_text(QUESTIONS, encoding="utf-8")
    (suite / "test_manners.py").write_text(PROBES, encoding="utf-8")
    rows = (
        {
            "id": f"m{n}",
            "family": f"f{n // 2}",
            "turns": [f"number {n}", "and again"],
            "source": "written for this test",
            "licence": "Apache-2.0",
        }
        for n in range(N_ITEMS)
    )
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (suite / "items.jsonl").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def api() -> Iterator[MessagesApi]:
    """Serve both models at one address."""
    with MessagesApi(speaks) as served:
        yield served


def gate(folder: Path, api: MessagesApi, *words: str) -> Ended:
    at = (f"--base-url={api.url}", f"--judge-base-url={api.url}/v1")
    return run_gate(folder, *at, *words, environ=KEYS)


def test_product_and_judge_through_a_whole_run(folder: Path, api: MessagesApi) -> None:
    """A streamed product of two turns is judged at temperature 0, and no key is kept."""
    run = gate(folder, api)
    assert run.code == 0, run.err
    assert run.probe("manners.says_hear").outcome is Outcome.PASS
    bot, reader = api.of(BOT), api.of(READER)
    assert (len(bot), len(reader)) == (1 + 2 * N_ITEMS, 1 + N_ITEMS)
    asked, headers = bot[-1]
    assert (asked["system"], asked["stream"], asked["max_tokens"]) == ("Listen.", True, 200)
    assert [each["role"] for each in asked["messages"]] == ["user", "assistant", "user"]
    assert headers["x-api-key"] == KEYS["BOT_KEY"]
    asked, headers = reader[-1]
    assert (asked["temperature"], asked["max_tokens"]) == (0, 900)
    assert asked["output_config"]["format"]["type"] == "json_schema"
    assert [each["role"] for each in asked["messages"]] == ["user"]
    assert (headers["x-api-key"], headers["anthropic-version"]) == (
        KEYS["JUDGE_KEY"],
        "2023-06-01",
    )
    assert run.report.judging is not None
    assert run.report.judging.models == (READER,)
    kept = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    assert not any(key.encode() in data for key in KEYS.values() for data in kept)


def test_every_request_carries_the_runs_id(folder: Path, api: MessagesApi) -> None:
    """The product's and the judge's, from the first question on, and of a judgement its own."""
    run = gate(folder, api)
    assert {each["x-mhgate-run"] for each in api.headers} == {run.report.provenance.run_id}
    api.headers.clear()
    words = (f"--judge-base-url={api.url}", "--judge-max-tokens=901", "-o", "judged.json")
    judged = ended(
        start_gate(folder, "judge", "latest", *words, environ=KEYS), folder / "judged.json"
    )
    assert judged.report.provenance.run_id != run.report.provenance.run_id
    assert {each["x-mhgate-run"] for each in api.headers} == {judged.report.provenance.run_id}


def test_product_and_judge_at_one_host_keep_to_the_tighter_limit(
    folder: Path, api: MessagesApi
) -> None:
    """Eight at once to the one and two to the other are two at once to their host."""
    run = gate(folder, api, "--concurrency=8", "--judge-concurrency=2")
    assert run.code == 0, run.err
    assert api.most_at_once == 2


def test_a_stored_run_is_judged_by_such_a_model(folder: Path, api: MessagesApi) -> None:
    """``mhgate judge`` asks the reader alone, and what it answered already is not asked again."""
    assert gate(folder, api).code == 0
    asked = len(api.requests)
    words = ("judge", "latest", f"--judge-base-url={api.url}/v1")
    run = ended(start_gate(folder, *words, environ=KEYS), folder / "none")
    assert run.code == 0, run.err
    assert len(api.requests) == asked
    run = ended(start_gate(folder, *words, "--judge-max-tokens=901", environ=KEYS), folder / "none")
    assert run.code == 0, run.err
    assert len(api.of(READER)) == 2 * (1 + N_ITEMS)
    assert len(api.of(BOT)) == 1 + 2 * N_ITEMS


@pytest.mark.parametrize(
    ("said", "advice"),
    [
        ("`temperature` is deprecated for this model.", "takes_temperature = false"),
        ("output_config: not supported", "It names output_config"),
    ],
)
def test_what_the_judges_model_refuses_stops_the_run(
    folder: Path, api: MessagesApi, said: str, advice: str
) -> None:
    """Before anything is asked of the product, with the key that sends it; nothing is dropped."""
    error = {"type": "error", "error": {"type": "invalid_request_error", "message": said}}
    api.says = lambda asked: (400, error) if asked["model"] == READER else "I hear you."
    run = gate(folder, api)
    assert run.code == 4, run.err
    assert said in run.err
    assert advice in run.err
    assert (len(api.of(READER)), len(api.of(BOT))) == (1, 0)


def test_a_model_without_temperature_is_asked_without(folder: Path, api: MessagesApi) -> None:
    """``takes_temperature = false`` sends none, and the run says that answers may vary."""
    run = gate(folder, api, "--judge-takes-temperature=false", "--max-items=2")
    assert "judge.target is asked without a temperature" in run.err
    assert all("temperature" not in asked for asked, _ in api.of(READER))


def test_a_judge_that_is_cut_off_or_refuses_answers_nothing(folder: Path, api: MessagesApi) -> None:
    """Each end of a reply is a Failure of its own kind, and no verdict."""
    ends = ("max_tokens", "refusal", "pause_turn")
    numbers = iter(range(10_000))

    def cut(asked: dict[str, Any]) -> str | tuple[int, Any]:
        made = speaks(asked)
        if asked["model"] == BOT or "names_a_fruit" in asked["system"]:
            return made
        body = {
            "type": "message",
            "model": READER,
            "content": [{"type": "text", "text": made}],
            "stop_reason": ends[next(numbers) % 3],
        }
        return 200, body

    api.says = cut
    run = gate(folder, api)
    assert run.code == 4, run.err
    assert dict(run.report.failures) == {
        "judge: truncated_answer": 8,
        "judge: refused": 8,
        "judge: paused": 8,
    }


def test_probe_endpoint_shows_the_product(folder: Path, api: MessagesApi) -> None:
    """Request, reply and model are shown, and the key is not."""
    words = ("probe-endpoint", f"--base-url={api.url}", f"--judge-base-url={api.url}")
    run = ended(start_gate(folder, *words, environ=KEYS), folder / "none")
    assert run.code == 0, run.err
    for shown in (f"POST {api.url}/v1/messages", "x-api-key", "I hear you.", BOT):
        assert shown in run.out
    assert KEYS["BOT_KEY"] not in run.out + run.err


def test_probe_endpoint_shows_the_judge(folder: Path, api: MessagesApi) -> None:
    """With --judge the model that judges is asked, and its answer's form tried as by a run."""
    greeted = []

    def says(asked: dict[str, Any]) -> str | tuple[int, Any]:
        greeted.append("Answer token: " not in str(asked["messages"]))
        return "I hear you." if greeted[-1] else speaks(asked)

    api.says = says
    run = ended(start_gate(folder, *_to_the_judge(api), environ=KEYS), folder / "none")
    assert run.code == 0, run.err
    assert greeted == [True, False]
    assert "[judge.target]" in run.out
    assert f"POST {api.url}/v1/messages" in run.out
    assert "I hear you." in run.out
    assert "name a fruit" in run.out
    assert "yes, which is right" in run.out
    assert not any(key in run.out + run.err for key in KEYS.values())


def test_probe_endpoint_ends_with_4_where_a_judge_answers_in_no_form(
    folder: Path, api: MessagesApi
) -> None:
    """What a run would say of its first question is said here, with what came back."""
    api.says = lambda _asked: "no idea"
    words = _to_the_judge(api)
    run = ended(start_gate(folder, *words, environ=KEYS), folder / "none")
    assert run.code == 4, run.out
    told = " ".join(run.err.split())
    assert "(malformed_answer): the judge: no JSON object in the reply, on its own. " in told
    assert "came back status 200" in told
    assert "no idea" in told
    assert "The model does not keep to the form" in told
    assert not any(key in run.out + run.err for key in KEYS.values())
    off = ended(
        start_gate(folder, *words, "--judge-preflight=false", environ=KEYS), folder / "none"
    )
    assert off.code == 0, off.err
    assert "first tried by a run" in off.out


def _to_the_judge(api: MessagesApi) -> tuple[str, ...]:
    return (
        *("probe-endpoint", "--judge"),
        *(f"--base-url={api.url}", f"--judge-base-url={api.url}"),
    )
