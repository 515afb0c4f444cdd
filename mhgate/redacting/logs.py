"""Log redaction: DEBUG lines of HTTP hold response headers, and so whatever these echo.

Tracebacks are redacted too: they quote messages of errors, and so what an endpoint said.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from mhgate.redacting.secrets import Redactor

__all__ = ["RedactingFilter", "RedactingFormatter", "redacted_logs"]

# A filter holds for the logger that it is put on, and not for those below: each is named, also one
# that is made later
_LOGGERS = (
    "httpx",
    *(f"httpcore.{p}" for p in ("connection", "http11", "http2", "proxy", "socks")),
    "asyncio",
    "mhgate.targets.asgi",
    "mhgate.targets.wire",
    "websockets.client",
)
_BELOW = ("httpx", "httpcore", "h11", "h2", "hpack", "mhgate", "asyncio", "websockets")

_ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class RedactingFilter(logging.Filter):
    """Rewrites each record, before any handler of anybody sees it.

    Args:
        redactor: knows the secrets.
    """

    def __init__(self, redactor: Redactor) -> None:
        super().__init__()
        self._redactor = redactor

    def filter(self, record: logging.LogRecord) -> bool:
        """Redact the message, the traceback and the stack; every record passes."""
        redact = self._redactor.redact
        record.msg, record.args = redact(record.getMessage()), ()
        if record.exc_info:
            record.exc_text = redact(_formatted(record.exc_info))
            record.exc_info = None  # a formatter takes the text that is there
        elif record.exc_text:
            record.exc_text = redact(record.exc_text)
        if record.stack_info:
            record.stack_info = redact(record.stack_info)
        return True


class RedactingFormatter(logging.Formatter):
    """A formatter of a team's own handler, through which nothing goes unredacted.

    Args:
        inner: formats; what it gives is redacted.
        redactor: knows the secrets.
    """

    def __init__(self, inner: logging.Formatter, redactor: Redactor) -> None:
        super().__init__()
        self._inner = inner
        self._redactor = redactor

    def format(self, record: logging.LogRecord) -> str:
        """Return the record's line, traceback and all, redacted."""
        return self._redactor.redact(self._inner.format(record))


def _formatted(exc_info: _ExcInfo) -> str:
    return "".join(traceback.format_exception(*exc_info)).rstrip("\n")


@contextmanager
def redacted_logs(redactor: Redactor) -> Iterator[None]:
    """Keep secrets out of the logs of the HTTP libraries, and of mhgate's own, while it lasts.

    Args:
        redactor: knows the secrets.

    Yields:
        Nothing; afterwards the loggers are as they were.
    """
    redacting = RedactingFilter(redactor)
    known = [
        name for name in list(logging.root.manager.loggerDict) if name.partition(".")[0] in _BELOW
    ]
    loggers = [logging.getLogger(name) for name in dict.fromkeys([*_LOGGERS, *known])]
    for logger in loggers:
        logger.addFilter(redacting)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeFilter(redacting)
