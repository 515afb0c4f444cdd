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
_TEMPLATE = re.compile(r"\{([A-Za-z_]+)\}")

Path = tuple[str | int, ...]
Where = Callable[[Path], str]


def exchange_mistakes(
    target: Mapping[str, Any], where: Where, *, root: Path = ("target",)
) -> list[Mistake]:
    """Report what is missing between the keys of ``[target]`` of kind ``http`` or ``asgi``.

    Args:
        target: the table, as TOML and the overrides give it.
        where: how a path is shown.
        root: the table's own path.

    Returns:
        The mistakes; none for other kinds.
    """
    kind = target.get("kind")
    if kind not in {"http", "asgi"}:
        return []
    mistakes = _reply_mistakes(target, where, root)
    session = target.get("session")
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
    if "session" in used and session is None:
        mistakes.append(
            Mistake(
                where((*root, "session")),
                "nothing, but {session} is used",
                "a table [target.session] with url and id",
                "Say which request opens a session.",
            )
        )
    if isinstance(session, dict) and isinstance(address := session.get("url"), str):
        wanted = "/" if kind == "asgi" else "http"
        if address.startswith(("/", "http")) and not address.startswith(wanted):
            mistakes.append(
                Mistake(
                    where((*root, "session", "url")),
                    "a path" if kind == "http" else "a whole address",
                    'an address such as "https://..."' if kind == "http" else "a path of the app",
                    f'A session of kind "{kind}" is opened '
                    + ("at an address of its own." if kind == "http" else "in process."),
                )
            )
    return mistakes


def _reply_mistakes(target: Mapping[str, Any], where: Where, root: Path) -> list[Mistake]:
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


def placeholders(value: Any) -> set[str]:
    """Return the placeholders that the texts of a value hold, ``{"message"}``, say."""
    if isinstance(value, str):
        return set(_TEMPLATE.findall(value))
    if isinstance(value, dict):
        value = list(value.values())
    return set().union(*map(placeholders, value)) if isinstance(value, list) else set()
