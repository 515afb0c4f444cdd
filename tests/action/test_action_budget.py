"""Holds a budget in the Action: what it buys is told, and a pull request does not raise its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from scratch import THRESHOLDS, Repository

from mhgate.action.budgets import budget_words
from mhgate.action.inputs import Inputs
from mhgate.action.lowered_budgets import refuse_raised_budgets
from mhgate.errors import UsageError

BUDGETED = (
    THRESHOLDS
    + "\n[budget]\nminutes = 30\n[profile.pr]\nminutes = 10\nusd = 2.0\ntokens = 5000000\n"
)


@pytest.fixture
def base(tmp_path: Path) -> Path:
    path = tmp_path / "thresholds.toml"
    path.write_text(BUDGETED, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("words", "environ"),
    [
        (["--mhgate-usd=2.5"], {}),
        (["--usd", "3"], {}),
        (["--mhgate-usd=none"], {}),
        (["--mhgate-minutes=nan"], {}),
        ([], {"MHGATE_USD": "20"}),
        ([], {"MHGATE_TOKENS": "5000001"}),
        (["--mhgate-tokens=none"], {}),
        ([], {"MHGATE_MINUTES": "11"}),
        ([], {"PYTEST_ADDOPTS": "--mhgate-minutes=11"}),
    ],
)
def test_a_raised_budget_is_refused(base: Path, words: list[str], environ: dict[str, str]) -> None:
    """Whatever says it: more than the base's own, or none at all, is named with both numbers."""
    at = {"GITHUB_EVENT_NAME": "pull_request", **environ}
    with pytest.raises(UsageError, match="where the base's budget") as caught:
        refuse_raised_budgets(base, words, at)
    assert "a pull request cannot raise its own budget" in str(caught.value)


@pytest.mark.parametrize(
    ("words", "environ"),
    [
        ([], {}),
        (["--mhgate-usd=2"], {}),
        (["--usd", "0.5", "--mhgate-minutes=9.5"], {}),
        ([], {"MHGATE_USD": "1"}),
        ([], {"MHGATE_TOKENS": "4000000"}),
    ],
)
def test_a_lowered_budget_is_taken(base: Path, words: list[str], environ: dict[str, str]) -> None:
    """As much or less; where the base has none, any budget is less."""
    refuse_raised_budgets(base, words, {"GITHUB_EVENT_NAME": "pull_request", **environ})
    base.write_text(THRESHOLDS, encoding="utf-8")
    refuse_raised_budgets(base, ["--mhgate-usd=1000"], {})


def test_the_profile_is_that_of_the_run(base: Path) -> None:
    """Outside of a pull request the table's own minutes count."""
    refuse_raised_budgets(base, ["--mhgate-minutes=20"], {})
    with pytest.raises(UsageError):
        refuse_raised_budgets(base, ["--mhgate-minutes=40"], {})


def test_the_summary_tells_what_the_budget_buys(tmp_path: Path) -> None:
    """A pull request within the base's budget; and one that would raise it is not run."""
    repository = Repository.begun(tmp_path / "repository", {"thresholds.toml": BUDGETED})
    ran = repository.act(repository.propose({"README.md": "words\n"}))
    assert ran.code == 0, ran.log
    assert "### What the budget buys" in ran.summary
    assert "10 minutes and 2 USD hold the whole sample" in ran.summary
    assert "nobody can say whether 2 USD hold" in ran.summary
    event = repository.event(
        repository.git("rev-parse", "main"), repository.git("rev-parse", "HEAD")
    )
    ran = repository.act({**event, "MHGATE_USD": "1000000"})
    assert ran.code == 2
    assert "MHGATE_USD = 1000000, where the base's budget.usd is 2" in ran.log


@pytest.mark.parametrize(
    ("event", "inputs", "expected"),
    [
        ("pull_request", Inputs(timeout_minutes=5, budget_usd=1.5), ["minutes=5", "usd=1.5"]),
        ("pull_request", Inputs(timeout_minutes=20, budget_usd=3), []),
        ("push", Inputs(timeout_minutes=20, budget_usd=3), ["minutes=20", "usd=3"]),
        ("push", Inputs(timeout_minutes=40), []),
        ("push", Inputs(), []),
    ],
)
def test_the_smaller_of_input_and_configuration_counts(
    base: Path, event: str, inputs: Inputs, expected: list[str]
) -> None:
    """A workflow gives a run less time or money than thresholds.toml does, and never more."""
    words = list(budget_words(base, inputs, {"GITHUB_EVENT_NAME": event}))
    assert words == [f"--mhgate-{each}" for each in expected]
