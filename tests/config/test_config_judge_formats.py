"""[judge.target] and [patient.target]: formats, flows, and why a product's other keys are none."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mhgate.config import JUDGE_KINDS, AnthropicConfig, Config, HttpConfig, OpenAIConfig
from mhgate.config.judge import NOT_OF_A_MODEL
from mhgate.config.target import KINDS, CommandConfig, WebsocketConfig

Load = Callable[..., Config]
Refuse = Callable[..., dict[str, str]]

OPENAI = """
[judge]
kind = "llm"
[judge.target]
kind = "openai"
base_url = "http://127.0.0.1:9/v1"
model = "reader-2026-01-01"
"""
ANTHROPIC = OPENAI.replace('"openai"', '"anthropic"') + "max_tokens = 9\n"
HTTP = """
[judge]
kind = "llm"
[judge.target]
kind = "http"
url = "http://127.0.0.1:9/judge"
body = { messages = "{history}" }
"""
EVENTS = HTTP + 'format = "sse"\ndelta = "$.piece"\n'
FLOW = """
save = { number = "$.number" }
reply = "$.text"
cookies = true
[judge.target.session]
url = "http://127.0.0.1:9/sessions"
id = "$.id"
[[judge.target.before]]
url = "http://127.0.0.1:9/login"
save_secret = { token = "$.token" }
[judge.target.poll]
url = "http://127.0.0.1:9/messages/{saved.number}"
"""
SOCKET = """
[judge]
kind = "llm"
[judge.target]
kind = "websocket"
url = "wss://judge.test/chat"
first = ["hello"]
ready = "$.session"
save = { session = "$.session" }
body = { messages = "{history}", session = "{saved.session}" }
reply = "$.text"
"""
COMMAND = """
[judge]
kind = "llm"
[judge.target]
kind = "command"
command = ["python", "judge.py"]
save = { number = "$.number" }
body = { messages = "{history}", after = "{saved.number}" }
reply = "$.text"
"""
PATIENT = OPENAI.replace("judge", "patient").replace("llm", "simulated")


def made(config: Config) -> object:
    """The target that the judge's table becomes."""
    assert config.judge.target is not None
    return config.judge.target.as_target()


def test_formats_go_to_the_target_that_is_asked(load: Load) -> None:
    """The API, streams of models, and where in a stream of events the text stands."""
    asked = made(load(OPENAI + 'api = "responses"\nstream = true'))
    assert isinstance(asked, OpenAIConfig)
    assert (asked.api, asked.stream) == ("responses", True)
    messages = made(load(ANTHROPIC + "stream = true"))
    assert isinstance(messages, AnthropicConfig)
    assert messages.stream
    http = made(load(EVENTS + 'done = "$.end"\ndone_is = ["yes"]\nencoding = "multipart"'))
    assert isinstance(http, HttpConfig)
    assert (http.format, http.delta, http.done, http.done_is) == (
        "sse",
        "$.piece",
        "$.end",
        ("yes",),
    )
    assert (http.reply, http.encoding) == (None, "multipart")


def test_flows_go_to_the_target_that_is_asked(load: Load) -> None:
    """Logins, sessions, polls and what is saved, of requests, frames and lines."""
    http = made(load(HTTP + FLOW))
    assert isinstance(http, HttpConfig)
    assert (http.cookies, http.save) == (True, {"number": "$.number"})
    assert http.session is not None
    assert http.poll is not None
    assert http.before[0].save_secret == {"token": "$.token"}
    socket = made(load(SOCKET))
    assert isinstance(socket, WebsocketConfig)
    assert socket.save == {"session": "$.session"}
    command = made(load(COMMAND))
    assert isinstance(command, CommandConfig)
    assert command.save == {"number": "$.number"}


def test_an_option_chooses_a_format(load: Load) -> None:
    """As for a product, by the judge's and the patient's own names."""
    options = {"--mhgate-judge-api": "responses", "--mhgate-patient-stream": "true"}
    config = load(OPENAI + PATIENT.replace("reader", "player"), options=options)
    assert config.judge.target is not None
    assert config.patient.target is not None
    assert config.judge.target.api == "responses"
    assert config.patient.target.stream


def test_the_model_under_test_does_not_judge_itself_by_another_api(refuse: Refuse) -> None:
    """However much of its address is written out."""
    own = OPENAI.replace("9/v1", "9/v1/responses") + 'api = "responses"\n'
    found = refuse(f'{own}[target]\nescalation = "none"\n{OPENAI.partition("[judge.target]")[2]}')
    assert "kind to its own faults" in found["judge.target"]


def test_a_seed_is_sent_where_the_api_has_one(load: Load, refuse: Refuse) -> None:
    """The Responses API has none; whoever asks for one there is told so."""
    patient = load(PATIENT + 'api = "responses"').patient.target
    assert patient is not None
    asked = patient.as_target()
    assert isinstance(asked, OpenAIConfig)
    assert asked.parameters == {}
    found = refuse(PATIENT + 'api = "responses"\ntakes_seed = true')
    assert "takes no seed" in found["patient.target.takes_seed"]


@pytest.mark.parametrize(
    ("text", "where", "said"),
    [
        (HTTP, "judge.target.reply", 'format = "json"'),
        (HTTP + 'format = "sse"\nreply = "$.t"', "judge.target.delta", 'format = "sse"'),
        (HTTP + 'reply = "$.t"\ndelta = "$.d"', "judge.target.delta", 'format = "sse"'),
        (HTTP + 'reply = "$.t"\ndone = "bye"', "judge.target.done", "Nobody would read it"),
        (HTTP + 'reply = "$.t"\nformat = "xml"', "judge.target.format", '"json" or "sse"'),
        (ANTHROPIC + 'api = "responses"', "judge.target.api", 'where kind is "openai"'),
        (EVENTS + "stream = true", "judge.target.stream", '"openai" or "anthropic"'),
        (OPENAI + 'format = "sse"', "judge.target.format", 'where kind is "http"'),
        (
            OPENAI + 'api = "responses"\nstructured = true\nparameters.text.format = {}',
            "judge.target.parameters.text.format",
            "one of both",
        ),
        (
            HTTP.replace("/judge", "/{session}") + 'reply = "$.t"',
            "judge.target.session",
            "[judge.target.session]",
        ),
        (
            HTTP.replace("/judge", "/{saved.a}") + 'reply = "$.t"',
            "judge.target.save",
            "[[judge.target.before]]",
        ),
        (HTTP + FLOW + "evry_s = 1", "judge.target.poll.evry_s", "`every_s`"),
        (
            HTTP + FLOW.replace("save_secret", "savesecret"),
            "judge.target.before[0].savesecret",
            "`save_secret`",
        ),
        (
            HTTP + FLOW + 'headers = { Cookie = "canary0123456789" }',
            "judge.target.poll.headers.Cookie",
            "not shown",
        ),
        (
            HTTP + FLOW.replace("http://127.0.0.1:9/login", "/login"),
            "judge.target.before[0].url",
            "at an address of its own",
        ),
    ],
)
def test_what_a_format_needs_is_checked(refuse: Refuse, text: str, where: str, said: str) -> None:
    """Each slip is found before anything is asked, with its key and what was expected."""
    assert said in refuse(text)[where]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("escalation", '"none"'),
        ("production", "true"),
        ("preflight", "true"),
        ("system_prompt", '"Be kind."'),
        ("flags", '{ crisis = "$.risk" }'),
        ("clock", "true"),
        ("clock_header", '"X-Clock"'),
        ("build_id", '{ header = "X-Build" }'),
        ("cassette", '"tape.jsonl"'),
        ("cassette_mode", '"record"'),
        ("app", '"a:b"'),
        ("path", '"/chat"'),
        ("variant", '"good"'),
    ],
)
@pytest.mark.parametrize("table", [OPENAI, PATIENT])
def test_a_products_key_that_a_model_has_not_is_refused_with_why(
    refuse: Refuse, table: str, key: str, value: str
) -> None:
    """The reason stands in the mistake, beside where the key belongs."""
    whose = "judge" if table == OPENAI else "patient"
    found = refuse(f"{table}{key} = {value}\n")[f"{whose}.target.{key}"]
    assert NOT_OF_A_MODEL[key] in found
    assert "[target]" in found


def test_every_key_of_a_product_is_a_models_or_there_is_a_reason() -> None:
    """No key of a kind that both have is left out in silence."""
    for kind, keys in JUDGE_KINDS.items():
        own = {*keys.needed, *keys.others}
        products = set(KINDS[kind].model_fields)
        left_out = products - own - set(NOT_OF_A_MODEL)
        assert left_out <= {
            *("kind", "timeout_s", "max_retries", "concurrency", "requests_per_minute"),
            *("tokens_per_minute", "max_requests", "max_reply_mb"),  # of every kind
        }


@pytest.mark.parametrize(("kind", "said"), [("asgi", "pytest_mhgate_judge"), ("demo", "a product")])
@pytest.mark.parametrize("table", [OPENAI, PATIENT])
def test_a_kind_that_judges_nothing_is_refused_with_why(
    refuse: Refuse, table: str, kind: str, said: str
) -> None:
    """An app in this process and the demo are products."""
    found = refuse(table.replace('"openai"', f'"{kind}"'))
    whose = "judge" if table == OPENAI else "patient"
    assert said in found[f"{whose}.target.kind"]
