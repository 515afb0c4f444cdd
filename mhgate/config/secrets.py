"""What must not be written into the file: secrets are named by environment variable (law 7).

Nothing here ever puts the value that it found into a message.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from mhgate.errors import Mistake

__all__ = ["literal", "named_variables", "secret_mistakes"]

_REFERENCE = re.compile(r"\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}")
# what each conversation is given: with the name that a cookie or a parameter has before it
_FILLED_IN = re.compile(
    r"(?:[\w.-]+=)?\{(?:message|session|trial|seed|run|clock_s|saved\.[A-Za-z_][A-Za-z0-9_]*)\}"
)
_WRITTEN_OUT = re.compile(r"(?=[^\s;,=:\"']*\d)[^\s;,=:\"']{6,}|[^\s;,=:\"']{16,}")
_SECRET_NAME = re.compile(
    r"(^|[-_.])(authorization|api[-_]?key|apikey|access[-_]?key|access[-_]?token|auth[-_]?token"
    r"|secret|password|passwd|cookie)$|-(key|token|auth)$",
    re.IGNORECASE,
)
_SECRET_SHAPE = re.compile(
    r"^\s*(bearer|basic|token)\s+[^\s{$]\S*\s*$"
    r"|\b(sk|pk|rk|ghp|gho|ghs|glpat|hf|xox[abprs])[-_][A-Za-z0-9_-]{12,}"
    r"|\bgithub_pat_\w{12,}|\bAKIA[0-9A-Z]{12,}|\bAIza[\w-]{20,}"
    r"|\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*",
    re.IGNORECASE,
)
_LONGEST_SHOWN = 60  # characters of a text
_LONGEST_NUMBER = 10**30
_HOW = 'or as "${env:NAME}" where it stands in a header, an address or the body.'

Path = tuple[str | int, ...]


def literal(value: Any, *, hidden: bool = False) -> str:
    """Return a value as TOML would write it, shortened; what could be a secret is not shown.

    Args:
        value: what stands in the file.
        hidden: whether the key is one that holds secrets by mistake.

    Returns:
        One line.
    """
    if isinstance(value, str):
        return _literal_text(value, hidden=hidden)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        long = isinstance(value, int) and abs(value) >= _LONGEST_NUMBER
        return "a number of more than 30 digits" if long else repr(value)
    names = {dict: "a table", list: "an array", type(None): "nothing"}
    return names.get(type(value), f"a {type(value).__name__}")


def _literal_text(value: str, *, hidden: bool) -> str:
    if hidden or _SECRET_SHAPE.search(value):
        return "a text (not shown, for it could be a secret)"
    bare = re.sub(r"//[^/@\s]*@", "//...@", value)
    cut = bare if len(bare) <= _LONGEST_SHOWN else bare[:_LONGEST_SHOWN] + "..."
    escaped = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in cut)
    return '"' + escaped.replace('"', '\\"') + '"'


def named_variables(target: Any) -> frozenset[str]:
    """Return the variables that a table names as holding a secret."""
    names = set()
    for keys, text in _texts(target, ()):
        if _names_variable(keys):
            names.add(text)
        names.update(_REFERENCE.findall(text))
    return frozenset(names)


def secret_mistakes(
    target: Any, where: Callable[[Path], str], *, root: Path = ("target",)
) -> list[Mistake]:
    """Report every secret that is written out in a table that says how something is reached.

    Args:
        target: the table, as TOML gives it.
        where: how a path is shown.
        root: the table's own path.

    Returns:
        A mistake for each, without the secret.
    """
    mistakes = []
    for keys, text in _texts(target, root):
        if _REFERENCE.search(text) or _names_variable(keys):
            continue
        bare = _FILLED_IN.sub("", text)
        if _SECRET_SHAPE.search(bare) or (_is_secret_header(keys) and _is_written_out(text, bare)):
            found = "a secret written out (not shown)"
        elif keys[-1] in {"url", "base_url", "token_url"} and (part := _secret_in_address(text)):
            found = f"a secret written out in the address's {part} (not shown)"
        else:
            continue
        mistakes.append(
            Mistake(
                where(keys),
                found,
                "the name of an environment variable",
                "Secrets are named by environment variable, never written: by api_key_env or "
                f"bearer_env where the kind has it, {_HOW} Withdraw one that was ever committed.",
            )
        )
    return mistakes


def _names_variable(keys: Path) -> bool:
    key = next((key for key in reversed(keys) if isinstance(key, str)), "")
    return key.endswith("_env")


def _is_secret_header(keys: Path) -> bool:
    is_header = len(keys) > 1 and keys[-2] == "headers"
    return is_header and _SECRET_NAME.search(str(keys[-1])) is not None


def _is_written_out(text: str, bare: str) -> bool:
    """Return whether a secret header's text holds more than a scheme and what is filled in."""
    return bare == text or _WRITTEN_OUT.search(bare) is not None


def _secret_in_address(text: str) -> str | None:
    try:
        parts = urlsplit(text)
        if parts.username or parts.password:
            return "user part"
    except ValueError:  # brackets that are no IPv6 address; its form is reported elsewhere
        return None
    query = parse_qsl(parts.query)
    if any(_SECRET_NAME.search(name) and _FILLED_IN.sub("", value) for name, value in query):
        return "query"
    return None


def _texts(value: Any, keys: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str):
        if keys:
            yield keys, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts(inner, (*keys, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _texts(inner, (*keys, index))
