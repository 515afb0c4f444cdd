"""What the models refuse -> mistakes: what was found, what was expected, the nearest spelling."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from pydantic import ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from mhgate.config.document import fields_of, pattern_of
from mhgate.config.expectations import choices, entry_choices, expectation, one_of
from mhgate.config.judge import NOT_OF_A_MODEL
from mhgate.config.secrets import literal
from mhgate.config.settings import known_keys, meaning
from mhgate.config.target import KINDS
from mhgate.errors import Mistake, nearest

__all__ = ["dotted", "from_validation", "near", "unknown_key"]

Path = tuple[str | int, ...]
Where = Callable[[Path], str]

_SHORT = 3
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_LABEL = 'A label is text, in quotes: prompt = "v3".'
_LAW_12 = (
    "A product may page clinicians, alert contacts or count referrals when a test speaks of "
    "risk. So say that these are stubbed at this endpoint, or that it has none, before anything "
    "is asked of it."
)
_JSON = "a JSON value: no date, no nan, no inf"
_INNER = {
    "header_name": "the name of an HTTP header",
    "header_value": "a text on one line",
    "reference": 'text, with a secret as "${env:NAME}"',
    "certificate": "certificate, beside its key",
    "saved_name": "a name such as token: letters, digits and _",
    "json_path": 'a JSONPath such as "$.reply"',
    "shard": 'a shard such as "2/8", from "1/8" to "8/8"',
    "sign_off": 'a role and what it means: "clinical review" (or approval, responsibility, '
    "authorship)",
}
_MODELS = ("judge.target", "judge.member.target", "patient.target")
_ONLY_PRODUCTS = {"asgi": "app", "demo": "variant"}  # kinds that are no model's, and a key of each
_ENTRY = {"string_type": "text", "string_too_short": "text", "model_type": "a table"}


def dotted(keys: Path) -> str:
    """Return a path as TOML writes it.

    Example:
        >>> dotted(("pillar", "crisis", "stratum", "risk=high"))
        'pillar.crisis.stratum."risk=high"'
    """
    text = ""
    for key in keys:
        if isinstance(key, int):
            text += f"[{key}]"
        else:
            bare = key if _BARE_KEY.fullmatch(key) else literal(key)
            text += f".{bare}" if text else bare
    return text


def near(word: str, known: Collection[str]) -> str | None:
    """Return the nearest known spelling, whatever the case and the hyphens."""
    guess = nearest(word, known) or nearest(word.lower().replace("-", "_"), known)
    if guess is None:  # one wrong letter is half of a word like "id"
        short = [name for name in known if len(name) <= _SHORT]
        guess = next(iter(difflib.get_close_matches(word, short, n=1, cutoff=0.5)), None)
    return guess


def from_validation(error: ValidationError, where: Where, kind: object) -> list[Mistake]:
    """Turn everything that the models refused into mistakes.

    Args:
        error: what pydantic raised for the whole file.
        where: how a path is shown.
        kind: the target's kind, as it stands in the file.

    Returns:
        One mistake for each refused key, in the order of the models.
    """
    refused = [(_path(details["loc"]), details) for details in error.errors(include_url=False)]
    meant = {
        (*keys[:-1], near(str(keys[-1]), fields_of(pattern_of(keys[:-1]), kind)))
        for keys, details in refused
        if details["type"] == "extra_forbidden"
    }
    mistakes: dict[Path, Mistake] = {}
    for keys, details in refused:
        if details["type"] == "missing" and keys in meant:
            continue  # it is not missing but misspelt, and said to be
        at, mistake = _explain(details, keys, where, kind)
        mistakes.setdefault(at, mistake)
    return list(mistakes.values())


def _path(loc: Path) -> Path:
    """Take what is pydantic's own out of a location: the union's tag, and the mark of a key."""
    if len(loc) > 1 and loc[0] == "target" and loc[1] in KINDS:
        loc = (loc[0], *loc[2:])
    return tuple(key for key in loc if key != "[key]")


def _explain(details: ErrorDetails, keys: Path, where: Where, kind: object) -> tuple[Path, Mistake]:
    if details["type"] == "extra_forbidden":
        return keys, unknown_key(keys, details["input"], where, kind)
    at, field = _field_at(keys, kind)
    hint = _LABEL if at == ("configuration",) and len(keys) > len(at) else _hint(at)
    if details["type"] == "missing":
        hint = _LAW_12 if keys == ("target", "escalation") else f"Add it. {hint}"
        return keys, Mistake(where(keys), "nothing", expectation(field), hint)
    value = details["input"]
    found = literal(value, hidden=str(at[-1]).endswith("_env") or "headers" in at)
    expected = _INNER.get(details["type"]) or expectation(field)
    known = choices(field)
    if len(keys) > len(at):
        known = entry_choices(field)
        at, expected = _inside(keys, len(at)), (_INNER | _ENTRY).get(details["type"], _JSON)
        expected = one_of(known) if known else expected
    if details["type"] == "json_path":
        hint = f"JSONPath says: {details['msg']}. {hint}"
    elif details["type"] in {"header_name", "header_value", "reference"}:
        found = details["msg"]
    elif details["type"] == "string_too_short":
        found = "an empty text"
    elif keys == ("judge", "trust") and isinstance(value, dict):
        found, hint = "a table", f"What a certificate must show is [judge.requirements]. {hint}"
    elif pattern_of(at).removesuffix(".kind") in _MODELS and str(value) in _ONLY_PRODUCTS:
        hint = f"{NOT_OF_A_MODEL[_ONLY_PRODUCTS[str(value)]]} {hint}"
    elif isinstance(value, str) and (guess := near(value, known)):
        hint = f'Did you mean "{guess}"? {hint}'
    return at, Mistake(where(at), found, expected, hint)


def _inside(keys: Path, length: int) -> Path:
    """Return a path into a field's value; pydantic puts ``dict`` or ``list`` before each step."""
    if keys[length - 1] in {"parameters", "first"}:
        length += 1  # its own keys are names or places, and only what they hold is a JSON value
    elif keys[length - 1] != "body":
        return keys
    return (*keys[:length], *keys[length + 1 :: 2])


def _field_at(keys: Path, kind: object) -> tuple[Path, FieldInfo]:
    """Return the deepest key of a path that a model knows, with its field."""
    for length in range(len(keys), 0, -1):
        fields = fields_of(pattern_of(keys[: length - 1]), kind)
        if (name := str(keys[length - 1])) in fields:
            return keys[:length], fields[name]
    raise LookupError(f"no table of thresholds.toml has {dotted(keys)}")


def _hint(keys: Path) -> str:
    known = meaning(pattern_of(keys))
    if known is None:
        return "Write it as [table], with its keys below."
    return f"`{known.key.rpartition('.')[2]}`: {known.help} ({known.unit})."


def unknown_key(keys: Path, value: Any, where: Where, kind: object) -> Mistake:
    """Explain a key that no model knows: the nearest spelling, and where the key does belong.

    Args:
        keys: the path.
        value: what stands there.
        where: how a path is shown.
        kind: the target's kind, as it stands in the file.
    """
    table, key = keys[:-1], str(keys[-1])
    known = fields_of(pattern_of(table), kind)
    homes = _homes(key, pattern_of(table))
    guess = near(key, known)
    hints = [f"Did you mean `{guess}`?"] if guess else []
    hints += [f"`{key}` is a key of {home}." for home in homes]
    if pattern_of(table) in _MODELS and key in NOT_OF_A_MODEL:
        hints.append(NOT_OF_A_MODEL[key])
    expected = f"`{guess}`" if guess else f"one of {', '.join(f'`{name}`' for name in known)}"
    found = "an unknown table" if isinstance(value, dict) else "an unknown key"
    return Mistake(where(keys), found, expected, " ".join(hints) or "Take it out.")


def _homes(key: str, table: str) -> list[str]:
    """Return where a key belongs that stands in the wrong table."""
    if table == "target":
        kinds = [f'"{kind}"' for kind, model in KINDS.items() if key in model.model_fields]
        if kinds:
            return [f"[target] where kind is {' or '.join(kinds)}"]
    homes: Mapping[str, None] = dict.fromkeys(
        pattern.rpartition(".")[0] for pattern in known_keys() if pattern.rpartition(".")[2] == key
    )
    named = [f"[{home.replace('*', '<name>')}]" for home in homes if home]
    return [" or ".join(named)] if named else []
