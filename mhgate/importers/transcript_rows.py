"""A row of JSON -> one conversation, why it cannot be judged, or what is wrong with it."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from mhgate.canonical import canonical_json
from mhgate.config.mistakes import dotted, near
from mhgate.errors import Mistake
from mhgate.importers.tally import Tally
from mhgate.importers.transcript_turns import judged_turns, mistake_of, turns_of_messages
from mhgate.records import GivenTranscript, Transcript, Turn

__all__ = ["Named", "conversation", "parsed", "read_row"]

_OF_THE_ITEM = ("family", "expects", "strata", "language")
_KINDS = ("turns", "messages", "trial")
_HINT = "docs/reference/judge_and_decide.md shows the rows."


class Named(BaseModel):
    """What a row may say about a conversation beside what was said in it."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

    id: str | int | None = None
    item: str | None = Field(default=None, min_length=1)
    item_digest: str | None = Field(default=None, min_length=1)
    family: str | None = Field(default=None, min_length=1)
    expects: dict[str, JsonValue] = Field(default_factory=dict)
    strata: dict[str, str] = Field(default_factory=dict)
    language: str | None = Field(default=None, min_length=2)


class _OurRow(Named):
    turns: list[dict[str, JsonValue]] = Field(min_length=1)


def parsed(text: str, where: str) -> dict[str, Any] | Mistake:
    """Return a line's JSON object, read strictly.

    Args:
        text: the line.
        where: its place.
    """
    try:
        found = json.loads(
            text, object_pairs_hook=_once, parse_constant=_refused, parse_float=_finite
        )
    except json.JSONDecodeError as error:
        what = f"what is no JSON ({error.msg}, column {error.colno})"
        return Mistake(where, what, "one JSON object a line", "Mend the line.")
    except (ValueError, RecursionError) as error:
        what = str(error) if isinstance(error, ValueError) else "JSON nested beyond reason"
        return Mistake(where, what[:200], "one JSON object a line", "Mend the line.")
    if not isinstance(found, dict):
        return mistake_of(where, found, "one JSON object a line", "Mend the line.")
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = next(key for key, _ in pairs if [name for name, _ in pairs].count(key) > 1)
        raise ValueError(f"the key {twice!r} twice in one object")
    return found


def _refused(word: str) -> Any:
    raise ValueError(f"{word}, which JSON does not have")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"the number {text[:40]}, which no float holds")
    return number


def read_row(
    raw: dict[str, Any], where: str, noticed: Tally, *, unnamed: str, keep_system: bool
) -> GivenTranscript | str | list[Mistake]:
    """Read one row: a record of ours, a simple one, or messages.

    Args:
        raw: the row.
        where: its place.
        noticed: where it is counted what was odd and used all the same.
        unnamed: the id of a row that has none.
        keep_system: whether system turns stay in what is judged.

    Returns:
        The conversation, why it cannot be judged, or the mistakes.
    """
    kinds = [kind for kind in _KINDS if kind in raw]
    if not kinds or ("messages" in kinds and len(kinds) > 1):
        found = f"the keys {', '.join(map(repr, sorted(raw)[:8]))}" if raw else "an empty object"
        hint = (
            "It looks like a run's journal: give the run's id or its folder."
            if "event" in raw
            else _HINT
        )
        return [Mistake(where, found, '"turns", or "messages", and not both', hint)]
    if "trial" in kinds:
        return _whole_record(raw, where, noticed, keep_system=keep_system)
    if "messages" in kinds:
        read = turns_of_messages(raw["messages"], where, noticed)
        about = {key: raw[key] for key in Named.model_fields if key in raw}
        for key in sorted(set(raw) - set(about) - {"messages"}):
            noticed.add(f"the key {key!r} of a row, not read", where)
    else:
        read = _our_turns(raw, where)
        about = {key: value for key, value in raw.items() if key != "turns"}
    named = _named(about, where)
    mistakes = [
        *(read if isinstance(read, list) else ()),
        *(named if isinstance(named, list) else ()),
    ]
    if isinstance(read, list) or isinstance(named, list):
        return mistakes
    turns, reason = read
    return reason or conversation(turns, named, where, noticed, unnamed, keep_system=keep_system)


def conversation(
    turns: list[Turn],
    named: Named,
    where: str,
    noticed: Tally,
    unnamed: str,
    *,
    keep_system: bool,
) -> GivenTranscript | str:
    """Return the conversation that a row is, or why it cannot be judged.

    Args:
        turns: all that was said.
        named: what else the row says.
        where: its place.
        noticed: where it is counted what was odd.
        unnamed: the id of a row that has none.
        keep_system: whether system turns stay.
    """
    kept = judged_turns(turns, where, noticed, keep_system=keep_system)
    if isinstance(kept, str):
        return kept
    return GivenTranscript(
        where=where,
        id=unnamed if named.id is None else str(named.id),
        turns=kept,
        item=named.item,
        item_digest=named.item_digest,
        family=named.family,
        expects=named.expects,
        strata=named.strata,
        language=named.language or "en",
    )


def _our_turns(raw: dict[str, Any], where: str) -> tuple[list[Turn], str | None] | list[Mistake]:
    found = raw["turns"]
    if not isinstance(found, list) or not found:
        hint = "A row holds a whole conversation."
        return [mistake_of(f"{where} (turns)", found, "an array of turns", hint)]
    turns, mistakes = [], []
    for number, turn in enumerate(found):
        try:
            turns.append(Turn.model_validate(turn, strict=True))
        except ValidationError as error:
            mistakes += _explained(error, f"{where} (turns[{number}]", Turn.model_fields)
    return mistakes or (turns, None)


def _named(about: dict[str, Any], where: str) -> Named | list[Mistake]:
    try:
        named = Named.model_validate(about)
    except ValidationError as error:
        return _explained(error, f"{where} (", _OurRow.model_fields)
    mistakes = []
    if named.id is not None and not str(named.id).strip():
        mistakes.append(
            mistake_of(f"{where} (id)", named.id, "a name", "Leave it out, or name it.")
        )
    if named.item is not None:
        mistakes += [
            Mistake(
                f"{where} ({key})",
                f"{key!r} beside an item",
                "one of the two",
                "What is expected of a suite's item, its strata and its family are the suite's.",
            )
            for key in _OF_THE_ITEM
            if key in about
        ]
    elif named.item_digest is not None:
        what = "the digest of no item"
        mistakes.append(Mistake(f"{where} (item_digest)", what, "an item beside it", _HINT))
    try:
        canonical_json(named.expects)
    except (ValueError, RecursionError):
        what = "a number that JSON cannot hold exactly, or nesting beyond reason"
        hint = "Whole numbers end at 2^53."
        mistakes.append(Mistake(f"{where} (expects)", what, "plain JSON values", hint))
    return mistakes or named


def _whole_record(
    raw: dict[str, Any], where: str, noticed: Tally, *, keep_system: bool
) -> GivenTranscript | str | list[Mistake]:
    """Read a transcript as mhgate itself writes it."""
    item_digest = raw.get("item_digest")
    record = {key: value for key, value in raw.items() if key != "item_digest"}
    if item_digest is not None and not isinstance(item_digest, str):
        return [mistake_of(f"{where} (item_digest)", item_digest, "text", _HINT)]
    try:
        found = Transcript.model_validate(record)
    except ValidationError as error:
        return _explained(error, f"{where} (", Transcript.model_fields)
    kept = judged_turns(found.turns, where, noticed, keep_system=keep_system)
    if isinstance(kept, str):
        return kept
    return GivenTranscript(
        where=where,
        id=found.trial.id or found.trial.item_id or where,
        turns=kept,
        item=found.trial.item_id or None,
        item_digest=item_digest or None,
        trial=found.trial,
        target_fingerprint=found.target_fingerprint,
    )


def _explained(error: ValidationError, before: str, known: Mapping[str, Any]) -> list[Mistake]:
    mistakes = []
    for each in error.errors(include_url=False, include_context=False):
        keys = dotted(tuple(each["loc"]))
        joint = "." if keys and not keys.startswith("[") and not before.endswith("(") else ""
        where = f"{before}{joint}{keys})"
        if each["type"] == "extra_forbidden":
            guess = near(str(each["loc"][-1]), known)
            hint = f"Did you mean {guess!r}?" if guess else f"Known: {', '.join(known)}."
            mistakes.append(Mistake(where, "an unknown key", "a known key", hint))
        elif each["type"] == "missing":
            mistakes.append(Mistake(where, "nothing", "this key", _HINT))
        else:
            said = f"{each['msg'][:1].lower()}{each['msg'][1:]}"
            mistakes.append(mistake_of(where, each["input"], said, _HINT))
    return mistakes
