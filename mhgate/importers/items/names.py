"""Names out of data -> ids that a suite takes: safe signs alone, and each once."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["Names", "slug"]

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST = 80


def slug(text: str) -> str:
    """Return a text as an id may spell it; empty where nothing of it can stand in one.

    Args:
        text: any.

    Example:
        >>> slug("Cause Harm/Injury"), slug("Crédulité (2)"), slug("失眠")
        ('Cause-Harm-Injury', 'Credulite-2', '')
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return _UNSAFE.sub("-", plain).strip("-._")[:_LONGEST].rstrip("-._")


class Names:
    """Ids that are handed out once each."""

    __slots__ = ("_by_raw", "_taken")

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._by_raw: dict[str, str] = {}

    def fresh(self, wanted: str, *, otherwise: str) -> str:
        """Return an id that nothing has yet.

        Args:
            wanted: what it is made of.
            otherwise: what it is made of where nothing of that can stand in an id.

        Returns:
            The id; with a number behind it where the plain one is taken.
        """
        plain = slug(wanted) or slug(otherwise) or "row"
        name, number = plain, 1
        while name in self._taken:
            number += 1
            name = f"{plain}-{number}"
        self._taken.add(name)
        return name

    def of(self, raw: str, *, otherwise: str) -> str:
        """Return the id of a name that comes again: the same for the same, another for another.

        Args:
            raw: the name.
            otherwise: what its id is made of where nothing of it can stand in one.
        """
        if raw not in self._by_raw:
            self._by_raw[raw] = self.fresh(raw, otherwise=otherwise)
        return self._by_raw[raw]
