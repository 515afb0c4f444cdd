"""The keys of ``[patient]`` and ``[patient.target]``: part of the settings."""

from __future__ import annotations

from mhgate.config.judge_settings import JUDGE_FILE_KEYS, JUDGE_SETTINGS
from mhgate.config.setting import FileKey, Setting

__all__ = ["PATIENT_FILE_KEYS", "PATIENT_SETTINGS"]

_JUDGES, _PLAYS = "judge.target.", "patient.target."
_NOT_OF_A_PATIENT = frozenset({"structured"})

# what a key means that is the judge's too, where the judge's own words would mislead
_WORDS = {
    "kind": "how the model is reached that plays the patient: openai, anthropic, http, websocket, "
    "command or function",
    "timeout_s": "longest wait for one message of the patient",
    "concurrency": "how many requests to the patient's model run at the same time",
    "max_requests": "the patient's budget of a run; every attempt counts; when it is spent the run "
    "ends; absent: no budget",
    "one_message": "send role and transcript as one message, where a system message cannot be sent",
    "model": "the model that plays the patient, by a name that cannot move",
    "api_key_env": "the environment variable that holds the key of the patient's model",
    "max_tokens": "most tokens of one message, sent when stated, which the kind anthropic asks for",
    "usd_per_million_prompt_tokens": "price of a million tokens that the patient's model reads",
    "usd_per_million_completion_tokens": "price of a million tokens that it writes; both prices "
    "are stated, or none",
    "url": "where the patient's model is asked",
    "call": "the function that plays the patient",
}


def _words(key: str, judges: str) -> str:
    return _WORDS.get(key, judges)


def _settings() -> tuple[Setting, ...]:
    """Return the judge's own keys of a model, as they are a patient's."""
    return tuple(
        known._replace(
            key=_PLAYS + key,
            name=known.name.replace("judge-", "patient-", 1),
            help=_words(key, known.help),
        )
        for known in JUDGE_SETTINGS
        if known.key.startswith(_JUDGES)
        and (key := known.key.removeprefix(_JUDGES)) not in _NOT_OF_A_PATIENT
    )


PATIENT_SETTINGS = (
    Setting(
        "patient.kind",
        "patient-kind",
        "text",
        "choice",
        "who plays the vignettes: scripted (rules, offline) or simulated (a language model)",
    ),
    Setting(
        "patient.max_turns",
        "patient-max-turns",
        "whole number",
        "messages",
        "the most messages that a simulated patient writes in a conversation, at most 20; a "
        "vignette's own patience may end it before",
    ),
    Setting(
        "patient.max_tokens",
        "patient-conversation-tokens",
        "whole number",
        "tokens a conversation",
        "read and written together, by the replies' own count or estimated by characters; a "
        "conversation that would need more is a counted failure",
    ),
    Setting(
        "patient.preflight",
        "patient-preflight",
        "true or false",
        "yes or no",
        "ask the patient's model for one harmless message before anything else",
    ),
    Setting(
        "patient.same_as_target",
        "patient-same-as-target",
        "true or false",
        "yes or no",
        "the explicit word for a patient that is played by the model under test",
    ),
    Setting(
        "patient.same_as_judge",
        "patient-same-as-judge",
        "true or false",
        "yes or no",
        "the explicit word for a patient that is played by the model that judges",
    ),
    *_settings(),
    Setting(
        "patient.target.takes_seed",
        "patient-takes-seed",
        "true or false",
        "yes or no",
        "false: the API refuses a seed, so none is sent; else each trial's own goes along",
    ),
)

PATIENT_FILE_KEYS = (
    FileKey("patient.target", "table", "the model that plays the patient, where kind is simulated"),
    *(
        FileKey(_PLAYS + known.key.removeprefix(_JUDGES), known.unit, known.help)
        for known in JUDGE_FILE_KEYS
        if known.key.startswith(_JUDGES)
    ),
)
