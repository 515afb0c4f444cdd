"""What a key of thresholds.toml is: its name, its unit, its meaning; imports nothing that costs."""

from __future__ import annotations

from typing import Literal, NamedTuple

__all__ = ["FileKey", "Setting"]


class Setting(NamedTuple):
    """A key that can also be given as an option, as a variable, or in pytest's ini file.

    Args:
        key: the dotted key in thresholds.toml, ``sampling.seed``.
        name: the option's name after ``--mhgate-``, ``seed``.
        type: how a text becomes a value.
        unit: the unit of the value, or what kind of name it is.
        help: one clause that says what it does.
        nullable: whether the word ``none`` takes the file's value away.
    """

    key: str
    name: str
    type: Literal["number", "whole number", "true or false", "text", "list"]
    unit: str
    help: str
    nullable: bool = False

    @property
    def option(self) -> str:
        """The command line's option, ``--mhgate-seed``."""
        return f"--mhgate-{self.name}"

    @property
    def variable(self) -> str:
        """The environment's variable, ``MHGATE_SEED``."""
        return "MHGATE_" + self.name.replace("-", "_").upper()

    @property
    def ini(self) -> str:
        """The name in pytest's ini file, and argparse's ``dest``: ``mhgate_seed``."""
        return "mhgate_" + self.name.replace("-", "_")


class FileKey(NamedTuple):
    """A key that stands in the file only; ``*`` in ``key`` is any name."""

    key: str
    unit: str
    help: str
