"""What no simulated patient may say: means, amounts, places, contacts and slurs."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from mhgate.canonical import digest

__all__ = ["forbids", "names_means"]

# what a person calls themselves (a stigma) is theirs to say
_RULES = frozenset({"amount", "method", "place", "reachable", "slur"})
_SOURCES = ("forbidden.py", "spellings.py")


def names_means(text: str) -> bool:
    """Return whether a text names a method, an amount, a place, a contact or a slur.

    Args:
        text: a message.
    """
    from mhgate.suites.checking.forbidden import forbidden_in  # noqa: PLC0415 - many patterns

    return any(pattern.rule in _RULES for pattern, _ in forbidden_in(text))


@lru_cache(maxsize=1)
def forbids() -> str:
    """Return the digest of what that is; line ends are normalised."""
    folder = files("mhgate.suites.checking")
    return digest(
        {name: digest((folder / name).read_bytes().replace(b"\r\n", b"\n")) for name in _SOURCES}
    )
