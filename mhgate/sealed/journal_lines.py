"""What happened to a sealed trial -> a line that only a holder of a key reads, and back."""

from __future__ import annotations

import base64
from collections.abc import Sequence

from mhgate.errors import ReportFileError
from mhgate.sealed.age import Identities, WrongKeyError, encrypted
from mhgate.sealed.packing import padded

__all__ = ["sealed_line", "unsealed_line"]

_SMALLEST = 1 << 12  # bytes in clear, so that the lengths of what was said tell little


def sealed_line(line: bytes, recipients: Sequence[str]) -> str:
    """Encrypt one line of a journal.

    Args:
        line: in clear, JSON.
        recipients: those of the pack that the trial's item lies in.

    Returns:
        Base64.
    """
    return base64.b64encode(encrypted(padded(line, least=_SMALLEST), recipients)).decode()


def unsealed_line(text: str, identities: Identities, *, named: str) -> bytes:
    """Decrypt one line of a journal.

    Args:
        text: as :func:`sealed_line` gave it.
        identities: secret keys.
        named: the variable that they come from, for messages.

    Raises:
        ReportFileError: none of the keys opens it, or it was changed.
    """
    try:
        return identities.opened(base64.b64decode(text, validate=True))
    except (WrongKeyError, ValueError):
        raise ReportFileError(
            f"found a sealed line that no key in {named} opens.",
            hint="It was encrypted to the recipients of its pack; name the key of one of them. Or "
            "it was changed after it was written.",
        ) from None
