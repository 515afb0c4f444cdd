"""``mhgate suites prove``: one item of a pack, with what proves that it was in it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click

from mhgate.config.settings import SEALED_KEY_VARIABLE
from mhgate.errors import UsageError
from mhgate.report.safe_text import printable
from mhgate.wiring.packs import prove

__all__ = ["command"]


@click.command("prove")
@click.argument("pack", metavar="PACK")
@click.argument("item", metavar="ITEM")
@click.option(
    "--key-env",
    default=SEALED_KEY_VARIABLE,
    show_default=True,
    help="the variable that holds the key",
)
@click.option("-o", "--output", required=True, metavar="FILE", help="the opening, for who checks")
def command(pack: str, item: str, key_env: str, output: str) -> int:
    """Write the opening of ITEM: the item IN CLEAR, its salt, and its path to the root of PACK.

    ITEM is a name as reports have it (sealed-...), or the item's own id. The other items stay
    hidden. Whoever has the opening checks it with: mhgate suites verify-opening.
    """
    found = prove(Path(pack), item, environ=os.environ, key_env=key_env)
    path = Path(output)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(json.dumps(found.model_dump(mode="json"), indent=2) + "\n")
    except OSError as error:
        raise UsageError(
            f"{path}: cannot be written ({error.strerror or error}).",
            hint="Name a new file, in a folder with space and permission.",
        ) from error
    click.echo(f"{printable(output)}: {found.name} of {found.root}, in clear: it is disclosed now")
    return 0
