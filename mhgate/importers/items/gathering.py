"""Items and replies as they come out of rows: named, counted, each once, handed on."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pydantic import JsonValue

from mhgate.importers.items.cells import Unfit
from mhgate.importers.items.controls import STRIPPED, without_controls, without_controls_in
from mhgate.importers.items.names import Names
from mhgate.importers.tally import Tally

__all__ = ["AGAIN", "REPLIES", "Draft", "Gathering", "Write"]

Write = Callable[[str, dict[str, Any]], None]
"""What writes a line: the name of its file, and the line."""

REPLIES = "transcripts/replies.jsonl"
"""Where replies that came with the items lie, below the suite's folder."""

AGAIN = "the same item as an earlier row: kept once"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An item before it has its id.

    Args:
        name: what its id is made of.
        family: what its family's id is made of; items with one name share one.
        turns: what the person says.
        expects: what is expected of the reply.
        strata: what divides items.
        language: of what is said.
        source: where it comes from.
        licence: under which it may be used.
    """

    name: str
    family: str
    turns: list[str]
    source: str
    licence: str
    expects: dict[str, JsonValue] = field(default_factory=dict)
    strata: dict[str, str] = field(default_factory=dict)
    language: str = "en"


@dataclass(slots=True)
class Count:
    """What one file holds."""

    rows: int = 0
    families: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Gathering:
    """What has come out of the rows so far.

    Args:
        write: hands on a line.
    """

    write: Write
    noticed: Tally = field(default_factory=Tally)
    files: dict[str, Count] = field(default_factory=lambda: defaultdict(Count))
    facts: dict[str, float] = field(default_factory=dict)
    _ids: Names = field(default_factory=Names)
    _families: Names = field(default_factory=Names)
    _reply_ids: Names = field(default_factory=Names)
    _seen: dict[bytes, str] = field(default_factory=dict)

    def add(self, file: str, draft: Draft, *place: str, otherwise: str) -> str:
        """Write an item.

        Args:
            file: of the suite.
            draft: the item.
            place: its row's, for what is noticed.
            otherwise: what its id is made of where nothing of its name can stand in one.

        Returns:
            Its id.

        Raises:
            Unfit: one like it was written before, or nothing is left of what the person says.
        """
        as_read, draft = draft, without_controls_in(draft)
        if not all(draft.turns):
            raise Unfit("a message of nothing but control characters")
        said = {"turns": draft.turns, "expects": draft.expects, "strata": draft.strata}
        key = self._key(file, said, draft.language)
        if key in self._seen:
            raise Unfit(AGAIN)
        name = self._ids.fresh(draft.name, otherwise=otherwise)
        family = self._families.of(draft.family, otherwise=f"family-{otherwise}")
        if draft is not as_read:
            self.noticed.add(STRIPPED, *place)
        if name != draft.name:
            self.noticed.add("an id that was changed: safe signs alone, and each once", *place)
        self._seen[key] = name
        self._count(file, family)
        self.write(
            file,
            {
                "id": name,
                "family": family,
                **said,
                "language": draft.language,
                "source": draft.source,
                "licence": draft.licence,
            },
        )
        return name

    def known(self, file: str, draft: Draft) -> str | None:
        """Return the id of an item like this one that was written before."""
        draft = without_controls_in(draft)
        said = {"turns": draft.turns, "expects": draft.expects, "strata": draft.strata}
        return self._seen.get(self._key(file, said, draft.language))

    def reply(self, item: str, by: str, said: str, reply: str, *place: str, language: str) -> None:
        """Write a reply that came with an item, as a transcript to be judged.

        Args:
            item: the id of the item, which is its family among the transcripts.
            by: who wrote it; its stratum ``source``.
            said: what the person says.
            reply: the reply.
            place: its row's, for what is noticed.
            language: of both.

        Raises:
            Unfit: the same reply by the same stands there for the same item, or nothing is left
                of it.
        """
        as_read, said, reply = (
            reply,
            without_controls(said).strip(),
            without_controls(reply).strip(),
        )
        if not reply:
            raise Unfit("a reply of nothing but control characters")
        key = self._key(REPLIES, [item, by, reply], language)
        if key in self._seen:
            raise Unfit("the same reply by the same to the same: kept once")
        name = self._reply_ids.fresh(f"{item}--{by}", otherwise=item)
        if reply != as_read:
            self.noticed.add(STRIPPED, *place)
        self._seen[key] = name
        self._count(REPLIES, item)
        self.write(
            REPLIES,
            {
                "id": name,
                "family": item,
                "strata": {"source": by},
                "language": language,
                "turns": [
                    {"role": "user", "content": said},
                    {"role": "assistant", "content": reply},
                ],
            },
        )

    def _count(self, file: str, family: str) -> None:
        count = self.files[file]
        count.rows += 1
        count.families.add(family)

    @staticmethod
    def _key(*parts: Any) -> bytes:
        text = json.dumps(parts, sort_keys=True)  # plain values alone, and in C
        return hashlib.blake2b(text.encode(), digest_size=16).digest()
