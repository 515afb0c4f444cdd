"""Holds [store] to what it may say, and the policy to not depending on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from mhgate.config import load_config
from mhgate.errors import ConfigError

TOML = """
[target]
kind = "demo"
[pillar.crisis]
min_score = 0.8
"""


def _loaded(folder: Path, more: str = "") -> object:
    path = folder / "thresholds.toml"
    path.write_text(TOML + more)
    return load_config(path)


def test_nothing_is_purged_by_itself(tmp_path: Path) -> None:
    """Without a key there is no age at which runs go."""
    assert _loaded(tmp_path).store.keep_days is None  # type: ignore[attr-defined]


def test_how_long_runs_are_kept_is_no_part_of_the_policy(tmp_path: Path) -> None:
    """Two files that differ in it alone decide alike."""
    plain = _loaded(tmp_path)
    kept = _loaded(tmp_path, "[store]\nkeep_days = 200\n")
    assert kept.store.keep_days == 200  # type: ignore[attr-defined]
    assert kept.policy_digest == plain.policy_digest  # type: ignore[attr-defined]


@pytest.mark.parametrize("value", ["-1", '"200"', "true", "1.5", "1e9"])
def test_days_are_a_whole_number(tmp_path: Path, value: str) -> None:
    """Anything else is a mistake that names the key."""
    with pytest.raises(ConfigError, match=r"store\.keep_days"):
        _loaded(tmp_path, f"[store]\nkeep_days = {value}\n")
