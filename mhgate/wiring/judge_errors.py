"""What a target's room says of ``[target]``, said of the table that the judge's endpoint has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from mhgate.errors import CannotEvaluateError, ConfigError, MhgateError, Mistake

__all__ = ["about"]

_TARGET = re.compile(r"(?<![\w.])target(?=[.\]])")


@contextmanager
def about(key: str) -> Iterator[None]:
    """Name the judge's own table in every error that is raised meanwhile.

    Args:
        key: the table, ``judge.target``.

    Raises:
        ConfigError: as it was raised, with the judge's keys.
        CannotEvaluateError: any other error, with the judge's keys.
    """

    def named(text: str) -> str:
        return _TARGET.sub(lambda _: key, text)

    try:
        yield
    except ConfigError as error:
        raise ConfigError(
            [
                Mistake(named(each.where), each.found, each.expected, named(each.hint))
                for each in error.mistakes
            ]
        ) from error
    except MhgateError as error:
        message = f"[{key}]: {named(error.message)}"
        raise CannotEvaluateError(message, hint=named(error.hint)) from error
