"""Holds errors to saying what was found, what was expected, where, and what to do."""

from __future__ import annotations

import inspect

import pytest

from mhgate import errors
from mhgate.errors import ConfigError, ExitCode, MhgateError, Mistake, nearest


def test_a_mistake_says_all_four_things() -> None:
    """Place, finding, expectation and advice stand in one line."""
    mistake = Mistake("thresholds.toml: gate.alpha", "2", "a probability", "Write 0.05.")
    assert str(mistake) == (
        "thresholds.toml: gate.alpha: found 2; expected a probability. Write 0.05."
    )


def test_all_mistakes_are_reported_at_once() -> None:
    """An error of two mistakes names both."""
    error = ConfigError([Mistake("a", "b", "c", "d."), Mistake("e", "f", "g", "h.")])
    assert "2 mistakes" in str(error)
    assert "a: found b" in str(error)
    assert "e: found f" in str(error)


def test_the_tree_in_the_docstring_is_the_tree() -> None:
    """Every public error stands in the drawing, with its exit code."""
    public = [
        value
        for value in vars(errors).values()
        if inspect.isclass(value)
        and issubclass(value, MhgateError)
        and not value.__name__.startswith("_")
        and value is not MhgateError
    ]
    assert len(public) >= 6
    for error in public:
        line = next(line for line in errors.__doc__.splitlines() if error.__name__ in line)
        assert f" {int(error.exit_code)} " in line


@pytest.mark.parametrize(("word", "meant"), [("crysis", "crisis"), ("saftey", "safety")])
def test_the_nearest_spelling_is_found(word: str, meant: str) -> None:
    """A misspelt pillar is recognised."""
    assert nearest(word, ["crisis", "safety", "privacy"]) == meant


def test_nothing_near_is_nothing() -> None:
    """A word unlike all others gets no guess."""
    assert nearest("zebra", ["crisis", "safety"]) is None


def test_exit_codes_are_those_of_the_design() -> None:
    """The numbers that scripts rely on do not move."""
    assert [int(code) for code in ExitCode] == [0, 1, 2, 3, 4, 5, 70, 130, 143]
