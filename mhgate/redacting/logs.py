"""Log redaction: DEBUG lines of HTTP hold response headers, and so whatever these echo.

Of a header whose name says that it holds a token, a cookie say, the value is not logged, whether
anybody knows it as a secret or not. Tracebacks are redacted too: they quote messages of errors, and
so what an endpoint said.
"""

from __future__ import annotations

import logging
import re
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from mhgate.redacting.secrets import REDACTED, Redactor

__all__ = ["RedactingFilter", "RedactingFormatter", "redacted_logs"]

# A filter holds for the logger that it is put on, and not for those below: each is named, also one
# that is made later
_LOGGERS = (
    "httpx",
    *(f"httpcore.{p}" for p in ("connection", "http11", "http2", "proxy", "socks")),
    "asyncio",
    "mhgate.targets.asgi",
    "mhgate.targets.transport",
    "mhgate.targets.wire",
    "websockets.client",
)
_BELOW = ("httpx", "httpcore", "h11", "h2", "hpack", "mhgate", "asyncio", "websockets")

# httpcore tells headers before a body is read, which may hold a secret that they repeat: mhgate
# tells them after that
_TOO_EARLY = re.compile(r"(receive_response_headers\.complete return_value=\([^,]*, \d+).*")
# lists of headers, as mhgate and websockets write them; a name tells what its value is
_HEADERS = re.compile(r"headers of the reply|^[<>] [\w-]+: ")
_TELLING = re.compile(
    r"(?i)([\w-]*(?:cookie|token|session|secret|auth|key|password|csrf)[\w-]*"
    r"""['"]?(?:, b?|: ?)['"]?)(?!\[)[^'"\r\n]+"""
)

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
        message = redact(record.getMessage())
        message = _TOO_EARLY.sub(r"\1, ...)", message)
        if _HEADERS.search(message):
            message = _TELLING.sub(rf"\1{REDACTED}", message)
        record.msg, record.args = message, ()
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
