"""The keys of ``[judge]``, ``[judge.target]`` and ``[[judge.member]]``: part of the settings."""

from __future__ import annotations

from mhgate.config.requirements_settings import REQUIREMENTS
from mhgate.config.setting import FileKey, Setting
from mhgate.config.target_file_keys import TARGET_FILE_KEYS
from mhgate.config.target_settings import TARGET_SETTINGS

__all__ = ["JUDGE_FILE_KEYS", "JUDGE_SETTINGS"]

# what means the same of a judge as of the product
_AS_OF_TARGET = (
    *("max_reply_mb", "delta", "done", "done_is", "error", "subprotocol", "ready", "ping_s"),
    *("command", "pass_env", "shared", "belongs_to"),
    *("api", "stream", "format", "encoding", "cookies"),
)
_FILE_KEYS_AS_OF_TARGET = frozenset(
    {"first", "basic", "oauth", "tls", "save", "session", "before", "poll"}
)
_PRODUCTS = "target."


def _as_of_target() -> tuple[Setting, ...]:
    """Return the product's own settings that a judge has too, by the judge's names."""
    own = {known.key.removeprefix(_PRODUCTS): known for known in TARGET_SETTINGS}
    return tuple(
        own[key]._replace(
            key=f"judge.target.{key}",
            name=f"judge-{own[key].name}",
            nullable=own[key].nullable or key == "command",  # each kind of judge has its own keys
        )
        for key in _AS_OF_TARGET
    )


_TARGET: tuple[Setting, ...] = (
    Setting(
        "judge.target.kind",
        "judge-target-kind",
        "text",
        "choice",
        "how the model is reached that judges: openai, anthropic, http, websocket, command or "
        "function",
    ),
    Setting(
        "judge.target.timeout_s",
        "judge-timeout-s",
        "number",
        "seconds",
        "longest wait for one reply of the judge",
    ),
    Setting(
        "judge.target.max_retries",
        "judge-max-retries",
        "whole number",
        "attempts",
        "further attempts after a retryable failure; 0 asks once",
    ),
    Setting(
        "judge.target.concurrency",
        "judge-concurrency",
        "whole number",
        "requests",
        "how many requests to the judge run at the same time",
    ),
    Setting(
        "judge.target.requests_per_minute",
        "judge-requests-per-minute",
        "number",
        "requests a minute",
        "the fastest pace; absent: as fast as concurrency allows",
        nullable=True,
    ),
    Setting(
        "judge.target.tokens_per_minute",
        "judge-tokens-per-minute",
        "number",
        "tokens a minute",
        "the fastest pace in tokens, read and written; absent: no such limit",
        nullable=True,
    ),
    Setting(
        "judge.target.max_requests",
        "judge-max-requests",
        "whole number",
        "requests",
        "the judge's budget of a run; every attempt counts; when it is spent the run ends; absent: "
        "no budget",
        nullable=True,
    ),
    Setting(
        "judge.target.one_message",
        "judge-one-message",
        "true or false",
        "yes or no",
        "send task and transcript as one message, where a system message cannot be sent",
    ),
    Setting(
        "judge.target.base_url",
        "judge-base-url",
        "text",
        "address",
        "of the API, without /chat/completions or /v1/messages",
        nullable=True,
    ),
    Setting(
        "judge.target.model",
        "judge-model",
        "text",
        "name",
        "the model that judges, by a name that cannot move",
        nullable=True,
    ),
    Setting(
        "judge.target.api_key_env",
        "judge-api-key-env",
        "text",
        "variable's name",
        "the environment variable that holds the judge's key",
        nullable=True,
    ),
    Setting(
        "judge.target.api_version",
        "judge-api-version",
        "text",
        "version",
        "of the Messages API, sent as anthropic-version",
    ),
    Setting(
        "judge.target.temperature",
        "judge-temperature",
        "number",
        "temperature",
        "always sent, unless takes_temperature is false",
    ),
    Setting(
        "judge.target.takes_temperature",
        "judge-takes-temperature",
        "true or false",
        "yes or no",
        "false: the model refuses a temperature, so none is sent",
    ),
    Setting(
        "judge.target.max_tokens",
        "judge-max-tokens",
        "whole number",
        "tokens a reply",
        "sent when stated, which the kind anthropic asks for",
        nullable=True,
    ),
    Setting(
        "judge.target.structured",
        "judge-structured",
        "true or false",
        "yes or no",
        "send the answer's JSON schema (openai: response_format, anthropic: output_config), for "
        "servers that hold a model to it",
    ),
    Setting(
        "judge.target.usd_per_million_prompt_tokens",
        "judge-usd-per-million-prompt-tokens",
        "number",
        "USD",
        "price of a million tokens that the judge reads; stated, plan and report say what it costs",
        nullable=True,
    ),
    Setting(
        "judge.target.usd_per_million_completion_tokens",
        "judge-usd-per-million-completion-tokens",
        "number",
        "USD",
        "price of a million tokens that it writes; both prices are stated, or none",
        nullable=True,
    ),
    Setting(
        "judge.target.url",
        "judge-url",
        "text",
        "address",
        "where the judge is asked",
        nullable=True,
    ),
    Setting("judge.target.method", "judge-method", "text", "HTTP method", "of that request"),
    Setting(
        "judge.target.bearer_env",
        "judge-bearer-env",
        "text",
        "variable's name",
        "the environment variable that holds the bearer token",
        nullable=True,
    ),
    Setting(
        "judge.target.reply",
        "judge-reply",
        "text",
        "JSONPath",
        "where the reply's text stands in a JSON body, a frame or a line",
        nullable=True,
    ),
    Setting(
        "judge.target.answered_as",
        "judge-answered-as",
        "text",
        "JSONPath",
        "where the name of the model that answered stands",
        nullable=True,
    ),
    Setting(
        "judge.target.stopped_by",
        "judge-stopped-by",
        "text",
        "JSONPath",
        "where it stands why the reply ended: length or max_tokens is a reply that was cut",
        nullable=True,
    ),
    Setting(
        "judge.target.call",
        "judge-call",
        "text",
        "package.module:callable",
        "the function that judges",
        nullable=True,
    ),
    *_as_of_target(),
)

_TARGET_FILE_KEYS: tuple[FileKey, ...] = (
    FileKey(
        "judge.target.headers",
        "table of text",
        'headers of each request; "${env:NAME}" in a value is the variable NAME',
    ),
    FileKey(
        "judge.target.body",
        "JSON value",
        'the request\'s body; a text that is "{history}" becomes the list of messages',
    ),
    FileKey(
        "judge.target.parameters", "JSON table", "further fields of the request's body, as they are"
    ),
    *(
        known._replace(key=f"judge.{known.key}")
        for known in TARGET_FILE_KEYS
        if known.key.removeprefix(_PRODUCTS) in _FILE_KEYS_AS_OF_TARGET
    ),
)

JUDGE_SETTINGS = (
    Setting(
        "judge.kind",
        "judge-kind",
        "text",
        "choice",
        "who answers the questions: rules (tested text rules), llm (a language model) or panel "
        "(several judges)",
    ),
    Setting(
        "judge.trust",
        "judge-trust",
        "text",
        "choice",
        "off: judged probes decide without a certificate of the judge's agreement with people, "
        "and the verdict's first line says so; certified: a probe whose judge has no certificate "
        "that shows what [judge.requirements] asks for is inconclusive",
    ),
    Setting(
        "judge.certificates",
        "certificates",
        "text",
        "file",
        "the judge's certificates: what corrects its error where trust is certified",
        nullable=True,
    ),
    Setting(
        "judge.preflight",
        "judge-preflight",
        "true or false",
        "yes or no",
        "ask a model one harmless question with a known answer before anything else",
    ),
    Setting(
        "judge.batch",
        "judge-batch",
        "true or false",
        "yes or no",
        "ask a model all questions about a transcript in one call, and the cells of a rubric "
        "dimension by dimension, at most 24 a call; false: one call a question",
    ),
    Setting(
        "judge.cache",
        "judge-cache",
        "true or false",
        "yes or no",
        "keep what a model answered, and ask it the same question about the same words once; "
        "it lies in judge_cache.sqlite among the reports. false: every run asks anew",
    ),
    Setting(
        "judge.canaries",
        "judge-canaries",
        "true or false",
        "yes or no",
        "try a few replies that forge a verdict on a model before the run; one that it falls for "
        "makes all its answers failures. Judges without a model are then held to known labels too",
    ),
    Setting(
        "judge.same_as_target",
        "judge-same-as-target",
        "true or false",
        "yes or no",
        "the explicit word for a judge that is the model under test",
    ),
    Setting(
        "judge.rule",
        "judge-rule",
        "text",
        "choice",
        "how the votes of a panel become one answer: majority (of all members), unanimity, or mean "
        "(of grades; of yes and no a majority)",
        nullable=True,
    ),
    *_TARGET,
)

_OF_TARGET: tuple[Setting | FileKey, ...] = (*_TARGET, *_TARGET_FILE_KEYS)

JUDGE_FILE_KEYS = (
    FileKey(
        "judge.requirements",
        "table",
        "what a certificate must show before its question may gate, where trust is certified",
    ),
    *(FileKey(f"judge.requirements.{key}", unit, text) for key, unit, text in REQUIREMENTS),
    FileKey("judge.requirements.pillar", "tables", "a pillar's own requirements, by its name"),
    *(
        FileKey(f"judge.requirements.pillar.*.{key}", unit, text)
        for key, unit, text in REQUIREMENTS
    ),
    FileKey("judge.target", "table", "the model that judges, where kind is llm"),
    *_TARGET_FILE_KEYS,
    FileKey("judge.member", "tables", "the judges on a panel, where kind is panel"),
    FileKey("judge.member.name", "name", "the name under which its votes are shown"),
    FileKey(
        "judge.member.kind",
        "choice",
        "rules (tested text rules) or llm (a language model)",
    ),
    FileKey("judge.member.target", "table", "the model that judges, where kind is llm"),
    *(
        FileKey(f"judge.member.target.{known.key.rpartition('.')[2]}", known.unit, known.help)
        for known in _OF_TARGET
    ),
)
