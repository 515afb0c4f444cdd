"""A reply while it comes in: bounded, decompressed here, and with faults for what breaks."""

from __future__ import annotations

import time
import zlib
from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Protocol

import httpx

from mhgate.targets.exchange import RECORDED
from mhgate.targets.faults import Fault

__all__ = ["LARGEST_REPLY", "RECORDED", "Incoming", "OfHttpx", "Reply"]

LARGEST_REPLY = 5_000_000  # bytes after decompression; a chat reply is a few thousand

_STEP = 65_536
_DIGITS = 19
_CONTENT = b"content-"


class Reply(Protocol):
    """What a connection gives: a head, and a body piece by piece."""

    @property
    def status(self) -> int:
        """The status."""

    @property
    def headers(self) -> Sequence[tuple[bytes, bytes]]:
        """Names and values as they came."""

    async def piece(self) -> bytes | None:
        """Return the next of the body as it comes; None at its end."""

    async def close(self) -> None:
        """End the reply, read or not."""


class OfHttpx:
    """A response of httpx as a reply.

    Args:
        response: whose body has not been read.
    """

    def __init__(self, response: httpx.Response) -> None:
        self.status = response.status_code
        self.headers: Sequence[tuple[bytes, bytes]] = response.headers.raw
        self._response = response
        self._raw = response.aiter_raw()

    async def piece(self) -> bytes | None:
        """Return the next of the body as it comes; None at its end."""
        return await anext(self._raw, None)

    async def close(self) -> None:
        """End the response."""
        await self._response.aclose()


class Incoming:
    """The status, the headers, and the body as it arrives.

    Args:
        reply: whose body has not been read.
        began_s: when the request was sent, on the clock of ``time.perf_counter``.
        keep: how many bytes of the body's beginning stay in ``seen``.
        largest: the most bytes of a body, after decompression.
    """

    def __init__(
        self,
        reply: Reply | httpx.Response,
        *,
        began_s: float,
        keep: int = RECORDED,
        largest: int = LARGEST_REPLY,
    ) -> None:
        self._reply = OfHttpx(reply) if isinstance(reply, httpx.Response) else reply
        self._largest = largest
        self._keep = keep
        self._began_s = began_s
        self.status = self._reply.status
        self._content = _of_content(self._reply.headers)
        said = self._content.get(b"content-type", "")
        self.content_type = said.partition(";")[0].strip().lower()
        self.seen = bytearray()  # the beginning of the body, for a recording or a build's id

    def _announced(self) -> int:
        """Return how many bytes the head promises; nobody need wait for too many of them."""
        announced = self._content.get(b"content-length", "")
        return int(announced) if announced.isdecimal() and len(announced) < _DIGITS else 0

    @cached_property
    def headers(self) -> httpx.Headers:
        """The reply's headers."""
        return httpx.Headers(list(self._reply.headers))

    def elapsed_s(self) -> float:
        """Return the seconds since the request was sent."""
        return time.perf_counter() - self._began_s

    async def body(self, *, largest: int | None = None) -> bytes:
        """Return the whole body.

        Args:
            largest: the most bytes, after decompression; None: as many as any reply may have.

        Raises:
            Fault: ``too_large``, ``connection_lost``, or ``unreadable_reply``: broken encoding.
        """
        pieces: list[bytes] = []
        reading = self._begun(largest)
        while (raw := await self._piece()) is not None:
            pieces += reading.read(raw)
        reading.end()
        return b"".join(pieces)

    async def chunks(self, *, largest: int | None = None) -> AsyncGenerator[bytes]:
        """Yield the body's bytes as they arrive; raises as :meth:`body` does."""
        reading = self._begun(largest)
        while (raw := await self._piece()) is not None:
            for chunk in reading.read(raw):
                yield chunk
        reading.end()

    def _begun(self, largest: int | None) -> _Reading:
        largest = self._largest if largest is None else largest
        if self._announced() > largest:
            raise Fault("too_large", f"the reply announces more than {largest:,} bytes")
        encoding = self._content.get(b"content-encoding", "")
        return _Reading(_inflater(encoding), largest, self.seen, self._keep)

    async def _piece(self) -> bytes | None:
        try:
            return await self._reply.piece()
        except httpx.TransportError as error:
            raise Fault(
                "connection_lost",
                f"the connection was lost inside the reply ({type(error).__name__})",
            ) from None


def _of_content(headers: Sequence[tuple[bytes, bytes]]) -> dict[bytes, str]:
    """Return what a head says of the body: a header's values as one text, by its name."""
    found: dict[bytes, str] = {}
    for name, value in headers:
        key = name.lower()
        if key.startswith(_CONTENT):
            said = value.decode("latin-1")
            found[key] = f"{found[key]}, {said}" if key in found else said
    return found


class _Reading:
    """A body's bytes on their way to whoever reads it: inflated, counted, their beginning kept."""

    def __init__(self, inflate: _Inflater | None, largest: int, seen: bytearray, keep: int) -> None:
        self._inflate = inflate
        self._largest = largest
        self._seen = seen
        self._keep = keep
        self._total = 0

    def read(self, raw: bytes) -> Iterable[bytes]:
        """Return what some bytes of the reply come to, in steps where they were compressed."""
        if self._inflate is None:
            return (self._counted(raw),)
        return self._inflated(self._inflate(raw))

    def _counted(self, chunk: bytes) -> bytes:
        self._total += len(chunk)
        if self._total > self._largest:
            raise Fault("too_large", f"the reply is larger than {self._largest:,} bytes")
        if len(self._seen) < self._keep:
            self._seen += chunk[: self._keep]
        return chunk

    def _inflated(self, steps: Iterator[bytes]) -> Iterator[bytes]:
        try:
            for chunk in steps:
                yield self._counted(chunk)
        except zlib.error:
            raise Fault(
                "unreadable_reply", "the reply's content-encoding does not match its bytes"
            ) from None

    def end(self) -> None:
        """Refuse a compressed body that is not whole."""
        if self._inflate and self._total and not self._inflate.is_at_end:
            raise Fault("connection_lost", "the reply's compressed body ends too early")


class _Inflater:
    """Decompresses gzip and zlib in steps of bounded size, so that no bomb fills the memory."""

    def __init__(self) -> None:
        self._stream = zlib.decompressobj(zlib.MAX_WBITS | 32)

    def __call__(self, raw: bytes) -> Iterator[bytes]:
        while True:
            step = self._stream.decompress(raw, _STEP)
            yield step
            raw = self._stream.unconsumed_tail
            if not raw and len(step) < _STEP:
                return

    @property
    def is_at_end(self) -> bool:
        return self._stream.eof


def _inflater(encoding: str) -> _Inflater | None:
    """Return what decompresses a body; nothing was asked for, but some gateways do it anyway."""
    match encoding.strip().lower():
        case "" | "identity":
            return None
        case "gzip" | "x-gzip" | "deflate":
            return _Inflater()
        case other:
            raise Fault(
                "unreadable_reply",
                f"the reply has the content-encoding {other[:20]!r}, which was not asked for",
            )
