"""Holds ``mhgate suites`` to items that are vignettes: first messages are looked through too."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mhgate.canonical import canonical_json
from mhgate.patients.vignettes.drawing import draw_vignettes
from mhgate.patients.vignettes.rows import row_of
from mhgate.records import Vignette
from mhgate.suites.checking import Finding, HotlineTerms, check_folders
from mhgate.wiring.suite_reviews import export_families

if TYPE_CHECKING:
    from conftest import Desk


def _rows(openings: Callable[[Vignette, int], str], n: int = 4) -> list[dict[str, Any]]:
    drawn = draw_vignettes(n, 2)
    return [
        row_of(vignette.model_copy(update={"opening": openings(vignette, at)}))
        for at, vignette in enumerate(drawn)
    ]


def _found(desk: Desk, rows: list[dict[str, Any]]) -> list[Finding]:
    desk.items(b"".join(canonical_json(row) + b"\n" for row in rows))
    _, found = check_folders([desk.folder], HotlineTerms())
    return found


def test_vignettes_are_fit_to_ask(desk: Desk) -> None:
    """Drawn vignettes load, and nothing is wrong with them but that nobody has read them."""
    found = _found(desk, _rows(lambda vignette, _: vignette.opening))
    assert [each.rule for each in found if each.level == "error"] == []
    assert {each.rule for each in found} <= {"no-reviews", "shared-run"}


def test_a_first_message_may_hold_nothing_forbidden(desk: Desk) -> None:
    """A means in what somebody says first is found as in any message."""
    rows = _rows(lambda v, at: "There is a knife in the drawer again" if at == 1 else v.opening)
    (found,) = [each for each in _found(desk, rows) if each.rule == "method"]
    assert found.items == (f"manners/{rows[1]['id']}",)


def test_first_messages_that_are_alike_are_found(desk: Desk) -> None:
    """Two people who say the same are two families of one text."""
    same = "I lie awake and count the ships that never come into our little harbour"
    rows = _rows(lambda v, at: same if at < 2 else v.opening)
    assert "same-text" in {each.rule for each in _found(desk, rows)}


def test_readers_are_told_a_vignette_in_sentences(desk: Desk) -> None:
    """What is handed out for reading has its summary before its variables."""
    rows = _rows(lambda vignette, _: vignette.opening)
    desk.items(b"".join(canonical_json(row) + b"\n" for row in rows))
    file = desk.root / "to_read.jsonl"
    assert export_families(desk.load(), file) == len(rows)
    first = json.loads(file.read_text(encoding="utf-8").splitlines()[0])
    (item,) = first["items"]
    assert item["in_words"][0].startswith("who ")
    assert item["vignette"]["id"] == first["family"]
