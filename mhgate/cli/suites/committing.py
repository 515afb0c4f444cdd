"""``mhgate suites commit``: the salted root of a pack, or of a file that is still in clear."""

from __future__ import annotations

from pathlib import Path

import click

from mhgate.errors import UsageError
from mhgate.wiring.packs import commit_plain, read_seal

__all__ = ["command"]


@click.command("commit")
@click.argument("file", metavar="FILE")
@click.option(
    "--salt-file",
    metavar="SECRET",
    help="for a file in clear: keeps the secret that salts it; made where it is missing",
)
def command(file: str, salt_file: str | None) -> int:
    """Print the root that binds every item of FILE, a pack or a file in clear.

    Published today, it shows later that no item was changed, added or taken away since; nobody
    learns an item from it.
    """
    if file.endswith(".age"):
        terms = read_seal(Path(file)).terms
        root, n_items = terms.root, terms.n_items
    elif salt_file is None:
        raise UsageError(
            f"{file}: is in clear, and a root that is to hide it needs a secret.",
            hint="Give --salt-file SECRET: it is made where it is missing; keep it, and seal with "
            "it (mhgate suites seal --salt-file).",
        )
    else:
        root, n_items = commit_plain(Path(file), salt_file=Path(salt_file))
    click.echo(root)
    click.echo(f"{n_items} items", err=True)
    return 0
