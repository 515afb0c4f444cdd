"""The keys that sign: made in files, and shown by their public half."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mhgate.attest.key_files import KeyFiles, show_key, write_key
from mhgate.attest.keys import Kind, PublicKey, new_key
from mhgate.errors import KeyFileError

__all__ = ["make_key", "shown_key"]


def make_key(
    stem: Path, *, kind: Kind, environ: Mapping[str, str], passphrase_env: str, in_clear: bool
) -> tuple[PublicKey, KeyFiles]:
    """Make a key and write it into two new files.

    Args:
        stem: the beginning of both names.
        kind: "p256" or "ed25519".
        environ: variables.
        passphrase_env: the variable whose passphrase encrypts the private key.
        in_clear: whether the private key may be written without one.

    Returns:
        Its public half, and where both are.

    Raises:
        KeyFileError: a file is there already, or there is no passphrase and it was not waived.
    """
    passphrase = environ.get(passphrase_env, "").encode("utf-8", "surrogateescape") or None
    if passphrase is None and not in_clear:
        raise KeyFileError(
            f"Found no passphrase in {passphrase_env}; expected one that encrypts the private key.",
            hint="Set the variable. With --no-passphrase the key is written in clear: then whoever "
            "reads the file can sign.",
        )
    if passphrase is not None and in_clear:
        raise KeyFileError(
            f"Found --no-passphrase and a passphrase in {passphrase_env}; expected one of the two.",
            hint="Leave --no-passphrase out, or unset the variable.",
        )
    key = new_key(kind)
    return key.public(), write_key(key, stem, passphrase=passphrase)


def shown_key(
    file: Path | None, *, environ: Mapping[str, str], key_env: str, passphrase_env: str
) -> PublicKey:
    """Return the public half of a key.

    Args:
        file: a public or a private key; None: the variable's.
        environ: variables.
        key_env: the variable that holds a private key.
        passphrase_env: the variable that holds its passphrase.

    Raises:
        KeyFileError: there is no key, or it cannot be read.
    """
    return show_key(file, environ=environ, key_env=key_env, passphrase_env=passphrase_env)
