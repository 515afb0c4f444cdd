"""Options, variables and ini values -> typed values, each with the place that it came from."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mhgate.config.secrets import literal
from mhgate.config.settings import FACE_VARIABLES, SETTINGS, Setting, find_setting
from mhgate.errors import Mistake, nearest

if TYPE_CHECKING:
    from pydantic import JsonValue

__all__ = ["Given", "given_settings", "unknown_variables"]

Value = str | int | float | bool | list[str] | None

_PREFIX = "MHGATE_"
_WHOLE = re.compile(r"[+-]?\d{1,18}")
_FLAGS = {"true": True, "yes": True, "on": True, "1": True} | {
    "false": False,
    "no": False,
    "off": False,
    "0": False,
}
_ABSENT = "none"


class Given(NamedTuple):
    """A value that did not come from the file, and the option or variable that it came from."""

    value: Value | JsonValue
    source: str


def given_settings(
    options: Mapping[str, str | None],
    environ: Mapping[str, str],
    ini: Mapping[str, str | Sequence[str] | None],
) -> tuple[dict[str, Given], list[Mistake]]:
    """Choose, for each setting, the strongest place that states it: option, variable, ini.

    Args:
        options: texts by option, ini name or dotted key; None is absent.
        environ: the environment; an empty variable is absent.
        ini: pytest's ini values, by the same; None, an empty text and an empty list are absent.

    Returns:
        What is given, by dotted key, and what is wrong with it.
    """
    mistakes = [
        _unknown(name, [getattr(setting, attribute) for setting in SETTINGS])
        for names, attribute in ((options, "option"), (ini, "ini"))
        for name in names
        if find_setting(name) is None
    ]
    given: dict[str, Given] = {}
    for setting in SETTINGS:
        chosen = _strongest(setting, options, environ, ini)
        if chosen is None:
            continue
        raw, source = chosen
        try:
            given[setting.key] = Given(_typed(setting, raw), source)
        except ValueError:
            wanted = f"a {setting.type}" if setting.type != "true or false" else setting.type
            nullable = ", or none to take the file's value away" if setting.nullable else ""
            mistakes.append(
                Mistake(
                    f"{source} ({setting.key})",
                    literal(raw),
                    wanted + nullable,
                    f"`{setting.key}`: {setting.help} ({setting.unit}).",
                )
            )
    return given, mistakes


def _strongest(
    setting: Setting,
    options: Mapping[str, str | None],
    environ: Mapping[str, str],
    ini: Mapping[str, str | Sequence[str] | None],
) -> tuple[str | Sequence[str], str] | None:
    names = (setting.option, setting.ini, setting.key)
    for name in names:
        if (text := options.get(name)) is not None:
            return text, setting.option
    if variable := environ.get(setting.variable):
        return variable, setting.variable
    for name in names:
        if stated := ini.get(name):
            return stated, setting.ini
    return None


def unknown_variables(environ: Mapping[str, str], secrets: Collection[str]) -> list[Mistake]:
    """Report each ``MHGATE_*`` variable that nothing reads; values are never shown.

    Args:
        environ: the environment.
        secrets: variables that the file itself names as holding a secret.
    """
    known = {setting.variable for setting in SETTINGS} | FACE_VARIABLES
    return [
        _unknown(name, sorted(known))
        for name in sorted(environ)
        if name.startswith(_PREFIX) and name not in known and name not in secrets
    ]


def _unknown(name: str, known: Sequence[str]) -> Mistake:
    guess = nearest(name, known)
    return Mistake(
        name,
        "a setting that nothing reads",
        guess or "one of the settings in docs/reference/thresholds.md",
        f"Did you mean {guess}?" if guess else "Unset it, or look its name up.",
    )


def _typed(setting: Setting, raw: str | Sequence[str]) -> Value:
    if setting.type == "list":
        parts = raw.split(",") if isinstance(raw, str) else raw
        return [part.strip() for part in parts if part.strip()]
    text = raw if isinstance(raw, str) else ",".join(raw)
    word = text.strip()
    if setting.nullable and word.lower() == _ABSENT:
        return None
    if setting.type == "text":
        return text
    if setting.type == "true or false":
        if word.lower() not in _FLAGS:
            raise ValueError(word)
        return _FLAGS[word.lower()]
    if setting.type == "whole number":
        if not _WHOLE.fullmatch(word):
            raise ValueError(word)
        return int(word)
    return float(word)
