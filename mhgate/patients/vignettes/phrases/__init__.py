"""The phrases of first messages, read from the TOML files beside this when first needed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

__all__ = ["BANKS", "Phrase", "all_phrases", "bank"]

BANKS = ("problems", "disclosing", "around")
"""The files, by name."""

_FACTS = re.compile(r"<([^>]*)>(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Phrase:
    """One phrase.

    Args:
        bank: where it stands, and its number there; no two phrases share both.
        needs: facts that must hold of the person.
        bars: facts that must not.
        text: with ``{a|b}`` where wordings vary, and ``{name}`` where the person's own is put in.
    """

    bank: str
    needs: frozenset[str]
    bars: frozenset[str]
    text: str

    def fits(self, facts: frozenset[str]) -> bool:
        """Return whether somebody of whom these facts hold may say it.

        Args:
            facts: of the vignette.
        """
        return self.needs <= facts and not self.bars & facts


@cache
def _banks() -> Mapping[str, tuple[Phrase, ...]]:
    found: dict[str, tuple[Phrase, ...]] = {}
    for name in BANKS:
        text = files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
        found |= _flat("", tomllib.loads(text))
    return MappingProxyType(found)


def _flat(above: str, table: Mapping[str, object]) -> dict[str, tuple[Phrase, ...]]:
    found: dict[str, tuple[Phrase, ...]] = {}
    for key, value in table.items():
        name = f"{above}{key}"
        if isinstance(value, dict):
            found |= _flat(f"{name}.", value)
        elif isinstance(value, list):
            found[name] = tuple(_phrase(f"{name}.{at}", text) for at, text in enumerate(value))
    return found


def _phrase(name: str, text: str) -> Phrase:
    marked = _FACTS.fullmatch(text)
    facts = marked[1].split(",") if marked else []
    return Phrase(
        bank=name,
        needs=frozenset(fact for fact in facts if not fact.startswith("!")),
        bars=frozenset(fact[1:] for fact in facts if fact.startswith("!")),
        text=marked[2] if marked else text,
    )


def bank(name: str) -> tuple[Phrase, ...]:
    """Return the phrases of a bank: ``grief.first``, ``tell.suicide.low``.

    Args:
        name: of the bank.

    Raises:
        KeyError: there is no such bank.
    """
    return _banks()[name]


def all_phrases() -> Iterator[Phrase]:
    """Yield every phrase there is."""
    for phrases in _banks().values():
        yield from phrases
