"""The traceback of a bug, as it may stand in a CI log or be pasted into an issue."""

from __future__ import annotations

import re
import traceback
from collections.abc import Mapping

from mhgate.redacting.secrets import Redactor, secrets_met

__all__ = ["redacted_traceback", "redactor_of"]

_NAMES_A_SECRET = re.compile(
    r"(?i)(?:^|_)(?:api_?key|key|token|secret|password|passwd|pwd|pat|credentials?|auth|dsn)(?:_|$)"
)
_LEAST = 8  # characters: a shorter value of a variable that nobody named here may be any word


def redactor_of(environ: Mapping[str, str]) -> Redactor:
    """Return a redactor for where nobody knows which secrets a configuration named.

    It knows those that any target of this process was told of, and the values of variables whose
    names say that they are secrets.

    Args:
        environ: the environment.
    """
    from mhgate.redacting.personal import Personal  # noqa: PLC0415 - its patterns, where one breaks

    redactor = Redactor(Personal().redact)
    for secret in secrets_met():
        redactor.add(secret)
    for name, value in environ.items():
        if len(value) >= _LEAST and _NAMES_A_SECRET.search(name):
            redactor.add(value)
    return redactor


def redacted_traceback(error: BaseException, environ: Mapping[str, str]) -> str:
    """Return an exception's traceback without secrets, and without what is about a person.

    Args:
        error: that nobody caught.
        environ: the environment.
    """
    return redactor_of(environ).redact("".join(traceback.format_exception(error)))
