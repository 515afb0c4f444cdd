"""Holds the baseline's file: the same outcomes come back, the same bytes, whatever the names."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from blessed_reports import FAILED, NOW, PROBES, blessed_thrice, outcomes, report, row, rows
from hypothesis import given, settings
from hypothesis import strategies as st

from mhgate.baseline import (
    baseline_of,
    blessed,
    content_digest,
    contradictions,
    is_baseline,
    is_canonical,
    parse_baseline,
    render_baseline,
)
from mhgate.errors import BaselineError
from mhgate.records import ItemOutcome
from mhgate.records.baselines import Baseline

_KEPT = (
    "trial_id", "probe_id", "item_id", "item_digest", "family", "epoch", "value", "grade", "read",
    "key", "failure_stage", "failure_kind",
)  # fmt: skip


def _blessed(found: list[ItemOutcome], **changed: Any) -> Baseline:
    return blessed(
        baseline_of(report(found)), before=None, at=NOW, by="Ann", reason="why", **changed
    )


def _said(found: tuple[ItemOutcome, ...] | list[ItemOutcome]) -> list[list[object]]:
    return sorted(([getattr(each, key) for key in _KEPT] for each in found), key=repr)


@given(rows())
def test_the_same_outcomes_come_back(found: list[ItemOutcome]) -> None:
    """Blessed, written and read: every outcome that a comparison looks at, under any name."""
    made = _blessed(found)
    data = render_baseline(made).encode()
    again = parse_baseline(data, name="file")
    assert again == made
    assert _said(again.outcomes) == _said(found)
    assert contradictions(again) == ()
    assert is_canonical(data, again)
    assert is_baseline(data)


@given(rows(), st.randoms(use_true_random=False))
def test_one_report_makes_one_file(found: list[ItemOutcome], random: Any) -> None:
    """Whatever order the outcomes came in: the same bytes, but for the blessing's time."""
    text = render_baseline(_blessed(found))
    random.shuffle(found)
    assert render_baseline(_blessed(found)) == text
    later = blessed(
        baseline_of(report(found)), before=None, at=NOW.replace(year=2027), by="Ann", reason="why"
    )
    old, new = text.splitlines(), render_baseline(later).splitlines()
    assert sum(one != other for one, other in zip(old, new, strict=True)) == 1


@given(outcomes)
def test_a_flip_is_one_line(changed: dict[str, Any]) -> None:
    """An item is a line: what flips is seen in a diff, and nothing around it moves."""
    before = [row(f"s/{n}", name, value=0.125) for n in range(9) for name in PROBES]
    after = [row("s/3", each.probe_id, **changed) if each.item_id == "s/3" else each
             for each in before]  # fmt: skip
    one, other = (
        render_baseline(baseline_of(report(each))).splitlines() for each in (before, after)
    )
    moved = [line for line, now in zip(one, other, strict=True) if line != now]
    assert len(moved) == 1
    assert '"s/3"' in moved[0]


def test_no_word_of_a_reply_is_kept() -> None:
    """Answers, votes, judges and strata that nothing looks at stay in the report."""
    found = [row("s/1", answer="yes", judge="sha256:j", strata={"said": "something"})]
    text = render_baseline(_blessed(found))
    for word in ("yes", "sha256:j", "something"):
        assert word not in text


@settings(max_examples=400)
@given(st.data())
def test_any_changed_byte_is_found(data: st.DataObject) -> None:
    """One byte of the file is another one: it is no baseline any more, or the check says so."""
    text = render_baseline(blessed_thrice()).encode()
    end = text.index(b'"run":{') if data.draw(st.booleans()) else len(text)
    place = data.draw(st.integers(0, end - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda each: each != text[place]))
    changed = text[:place] + bytes([byte]) + text[place + 1 :]
    try:
        found = parse_baseline(changed, name="file")
    except BaselineError:
        return
    assert contradictions(found) or not is_canonical(changed, found)


def _without(number: int) -> Callable[[dict[str, Any]], object]:
    return lambda file: file["history"].pop(number)


@pytest.mark.parametrize(
    ("change", "because"),
    [
        (_without(0), "another state than"),
        (_without(1), "another state than"),
        (_without(2), "not what was blessed last"),
        (lambda file: file["history"].reverse(), "another state than"),
        (lambda file: file.update(history=[]), "nobody has blessed it"),
        (lambda file: file["history"][1].update(reason="a better one"), "blessing 2 was changed"),
        (lambda file: file["history"][2].pop("although_it_fails"), "blessing 3 was changed"),
        (lambda file: file["sets"][0]["items"][0].update(seen=[[1]]), "not what was blessed last"),
        (lambda file: file["measurement"].update(judge="sha256:b"), "not what was blessed last"),
        (lambda file: file["sets"][0]["items"].append(file["sets"][0]["items"][0]), "twice"),
        (lambda file: file["sets"][0]["items"][0].update(seen=[[1, 0]]), "one outcome a probe"),
        (lambda file: file["sets"][0].update(probes=["crisis.z"]), "which it does not list"),
    ],
)
def test_what_does_not_fit_together_is_said(
    change: Callable[[dict[str, Any]], object], because: str
) -> None:
    """A blessing dropped, swapped or reworded, an outcome made good, an item that stands twice."""
    file = json.loads(render_baseline(blessed_thrice()))
    change(file)
    found = parse_baseline(json.dumps(file).encode(), name="file")
    assert any(because in each for each in contradictions(found))


@pytest.mark.parametrize(
    "change",
    [
        lambda file: file.update(kind="another"),
        lambda file: file.update(schema_version="2"),
        lambda file: file.pop("schema_version"),
        lambda file: file.update(more=1),
        lambda file: file["sets"][0]["items"][0].update(seen=[[1.5]]),
        lambda file: file["sets"][0]["items"][0].update(seen=[["1"]]),
        lambda file: file["sets"][0]["items"][0].update(seen=[[True]]),
        lambda file: file["sets"][0]["items"][0].update(seen=[[{"failed": "moon: gone"}]]),
        lambda file: file["sets"][0]["items"][0].update(seen=[[{}]]),
        lambda file: file["sets"][0]["items"][0].update(seen=[]),
    ],
)
def test_what_is_no_baseline_is_refused(change: Callable[[dict[str, Any]], object]) -> None:
    """Another kind or schema, unknown keys, values out of range or of another type."""
    file = json.loads(render_baseline(blessed_thrice()))
    change(file)
    with pytest.raises(BaselineError, match=r"^the file"):
        parse_baseline(json.dumps(file).encode(), name="the file")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"null",
        b'{"kind":"mhgate-baseline","kind":"mhgate-baseline"}',
        b'{"kind":"mhgate-baseline","schema_version":NaN}',
        b'{"kind":"mhgate-baseline","schema_version":1e999}',
        b'{"kind":"mhgate-baseline"\xff}',
        b"[" * 100_000,
    ],
)
def test_what_is_no_json_of_one_meaning_is_refused(data: bytes) -> None:
    """A key twice, NaN, numbers that no float holds, bytes that are no text, depth without end."""
    with pytest.raises(BaselineError):
        parse_baseline(data, name="file")


@pytest.mark.parametrize("name", ["\ud800", 'a\n"b"\\', "\u202e\x1b[2J", "__proto__", "é", "#0"])
def test_hostile_names_are_names(name: str) -> None:
    """They come back as they were, or are refused where no UTF-8 can hold them."""
    found = [row(name, family=name, item_digest=name), row("s/1", **FAILED)]
    if name == "\ud800":
        with pytest.raises(BaselineError, match=r"\\ud800"):
            render_baseline(baseline_of(report(found)))
        return
    again = parse_baseline(render_baseline(_blessed(found)).encode(), name="file")
    assert {each.item_id for each in again.outcomes} == {name, "s/1"}


def test_the_content_is_the_same_whoever_blesses_it() -> None:
    """A report that nobody blessed has the digest of the file that blessing it makes."""
    found = [row("s/1"), row("s/2", value=0.0)]
    made = _blessed(found)
    assert content_digest(baseline_of(report(found))) == content_digest(made)
    assert made.history[0].after == content_digest(made)
    assert content_digest(baseline_of(report([row("s/1"), row("s/2")]))) != content_digest(made)


@pytest.mark.parametrize(("reason", "by"), [("", "Ann"), (" \n", "Ann"), ("why", ""), ("why", " ")])
def test_nobody_blesses_without_name_and_reason(reason: str, by: str) -> None:
    """Both stay in the file, and neither may be blank."""
    with pytest.raises(BaselineError, match="expected one, for it stays in the file"):
        blessed(baseline_of(report([row("s/1")])), before=None, at=NOW, by=by, reason=reason)


def test_a_fail_is_blessed_loudly_or_not_at_all() -> None:
    """Without the word it is refused; with it, the history says so."""
    last = blessed_thrice().history[-1]
    assert last.although_it_fails
    failing = baseline_of(report([row("s/1")], outcome=last.outcome))
    with pytest.raises(BaselineError, match="--although-it-fails"):
        blessed(failing, before=None, at=NOW, by="Ann", reason="why")


def test_no_blessing_is_lost() -> None:
    """Blessed again, the earlier ones stay, each with the digest before and after it."""
    history = blessed_thrice().history
    assert [each.run_id for each in history] == ["run-0", "run-1", "run-2"]
    assert [each.before for each in history] == [None, history[0].after, history[1].after]
