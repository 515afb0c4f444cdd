"""Holds the law map: its rows, what a run says to each, what is withheld and never said."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from reports import failing, passing, pillar, probe, report, verdict

from mhgate.config import ApplicabilityConfig
from mhgate.errors import EvidenceError, UsageError
from mhgate.evidence.external import read_external
from mhgate.evidence.laws.mapping import law_map
from mhgate.evidence.laws.reading import (
    check_answers,
    expired_on,
    laws_named,
    read_law,
    shipped_laws,
)
from mhgate.records import Outcome, Report
from mhgate.records.laws import Law, LawMap
from mhgate.report.law_page import SECONDARY, render_laws
from mhgate.suites import load_suites

PILLARS = (
    "reliability",
    "crisis",
    "safety",
    "fairness",
    "privacy",
    "robustness",
    "sycophancy",
    "ethics",
)
LAW = """
id = "xx-1"
title = "A law"
place = "Nowhere"
in_force = "2026"
citation = "Nowhere Code 1"
url = "https://example.org/1"
source = "primary"
read_in = "the text"
read = 2026-11-30
expires = 2027-05-31
[[questions]]
id = "here"
text = "Are you here?"
[[requirements]]
id = "refer"
cited = "section 1"
asks = "Refer people."
probes = ["crisis.offers_reachable_human_help", "crisis.is_elsewhere"]
parts = ["protocol/", "report.json", "mhgate.sigstore.json"]
not_shown = ["the weather"]
[[requirements]]
id = "bake"
cited = "section 2"
asks = "Bake bread."
secondary = true
not_shown = ["bread"]
"""
FIGURE = """
[[figure]]
id = "referrals"
laws = ["ca-sb243"]
what = "referrals to crisis services"
value = 1234
unit = "referrals"
period_from = 2026-01-01
period_to = 2026-12-31
attested_by = "Ada Example"
role = "head of support"
attested_on = 2027-01-15
source = "ticket system"
"""


def _law() -> Law:
    return read_law(LAW, name="xx-1.toml")


def _map(run: Report, **others: object) -> LawMap:
    return law_map(run, [_law()], **{"answers": {}, **others})  # type: ignore[arg-type]


def test_every_probe_that_the_map_names_exists() -> None:
    """In the shipped suites, by its id; and every law has rows, questions and an own id."""
    suites = load_suites(builtin=PILLARS, folders=(), config_file=Path("thresholds.toml"))
    known = {each.id for suite in suites for each in suite.probes}
    named = {name for law in shipped_laws() for row in law.requirements for name in row.probes}
    assert named <= known, named - known
    assert len({law.id for law in shipped_laws()}) == len(shipped_laws()) >= 14


def test_the_map_holds_the_laws_that_are_asked_about() -> None:
    """Those that mental-health chatbots meet first."""
    wanted = {"ca-sb243", "ny-gbl-47", "wa-hb2225", "or-sb1546", "il-wopr", "nv-ab406"}
    wanted |= {"ut-hb452", "eu-ai-act", "uk-dtac", "fda", "cfr-11", "iso-42001"}
    assert wanted <= {law.id for law in shipped_laws()}


@pytest.mark.parametrize("law", shipped_laws(), ids=lambda law: law.id)
def test_no_row_promises(law: Law) -> None:
    """A row says what is asked for, with source and day, and never that anything is met."""
    text = law.model_dump_json().lower()
    for word in ("compliant", "complies", "compliance", "certified", "guarantee"):
        assert word not in text
    assert law.citation
    assert law.read < law.expires
    assert (law.expires - law.read).days <= 200


def test_figures_stand_beside_what_is_asked() -> None:
    """Interval and threshold are the report's, and what makes them less than they look is said."""
    run = failing()
    decided = run.verdict.pillars[0].probes[0]
    line = _map(run).laws[0].lines[0]
    (figure,) = line.figures
    assert (figure.point, figure.lower, figure.upper) == (
        decided.estimate.point,
        decided.estimate.interval.lower,
        decided.estimate.interval.upper,
    )
    assert any("without a certificate" in each for each in figure.but)
    assert line.silent == ("crisis.is_elsewhere",)
    assert line.missing_parts == ("protocol/", "report.json")
    assert line.parts == ("mhgate.sigstore.json",)
    there = _map(run, parts={"protocol/p.md", "report.json"}).laws[0].lines[0]
    assert there.missing_parts == ()


def test_uncertain_figures_are_said_so() -> None:
    """Not decided, not evaluated, not required, partial: each in its own words."""
    run = report(
        verdict(
            Outcome.INCONCLUSIVE,
            3,
            pillar(
                "crisis",
                Outcome.INCONCLUSIVE,
                probe(
                    "crisis.offers_reachable_human_help",
                    Outcome.INCONCLUSIVE,
                    5,
                    6,
                    required=False,
                ),
            ),
        ),
        partial_because=("-k crisis",),
    )
    (figure,) = _map(run).laws[0].lines[0].figures
    said = "; ".join(figure.but)
    for words in ("not decided", "partial", "not required"):
        assert words in said


def test_the_page_carries_source_and_day_beside_every_sentence() -> None:
    """Secondary rows are marked; what no probe shows is listed; no word promises anything."""
    page = render_laws(_map(failing()))
    assert "read on 2026-11-30" in page
    assert page.count("(read 2026-11-30;") == len(_law().requirements)
    assert f"Bake bread. (read 2026-11-30; {SECONDARY})" in page
    assert "Nobody has answered this." in page
    assert "* the weather" in page
    assert "no legal advice and no certification" in page
    whole = render_laws(law_map(passing(), shipped_laws(), answers={}))
    assert "compliant" not in whole.lower()
    for law in shipped_laws():
        assert str(law.read) in whole
        if law.source == "secondary":
            assert SECONDARY in render_laws(law_map(passing(), [law], answers={}))


def test_a_row_past_its_term_is_loud_and_has_no_figures() -> None:
    """It holds up to and with its last day; after it its figures are withheld."""
    law = _law()
    assert expired_on([law], date(2027, 5, 31)) == frozenset()
    late = expired_on([law], date(2027, 6, 1))
    assert late == {"xx-1"}
    found = _map(failing(), expired=late)
    assert found.laws[0].expired
    assert not any(line.figures for line in found.laws[0].lines)
    page = render_laws(found)
    assert "Past their term" in page
    assert "Its figures are withheld" in page
    assert "crisis.offers" not in page


def test_answers_carry_who_and_when() -> None:
    """An answer stands there with its person and day; others are listed as unanswered."""
    given = ApplicabilityConfig(
        by="Ada Example", on=date(2026, 12, 1), answers={"here": "yes, we | are"}
    )
    entry = _map(failing(), answers={"xx-1": given}).laws[0]
    assert entry.unanswered == ()
    page = render_laws(_map(failing(), answers={"xx-1": given}))
    assert "yes, we \\| are (Ada Example, 2026-12-01)" in page
    ours = {"ca-sb243": given}
    with pytest.raises(UsageError, match=r"ca-sb243\.answers\.here: ca-sb243 asks no such"):
        check_answers(ours, where="thresholds.toml")
    with pytest.raises(UsageError, match="Did you mean ca-sb243"):
        check_answers({"ca-sb24": given}, where="thresholds.toml")


def test_a_law_that_is_not_there_is_named() -> None:
    """With the nearest one; ids come back once, in the order of the map."""
    assert [law.id for law in laws_named(["ut-hb452", "ca-sb243", "ut-hb452"])] == [
        "ca-sb243",
        "ut-hb452",
    ]
    with pytest.raises(UsageError, match="Did you mean eu-ai-act"):
        laws_named(["eu-ai-axt"])


def test_external_figures_stand_apart() -> None:
    """Never among a run's figures; with who attests, the period, and the file's digest."""
    external = read_external(FIGURE.encode(), name="mhgate-external.toml")
    found = law_map(failing(), laws_named(["ca-sb243"]), answers={}, external=external)
    assert found.external_sha256 == external.sha256
    assert not any("1234" in line.model_dump_json() for line in found.laws[0].lines)
    page = render_laws(found)
    apart = page.index("### External figures")
    assert page.index("1234 referrals") > apart
    assert "attested by Ada Example (head of support)" in page
    assert "no figures of the run" in page
    assert "External figures" not in render_laws(
        law_map(failing(), laws_named(["cfr-11"]), answers={})
    )


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('laws = ["ca-sb243"]', 'laws = ["ca-sb42"]', "is no law in the map"),
        ("value = 1234", "value = nan", "figure.0.value"),
        ('attested_by = "Ada Example"', 'attested_by = ""', "figure.0.attested_by"),
        ("period_to = 2026-12-31", "period_to = 2025-12-31", "ends before it begins"),
        ("[[figure]]", "[figure]", "no array of tables"),
        ('source = "ticket system"', 'source = "x"\nrate = 1', "rate"),
    ],
)
def test_external_figures_that_are_wrong_are_refused(old: str, new: str, says: str) -> None:
    """With file and key."""
    with pytest.raises(UsageError, match=says):
        read_external(FIGURE.replace(old, new).encode(), name="mhgate-external.toml")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('id = "xx-1"', 'id = "xx-2"', "expected its own name"),
        ("expires = 2027-05-31", "expires = 2026-11-30", "expires before it was read"),
        ('id = "bake"', 'id = "refer"', "stands there twice"),
        ('url = "https://example.org/1"', 'url = "http://example.org/1"', "url"),
        ('not_shown = ["bread"]', "", "names neither"),
        ('title = "A law"', "title = ", "expected TOML"),
    ],
)
def test_a_row_that_is_wrong_is_refused(old: str, new: str, says: str) -> None:
    """A map that contradicts itself is none."""
    with pytest.raises(EvidenceError, match=says):
        read_law(LAW.replace(old, new), name="xx-1.toml")
