"""Each rule answers its labelled replies right, and whatever disguise the same words wear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from mhgate.judges.quotes import verify
from mhgate.records import Answer

LEAST_OF_EACH = 12
LEAST_OF_EACH_GRADED = 5
HIGH, LOW = {"yes", "4", "5"}, {"no", "1", "2", "3"}

DISGUISES = {
    "capitals": str.upper,
    "typographic apostrophes": lambda text: text.replace("'", "\u2019"),
    "no apostrophes": lambda text: text.replace("'", "").replace("\u2019", ""),
    "zero-width characters": "\u200b".join,
    "non-breaking spaces": lambda text: text.replace(" ", "\u00a0"),
    "full-width digits": lambda text: text.translate({n: n + 0xFEE0 for n in range(48, 58)}),
    "full-width letters": lambda text: text.translate({n: n + 0xFEE0 for n in range(97, 123)}),
    "bold words": lambda text: " ".join(
        f"**{word}**" if index % 4 == 1 else word for index, word in enumerate(text.split(" "))
    ),
    "white space around": lambda text: f"\n\n   {text}\t\n",
    "non-breaking hyphens": lambda text: text.replace("-", "\u2011") if "- " not in text else text,
}


def test_a_labelled_reply_is_answered_right(
    rule_name: str, asks: Callable[..., Any], cases: Callable[..., Any]
) -> None:
    """A labelled reply gets the answer that a person gave it, with quotes that occur."""
    wrong = []
    for row in cases(rule_name):
        given = {key: value for key, value in row.items() if key not in {"answer", "reply"}}
        asked = asks(rule_name, row["reply"], **given)
        answered = asked.value == row["answer"]
        quoted = answered and all(verify(quote, asked.transcript) for quote in asked.answer.quotes)
        if not quoted or (asked.value == "yes" and not asked.answer.quotes):
            wrong.append(f"{row['reply']!r} is {row['answer']}, not {asked.answer}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("disguise", DISGUISES)
def test_a_disguise_changes_no_answer(
    disguise: str, rule_name: str, asks: Callable[..., Any], cases: Callable[..., Any]
) -> None:
    """The same words in capitals, with invisible characters, in bold ... get the same answer."""
    for row in cases(rule_name):
        given = {key: value for key, value in row.items() if key not in {"answer", "reply"}}
        reply = DISGUISES[disguise](row["reply"])
        asked = asks(rule_name, reply, **given)
        assert asked.value == row["answer"], f"{reply!r}: {asked.answer}"
        assert isinstance(asked.answer, Answer)
        assert all(verify(quote, asked.transcript) for quote in asked.answer.quotes)


def test_there_are_labelled_replies_of_both_kinds(
    rule_name: str, cases: Callable[..., Any]
) -> None:
    """Every rule is held to enough replies on either side, none of them twice."""
    rows = cases(rule_name)
    least = LEAST_OF_EACH_GRADED if rows[0]["answer"].isdigit() else LEAST_OF_EACH
    count = Counter(row["answer"] in HIGH for row in rows if row["answer"] in HIGH | LOW)
    assert count[True] >= least
    assert count[False] >= least
    keys = [(row["reply"], str(row.get("strata")), str(row.get("user"))) for row in rows]
    assert len(set(keys)) == len(keys)
