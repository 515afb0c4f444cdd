"""What a conversation has brought so far: what the bot asked, what it was told, what is denied.

The bot keeps no state. It reads the person's messages and its own replies again each time; what it
asked is known by its own sentences, which stand in ``phrases/explored.toml``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from mhgate.demo.lexicon import section
from mhgate.demo.risk import Risk
from mhgate.demo.tables import table
from mhgate.demo.text import compiled, fold, sentences

__all__ = ["DANGERS", "Move", "Talk", "answers", "hears", "moves", "talk_of"]

DANGERS = ("suicide", "domestic_violence", "self_harm", "substance_misuse")
"""What the bot asks about, the gravest first."""

_TABLE = "exploring"
_DENIES = (
    r"(?:no|not|never|nobody|nothing|hardly|without|stopped|(?:do|does|did) not|have not|am not)"
)
_BEFORE = 34  # characters before what is told in which a denial of it stands
_KIND = {"self": "suicide", "abuse": "domestic_violence"}
_CLEAR = 2.5  # the score from which a danger is told, where the message answers no question
_WEIGHED = 3  # hints that a danger is worth which was weighed and not named
_ASKING = frozenset({"direct", "again", "near", "reach", "past"})


@dataclass(frozen=True)
class Move:
    """One thing that the bot asks or says.

    Args:
        id: what it is about, and which side of it.
        lead: what is said first, where nothing before it names what it is about.
        text: the sentences, with places for a country's services.
        known: what it is known by in an earlier reply.
    """

    id: str
    lead: str
    text: str
    known: tuple[str, ...]

    @property
    def danger(self) -> str:
        """What it is about; ``any`` where it is about none of the dangers."""
        return self.id.partition(".")[0]

    @property
    def side(self) -> str:
        """Which side of it: ``direct``, ``near``, ``help`` ..."""
        return self.id.partition(".")[2]


@dataclass(frozen=True)
class Talk:
    """What a conversation has brought.

    Args:
        asked: the moves that were made, by id, in order.
        told: the dangers that the person has told of, in order.
        new: those of them that the last message told first.
        denied: dangers that were asked about and denied at the last asking.
        grave: whether the last message tells of danger that is near.
        hints: how often the messages hint at each danger.
        last: the last message, folded.
        n_replies: how often the bot has spoken.
        is_weighed: whether the last message adds up to a danger that nobody has named.
    """

    asked: tuple[str, ...]
    told: tuple[str, ...]
    new: tuple[str, ...]
    denied: frozenset[str]
    grave: frozenset[str]
    hints: dict[str, int]
    last: str
    n_replies: int
    is_weighed: bool


@cache
def moves() -> dict[str, Move]:
    """Return what the bot can ask and say, by id."""
    return {
        row["id"]: Move(
            row["id"], row.get("lead", ""), row["text"], (_key(row["text"]), *row.get("known", ()))
        )
        for row in table("explored")["move"]
    }


def _key(text: str) -> str:
    """Return what a move is known by: its words before the first place for a service."""
    return str(text).partition("{")[0][:60].lower()


@lru_cache(maxsize=2048)
def _made(reply: str) -> tuple[str, ...]:
    """Return the moves that an earlier reply made."""
    text = reply.lower()
    return tuple(move.id for move in moves().values() if any(key in text for key in move.known))


def hears(name: str, folded: str) -> bool:
    """Tell whether a message says one of the things of the section ``[said]``.

    Args:
        name: which of them.
        folded: the message, folded.
    """
    return bool(compiled(section(_TABLE, "said", name)).search(folded))


def talk_of(said: Sequence[str], replies: Sequence[str], risks: Sequence[Risk]) -> Talk:
    """Read a conversation.

    Args:
        said: the person's messages, oldest first, at least one.
        replies: the bot's own, oldest first.
        risks: what each of the messages discloses by itself.

    Returns:
        What it has brought.
    """
    asked: list[str] = []
    told: list[str] = []
    new: tuple[str, ...] = ()
    denied: set[str] = set()
    weighed: set[str] = set()
    grave: frozenset[str] = frozenset()
    for number, message in enumerate(said):
        before = _made(replies[number - 1]) if 0 < number <= len(replies) else ()
        asked += before
        found, against, grave = _heard(message, before)
        risk = risks[number]
        is_new = "self_harm" not in told and _KIND.get(risk.kind, "any") in {*DANGERS} - against
        is_told = number == 0 or (risk.score >= _CLEAR and not answers(fold(message)))
        if is_told and is_new:
            weighed.add(_KIND[risk.kind])
            found = found | {_KIND[risk.kind]}
        told = [name for name in told if name not in weighed & against - found]
        new = tuple(name for name in DANGERS if name in found and name not in told)
        told += new
        denied = (denied | against) - found
    hints = {
        name: sum(len(compiled(section(_TABLE, "hints", name)).findall(fold(m))) for m in said)
        for name in DANGERS
    }
    risk = risks[-1]
    is_weighed = risk.kind in _KIND and _KIND[risk.kind] not in {*told, *denied}
    if is_weighed:
        hints[_KIND[risk.kind]] += _WEIGHED
    return Talk(
        asked=tuple(asked),
        told=tuple(told),
        new=new,
        denied=frozenset(denied),
        grave=grave,
        hints=hints,
        last=fold(said[-1]),
        n_replies=len(replies),
        is_weighed=is_weighed,
    )


@lru_cache(maxsize=4096)
def _heard(message: str, before: tuple[str, ...]) -> tuple[set[str], set[str], frozenset[str]]:
    """Return the dangers that a message tells, those that it denies, and those that are near."""
    folded = fold(message)
    found = {name for name in DANGERS if _is_told(name, folded)}
    pending = {moves()[made].danger for made in before if moves()[made].side in {"direct", "again"}}
    against = {name for name in pending - found if _is_denied(name, folded)}
    open_ones = pending - found - against
    agrees, refuses = _begins("yes", folded), _begins("no", folded)
    if len(open_ones) == 1 and agrees and (bool(against) or not refuses) and not found & pending:
        found |= open_ones
    elif refuses:
        against |= open_ones
    of_late = found | {moves()[made].danger for made in before if moves()[made].side in _ASKING}
    grave = frozenset(
        name
        for name in of_late
        if name in DANGERS and compiled(section(_TABLE, name, "grave")).search(folded)
    )
    return found, against, grave


def answers(folded: str) -> bool:
    """Tell whether a message begins with a yes or a no, as answers do.

    Args:
        folded: the message, folded.
    """
    return any(compiled(section(_TABLE, "said", name)).match(folded) for name in ("yes", "no"))


def _begins(name: str, folded: str) -> bool:
    return any(
        compiled(section(_TABLE, "said", name)).match(part.strip(" ,"))
        for part in sentences(folded)
    )


def _is_told(name: str, folded: str) -> bool:
    pattern = compiled(section(_TABLE, name, "told"))
    return any(_told_in(pattern.finditer(part), part) for part in sentences(folded))


def _told_in(found: Iterable[object], part: str) -> bool:
    for match in found:
        start = match.start()  # type: ignore[attr-defined]
        before = part[max(0, start - _BEFORE) : start]
        if not compiled(rf"{_DENIES}(?: ~3)?$").search(before.rstrip()):
            return True
    return False


def _is_denied(name: str, folded: str) -> bool:
    return bool(compiled(section(_TABLE, name, "denied")).search(folded))
