"""A journal's file -> what it holds of a run."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from mhgate.errors import ReportFileError
from mhgate.journal.chain import links
from mhgate.journal.copies import WITHHELD
from mhgate.journal.entries import Booked, Kept
from mhgate.journal.writing import JOURNAL_VERSION
from mhgate.records import Failure, ItemOutcome, Score, Transcript

__all__ = ["parse_journal", "read_journal"]


def read_journal(
    path: Path, *, mend: bool = False, unseal: Callable[[str], bytes] | None = None
) -> Kept:
    """Read a journal back.

    Args:
        path: the file.
        mend: cut a torn last line off the file, so that it can be continued.
        unseal: opens a sealed line; None: these are counted (``n_closed``) and stay closed.

    Returns:
        What it holds.

    Raises:
        ReportFileError: there is no such file, a line other than a torn last one is unreadable, or
            a sealed one does not open.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ReportFileError(
            f"{path}: {error.strerror or error}; expected a journal.",
            hint="Name the folder of a run below .mhgate/runs, or run without resuming.",
        ) from error
    kept = parse_journal(data, name=str(path), unseal=unseal)
    if mend and kept.torn_bytes:
        with path.open("r+b") as file:
            file.truncate(len(data) - kept.torn_bytes)
    return kept


def parse_journal(data: bytes, *, name: str, unseal: Callable[[str], bytes] | None = None) -> Kept:
    """Read what a journal's file holds.

    Args:
        data: its bytes.
        name: of the file, for messages.
        unseal: as for :func:`read_journal`.

    Returns:
        What it holds; a torn last line is counted and left out.

    Raises:
        ReportFileError: as for :func:`read_journal`.
    """
    whole, _, torn = data.rpartition(b"\n")
    kept: Kept | None = None
    _refuse_another_version(whole, name)
    for link in links(whole, name=name):
        try:
            event = json.loads(link.bare)
            kept = _apply(event, kept, unseal)
        except ReportFileError as error:
            raise ReportFileError(
                f"{name}:{link.number}: {error.message}", hint=error.hint
            ) from None
        except (ValueError, KeyError, TypeError, ValidationError) as error:
            raise ReportFileError(
                f"{name}:{link.number}: found a line that is no event ({error}).",
                hint="The journal was changed after it was written; run without resuming.",
            ) from error
        kept.head, kept.n_lines = link.chain, link.number
        kept.n_changed += link.is_stand_in and event["event"] != WITHHELD
    if kept is None:
        raise ReportFileError(
            f"{name}: found no beginning; expected a journal of mhgate.",
            hint="The run was killed before it began; run without resuming.",
        )
    kept.torn_bytes = len(torn)
    return kept


def _refuse_another_version(whole: bytes, name: str) -> None:
    """Say so of a journal of another version, before its lines are held to a chain it has not."""
    try:
        found = json.loads(whole.partition(b"\n")[0])
        version = found["version"] if found["event"] == "begin" else JOURNAL_VERSION
    except (ValueError, KeyError, TypeError):
        return
    if version != JOURNAL_VERSION:
        raise ReportFileError(
            f"{name}:1: found a journal of version {version!r}, expected {JOURNAL_VERSION!r}"
            + ("; its lines are not chained." if version == "1" else "."),
            hint="Go on with it, or judge it again, by the mhgate that wrote it; or run without "
            "resuming. Its report stays readable.",
        )


def _apply(event: dict[str, Any], kept: Kept | None, unseal: Callable[[str], bytes] | None) -> Kept:
    name = event["event"]
    if name == "begin":
        if event["version"] != JOURNAL_VERSION:
            raise ValueError(f"version {event['version']!r}, expected {JOURNAL_VERSION!r}")
        if kept is None:
            return Kept(header=event, headers=[event])
        kept.n_attempts += 1
        kept.headers.append(event)
        # an attempt books all trials again that it reaches: what a report binds is the last one's
        kept.booked, kept.account, kept.end = {}, None, None
        return kept
    if kept is None:
        raise ValueError("an event before the beginning")
    return _opened(event, kept, unseal) if name == "sealed" else _kept(event, kept)


def _kept(event: dict[str, Any], kept: Kept) -> Kept:
    """Apply an event that follows the beginning."""
    name = event["event"]
    arm = event.get("arm", "")
    if arm not in {"", "base"}:
        raise ValueError(f"the arm {arm!r}")
    came_back = kept.base_came_back if arm else kept.came_back
    if name == "transcript":
        transcript = Transcript.model_validate(event["transcript"])
        came_back[transcript.trial.id] = transcript
    elif name == "failure":
        failure = Failure.model_validate(event["failure"])
        came_back[failure.trial_id] = failure
    elif name == "scored":
        scores = kept.base_scores if arm else kept.scores
        scores[event["trial"]] = tuple(map(Score.model_validate, event["scores"]))
    elif name == "settled":
        kept.settled.update(event["probes"])
    elif name == "booked":
        entry = Booked(
            trial_id=str(event["trial"]),
            rows=tuple(map(ItemOutcome.model_validate, event["rows"])),
            leaf=bytes.fromhex(event["leaf"]),
            failures=tuple(map(str, event["failures"])),
        )
        kept.booked[entry.trial_id] = entry
    else:
        _note(event, kept)
    return kept


def _note(event: dict[str, Any], kept: Kept) -> None:
    """Apply an event that is about the run, and not about a trial of it."""
    name = event["event"]
    if name == "account":
        kept.account = dict(event["counted"])
    elif name == "end":
        kept.end = event
    elif name == "spent":
        kept.spent = {str(what): float(amount) for what, amount in event["by_now"].items()}
    elif name == "mixed":
        kept.mixed = str(event["because"])
    elif name == WITHHELD:
        kept.n_withheld += 1
    else:
        raise ValueError(f"the event {name!r}")


def _opened(event: dict[str, Any], kept: Kept, unseal: Callable[[str], bytes] | None) -> Kept:
    """Apply what a sealed line holds; where nobody opens it, only that it is there."""
    kept.sealed.add(event["trial"])
    if unseal is None:
        kept.n_closed += 1
        return kept
    try:
        inner = json.loads(unseal(event["age"]))
        return _kept(inner if _trial_of(inner) == event["trial"] else {}, kept)
    except (ValueError, KeyError, TypeError, ValidationError):
        # from None: what is wrong with it may hold its words
        raise ValueError("a sealed line that holds no event of its trial") from None


def _trial_of(event: dict[str, Any]) -> str:
    of = {
        "transcript": lambda: event["transcript"]["trial"]["id"],
        "failure": lambda: event["failure"]["trial_id"],
        "scored": lambda: event["trial"],
    }
    return str(of[event["event"]]())
