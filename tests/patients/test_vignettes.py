"""Holds cohorts of vignettes: the design, the rules, what is said first, and the one that ships."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhgate.judges.hotlines import hotlines
from mhgate.patients.vignettes.design import CELLS, COHERENCES, COMBINATIONS
from mhgate.patients.vignettes.drawing import draw_vignettes
from mhgate.patients.vignettes.facts import facts_of
from mhgate.patients.vignettes.opening import MOST_WORDS
from mhgate.patients.vignettes.people import AGE_BANDS, age_band
from mhgate.patients.vignettes.phrases import Phrase, all_phrases, bank
from mhgate.patients.vignettes.places import COUNTRIES, CULTURES
from mhgate.patients.vignettes.rows import cohort_bytes, row_of
from mhgate.patients.vignettes.rules import RULES, contradictions
from mhgate.patients.vignettes.summary import summary
from mhgate.patients.vignettes.variables import BLOCKS, LEAST_IN_USE, in_use, variables
from mhgate.records import DOMAINS, Vignette
from mhgate.suites.canary import without_canary
from mhgate.suites.checking.forbidden import forbidden_in
from mhgate.suites.checking.texts import words_of
from mhgate.suites.item_files import index_items, read_item

ROOT = Path(__file__).resolve().parents[2]
COHORT = ROOT / "suites" / "conversations" / "cohort.jsonl"


@pytest.fixture(scope="module")
def cohort() -> tuple[Vignette, ...]:
    lines = without_canary(COHORT.read_bytes()).decode().splitlines()
    rows = [json.loads(line) for line in lines]
    return tuple(Vignette.model_validate(row["vignette"]) for row in rows)


@pytest.fixture(scope="module")
def drawn() -> tuple[Vignette, ...]:
    return draw_vignettes(96, 7)


# --- the design


def test_the_design_has_forty_eight_cells() -> None:
    """Sixteen combinations of domains, none among them, by three levels of coherence."""
    assert len(COMBINATIONS) == len(set(COMBINATIONS)) == 16
    assert COMBINATIONS[0] == ()
    assert COMBINATIONS[-1] == DOMAINS
    assert len({cell.name for cell in CELLS}) == len(CELLS) == 16 * len(COHERENCES) == 48


@pytest.mark.parametrize("n", [48, 96])
def test_cells_are_filled_equally(n: int) -> None:
    """A multiple of forty-eight fills every cell as often."""
    counts = Counter(vignette.cell for vignette in draw_vignettes(n, 3))
    assert counts == {cell.name: n // 48 for cell in CELLS}


@settings(max_examples=20, deadline=None)
@given(n=st.integers(1, 20), seed=st.integers(-(2**40), 2**40))
def test_any_vignette_is_sound(n: int, seed: int) -> None:
    """Whatever the seed: as many as asked, valid, without a contradiction, in another cell each."""
    found = draw_vignettes(n, seed)
    assert len(found) == n
    assert [contradictions(vignette) for vignette in found] == [()] * n
    assert all(Vignette.model_validate(vignette.model_dump()) == vignette for vignette in found)
    assert len({vignette.cell for vignette in found}) == n


def test_severities_are_even_within_each_combination(cohort: tuple[Vignette, ...]) -> None:
    """No level of a domain comes twice more often than another where the domain is there."""
    for combination, domain in product(COMBINATIONS, DOMAINS):
        if domain in combination:
            name = "+".join(combination)
            own = [v.severity(domain) for v in cohort if v.cell.partition("/")[0] == name]
            counts = Counter(own)
            assert set(counts) == {"low", "high", "imminent"}
            assert max(counts.values()) - min(counts.values()) <= 1


def test_the_same_seed_gives_the_same_bytes() -> None:
    """And another seed gives other vignettes."""
    assert cohort_bytes(draw_vignettes(12, 5)) == cohort_bytes(draw_vignettes(12, 5))
    ids = [{vignette.id for vignette in draw_vignettes(12, seed)} for seed in (5, 6)]
    assert not ids[0] & ids[1]


def test_no_vignettes_are_refused() -> None:
    """A cohort has one vignette at least."""
    with pytest.raises(ValueError, match="at least 1"):
        draw_vignettes(0, 1)


# --- the cohort that ships


def test_the_cohort_is_what_its_seed_gives() -> None:
    """The shipped file is made again, byte for byte: its canary, and what its seed gives."""
    from benchmarks.fixed_cohort import FILE, made

    assert FILE == COHORT
    assert COHORT.read_bytes() == made(), "run python -m benchmarks.fixed_cohort"


def test_the_cohort_holds_two_hundred_without_contradiction(cohort: tuple[Vignette, ...]) -> None:
    """Every cell four times or five, ids apart, no rule broken."""
    assert len(cohort) == len({vignette.id for vignette in cohort}) == 200
    counts = Counter(vignette.cell for vignette in cohort)
    assert set(counts) == {cell.name for cell in CELLS}
    assert set(counts.values()) == {4, 5}
    assert [told for vignette in cohort for told in contradictions(vignette)] == []


def test_enough_variables_are_in_use(cohort: tuple[Vignette, ...]) -> None:
    """Of all variables only the language has one value; 122 at least are in use."""
    every, used = list(variables()), in_use(cohort)
    assert (len(every), sum(each.is_core for each in every)) == (135, 48)
    assert len(used) >= LEAST_IN_USE
    assert [each.name for each in every if each not in used] == ["language"]


def test_rows_are_items_of_a_suite(cohort: tuple[Vignette, ...]) -> None:
    """Each is read as an item: a family of its own, with the strata that its vignette has."""
    refs, mistakes = index_items(COHORT, suite="conversations")
    assert list(map(str, mistakes)) == []
    assert len({ref.family for ref in refs}) == len(refs) == 200
    for ref, vignette in zip(refs, cohort, strict=True):
        item = read_item(ref, pillar="conversations")
        assert item.vignette == vignette
        assert item.turns == (vignette.opening,)
        assert item.strata == row_of(vignette)["strata"]
        assert item.strata["risk"] == vignette.gravest
        assert item.strata["domains"] == vignette.cell.partition("/")[0]


def test_ids_tell_nothing(cohort: tuple[Vignette, ...]) -> None:
    """An id is of digits; who corrects a first message keeps it."""
    assert all(re.fullmatch(r"v-[0-9a-f]{10}", vignette.id) for vignette in cohort)


def test_people_are_varied(cohort: tuple[Vignette, ...]) -> None:
    """Ages, registers, strategies and problems are all there; every country has a hotline."""
    for count in (
        Counter(age_band(v.person.age_years) for v in cohort),
        Counter(v.style.diction for v in cohort),
        Counter(v.disclosure.strategy for v in cohort),
        Counter(v.presentation.problem for v in cohort),
    ):
        assert min(count.values()) >= 12
    assert set(AGE_BANDS) == {age_band(v.person.age_years) for v in cohort}
    assert {v.person.country for v in cohort} == set(COUNTRIES) == set(CULTURES)
    assert set(COUNTRIES) <= hotlines().countries


# --- the rules


def _changed(vignette: Vignette) -> Iterator[Vignette]:
    """Yield a vignette with one variable changed, each variable to each of its other levels."""
    for block, model in BLOCKS.items():
        *above, last = block.split(".")
        home: Any = getattr(vignette, above[0]) if above else vignette
        found = getattr(home, last)
        if found is None:
            yield _with(vignette, above, last, None)
            continue
        for name, field in model.model_fields.items():
            for level in _levels(field.annotation, getattr(found, name)):
                other = found.model_copy(update={name: level})
                yield _with(vignette, above, last, other)


def _with(vignette: Vignette, above: list[str], last: str, block: Any) -> Vignette:
    if not above:
        return vignette.model_copy(update={last: block})
    risks = vignette.risks.model_copy(update={last: block})
    return vignette.model_copy(update={"risks": risks})


def _levels(annotation: Any, value: Any) -> list[Any]:
    if get_origin(annotation) is Literal:
        return [each for each in get_args(annotation) if each != value]
    if annotation is bool:
        return [not value]
    if annotation is int:
        return [value + 4, max(0, value - 4), 14, 300, 520]
    inner = [each for each in get_args(annotation) if get_origin(each) is Literal]
    return [None, *get_args(inner[0])] if inner else []


def test_every_rule_is_broken_by_some_change(drawn: tuple[Vignette, ...]) -> None:
    """No rule is dead: one variable changed in a sound vignette breaks each of them."""
    broken: set[str] = set()
    for vignette in drawn:
        for other in _changed(vignette):
            waiting = (rule for rule in RULES if rule.name not in broken)
            broken |= {rule.name for rule in waiting if rule.is_broken(other)}
        if len(broken) == len(RULES):
            break
    assert {rule.name for rule in RULES} - broken == set()


@pytest.mark.parametrize(
    ("block", "changes", "rule"),
    [
        ("person", {"age_years": 14, "n_children": 4}, "minor_with_children"),
        ("person", {"age_years": 60, "work": "at_school"}, "grown_up_at_school"),
        ("risks.suicide", {"severity": "imminent", "intent": "none"}, "imminent_suicide_is_now"),
        ("risks.suicide", {"severity": "imminent", "plan": "none"}, "imminent_suicide_is_now"),
        ("risks.suicide", {"severity": "low", "intent": "settled"}, "low_suicide_is_without_plan"),
        (
            "risks.suicide",
            {"attempts": "never", "last_attempt": "today"},
            "attempt_without_attempts",
        ),
        ("risks.suicide", {"severity": "imminent", "safe_for_now": True}, "imminent_and_safe"),
        ("risks.suicide", {"severity": "none"}, "present_and_none"),
        ("style", {"coherence": "clear"}, "another_cell"),
    ],
)
def test_contradictions_are_told(
    drawn: tuple[Vignette, ...], block: str, changes: dict[str, Any], rule: str
) -> None:
    """What cannot be true at once is named, with its sentence."""
    name = "suicide+self_harm+domestic_violence+substance_misuse/wandering"
    vignette = next(each for each in drawn if each.cell == name)
    *above, last = block.split(".")
    home: Any = getattr(vignette, above[0]) if above else vignette
    other = _with(vignette, above, last, getattr(home, last).model_copy(update=changes))
    sentence = next(each.sentence for each in RULES if each.name == rule)
    assert f"{rule}: {sentence}" in contradictions(other)


def test_who_harms_is_not_who_helps(drawn: tuple[Vignette, ...]) -> None:
    """A partner who harms is not the closest one; nobody at low risk lives with them alone."""
    harmed = [v for v in drawn if v.risks.domestic_violence is not None]
    by_partner = [v for v in harmed if v.risks.domestic_violence.by == "partner"]  # type: ignore[union-attr]
    assert by_partner
    for vignette in by_partner:
        close = vignette.supports.model_copy(update={"closest": "partner"})
        other = vignette.model_copy(update={"supports": close})
        assert any(told.startswith("held_by_who_harms") for told in contradictions(other))


def test_rules_have_names_and_sentences() -> None:
    """Names are apart; a sentence is one."""
    assert len({rule.name for rule in RULES}) == len(RULES)
    assert all(re.fullmatch(r"[A-Z][^\n]+\.", rule.sentence) for rule in RULES)


# --- what is said first


def _wordings(phrase: Phrase) -> Iterator[str]:
    """Yield a phrase in each of its wordings."""
    parts = re.split(r"\{([^{}]*)\}", phrase.text)
    options = [part.split("|") if at % 2 else [part] for at, part in enumerate(parts)]
    yield from ("".join(chosen) for chosen in product(*options))


def test_no_phrase_holds_what_is_forbidden() -> None:
    """No means, amount, place, number or slur, in any wording; slots are those that are filled."""
    slots: set[str] = set()
    for phrase in all_phrases():
        for text in _wordings(phrase):
            assert list(forbidden_in(text)) == [], text
        slots |= {each for each in re.findall(r"\{([^{}]*)\}", phrase.text) if "|" not in each}
    assert slots == {"who", "using", "duration"}


def test_phrases_ask_for_facts_that_there_are(cohort: tuple[Vignette, ...]) -> None:
    """A fact that no vignette has would silence a phrase for good."""
    known = frozenset().union(*map(facts_of, (*cohort, *draw_vignettes(200, 1))))
    asked = {fact for phrase in all_phrases() for fact in phrase.needs | phrase.bars}
    assert asked - known == set()


def test_first_messages_are_short_and_not_forbidden(
    cohort: tuple[Vignette, ...], drawn: tuple[Vignette, ...]
) -> None:
    """Three words at least, few enough to read, each once, nothing of what must not stand there."""
    for found in (cohort, drawn):
        assert len({vignette.opening for vignette in found}) == len(found)
    for vignette in (*cohort, *drawn):
        assert 3 <= len(words_of(vignette.opening)) <= MOST_WORDS
        assert list(forbidden_in(vignette.opening)) == []
        assert not re.search(r"[{}<>|]", vignette.opening)


def test_only_the_open_tell_of_imminent_risk(cohort: tuple[Vignette, ...]) -> None:
    """No telling of a high or imminent risk stands in the first message of anybody else."""
    tellings = [
        tuple(words_of(part))
        for domain, level in product(DOMAINS, ("high", "imminent"))
        for phrase in bank(f"tell.{domain}.{level}")
        for text in _wordings(phrase)
        for part in re.split(r"\{\w+\}", text)
        if len(words_of(part)) >= 4
    ]
    told: Counter[str] = Counter()
    for vignette in cohort:
        words = " ".join(words_of(vignette.opening.replace("'", "")))
        if any(" ".join(part).replace("'", "") in words for part in tellings):
            told[vignette.disclosure.strategy] += 1
    assert set(told) == {"open"}
    assert told["open"] >= 5  # the search finds some: how many is chance


def test_coherence_shows(cohort: tuple[Vignette, ...]) -> None:
    """Wandering messages stray and disorganised ones break off; clear ones do neither."""
    astray = {
        level: sum(
            vignette.opening.count("...") + vignette.opening.count(" - ")
            for vignette in cohort
            if vignette.style.coherence == level
        )
        for level in COHERENCES
    }
    assert astray["clear"] == astray["wandering"] == 0
    assert astray["disorganised"] > 100


def test_diction_and_typing_show(cohort: tuple[Vignette, ...]) -> None:
    """Formal writing has no contractions, and who writes without capitals has none."""
    for vignette in cohort:
        style = vignette.style
        if style.typing == "no_capitals":
            assert vignette.opening == vignette.opening.lower()
        if style.diction == "formal":
            assert not re.search(r"\b(?:I'm|can't|don't|isn't|I've)\b", vignette.opening)


# --- summaries, and the page


def test_a_summary_says_all_of_it_in_sentences(cohort: tuple[Vignette, ...]) -> None:
    """Who, what brings them, how they write and tell, each risk that is there, what holds."""
    for vignette in cohort:
        lines = list(summary(vignette))
        there = [domain for domain, _ in vignette.risks.present()]
        assert len(lines) == 5 + max(1, len(there))
        assert all(len(line) < 700 for line in lines)
        for domain in there:
            severity = vignette.severity(domain)
            assert any(
                line.startswith(f"{domain.replace('_', ' ')}: {severity}.") for line in lines
            )


def test_the_page_is_what_the_code_says() -> None:
    """docs/reference/vignettes.md has its tables from python -m benchmarks.vignette_page."""
    from benchmarks.vignette_page import PAGE, made

    page = PAGE.read_text(encoding="utf-8")
    assert made(page) == page, "run python -m benchmarks.vignette_page"
