"""A group of verbs, each imported when it is used."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from mhgate.cli.garbage import unsearched

__all__ = ["Verbs"]


class Verbs(click.Group):
    """Loads a verb when it is used: ``--help`` of the group imports none of them.

    Args:
        verbs: the module of each verb, whose ``command`` it is, and what it does in a few words.
    """

    def __init__(self, *args: Any, verbs: Mapping[str, tuple[str, str]], **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self._verbs = verbs

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the verbs in the order in which they are learned."""
        return list(self._verbs)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return one verb; a misspelt one gets the nearest name from click."""
        if cmd_name not in self._verbs:
            return None
        if ctx.resilient_parsing:
            return click.Command(cmd_name)
        with unsearched():
            command: click.Command = import_module(self._verbs[cmd_name][0]).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's signature
        """List the verbs without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in self._verbs.items()])
