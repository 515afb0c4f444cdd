"""[judge], [judge.target], [[judge.member]]: what they must say together, what is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mhgate.config import (
    JUDGE_KINDS,
    AnthropicConfig,
    Config,
    FunctionConfig,
    HttpConfig,
    JudgeTargetConfig,
    OpenAIConfig,
)
from mhgate.config.target import CommandConfig, WebsocketConfig

Load = Callable[..., Config]
Refuse = Callable[..., dict[str, str]]

WRITTEN_OUT = "sk-canary-0123456789abcdef"

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
url = "http://127.0.0.1:9/v1/messages"
body = { messages = "{history}" }
reply = "$.content[0].text"
answered_as = "$.model"
stopped_by = "$.stop_reason"
"""
SOCKET = """
[judge]
kind = "llm"
[judge.target]
kind = "websocket"
url = "wss://judge.test/chat"
body = { messages = "{history}" }
delta = "$.piece"
done = "$.end"
"""
COMMAND = """
[judge]
kind = "llm"
[judge.target]
kind = "command"
command = ["python", "judge.py"]
body = { messages = "{history}" }
reply = "$.text"
"""
OAUTH = """
[judge.target.oauth]
token_url = "https://login.test/token"
client_id_env = "ID"
client_secret_env = "SECRET"
"""
FUNCTION = '[judge]\nkind = "llm"\n[judge.target]\nkind = "function"\ncall = "my_judge:reply"\n'
PANEL = """
[judge]
kind = "panel"
rule = "majority"
[[judge.member]]
name = "rules"
kind = "rules"
[[judge.member]]
name = "reader"
[judge.member.target]
kind = "function"
call = "my_judge:reply"
"""


def reached(config: Config) -> JudgeTargetConfig:
    assert config.judge.target is not None
    return config.judge.target


def test_a_model_becomes_a_target_that_alerts_nobody(load: Load) -> None:
    """Temperature 0 is sent, a provider's own host is no production of the product."""
    made = reached(load(OPENAI + "max_tokens = 9\nparameters = { top_p = 1 }")).as_target()
    assert made == OpenAIConfig(
        kind="openai",
        escalation="none",
        production=True,
        preflight=False,
        base_url="http://127.0.0.1:9/v1",
        model="reader-2026-01-01",
        temperature=0,
        max_tokens=9,
        parameters={"top_p": 1},
    )


def test_a_model_that_takes_no_temperature_is_sent_none(load: Load) -> None:
    """It is said in the file; nothing is dropped because an endpoint refused it."""
    judge = reached(load(OPENAI + "takes_temperature = false"))
    made = judge.as_target(more={"response_format": {}})
    assert isinstance(made, OpenAIConfig)
    assert made.temperature is None
    assert made.parameters == {"response_format": {}}


def test_a_model_of_the_messages_api_is_a_judge(load: Load) -> None:
    """With its most tokens, the version of the API, and temperature 0."""
    judge = reached(load(ANTHROPIC + 'api_version = "2026-02-03"\napi_key_env = "KEY"'))
    made = judge.as_target(more={"output_config": {}})
    assert isinstance(made, AnthropicConfig)
    assert (made.max_tokens, made.api_version, made.temperature) == (9, "2026-02-03", 0)
    assert (made.api_key_env, made.parameters) == ("KEY", {"output_config": {}})
    assert (made.escalation, made.production, made.preflight) == ("none", True, False)
    judge = reached(load(ANTHROPIC + "takes_temperature = false"))
    assert judge.as_target().temperature is None  # type: ignore[union-attr]


def test_an_endpoint_of_another_shape_says_where_its_model_stands(load: Load) -> None:
    """The name that it answers as, and why a reply ended, are read as flags of the reply."""
    made = reached(load(HTTP)).as_target()
    assert isinstance(made, HttpConfig)
    assert made.flags == {"model": "$.model", "finish_reason": "$.stop_reason"}


def test_a_function_is_a_judge(load: Load) -> None:
    """A callable of this process needs nothing else."""
    made = reached(load(FUNCTION)).as_target()
    assert isinstance(made, FunctionConfig)
    assert made.call == "my_judge:reply"


def test_a_judge_is_let_in_as_a_product_is(load: Load) -> None:
    """The tables of access, headers and the largest reply go to the target that is asked."""
    text = OPENAI + 'max_reply_mb = 9\nheaders = { X-Team = "care" }' + OAUTH
    made = reached(load(text + '[judge.target.tls]\nca = "ca.pem"')).as_target()
    assert isinstance(made, OpenAIConfig)
    assert (made.max_reply_mb, made.headers) == (9, {"X-Team": "care"})
    assert made.oauth is not None
    assert made.oauth.client_id_env == "ID"
    assert made.tls is not None
    assert made.tls.ca == "ca.pem"
    basic = '[judge.target.basic]\nuser_env = "A"\npassword_env = "B"'
    named = reached(load(HTTP + basic)).as_target()
    assert isinstance(named, HttpConfig)
    assert named.basic is not None


def test_a_socket_and_a_command_are_judges(load: Load) -> None:
    """As targets of the same kind, which end a reply where the file says so, and else at once."""
    made = reached(load(SOCKET)).as_target()
    assert isinstance(made, WebsocketConfig)
    assert (made.done, "done" in made.model_fields_set) == ("$.end", True)
    ran = reached(load(COMMAND)).as_target()
    assert isinstance(ran, CommandConfig)
    assert ran.command == ("python", "judge.py")
    assert "done" not in ran.model_fields_set
    options = {"--mhgate-judge-command": "node, judge.mjs", "--mhgate-judge-shared": "true"}
    given = reached(load(COMMAND + 'belongs_to = "$.id"', options=options))
    assert (given.command, given.shared) == (("node", "judge.mjs"), True)


def test_a_panel_has_members(load: Load) -> None:
    """Each has a name; the kind llm is assumed."""
    judge = load(PANEL).judge
    assert [(each.name, each.kind) for each in judge.member] == [
        ("rules", "rules"),
        ("reader", "llm"),
    ]
    assert judge.rule == "majority"
    assert load(PANEL.replace('"majority"', '"mean"')).judge.rule == "mean"


def test_the_defaults_ask_carefully(load: Load) -> None:
    """The rules judge; of a model a first question, one question a call, no canaries."""
    judge = load().judge
    assert (judge.kind, judge.preflight, judge.batch) == ("rules", True, False)
    assert (judge.canaries, judge.same_as_target, judge.target) == (False, False, None)


def test_a_price_is_stated_or_it_is_none(load: Load) -> None:
    """Of both kinds of tokens; a price of 0 is a price. It changes no policy and no judge."""
    priced = load(
        OPENAI + "usd_per_million_prompt_tokens = 2\nusd_per_million_completion_tokens = 0"
    )
    unpriced = load(OPENAI)
    assert priced.judge.target is not None
    assert unpriced.judge.target is not None
    assert priced.judge.target.usd(1_500_000, 10) == 3
    assert unpriced.judge.target.usd(0, 0) is None
    assert priced.policy_digest == unpriced.policy_digest


@pytest.mark.parametrize(
    ("text", "where", "said"),
    [
        ('[judge]\nkind = "llm"', "judge.target", "No judge is guessed"),
        ('[judge]\nkind = "lllm"', "judge.kind", 'Did you mean "llm"?'),
        (OPENAI.replace('"llm"', '"rules"'), "judge.target", 'kind = "llm"'),
        (PANEL.replace('"panel"', '"llm"'), "judge.member", 'kind = "panel"'),
        (PANEL.replace('rule = "majority"', ""), "judge.rule", '"unanimity"'),
        (PANEL.replace('"majority"', '"median"'), "judge.rule", '"unanimity" or "mean"'),
        (PANEL.partition('[[judge.member]]\nname = "reader"')[0], "judge.member", "two or more"),
        (PANEL.replace('"reader"', '"rules"'), "judge.member[1].name", "another member has"),
        (PANEL.replace('kind = "rules"', ""), "judge.member[0].target", "nothing"),
        (PANEL + "timeout_s = 0", "judge.member[1].target.timeout_s", "above 0"),
        (PANEL + "timout_s = 5", "judge.member[1].target.timout_s", "`timeout_s`"),
        (OPENAI.replace("model =", "modell ="), "judge.target.modell", "`model`"),
        (OPENAI.replace('model = "reader-2026-01-01"', ""), "judge.target.model", "needs it"),
        (OPENAI.replace('"openai"', '"opnai"'), "judge.target.kind", 'Did you mean "openai"?'),
        (OPENAI.replace('kind = "openai"', ""), "judge.target.kind", "nothing"),
        (OPENAI + 'url = "http://x.test/"', "judge.target.url", 'where kind is "http"'),
        (
            HTTP + 'model = "m"',
            "judge.target.model",
            'where kind is "openai" or "anthropic"',
        ),
        (OPENAI + 'api_version = "1"', "judge.target.api_version", 'where kind is "anthropic"'),
        (ANTHROPIC.replace("max_tokens = 9", ""), "judge.target.max_tokens", "needs it"),
        (
            ANTHROPIC + "structured = true\nparameters = { output_config = {} }",
            "judge.target.parameters.output_config",
            "one of both",
        ),
        (OPENAI + 'escalation = "none"', "judge.target.escalation", "key of [target]"),
        (OPENAI + "temperature = 3", "judge.target.temperature", "from 0 to 2"),
        (
            OPENAI + "usd_per_million_prompt_tokens = 1",
            "judge.target.usd_per_million_prompt_tokens",
            "one price of two",
        ),
        (
            HTTP + "usd_per_million_completion_tokens = 1",
            "judge.target.usd_per_million_completion_tokens",
            'where kind is "openai" or "anthropic"',
        ),
        (
            OPENAI + "temperature = 0.5\ntakes_temperature = false",
            "judge.target.temperature",
            "dropped in silence",
        ),
        (
            OPENAI + "structured = true\nparameters = { response_format = {} }",
            "judge.target.parameters.response_format",
            "one of both",
        ),
        (HTTP.replace('"{history}"', '"{message}"'), "judge.target.body", "one_message = true"),
        (HTTP.replace('"{history}"', '"x"'), "judge.target.body", "no {message}"),
        (HTTP.replace('reply = "$.content[0].text"', ""), "judge.target.reply", "JSONPath"),
        (HTTP.replace('"$.model"', '"model"'), "judge.target.answered_as", "begins with $"),
        (FUNCTION.replace("my_judge:reply", "my_judge"), "judge.target.call", '"my_judge:reply"'),
        (HTTP.replace("http://", "ws://"), "judge.target.url", "http:// or https://"),
        (SOCKET.replace("wss://", "https://"), "judge.target.url", "ws:// or wss://"),
        (SOCKET.replace("wss://", "ftp://"), "judge.target.url", "http://127.0.0.1"),
        (SOCKET.replace('done = "$.end"', ""), "judge.target.done", "tell a reply's end"),
        (SOCKET.replace('delta = "$.piece"', ""), "judge.target.reply", "and no delta"),
        (SOCKET.replace('"{history}"', '"{message}"'), "judge.target.body", "one_message = true"),
        (SOCKET + "ping_s = 0", "judge.target.ping_s", "above 0"),
        (OPENAI + 'subprotocol = "a"', "judge.target.subprotocol", 'where kind is "websocket"'),
        (COMMAND + "shared = true", "judge.target.belongs_to", "whose reply a line is"),
        (COMMAND.replace('["python", "judge.py"]', "[]"), "judge.target.command", "an array"),
        (
            COMMAND.replace('body = { messages = "{history}" }', ""),
            "judge.target.body",
            "{message}",
        ),
        (OPENAI.replace('"openai"', '"asgi"'), "judge.target.kind", '"websocket", "command"'),
        (OPENAI + 'api_key_env = "KEY"' + OAUTH, "judge.target.oauth", "one of the two"),
        (OPENAI + OAUTH + 'scop = "x"', "judge.target.oauth.scop", "`scope`"),
        (
            OPENAI + OAUTH.replace("https://login.test", "https://me:hunter2@login.test"),
            "judge.target.oauth.token_url",
            "not shown",
        ),
        (
            PANEL + OAUTH.replace("judge.target", "judge.member.target"),
            "judge.member[1].target.oauth",
            'where kind is "openai"',
        ),
        (OPENAI + '[judge.target.tls]\nkey = "k.pem"', "judge.target.tls", "beside its key"),
        (OPENAI + "max_reply_mb = 0", "judge.target.max_reply_mb", "above 0"),
        ("judge = 3", "judge", "a table"),
        (
            '[judge]\nkind = "panel"\nrule = "majority"\nmember = 3',
            "judge.member",
            "an array of tables",
        ),
        (
            '[judge]\nkind = "panel"\nrule = "majority"\nmember = [3, 4]',
            "judge.member[0]",
            "a table",
        ),
    ],
)
def test_what_a_judge_must_say_is_checked(refuse: Refuse, text: str, where: str, said: str) -> None:
    """Each slip is found before anything is asked, with its key and what was expected."""
    assert said in refuse(text)[where]


def test_every_mistake_is_reported_at_once(refuse: Refuse) -> None:
    """Those of the judge stand beside those of the target and of the gate."""
    text = OPENAI.replace('model = "reader-2026-01-01"', "batch = true") + "[gate]\nalpha = 2\n"
    found = refuse(text)
    assert set(found) == {"judge.target.model", "judge.target.batch", "gate.alpha"}


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (OPENAI + f'api_key_env = "{WRITTEN_OUT}"', "judge.target.api_key_env"),
        (OPENAI + f'parameters = {{ user = "{WRITTEN_OUT}" }}', "judge.target.parameters.user"),
        (
            HTTP + f'headers = {{ x-api-key = "{WRITTEN_OUT}" }}',
            "judge.target.headers.x-api-key",
        ),
        (
            PANEL.replace('kind = "function"\ncall = "my_judge:reply"', OPENAI.rpartition("]")[2])
            + f'parameters = {{ key = "{WRITTEN_OUT}" }}',
            "judge.member[1].target.parameters.key",
        ),
        (
            OPENAI.replace("127.0.0.1:9/v1", "127.0.0.1:9/v1?api_key=hunter2"),
            "judge.target.base_url",
        ),
    ],
)
def test_a_judges_secret_written_out_is_refused_and_not_repeated(
    refuse: Refuse, text: str, where: str
) -> None:
    """The judge's key is named by variable, as the product's is."""
    found = refuse(text)
    assert where in found
    assert not any(word in str(found) for word in (WRITTEN_OUT, "hunter2"))


def test_a_variable_that_the_judge_names_is_no_slip(load: Load) -> None:
    """A key in MHGATE_JUDGE_SECRET is the user's own variable, once the file names it."""
    load(
        OPENAI + 'api_key_env = "MHGATE_JUDGE_SECRET"',
        environ={"MHGATE_JUDGE_SECRET": "x"},
    )


TARGET = """
[target]
kind = "openai"
escalation = "none"
base_url = "http://127.0.0.1:9/v1/"
model = "reader-2026-01-01"
"""


SOCKET_TARGET = """
[target]
kind = "websocket"
escalation = "none"
url = "wss://judge.test:443/chat"
body = "{message}"
reply = "$"
"""
COMMAND_TARGET = """
[target]
kind = "command"
escalation = "none"
command = ["python", "judge.py"]
body = "{message}"
reply = "$"
"""
MESSAGES = TARGET.replace('"openai"', '"anthropic"') + "max_tokens = 9\n"


@pytest.mark.parametrize(
    ("judge", "target"),
    [
        (OPENAI, TARGET),
        (OPENAI.replace("127.0.0.1:9/v1", "127.0.0.1:9/v1/chat/completions"), TARGET),
        (FUNCTION, '[target]\nkind = "function"\nescalation = "none"\ncall = "my_judge:reply"\n'),
        (PANEL, '[target]\nkind = "function"\nescalation = "none"\ncall = "my_judge:reply"\n'),
        (
            HTTP.replace("/v1/messages", "/v1/chat/completions"),
            TARGET,
        ),
        (ANTHROPIC, TARGET),
        (ANTHROPIC.replace("127.0.0.1:9/v1", "127.0.0.1:9"), MESSAGES),
        (HTTP, MESSAGES.replace("127.0.0.1:9/v1", "127.0.0.1:9")),
        (SOCKET, SOCKET_TARGET),
        (COMMAND, COMMAND_TARGET),
    ],
)
def test_the_model_under_test_does_not_judge_itself(
    load: Load, refuse: Refuse, judge: str, target: str
) -> None:
    """The same address and model is a mistake, unless it is written that it is meant."""
    found = refuse(judge + target)
    (where,) = found
    assert where.endswith("target")
    assert "same_as_target = true" in found[where]
    load(judge.replace("[judge]", "[judge]\nsame_as_target = true") + target)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("127.0.0.1:9", "localhost:9"),
        ("127.0.0.1:9", "[::1]:9"),
        ("127.0.0.1:9", "LocalHost.:9"),
        ("127.0.0.1:9", "0.0.0.0:9"),
        ("llm.test", "LLM.test:80"),
        ("llm.test", "LLM.Test."),
    ],
)
def test_another_spelling_of_the_host_is_the_same_address(
    refuse: Refuse, ours: str, theirs: str
) -> None:
    """This machine by any name, letters of either case, and a default port that is written out."""
    judge, target = (
        each.replace("127.0.0.1:9", host) for each, host in ((OPENAI, ours), (TARGET, theirs))
    )
    (found,) = refuse(judge + target).values()
    assert "another model than the one under test" in found


@pytest.mark.parametrize(
    "change",
    [
        ("reader-2026-01-01", "another-2026-01-01"),
        ("http://127.0.0.1:9", "https://127.0.0.1"),
        ("127.0.0.1:9", "127.0.0.1"),
        ("127.0.0.1:9", "127.0.0.1:8"),
    ],
)
def test_another_model_may_judge(load: Load, change: tuple[str, str]) -> None:
    """Another model at the same address, or the same name elsewhere."""
    load(OPENAI + TARGET.replace(*change))


def test_an_option_chooses_another_judge(load: Load) -> None:
    """The tables of the file's own judge are left out, as a target's keys are."""
    assert load(OPENAI, options={"judge.kind": "rules"}).judge.target is None
    assert load(PANEL, options={"judge.kind": "rules"}).judge.member == ()
    options = {"judge.target.kind": "function", "judge.target.call": "other:judge"}
    made = reached(load(OPENAI, options=options))
    assert (made.kind, made.model, made.call) == ("function", None, "other:judge")


def test_a_model_can_be_given_outside_the_file(load: Load) -> None:
    """Address and name by option and variable, recorded as overrides."""
    config = load(
        OPENAI,
        options={"--mhgate-judge-base-url": "http://127.0.0.1:7/v1"},
        environ={"MHGATE_JUDGE_MODEL": "other-2026-02-02"},
    )
    assert reached(config).base_url == "http://127.0.0.1:7/v1"
    assert reached(config).model == "other-2026-02-02"
    assert {each.key for each in config.overrides} == {
        "judge.target.base_url",
        "judge.target.model",
    }


def test_every_key_of_a_kind_is_a_key_of_the_model() -> None:
    """The table of kinds names fields that exist, and every field that is not shared by all."""
    named = {key for keys in JUDGE_KINDS.values() for key in (*keys.needed, *keys.others)}
    shared = set(JudgeTargetConfig.model_fields) - named
    assert named <= set(JudgeTargetConfig.model_fields)
    assert shared == {
        "kind",
        "timeout_s",
        "max_retries",
        "concurrency",
        "requests_per_minute",
        "tokens_per_minute",
        "max_requests",
        "max_reply_mb",
        "one_message",
    }
