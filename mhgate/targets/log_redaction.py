"""Log redaction: what httpcore logs at DEBUG holds response headers, and so whatever they echo."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from mhgate.targets.redaction import Redactor

__all__ = ["redacted_logs"]

# A filter holds for the logger that it is put on, and not for those below.
_LOGGERS = (
    "httpx",
    *(f"httpcore.{p}" for p in ("connection", "http11", "http2", "proxy", "socks")),
)


class _Redacting(logging.Filter):
    """Rewrites each record, before any handler of anybody sees it."""

    def __init__(self, redactor: Redactor) -> None:
        super().__init__()
        self._redactor = redactor

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = self._redactor.redact(record.getMessage()), ()
        return True


@contextmanager
def redacted_logs(redactor: Redactor) -> Iterator[None]:
    """Keep secrets out of the HTTP libraries' logs for as long as a target is open.

    Args:
        redactor: knows the secrets.

    Yields:
        Nothing; afterwards the loggers are as they were.
    """
    redacting = _Redacting(redactor)
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    for logger in loggers:
        logger.addFilter(redacting)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeFilter(redacting)
