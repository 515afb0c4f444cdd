"""JSON and base64 that can be written in one way only, so that no byte changes unseen."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable
from typing import Any

from mhgate.canonical import canonical_json, parse_json
from mhgate.errors import AttestError

__all__ = ["MOST_BYTES", "decoded", "held", "only_keys", "read_json", "shown"]

MOST_BYTES = 16 * 2**20  # what the largest service for attestations takes
_MOST_SHOWN = 80


def shown(value: object) -> str:
    r"""Return a value that somebody else wrote, short and in plain ASCII, for a message.

    Args:
        value: anything that JSON can hold.

    Example:
        >>> shown("a\n")
        "'a\\n'"
    """
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    try:
        text = ascii(value if not isinstance(value, str) else value[:_MOST_SHOWN])
    except ValueError:  # a whole number of thousands of digits
        return "a number"
    return text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "..."


def read_json(data: bytes, *, name: str, what: str) -> Any:
    """Read JSON that means one thing: no key twice, no mark of byte order, nothing beyond reason.

    Args:
        data: its bytes.
        name: of the file, for messages.
        what: it is, for messages: "the bundle", say.

    Raises:
        AttestError: it is too large, or no such JSON.
    """
    if len(data) > MOST_BYTES:
        raise AttestError(
            f"{name}: found {len(data)} bytes; expected at most {MOST_BYTES} of {what}.",
            hint="This is not what mhgate signs.",
        )
    try:
        if data.startswith(b"\xef\xbb\xbf"):
            raise ValueError("found a mark of byte order before the JSON")  # noqa: TRY301 - one way to say it
        return parse_json(data)
    except ValueError as error:
        reason = str(error)
        if not reason.startswith("found"):  # a number of thousands of digits: Python's own words
            reason = "found a number beyond reason"
        raise AttestError(
            f"{name}: {reason}; expected {what} as JSON that means one thing.",
            hint="The file was changed or cut off: take it from where it was signed.",
        ) from error


def held(value: Any, data: bytes, *, name: str) -> None:
    """Hold bytes to the one way in which their value is written.

    Args:
        value: that was read from them.
        data: the bytes.
        name: of the file, for messages.

    Raises:
        AttestError: they are written otherwise (RFC 8785 is expected).
    """
    try:
        wanted = canonical_json(value)
    except (ValueError, RecursionError):
        wanted = None
    if wanted != data:
        place = (
            "" if wanted is None else f" (they differ at byte {_first_difference(wanted, data)})"
        )
        raise AttestError(
            f"{name}: found other bytes than the canonical form of what it says{place}; expected "
            "RFC 8785.",
            hint="The file was edited or written by another tool. Take the one that was signed; "
            "a bundle of another tool is read by `mhgate.attest.canonical_bundle` first.",
        )


def _first_difference(one: bytes, other: bytes) -> int:
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def only_keys(
    value: Any, *, needed: Iterable[str], allowed: Iterable[str] = (), name: str, where: str
) -> dict[str, Any]:
    """Return an object that holds the keys that it should, and no others.

    Args:
        value: what was read.
        needed: keys that it must hold.
        allowed: keys that it may hold beside them.
        name: of the file, for messages.
        where: in the file, for messages.

    Raises:
        AttestError: it is no object, lacks a key, or holds another.
    """
    if not isinstance(value, dict):
        raise AttestError(
            f"{name}: {where}: found {shown(value)}; expected an object.",
            hint="The file was changed, or is of another kind.",
        )
    wanted = tuple(needed)
    missing = [key for key in wanted if key not in value]
    other = [key for key in value if key not in {*wanted, *allowed}]
    if missing or other:
        found = ", ".join(shown(key) for key in list(value)[:12]) or "no key"
        raise AttestError(
            f"{name}: {where}: found {found}; expected {', '.join(wanted)}"
            + (f" (and perhaps {', '.join(allowed)})" if allowed else "")
            + ".",
            hint="A key is missing." if missing else "What is not signed must not stand there.",
        )
    return value


def decoded(text: Any, *, name: str, where: str) -> bytes:
    """Decode base64 that is written in the one way: standard alphabet, padded, no slack bits.

    Args:
        text: what was read.
        name: of the file, for messages.
        where: in the file, for messages.

    Raises:
        AttestError: it is no such text, or of nothing.
    """
    try:
        if not isinstance(text, str) or not text:
            raise ValueError(shown(text))  # noqa: TRY301 - one way to say it
        found = base64.b64decode(text, validate=True)
        if base64.b64encode(found).decode("ascii") != text:
            raise ValueError("slack bits")  # noqa: TRY301 - the same
    except (binascii.Error, ValueError) as error:
        raise AttestError(
            f"{name}: {where}: found {shown(text)}; expected base64 in its one form (standard "
            "alphabet, padded, no unused bits set).",
            hint="The file was changed: take it from where it was signed.",
        ) from error
    return found
