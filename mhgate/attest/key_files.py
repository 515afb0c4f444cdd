"""Keys in files and in variables of the environment: found, written once, and never overwritten."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mhgate.attest.keys import (
    PublicKey,
    SigningKey,
    private_pem,
    read_private_key,
    read_public_key,
)
from mhgate.errors import KeyFileError

__all__ = [
    "KEY_VARIABLE",
    "PASSPHRASE_VARIABLE",
    "KeyFiles",
    "find_signing_key",
    "load_public_key",
    "show_key",
    "write_key",
]

KEY_VARIABLE = "MHGATE_SIGNING_KEY"
"""Holds a private key itself, as PEM, where no file does."""
PASSPHRASE_VARIABLE = "MHGATE_SIGNING_PASSPHRASE"  # noqa: S105 - a name, not a passphrase
"""Holds the passphrase of an encrypted private key."""
_MOST_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class KeyFiles:
    """Where the two halves of a key are.

    Args:
        private: the file that nobody else may read.
        public: the file to hand on.
        repository: the repository that both lie in, or None.
    """

    private: Path
    public: Path
    repository: Path | None


def write_key(key: SigningKey, stem: Path, *, passphrase: bytes | None) -> KeyFiles:
    """Write a key into two new files: ``STEM.key.pem`` for its owner alone, ``STEM.pub.pem``.

    Args:
        key: the key.
        stem: the beginning of both names.
        passphrase: encrypts the private key; None: it is written in clear.

    Raises:
        KeyFileError: one of the two is there already, or cannot be written.
    """
    private, public = (stem.with_name(stem.name + end) for end in (".key.pem", ".pub.pem"))
    for path in (private, public):
        if os.path.lexists(path):
            raise _there_already(path)
    _write(private, private_pem(key, passphrase=passphrase), mode=0o600)
    _write(public, key.public().pem(), mode=0o644)
    folders = (stem.parent.resolve(), *stem.parent.resolve().parents)
    return KeyFiles(
        private, public, next((each for each in folders if (each / ".git").exists()), None)
    )


def _there_already(path: Path) -> KeyFileError:
    return KeyFileError(
        f"{path}: is there already; expected a new name.",
        hint="What was signed with a key is checked with that key for years: name another file "
        "with --out, or move this one away.",
    )


def _write(path: Path, data: bytes, *, mode: int) -> None:
    try:
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with os.fdopen(made, "wb") as file:
            file.write(data)
    except FileExistsError as error:
        raise _there_already(path) from error
    except OSError as error:
        raise KeyFileError(
            f"{path}: cannot be written ({error.strerror}).", hint="Name another folder with --out."
        ) from error


def find_signing_key(
    file: Path | None,
    *,
    environ: Mapping[str, str],
    key_env: str = KEY_VARIABLE,
    passphrase_env: str = PASSPHRASE_VARIABLE,
) -> SigningKey:
    r"""Return the key of a file, or else that of a variable.

    Args:
        file: a private key, or None.
        environ: variables.
        key_env: the variable that holds a private key as PEM; line ends may be written ``\n``.
        passphrase_env: the variable that holds the passphrase.

    Raises:
        KeyFileError: there is no key, or it cannot be read.
    """
    passphrase = environ.get(passphrase_env, "").encode("utf-8", "surrogateescape") or None
    if file is not None:
        return read_private_key(_bytes_of(file), passphrase=passphrase, name=str(file))
    held = environ.get(key_env, "").strip()
    if not held:
        raise KeyFileError(
            f"Found no key to sign with: no file was named, and {key_env} is not set.",
            hint="Name one with --key, or put a private key (PEM) in the variable; "
            "`mhgate keys new` makes one.",
        )
    pem = held.replace("\\n", "\n").encode("utf-8", "surrogateescape")
    return read_private_key(pem, passphrase=passphrase, name=f"the variable {key_env}")


def load_public_key(file: Path) -> PublicKey:
    """Return the public key of a file.

    Args:
        file: PEM.

    Raises:
        KeyFileError: it cannot be read, or is no public key.
    """
    return read_public_key(_bytes_of(file), name=str(file))


def show_key(
    file: Path | None,
    *,
    environ: Mapping[str, str],
    key_env: str = KEY_VARIABLE,
    passphrase_env: str = PASSPHRASE_VARIABLE,
) -> PublicKey:
    """Return what may be shown of a key: its public half.

    Args:
        file: a public or a private key; None: the variable's.
        environ: variables.
        key_env: as for :func:`find_signing_key`.
        passphrase_env: the same.

    Raises:
        KeyFileError: there is no key, or it cannot be read.
    """
    if file is not None and b"PRIVATE KEY" not in _bytes_of(file):
        return load_public_key(file)
    return find_signing_key(
        file, environ=environ, key_env=key_env, passphrase_env=passphrase_env
    ).public()


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise KeyFileError(
            f"{path}: cannot be read ({error.strerror}).",
            hint="Name a key in PEM; `mhgate keys new` makes one.",
        ) from error
    if len(data) > _MOST_BYTES:
        raise KeyFileError(
            f"{path}: found more than {_MOST_BYTES} bytes; expected a key in PEM.",
            hint="Is this another file?",
        )
    return data
