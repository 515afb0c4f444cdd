"""Holds the default profile: pr on GitHub's pull requests, release everywhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from mhgate.config import load_config

FILE = """
[suites]
builtin = ["crisis"]
[target]
kind = "demo"
[pillar.crisis]
min_score = 0.8
"""


@pytest.mark.parametrize(
    ("event", "stated", "profile"),
    [
        ("pull_request", "", "pr"),
        ("merge_group", "", "pr"),
        ("push", "", "release"),
        ("", "", "release"),
        ("pull_request", '[gate]\nprofile = "nightly"\n', "nightly"),
    ],
)
def test_the_default_profile_follows_the_event(
    tmp_path: Path, event: str, stated: str, profile: str
) -> None:
    """What is stated outweighs what the event suggests, and the event is recorded."""
    file = tmp_path / "thresholds.toml"
    file.write_text(stated + FILE)
    config = load_config(file, environ={"GITHUB_EVENT_NAME": event})
    assert config.profile.name == profile
    assert [entry.source for entry in config.overrides] == (
        ["GITHUB_EVENT_NAME"] if profile == "pr" else []
    )


def test_an_option_outweighs_the_event(tmp_path: Path) -> None:
    """--mhgate-profile=release is release on a pull request too."""
    file = tmp_path / "thresholds.toml"
    file.write_text(FILE)
    config = load_config(
        file,
        options={"--mhgate-profile": "release"},
        environ={"GITHUB_EVENT_NAME": "pull_request"},
    )
    assert config.profile.name == "release"
