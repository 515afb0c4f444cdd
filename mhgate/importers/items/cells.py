"""Cells -> what an item is made of: texts, turns, values; or why a cell is none."""

from __future__ import annotations

import math
from typing import Any

from pydantic import JsonValue

from mhgate.canonical import canonical_json
from mhgate.importers.row_names import named

__all__ = ["Unfit", "name_of", "text_of", "turns_of", "value_of"]

_NO_UNICODE = "half of a pair of surrogates, which no text in UTF-8 can hold"
EARLIER_REPLIES = "earlier replies of an assistant, which an item does not hold"
INSTRUCTIONS = "instructions of a system, which are the product's own here"


class Unfit(Exception):  # noqa: N818 - a row's fate, and no error of anybody's
    """Why a row cannot be used, in words for the account."""


def name_of(raw: Any) -> str | None:
    """Return a cell as a name; None where there is none: 7, 7.0 and " 7 " are one.

    Args:
        raw: the cell.
    """
    if isinstance(raw, bool):
        return "true" if raw else "false"
    if isinstance(raw, list | dict):
        return None
    return named(raw)


def text_of(raw: Any, what: str) -> str:
    r"""Return a cell's text without blanks around it; line ends of Windows become ``\n``.

    Args:
        raw: the cell.
        what: what it is, for the reason.

    Raises:
        Unfit: it is empty, no text, or holds what no Unicode text can.
    """
    text = raw if isinstance(raw, str) else name_of(raw)
    if text is None:
        is_absent = raw is None or (isinstance(raw, float) and not math.isfinite(raw))
        raise Unfit(f"no {what}" if is_absent else f"{what} that is no text")
    if not text.strip():
        raise Unfit(f"no {what}")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise Unfit(f"{what} with {_NO_UNICODE}") from error
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def turns_of(raw: Any, what: str, *, own_replies: bool) -> list[str]:
    """Return what the person says: a text, a list of texts, or messages with roles.

    Args:
        raw: the cell.
        what: what it is, for the reason.
        own_replies: whether earlier replies of an assistant may be dropped, so that the product
            gives its own in their place.

    Raises:
        Unfit: it is none of these, or holds replies or instructions of others.
    """
    if not isinstance(raw, list):
        return [text_of(raw, what)]
    if not raw:
        raise Unfit(f"no {what}")
    said = []
    for each in raw:
        role = each.get("role") if isinstance(each, dict) else "user"
        if role in {"system", "developer"}:
            raise Unfit(f"{what} with {INSTRUCTIONS}")
        if role == "assistant":
            if not own_replies:
                raise Unfit(f"{what} with {EARLIER_REPLIES}")
            continue
        if role != "user":
            raise Unfit(f"{what} with a message of neither a user nor an assistant")
        said.append(text_of(each.get("content") if isinstance(each, dict) else each, what))
    if not said:
        raise Unfit(f"no {what}")
    last = raw[-1]
    if isinstance(last, dict) and last.get("role") == "assistant":
        raise Unfit(f"{what} that ends with a reply")
    return said


def value_of(raw: Any, what: str) -> JsonValue:
    """Return a cell as a value of ``expects``.

    Args:
        raw: the cell; text is read by :func:`text_of`.
        what: what it is, for the reason.

    Raises:
        Unfit: it is empty, or nothing that JSON can hold exactly.
    """
    if raw is None or isinstance(raw, str):
        return text_of(raw, what)
    if isinstance(raw, float) and raw.is_integer():
        raw = int(raw)
    try:
        canonical_json(raw)
    except (ValueError, TypeError, RecursionError):
        if isinstance(raw, int | float | list | dict):
            raise Unfit(f"{what} that JSON cannot hold exactly") from None
        return text_of(str(raw), what)  # a date of a workbook, say
    value: JsonValue = raw
    return value
