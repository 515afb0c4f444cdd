"""Where in a reply the text and the flags are: one document, or documents one after another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from mhgate.errors import ConfigError, Mistake
from mhgate.targets.extraction import Path, flag_paths, parse_json, values_at
from mhgate.targets.faults import Fault, shorten
from mhgate.targets.sse import Event
from mhgate.targets.values import describe, said_in

if TYPE_CHECKING:
    from mhgate.targets.incoming import Incoming

__all__ = ["Pieces", "Reading", "ReplyFormat"]


@dataclass(slots=True)
class Reading:
    """What a reply says.

    Args:
        content: the text.
        flags: the product's own structured fields.
        saved: what later requests of the conversation take up.
    """

    content: str
    flags: dict[str, Any] = field(default_factory=dict)
    saved: dict[str, Any] = field(default_factory=dict)


class ReplyFormat:
    """Where in a reply the text and the flags are.

    Args:
        format: ``json`` for one document, ``sse`` for a stream of events with JSON data, ``frames``
            for documents that come one after another.
        reply: the JSONPath of the text; in a stream, the text stands in the last event that has it.
        delta: in a stream, the JSONPath of the pieces of the text.
        done: in a stream, what ends it: an event's whole data, or its name, or a JSONPath that
            finds something true; None: the first text that ``reply`` finds does.
        done_is: texts, one of which that JSONPath must find instead.
        error: the JSONPath of an error: one that finds something true makes the reply a failure.
        flags: the product's own structured fields: a name and a JSONPath each.
        save: what later requests take up: a name and a JSONPath each.

    Raises:
        ConfigError: a path that cannot be compiled, or none where one is needed.
    """

    def __init__(
        self,
        *,
        format: Literal["json", "sse", "frames"] = "json",  # noqa: A002 - the key in thresholds.toml
        reply: str | None = None,
        delta: str | None = None,
        done: str | None = "[DONE]",
        done_is: Sequence[str] = (),
        error: str | None = None,
        flags: Mapping[str, str] | None = None,
        save: Mapping[str, str] | None = None,
    ) -> None:
        self.is_stream = format != "json"
        _require_a_path(is_stream=self.is_stream, reply=reply, delta=delta)
        self.stated = {
            "format": format,
            "reply": reply,
            "delta": delta if self.is_stream else None,
            "done": done if self.is_stream else None,
            "flags": dict(flags or {}),
            **({"done_is": list(done_is)} if done_is else {}),
            **({"error": error} if error else {}),
            **({"save": dict(save)} if save else {}),
        }
        self._reply = Path(reply, "target.reply") if reply else None
        self._delta = Path(delta, "target.delta") if delta and self.is_stream else None
        self._done = done
        is_path = done is not None and done.startswith("$")
        self._done_path = Path(done or "", "target.done") if is_path else None
        self._done_is = frozenset(done_is)
        self._error = Path(error, "target.error") if error else None
        self._flags = flag_paths(flags)
        self._save = {
            name: Path(text, f"target.save.{name}") for name, text in (save or {}).items()
        }

    async def read(self, incoming: Incoming) -> Reading:
        """Return what a reply says.

        Raises:
            Fault: the reply holds no readable text.
        """
        if not self.is_stream:
            return self.reading_of(parse_json(await incoming.body()))
        from mhgate.targets.streams import read_stream  # noqa: PLC0415 - only requests have one

        pieces = Pieces(self)
        await read_stream(incoming, pieces.take)
        return pieces.reading()

    def reading_of(self, document: Any) -> Reading:
        """Return what one document says.

        Raises:
            Fault: ``unreadable_reply``, or ``error_reply`` where it says that it is an error.
        """
        self.refuse_error(document)
        if self._reply is None:  # the constructor has refused that
            raise TypeError("a JSON reply needs a path")
        content = self._reply.one_string(document)
        return Reading(content, self.flags_of(document), self.saved_of(document))

    def has_text(self, document: Any) -> bool:
        """Return whether the path of the text finds one there."""
        found = self._reply.all(document) if self._reply else []
        return len(found) == 1 and isinstance(found[0], str) and bool(found[0].strip())

    def refuse_error(self, document: Any) -> None:
        """Raise what a document says that it is an error, where it does at ``error``."""
        if self._error is None:
            return
        found = [value for value in self._error.all(document) if value]
        if found:
            said = f": {said_in(found[0])}" if isinstance(found[0], str | Mapping) else ""
            raise Fault("error_reply", f"the reply is an error at {self._error.text}{said}")

    def pieces_in(self, document: Any) -> list[str] | None:
        """Return the text, or the pieces of one, that an event holds; None where it holds none.

        Raises:
            Fault: ``unreadable_reply``, where something else stands there.
        """
        path = self.path
        found = [value for value in path.all(document) if value is not None]
        for value in found:
            if not isinstance(value, str):
                raise Fault(
                    "unreadable_reply",
                    f"{path.text} found {describe(value)} in a stream's event; expected a string",
                )
        return found or None

    @property
    def path(self) -> Path:
        """Where the text of a stream is looked for."""
        path = self._delta or self._reply
        if path is None:  # the constructor has refused that
            raise TypeError("a stream needs a path")
        return path

    @property
    def is_in_pieces(self) -> bool:
        """Whether a stream's text comes piece by piece."""
        return self._delta is not None

    @property
    def ends_at_text(self) -> bool:
        """Whether the first text ends a reply, because nothing else does."""
        return self._done is None

    def ends_with(self, *words: str) -> bool:
        """Return whether one of an event's name and data is what ends a stream."""
        return self._done is not None and self._done_path is None and self._done in words

    def is_last(self, document: Any) -> bool:
        """Return whether an event's document says that the stream ends."""
        if self._done_path is None:
            return False
        found = self._done_path.all(document)
        if self._done_is:
            return any(isinstance(value, str) and value in self._done_is for value in found)
        return any(found)

    def flags_of(self, document: Any) -> dict[str, Any]:
        """Return the flags that a document holds."""
        return values_at(self._flags, document)

    def saved_of(self, document: Any) -> dict[str, Any]:
        """Return what of a document later requests take up."""
        return values_at(self._save, document)


class Pieces:
    """A reply that comes in events or frames, as far as it has come.

    Args:
        format: where in an event what stands.
    """

    def __init__(self, format: ReplyFormat) -> None:  # noqa: A002 - as elsewhere in this module
        self._format = format
        self._pieces: list[str] = []
        self._has_text = False
        self._last_seen = ""
        self._flags: dict[str, Any] = {}
        self._saved: dict[str, Any] = {}

    def take(self, event: Event) -> bool:
        """Take one event; return whether it is the terminal one.

        Raises:
            Fault: it is an error, or cannot be read.
        """
        if self._format.ends_with(event.data, event.name):
            return True
        return self.take_document(parse_json(event.data, what="a stream's event"))

    def take_frame(self, text: str, *, what: str) -> bool:
        """Take one frame; as :meth:`take`, but that one of the type ``error`` is an error.

        Args:
            text: the frame.
            what: how a message calls it.
        """
        if self._format.ends_with(text.strip()):
            return True
        document = parse_json(text, what=what)
        if isinstance(document, Mapping) and document.get("type") == "error":
            raise Fault("stream_error", f"{what} is an error: {_said_in_frame(document)}")
        return self.take_document(document)

    def take_document(self, document: Any) -> bool:
        """Take one parsed event; return whether it is the terminal one."""
        found = self._format.pieces_in(document)
        self._format.refuse_error(document)
        if found is None and isinstance(document, Mapping) and document.get("error"):
            raise Fault(
                "stream_error",
                f"the stream carried an error in place of text: {said_in(document['error'])}",
            )
        self._flags.update(self._format.flags_of(document))
        self._saved.update(self._format.saved_of(document))
        if found is None:
            self._last_seen = describe(document)
        else:
            self._has_text = True
            if self._format.is_in_pieces:
                self._pieces += found
            else:
                self._pieces = found[-1:]
            if self._format.ends_at_text:
                return True
        return self._format.is_last(document)

    def reading(self) -> Reading:
        """Return what was said.

        Raises:
            Fault: ``unreadable_reply``, where no event held text.
        """
        if not self._has_text:
            seen = f"; the last one was {self._last_seen}" if self._last_seen else ""
            raise Fault(
                "unreadable_reply",
                f"no event of the stream held text at {self._format.path.text}{seen}",
            )
        return Reading("".join(self._pieces), self._flags, self._saved)


def _said_in_frame(document: Mapping[str, Any]) -> str:
    for key in ("error", "message", "detail", "reason"):
        if isinstance(said := document.get(key), str | Mapping) and said:
            return shorten(said_in(said))
    return describe(document)


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
