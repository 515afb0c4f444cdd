"""The built-in suites, read once: as rows of their files, as suites, as their checks see them."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from mhgate.suites import Suite, builtin_pillars, load_suites
from mhgate.suites.checking import Finding
from mhgate.wiring.suite_checks import check_suites
from mhgate.wiring.suites_at_hand import suites_at_hand

REPOSITORY = Path(__file__).resolve().parents[2]
NOT_ITEMS = {"gold.jsonl", "review.jsonl"}

Rows = dict[str, list[dict[str, Any]]]


@pytest.fixture(scope="session")
def repository() -> Path:
    return REPOSITORY


@pytest.fixture(scope="session")
def rows() -> Rows:
    """Every row of every item file whose messages are written out, by ``pillar/file``.

    A cohort of vignettes is held to its own check: ``mhgate vignettes --check``.
    """
    read = {
        f"{path.parent.name}/{path.name}": [
            row
            for line in path.read_text(encoding="utf-8").split("\n")
            if line and "canary" not in (row := json.loads(line))
        ]
        for path in sorted((REPOSITORY / "suites").glob("*/*.jsonl"))
        if path.name not in NOT_ITEMS
    }
    return {name: file for name, file in read.items() if {"turns", "family"} <= file[0].keys()}


@pytest.fixture(scope="session")
def suites() -> dict[str, Suite]:
    found = load_suites(
        builtin=builtin_pillars(), folders=(), config_file=REPOSITORY / "thresholds.toml"
    )
    return {suite.name: suite for suite in found}


@pytest.fixture(scope="session")
def findings() -> list[Finding]:
    """What ``mhgate suites check`` says of them today."""
    at_hand = suites_at_hand([str(REPOSITORY / "suites")], config_file=None, environ={})
    return check_suites(at_hand, today=datetime.now(UTC).date())[1]
