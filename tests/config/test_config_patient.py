"""[patient] and [patient.target]: what they must say together, what is sent, what is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mhgate.config import (
    JUDGE_KINDS,
    PATIENT_KINDS,
    AnthropicConfig,
    Config,
    FunctionConfig,
    HttpConfig,
    OpenAIConfig,
)
from mhgate.config.target import CommandConfig, WebsocketConfig

Load = Callable[..., Config]
Refuse = Callable[..., dict[str, str]]

OPENAI = """
[patient]
kind = "simulated"
[patient.target]
kind = "openai"
base_url = "http://127.0.0.1:9/v1"
model = "player-2026-01-01"
"""
ANTHROPIC = OPENAI.replace('"openai"', '"anthropic"') + "max_tokens = 9\n"
HTTP = """
[patient]
kind = "simulated"
[patient.target]
kind = "http"
url = "http://127.0.0.1:9/v1/messages"
body = { messages = "{history}" }
reply = "$.text"
"""
FUNCTION = """
[patient]
kind = "simulated"
[patient.target]
kind = "function"
call = "my_patient:reply"
"""
SAME = """
[target]
kind = "openai"
escalation = "none"
base_url = "http://127.0.0.1:9/v1/"
model = "player-2026-01-01"
"""
JUDGED = """
[judge]
kind = "llm"
[judge.target]
kind = "openai"
base_url = "http://127.0.0.1:9/v1"
model = "player-2026-01-01"
"""


def test_without_a_table_the_patient_is_scripted(load: Load) -> None:
    """Nobody is asked unless somebody is named."""
    patient = load().patient
    assert (patient.kind, patient.target, patient.max_turns) == ("scripted", None, 20)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (OPENAI, OpenAIConfig),
        (ANTHROPIC, AnthropicConfig),
        (HTTP, HttpConfig),
        (FUNCTION, FunctionConfig),
    ],
)
def test_every_kind_becomes_a_target(load: Load, text: str, kind: type) -> None:
    """As a judge's model does: one that alerts nobody."""
    table = load(text).patient.target
    assert table is not None
    target = table.as_target()
    assert type(target) is kind
    assert (target.escalation, target.production, target.preflight) == ("none", True, False)


def test_temperature_and_seed_go_along(load: Load) -> None:
    """0.7 unless it is stated, and each trial's seed where the API takes one."""
    table = load(OPENAI).patient.target
    assert table is not None
    sent = table.as_target()
    assert isinstance(sent, OpenAIConfig)
    assert (sent.temperature, sent.parameters) == (0.7, {"seed": "{seed}"})
    for more, parameters in (
        ("takes_seed = false\n", {}),
        ("parameters = { seed = 5 }\n", {"seed": 5}),
    ):
        table = load(OPENAI + more).patient.target
        assert table is not None
        sent = table.as_target()
        assert isinstance(sent, OpenAIConfig)
        assert sent.parameters == parameters
    table = load(ANTHROPIC).patient.target
    assert table is not None
    messages = table.as_target()
    assert isinstance(messages, AnthropicConfig)
    assert messages.parameters == {}


def test_keys_are_the_judges_without_its_schema(refuse: Refuse) -> None:
    """A person's message has no schema; the seed is a patient's own."""
    for kind, keys in JUDGE_KINDS.items():
        own = {*PATIENT_KINDS[kind].needed, *PATIENT_KINDS[kind].others}
        assert own - {"takes_seed"} == {*keys.needed, *keys.others} - {"structured"}
    mistakes = refuse(OPENAI + "structured = true\n")
    assert set(mistakes) == {"patient.target.structured"}
    mistakes = refuse(ANTHROPIC + "takes_seed = true\n")
    assert "[patient.target] where kind is" in mistakes["patient.target.takes_seed"]


SOCKET = """
[patient]
kind = "simulated"
[patient.target]
kind = "websocket"
url = "wss://player.test/play"
body = { messages = "{history}", seed = "{seed}" }
reply = "$.text"
[patient.target.tls]
ca = "ca.pem"
"""
COMMAND = """
[patient]
kind = "simulated"
[patient.target]
kind = "command"
command = ["python", "player.py"]
body = { messages = "{history}" }
reply = "$.text"
"""


def test_a_patient_is_reached_and_let_in_as_a_judge_is(load: Load, refuse: Refuse) -> None:
    """By socket and command; with a private authority, which is no secret and no identity."""
    table = load(SOCKET).patient.target
    assert table is not None
    made = table.as_target()
    assert isinstance(made, WebsocketConfig)
    assert made.tls is not None
    assert (made.tls.ca, made.production, made.escalation) == ("ca.pem", True, "none")
    ran = load(COMMAND).patient.target
    assert ran is not None
    assert isinstance(ran.as_target(), CommandConfig)
    assert not ran.sends_seed
    for text, where in (
        (SOCKET.replace("wss://", "https://"), "patient.target.url"),
        (SOCKET.replace('reply = "$.text"', ""), "patient.target.reply"),
        (SOCKET.replace('ca = "ca.pem"', 'key = "k"'), "patient.target.tls"),
        (SOCKET.replace('ca = "ca.pem"', 'cas = "k"'), "patient.target.tls.cas"),
        (COMMAND.replace('"{history}"', '"{message}"'), "patient.target.body"),
        (COMMAND + "shared = true", "patient.target.belongs_to"),
        (COMMAND + JUDGED_BY_COMMAND, "patient.target"),
        (OPENAI + 'pass_env = ["A"]', "patient.target.pass_env"),
    ):
        assert set(refuse(text)) == {where}, text


JUDGED_BY_COMMAND = COMMAND.replace("patient", "judge").replace("simulated", "llm")


def test_misspelt_keys_have_their_nearest(refuse: Refuse) -> None:
    """In both tables, with what is missing beside them."""
    mistakes = refuse(OPENAI.replace('kind = "simulated"', 'kind = "simulatd"\nmaxturns = 3'))
    assert "simulated" in mistakes["patient.kind"]
    assert "`max_turns`" in mistakes["patient.maxturns"]
    mistakes = refuse(OPENAI.replace("model =", "modell ="))
    assert "`model`" in mistakes["patient.target.modell"]
    assert "patient.target.model" in mistakes


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('[patient]\nkind = "simulated"\n', "patient.target"),
        (OPENAI.replace("simulated", "scripted"), "patient.target"),
        (OPENAI.replace('kind = "simulated"', 'kind = "simulated"\nmax_turns = 21'), "max_turns"),
        (OPENAI.replace('kind = "simulated"', 'kind = "simulated"\nmax_turns = 0'), "max_turns"),
        (OPENAI + 'api_key_env = "sk-canary-0123456789"\n', "api_key_env"),
        (HTTP.replace("{history}", "{message}"), "patient.target.body"),
        (OPENAI + "takes_temperature = false\ntemperature = 1\n", "temperature"),
        (OPENAI + SAME, "patient.target"),
        (OPENAI + JUDGED, "patient.target"),
    ],
)
def test_what_does_not_fit_is_refused(refuse: Refuse, text: str, key: str) -> None:
    """A table too many or too few, numbers out of range, secrets, and a model with two parts."""
    mistakes = refuse(text)
    assert any(key in where for where in mistakes), mistakes
    assert "sk-canary" not in "".join(mistakes.values())


def test_a_model_may_play_two_parts_where_it_is_meant(load: Load) -> None:
    """The explicit word for each."""
    load(OPENAI.replace("[patient.target]", "same_as_target = true\n[patient.target]") + SAME)
    load(OPENAI.replace("[patient.target]", "same_as_judge = true\n[patient.target]") + JUDGED)


def test_options_choose_another_patient(load: Load) -> None:
    """The scripted one leaves the table unread; another kind leaves the keys of the first."""
    assert load(OPENAI, options={"patient.kind": "scripted"}).patient.target is None
    given = {"patient.target.kind": "function", "patient.target.call": "my_patient:reply"}
    table = load(OPENAI, options=given).patient.target
    assert table is not None
    assert (table.kind, table.model) == ("function", None)


def test_a_key_named_by_the_patient_is_known(load: Load) -> None:
    """A variable that holds its secret is no unknown setting."""
    load(OPENAI + 'api_key_env = "MHGATE_PLAYER"\n', environ={"MHGATE_PLAYER": "x"})
