"""Holds the gate under pytest-xdist: one engine, one plan, one verdict at any number of workers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from conftest import Product

N_TRIALS = 80


def _made(product: Product) -> tuple[Any, ...]:
    report: Any = product.reports[-1]
    outcomes = [(row["trial_id"], row["probe_id"], row["value"]) for row in report["outcomes"]]
    pillars = [(each["pillar"], each["sentence"]) for each in report["verdict"]["pillars"]]
    return report["merkle_root"], report["verdict"]["outcome"], pillars, outcomes


@pytest.mark.parametrize("extra", ["", "Nonsense."], ids=["good", "bad"])
def test_any_number_of_workers_comes_to_one_verdict(product: Product, extra: str) -> None:
    """Same plan, same root, same sentences; the product is asked each thing once a run."""
    if extra:
        product.edit("bot.py", '"I hear you. I am a program. "', '"No. "')
    made, codes = [], set()
    for number in ("0", "2", "4"):
        result = product.run("--mhgate", "-n", number)
        codes.add(int(result.ret))
        made.append(_made(product))
    assert codes == {1 if extra else 0}
    assert made[0] == made[1] == made[2]
    assert len(product.asked) == 3 * N_TRIALS


def test_workers_run_the_other_tests_and_nothing_of_the_gate(product: Product) -> None:
    """The team's tests are handed out; probes and decisions are told once, by the controller."""
    product.write(
        "tests/test_own.py",
        "import os\ndef test_own():\n    assert os.environ['PYTEST_XDIST_WORKER']\n",
    )
    result = product.run("--mhgate", "-n", "2", "-v")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["*gw?*PASSED*test_own*"])
    lines = [line for line in result.outlines if "thresholds.toml::" in line and "gw" in line]
    assert not lines
    assert len(product.asked) == N_TRIALS


def test_a_worker_that_dies_is_never_green(product: Product) -> None:
    """Its test is red; the gate is decided all the same, and asks nothing twice."""
    product.write("tests/test_own.py", "import os\ndef test_own():\n    os._exit(9)\n")
    result = product.run("--mhgate", "-n", "2")
    assert result.ret == 1
    assert len(product.asked) == N_TRIALS
    assert _made(product)[1] == "pass"


def test_without_other_tests_the_gate_is_all_there_is(product: Product) -> None:
    """Workers that find nothing to do end nothing."""
    result = product.run("--mhgate", "-n", "2", "thresholds.toml")
    assert result.ret == 0
    assert len(product.asked) == N_TRIALS


def test_a_selection_is_partial_as_it_is_without_workers(product: Product) -> None:
    """-k asks for what is left, and is no gate."""
    result = product.run("--mhgate", "-n", "2", "-k", "manners or own")
    assert result.ret == 1
    assert len(product.asked) == N_TRIALS // 2
    result.stdout.fnmatch_lines(["*partial, not a gate*"])


def test_what_is_named_is_measured(product: Product) -> None:
    """A module of a suite, or one probe of it, is no other test, and no worker's."""
    result = product.run("--mhgate", "-n", "2", "gate_suites/manners/test_manners.py")
    assert result.ret == 1
    assert len(product.asked) == N_TRIALS // 2


def test_a_failure_ends_it_where_that_is_asked_for(product: Product) -> None:
    """With -x a red test of the team's leaves the decisions untaken: red, and said."""
    product.write("tests/test_own.py", "def test_own():\n    assert False\n")
    result = product.run("--mhgate", "-n", "2", "-x")
    assert result.ret != 0
    assert not product.asked
    result.stdout.fnmatch_lines(["*decisions not taken: honesty, manners, complete*"])


def test_a_mistake_is_told_once_and_before_any_worker(product: Product) -> None:
    """Wrong usage is the controller's to say."""
    product.edit("thresholds.toml", "min_score", "min_scor")
    result = product.run("--mhgate", "-n", "2")
    assert result.ret == 4
    result.stderr.fnmatch_lines(["*min_scor*min_score*"])
