"""What checking a pack found, thing by thing: it holds, it is broken, or nobody could check it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from mhgate.errors import MhgateError
from mhgate.records.evidence import PackCheck

__all__ = ["Checks"]

Found = TypeVar("Found")

# what a stranger wrote may be wrong in any way that reading, counting and looking up can fail
_WRONG = (MhgateError, ValueError, LookupError, TypeError, ArithmeticError, RecursionError)


@dataclass(slots=True)
class Checks:
    """The list, in the order in which things were looked at."""

    found: list[PackCheck] = field(default_factory=list)

    @property
    def is_broken(self) -> bool:
        """Whether anything does not hold so far."""
        return any(each.state == "broken" for each in self.found)

    def holds(self, what: str, sentence: str, *, file: str | None = None) -> None:
        """Book that something holds."""
        self.found.append(PackCheck(what=what, state="holds", sentence=sentence, file=file))

    def broken(self, what: str, sentence: str, *, file: str | None = None) -> None:
        """Book that something does not hold."""
        self.found.append(PackCheck(what=what, state="broken", sentence=sentence, file=file))

    def open(self, what: str, sentence: str, *, file: str | None = None) -> None:
        """Book that something was not checked, and why."""
        self.found.append(PackCheck(what=what, state="not checked", sentence=sentence, file=file))

    def all_of(self, checks: Iterable[PackCheck]) -> bool:
        """Book checks that were made elsewhere; return whether there was none among them."""
        before = len(self.found)
        self.found += checks
        return len(self.found) == before

    def trying(
        self, what: str, file: str | None, make: Callable[[], Found], *, where: str = ""
    ) -> Found | None:
        """Return what a function gives; where it raises, book why and return None.

        Args:
            what: is checked.
            file: of the pack that it is about.
            make: the function.
            where: the file as messages name it, put before a message that does not name it.
        """
        try:
            return make()
        except _WRONG as error:
            text = str(error) or type(error).__name__
            named = text if file is None or file in text else f"{where or file}: {text}"
            self.broken(what, named, file=file)
            return None
