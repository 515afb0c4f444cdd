"""Reads the demo bot's phrase tables, each once, when it is first needed."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["table", "words"]


@cache
def table(name: str) -> dict[str, Any]:
    """Return a table of ``mhgate/demo/phrases``.

    Args:
        name: the file's name without its ending.

    Returns:
        What the TOML file holds.
    """
    text = files("mhgate.demo.phrases").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def words(name: str, key: str) -> frozenset[str]:
    """Return a list of words from the section ``[words]`` of a table."""
    return frozenset(table(name)["words"][key].split())
