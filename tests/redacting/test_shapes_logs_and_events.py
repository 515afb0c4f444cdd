"""Holds shapes of credentials, log records and tracebacks, events of a journal, and last edges."""

from __future__ import annotations

import io
import logging
import types
import typing
from typing import Any

import pytest
from pydantic import BaseModel

from mhgate.records import CellAnswer, Failure, Quote, Score, Transcript, Trial, Turn, Vote
from mhgate.redacting.events import WORDS, shown_event
from mhgate.redacting.last_edge import redacted_traceback, redactor_of
from mhgate.redacting.logs import RedactingFormatter, redacted_logs
from mhgate.redacting.personal import Personal
from mhgate.redacting.secrets import REDACTED, Redactor, redact_all
from mhgate.redacting.shapes import TOKEN, without_credentials

SECRET = "canary-k3y/+&="  # noqa: S105 - a planted one
PERSON = "jane.doe@example.net"

SHAPES = [
    "AKIAIOSFODNN7EXAMPLE",
    "ghp_" + "a1B2" * 9,
    "github_pat_" + "a1B2" * 8,
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r",
    "sk-proj-" + "a1B2" * 6,
    "AIza" + "a" * 35,
    "xoxb-1234567890-abcdef",
    "AGE-SECRET-KEY-1" + "Q" * 58,
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----",
]


@pytest.mark.parametrize("shape", SHAPES)
def test_what_looks_like_a_credential_goes(shape: str) -> None:
    """Whosever it is, though nobody named it."""
    assert without_credentials(f"found {shape} there") == f"found {TOKEN} there"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Authorization: Bearer abcdefgh12345", "Authorization: Bearer [token]"),
        ('{"api_key": "abcdefgh12345", "a": 1}', '{"api_key": "[token]", "a": 1}'),
        ("?access_token=abcdefgh12345&b=2", "?access_token=[token]&b=2"),
        ("password: hunter2hunter2", "password: [token]"),
        ("Bearer [redacted]", "Bearer [redacted]"),
        ('"api_key": "[redacted]"', '"api_key": "[redacted]"'),
        ("a basic explanation, a bearer well-being", "a basic explanation, a bearer well-being"),
    ],
)
def test_what_a_name_calls_a_credential_goes(text: str, shown: str) -> None:
    """The name stays, so that a reader sees what was there; markers stay."""
    assert without_credentials(text) == shown


# --- logs


@pytest.fixture
def stream() -> Any:
    """Log everything, at DEBUG, as a team's own handler would."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    root, level = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield out
    root.removeHandler(handler)
    root.setLevel(level)


def _broken(message: str) -> None:
    raise ValueError(message)


def _redactor() -> Redactor:
    redactor = Redactor(Personal().redact)
    redactor.add(SECRET)
    return redactor


@pytest.mark.parametrize("name", ["httpx", "httpcore.http11", "asyncio", "mhgate.targets.asgi"])
def test_records_and_tracebacks_are_redacted(name: str, stream: io.StringIO) -> None:
    """Message, arguments, traceback and stack; afterwards the logger is as it was."""
    logger = logging.getLogger(name)
    with redacted_logs(_redactor()):
        logger.debug("sent %s to %s", SECRET, PERSON, stack_info=True)
        try:
            _broken(f"{SECRET} of {PERSON}")
        except ValueError:
            logger.exception("broke")
    said = stream.getvalue()
    assert SECRET not in said
    assert PERSON not in said
    assert said.count(REDACTED) == said.count("[email]") == 2
    assert "Traceback (most recent call last)" in said
    assert not logger.filters
    logger.debug("sent %s", SECRET)
    assert SECRET in stream.getvalue()


def test_a_logger_of_ours_that_exists_is_covered_too(stream: io.StringIO) -> None:
    """Whatever name below mhgate somebody logs under."""
    logger = logging.getLogger("mhgate.somewhere.new")
    with redacted_logs(_redactor()):
        logger.info(SECRET)
    assert stream.getvalue() == f"{REDACTED}\n"


def test_a_formatter_redacts_what_another_made() -> None:
    """Also what a formatter adds of its own: tracebacks, extra fields."""
    inner = logging.Formatter("%(message)s %(who)s")
    record = logging.LogRecord("x", logging.INFO, "p", 1, "key %s", (SECRET,), None)
    record.who = PERSON
    assert RedactingFormatter(inner, _redactor()).format(record) == f"key {REDACTED} [email]"


# --- the last edge


def test_the_traceback_of_a_bug_holds_no_secret_and_no_person(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By the names of variables, and by what any target was told of; causes too."""
    Redactor().add("met-somewhere-1")
    environ = {"BOT_API_KEY": SECRET, "PATH": "/usr/bin:/bin", "HOME": "/home/x"}
    try:
        try:
            _broken(f"met-somewhere-1 {PERSON}")
        except ValueError as inner:
            raise RuntimeError(f"Bearer {SECRET} in /usr/bin:/bin") from inner
    except RuntimeError as error:
        said = redacted_traceback(error, environ)
    assert SECRET not in said
    assert "met-somewhere-1" not in said
    assert PERSON not in said
    assert "RuntimeError: Bearer" in said
    assert "/usr/bin:/bin" in said


def test_short_values_and_other_names_are_left_alone() -> None:
    """A variable that holds ``dummy`` does not blank out a traceback, nor does KEYBOARD."""
    redactor = redactor_of({"TOKEN": "dummy", "KEYBOARD": "us-layout-intl", "MONKEY": "some-words"})
    assert redactor.redact("dummy us-layout-intl some-words") == "dummy us-layout-intl some-words"


# --- events


def _models(model: type[BaseModel]) -> set[type[BaseModel]]:
    found = {model}
    for field in model.model_fields.values():
        for inner in _types_in(field.annotation):
            if isinstance(inner, type) and issubclass(inner, BaseModel) and inner not in found:
                found |= _models(inner)
    return found


def _types_in(annotation: Any) -> set[Any]:
    inner = typing.get_args(annotation)
    if not inner:
        return {annotation}
    return {each for one in inner for each in _types_in(one)}


# what holds no words: ids, digests, kinds, choices that an item names
_OPAQUE = {
    "Transcript": {"target_fingerprint"},
    "Trial": {"id", "item_id", "family"},
    "Failure": {"trial_id", "kind", "probe_id"},
    "Score": {"trial_id", "probe_id", "judge", "confirmed_by", "question", "item", "read", "key"},
    "Vote": {"name", "judge", "failure_kind"},
    "CellAnswer": {"cell", "question", "failure"},
}


def test_every_field_that_holds_words_is_known() -> None:
    """A new text in a turn, a failure or a score is either words, or said here to be none."""
    for root in (Transcript, Failure, Score):
        for model in _models(root):
            for name, field in model.model_fields.items():
                kinds = _types_in(field.annotation) - {type(None), types.NoneType}
                holds_text = str in kinds and not field.exclude
                opaque = _OPAQUE.get(model.__name__, set())
                if model.__name__ in {"Turn", "Quote", *_OPAQUE} and holds_text:
                    assert (name in WORDS) != (name in opaque), f"{model.__name__}.{name}"


def test_an_event_keeps_its_names_and_loses_its_words() -> None:
    """Words become markers at any depth; ids that look like numbers stay."""
    trial = Trial(id="s/07700900123#0", item_id="s/07700900123", family="f", epoch=0, seed=1)
    said = f"I am {PERSON}, 07700 900123"
    turn = Turn(role="assistant", content=said, flags={"who": [{"mail": PERSON}, 5558675309]})
    quote = Quote(turn=1, start=0, end=len(said), text=said)
    event = {
        "event": "scored",
        "trial": trial.id,
        "scores": [
            Score(
                trial_id=trial.id,
                probe_id="p.q",
                value=0,
                judge="j",
                quotes=(quote,),
                explanation=said,
                votes=(Vote(name="a", judge="b", value="no"),),
                cells=(CellAnswer(cell="c", question="q", value="no", explanation=said),),
            ).model_dump(mode="json")
        ],
        "failures": [],
    }
    came = {
        "event": "transcript",
        "transcript": Transcript(
            trial=trial,
            turns=(Turn(role="user", content=said), turn),
            target_fingerprint="sha256:t",
        ).model_dump(mode="json"),
    }
    for whole in (event, came):
        shown = shown_event(whole, Personal().redact)
        assert PERSON not in str(shown)
        assert "900123'" not in str(shown).replace("07700900123", "")
        assert trial.id in str(shown)
    flags = shown_event(came, Personal().redact)["transcript"]["turns"][1]["flags"]
    assert flags == {"who": [{"mail": "[email]"}, "[phone]"]}
    begin = {"event": "begin", "plan": PERSON}
    assert shown_event(begin, Personal().redact) == begin


def test_numbers_and_booleans_stay_what_they_are() -> None:
    """Only a number that reads as somebody's becomes a marker."""
    value = {"a": [1, True, None, 0.5, "x"]}
    assert redact_all(value, Personal().redact) == value
