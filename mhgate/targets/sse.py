"""Server-sent events: the whole grammar of the HTML standard's event stream, fed in any chunks."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

__all__ = ["Event", "EventParser"]

_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class Event:
    """One event.

    Args:
        data: its data lines, joined by line feeds.
        name: its ``event`` field; ``message`` where there is none.
        whole: False when the stream ended before the blank line that ends an event.
    """

    data: str
    name: str = "message"
    whole: bool = True


class EventParser:
    r"""Turns bytes into events, however the bytes are cut.

    CRLF, CR and LF end a line; a byte order mark, comments, unknown fields, ``id`` and ``retry``
    are read over; one space after the colon belongs to the grammar. The event that stands last
    without its blank line, which a browser drops, is handed out, marked as not whole.

    Raises:
        UnicodeDecodeError: from ``feed`` and ``close``, when the bytes are not UTF-8.

    Example:
        >>> EventParser().feed(b"data: hello\n\n")
        [Event(data='hello', name='message', whole=True)]
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("strict")
        self._line: list[str] = []  # pieces of the line that has not ended yet
        self._after_cr = False
        self._data: list[str] = []
        self._name = ""

    def feed(self, chunk: bytes) -> list[Event]:
        """Return the events that this chunk completes."""
        return self._read(self._decoder.decode(chunk))

    def close(self) -> list[Event]:
        """Return what the end of the stream leaves: the last event, without its blank line."""
        events = self._read(self._decoder.decode(b"", final=True))
        if self._line:
            self._field("".join(self._line))
            self._line = []
        if self._data:
            events.append(Event("\n".join(self._data), self._name or "message", whole=False))
            self._data = []
        return events

    def _read(self, text: str) -> list[Event]:
        events: list[Event] = []
        if not text:
            return events
        if self._after_cr and text[0] == "\n":
            text = text[1:]  # the second half of a CRLF that was cut in two
            self._after_cr = False
            if not text:
                return events
        self._after_cr = text.endswith("\r")
        begin = 0
        for end in _LINE_END.finditer(text):
            self._line.append(text[begin : end.start()])
            begin = end.end()
            line, self._line = "".join(self._line), []
            if line:
                self._field(line)
            else:
                if self._data:
                    events.append(Event("\n".join(self._data), self._name or "message"))
                self._data, self._name = [], ""
        if begin < len(text):
            self._line.append(text[begin:])
        return events

    def _field(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._name = value
