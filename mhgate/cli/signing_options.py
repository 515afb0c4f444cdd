"""The options that name a key to sign with: a file, or a variable of the environment."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from mhgate.wiring import Signer, find_signing_key, signer_with_key

__all__ = ["signer_named", "with_key"]

Function = TypeVar("Function", bound=Callable[..., Any])

_KEY_VARIABLE, _PASSPHRASE_VARIABLE = "MHGATE_SIGNING_KEY", "MHGATE_SIGNING_PASSPHRASE"


def with_key(function: Function) -> Function:
    """Add the options that name a key to a click command."""
    for option in (
        click.option(
            "--passphrase-env",
            metavar="NAME",
            default=_PASSPHRASE_VARIABLE,
            show_default=True,
            help="the variable that holds the key's passphrase",
        ),
        click.option(
            "--key-env",
            metavar="NAME",
            help=f"the variable that holds the private key; absent: {_KEY_VARIABLE}",
        ),
        click.option("--key", metavar="FILE", help="the private key (PEM)"),
    ):
        function = option(function)
    return function


def signer_named(key: str | None, key_env: str | None, passphrase_env: str) -> Signer:
    """Return what signs with the key that the options name.

    Args:
        key: a file.
        key_env: a variable.
        passphrase_env: the variable of its passphrase.
    """
    if key is not None and key_env is not None:
        raise click.UsageError("--key and --key-env: name one of both")
    return signer_with_key(
        find_signing_key(
            None if key is None else Path(key),
            environ=os.environ,
            key_env=key_env or _KEY_VARIABLE,
            passphrase_env=passphrase_env,
        )
    )
