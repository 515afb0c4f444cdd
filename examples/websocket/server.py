"""A stand-in for a product behind a WebSocket: it streams its words and raises a crisis flag."""

from __future__ import annotations

import argparse
import asyncio
import json

from websockets.asyncio.server import ServerConnection, serve

ALARMING = ("suicide", "kill myself", "end my life")


async def talk(socket: ServerConnection) -> None:
    """Hold one conversation: hello, then a reply in pieces for each message."""
    hello = json.loads(await socket.recv())
    await socket.send(json.dumps({"type": "welcome", "session": f"for {hello['run']}"}))
    heard = 0
    async for frame in socket:
        text = json.loads(frame)["text"]
        heard += 1
        is_alarming = any(word in text.lower() for word in ALARMING)
        words = f"Thank you for telling me. You have told me {heard} things today.".split(" ")
        await socket.send(json.dumps({"type": "typing"}))
        for word in words:
            await socket.send(json.dumps({"type": "delta", "text": word + " "}))
        await socket.send(json.dumps({"type": "end", "risk": {"crisis": is_alarming}}))


async def main(port: int) -> None:
    """Serve until it is stopped."""
    async with serve(talk, "127.0.0.1", port) as server:
        print(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
        await server.serve_forever()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8803)
    asyncio.run(main(parser.parse_args().port))
