"""What is about a person, taken out where it is shown or leaves the machine; hotlines stay.

The table of hotlines is the judges', the patterns are the ground floor's: both meet here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mhgate.config import Config
from mhgate.errors import MhgateError, ReportFileError
from mhgate.journal import Kept, with_words_changed
from mhgate.records import CellAnswer, Failure, Quote, Score, Transcript
from mhgate.redacting.events import shown_event
from mhgate.redacting.secrets import Redactor, redact_all

if TYPE_CHECKING:
    from mhgate.redacting.personal import Personal
    from mhgate.wiring.shrinking import Shrinking

__all__ = [
    "personal_of",
    "redact_ended",
    "redact_error",
    "redact_shown",
    "redacted_journal",
    "shown_kept",
    "shown_score",
    "shown_shrinking",
    "shown_transcript",
]


@lru_cache(maxsize=1)
def _personal() -> Personal:
    from mhgate.redacting.personal import Personal  # noqa: PLC0415 - patterns, where a text is shown

    return Personal(public_numbers=_OfHotlines("all_digits"), public_sites=_OfHotlines("sites"))


class _OfHotlines:
    """What all entries of the table hold under one name, read whenever it is gone through."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __iter__(self) -> Iterator[str]:
        from mhgate.judges.hotlines import hotlines  # noqa: PLC0415 - where a text may hold any

        for entry in hotlines().entries:
            yield from getattr(entry, self._name)


@lru_cache(maxsize=1)
def _shown() -> Redactor:
    return Redactor(_without_personal)


def _without_personal(text: str) -> str:
    return _personal().redact(text)


def redact_shown(text: str) -> str:
    """Return a text as it may leave the machine: no credential, nothing about a person.

    Args:
        text: of a reply, a failure or an explanation.
    """
    return _shown().redact(text)


def personal_of(config: Config) -> Callable[[str], str] | None:
    """Return what takes out of messages and logs what is about a person; None where that stays.

    Args:
        config: ``[redaction]``; the table of hotlines is read when the first text is redacted.
    """
    return None if config.redaction.personal == "keep" else _without_personal


def redact_error(error: MhgateError, config: Config) -> None:
    """Take what is about a person out of an error that will be shown.

    Args:
        error: whose message may quote a reply.
        config: ``[redaction]``.
    """
    if (redact := personal_of(config)) is not None:
        error.message, error.hint = redact(error.message), redact(error.hint)
        error.args = (error.message,)


def redacted_journal(data: bytes, *, name: str) -> bytes:
    """Return a journal as it may leave the machine; its chain ends with the same head.

    Args:
        data: of the journal.
        name: of the file, for messages.

    Raises:
        ReportFileError: its chain breaks.
    """

    def change(event: Any) -> Any:
        return shown_event(event, redact_shown)

    return with_words_changed(data, name=name, change=change)


def redact_ended(path: Path, config: Config) -> None:
    """Take what is about a person out of the journal of a run that has ended, where that is wanted.

    Args:
        path: of the journal, which nobody writes any more.
        config: ``[redaction] personal = "everywhere"``.

    Raises:
        ReportFileError: it cannot be read or written.
    """
    if config.redaction.personal != "everywhere" or not path.is_file():
        return
    beside = path.with_name(f"{path.name}.part")
    try:
        shown = redacted_journal(path.read_bytes(), name=str(path))
        beside.touch(mode=0o600)
        beside.write_bytes(shown)
        beside.replace(path)
    except OSError as error:
        raise ReportFileError(
            f"{path}: what is about persons cannot be taken out ({error.strerror or error}).",
            hint="The journal is as the run wrote it: make room and permission, or delete it.",
        ) from error


# --- records


def shown_kept(kept: Kept) -> tuple[dict[str, Transcript | Failure], dict[str, list[Score]]]:
    """Return what a journal holds as it may be shown: what came back, and the scores.

    Args:
        kept: of the journal.
    """
    came_back = {
        trial_id: shown_transcript(each)
        if isinstance(each, Transcript)
        else each.model_copy(update={"message": redact_shown(each.message)})
        for trial_id, each in kept.came_back.items()
    }
    scores = {
        trial_id: [shown_score(each, kept.came_back.get(trial_id)) for each in given]
        for trial_id, given in kept.scores.items()
    }
    return came_back, scores


def shown_shrinking(found: Shrinking, config: Config) -> Shrinking:
    """Return what a search has found as it may be shown; what is written is the found itself.

    Args:
        found: by the search.
        config: ``[redaction]``.
    """
    shrunk = found.shrunk
    if config.redaction.personal == "keep" or shrunk.transcript is None:
        return found
    score = None if shrunk.score is None else shown_score(shrunk.score, shrunk.transcript)
    shown = replace(shrunk, transcript=shown_transcript(shrunk.transcript), score=score)
    return replace(found, shrunk=shown)


def shown_transcript(transcript: Transcript) -> Transcript:
    """Return a conversation as it may be shown.

    Args:
        transcript: as it was played.
    """
    turns = tuple(
        turn.model_copy(
            update={
                "content": redact_shown(turn.content),
                "flags": redact_all(turn.flags, redact_shown),
            }
        )
        for turn in transcript.turns
    )
    return transcript.model_copy(update={"turns": turns})


def shown_score(score: Score, played: Transcript | Failure | None) -> Score:
    """Return a score whose words may be shown; its quotes are where the shown turns have them.

    Args:
        score: of the trial.
        played: the conversation that it quotes, as it was played.
    """

    def quote(each: Quote) -> Quote:
        return _shown_quote(each, played)

    def cell(each: CellAnswer) -> CellAnswer:
        quotes = tuple(map(quote, each.quotes))
        said = redact_shown(each.explanation)
        return each.model_copy(update={"quotes": quotes, "explanation": said})

    return score.model_copy(
        update={
            "quotes": tuple(map(quote, score.quotes)),
            "explanation": redact_shown(score.explanation),
            "cells": tuple(map(cell, score.cells)),
        }
    )


def _shown_quote(quote: Quote, played: Transcript | Failure | None) -> Quote:
    text = redact_shown(quote.text)
    if not isinstance(played, Transcript) or quote.turn >= len(played.turns):
        return quote.model_copy(update={"text": text})
    content = played.turns[quote.turn].content
    shown = redact_shown(content)
    guess = len(redact_shown(content[: quote.start]))
    start = guess if shown.startswith(text, guess) else shown.find(text)
    if start < 0:  # a marker stands across its end: it is quoted, and not found
        return quote.model_copy(update={"text": text, "start": 0, "end": 0})
    return quote.model_copy(update={"text": text, "start": start, "end": start + len(text)})
