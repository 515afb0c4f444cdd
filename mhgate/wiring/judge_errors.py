"""What a target's room says of ``[target]``, said of the table that the judge's endpoint has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from mhgate.errors import CannotEvaluateError, ConfigError, MhgateError, Mistake
from mhgate.protocols import Target
from mhgate.records import Failure, Trial, Turn

__all__ = ["about", "named_as"]

_TARGET = re.compile(r"(?<![\w.])target(?=[.\]])")
# in a failure an endpoint's own words may stand too: only keys that a judge has are looked for
_KEY = re.compile(
    r"(?<![\w.])target(?=\.(?:oauth|reply|delta|done|error|ready|belongs_to|body|save|before|session"
    r"|poll)\b)"
)


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


def named_as(target: Target, key: str) -> Target:
    """Return a target whose failures name the table that it is reached by.

    Args:
        target: speaks to a model.
        key: the table, ``judge.target``.
    """
    return _Named(target, key)


class _Named:
    def __init__(self, target: Target, key: str) -> None:
        self._target = target
        self._key = key

    @property
    def fingerprint(self) -> str:
        """The target's own."""
        return self._target.fingerprint

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
        """Return the target's reply."""
        reply = await self._target.reply(turns, trial)
        if isinstance(reply, Turn) or not _KEY.search(reply.message):
            return reply
        return reply.model_copy(update={"message": _KEY.sub(lambda _: self._key, reply.message)})
