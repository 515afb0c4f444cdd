"""A reply while it comes in: bounded, decompressed here, and with faults for what breaks."""

from __future__ import annotations

import time
import zlib
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing

import httpx

from mhgate.targets.exchange import RECORDED
from mhgate.targets.faults import Fault

__all__ = ["LARGEST_REPLY", "RECORDED", "Incoming"]

LARGEST_REPLY = 5_000_000  # bytes after decompression; a chat reply is a few thousand

_STEP = 65_536
_DIGITS = 19


class Incoming:
    """The status, the headers, and the body as it arrives.

    Args:
        response: whose body has not been read.
        began_s: when the request was sent, on the clock of ``time.perf_counter``.
        keep: how many bytes of the body's beginning stay in ``seen``.
        largest: the most bytes of a body, after decompression.
    """

    def __init__(
        self,
        response: httpx.Response,
        *,
        began_s: float,
        keep: int = RECORDED,
        largest: int = LARGEST_REPLY,
    ) -> None:
        self._response = response
        self._largest = largest
        self._keep = keep
        self._began_s = began_s
        self.status = response.status_code
        self.content_type = (
            response.headers.get("content-type", "").partition(";")[0].strip().lower()
        )
        self.seen = bytearray()  # the beginning of the body, for a recording or a build's id

    def _announced(self) -> int:
        """Return how many bytes the head promises; nobody need wait for too many of them."""
        announced = self.headers.get("content-length", "")
        return int(announced) if announced.isdecimal() and len(announced) < _DIGITS else 0

    @property
    def headers(self) -> httpx.Headers:
        """The reply's headers."""
        return self._response.headers

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
        pieces = []
        async with aclosing(self.chunks(largest=largest)) as chunks:
            async for chunk in chunks:
                pieces.append(chunk)  # noqa: PERF401 - an async comprehension reads no better
        return b"".join(pieces)

    async def chunks(self, *, largest: int | None = None) -> AsyncGenerator[bytes]:
        """Yield the body's bytes as they arrive; raises as :meth:`body` does."""
        largest = self._largest if largest is None else largest
        if self._announced() > largest:
            raise Fault("too_large", f"the reply announces more than {largest:,} bytes")
        inflate = _inflater(self.headers.get("content-encoding", ""))
        total = 0
        try:
            async for raw in self._response.aiter_raw():
                for chunk in inflate(raw) if inflate else (raw,):
                    total += len(chunk)
                    if total > largest:
                        raise Fault("too_large", f"the reply is larger than {largest:,} bytes")
                    if len(self.seen) < self._keep:
                        self.seen += chunk[: self._keep]
                    yield chunk
            if inflate and total and not inflate.is_at_end:
                raise Fault("connection_lost", "the reply's compressed body ends too early")
        except httpx.TransportError as error:
            raise Fault(
                "connection_lost",
                f"the connection was lost inside the reply ({type(error).__name__})",
            ) from None
        except zlib.error:
            raise Fault(
                "unreadable_reply", "the reply's content-encoding does not match its bytes"
            ) from None


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
