"""What is known of the sets that have a name: where they come from, under which licence, in words.

It stands in known_sets.toml, which is read when the first set is imported.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import Field

from mhgate.config.tables import Table, Text
from mhgate.importers.items.drafts import Origin, ProbeDraft, SuiteDraft
from mhgate.importers.sheet import one_mistake

__all__ = ["Known", "known_set", "stated"]


class Known(Table):
    """A set that is known by name.

    ``licence`` is as its publisher states it; without one, ``asks`` says why it must be stated.
    ``question`` holds questions of its own, as questions.toml does.
    """

    title: Text
    source: Text
    licence: Text | None = None
    asks: str = ""
    protected: bool = False
    about: list[Text]
    about_posts: str = ""
    about_questions: str = ""
    limits: list[Text]
    question: dict[Text, dict[Text, Any]] = Field(default_factory=dict)

    def suite(
        self,
        probes: list[ProbeDraft],
        *,
        shipped: Mapping[str, str] | None = None,
        own: bool = False,
        about: list[str] | None = None,
    ) -> SuiteDraft:
        """Return the suite that is made of the set.

        Args:
            probes: of the files that hold items.
            shipped: questions of the built-in suites, by id.
            own: whether its own questions are asked.
            about: what it asks; None: as is known.
        """
        return SuiteDraft(
            title=self.title,
            about=tuple(each.strip() for each in (self.about if about is None else about)),
            limits=tuple(each.strip() for each in self.limits),
            probes=tuple(probes),
            shipped=shipped or {},
            own=self.question if own else {},
            is_protected=self.protected,
        )


@cache
def known_set(name: str) -> Known:
    """Return what is known of a set.

    Args:
        name: the word that ``--as`` takes.
    """
    tables = tomllib.loads(Path(__file__).with_name("known_sets.toml").read_text(encoding="utf-8"))
    return Known.model_validate(tables[name])


def stated(name: str, origin: Origin) -> tuple[str, str]:
    """Return source and licence of a known set, as stated or as known.

    Args:
        name: the word that ``--as`` takes.
        origin: what was stated.

    Raises:
        RatingsError: nobody stated a licence, and none is known.
    """
    known = known_set(name)
    licence = origin.licence or known.licence
    if licence is None:
        raise one_mistake(
            "--licence",
            f"nothing, for {known.title}",
            "the licence under which the data may be used",
            known.asks,
        )
    return origin.source or known.source.strip(), licence
