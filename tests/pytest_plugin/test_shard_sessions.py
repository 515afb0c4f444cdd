"""Holds a shard in pytest: it measures, decides nothing, and never shows a decision as passed."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Product


def test_a_shard_is_undecided_and_no_failure(product: Product) -> None:
    """A job of a matrix that measured its part has done what it should: no red, and no green."""
    result = product.run("--mhgate", "--mhgate-shard=1/2", "-v")
    assert result.ret == 0
    said = result.stdout.str()
    for name in ("manners", "honesty", "complete"):
        assert f"thresholds.toml::{name} UNDECIDED" in said
    assert "no verdict until the shards are merged" in said
    assert 0 < len(product.asked) < 80


def test_a_probe_without_a_trial_in_the_shard_is_undecided(product: Product) -> None:
    """Nothing of it is to be asked here, which is no error."""
    for suite in ("manners", "honesty"):
        product.items(suite, 2)
    codes = [product.run("--mhgate", f"--mhgate-shard={n}/4").ret for n in range(1, 5)]
    assert codes == [0, 0, 0, 0]
    assert len(product.asked) == 4


@pytest.mark.parametrize("arguments", [("-k", "manners"), ("--setup-only",)], ids=" ".join)
def test_a_part_of_a_shard_is_red(product: Product, arguments: tuple[str, ...]) -> None:
    """What drops probes is partial beyond the shard, as without one."""
    assert product.run("--mhgate", "--mhgate-shard=1/2", *arguments).ret == 1


def test_a_shard_whose_target_is_down_is_red(product: Product) -> None:
    """Nothing was measured: errors, as of a whole run."""
    product.edit("bot.py", "    return", "    raise ConnectionError('down')\n    return")
    assert product.run("--mhgate", "--mhgate-shard=1/2").ret == 1


def test_the_ini_value_names_a_shard_and_junit_shows_no_verdict(product: Product) -> None:
    """The setting has its twin; pytest's own JUnit shows skips, and no decision as passed."""
    product.edit("pytest.ini", "[pytest]", "[pytest]\nmhgate_shard = 2/2")
    assert product.run("--mhgate", "--junitxml=junit.xml").ret == 0
    cases = ET.parse(product.root / "junit.xml").iter("testcase")
    decisions = [case for case in cases if "thresholds" in str(case.get("classname"))]
    assert len(decisions) == 3
    assert all(case.find("skipped") is not None for case in decisions)
