"""``mhgate suites``: what the suites hold, whether they are fit to ask, and a new one to begin."""

from __future__ import annotations

import click

from mhgate.cli.verbs import Verbs

__all__ = ["command"]

_VERBS = {
    "list": ("mhgate.cli.suites.listing", "count items and families: by pillar, probe, stratum"),
    "show": ("mhgate.cli.suites.showing", "show a pillar, a probe with its question, an item"),
    "check": ("mhgate.cli.suites.checking", "find copies, forbidden words, what lacks; exit 2"),
    "new": ("mhgate.cli.suites.beginning", "write a starter suite"),
    "import": ("mhgate.cli.suites.importing", "make a suite of a published set, or of a table"),
    "rates": ("mhgate.cli.suites.rating", "show a report's rates by the values of a stratum"),
    "seal": ("mhgate.cli.suites.sealing", "encrypt items: a pack that only a key opens"),
    "open": ("mhgate.cli.suites.opening", "count what a pack holds, or print it"),
    "commit": ("mhgate.cli.suites.committing", "print the root that binds every item"),
    "prove": ("mhgate.cli.suites.proving", "disclose one item of a pack, with its proof"),
    "verify-opening": ("mhgate.cli.suites.verifying", "check such a proof, without a key"),
    "review": ("mhgate.cli.suites.reviewing", "hand out what is to be read; take records back"),
}


@click.group("suites", cls=Verbs, verbs=_VERBS)
def command() -> None:
    """Look into suites: those that mhgate ships, and your own. Nobody is asked anything.

    Without a FOLDER every built-in suite is meant, and those that thresholds.toml names.
    """
