"""``mhgate demo``: a demo bot on a real socket of this machine, until Ctrl-C."""

from __future__ import annotations

import click

from mhgate.wiring import VARIANTS, serve

__all__ = ["command"]


@click.command("demo")
@click.option(
    "--variant",
    type=click.Choice(list(VARIANTS)),
    default="good",
    show_default=True,
    help="which bot answers",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="address to listen on")
@click.option("--port", type=int, default=8765, show_default=True, help="0 picks a free one")
def command(variant: str, host: str, port: int) -> int:
    """Serve a demo bot: POST /v1/chat/completions and POST /chat.

    It is deliberately limited, has nobody to call, and is no help for anyone in distress.
    """
    serve(variant, host=host, port=port)
    return 0
