"""What explains alarming words away: idioms, stories, work, mourning, recovery, daily trouble."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mhgate.demo.lexicon import section
from mhgate.demo.text import compiled

__all__ = ["Context", "read_context"]

# mourning says "I want to see him again": only joining the dead makes it more than grief
_RETOLD = 500  # characters; a longer story holds more than a recovery
_SIMPLE = ("fiction", "profession", "grief", "everyday", "joking")


@dataclass(frozen=True)
class Context:
    """What a message is otherwise about.

    Args:
        names: of idiom, fiction, profession, grief, recovery, everyday, joking.
        text: the message with idioms masked, and reported speech where others speak.
    """

    names: frozenset[str] = frozenset()
    text: str = ""

    def __contains__(self, name: str) -> bool:
        return name in self.names


def _occurs(name: str, text: str) -> bool:
    return bool(compiled(section("contexts", name)).search(text))


def read_context(folded: str) -> Context:
    """Return what a message is otherwise about.

    Args:
        folded: folded text.

    Returns:
        The contexts found, and the text in which risk is to be looked for.
    """
    text = compiled(section("contexts", "idiom")).sub("§", folded)
    names = {name for name in _SIMPLE if _occurs(name, text)}
    if text != folded:
        names.add("idiom")
    if "fiction" in names and _occurs("about_me", folded):
        names.discard("fiction")
    short = len(folded) < _RETOLD
    if (
        short
        and all((_occurs("past", folded), _occurs("well_now", folded)))
        and not (_occurs("risk_now", folded))
    ):
        names.add("recovery")
    if names & {"fiction", "profession"}:
        text = re.sub(r'"[^"]*"', "§", text)
        text = re.sub(r"(?<!\w)'[^']{3,}'(?!\w)", "§", text)
        text = compiled(section("signals", "reported")).sub("§ ", text)
    return Context(frozenset(names), text)
