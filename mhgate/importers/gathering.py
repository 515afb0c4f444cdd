"""Ratings gathered reply by reply, each one counted as used or as left out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from mhgate.importers.mapping import LayoutTable
from mhgate.importers.rating_values import ValueReader
from mhgate.importers.sheet import Row
from mhgate.importers.tally import Tally
from mhgate.records import Account, Attribute, Noticed, Rater, RatingColumn, RatingSet, Reply

__all__ = ["CONTEXT_DIFFERS", "Gathering", "Place", "ReplyKey"]

ReplyKey = tuple[str, str | None]  # conversation, and whose reply where that is known
Place = tuple[str | int, ...]  # file, row, column

CONTEXT_DIFFERS = "its context differs in words from where the conversation stood first"

_AGAIN = "the same reply rated again by the same rater"
_WORDS = "a context that differs between rows or files, in its words"
_BLANKS = "a context that differs between rows or files, in blanks alone"


@dataclass(slots=True)
class Gathering:
    """What has been read so far.

    Args:
        reader: reads single cells.
        attributes: what is rated.
    """

    reader: ValueReader
    attributes: tuple[Attribute, ...]
    raters: list[Rater] = field(default_factory=list)
    accounts: list[Account] = field(default_factory=list)
    noticed: Tally = field(default_factory=Tally)
    digests: dict[str, str] = field(default_factory=dict)
    _replies: dict[ReplyKey, int] = field(default_factory=dict, init=False)
    _values: dict[tuple[str, str], dict[int, float]] = field(default_factory=dict, init=False)
    _left: dict[str, Tally] = field(default_factory=dict, init=False)
    _read: dict[str, int] = field(default_factory=dict, init=False)
    _contexts: dict[str, str] = field(default_factory=dict, init=False)

    def add_rater(self, rater: Rater) -> None:
        """Make a rater known, in the order in which they are shown."""
        self.raters.append(rater)
        self._left[rater.name] = Tally()
        self._read[rater.name] = 0

    def context_differs(self, row: Row, layout: LayoutTable, reply: ReplyKey, place: Place) -> bool:
        """Notice a context that is not as it stood first; return whether its row is left out.

        Args:
            row: the row.
            layout: which column holds the context, and what becomes of one that differs in words.
            reply: which reply the row is about.
            place: where, for the account.
        """
        raw = None if layout.context is None else row.cells.get(layout.context)
        text = "" if raw is None else str(raw)
        if not text.strip():
            return False
        first = self._contexts.setdefault(reply[0], text)
        if first == text:
            return False
        if first.split() == text.split():
            self.noticed.add(_BLANKS, *place)
            return False
        if layout.different_context == "leave_out":
            return True
        self.noticed.add(_WORDS, *place)
        return False

    def rate(self, rater: str, attribute: str, reply: ReplyKey, raw: Any, place: Place) -> None:
        """Read one cell as one rating, and count what becomes of it.

        Args:
            rater: who rated; a known one.
            attribute: on what.
            reply: which reply.
            raw: what stands in the cell.
            place: where, for the account.
        """
        self._read[rater] += 1
        found = self.reader.read(raw)
        number = self._replies.setdefault(reply, len(self._replies))
        if found.value is None:
            self._left[rater].add(found.reason or "no rating", *place)
            return
        values = self._values.setdefault((rater, attribute), {})
        if number in values:
            self._left[rater].add(_AGAIN, *place)
            return
        values[number] = found.value
        if found.noticed:
            self.noticed.add(found.noticed, *place)

    def miss(self, rater: str, reply: ReplyKey, reason: str, place: Place, *, n: int = 1) -> None:
        """Count ``n`` ratings of one reply as left out for a reason that concerns them all."""
        self._read[rater] += n
        self._left[rater].add(reason, *place, n=n)
        self._replies.setdefault(reply, len(self._replies))

    @property
    def sources(self) -> tuple[str, ...]:
        """Who wrote the replies that were met, in the order of their first one."""
        return tuple(dict.fromkeys(source for _, source in self._replies if source is not None))

    def finish(self, noticed: Iterable[Noticed] = ()) -> RatingSet:
        """Return everything as one set, with an account for each rater that adds up.

        Args:
            noticed: what was noticed elsewhere, file by file.
        """
        accounts = list(self.accounts)
        for rater in self.raters:
            left = self._left[rater.name].left_out()
            read = self._read[rater.name]
            accounts.append(
                Account(
                    what=f"ratings by {rater.name}",
                    unit="ratings",
                    read=read,
                    used=read - sum(each.n for each in left),
                    left_out=left,
                )
            )
        n = len(self._replies)
        columns = [
            RatingColumn(
                rater=rater,
                attribute=attribute,
                values=tuple(values.get(reply) for reply in range(n)),
            )
            for (rater, attribute), values in self._values.items()
        ]
        return RatingSet(
            raters=tuple(self.raters),
            attributes=self.attributes,
            replies=tuple(
                Reply(conversation=conversation, source=source)
                for conversation, source in self._replies
            ),
            columns=tuple(columns),
            accounts=tuple(accounts),
            noticed=(*noticed, *self.noticed.noticed()),
            digests=self.digests,
        )
