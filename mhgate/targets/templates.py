"""Templates: what the configuration wants sent, with the conversation put into parsed values.

Text never becomes JSON syntax: a template is compiled from the parsed value, and what a person said
is put into a string of it, whatever it holds. One pass: what was put in is not looked at again.

===============  =====================================================================
``{message}``    the last message of the user
``{history}``    the whole conversation; only as a whole string, which becomes a list
``{session}``    the session's id, where ``[target.session]`` opens one
``{trial}``      the trial's id
``{seed}``       the trial's seed, below 2^31; as a whole string it becomes a number
``{run}``        the run's id
``{clock_s}``    the seconds since the conversation began; as a whole string a number
``{saved.x}``    what ``save`` took from an earlier answer; as a whole string as it was
``${env:NAME}``  a variable of the environment, kept secret
===============  =====================================================================
"""

from __future__ import annotations

import base64
import difflib
import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any
from urllib.parse import quote, unquote

from mhgate.errors import ConfigError, Mistake
from mhgate.records import Trial, Turn
from mhgate.redacting.secrets import Secrets
from mhgate.targets.written_json import Fixed, dump_json, turns_written, writer_of

__all__ = [
    "PLACEHOLDERS",
    "Filling",
    "HeaderTemplate",
    "JsonTemplate",
    "UrlTemplate",
    "filling_of",
]

PLACEHOLDERS = ("message", "history", "session", "trial", "seed", "run", "clock_s")

_SEEDS = 2**31  # what every known endpoint takes as a seed
_SAVED = "saved."
_PART = re.compile(
    r"\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}|\{([A-Za-z_]+|saved\.[A-Za-z_][A-Za-z0-9_]*)\}"
)
_PRINTABLE = "".join(map(chr, range(0x20, 0x7F)))

Rendered = Callable[["Filling"], Any]
_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Filling:
    """What the placeholders stand for in one request."""

    message: str = ""
    history: tuple[dict[str, str], ...] = ()
    session: str = ""
    trial: str = ""
    seed: int = 0
    run: str = ""
    clock_s: float | int | None = None
    saved: Mapping[str, Any] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """Return what a placeholder stands for, as text."""
        if name.startswith(_SAVED):
            value = self.saved_as(name)
            return value if isinstance(value, str) else json.dumps(value)
        return str(self.now() if name == "clock_s" else getattr(self, name))

    def saved_as(self, name: str) -> Any:
        """Return what ``{saved.x}`` stands for; an empty text where nothing was saved yet."""
        return self.saved.get(name.removeprefix(_SAVED), "")

    def now(self) -> float | int:
        """Return the seconds by the clock, 0 where none runs."""
        return 0 if self.clock_s is None else self.clock_s


def filling_of(
    turns: Sequence[Turn],
    trial: Trial,
    run_id: str,
    session: str = "",
    saved: Mapping[str, Any] = _NOTHING,
) -> Filling:
    """Return the filling for the next request of a conversation.

    A later session with the product is a conversation of its own, so that ``{trial}`` names it
    apart: nothing may be carried over by an id.

    Args:
        turns: the conversation so far, of one session; the last one is the user's.
        trial: whose id and seed are sent.
        run_id: the run's id.
        session: the session's id, or nothing.
        saved: what was saved of earlier answers of this conversation, by name.
    """
    last = turns[-1]
    at_s = last.at_s
    return Filling(
        message=last.content,
        history=tuple([{"role": turn.role, "content": turn.content} for turn in turns]),
        session=session,
        trial=f"{trial.id}@{last.session + 1}" if last.session else trial.id,
        seed=trial.seed % _SEEDS,
        run=run_id,
        clock_s=int(at_s) if at_s is not None and at_s.is_integer() else at_s,
        saved=saved,
    )


@dataclass
class _Compiler:
    """Cuts a template's text into literal parts and placeholders, and collects mistakes."""

    secrets: Secrets
    allowed: frozenset[str]
    used: set[str] = field(default_factory=set)
    mistakes: list[Mistake] = field(default_factory=list)

    def without_history(self) -> _Compiler:
        """Return a compiler for a text, where no list can stand; what it collects is shared."""
        return replace(self, allowed=self.allowed - {"history"})

    def parts(self, text: str, key: str) -> list[tuple[str, str]]:
        """Return ("text" | "env" | a placeholder's name, its text) in order."""
        cut: list[tuple[str, str]] = []
        begin = 0
        for found in _PART.finditer(text):
            variable, name = found.groups()
            if variable is None and name not in PLACEHOLDERS and not name.startswith(_SAVED):
                self._suspect(name, text, key)
                continue
            cut.append(("text", text[begin : found.start()]))
            begin = found.end()
            if variable is not None:
                cut.append(("env", self.secrets.get(variable, f"target.{key}")))
            elif name in self.allowed:
                self.used.add(name)
                cut.append((name, found[0]))
            else:
                self._misplaced(name, key)
        cut.append(("text", text[begin:]))
        return [part for part in cut if part[1]]

    def _suspect(self, name: str, text: str, key: str) -> None:
        meant = difflib.get_close_matches(name, PLACEHOLDERS, n=1, cutoff=0.75)
        if meant:
            self.mistake(key, repr(text), f"{{{meant[0]}}}", f"{{{name}}} is no placeholder.")

    def _misplaced(self, name: str, key: str) -> None:
        if name == "history":
            expected = 'a string that is "{history}" and nothing else, in a body'
            hint = "The conversation is a JSON list, which cannot stand inside a text."
        elif name.startswith(_SAVED):
            known = ", ".join(f"{{{each}}}" for each in sorted(self.allowed) if _SAVED in each)
            expected = known or "a name that save gives"
            hint = "Only what an earlier answer gave can stand there."
        elif name == "session":
            expected, hint = "[target.session]", "Only a session that was opened has an id."
        else:
            known = ", ".join(f"{{{name}}}" for name in PLACEHOLDERS if name in self.allowed)
            expected, hint = known, f"{{{name}}} cannot stand there."
        self.mistake(key, f"{{{name}}}", expected, hint)

    def mistake(self, key: str, found: str, expected: str, hint: str) -> None:
        self.mistakes.append(Mistake(f"thresholds.toml: target.{key}", found, expected, hint))

    def finish(self) -> None:
        if self.mistakes:
            raise ConfigError(self.mistakes)


def _joined(
    parts: Sequence[tuple[str, str]], encode: Callable[[str], str] = lambda text: text
) -> Callable[[Filling], str]:
    """Return what puts the parts together; ``encode`` is applied to what a placeholder gives."""
    fixed = [text if name in ("text", "env") else None for name, text in parts]
    names = [name for name, _ in parts]
    if None not in fixed:
        return Fixed("".join(text for _, text in parts))

    def render(filling: Filling) -> str:
        return "".join(
            encode(filling.text(name)) if text is None else text
            for name, text in zip(names, fixed, strict=True)
        )

    return render


class JsonTemplate:
    """A JSON value whose strings may hold placeholders.

    Args:
        value: the value as TOML gave it.
        key: its key below ``[target]``.
        secrets: where ``${env:NAME}`` is read.
        allowed: the placeholders that may stand in it.

    Raises:
        ConfigError: a value that JSON cannot hold, or a placeholder where it cannot stand.
        CannotEvaluateError: a variable is not set.
    """

    def __init__(
        self, value: Any, key: str, secrets: Secrets, *, allowed: Sequence[str] = PLACEHOLDERS
    ) -> None:
        compiler = _Compiler(secrets, frozenset(allowed))
        self._render = self._compile(value, key, compiler)
        compiler.finish()
        self.used = frozenset(compiler.used)
        self._write: Callable[[Filling], bytes] = lambda filling: dump_json(self._render(filling))
        if isinstance(self._render, _Object):
            self._write = writer_of(self._render.fields, _WRITTEN)

    def render(self, filling: Filling) -> Any:
        """Return the value with the placeholders replaced; what is fixed in it is not to change."""
        return self._render(filling)

    def written(self, filling: Filling) -> bytes:
        """Return what :meth:`render` returns as JSON, as it is sent."""
        return self._write(filling)

    def _compile(self, value: Any, key: str, compiler: _Compiler) -> Rendered:
        if isinstance(value, str) and value in _WHOLE and value[1:-1] in compiler.allowed:
            compiler.used.add(value[1:-1])
            return _WHOLE[value]
        if isinstance(value, str) and value[:7] == "{saved." and value[1:-1] in compiler.allowed:
            name = value[1:-1]
            compiler.used.add(name)
            return lambda filling: filling.saved_as(name)
        if isinstance(value, str):
            return _joined(compiler.without_history().parts(value, key))
        if isinstance(value, dict):
            return _object(
                {
                    name: self._compile(inner, f"{key}.{name}", compiler)
                    for name, inner in value.items()
                }
            )
        if isinstance(value, list | tuple):
            items = [
                self._compile(inner, f"{key}[{index}]", compiler)
                for index, inner in enumerate(value)
            ]
            return lambda filling: [render(filling) for render in items]
        is_json = value is None or isinstance(value, int)
        if not is_json and not (isinstance(value, float) and math.isfinite(value)):
            compiler.mistake(
                key, repr(value), "a JSON value", "JSON holds no dates, nan or inf: write a string."
            )
        return Fixed(value)


@dataclass(frozen=True, slots=True, eq=False)
class _Object:
    fields: Mapping[str, Rendered]

    def __call__(self, filling: Filling) -> dict[str, Any]:
        return {name: render(filling) for name, render in self.fields.items()}


def _object(fields: Mapping[str, Rendered]) -> Rendered:
    fixed = {name: field.value for name, field in fields.items() if isinstance(field, Fixed)}
    return Fixed(fixed) if len(fixed) == len(fields) else _Object(fields)


def _history(filling: Filling) -> list[dict[str, str]]:
    return [dict(turn) for turn in filling.history]


def _history_written(filling: Filling) -> str:
    return turns_written(filling.history)


def _seed(filling: Filling) -> int:
    return filling.seed


_WHOLE: Mapping[str, Rendered] = {
    "{history}": _history,
    "{seed}": _seed,
    "{clock_s}": Filling.now,
}
"""What becomes a list or a number where it is a whole string."""

_WRITTEN: Mapping[Rendered, Callable[[Filling], str]] = {_history: _history_written}


class UrlTemplate:
    """A URL whose path and query may hold placeholders; what is put in is percent-encoded.

    ``${env:NAME}`` is percent-encoded too, but where it gives the host. A userinfo is taken out of
    the URL and becomes ``basic_auth``, the value of an Authorization header.

    Args:
        text: the URL.
        key: its key below ``[target]``.
        secrets: where ``${env:NAME}`` is read.
        allowed: the placeholders that may stand in it.

    Raises:
        ConfigError: a placeholder where it cannot stand.
        CannotEvaluateError: a variable is not set.
    """

    def __init__(self, text: str, key: str, secrets: Secrets, *, allowed: Sequence[str]) -> None:
        compiler = _Compiler(secrets, frozenset(allowed) - {"history"})
        scheme, origin, rest = _split(text)
        userinfo, _, host = origin.rpartition("@")
        fixed = [*compiler.parts(userinfo, key), ("", ""), *compiler.parts(host, key)]
        if compiler.used:
            compiler.mistake(key, repr(text), "a fixed host", "What is sent must not choose it.")
        parts = compiler.parts(rest, key)
        compiler.finish()
        between = fixed.index(("", ""))
        self.basic_auth = _basic_auth(fixed[:between], secrets)
        self.origin = scheme + "".join(text for _, text in fixed[between:])
        self.shown = f"{scheme}{host}{rest}"
        self.used = frozenset(compiler.used)
        self._rest = _joined(
            [(name, quote(text, safe="") if name == "env" else text) for name, text in parts],
            # a text that is "." or ".." would be a step through the path: dots are encoded too
            lambda value: quote(value, safe="", errors="replace").replace(".", "%2E"),
        )

    def render(self, filling: Filling) -> str:
        """Return the URL with the placeholders replaced."""
        return self.origin + self._rest(filling)


def _split(url: str) -> tuple[str, str, str]:
    """Return the scheme with ``://``, what stands before the path, and the rest."""
    scheme, separator, address = url.partition("://") if "://" in url else ("", "", url)
    end = next((index for index, char in enumerate(address) if char in "/?#"), len(address))
    return scheme + separator, address[:end], address[end:]


def _basic_auth(userinfo: Sequence[tuple[str, str]], secrets: Secrets) -> str | None:
    if not userinfo:
        return None
    plain = "".join(unquote(text) if name == "text" else text for name, text in userinfo)
    encoded = base64.b64encode(plain.encode()).decode()
    for secret in (plain, plain.partition(":")[2], encoded):
        secrets.redactor.add(secret)
    return f"Basic {encoded}"


class HeaderTemplate:
    """Headers; what a placeholder gives is percent-encoded where no header could hold it.

    Args:
        headers: names and templates.
        key: their key below ``[target]``.
        secrets: where ``${env:NAME}`` is read.
        allowed: the placeholders that may stand in them; never what a person said.

    Raises:
        ConfigError: a placeholder where it cannot stand.
        CannotEvaluateError: a variable is not set.
    """

    def __init__(
        self, headers: Mapping[str, str], key: str, secrets: Secrets, *, allowed: Sequence[str]
    ) -> None:
        compiler = _Compiler(secrets, frozenset(allowed) - {"history", "message"})
        self._fields = [
            (
                name.encode("ascii"),
                _joined(
                    compiler.parts(value, f"{key}.{name}"),
                    lambda value: quote(value, safe=_PRINTABLE, errors="replace"),
                ),
            )
            for name, value in headers.items()
        ]
        compiler.finish()
        self.used = frozenset(compiler.used)

    def texts(self) -> dict[str, str]:
        """Return what they hold where no placeholder can stand in them, as texts by name."""
        nothing = Filling()
        return {name.decode("ascii"): render(nothing) for name, render in self._fields}

    def render(self, filling: Filling) -> list[tuple[bytes, bytes]]:
        """Return the headers with the placeholders replaced."""
        return [(name, render(filling).encode()) for name, render in self._fields]
