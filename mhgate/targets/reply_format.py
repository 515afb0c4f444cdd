"""Where in a JSON endpoint's reply the text and the flags are: one document, or a stream."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from mhgate.errors import ConfigError, Mistake
from mhgate.targets.extraction import Path, parse_json
from mhgate.targets.faults import Fault
from mhgate.targets.incoming import Incoming
from mhgate.targets.sse import Event
from mhgate.targets.streams import read_stream
from mhgate.targets.values import describe, storable

__all__ = ["ReplyFormat"]


class ReplyFormat:
    """Where in a reply the text and the flags are.

    Args:
        format: ``json`` for one document, ``sse`` for a stream of events with JSON data.
        reply: the JSONPath of the text; in a stream, the text stands in the last event that has it.
        delta: in a stream, the JSONPath of the pieces of the text.
        done: in a stream, what ends it: an event's whole data, or its name, or a JSONPath that
            finds something true.
        flags: the product's own structured fields: a name and a JSONPath each.

    Raises:
        ConfigError: a path that cannot be compiled, or none where one is needed.
    """

    def __init__(
        self,
        *,
        format: Literal["json", "sse"] = "json",  # noqa: A002 - the key's name in thresholds.toml
        reply: str | None = None,
        delta: str | None = None,
        done: str = "[DONE]",
        flags: Mapping[str, str] | None = None,
    ) -> None:
        self.is_stream = format == "sse"
        _require_a_path(is_stream=self.is_stream, reply=reply, delta=delta)
        self.stated = {
            "format": format,
            "reply": reply,
            "delta": delta if self.is_stream else None,
            "done": done if self.is_stream else None,
            "flags": dict(flags or {}),
        }
        self._reply = Path(reply, "target.reply") if reply else None
        self._delta = Path(delta, "target.delta") if delta and self.is_stream else None
        self._done = done
        self._done_path = Path(done, "target.done") if done.startswith("$") else None
        self._flags = {
            name: Path(text, f"target.flags.{name}") for name, text in (flags or {}).items()
        }

    async def read(self, incoming: Incoming) -> tuple[str, dict[str, Any]]:
        """Return the text and the flags of a reply.

        Raises:
            Fault: the reply holds no readable text.
        """
        if self.is_stream:
            return await self._read_stream(incoming)
        document = parse_json(await incoming.body())
        if self._reply is None:  # the constructor has refused that
            raise TypeError("a JSON reply needs a path")
        return self._reply.one_string(document), self._flags_of(document)

    async def _read_stream(self, incoming: Incoming) -> tuple[str, dict[str, Any]]:
        state = _StreamState()

        def take(event: Event) -> bool:
            if self._done in (event.data, event.name):
                return True
            document = parse_json(event.data, what="a stream's event")
            self._take(document, state)
            return self._done_path is not None and any(self._done_path.all(document))

        await read_stream(incoming, take)
        if not state.pieces:
            path = self._delta or self._reply
            raise Fault(
                "unreadable_reply",
                f"no event of the stream held text at {path.text if path else '$'}",
            )
        return "".join(state.pieces), state.flags

    def _take(self, document: Any, state: _StreamState) -> None:
        state.flags.update(self._flags_of(document))
        path = self._delta or self._reply
        found = path.all(document) if path else []
        for value in found:
            if isinstance(value, str):
                state.pieces = [*state.pieces, value] if self._delta else [value]
            elif value is not None:
                raise Fault(
                    "unreadable_reply",
                    f"{path.text if path else '$'} found {describe(value)} in a stream's event; "
                    "expected a string",
                )
        if not found and isinstance(document, Mapping) and document.get("error"):
            raise Fault("stream_error", "the stream carried an error in place of text")

    def _flags_of(self, document: Any) -> dict[str, Any]:
        flags = {}
        for name, path in self._flags.items():
            found = path.all(document)
            if found:
                flags[name] = storable(found[0] if len(found) == 1 else found)
        return flags


@dataclass(slots=True)
class _StreamState:
    pieces: list[str] = field(default_factory=list)
    flags: dict[str, Any] = field(default_factory=dict)


def _require_a_path(*, is_stream: bool, reply: str | None, delta: str | None) -> None:
    if reply or (is_stream and delta):
        return
    raise ConfigError(
        [
            Mistake(
                "thresholds.toml: target.delta" if is_stream else "thresholds.toml: target.reply",
                "nothing",
                "a JSONPath such as $.delta" if is_stream else "a JSONPath such as $.reply",
                "It says where in the endpoint's reply the text is.",
            )
        ]
    )
