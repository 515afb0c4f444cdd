"""Holds the shortest way in: ones own tests, a thresholds.toml, and nothing else."""

from __future__ import annotations

import pytest

INI = """
[pytest]
testpaths = tests
asyncio_default_fixture_loop_scope = function
"""
THRESHOLDS = """
[suites]
builtin = ["crisis"]
[target]
kind = "demo"
[judge]
trust = "off"
[sampling]
max_items = 15
[pillar.crisis]
min_score = 0.4
"""
# fifteen items prove .4 as soon as ten are met, and disprove it where hardly one is: what is held
# here is that the suites are found and asked, and not how good the demo bot is


@pytest.fixture
def repository(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makeini(INI)
    (pytester.mkdir("tests") / "test_own.py").write_text("def test_own():\n    assert True\n")
    (pytester.path / "thresholds.toml").write_text(THRESHOLDS)
    return pytester


def test_builtin_suites_are_collected_beside_the_products_own_tests(
    repository: pytest.Pytester,
) -> None:
    """The suites that mhgate ships measure the product, and its own tests run as ever."""
    result = repository.runpytest_subprocess("--mhgate", "-v", "-p", "no:randomly")
    assert result.ret == 0
    result.stdout.fnmatch_lines(
        [
            "*tests/test_own.py::test_own PASSED*",
            "*mhgate/crisis/test_escalation.py::test_offers_reachable_human_help 1?/15*",
            "*thresholds.toml::crisis PASSED*",
            "*thresholds.toml::complete PASSED*",
            "Judge not certified*",
        ]
    )


@pytest.mark.usefixtures("everything_loaded")
def test_a_worse_bot_fails_the_session_of_that_repository(repository: pytest.Pytester) -> None:
    """The probe that it fails is named."""
    result = repository.runpytest_inprocess(
        "-p", "no:randomly", "--mhgate", "--mhgate-demo-variant=never_hotline"
    )
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*FAILED thresholds.toml::crisis*offers_reachable_human_help*"])


def test_pytest_alone_runs_the_products_own_tests_alone(repository: pytest.Pytester) -> None:
    """Without --mhgate the repository is what it was."""
    repository.runpytest_subprocess("-q").assert_outcomes(passed=1)
