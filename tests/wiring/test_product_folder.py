"""Holds where a product that is a program runs, and that nothing else is looked up there."""

from __future__ import annotations

from pathlib import Path

import pytest

from mhgate.config import Config, load_config
from mhgate.errors import UsageError
from mhgate.wiring.live import _without_product
from mhgate.wiring.product_folder import PRODUCT_FOLDER, product_folder

_TOML = """
[target]
escalation = "none"
{target}
[judge]
trust = "off"
"""
_COMMAND = 'kind = "command"\ncommand = ["./bot"]\nbody = "{message}"\nreply = "$"'
_DEMO = 'kind = "demo"'


def _config(tmp_path: Path, target: str) -> Config:
    path = tmp_path / "thresholds.toml"
    path.write_text(_TOML.format(target=target), encoding="utf-8")
    return load_config(path)


def test_it_is_beside_the_policy_unless_it_is_handed_over(tmp_path: Path) -> None:
    """A command is looked up where the program under test lies; other kinds never are."""
    elsewhere = tmp_path / "head"
    elsewhere.mkdir()
    handed = {PRODUCT_FOLDER: str(elsewhere)}
    command = _config(tmp_path, _COMMAND)
    assert product_folder(command, {}) == tmp_path
    assert product_folder(command, handed) == elsewhere
    demo = _config(tmp_path, _DEMO)
    assert product_folder(demo, handed) == tmp_path


@pytest.mark.parametrize("handed", ["head", "/no/such/folder/of/anybody"])
def test_what_is_no_folder_is_refused(tmp_path: Path, handed: str) -> None:
    """It says which variable holds it."""
    with pytest.raises(UsageError, match=PRODUCT_FOLDER):
        product_folder(_config(tmp_path, _COMMAND), {PRODUCT_FOLDER: handed})


def test_what_is_compared_with_is_not_looked_up_there(tmp_path: Path) -> None:
    """The base that is played beside is not the product under test."""
    assert _without_product({PRODUCT_FOLDER: str(tmp_path), "PATH": "x"}) == {"PATH": "x"}
