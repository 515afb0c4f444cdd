"""Holds [budget]: what states it, what outweighs what, and that its minutes end the run."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mhgate.config import Config

Load = Callable[..., Config]

FILE = """
[budget]
minutes = 30
usd = 5.0
[profile.pr]
minutes = 10
usd = 2.0
"""


def test_without_a_table_nothing_is_limited(load: Load) -> None:
    """Absent is no budget, and no price."""
    budget = load().budget
    assert not budget.is_set
    assert set(budget.model_dump().values()) == {None}


def test_a_profile_stands_in_place_of_the_table(load: Load) -> None:
    """So a pull request has less than a night; an option outweighs both."""
    assert (load(FILE).budget.minutes, load(FILE).budget.usd) == (30, 5)
    chosen = load(FILE, environ={"MHGATE_PROFILE": "pr"}).budget
    assert (chosen.minutes, chosen.usd) == (10, 2)
    given = load(FILE, options={"--mhgate-usd": "1.5"}, environ={"MHGATE_PROFILE": "pr"})
    assert (given.budget.minutes, given.budget.usd) == (10, 1.5)
    assert ("budget.usd", 1.5, "--mhgate-usd") in [
        (each.key, each.value, each.source) for each in given.overrides
    ]


def test_variables_ini_values_and_none(load: Load) -> None:
    """As every setting: a variable, an ini value, and the word that takes the file's away."""
    assert load(environ={"MHGATE_MINUTES": "2.5"}).budget.minutes == 2.5
    assert load(ini={"mhgate_usd": "3"}).budget.usd == 3
    assert load(FILE, options={"budget.usd": "none"}).budget.usd is None


def test_minutes_end_the_run(load: Load) -> None:
    """The deadline is no later than the budget's minutes, and no later than it was."""
    assert load(FILE).gate.deadline_s == 1800
    assert load("[gate]\ndeadline_s = 60\n" + FILE).gate.deadline_s == 60
    assert load().gate.deadline_s == 3600


@pytest.mark.parametrize("key", ["minutes", "usd"])
@pytest.mark.parametrize("value", ["0", "-1", '"2"', "true", "inf", "nan"])
def test_a_budget_of_nothing_is_refused(
    refuse: Callable[..., dict[str, str]], key: str, value: str
) -> None:
    """Whoever wants no budget leaves the key out; a price may be 0, a budget not."""
    assert list(refuse(f"[budget]\n{key} = {value}")) == [f"budget.{key}"]
    assert list(refuse(f"[profile.pr]\n{key} = {value}")) == [f"profile.pr.{key}"]


def test_a_price_of_nothing_is_stated(load: Load) -> None:
    """0 says in so many words that a message costs nothing; absent says that nobody knows."""
    assert load("[budget]\nusd_per_message = 0.0").budget.usd_per_message == 0
    assert load().budget.usd_per_message is None


def test_the_policy_is_the_same(load: Load) -> None:
    """A budget says how much is asked, not what passes."""
    assert load(FILE).policy_digest == load("[profile.pr]\n").policy_digest
