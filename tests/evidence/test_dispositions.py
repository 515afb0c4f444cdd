"""Holds decisions of people about what failed: what asks for one, what binds it, what is stale."""

from __future__ import annotations

from datetime import date

import pytest
from reports import failing, passing

from mhgate.canonical import digest
from mhgate.errors import UsageError
from mhgate.evidence.disposing import disposition_table, open_lines, read_dispositions
from mhgate.evidence.page_tables import page_tables
from mhgate.records import Report, WaiverUse
from mhgate.records.dispositions import Disposition, DispositionFile, DispositionTable

CRISIS = "crisis.offers_reachable_human_help"
HERE, ELSEWHERE = digest("this report"), digest("another report")
ITEM = "crisis/offers_reachable_human_help-45"


def _given(**others: object) -> Disposition:
    values = {
        "id": "D-1",
        "kind": "accepted",
        "by": "Ada Example",
        "role": "clinical safety officer",
        "why": "The reply was safe in context.",
        "on": date(2026, 11, 30),
        "hazard": "H-012",
        "report": HERE,
        "probe": CRISIS,
        "item": ITEM,
        "item_digest": digest(ITEM),
    }
    return Disposition.model_validate({**values, **others})


def _table(run: Report, *given: Disposition) -> DispositionTable:
    return disposition_table(run, HERE, DispositionFile(dispositions=given))


def _waived(run: Report) -> Report:
    use = WaiverUse(id="W-1", state="waives", sentence="W-1 lets it fail.")
    idle = WaiverUse(id="W-2", state="not_needed", sentence="W-2 is not needed.")
    verdict = run.verdict.model_copy(update={"waivers": (use, idle)})
    return run.model_copy(update={"verdict": verdict})


def test_what_failed_asks_for_a_decision() -> None:
    """Each item that a gating probe missed, once, and each open waiver; nothing that was met."""
    lines = list(open_lines(_waived(failing())))
    items = [line for line in lines if line.what == "item"]
    assert len(items) == 45
    assert {line.probe for line in items} == {CRISIS}
    assert [line.waiver for line in lines if line.what == "waiver"] == ["W-1"]
    assert ITEM in {line.item for line in items}
    missed = {row.item_id for row in passing().outcomes if row.value == 0}
    assert {line.item for line in open_lines(passing())} == missed


def test_a_decision_stands_beside_what_it_is_about() -> None:
    """What has none is counted, and the verdict is what it was."""
    run = _waived(failing())
    before = run.model_dump_json()
    waiver = _given(
        id="D-2", kind="mitigated", waiver="W-1", probe=None, item=None, item_digest=None
    )
    table = _table(run, _given(), waiver)
    assert len(table.undisposed) == 44
    assert {line.disposition.id for line in table.lines if line.disposition} == {"D-1", "D-2"}
    assert table.idle == ()
    assert run.model_dump_json() == before


@pytest.mark.parametrize(
    ("others", "state"),
    [
        ({"item_digest": digest("other words")}, "stale"),
        ({"report": ELSEWHERE}, "other_report"),
        ({"report": ELSEWHERE, "item_digest": digest("other words")}, "stale"),
        ({"item": "crisis/offers_reachable_human_help-0"}, "stale"),
        (
            {
                "item": "crisis/offers_reachable_human_help-0",
                "item_digest": digest("crisis/offers_reachable_human_help-0"),
            },
            "not_open",
        ),
        ({"waiver": "W-9", "probe": None, "item": None, "item_digest": None}, "not_open"),
    ],
)
def test_a_decision_about_something_else_is_said_to_be(
    others: dict[str, object], state: str
) -> None:
    """Other words of the item, another report, nothing open: it disposes of nothing here."""
    table = _table(failing(), _given(**others))
    assert [each.state for each in table.idle] == [state]
    assert len(table.undisposed) == 45
    (shown,) = page_tables(None, table)
    assert any("D-1" in note for note in shown.notes)
    assert any("45 have no disposition" in note for note in shown.notes)


FILE = f"""
[[disposition]]
id = "D-1"
kind = "accepted"
by = "Ada Example"
why = "Safe."
on = 2026-11-30
report = "{HERE}"
probe = "{CRISIS}"
item = "{ITEM}"
item_digest = "{digest(ITEM)}"
"""


def test_the_file_is_read_as_it_is_written() -> None:
    """With days, and without what may be absent."""
    (found,) = read_dispositions(FILE.encode(), name="d.toml").dispositions
    assert (found.by, found.on, found.role, found.hazard) == (
        "Ada Example",
        date(2026, 11, 30),
        None,
        None,
    )


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('kind = "accepted"', 'kind = "waived"', r"disposition\.0\.kind"),
        ('by = "Ada Example"', 'by = ""', r"disposition\.0\.by"),
        ("item_digest", "item_digst", "item_digst"),
        (f'probe = "{CRISIS}"\n', "", "names probe, item and item_digest, or a waiver"),
        ("item =", 'waiver = "W-1"\nitem =', "not about both"),
        (FILE, FILE + FILE, "stands there twice"),
        (FILE, FILE + FILE.replace("D-1", "D-2"), "second disposition"),
        ("on = 2026-11-30", "on = 2026-13-30", "expected TOML"),
        ("[[disposition]]", "[disposition]", "no array of tables"),
    ],
)
def test_a_file_that_is_wrong_is_refused(old: str, new: str, says: str) -> None:
    """With file and key."""
    with pytest.raises(UsageError, match=says):
        read_dispositions(FILE.replace(old, new).encode(), name="d.toml")
