"""The examples in the documentation of the decision, the estimate and the baseline run."""

from __future__ import annotations

import doctest
import importlib

import pytest


@pytest.mark.parametrize(
    "module", ["mhgate.verdict.spelling", "mhgate.estimate.rates", "mhgate.baseline.comparing"]
)
def test_examples_run(module: str) -> None:
    """Every example gives what it says."""
    result = doctest.testmod(importlib.import_module(module))
    assert result.failed == 0
    assert result.attempted > 0
