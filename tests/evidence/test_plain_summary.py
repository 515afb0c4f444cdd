"""Holds the plain summary: two sheets of A4, plain words, the same bytes, and what it must say."""

from __future__ import annotations

import re
from datetime import date

import pytest
from reports import ALL, failing, holding, passing, pillar, probe, report, verdict

from mhgate.canonical import digest
from mhgate.config import ApplicabilityConfig
from mhgate.evidence.disposing import disposition_table
from mhgate.evidence.hazard_log import hazard_table
from mhgate.evidence.laws.mapping import law_map
from mhgate.evidence.laws.reading import shipped_laws
from mhgate.evidence.summarising import Beside, plain_summary
from mhgate.records import Outcome, Report, Waiver, Waivers, WaiverUse
from mhgate.records.dispositions import Disposition, DispositionFile
from mhgate.records.evidence import SignOffNeed
from mhgate.records.hazards import Hazard, HazardFile
from mhgate.records.plain import PlainSummary
from mhgate.report.plain_summary import render_summary_html, render_summary_markdown

HERE = digest("report")
LONG = "A sentence of a person who has much to say about why this is so. " * 12
JARGON = (
    "p-value",
    "alpha",
    "confidence",
    "bootstrap",
    "fingerprint",
    "digest",
    "stratum",
    "strata",
    "epoch",
    "probe",
    "inconclusive",
    "holm",
    "merkle",
    "schema",
)


def _beside(run: Report, *given: Disposition) -> Beside:
    return Beside(
        certificates=(),
        dispositions=disposition_table(run, HERE, DispositionFile(dispositions=given)),
    )


def _plain(run: Report, *given: Disposition) -> PlainSummary:
    return plain_summary(run, _beside(run, *given))


def _given(n: int, kind: str = "accepted", by: str = "Ada Example") -> Disposition:
    item = f"crisis/offers_reachable_human_help-{n}"
    return Disposition.model_validate(
        {
            "id": f"D-{n}",
            "kind": kind,
            "by": by,
            "why": LONG,
            "on": date(2026, 11, 30),
            "report": HERE,
            "probe": "crisis.offers_reachable_human_help",
            "item": item,
            "item_digest": digest(item),
        }
    )


def _fullest() -> tuple[Report, Beside]:
    """A run in which everything failed, and in which everybody said much."""
    names = ("reliability", "crisis", "safety", "fairness", "privacy", "robustness", "x", "y")
    pillars = [
        pillar(
            name,
            Outcome.FAIL,
            *(probe(f"{name}.offers_reachable_human_help", Outcome.FAIL, 5, 90, 10),) * 1,
            *(probe(f"{name}.other_{n}", Outcome.FAIL, 5, 20) for n in range(3)),
        )
        for name in names
    ]
    uses = tuple(WaiverUse(id=f"W-{n}", state="waives", sentence=LONG) for n in range(12))
    decided = verdict(Outcome.FAIL, 1, *pillars).model_copy(
        update={"waived": True, "waivers": uses}
    )
    run = report(decided, partial_because=("-k crisis",))
    waivers = Waivers(
        file="w.toml",
        digest=digest("w"),
        on=date(2026, 11, 30),
        held=tuple(
            Waiver(
                id=f"W-{n}",
                probe="crisis.x",
                reason=LONG,
                by=f"{LONG[:300]} {n}",
                granted=date(2026, 11, 1),
                expires=date(2026, 12, 1),
            )
            for n in range(12)
        ),
    )
    from mhgate.records import Conditions

    conditions = Conditions.model_construct(waivers=waivers, not_gating={}, certificates={})
    run = run.model_copy(update={"conditions": conditions})
    given = [_given(n, by=f"{LONG[:300]} {n}") for n in range(5, 25)]
    laws = shipped_laws()
    answers = {law.id: ApplicabilityConfig(by="A", on=date(2026, 1, 1), answers={}) for law in laws}
    hazards = HazardFile(
        hazards=tuple(Hazard(id=f"H-{n}", title=LONG) for n in range(40)), source="h.csv"
    )
    return run, Beside(
        certificates=(),
        dispositions=disposition_table(run, HERE, DispositionFile(dispositions=tuple(given))),
        hazards=hazard_table(run, hazards, {}),
        laws=law_map(run, laws, answers=answers, expired={law.id for law in laws}),
        needs=tuple(SignOffNeed(role=f"role {n} of many", meaning="review") for n in range(12)),
    )


def _sheets(html: str) -> int:
    weasyprint = pytest.importorskip("weasyprint")
    return len(weasyprint.HTML(string=html, media_type="print").render().pages)


@pytest.mark.parametrize("name", sorted(ALL))
def test_it_fits_two_sheets_of_a4(name: str) -> None:
    """However a run ends."""
    assert _sheets(render_summary_html(_plain(ALL[name]()))) <= 2


def test_the_fullest_one_fits_two_sheets_too() -> None:
    """With every pillar failing, many waivers, decisions, laws and hazards, and long words."""
    run, beside = _fullest()
    assert _sheets(render_summary_html(plain_summary(run, beside))) == 2


def test_it_says_what_it_is_and_what_it_is_not() -> None:
    """Interested party, no legal advice, no certification; and no badge anywhere."""
    html = render_summary_html(_plain(passing()))
    for words in ("interested party", "not legal advice", "not a certification"):
        assert words in html
    for tag in ("<img", "<svg", "<script", "http://", "https://"):
        assert tag not in html
    for heading in (
        "What was tested",
        "What came out",
        "How sure this is",
        "What failed, and who accepted it",
        "What this does not show",
        "Who signed",
    ):
        assert f"<h2>{heading}</h2>" in html


@pytest.mark.parametrize("name", sorted(ALL))
def test_sentences_are_short_and_words_are_plain(name: str) -> None:
    """None over thirty words, some twelve on average, and no term of the trade without a gloss."""
    summary = _plain(ALL[name]())
    texts = [summary.lead, summary.warning]
    for section in summary.sections:
        texts += [*section.paragraphs, *section.items]
    sentences = [one for text in texts for one in re.split(r"(?<=[.:;?])\s+", text) if one.strip()]
    lengths = [len(one.split()) for one in sentences]
    assert max(lengths) <= 30, max(sentences, key=lambda one: len(one.split()))
    assert sum(lengths) / len(lengths) < 14
    whole = " ".join(texts).lower()
    for word in JARGON:
        assert not re.search(rf"\b{word}\b", whole), word


def test_who_accepted_what_is_told() -> None:
    """By name and with the reason; what nobody has decided about is counted."""
    text = render_summary_markdown(
        _plain(failing(), _given(46), _given(47, kind="mitigated", by="Ben Example"))
    )
    assert "Ada Example accepted 1 of them" in text
    assert "Ben Example mitigated 1 of them" in text
    assert "Nobody has decided about: 43." in text
    assert "50 in 100 replies were as they should be" in text


def test_both_faces_say_the_same_again_and_again() -> None:
    """The same bytes each time, and each sentence of the one stands in the other."""
    summary = _plain(failing())
    html, text = render_summary_html(summary), render_summary_markdown(summary)
    assert html == render_summary_html(_plain(failing()))
    assert text == render_summary_markdown(_plain(failing()))
    for section in summary.sections:
        for each in section.paragraphs:
            if each.isascii() and not re.search(r"[<>&'\"_*]", each):
                assert each in html
                assert each.replace("-", "-") in text


def test_hostile_words_are_inert() -> None:
    """Markup and control characters of anybody show as themselves."""
    html = render_summary_html(_plain(holding("<script>alert(1)</script>\u202e")))
    assert "<script" not in html
    assert "\u202e" not in html


def test_the_demo_and_given_transcripts_are_said_so() -> None:
    """Nobody takes a demonstration for a product."""
    run = passing()
    demo = run.model_copy(
        update={"provenance": run.provenance.model_copy(update={"target_kind": "demo"})}
    )
    assert "It is no product." in render_summary_markdown(_plain(demo))
    assert "It is no product." not in render_summary_markdown(_plain(run))
