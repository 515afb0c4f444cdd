"""``mhgate store``: the register of runs: shown, checked, exported, purged, held."""

from __future__ import annotations

import click

from mhgate.cli.verbs import Verbs

__all__ = ["command"]

_VERBS = {
    "show": ("mhgate.cli.store.showing", "list the runs, those that never finished too"),
    "check": ("mhgate.cli.store.checking", "hold the register to itself and to its reports"),
    "export": ("mhgate.cli.store.exporting", "write the entries of one commit, for a pack"),
    "adopt": ("mhgate.cli.store.adopting", "take in folders of runs that it does not know"),
    "purge": ("mhgate.cli.store.purging", "delete the folders of old runs; entries stay"),
    "hold": ("mhgate.cli.store.holding", "keep a run from being purged, and say why"),
}


@click.group("store", cls=Verbs, verbs=_VERBS)
def command() -> None:
    """Look after the register of runs, and what runs left behind.

    It lies in runs.sqlite in the folder of reports. Every start, abort and finish stays in it, each
    bound to the one before.
    """
