"""What the keys of ``[judge]`` must say together: seen in the raw tables, beside other mistakes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from mhgate.config.addresses import Address, address_of
from mhgate.config.exchange import exchange_mistakes, placeholders
from mhgate.config.judge import JUDGE_KINDS, KindKeys
from mhgate.config.secrets import secret_mistakes
from mhgate.errors import Mistake

__all__ = ["is_same_model", "judge_mistakes", "judge_targets", "keys_of_kind", "lost_system_turn"]

Path = tuple[str | int, ...]
Where = Callable[[Path], str]
Tables = Mapping[str, Any]

_ENDPOINTS = ("/chat/completions", "/responses", "/messages", "/v1")
_FORMATS = {"openai": ("response_format",), "anthropic": ("output_config",)}
_FORMAT_OF_RESPONSES = ("text", "format")
_OF_A_STREAM = ("delta", "done", "done_is")
_FEWEST_MEMBERS = 2
_PRICES = ("usd_per_million_prompt_tokens", "usd_per_million_completion_tokens")
_CODE = {"function": "call", "command": "command"}
_ADDRESSES = {"openai": "base_url", "anthropic": "base_url", "http": "url", "websocket": "url"}
_SEEN_IN_EXCHANGE = {"body", "reply"}
_TEMPLATED = frozenset({"http", "websocket", "command"})
_SCHEMES = {"http": ("http://", "https://"), "websocket": ("ws://", "wss://")}


def judge_targets(judge: Any) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield each table that says how a model is reached, with its path below the file's root.

    Args:
        judge: the table ``[judge]``, as TOML and the overrides give it.
    """
    if not isinstance(judge, dict):
        return
    if isinstance(target := judge.get("target"), dict):
        yield ("judge", "target"), target
    members = judge.get("member")
    for index, member in enumerate(members if isinstance(members, list) else ()):
        if isinstance(member, dict) and isinstance(target := member.get("target"), dict):
            yield ("judge", "member", index, "target"), target


def judge_mistakes(judge: Any, target: Any, where: Where) -> list[Mistake]:
    """Report what is missing, or in vain, between the keys of ``[judge]``.

    Args:
        judge: the table, as TOML and the overrides give it.
        target: the table ``[target]``, which a judge must not be by accident.
        where: how a path is shown.
    """
    if not isinstance(judge, dict):
        return []
    mistakes = [*_tables(judge, where), *_members(judge, where)]
    for path, table in judge_targets(judge):
        mistakes += secret_mistakes(table, where, root=path)
        if isinstance(kind := table.get("kind"), str) and kind in JUDGE_KINDS:
            mistakes += keys_of_kind(kind, table, path, where)
            mistakes += exchange_mistakes(table, where, root=path)
            mistakes += lost_system_turn(table, path, where)
        if judge.get("same_as_target") is not True and is_same_model(table, target):
            mistakes.append(
                Mistake(
                    where(path),
                    "the address and the model of [target]",
                    "another model than the one under test",
                    "A model that judges itself is kind to its own faults. Where that is meant, "
                    "write same_as_target = true in [judge].",
                )
            )
    return mistakes


def _tables(judge: Tables, where: Where) -> Iterator[Mistake]:
    kind = judge.get("kind", "rules")
    for key, owner in (("target", "llm"), ("member", "panel")):
        if key in judge and kind != owner and kind in {"rules", "llm", "panel"}:
            yield Mistake(
                where(("judge", key)),
                f'a table, while judge.kind is "{kind}"',
                f'no such table, or kind = "{owner}"',
                "Nobody would read it.",
            )
    if kind == "llm" and "target" not in judge:
        yield Mistake(
            where(("judge", "target")),
            "nothing",
            "a table with kind, and where the model is reached",
            "No judge is guessed: say which model answers. docs/reference/llm_judge.md shows how.",
        )


def _members(judge: Tables, where: Where) -> Iterator[Mistake]:
    if judge.get("kind") != "panel":
        return
    members = judge.get("member", [])
    if not isinstance(members, list):
        return  # reported by the models
    if len(members) < _FEWEST_MEMBERS:
        yield Mistake(
            where(("judge", "member")),
            f"{len(members)} of them",
            "two or more tables [[judge.member]], with a name each",
            "A panel is several judges.",
        )
    if judge.get("rule") is None:
        yield Mistake(
            where(("judge", "rule")),
            "nothing",
            '"majority", "unanimity" or "mean"',
            "Say how the votes of the panel become one answer.",
        )
    names: set[object] = set()
    for index, member in enumerate(members):
        if not isinstance(member, dict):
            continue
        path = ("judge", "member", index)
        if isinstance(name := member.get("name"), str) and name in names:
            yield Mistake(
                where((*path, "name")),
                "a name that another member has",
                "a name of its own",
                "Votes are shown by name.",
            )
        names.add(name)
        is_llm = member.get("kind", "llm") == "llm"
        if is_llm != ("target" in member):
            yield Mistake(
                where((*path, "target")),
                "nothing" if is_llm else "a table of a member that is not asked over a wire",
                "a table with kind, and where the model is reached" if is_llm else "no such table",
                'Only a member of the kind "llm" has one, and needs it.',
            )


def keys_of_kind(
    kind: str,
    table: Tables,
    path: Path,
    where: Where,
    *,
    kinds: Mapping[str, KindKeys] = JUDGE_KINDS,
    owner: str = "judge.target",
) -> Iterator[Mistake]:
    """Report what a table lacks that says how a model is reached, and what it has in vain.

    Args:
        kind: of the table, one of ``kinds``.
        table: as TOML and the overrides give it.
        path: where it stands.
        where: how a path is shown.
        kinds: the keys of each kind.
        owner: the table as a sentence names it.
    """
    keys = kinds[kind]
    for key in keys.needed:
        if table.get(key) is None and key not in _SEEN_IN_EXCHANGE:
            yield Mistake(where((*path, key)), "nothing", f"`{key}`", f'kind = "{kind}" needs it.')
    for key, owners in _owners(kinds).items():
        if key in table and kind not in owners:
            named = " or ".join(f'"{each}"' for each in owners)
            yield Mistake(
                where((*path, key)),
                "an unknown key",
                f'a key of kind = "{kind}"',
                f"`{key}` is a key of [{owner}] where kind is {named}.",
            )
    yield from _other_scheme(kind, table.get("url"), path, where)
    if table.get("takes_temperature") is False and "temperature" in table:
        yield Mistake(
            where((*path, "temperature")),
            "a temperature, while takes_temperature is false",
            "one of both",
            "It would be dropped in silence.",
        )
    prices = [key for key in _PRICES if table.get(key) is not None]
    if len(prices) == 1 and prices[0] in (*keys.needed, *keys.others):
        yield Mistake(
            where((*path, prices[0])),
            "one price of two",
            " and ".join(_PRICES),
            "State 0 where tokens of one kind cost nothing.",
        )
    yield from _format_beside_structured(kind, table, path, where)
    if kind == "http" and table.get("format") != "sse":
        for key in _OF_A_STREAM:
            if key in table:
                yield Mistake(
                    where((*path, key)),
                    "a key of a stream, while the reply is one JSON body",
                    'format = "sse" beside it, or no such key',
                    "Nobody would read it.",
                )


def _format_beside_structured(
    kind: str, table: Tables, path: Path, where: Where
) -> Iterator[Mistake]:
    """Report an answer's format that is stated beside the one that ``structured`` sends."""
    if table.get("structured") is not True:
        return
    keys: Path = _FORMATS.get(kind, ())
    if kind == "openai" and table.get("api") == "responses":
        keys = _FORMAT_OF_RESPONSES
    found: Any = table.get("parameters")
    for key in keys:
        if not isinstance(found, dict) or key not in found:
            return
        found = found[key]
    if keys:
        yield Mistake(
            where((*path, "parameters", *keys)),
            "the answer's format, while structured is true",
            "one of both",
            "structured sends one of its own.",
        )


def _other_scheme(kind: str, url: object, path: Path, where: Where) -> Iterator[Mistake]:
    """Report an address that the kind cannot ask; one that is none is reported by the models."""
    others = [prefix for each, own in _SCHEMES.items() if each != kind for prefix in own]
    if kind in _SCHEMES and isinstance(url, str) and url.startswith(tuple(others)):
        yield Mistake(
            where((*path, "url")),
            f'an address that begins with {url.partition("://")[0]}://, while kind is "{kind}"',
            " or ".join(_SCHEMES[kind]),
            'kind = "websocket" opens a socket, and kind = "http" sends requests.',
        )


def _owners(kinds: Mapping[str, KindKeys]) -> dict[str, list[str]]:
    """Return which kinds have a key, by the key."""
    owners: dict[str, list[str]] = {}
    for kind, keys in kinds.items():
        for key in (*keys.needed, *keys.others):
            owners.setdefault(key, []).append(kind)
    return owners


def lost_system_turn(table: Tables, path: Path, where: Where) -> Iterator[Mistake]:
    """Report a body that cannot hold the system message.

    Args:
        table: of any kind; of those that no template describes, nothing is reported.
        path: where it stands.
        where: how a path is shown.
    """
    if table.get("kind") not in _TEMPLATED:
        return
    used = placeholders([table.get("url"), table.get("headers"), table.get("body")])
    if "history" not in used and "message" in used and table.get("one_message") is not True:
        yield Mistake(
            where((*path, "body")),
            "{message} without {history}",
            '"{history}", or one_message = true',
            "What is asked stands in the system message, which {message} does not hold.",
        )


def is_same_model(judge: Tables, target: Any) -> bool:
    """Return whether two tables reach one model: the same code, or address and model.

    Args:
        judge: how a model is reached.
        target: another table that may say so; anything else is no table.
    """
    if not isinstance(target, dict):
        return False
    code = _CODE.get(str(judge.get("kind")))
    if code is not None and judge.get("kind") == target.get("kind"):
        return judge.get(code) is not None and judge.get(code) == target.get(code)
    mine, theirs = _address(judge), _address(target)
    models = {_model(judge), _model(target)} - {None}
    return mine is not None and mine == theirs and len(models) <= 1


def _address(table: Tables) -> Address | None:
    key = _ADDRESSES.get(str(table.get("kind")))
    written = table.get(key) if key else None
    found = address_of(written) if isinstance(written, str) else None
    if found is None:
        return None
    bare = found.path.lower().rstrip("/")
    for ending in _ENDPOINTS:  # an address may be written with or without what the kind adds
        bare = bare.removesuffix(ending).rstrip("/")
    return found._replace(path=bare)


def _model(table: Tables) -> str | None:
    body = table.get("body")
    named = table.get("model") or (body.get("model") if isinstance(body, dict) else None)
    return named if isinstance(named, str) else None
