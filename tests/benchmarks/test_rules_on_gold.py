"""The rules judge on held-out gold: the page is current, and weak questions do not gate."""

from __future__ import annotations

import pytest

from benchmarks.rules_on_gold import LEAST, PAGE, Held, held_out, page


@pytest.fixture(scope="module")
def found() -> list[Held]:
    """Return every question, asked once for all tests."""
    return held_out()


def test_the_page_is_what_the_judge_shows_today(found: list[Held]) -> None:
    """Whoever changes a rule or the gold makes it again: python -m benchmarks.rules_on_gold."""
    assert PAGE.read_text(encoding="utf-8") == page(found)


def test_weak_questions_are_advisory_by_default(found: list[Held]) -> None:
    """No question gates that the judge answers below the least balanced accuracy, or untold."""
    weak = {
        each.question.id
        for each in found
        if each.required
        and ((each.balanced() or 0) < LEAST or min(each.counts()["yes"][1], 20) < 20)
    }
    assert weak == set()


def test_an_interval_holds_its_figure(found: list[Held]) -> None:
    """Bounds lie around the balanced accuracy, wide where families are few."""
    for each in found:
        whole = each.balanced()
        low, high = each.interval()
        assert whole is None or low <= whole + 1e-9
        assert whole is None or whole <= high + 1e-9
