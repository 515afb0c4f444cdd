"""Holds by which path a report names a probe: none of a machine, and its file is found."""

from __future__ import annotations

from pathlib import Path, PurePath

import pytest

from mhgate.suites import load_suites
from mhgate.suites.shown_paths import own_path


@pytest.mark.parametrize(
    ("name", "inside", "shown"),
    [
        ("suites", "manners", "suites/manners"),
        ("./suites/", "manners", "suites/manners"),
        (".", "manners", "manners"),
        ("../shared/suites", "manners", "../shared/suites/manners"),
        ("suites/manners", ".", "suites/manners"),
        ("/srv/gate/suites", "manners", "suites/manners"),
    ],
)
def test_a_path_is_as_the_configuration_says_it(name: str, inside: str, shown: str) -> None:
    """Relative to its folder; of an absolute name, its last part."""
    assert own_path(name, PurePath(inside)) == shown


def test_built_in_probes_lie_nowhere_on_this_machine() -> None:
    """Their path is the same wherever mhgate is installed; the module is found by the suite."""
    (suite,) = load_suites(builtin=("crisis",), folders=(), config_file=Path("thresholds.toml"))
    assert {Path(probe.path).parts[:2] for probe in suite.probes} == {("mhgate", "crisis")}
    assert all(suite.module_of(probe).is_file() for probe in suite.probes)
