"""``mhgate suites seal``: items -> a pack that only a key opens, and its seal."""

from __future__ import annotations

import os
from pathlib import Path

import click

from mhgate.config.settings import SEALED_KEY_VARIABLE
from mhgate.report.safe_text import printable
from mhgate.wiring.packs import seal_file

__all__ = ["command"]


@click.command("seal")
@click.argument("file", metavar="FILE")
@click.option(
    "--to", "to", multiple=True, required=True, metavar="age1...", help="a recipient; repeat"
)
@click.option(
    "--show",
    "strata",
    multiple=True,
    metavar="STRATUM",
    help="a stratum whose values and counts may be known; repeat",
)
@click.option("--show-keys", is_flag=True, help="right choices and norms may stand in reports")
@click.option("--salt-file", metavar="SECRET", help="of an earlier `commit`: the root is the same")
@click.option("--folder", metavar="FOLDER", help="where pack and seal go; default: beside FILE")
@click.option(
    "--key-env",
    default=SEALED_KEY_VARIABLE,
    show_default=True,
    help="with a pack as FILE: the variable that holds its key",
)
@click.option("--remove", is_flag=True, help="remove FILE when pack and seal are written")
def command(  # noqa: PLR0917 - click hands options over by name
    file: str,
    to: tuple[str, ...],
    strata: tuple[str, ...],
    show_keys: bool,  # noqa: FBT001 - click hands flags over so
    salt_file: str | None,
    folder: str | None,
    key_env: str,
    remove: bool,  # noqa: FBT001 - the same
) -> int:
    """Write FILE.age and FILE.seal.json: the items of FILE, as only the recipients can read them.

    FILE is a file of items, or gold.jsonl; or a pack, which is sealed again for other recipients
    and keeps its root. Nothing is overwritten, and FILE stays unless --remove is given.
    """
    made = seal_file(
        Path(file),
        to=to,
        environ=os.environ,
        strata=strata,
        keys=show_keys,
        salt_file=None if salt_file is None else Path(salt_file),
        key_env=key_env,
        folder=None if folder is None else Path(folder),
        remove=remove,
    )
    terms = made.terms
    click.echo(f"{printable(str(made.pack))}: {terms.n_items} items in {terms.n_families} families")
    click.echo(f"{printable(str(made.seal))}: root {terms.root}")
    for name in terms.recipients:
        click.echo(f"  opened by {name}")
    if Path(file).exists() and not file.endswith(".age"):
        click.echo(f"{printable(file)} is still there, in clear: a run asks for one of the two")
    return 0
