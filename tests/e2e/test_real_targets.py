"""The gate on chatbots and servers that nobody here wrote, and on the demo over a real socket."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import bots
import httpx
import pytest
from gate_process import Ended, run_gate

from mhgate.records import Outcome

HELP = "crisis.offers_reachable_human_help"
CALM = "crisis.stays_calm_when_nothing_is_wrong"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a repository that holds nothing but the thresholds.toml of examples/real_targets."""
    shutil.copy(bots.HERE / "thresholds.toml", tmp_path)
    return tmp_path


@pytest.fixture
def crisis_project(tmp_path: Path) -> Path:
    """Return the same with the crisis suite alone."""
    return with_crisis_alone(tmp_path, "thresholds.toml")


def with_crisis_alone(folder: Path, name: str) -> Path:
    """Write a thresholds.toml of examples/real_targets with the crisis suite alone."""
    text = (bots.HERE / name).read_text(encoding="utf-8")
    whole, alone = '["crisis", "safety", "privacy", "sycophancy"]', '["crisis"]'
    assert whole in text
    text = text.replace(whole, alone).partition("[pillar.safety]")[0]
    (folder / "thresholds.toml").write_text(text, encoding="utf-8")
    return folder


ENOUGH = "--max-items=40"  # of each set: as many as decide about bots that always do the same
N_SETS = 12  # sets of items in the crisis suite; --max-items bounds each of them


def failures_of_the_bot(run: Ended) -> dict[str, int]:
    """Return what went wrong between the gate and the bot, without what no judge could read."""
    return {kind: n for kind, n in run.report.failures.items() if kind.startswith("target:")}


def _fails_crisis(run: Ended) -> None:
    assert run.code == 1, run.err
    assert run.report.scope == "full"
    assert failures_of_the_bot(run) == {}
    verdict = run.probe(HELP)
    assert verdict.estimate.accounts.failed == 0
    assert verdict.outcome is Outcome.FAIL
    assert HELP.partition(".")[2] in run.err
    point = verdict.estimate.point
    assert point is not None
    assert point < 0.1


def test_eliza_of_npm_fails_crisis(project: Path, eliza_npm: str) -> None:
    """ELIZA asks back where it should hand over to people: the gate stays shut and says why."""
    run = run_gate(project, f"--base-url={eliza_npm}", ENOUGH)
    _fails_crisis(run)


def test_eliza_of_debian_fails_crisis(crisis_project: Path, eliza_perl: str) -> None:
    """Another author's ELIZA, in another language, does no better."""
    run = run_gate(crisis_project, f"--base-url={eliza_perl}", "--model=chatbot-eliza", ENOUGH)
    _fails_crisis(run)


# --- the litellm proxy


def _holds(folder: Path, secret: str) -> list[Path]:
    return [
        path
        for path in folder.rglob("*")
        if path.is_file() and secret.encode() in path.read_bytes()
    ]


def test_the_litellm_proxy_tells_a_kind_bot_from_a_cold_one(
    crisis_project: Path, litellm_proxy: str, litellm_key: str
) -> None:
    """Two bots behind one proxy and one key: their rates differ, and the key is written nowhere."""
    rates = {}
    for model, stream in (("kind-bot", "true"), ("cold-bot", "false")):
        run = run_gate(
            crisis_project,
            f"--base-url={litellm_proxy}",
            f"--model={model}",
            f"--stream={stream}",
            "--api-key-env=PROXY_KEY",
            "--max-items=20",
            "-k",
            f"{HELP.partition('.')[2]} or {CALM.partition('.')[2]}",
            environ={"PROXY_KEY": litellm_key},
        )
        assert run.code == 1, run.err  # one always gives a hotline, the other never
        assert run.report.accounts.failed == 0
        rates[model] = run.probe(HELP).estimate.interval
        alarms = run.probe(CALM).outcome
        assert alarms is (Outcome.FAIL if model == "kind-bot" else Outcome.PASS)
        assert litellm_key not in run.err + run.out
    assert rates["kind-bot"].lower > rates["cold-bot"].upper
    assert len(list(crisis_project.glob(".mhgate/runs/*/journal.jsonl"))) == 2
    assert _holds(crisis_project, litellm_key) == []


def test_the_litellm_proxy_without_its_key_cannot_be_evaluated(
    crisis_project: Path, litellm_proxy: str
) -> None:
    """A key that the proxy does not know stops the run at the first, harmless message."""
    run = run_gate(
        crisis_project,
        f"--base-url={litellm_proxy}",
        "--model=kind-bot",
        "--api-key-env=PROXY_KEY",
        "--max-retries=0",
        environ={"PROXY_KEY": "sk-not-the-key-of-anybody"},
    )
    assert run.code == 4, run.err
    assert "sk-not-the-key" not in run.err


# --- llmock, whose own report says whether its client behaved


def finds_no_fault(llmock: str, *, met: set[str]) -> None:
    """Hold llmock's log to what the client was to meet, and its report to "the client behaved"."""
    seen = httpx.get(f"{llmock}/_llmock/requests").json()["requests"]
    faults = {str(request["fault"]).partition("@")[0] for request in seen if request["fault"]}
    assert faults == met
    said = subprocess.run(
        [bots.llmock_command(), "report", "--url", llmock],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert said.returncode == 0, said.stdout + said.stderr
    assert "PASS" in said.stdout


def test_llmock_finds_no_fault_with_how_outages_and_broken_streams_are_met(
    crisis_project: Path, llmock: str
) -> None:
    """429 with Retry-After, 5xx, and streams cut short are retried; a 400 is not: it is counted."""
    trouble = [
        {"type": "fail", "status": 429, "retry_after": 1, "times": 3},
        {"type": "fail", "status": 503, "times": 3},
        {"type": "fail", "status": 500, "times": 2},
        {"type": "fail", "status": 400, "times": 2},
        {"type": "stream_fault", "kind": "truncate", "after_chunks": 3, "times": 4},
        {"type": "stream_fault", "kind": "disconnect", "after_chunks": 2, "times": 4},
    ]
    httpx.post(f"{llmock}/_llmock/scenario", json={"behaviors": trouble}).raise_for_status()
    run = run_gate(
        crisis_project,
        f"--base-url={llmock}/v1",
        "--model=gpt-4o",
        "--stream=true",
        "--preflight=false",
        "--max-retries=6",
        "--max-items=4",
    )
    assert run.code in {1, 3}, run.err  # an echo helps nobody; that it was evaluated is the point
    accounts = run.report.accounts
    assert accounts.asked == accounts.scored + accounts.failed == 4 * N_SETS
    assert failures_of_the_bot(run) == {"target: bad_request": 2}
    scripted = {f"scenario:{status}" for status in (400, 429, 500, 503)}
    finds_no_fault(llmock, met={*scripted, "stream:truncate", "stream:disconnect"})


def test_llmock_finds_no_fault_with_how_a_quota_is_met(crisis_project: Path, llmock: str) -> None:
    """Whoever comes when a minute's requests are spent waits as long as Retry-After asks."""
    hello = {"model": "gpt-4o", "messages": [{"role": "user", "content": "hello"}]}
    with httpx.Client(base_url=llmock) as others:
        while others.post("/v1/chat/completions", json=hello).is_success:
            pass
        others.delete("/_llmock/requests").raise_for_status()
    run = run_gate(
        crisis_project,
        f"--base-url={llmock}/v1",
        "--model=gpt-4o",
        "--preflight=false",
        "--max-retries=6",
        "--max-items=3",  # in sum more than the quota gives back while the run starts
    )
    assert run.code in {1, 3}, run.err
    accounts = run.report.accounts
    assert accounts.asked == accounts.scored + accounts.failed == 3 * N_SETS
    assert failures_of_the_bot(run) == {}
    assert run.probe(HELP).estimate.accounts.scored == 3
    finds_no_fault(llmock, met={"ratelimit:requests"})


# --- the demo's bots over a real socket


@pytest.mark.parametrize("stream", ["false", "true"])
def test_the_demo_server_as_chat_completions(crisis_project: Path, stream: str) -> None:
    """The good bot passes crisis over a socket as it does in process, streamed or not."""
    shutil.copy(bots.HERE.parent / "first_look" / "thresholds.toml", crisis_project)
    config = crisis_project / "thresholds.toml"
    before, _, rest = config.read_text(encoding="utf-8").partition("[target]")
    after = rest[rest.index("[judge]") :].partition("[pillar.privacy]")[0]
    before = before.replace('["crisis", "privacy"]', '["crisis"]')
    target = '[target]\nkind = "openai"\nescalation = "stubbed"\n'
    config.write_text(before + target + after, encoding="utf-8")
    with bots.mhgate_demo(sys.executable, "good") as url:
        words = (f"--base-url={url}/v1", "--model=demo", f"--stream={stream}")
        run = run_gate(crisis_project, *words)
    assert run.code == 0, run.err


_HTTP = """
[target]
kind = "http"
url = "{url}/chat"
escalation = "stubbed"
body = {{ message = "{{message}}", history = "{{history}}" }}
reply = "$.reply"
"""


def test_the_demo_server_as_a_json_endpoint(crisis_project: Path) -> None:
    """The bot that never gives a hotline fails crisis behind an endpoint of its own shape."""
    config = crisis_project / "thresholds.toml"
    policy = config.read_text(encoding="utf-8")
    before, _, rest = policy.partition("[target]")
    after = rest[rest.index("[judge]") :]
    with bots.mhgate_demo(sys.executable, "never_hotline") as url:
        text = before + _HTTP.format(url=url) + after
        config.write_text(text, encoding="utf-8")
        run = run_gate(crisis_project, ENOUGH)
    _fails_crisis(run)


def test_the_page_of_real_targets_is_made_by_its_command(tmp_path: Path) -> None:
    """The command behind docs/real-targets.md runs the gate and shows what it decided."""
    page = tmp_path / "page.md"
    command = ["measure.py", "--bots=demo-never_hotline", "--max-items=12", f"--output={page}"]
    subprocess.run(
        [sys.executable, *command], cwd=bots.HERE, check=True, capture_output=True, timeout=120
    )
    text = page.read_text(encoding="utf-8")
    assert "| demo, never_hotline | **fail**" in text
    assert "offers reachable human help" in text
