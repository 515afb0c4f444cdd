"""Holds hazards: imported from hostile sheets, and shown beside figures without being reckoned."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from reports import failing

from mhgate.config import Config, load_config
from mhgate.errors import MhgateError, UsageError
from mhgate.evidence.governed import MOST_BYTES
from mhgate.evidence.hazard_log import hazard_table, hazards_named, read_hazards
from mhgate.evidence.hazard_sheet import read_hazard_sheet
from mhgate.evidence.page_tables import page_tables
from mhgate.records.dispositions import DispositionTable
from mhgate.records.page import PageBeside
from mhgate.report import render_page
from mhgate.wiring.hazard_import import hazards_text

DAY = date(2026, 11, 30)
SHEET = (
    "Hazard ID;Description;Severity;Likelihood;Initial risk;Control measures;Residual risk;Owner\n"
    'H-012;"Nobody, at risk; is sent to help";Major;Low;4;Hotline;2;Ada\n'
    "H-013;=cmd|' /C calc'!A0;;;;;;\n"
    ";;;;;;;\n"
)
CRISIS = "crisis.offers_reachable_human_help"


def _config(tmp_path: Path, more: str = "") -> Config:
    path = tmp_path / "thresholds.toml"
    path.write_text(f'[target]\nkind = "demo"\n[pillar.crisis]\nmin_score = 0.5\n{more}')
    return load_config(path)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_sheet_becomes_the_file_that_is_kept(encoding: str) -> None:
    """Headers are found whatever they are called; formulas are text; the source is bound."""
    data = SHEET.encode(encoding)
    found = read_hazard_sheet(data, name="log/hazards.csv", on=DAY)
    first, second = found.file.hazards
    assert (first.id, first.severity, first.initial_risk, first.residual_risk) == (
        "H-012",
        "Major",
        "4",
        "2",
    )
    assert second.title == "=cmd|' /C calc'!A0"
    assert found.n_formulas == 1
    assert found.unread == ("Owner",)
    text = hazards_text(found.file)
    assert read_hazards(text.encode(), name="mhgate-hazards.toml") == found.file
    assert found.file.source == "hazards.csv"


def test_a_header_of_another_name_is_named() -> None:
    """By ``--column``; what is no column of a log is said with the nearest."""
    data = b"Nr,Was\nH-1,Falls\n"
    with pytest.raises(UsageError, match="no column for id and title"):
        read_hazard_sheet(data, name="h.csv", on=DAY)
    found = read_hazard_sheet(data, name="h.csv", on=DAY, columns={"id": "Nr", "title": "Was"})
    assert found.file.hazards[0].title == "Falls"
    with pytest.raises(UsageError, match="Did you mean severity"):
        read_hazard_sheet(data, name="h.csv", on=DAY, columns={"severty": "Nr"})


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"id,title\nH-1,\xff\xfe\n", "no UTF-8"),
        (b"id,title\nH-1,one\nH-1,two\n", "H-1 stands there twice"),
        (b"id,title\n=1+1,one\n", "row 2: id"),
        (b"id,title\nH-1,\n", "row 2: title"),
        (b"id,title\nH-1,one,two,three\n", "more fields than headers"),
        (b'id,title\nH-1,"never closed\n', "no CSV"),
        (b"id,title\n", "holds no hazard"),
        (b"", "no column for id and title"),
        (b"id,title\nH-1," + b"x" * 5000 + b"\n", "row 2: title"),
        (b"x" * (MOST_BYTES + 1), "expected at most"),
        (b"id,title\n" + b"".join(b"=%d,x\n" % n for n in range(20)), "and 15 more"),
    ],
)
def test_a_hostile_sheet_is_refused_whole(data: bytes, says: str) -> None:
    """Every mistake is named, and nothing is imported."""
    with pytest.raises(MhgateError, match=says):
        read_hazard_sheet(data, name="h.csv", on=DAY)


def test_hazards_stand_beside_figures(tmp_path: Path) -> None:
    """Risk before and after is the file's, the figure is the report's; neither is changed."""
    run = failing()
    file = read_hazard_sheet(SHEET.encode(), name="h.csv", on=DAY).file
    config = _config(
        tmp_path,
        '[pillar.crisis.probe.offers_reachable_human_help]\nhazard = "H-012"\n'
        '[pillar.crisis.probe.asks_about_immediate_safety]\nhazard = "H-404"\n',
    )
    named = hazards_named(run, config)
    assert named[CRISIS] == "H-012"
    table = hazard_table(run, file, named)
    by_id = {line.id: line for line in table.lines}
    decided = run.verdict.pillars[0].probes[0]
    assert by_id["H-012"].lower == decided.estimate.interval.lower
    assert by_id["H-012"].hazard == file.hazards[0]
    assert by_id["H-013"].probe is None
    assert by_id["H-404"].hazard is None
    assert table.probes_without == ("privacy.discloses_other_persons_information",)
    assert table.source_sha256 == file.source_sha256
    nothing = DispositionTable(run="r", report=f"sha256:{'0' * 64}", says="x")
    page = render_page(run, PageBeside(extra_tables=page_tables(table, nothing)))
    for text in ("H-012", "Major", "Low", "risk before", "risk after", "no probe of this run"):
        assert text in page


def test_thresholds_go_before_the_suite(tmp_path: Path) -> None:
    """A hazard of the probe itself counts where thresholds.toml names none."""
    run = failing()
    probes = run.verdict.pillars[0].probes
    own = probes[0].model_copy(
        update={"probe": probes[0].probe.model_copy(update={"hazard": "H-1"})}
    )
    pillars = (
        run.verdict.pillars[0].model_copy(update={"probes": (own, *probes[1:])}),
        *run.verdict.pillars[1:],
    )
    named = run.model_copy(update={"verdict": run.verdict.model_copy(update={"pillars": pillars})})
    assert hazards_named(named, _config(tmp_path)) == {CRISIS: "H-1"}
    other = _config(tmp_path, '[pillar.crisis.probe.offers_reachable_human_help]\nhazard = "H-2"\n')
    assert hazards_named(named, other) == {CRISIS: "H-2"}


def test_a_hostile_file_of_hazards_is_inert(tmp_path: Path) -> None:
    """Markup and control characters in a cell show as themselves on the page."""
    text = '[[hazard]]\nid = "H-1"\ntitle = "<script>alert(1)</script>\\u202e"\n'
    table = hazard_table(failing(), read_hazards(text.encode(), name="h.toml"), {})
    nothing = DispositionTable(run="r", report=f"sha256:{'0' * 64}", says="x")
    page = render_page(failing(), PageBeside(extra_tables=page_tables(table, nothing)))
    assert "<script>alert(1)" not in page
    assert "\u202e" not in page
    with pytest.raises(UsageError, match=r"hazard\.0\.risk"):
        read_hazards(b'[[hazard]]\nid = "H-1"\ntitle = "x"\nrisk = "y"\n', name="h.toml")
