r"""Control characters: nobody typed them, readers do not see them, and terminals obey some.

NUL cuts texts short in many a product, and an escape sequence repaints the terminal of whoever
reads an item. They are taken out, and that is told. Kept are line feeds, tabs, and what separates
lines in Unicode (U+0085, U+2028, U+2029), which people's texts do hold.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mhgate.importers.items.gathering import Draft

__all__ = ["STRIPPED", "without_controls", "without_controls_in"]

STRIPPED = "control characters (NUL, ESC and the like), taken out"

_SEQUENCE = re.compile(r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[@-Z\\-_]")
_BLANK = re.compile(r"[\x0b\x0c\x1c-\x1f]")
_OTHER = re.compile(r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")


def without_controls(text: str) -> str:
    r"""Return a text without control characters; those that are blanks become spaces.

    Args:
        text: any.

    Example:
        >>> without_controls("a\x00b \x1b[31mred\x1b[0m\x0bx\u2028y")
        'ab red x\u2028y'
    """
    return _OTHER.sub("", _BLANK.sub(" ", _SEQUENCE.sub("", text)))


def without_controls_in(draft: Draft) -> Draft:
    """Return an item without control characters in what is said, expected, and told of it.

    Args:
        draft: the item; the same is returned where it has none.
    """
    cleaned = replace(
        draft,
        turns=[without_controls(turn).strip() for turn in draft.turns],
        expects=_cleaned(draft.expects),
        strata=_cleaned(draft.strata),
        source=without_controls(draft.source),
        licence=without_controls(draft.licence),
    )
    return draft if cleaned == draft else cleaned


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return without_controls(value)
    if isinstance(value, dict):
        return {without_controls(str(key)): _cleaned(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_cleaned(each) for each in value]
    return value
