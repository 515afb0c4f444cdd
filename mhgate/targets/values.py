"""JSON values of a reply: named by their type, and made so that every record can hold them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from mhgate.canonical import digest
from mhgate.targets.faults import Fault

__all__ = ["DEEPEST", "count_in", "describe", "fingerprint_of", "said_in", "storable", "text_in"]

DEEPEST = 200

_SURROGATES = re.compile("[\\ud800-\\udfff]")
_LARGEST_EXACT = 2**53
_SCALARS = (
    (type(None), "null"),
    (bool, "a boolean"),
    (int | float, "a number"),
    (str, "a string"),
)


def describe(value: Any) -> str:
    """Say of what JSON type a value is, without showing it.

    Example:
        >>> describe({"a": 1})
        'an object (keys: a)'
    """
    if isinstance(value, dict):
        keys = ", ".join(str(key) for key in list(value)[:8])
        return f"an object (keys: {keys})" if keys else "an empty object"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return next((name for kind, name in _SCALARS if isinstance(value, kind)), type(value).__name__)


def storable(value: Any, *, depth: int = 0) -> Any:
    """Return a parsed JSON value as every record, journal and digest can hold it.

    Lone surrogates become U+FFFD; whole numbers beyond 2^53 and infinite ones become text.

    Raises:
        Fault: ``unreadable_reply``, when it is nested more than 200 deep.
    """
    if depth > DEEPEST:
        raise Fault("unreadable_reply", f"a flag is nested more than {DEEPEST} deep")
    if isinstance(value, str):
        return _SURROGATES.sub("\ufffd", value)
    if isinstance(value, dict):
        return {storable(key): storable(inner, depth=depth + 1) for key, inner in value.items()}
    if isinstance(value, list):
        return [storable(inner, depth=depth + 1) for inner in value]
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > _LARGEST_EXACT:
        return str(value)
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return str(value)
    return value


def text_in(value: Any) -> str | None:
    """Return a value that is a text with something in it; None of any other."""
    return value if isinstance(value, str) and value else None


def count_in(value: Any) -> int | None:
    """Return a value that is a count that every digest can hold; None of any other."""
    is_count = isinstance(value, int) and not isinstance(value, bool)
    return value if is_count and 0 <= value < _LARGEST_EXACT else None


def said_in(error: Any) -> str:
    """Return the message of an error as an endpoint gives it, or of what type the error is."""
    message = error.get("message") if isinstance(error, Mapping) else error
    return message if isinstance(message, str) else describe(error)


def fingerprint_of(parts: Mapping[str, Any]) -> str:
    """Return the digest of what makes a target what it is; templates stand for secrets.

    Args:
        parts: JSON-like values by name.
    """
    return digest(json.dumps(parts, sort_keys=True).encode("ascii"))
