"""What the keys of a JSON endpoint must say together: seen in the raw table, beside other mistakes.

Checks on a model only run once all its fields are right; these do not wait for that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from mhgate.errors import Mistake, nearest

__all__ = ["exchange_mistakes", "placeholders"]

_TEMPLATES = ("message", "history", "session", "trial", "seed", "run")
_TEMPLATE = re.compile(r"\{([A-Za-z_]+|saved\.[A-Za-z_][A-Za-z0-9_]*)\}")
_SAVED = "saved."
_REQUESTS = frozenset({"http", "asgi"})
_FRAMES = frozenset({"websocket", "command"})
_CREDENTIALS = ("bearer_env", "api_key_env", "basic", "oauth")

Path = tuple[str | int, ...]
Where = Callable[[Path], str]


def exchange_mistakes(
    target: Mapping[str, Any], where: Where, *, root: Path = ("target",)
) -> list[Mistake]:
    """Report what is missing between the keys of ``[target]``, or cannot stand side by side.

    Args:
        target: the table, as TOML and the overrides give it.
        where: how a path is shown.
        root: the table's own path.

    Returns:
        The mistakes; for kinds that no template describes, those of its credentials alone.
    """
    mistakes = _credential_mistakes(target, where, root)
    kind = target.get("kind")
    if kind in _REQUESTS | _FRAMES:
        mistakes += _reply_mistakes(target, where, root)
        mistakes += _message_mistakes(target, where, root)
        mistakes += _saved_mistakes(target, where, root)
    if kind in _REQUESTS:
        mistakes += _address_mistakes(target, str(kind), where, root)
    if kind == "command" and target.get("shared") is True and target.get("belongs_to") is None:
        mistakes.append(
            Mistake(
                where((*root, "belongs_to")),
                "nothing, while one process is shared",
                'a JSONPath such as "$.session", and {session} in the body',
                "Without it nobody could tell whose reply a line is.",
            )
        )
    return mistakes


def _credential_mistakes(target: Mapping[str, Any], where: Where, root: Path) -> list[Mistake]:
    stated = [key for key in _CREDENTIALS if target.get(key) is not None]
    return [
        Mistake(
            where((*root, key)),
            f"{key}, beside {stated[0]}",
            "one of the two",
            "A request carries one Authorization.",
        )
        for key in stated[1:]
    ]


def _message_mistakes(target: Mapping[str, Any], where: Where, root: Path) -> list[Mistake]:
    mistakes = []
    used = placeholders([target.get(key) for key in ("url", "path", "headers", "body")])
    if not used & {"message", "history"}:
        misspelt = next(
            (name for name in sorted(used) if nearest(name, _TEMPLATES[:2])),
            None,
        )
        mistakes.append(
            Mistake(
                where((*root, "body")),
                "no {message} and no {history}",
                'a body such as { text = "{message}" } or { messages = "{history}" }',
                "The user's words would never be sent."
                + (f" Is {{{misspelt}}} a slip of the pen?" if misspelt else ""),
            )
        )
    is_http = target.get("kind") in _REQUESTS
    if "session" in used and is_http and target.get("session") is None:
        mistakes.append(
            Mistake(
                where((*root, "session")),
                "nothing, but {session} is used",
                f"a table [{_named(root)}.session] with url and id",
                "Say which request opens a session.",
            )
        )
    return mistakes


def _saved_mistakes(target: Mapping[str, Any], where: Where, root: Path) -> list[Mistake]:
    before = target.get("before")
    steps = [step for step in before if isinstance(step, dict)] if isinstance(before, list) else []
    tables = [target.get("save")]
    tables += [step.get(key) for step in steps for key in ("save", "save_secret")]
    saved = {name for table in tables if isinstance(table, dict) for name in table}
    used = placeholders({key: value for key, value in target.items() if key != "save"})
    wanted = {name.removeprefix(_SAVED) for name in used if name.startswith(_SAVED)}
    is_http = target.get("kind") in _REQUESTS
    mistakes = []
    for name in sorted(wanted - saved):
        near = nearest(name, saved)
        mistakes.append(
            Mistake(
                where((*root, "save")),
                f"nothing called {name}, while {{saved.{name}}} is used",
                f'{name} = "$.the.path" in save'
                + (f", or in that of a request of [[{_named(root)}.before]]" if is_http else ""),
                f"Did you mean {{saved.{near}}}?" if near else "Say where the value stands.",
            )
        )
    return mistakes


def _address_mistakes(
    target: Mapping[str, Any], kind: str, where: Where, root: Path
) -> list[Mistake]:
    """Report addresses of further requests that are a path where a host is needed, or not."""
    before = target.get("before")
    further: list[tuple[Path, Any]] = [
        (("session",), target.get("session")),
        (("poll",), target.get("poll")),
    ]
    if isinstance(before, list):
        further += [(("before", index), step) for index, step in enumerate(before)]
    wanted = "/" if kind == "asgi" else "http"
    mistakes = []
    for path, table in further:
        address = table.get("url") if isinstance(table, dict) else None
        if not isinstance(address, str) or not address.startswith(("/", "http")):
            continue
        if not address.startswith(wanted):
            what = "A session" if path == ("session",) else "A request"
            mistakes.append(
                Mistake(
                    where((*root, *path, "url")),
                    "a path" if kind == "http" else "a whole address",
                    'an address such as "https://..."' if kind == "http" else "a path of the app",
                    f'{what} of kind "{kind}" is opened '
                    + ("at an address of its own." if kind == "http" else "in process."),
                )
            )
    return mistakes


def _reply_mistakes(target: Mapping[str, Any], where: Where, root: Path) -> list[Mistake]:
    if target.get("kind") in _FRAMES:
        return _frame_mistakes(target, where, root)
    needed, format_of = ("delta", "sse") if target.get("format") == "sse" else ("reply", "json")
    if target.get(needed) is not None:
        return []
    return [
        Mistake(
            where((*root, needed)),
            "nothing",
            'a JSONPath such as "$.reply"',
            f'With format = "{format_of}", it says where the reply\'s text stands.',
        )
    ]


def _frame_mistakes(target: Mapping[str, Any], where: Where, root: Path) -> list[Mistake]:
    if target.get("reply") is None and target.get("delta") is None:
        return [
            Mistake(
                where((*root, "reply")),
                "nothing, and no delta",
                'a JSONPath such as "$.reply"',
                "It says where in what comes back the reply's text stands.",
            )
        ]
    if target.get("delta") is not None and target.get("done") is None:
        return [
            Mistake(
                where((*root, "done")),
                "nothing, while the text comes in pieces",
                'a JSONPath such as "$.done", or the whole text of what ends a reply',
                "Without it nobody could tell a reply's end from a pause.",
            )
        ]
    return []


def _named(root: Path) -> str:
    """Return a table's name as its header has it."""
    return ".".join(key for key in root if isinstance(key, str))


def placeholders(value: Any) -> set[str]:
    """Return the placeholders that the texts of a value hold, ``{"message"}``, say."""
    if isinstance(value, str):
        return set(_TEMPLATE.findall(value))
    if isinstance(value, dict):
        value = list(value.values())
    return set().union(*map(placeholders, value)) if isinstance(value, list | tuple) else set()
