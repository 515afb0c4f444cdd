"""A target for tests: it replies what it is told to, and keeps what it heard."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from mhgate.canonical import digest
from mhgate.records import Failure, Trial, Turn

__all__ = ["Asked", "ScriptedTarget"]

Replies = (
    str
    | Sequence[str]
    | Mapping[str, str]
    | Callable[[Sequence[Turn], Trial], "str | Turn | Failure"]
)


@dataclass(frozen=True, slots=True)
class Asked:
    """One message that a target was sent: all turns of its session so far, and the trial."""

    turns: tuple[Turn, ...]
    trial: Trial

    @property
    def message(self) -> str:
        """What the user said last."""
        return self.turns[-1].content


class ScriptedTarget:
    """Replies what it is told to.

    Args:
        replies: one text for everything; a list: the n-th for the n-th message of a conversation,
            the last for all after it; a table: the text beside the first words that occur in the
            message, that beside ``""`` for any other; or a function of the turns and the trial,
            which returns a text, a Turn, or a Failure.
        name: goes into the fingerprint: two targets of one name count as one product.
        has_clock: whether items that move a clock are shown to it; ``turn.at_s`` says the time.

    Raises:
        ValueError: an empty list or table.

    Example:
        >>> import asyncio
        >>> target = ScriptedTarget({"hello": "Hello to you.", "": "I hear you."})
        >>> trial = Trial(id="s/i#0", item_id="s/i", family="s/f", epoch=0, seed=1)
        >>> asyncio.run(target.reply([Turn(role="user", content="oh, hello")], trial)).content
        'Hello to you.'
        >>> target.asked[0].message
        'oh, hello'
    """

    def __init__(
        self, replies: Replies = "I hear you.", *, name: str = "scripted", has_clock: bool = False
    ) -> None:
        if not callable(replies) and not replies:
            raise ValueError("no replies; expected at least one")
        self.has_clock = has_clock
        self.asked: list[Asked] = []
        self._replies = replies
        self._fingerprint = digest({"kind": "scripted", "name": name})

    @property
    def fingerprint(self) -> str:
        """The digest of the name."""
        return self._fingerprint

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
        """Return the next reply, and keep what was asked."""
        self.asked.append(Asked(tuple(turns), trial))
        said = self._said(turns, trial)
        return Turn(role="assistant", content=said) if isinstance(said, str) else said

    def _said(self, turns: Sequence[Turn], trial: Trial) -> str | Turn | Failure:
        replies = self._replies
        if isinstance(replies, str):
            return replies
        if isinstance(replies, Mapping):
            message = turns[-1].content.casefold()
            return next(
                (text for words, text in replies.items() if words.casefold() in message), ""
            )
        if isinstance(replies, Sequence):
            number = sum(turn.role == "user" for turn in turns)
            return replies[min(number, len(replies)) - 1]
        return replies(turns, trial)
