"""A body that is written in parts is the body that would be made and written whole."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from mhgate.records import Trial, Turn
from mhgate.redacting.secrets import Secrets
from mhgate.targets.templates import JsonTemplate, filling_of
from mhgate.targets.written_json import dump_json

PLACEHOLDERS = ["{history}", "{message}", "{seed}", "{trial}/{run}", "${env:KEY}", "{clock_s}"]

texts = st.text(st.characters(exclude_characters="{$"))
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts
    | st.sampled_from(PLACEHOLDERS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
turns = st.builds(
    Turn,
    role=st.sampled_from(["system", "user", "assistant"]),
    content=st.text(),
    at_s=st.none() | st.floats(0, 100),
)


@given(values | st.dictionaries(texts, values, max_size=4), st.lists(turns, min_size=1, max_size=4))
def test_a_body_in_parts_is_the_whole_one(body: Any, said: list[Turn]) -> None:
    """Whatever the template and whoever speaks, the bytes are those of the filled value."""
    template = JsonTemplate(body, "body", Secrets({"KEY": 'canary "1"'}))
    trial = Trial(id="crisis/a#0", item_id="crisis/a", family="crisis/f", epoch=0, seed=2**40 + 1)
    filling = filling_of(said, trial, "run")
    assert template.written(filling) == dump_json(template.render(filling))


def test_two_requests_share_nothing_that_changes() -> None:
    """What one conversation says is not in the body of the next; each has its instructions."""
    template = JsonTemplate({"model": "m", "messages": "{history}"}, "body", Secrets({}))
    trial = Trial(id="i#0", item_id="i", family="i", epoch=0, seed=1)
    for word in ("one", "two", "one"):
        heard = [Turn(role="system", content=f"be {word}"), Turn(role="user", content=word)]
        filling = filling_of(heard, trial, "run")
        assert template.written(filling) == dump_json(
            {
                "model": "m",
                "messages": [
                    {"role": "system", "content": f"be {word}"},
                    {"role": "user", "content": word},
                ],
            }
        )
