"""Whom a target's connections trust, and as whom they come: ``[target.tls]`` as one TLS context."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import TYPE_CHECKING

from mhgate.errors import CannotEvaluateError
from mhgate.redacting.secrets import Secrets
from mhgate.targets.connections import usual_context

if TYPE_CHECKING:
    from mhgate.config.target_access import TlsConfig

__all__ = ["tls_context"]

_KEY = "target.tls"


def tls_context(config: TlsConfig, *, folder: Path, secrets: Secrets) -> ssl.SSLContext:
    """Return the context of every connection of a target.

    Args:
        config: the table; files are looked up from ``folder``.
        folder: where thresholds.toml stands, or the checkout that is tested.
        secrets: where the key's passphrase is read.

    Raises:
        CannotEvaluateError: a file is not there or cannot be read, or a variable is not set.
    """
    context = usual_context()
    if config.ca is not None:
        path = _file(folder, config.ca, "ca")
        try:
            context.load_verify_locations(cafile=path)
        except (OSError, ssl.SSLError) as error:
            raise _unreadable(path, "ca", "certificates to trust in PEM", error) from None
    if config.certificate is None:
        return context
    certificate = _file(folder, config.certificate, "certificate")
    key = None if config.key is None else _file(folder, config.key, "key")
    passphrase = ""  # OpenSSL would ask on the terminal for one that it is not given
    if config.passphrase_env is not None:
        passphrase = secrets.get(config.passphrase_env, f"{_KEY}.passphrase_env")
    try:
        context.load_cert_chain(certificate, key, password=passphrase)
    except (OSError, ssl.SSLError) as error:
        expected = "a certificate and its own key in PEM, and the key's passphrase if it has one"
        raise _unreadable(key or certificate, "certificate", expected, error) from None
    return context


def _file(folder: Path, name: str, key: str) -> Path:
    path = folder / name
    if not path.is_file():
        raise CannotEvaluateError(
            f"{_KEY}.{key}: there is no file {path}.",
            hint="Paths are looked up from the folder of thresholds.toml (in the Action, from that "
            "of the checkout); in CI, write the file from a secret before the run.",
        )
    return path


def _unreadable(path: Path, key: str, expected: str, error: Exception) -> CannotEvaluateError:
    reason = getattr(error, "reason", None) or type(error).__name__
    return CannotEvaluateError(
        f"{_KEY}.{key}: {path.name} cannot be used ({reason}); expected {expected}.",
        hint="openssl x509 -in FILE -noout -subject, and openssl pkey -in FILE -noout, say whether "
        "the files can be read.",
    )
