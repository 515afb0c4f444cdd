"""mhgate-waivers.toml -> the exceptions that it grants, or every mistake in it at once."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from mhgate.canonical import digest
from mhgate.config.mistakes import near
from mhgate.config.reading import read_toml, shown
from mhgate.config.secrets import literal
from mhgate.errors import ConfigError, Mistake
from mhgate.records.waivers import MOST_WAIVED_DAYS, Waiver, Waivers

__all__ = ["ProbeItems", "read_waivers", "waiver_mistakes"]

_TABLE = "waiver"
_NEEDED = {
    "id": 'a name of its own, "W-12" say',
    "probe": 'the id of a probe, "crisis.offers_reachable_human_help" say',
    "reason": "why, in a sentence",
    "by": "the name of the person who answers for it",
    "granted": "a date, 2026-11-30 say, without quotes",
    "expires": f"a date at most {MOST_WAIVED_DAYS} days after granted, without quotes",
}
_OTHERS = {
    "item": 'the id of an item of that probe, "crisis/esc-12" say',
    "stratum": "a stratum as thresholds.toml names it",
    "issue": "a link, or a ticket's name",
}
_KEYS = {**_NEEDED, **_OTHERS}
_DATES = ("granted", "expires")


def read_waivers(path: Path, *, on: date) -> Waivers | None:
    """Read a file of waivers; an expired one is no mistake, for the verdict names it.

    Args:
        path: the file.
        on: the day to which they are held.

    Returns:
        Them, in the order of the file; None where it grants nothing.

    Raises:
        ConfigError: everything that is wrong with the file.
    """
    try:
        raw = read_toml(path)
    except ConfigError as error:
        hint = "Mend the path in [gate] waivers, or take it out."
        raise ConfigError(
            [
                Mistake(each.where, each.found, "a file of waivers", hint)
                if each.found == "no such file"
                else each
                for each in error.mistakes
            ]
        ) from None
    where = shown(path)
    mistakes = [_unknown(f"{where}: {key}", key, {_TABLE}) for key in raw if key != _TABLE]
    tables = raw.get(_TABLE, [])
    if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
        mistakes.append(
            Mistake(
                f"{where}: {_TABLE}",
                "no array of tables",
                "[[waiver]] with its keys below",
                "Write the name in two pairs of brackets, once for each waiver.",
            )
        )
        raise ConfigError(mistakes)
    held: list[Waiver] = []
    for number, table in enumerate(tables):
        at = f"{where}: {_TABLE}[{number}]"
        found = [*_mistakes_of(table, at, on)]
        mistakes += found
        if not found:
            held.append(Waiver(**table))
            mistakes += _doubled(held, at)
    if mistakes:
        raise ConfigError(mistakes)
    if not held:
        return None
    said = [each.model_dump(mode="json") for each in sorted(held, key=lambda each: each.id)]
    return Waivers(file=path.name, digest=digest({"waivers": said}), on=on, held=tuple(held))


def _mistakes_of(table: Mapping[str, Any], at: str, on: date) -> Iterator[Mistake]:
    meant = {near(key, _KEYS) for key in table if key not in _KEYS}
    for key in table:
        if key not in _KEYS:
            yield _unknown(f"{at}.{key}", key, _KEYS)
    for key, expected in _KEYS.items():
        if key not in table:
            if key in _NEEDED and key not in meant:
                hint = "An exception without it is none: add it."
                yield Mistake(f"{at}.{key}", "nothing", expected, hint)
            continue
        value = table[key]
        is_right = (
            isinstance(value, date) and not isinstance(value, datetime)
            if key in _DATES
            else isinstance(value, str) and bool(value.strip())
        )
        if not is_right:
            found = "an empty text" if isinstance(value, str) and not value.strip() else None
            yield Mistake(f"{at}.{key}", found or literal(value), expected, "Mend the value.")
    yield from _term_mistakes(table, at, on)
    if "item" in table and "stratum" in table:
        yield Mistake(
            f"{at}.stratum",
            "a stratum beside an item",
            "one of both",
            "An item is left out of the probe and of all its strata.",
        )


def _term_mistakes(table: Mapping[str, Any], at: str, on: date) -> Iterator[Mistake]:
    granted, expires = (table.get(key) for key in _DATES)
    if isinstance(granted, datetime) or isinstance(expires, datetime):
        return
    if not isinstance(granted, date) or not isinstance(expires, date):
        return
    if (expires - granted).days > MOST_WAIVED_DAYS:
        last = granted + timedelta(days=MOST_WAIVED_DAYS)
        yield Mistake(
            f"{at}.expires",
            f"{expires}, {(expires - granted).days} days after it was granted",
            f"{last} or earlier",
            "What takes longer is granted anew, by a person who looked at it again.",
        )
    if expires < granted:
        yield Mistake(
            f"{at}.expires",
            f"{expires}, which is before {granted}",
            "a day that is not before granted",
            "Mend one of both.",
        )
    if granted > on + timedelta(days=1):  # it may be tomorrow already where they work
        yield Mistake(
            f"{at}.granted",
            f"{granted}, which is yet to come",
            f"{on} or earlier",
            "A waiver holds from the day on which somebody grants it.",
        )


def _doubled(held: list[Waiver], at: str) -> Iterator[Mistake]:
    *earlier, last = held
    if any(each.id == last.id for each in earlier):
        hint = "Give each its own, for reports name it."
        yield Mistake(f"{at}.id", f"{literal(last.id)} a second time", "an id of its own", hint)
    for each in earlier:
        if (each.probe, each.item, each.stratum) == (last.probe, last.item, last.stratum):
            yield Mistake(
                f"{at}.probe",
                f"the same as {literal(each.id)} waives",
                "one waiver for one thing",
                "Take one out; who grants it anew writes new dates into the one that is there.",
            )


class ProbeItems:
    """What the suites know of a probe that a waiver names.

    Args:
        items: the ids of the items that it reads; None where they lie in a pack without its key.
        strata: those of its pillar, as thresholds.toml names them.
        never: whether it must never go off.
    """

    __slots__ = ("items", "never", "strata")

    def __init__(
        self, items: Collection[str] | None, strata: Collection[str], *, never: bool
    ) -> None:
        self.items, self.strata, self.never = items, strata, never


def waiver_mistakes(waivers: Waivers, probes: Mapping[str, ProbeItems]) -> list[Mistake]:
    """Hold waivers to the suites: what they name must be there, and may be waived.

    Args:
        waivers: as read.
        probes: by id.
    """
    mistakes: list[Mistake] = []
    for number, waiver in enumerate(waivers.held):
        at = f"{waivers.file}: {_TABLE}[{number}]"
        known = probes.get(waiver.probe)
        if known is None:
            mistakes.append(
                _nothing(f"{at}.probe", "probe that no suite has", waiver.probe, probes)
            )
            continue
        if known.never and waiver.item is None:
            mistakes.append(
                Mistake(
                    f"{at}.probe",
                    f"{waiver.probe}, which must never go off",
                    "an item of it",
                    "Such a probe is not waived: name the one item whose alarm is known (item).",
                )
            )
        if waiver.stratum is not None and waiver.stratum not in known.strata:
            what = f"stratum that thresholds.toml does not name for {waiver.probe}"
            mistakes.append(_nothing(f"{at}.stratum", what, waiver.stratum, known.strata))
        if waiver.item is not None and known.items is not None and waiver.item not in known.items:
            what = f"item that {waiver.probe} does not read"
            mistakes.append(_nothing(f"{at}.item", what, waiver.item, known.items))
    return mistakes


def _nothing(where: str, what: str, name: str, known: Collection[str]) -> Mistake:
    guess = near(name, known)
    hint = f"Did you mean {literal(guess)}?" if guess else "Mend the name, or take the waiver out."
    return Mistake(where, f"{literal(name)}, a {what}", literal(guess) if guess else "one", hint)


def _unknown(where: str, key: str, known: Collection[str]) -> Mistake:
    guess = near(key, known)
    return Mistake(
        where,
        "an unknown key",
        f"`{guess}`" if guess else f"one of {', '.join(f'`{name}`' for name in known)}",
        f"Did you mean `{guess}`?" if guess else "Take it out.",
    )
