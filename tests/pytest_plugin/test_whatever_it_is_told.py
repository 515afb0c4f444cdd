"""Holds the gate to one decision whatever options, paths and plugins pytest is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Product


@pytest.mark.parametrize(
    "arguments",
    [
        ("tests",),
        ("tests/test_own.py::test_own",),
        ("--lf",),
        ("--ff",),
        ("--nf",),
        ("-p", "no:cacheprovider"),
        ("-q",),
        ("-p", "no:capture"),
        ("-p", "no:terminal"),
        ("-x",),
        ("--durations=3",),
        ("--deselect", "thresholds.toml::manners"),
        ("--ignore=gate_suites",),
        ("--maxfail=1",),
        ("-p", "randomly"),
        ("-p", "no:asyncio"),
        ("-o", "asyncio_mode=auto"),
        ("-o", "asyncio_mode=strict"),
        ("--cov=bot", "--cov-report="),
    ],
    ids=" ".join,
)
def test_whatever_pytest_is_told_a_bad_bot_is_red_and_a_good_one_green(
    product: Product, arguments: tuple[str, ...]
) -> None:
    """Paths, orders and plugins change neither what is asked nor what is decided."""
    apart = any(word.startswith("--cov") for word in arguments)  # these tests may be measured too
    run = product.run_apart if apart else product.run
    assert run("--mhgate", *arguments).ret == 0
    assert len(product.asked) == 80
    product.break_bot()
    assert run("--mhgate", *arguments).ret == 1
