"""Every setting as an option of a verb: ``--seed`` and ``--mhgate-seed`` mean the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from mhgate.config.settings import SETTINGS

__all__ = ["described", "given_settings", "settings_by_key", "with_settings"]

Function = TypeVar("Function", bound=Callable[..., Any])


def with_settings(function: Function) -> Function:
    """Add an option a setting to a click command."""
    for setting in reversed(SETTINGS):
        function = click.option(
            f"--{setting.name}",
            setting.option,
            setting.ini,
            metavar=setting.type.upper().replace(" ", "_"),
            default=None,
            help=described(setting.help, setting.unit),
        )(function)
    return function


def described(what_it_does: str, unit: str) -> str:
    """Return a key's meaning with its unit, where the meaning does not say all there is.

    Example:
        >>> described("same seed, same plan", "seed"), described("which: all or failed", "choice")
        ('same seed, same plan [seed]', 'which: all or failed')
    """
    return what_it_does if unit in {"choice", "yes or no"} else f"{what_it_does} [{unit}]"


def given_settings(settings: Mapping[str, str | None]) -> list[str]:
    """Return the options that were given, as pytest takes them."""
    return [
        f"{setting.option}={value}"
        for setting in SETTINGS
        if (value := settings.get(setting.ini)) is not None
    ]


def settings_by_key(settings: Mapping[str, str | None]) -> dict[str, str | None]:
    """Return the options that were given, by their dotted key in thresholds.toml."""
    return {setting.key: settings.get(setting.ini) for setting in SETTINGS}
