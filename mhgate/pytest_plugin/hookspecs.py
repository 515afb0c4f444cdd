"""Hooks with which a conftest.py takes part in the gate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from mhgate.protocols import Judge, Target
    from mhgate.records import Report


@pytest.hookspec(firstresult=True)
def pytest_mhgate_target(config: pytest.Config) -> Target | Callable[..., object] | None:
    """Hand over the system under test: a Target, or a function of a message or of messages.

    It replaces [target] of thresholds.toml, and the report records that as an override.
    """


@pytest.hookspec(firstresult=True)
def pytest_mhgate_judge(config: pytest.Config) -> Judge | None:
    """Hand over a judge; it replaces [judge], and the report records that as an override."""


@pytest.hookspec
def pytest_mhgate_report(config: pytest.Config, report: Report) -> None:
    """Receive the report when the gate has decided."""
