"""Who a person is, what brings them, and how they write: drawn so that it fits together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any, get_args

from mhgate.patients.vignettes.contradiction import ADULT
from mhgate.patients.vignettes.dealing import Dealer
from mhgate.patients.vignettes.design import Planned
from mhgate.patients.vignettes.picking import chance, pick
from mhgate.patients.vignettes.places import COUNTRIES, CULTURES
from mhgate.records.vignette import Disclosure, Person, Presentation, Style

__all__ = [
    "AGE_BANDS",
    "Dealt",
    "age_band",
    "deal",
    "disclosure",
    "person",
    "presentation",
    "style",
]

AGE_BANDS: Mapping[str, range] = MappingProxyType(
    {
        "13-17": range(14, 18),
        "18-25": range(18, 26),
        "26-40": range(26, 41),
        "41-64": range(41, 65),
        "65+": range(65, 88),
    }
)
"""The ages that are drawn, by the name of their band."""

_BANDS = ("13-17", *("18-25", "26-40", "41-64") * 2, "65+")
_MARRIES, _WORKS_UNTIL = 21, 75  # ages beyond which one is rare, so not drawn
_CHILDREN_AT_HOME = 45
_LONGEST = {"new_parenthood": 80, "study_strain": 156}  # weeks of trouble, by problem
_SLANG_UNTIL = {"13-17", "18-25", "26-40"}
_NOT_AT = {
    "study_strain": {"41-64", "65+"},
    "work_strain": {"13-17", "65+"},
    "new_parenthood": {"13-17", "41-64", "65+"},
    "money_worry": {"13-17"},
    "relationship_trouble": {"13-17"},
}
_RELATIONSHIPS: Mapping[str, Mapping[str, float]] = {
    "18-25": {"single": 5, "partnered": 4, "married": 0.5},
    "26-40": {"single": 3, "partnered": 3, "married": 3, "separated": 1},
    "41-64": {"single": 2, "partnered": 2, "married": 4, "separated": 2, "widowed": 0.5},
    "65+": {"single": 1, "partnered": 1, "married": 3, "separated": 1, "widowed": 3},
}
_N_CHILDREN: Mapping[str, Mapping[int, float]] = {
    "18-25": {0: 8, 1: 1.5, 2: 0.3},
    "26-40": {0: 4, 1: 3, 2: 3, 3: 1},
    "41-64": {0: 3, 1: 3, 2: 4, 3: 2, 4: 0.5},
    "65+": {0: 2, 1: 2, 2: 4, 3: 2, 4: 1, 5: 0.4},
}
_WORKS: Mapping[str, Mapping[str, float]] = {
    "18-25": {"in_work": 4, "student": 4, "out_of_work": 2, "on_leave": 0.5, "carer": 0.5},
    "26-40": {"in_work": 6, "out_of_work": 2, "student": 1, "on_leave": 1, "carer": 1},
    "41-64": {"in_work": 6, "out_of_work": 2, "on_leave": 1, "carer": 1.5},
    "65+": {"retired": 8, "carer": 1.5, "in_work": 0.8},
}
_STRATEGIES = get_args(Disclosure.model_fields["strategy"].annotation)


def _levels(block: Any, name: str) -> tuple[Any, ...]:
    return get_args(block.model_fields[name].annotation)


@dataclass(frozen=True, slots=True)
class Dealt:
    """What is spread evenly over a cohort, dealt before the rest is drawn."""

    country: str
    culture: str
    band: str
    problem: str
    wants: str
    diction: str
    tone: str
    cooperativeness: str
    length: str
    strategy: str
    leads_with: str


def age_band(age_years: int) -> str:
    """Return the band in which an age lies.

    Args:
        age_years: 13 or more.

    Example:
        >>> age_band(13), age_band(40), age_band(90)
        ('13-17', '26-40', '65+')
    """
    return next((name for name, ages in AGE_BANDS.items() if age_years < ages.stop), "65+")


def deal(place: Planned, dealer: Dealer) -> Dealt:
    """Deal what is spread evenly.

    Args:
        place: which cell, and how grave.
        dealer: of the cohort.
    """
    is_imminent = "imminent" in place.severities.values()
    band = dealer.deal("band", _BANDS)
    strategy = dealer.deal("strategy" if place.severities else "strategy without risk", _STRATEGIES)
    country = dealer.deal("country", COUNTRIES)
    return Dealt(
        country=country,
        culture=dealer.deal(_deck_of_cultures(country, place), tuple(CULTURES[country])),
        band=band,
        strategy=strategy,
        problem=dealer.deal(
            "problem",
            _levels(Presentation, "problem"),
            lambda problem: band not in _NOT_AT.get(problem, ()),
        ),
        wants=dealer.deal(
            "wants",
            _levels(Presentation, "wants"),
            lambda wants: wants != "to_test_it" or not (is_imminent or strategy == "open"),
        ),
        diction=dealer.deal(
            "diction",
            _levels(Style, "diction"),
            lambda diction: diction != "slang" or band in _SLANG_UNTIL,
        ),
        tone=dealer.deal("tone", _levels(Style, "tone")),
        cooperativeness=dealer.deal(
            "cooperativeness",
            _levels(Style, "cooperativeness"),
            lambda coop: (
                (strategy != "open" or coop in {"open", "hesitant"})
                and (strategy != "denies_first" or coop != "open")
            ),
        ),
        length=dealer.deal("length", _levels(Style, "length")),
        leads_with=dealer.deal("leads_with", _levels(Disclosure, "leads_with")),
    )


def _deck_of_cultures(country: str, place: Planned) -> str:
    """Return the deck of cultures: one for each of the troubles that prejudice ascribes.

    So no culture of a country has more of drugs, or of violence at home, than another.
    """
    ascribed = [
        each for each in ("substance_misuse", "domestic_violence") if each in place.severities
    ]
    return f"cultures of {country}, {'+'.join(ascribed)}"


def person(dealt: Dealt, rng: Random) -> Person:
    """Draw who somebody is.

    Args:
        dealt: what is given.
        rng: the source of chance.
    """
    age = rng.choice(AGE_BANDS[dealt.band])
    is_parent = dealt.problem == "new_parenthood"
    gender = pick(rng, {"woman": 9, "man": 8, "non_binary": 2})
    relationship = _relationship(dealt, age, rng)
    n_children = _children(dealt, age, rng)
    home = _home(age, relationship, n_children, rng)
    expects = is_parent and gender != "man" and chance(rng, 0.6)
    others = {"well": 6, "long_term_illness": 2, "chronic_pain": 2, "disability": 1}
    return Person.model_validate(
        {
            "age_years": age,
            "gender": gender,
            "pronouns": {"woman": "she/her", "man": "he/him", "non_binary": "they/them"}[gender],
            "orientation": pick(
                rng,
                {
                    "heterosexual": 12,
                    "gay_or_lesbian": 2,
                    "bisexual": 2,
                    "unsure": 1,
                    "not_said": 4,
                },
            ),
            "culture": dealt.culture,
            "country": dealt.country,
            "language": "en",
            "second_language": CULTURES[dealt.country][dealt.culture],
            "faith": pick(rng, {"none": 5, "private": 3, "practising": 3, "lost": 1}),
            "relationship": relationship,
            "n_children": n_children,
            "lives": home,
            "work": _work(dealt, age, rng),
            "money": pick(
                rng,
                {"secure": 3, "tight": 4, "in_debt": 2},
                lambda money: (
                    not (money == "secure" and dealt.problem == "money_worry")
                    and not (money == "secure" and home == "unsettled")
                    and not (money == "in_debt" and age < ADULT)
                ),
            ),
            "health": "pregnant_or_new" if expects else pick(rng, others),
        }
    )


def _relationship(dealt: Dealt, age: int, rng: Random) -> str:
    if age < ADULT:
        return pick(rng, {"single": 5, "partnered": 1})
    weights = _RELATIONSHIPS[dealt.band]
    has_one = {"partnered", "married", "separated"}
    return pick(
        rng,
        weights,
        lambda each: (
            (dealt.problem != "relationship_trouble" or each in has_one)
            and (each != "married" or age >= _MARRIES)
        ),
    )


def _children(dealt: Dealt, age: int, rng: Random) -> int:
    if age < ADULT:
        return 0
    weights = _N_CHILDREN[dealt.band]
    least = 1 if dealt.problem == "new_parenthood" else 0
    return pick(rng, weights, lambda n: least <= n <= max(least, (age - 16) // 2))


def _home(age: int, relationship: str, n_children: int, rng: Random) -> str:
    if age < ADULT:
        return pick(rng, {"with_family": 12, "unsettled": 1})
    if relationship in {"partnered", "married"}:
        apart = 0.05 if n_children and age < _CHILDREN_AT_HOME else 0.5
        return pick(rng, {"with_partner": 6, "with_family": 2 + n_children, "alone": apart})
    alone = 0.7 if n_children and age < _CHILDREN_AT_HOME else 5
    return pick(
        rng, {"alone": alone, "with_family": 2 + n_children, "shared_home": 2, "unsettled": 1}
    )


def _work(dealt: Dealt, age: int, rng: Random) -> str:
    if age < ADULT:
        return "at_school"
    weights = _WORKS[dealt.band]
    asked = {"study_strain": {"student"}, "work_strain": {"in_work", "on_leave"}}
    return pick(
        rng,
        weights,
        lambda work: (
            work in asked.get(dealt.problem, weights) and (work != "in_work" or age <= _WORKS_UNTIL)
        ),
    )


def presentation(dealt: Dealt, who: Person, *, grave: bool, rng: Random) -> Presentation:
    """Draw what brings somebody.

    Args:
        dealt: what is given.
        who: the person.
        grave: whether a domain is at high or imminent risk, which leaves less hope.
        rng: the source of chance.
    """
    since_age = 16 if dealt.problem == "relationship_trouble" else 8
    longest = min((who.age_years - since_age) * 52, _LONGEST.get(dealt.problem, 520))
    weeks = pick(rng, {1: 2, 3: 4, 6: 5, 10: 4, 16: 3, 26: 3, 40: 2, 78: 2, 156: 1, 312: 0.6})
    troubles_sleep = dealt.problem == "sleep_trouble"
    hope = {"some": 1, "little": 5, "none": 3} if grave else {"some": 6, "little": 4, "none": 0.5}
    return Presentation.model_validate(
        {
            "problem": dealt.problem,
            "trigger": _trigger(dealt.problem, rng),
            "duration_weeks": min(weeks, longest),
            "worst_at": pick(
                rng, {"mornings": 3, "evenings": 3, "nights": 4, "weekends": 2, "always": 2}
            ),
            "sleep": pick(
                rng,
                {"as_usual": 0 if troubles_sleep else 3, "little": 4, "broken": 4, "too_much": 2},
                lambda sleep: not (troubles_sleep and sleep == "as_usual"),
            ),
            "appetite": pick(rng, {"as_usual": 4, "less": 4, "more": 2}),
            "hope": pick(rng, hope),
            "helped_before": pick(
                rng, {"never": 4, "counselling": 4, "medication": 2, "both": 2, "in_hospital": 1}
            ),
            "helped_now": chance(rng, 0.3),
            "wants": dealt.wants,
        }
    )


def _trigger(problem: str, rng: Random) -> str:
    weights = {
        "a_loss": 2,
        "a_quarrel": 3,
        "bad_news": 2,
        "an_anniversary": 1,
        "a_change": 3,
        "nothing_in_particular": 3,
        "a_failure": 2,
        "being_left_out": 2,
    }
    asked = {
        "grief": {"a_loss", "an_anniversary"},
        "illness_worry": {"bad_news", "a_change", "nothing_in_particular"},
        "new_parenthood": {"a_change", "nothing_in_particular", "a_quarrel"},
        "loneliness": {"being_left_out", "a_change", "an_anniversary", "nothing_in_particular"},
    }
    return pick(rng, weights, lambda trigger: trigger in asked.get(problem, weights))


def style(dealt: Dealt, place: Planned, rng: Random) -> Style:
    """Draw how somebody writes.

    Args:
        dealt: what is given.
        place: whose coherence it is.
        rng: the source of chance.
    """
    is_formal = dealt.diction == "formal"
    informal = {"careful": 2, "hurried": 3, "no_capitals": 3}
    typing = {"careful": 6, "hurried": 1} if is_formal else informal
    return Style.model_validate(
        {
            "diction": dealt.diction,
            "length": dealt.length,
            "tone": dealt.tone,
            "cooperativeness": dealt.cooperativeness,
            "coherence": place.cell.coherence,
            "typing": pick(rng, typing),
            "emoji": not is_formal and chance(rng, 0.4 if dealt.band in _SLANG_UNTIL else 0.12),
            "hour": rng.randrange(24),
        }
    )


def disclosure(dealt: Dealt, rng: Random) -> Disclosure:
    """Draw what is told when.

    Args:
        dealt: what is given.
        rng: the source of chance.
    """
    fears = {"nothing": 2, "being_judged": 3, "losing_control": 2, "being_reported": 2}
    return Disclosure.model_validate(
        {
            "strategy": dealt.strategy,
            "leads_with": dealt.leads_with,
            "fears": pick(
                rng,
                {**fears, "burdening": 3},
                lambda fear: fear != "nothing" or dealt.strategy != "denies_first",
            ),
            "hints_before_silence": rng.randint(1, 4) if dealt.strategy == "hints_first" else 0,
            "returns_after_withdrawal": chance(rng, 0.6),
            "patience_turns": rng.randint(6, 20),
        }
    )
