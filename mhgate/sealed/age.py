"""age (age-encryption.org/v1): bytes in, bytes out, for X25519 recipients; nothing touches a disk.

pyrage is imported when something is encrypted or opened, and by this module alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from mhgate.errors import UsageError

__all__ = ["Identities", "WrongKeyError", "check_recipients", "encrypted", "read_identities"]

_PREFIX = "AGE-SECRET-KEY-1"


class WrongKeyError(Exception):
    """None of the identities is a recipient of what is to be opened, or it is damaged."""


@dataclass(frozen=True, slots=True)
class Identities:
    """Secret keys that open packs.

    Args:
        public: the public key of each, which names it.
        keys: the keys themselves; never shown.
    """

    public: tuple[str, ...]
    _keys: tuple[Any, ...] = field(repr=False)

    def opened(self, data: bytes) -> bytes:
        """Return what was encrypted.

        Args:
            data: an age file.

        Raises:
            WrongKeyError: it was encrypted to other keys, or was changed since.
        """
        age = _age()
        try:
            found: bytes = age.decrypt(data, list(self._keys))
        except age.DecryptError as error:
            raise WrongKeyError(str(error)) from None
        return found


def read_identities(text: str, *, named: str) -> Identities:
    """Read secret keys as age-keygen writes them: one a line, ``#`` begins a comment.

    Args:
        text: what an environment variable holds.
        named: the variable's name, for messages; its value is never in one.

    Raises:
        UsageError: it holds something else.
    """
    age = _age()
    keys = []
    for line in text.splitlines():
        word = line.strip()
        if not word or word.startswith("#"):
            continue
        try:
            keys.append(age.x25519.Identity.from_str(word))
        except age.IdentityError:
            raise _no_identity(named) from None
    if not keys:
        raise _no_identity(named)
    return Identities(tuple(str(key.to_public()) for key in keys), tuple(keys))


def _no_identity(named: str) -> UsageError:
    return UsageError(
        f"The environment variable {named} holds something else than age's secret keys (its value "
        "is not shown).",
        hint=f"Expected lines that begin with {_PREFIX}, as age-keygen prints them.",
    )


def check_recipients(recipients: Sequence[str]) -> None:
    """Check that something can be encrypted to every recipient.

    Args:
        recipients: public keys, ``age1...``.

    Raises:
        UsageError: there is none, or one is no X25519 public key.
    """
    _recipients(recipients)


def encrypted(data: bytes, recipients: Sequence[str]) -> bytes:
    """Encrypt to several recipients, each of whom can open it alone.

    Args:
        data: in clear.
        recipients: their public keys.

    Raises:
        UsageError: as for :func:`check_recipients`.
    """
    found: bytes = _age().encrypt(data, _recipients(recipients))
    return found


def _recipients(recipients: Sequence[str]) -> list[Any]:
    age = _age()
    found = []
    for name in dict.fromkeys(recipients):
        try:
            found.append(age.x25519.Recipient.from_str(name))
        except age.RecipientError:
            shown = "a secret key (not shown)" if name.upper().startswith("AGE-S") else repr(name)
            raise UsageError(
                f"found {shown}; expected the public key of a recipient, age1...",
                hint="age-keygen prints it as '# public key:'.",
            ) from None
    if not found:
        raise UsageError(
            "no recipient; expected at least one public key, age1...", hint="Give --to age1..."
        )
    return found


def _age() -> Any:
    try:
        import pyrage  # noqa: PLC0415 - an extra, and only where something is sealed
    except ImportError as error:
        raise UsageError(
            "Protected items need pyrage, which is not installed.",
            hint="pip install 'mhgate[sealed]'",
        ) from error
    return pyrage
