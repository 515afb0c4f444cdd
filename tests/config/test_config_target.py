"""``[target]``: one model a kind, law 12 stated, and no secret in the file."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.config import (
    AnthropicConfig,
    AsgiConfig,
    Config,
    DemoConfig,
    FunctionConfig,
    HttpConfig,
    OpenAIConfig,
    SessionConfig,
    TargetConfig,
)
from mhgate.config.secrets import literal, named_variables, secret_mistakes
from mhgate.config.target import KINDS, CommandConfig, WebsocketConfig

Load = Callable[..., Config]
Refuse = Callable[..., dict[str, str]]

WRITTEN_OUT = "sk-" + "proj-abcdefghijklmnop"  # in two, lest a scanner takes it for a real one
EXCHANGE = 'body = { text = "{message}" }\nreply = "$.reply"\n'
WHOLE = {
    "demo": '[target]\nkind = "demo"\nvariant = "flaky"\n',
    "function": '[target]\nkind = "function"\nescalation = "stubbed"\ncall = "a.b:c.d"\n',
    "asgi": '[target]\nkind = "asgi"\nescalation = "none"\napp = "a:app"\npath = "/chat"\n'
    + EXCHANGE,
    "openai": '[target]\nkind = "openai"\nescalation = "none"\nbase_url = "http://127.0.0.1:1/v1"\n'
    'model = "m"\n',
    "anthropic": '[target]\nkind = "anthropic"\nescalation = "none"\nmodel = "m"\n'
    'base_url = "http://127.0.0.1:1"\nmax_tokens = 9\n',
    "http": '[target]\nkind = "http"\nescalation = "stubbed"\nurl = "http://127.0.0.1:1/chat"\n'
    + EXCHANGE,
    "websocket": '[target]\nkind = "websocket"\nescalation = "stubbed"\nurl = "ws://127.0.0.1:1/"\n'
    + EXCHANGE,
    "command": '[target]\nkind = "command"\nescalation = "stubbed"\ncommand = ["bot"]\n' + EXCHANGE,
}


def test_each_kind_has_its_model(load: Load) -> None:
    """The kind in the file chooses the model, and every model has a kind."""
    models = {kind: type(load(text).target) for kind, text in WHOLE.items()}
    assert models == KINDS
    assert set(models.values()) == set(get_args(TargetConfig))
    assert tuple(KINDS.values()) == (
        DemoConfig,
        FunctionConfig,
        AsgiConfig,
        OpenAIConfig,
        AnthropicConfig,
        HttpConfig,
        WebsocketConfig,
        CommandConfig,
    )


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "demo"])
def test_escalation_must_be_stated(refuse: Refuse, kind: str) -> None:
    """Every kind but the demo must say what happens to real people, and why is explained."""
    text = "\n".join(line for line in WHOLE[kind].splitlines() if "escalation" not in line)
    mistakes = refuse(text)
    assert list(mistakes) == ["target.escalation"]
    assert "page clinicians" in mistakes["target.escalation"]
    assert 'expected "stubbed" or "none"' in mistakes["target.escalation"]


def test_a_slip_in_escalation_is_not_law_12(refuse: Refuse) -> None:
    """A misspelt word gets the nearest one."""
    mistakes = refuse(WHOLE["http"].replace("stubbed", "stubed"))
    assert 'Did you mean "stubbed"?' in mistakes["target.escalation"]


def test_production_is_carried(load: Load) -> None:
    """The explicit word is there for the room that looks at the host."""
    assert load(WHOLE["http"] + "production = true").target.production is True
    assert load(WHOLE["http"]).target.production is False


def test_a_key_of_another_kind_says_whose_it_is(refuse: Refuse) -> None:
    """base_url with kind http is a mistake that says where it belongs."""
    mistakes = refuse(WHOLE["http"] + 'base_url = "http://x.test"\nvariant = "good"')
    assert 'where kind is "openai" or "anthropic"' in mistakes["target.base_url"]
    assert 'where kind is "demo"' in mistakes["target.variant"]


def test_the_messages_api_needs_its_most_tokens(load: Load, refuse: Refuse) -> None:
    """It takes no request without; its version has a default, and is one word."""
    assert list(refuse(WHOLE["anthropic"].replace("max_tokens = 9", ""))) == ["target.max_tokens"]
    made = load(WHOLE["anthropic"]).target
    assert isinstance(made, AnthropicConfig)
    assert (made.max_tokens, made.api_version) == (9, "2023-06-01")
    mistakes = refuse(WHOLE["anthropic"] + 'api_version = "{run} x"')
    assert '"2023-06-01"' in mistakes["target.api_version"]
    assert (
        'kind is "anthropic"' in refuse(WHOLE["openai"] + 'api_version = "1"')["target.api_version"]
    )


def test_a_session_is_a_table_of_its_own(load: Load) -> None:
    """The request that opens a session has url, id, method, headers and body."""
    config = load(
        WHOLE["http"]
        + '[target.session]\nurl = "http://127.0.0.1:1/sessions"\nid = "$.id"\nbody = {}'
    )
    assert isinstance(config.target, HttpConfig)
    assert config.target.session == SessionConfig(
        url="http://127.0.0.1:1/sessions", id="$.id", body={}
    )


@pytest.mark.parametrize(
    ("text", "where", "said"),
    [
        ('reply = "reply"', "target.reply", "a JSONPath begins with $"),
        ('reply = "$.[["', "target.reply", "JSONPath says"),
        ('reply = "$.a"\nflags = { crisis = "$[" }', "target.flags.crisis", "JSONPath"),
        ('format = "sse"', "target.delta", 'format = "sse"'),
        ('format = "json"', "target.reply", 'format = "json"'),
        ('reply = "$.a"\nmethod = "post"', "target.method", '"POST"'),
        ('reply = "$.a"\nurl = "127.0.0.1/chat"', "target.url", '"http://'),
        ('reply = "$.a"\nbearer_env = "MY KEY"', "target.bearer_env", "not shown"),
        ('reply = "$.a"\nheaders = { "a b" = "x" }', 'target.headers."a b"', "HTTP header"),
        ('reply = "$.a"\nheaders = { A = "x\\ny" }', "target.headers.A", "control character"),
        ('reply = "$.a"\nheaders = { A = "${ENV:X}" }', "target.headers.A", "${env:NAME}"),
        ('reply = "$.a"\nheaders = { A = 3 }', "target.headers.A", "expected text"),
        ('reply = "$.a"\nbody = { a = [nan], m = "{message}" }', "target.body.a[0]", "no nan"),
        ('reply = "$.a"\nbody = { a = 2026-01-01 }', "target.body.a", "found a date"),
        ('reply = "$.a"\nbody = { a = "{mesage}" }', "target.body", "slip of the pen"),
        ('reply = "$.a"\nbody = ["{message}", "{session}"]', "target.session", "opens a session"),
        (
            'reply = "$.a"\nsession = { url = "/s", id = "$.id" }',
            "target.session.url",
            "an address",
        ),
        ('reply = "$.a"\nsession = { url = "http://x.test/s" }', "target.session.id", "nothing"),
        ('reply = "$.a"\npoll = { url = "/p" }', "target.poll.url", "an address"),
        ('reply = "$.a"\nbefore = [{ url = "/l" }]', "target.before[0].url", "an address"),
        ('reply = "$.a"\nbefore = [{ save = {} }]', "target.before[0].url", "nothing"),
        ('reply = "$.a"\nsave = { "a b" = "$.a" }', 'target.save."a b"', "token"),
        ('reply = "$.a"\nencoding = "xml"', "target.encoding", '"multipart"'),
        (
            'reply = "$.a"\nsave = { parent = "$.id" }\nheaders = { P = "{saved.parnt}" }',
            "target.save",
            "Did you mean {saved.parent}?",
        ),
        (
            'reply = "$.a"\nbearer_env = "A"\nbasic = { user_env = "A", password_env = "B" }',
            "target.basic",
            "one Authorization",
        ),
        (
            'reply = "$.a"\ntls = { key = "client.key" }',
            "target.tls",
            "certificate",
        ),
        (
            'reply = "$.a"\nbefore = [{ url = "http://x.test/", body = { a = "a" }, x = 1 }]',
            "target.before[0].x",
            "unknown key",
        ),
    ],
)
def test_what_an_endpoint_needs_is_checked(
    refuse: Refuse, text: str, where: str, said: str
) -> None:
    """Each slip in the description of a JSON endpoint is found before anything is asked."""
    lines = ['kind = "http"', 'escalation = "none"', text]
    lines += [] if "url = " in text.partition("session")[0] else ['url = "http://127.0.0.1:1/"']
    lines += [] if "body" in text else ['body = "{message}"']
    mistakes = refuse("[target]\n" + "\n".join(lines))
    assert said in mistakes[where]


@pytest.mark.parametrize(
    ("kind", "line", "where"),
    [
        (
            "http",
            f'headers = {{ Authorization = "Bearer {WRITTEN_OUT}" }}',
            "headers.Authorization",
        ),
        ("http", f'headers = {{ X-Api-Key = "{WRITTEN_OUT}" }}', "headers.X-Api-Key"),
        ("http", 'headers = { X-Api-Key = "hunter2-hunter2" }', "headers.X-Api-Key"),
        ("http", f'headers = {{ X-Thing = "{WRITTEN_OUT}" }}', "headers.X-Thing"),
        (
            "http",
            'headers = { Authorization = "Bearer hunter2-hunter2 {run}" }',
            "headers.Authorization",
        ),
        ("http", 'headers = { Cookie = "a=hunter2; b={trial}" }', "headers.Cookie"),
        ("http", f'headers = {{ X-Thing = "{{run}} {WRITTEN_OUT}" }}', "headers.X-Thing"),
        ("http", f'bearer_env = "{WRITTEN_OUT}"', "bearer_env"),
        ("http", 'bearer_env = "Bearer hunter2-hunter2"', "bearer_env"),
        ("openai", f'api_key_env = "{WRITTEN_OUT}"', "api_key_env"),
        ("openai", f'parameters = {{ user = "{WRITTEN_OUT}" }}', "parameters.user"),
    ],
)
def test_a_secret_written_out_is_refused_and_not_repeated(
    refuse: Refuse, kind: str, line: str, where: str
) -> None:
    """Wherever a secret is written, it is refused, and the message does not hold it."""
    mistakes = refuse(WHOLE[kind] + line)
    assert f"target.{where}" in mistakes
    assert not any(word in str(mistakes) for word in (WRITTEN_OUT, "hunter2"))


@pytest.mark.parametrize(
    "address",
    [
        "https://me:hunter2@x.test/chat",
        "https://x.test/chat?api_key=hunter2",
        "https://x.test/chat?a=1&access_token=hunter2",
        "https://x.test/chat?access_token=hunter2{run}",
    ],
)
def test_a_secret_in_an_address_is_refused(refuse: Refuse, address: str) -> None:
    """User part and query are looked at too."""
    mistakes = refuse(WHOLE["http"].replace("http://127.0.0.1:1/chat", address))
    assert "a secret written out" in mistakes["target.url"]
    assert "hunter2" not in str(mistakes)


@pytest.mark.parametrize(
    "line",
    [
        'headers = { Authorization = "Bearer ${env:MY_KEY}", X-Trace = "{run}" }',
        'headers = { Accept = "application/json", X-Token-Budget = "5" }',
        'bearer_env = "MY_KEY"',
        'headers = { Authorization = "Bearer {saved.t}", X-Api-Key = "{saved.t}" }\nsave.t = "$.t"',
        'headers = { X-Session-Token = "{saved.t}" }\nsave.t = "$.t"',
        'headers = { Cookie = "next-auth.session-token={saved.t}; b={trial}" }\nsave.t = "$.t"',
    ],
)
def test_a_secret_that_is_named_is_accepted(load: Load, line: str) -> None:
    """References to variables, and headers that hold no secret, pass."""
    load(WHOLE["http"] + line)


def test_a_token_that_was_saved_may_stand_in_an_address(load: Load) -> None:
    """Its parameter has a secret's name; the secret itself is nowhere in the file."""
    address = "http://127.0.0.1:1/chat?access_token={saved.t}"
    load(WHOLE["http"].replace("http://127.0.0.1:1/chat", address) + 'save.t = "$.t"')


def test_named_variables_are_found_in_depth() -> None:
    """Every reference counts, wherever it stands."""
    target = {"a_env": "ONE", "headers": {"x": "${env:TWO} ${env:THREE}"}, "body": ["${env:FOUR}"]}
    assert named_variables(target) == {"ONE", "TWO", "THREE", "FOUR"}
    assert named_variables(3) == frozenset()


@given(st.recursive(st.none() | st.text() | st.integers() | st.floats(), st.lists))
def test_any_value_can_be_looked_at(value: object) -> None:
    """Neither the search for secrets nor the showing of values stumbles over what TOML can hold."""
    secret_mistakes({"url": value, "body": {"x": value}}, str)
    assert "\n" not in literal(value)


@pytest.mark.parametrize(
    ("value", "where"),
    [("{ a = nan }", ".a"), ("{ a = { b = [1, nan] } }", ".a.b[1]"), ("3", ""), ("[]", "")],
)
def test_parameters_are_json(refuse: Refuse, value: str, where: str) -> None:
    """What goes into the request as it is must be JSON, and the place is named to the last step."""
    assert list(refuse(WHOLE["openai"] + f"parameters = {value}")) == [f"target.parameters{where}"]
