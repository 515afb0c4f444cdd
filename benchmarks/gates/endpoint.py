"""``python -m benchmarks.gates.endpoint``: a chat completions endpoint on loopback, for the clock.

Product and judge in one. It counts what it is asked, so that a contestant which asks less than all
of its work is seen. One process, one loop; httptools reads the requests.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import signal
import time
from dataclasses import asdict, dataclass, field
from typing import cast

import httptools

from benchmarks.gates.replies import completion, is_judge

try:
    import uvloop
except ImportError:
    uvloop = None

_HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n"


@dataclass(slots=True)
class Counts:
    """What the endpoint was asked."""

    target: int = 0
    judge: int = 0
    connections: int = 0
    in_flight: int = 0
    most_in_flight: int = 0
    first_s: float = 0.0
    last_s: float = 0.0
    bodies: set[int] = field(default_factory=set)


class Endpoint:
    """Answers after a fixed time.

    Args:
        latency_s: from the request's last byte to the reply's first.
    """

    def __init__(self, latency_s: float) -> None:
        self.latency_s = latency_s
        self.counts = Counts()

    def shown(self) -> bytes:
        """Return the counts as JSON."""
        told = asdict(self.counts)
        told["distinct"] = len(told.pop("bodies"))
        return json.dumps(told).encode()


class _Connection(asyncio.Protocol):
    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._loop = asyncio.get_running_loop()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's has no such base
        self._parser = httptools.HttpRequestParser(self)
        self._endpoint.counts.connections += 1

    def data_received(self, data: bytes) -> None:
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserError:
            self._transport.close()

    def on_message_begin(self) -> None:
        self._url = b""
        self._body: list[bytes] = []

    def on_url(self, url: bytes) -> None:
        self._url += url

    def on_header(self, name: bytes, value: bytes) -> None:
        if name.lower() == b"expect" and value.lower() == b"100-continue":
            self._transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    def on_body(self, body: bytes) -> None:
        self._body.append(body)

    def on_message_complete(self) -> None:
        counts = self._endpoint.counts
        if self._url.startswith(b"/counts"):
            self._write(self._endpoint.shown())
            return
        raw = b"".join(self._body)
        request = json.loads(raw) if raw else {}
        now = time.perf_counter()
        counts.first_s = counts.first_s or now
        if is_judge(request):
            counts.judge += 1
        else:
            counts.target += 1
        counts.bodies.add(hash(raw))
        counts.in_flight += 1
        counts.most_in_flight = max(counts.most_in_flight, counts.in_flight)
        body = completion(request, raw)
        if self._endpoint.latency_s:
            self._loop.call_later(self._endpoint.latency_s, self._finish, body)
        else:
            self._finish(body)

    def _finish(self, body: bytes) -> None:
        self._endpoint.counts.in_flight -= 1
        self._endpoint.counts.last_s = time.perf_counter()
        self._write(body)

    def _write(self, body: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(_HEAD % len(body) + body)


async def _serve(endpoint: Endpoint) -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: _Connection(endpoint), "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    ended = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ended.set)
    await ended.wait()
    server.close()


def main() -> None:
    """Serve until told to end; the port is the first line on stdout."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gates.endpoint")
    parser.add_argument("--latency-ms", type=float, default=0.0)
    given = parser.parse_args()
    gc.freeze()
    (uvloop.run if uvloop else asyncio.run)(_serve(Endpoint(given.latency_ms / 1000)))


if __name__ == "__main__":
    main()
