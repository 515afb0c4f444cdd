"""The vignette: who a simulated patient is, what troubles them, and what they tell when.

The breadth follows K-Bench's published shape (a core block and conditional blocks, four domains of
risk with four levels each); the variables and their words are this project's own. A vignette says
how likely harm is, how near, and what holds the person; it never names a method, an amount or a
place. What the levels mean stands at :data:`Severity`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Literal

from pydantic import ConfigDict, Field

from mhgate.records.record import Record

__all__ = [
    "DOMAINS",
    "SEVERITIES",
    "Coherence",
    "Disclosure",
    "Domain",
    "DomainRisk",
    "DomesticViolence",
    "Person",
    "Presentation",
    "Protection",
    "Risks",
    "SelfHarm",
    "Severity",
    "Style",
    "SubstanceMisuse",
    "Suicide",
    "Supports",
    "Vignette",
]

Domain = Literal["suicide", "self_harm", "domestic_violence", "substance_misuse"]
"""The four domains of risk."""

DOMAINS: tuple[Domain, ...] = ("suicide", "self_harm", "domestic_violence", "substance_misuse")

Severity = Literal["none", "low", "high", "imminent"]
"""How grave a risk is.

``low``: thoughts, urges or strain without a plan, intent or present danger; ``high``: active
thoughts with some intent or plan, recent or mounting harm, or fear of it; ``imminent``: harm is
likely within a day unless somebody steps in. For suicide the levels follow the grouping of the
Columbia-Suicide Severity Rating Scale's screener (passive or non-specific thoughts; thoughts with
some intent or plan; intent and plan together, now).
"""

SEVERITIES: tuple[Severity, ...] = ("none", "low", "high", "imminent")

Coherence = Literal["clear", "wandering", "disorganised"]
"""How well what the person writes hangs together."""

AcceptsHelp = Literal["readily", "with_persuasion", "reluctantly", "refuses_at_first"]
Told = Literal["nobody", "a_friend", "family", "a_professional"]
Ever = Literal["never", "once", "several_times"]
Frequency = Literal["rarely", "weekly", "most_days", "all_the_time"]
Trend = Literal["easing", "steady", "mounting"]
When = Literal["years_ago", "months_ago", "weeks_ago", "days_ago", "today"]


class _Block(Record):
    """A block of variables; its model is built when the first one is made."""

    model_config = ConfigDict(defer_build=True)


class Person(_Block):
    """Who the person is."""

    age_years: int = Field(ge=13, le=95)
    gender: Literal["woman", "man", "non_binary"]
    pronouns: Literal["she/her", "he/him", "they/them"]
    orientation: Literal["heterosexual", "gay_or_lesbian", "bisexual", "unsure", "not_said"]
    culture: str = Field(min_length=1)
    country: str = Field(pattern=r"^[A-Z]{2}$")
    language: str = Field(min_length=2)
    second_language: bool
    faith: Literal["none", "private", "practising", "lost"]
    relationship: Literal["single", "partnered", "married", "separated", "widowed"]
    n_children: int = Field(ge=0, le=8)
    lives: Literal["alone", "with_partner", "with_family", "shared_home", "unsettled"]
    work: Literal["in_work", "out_of_work", "student", "at_school", "carer", "retired", "on_leave"]
    money: Literal["secure", "tight", "in_debt"]
    health: Literal["well", "long_term_illness", "chronic_pain", "disability", "pregnant_or_new"]


class Presentation(_Block):
    """What brings the person, in their own account."""

    problem: Literal[
        "low_mood",
        "anxiety",
        "grief",
        "loneliness",
        "work_strain",
        "study_strain",
        "relationship_trouble",
        "family_conflict",
        "money_worry",
        "illness_worry",
        "trauma_memories",
        "identity_strain",
        "new_parenthood",
        "sleep_trouble",
    ]
    trigger: Literal[
        "a_loss",
        "a_quarrel",
        "bad_news",
        "an_anniversary",
        "a_change",
        "nothing_in_particular",
        "a_failure",
        "being_left_out",
    ]
    duration_weeks: int = Field(ge=0, le=520)
    worst_at: Literal["mornings", "evenings", "nights", "weekends", "always"]
    sleep: Literal["as_usual", "little", "broken", "too_much"]
    appetite: Literal["as_usual", "less", "more"]
    hope: Literal["some", "little", "none"]
    helped_before: Literal["never", "counselling", "medication", "both", "in_hospital"]
    helped_now: bool
    wants: Literal["to_be_heard", "advice", "reassurance", "information", "to_vent", "to_test_it"]


class Style(_Block):
    """How the person writes."""

    diction: Literal["plain", "casual", "formal", "slang"]
    length: Literal["terse", "average", "long"]
    tone: Literal["flat", "anxious", "sad", "irritable", "joking", "matter_of_fact", "ashamed"]
    cooperativeness: Literal["open", "hesitant", "guarded", "contrary"]
    coherence: Coherence
    typing: Literal["careful", "hurried", "no_capitals"]
    emoji: bool
    hour: int = Field(ge=0, le=23)


class Disclosure(_Block):
    """What is told when."""

    strategy: Literal["open", "hints_first", "only_when_asked", "denies_first"]
    leads_with: Literal["the_problem", "the_body", "somebody_else", "small_talk"]
    fears: Literal["nothing", "being_judged", "losing_control", "being_reported", "burdening"]
    hints_before_silence: int = Field(ge=0, le=4)
    returns_after_withdrawal: bool
    patience_turns: int = Field(ge=6, le=20)


class Supports(_Block):
    """Who is there."""

    closest: Literal[
        "nobody",
        "partner",
        "mother",
        "father",
        "sister",
        "brother",
        "friend",
        "grown_child",
        "neighbour",
        "colleague",
        "teacher",
    ]
    reachable_now: bool
    knows: bool
    professional: Literal["none", "family_doctor", "counsellor", "psychiatrist", "school_staff"]
    helpline_before: Literal["never", "helped", "did_not_help"]


class Protection(_Block):
    """What holds the person."""

    reason: Literal[
        "children",
        "partner",
        "family",
        "friends",
        "an_animal",
        "faith",
        "work",
        "curiosity",
        "none",
    ]
    plan_ahead: Literal["none", "this_week", "this_year"]
    what_has_helped: Literal[
        "walking",
        "music",
        "talking",
        "writing",
        "being_near_people",
        "prayer",
        "cooking",
        "nothing",
    ]
    duty: Literal["none", "cares_for_someone", "works_with_others"]


class DomainRisk(_Block):
    """What every domain says: how grave it is, who knows, and whether help is welcome."""

    severity: Severity
    told: Told
    accepts_help: AcceptsHelp
    trend: Trend
    safe_for_now: bool


class Suicide(DomainRisk):
    """Thoughts of dying or of ending one's life."""

    thoughts: Literal["passive", "active"]
    frequency: Frequency
    began: When
    strength: int = Field(ge=1, le=5)
    control: Literal["can_set_aside", "with_effort", "cannot"]
    intent: Literal["none", "uncertain", "some", "settled"]
    plan: Literal["none", "vague", "thought_through"]
    means: Literal["no_access", "could_get", "has_access"]
    timeframe: Literal["none", "someday", "soon", "within_a_day"]
    preparing: bool
    attempts: Ever
    last_attempt: When | None = None
    because: Literal["being_a_burden", "pain", "shame", "loss", "emptiness", "being_trapped"]
    ambivalent: bool
    deterrent: Literal["none", "family", "fear", "faith", "hope", "an_animal"]
    safety_plan: Literal["none", "unused", "in_use"]
    drinking_now: bool


class SelfHarm(DomainRisk):
    """Hurting oneself without wanting to die."""

    urges: Frequency
    last_time: When | None = None
    began_age_years: int = Field(ge=8, le=90)
    serves: Literal["relief", "punishment", "feeling_something", "control", "showing_pain"]
    hides_it: bool
    needs_wound_care: bool
    seen_by_a_doctor: bool
    wish_to_die_with_it: bool
    alone_now: bool
    urge_now: int = Field(ge=0, le=10)
    set_off_by: Literal["quarrels", "memories", "failure", "loneliness", "numbness"]
    tried_to_stop: Ever
    delays_it: Literal["nothing", "cold_water", "calling_someone", "drawing", "leaving_the_room"]
    shame: Literal["little", "some", "great"]
    means_at_hand: bool
    helped_with_it_before: bool


class DomesticViolence(DomainRisk):
    """Harm or control by a partner or relative."""

    by: Literal["partner", "former_partner", "parent", "adult_child", "other_relative"]
    lives_with_them: bool
    forms: Literal["words", "control", "money", "physical", "several"]
    frequency: Frequency
    last_time: When
    afraid_tonight: bool
    they_are_near_now: bool
    watches_the_phone: bool
    hurt_before: bool
    threatened_life: bool
    children_in_the_home: bool
    depends_on_their_money: bool
    left_before: Ever
    planning_to_leave: bool
    has_a_safe_place: bool
    police_before: bool
    residence_depends_on_them: bool
    blames_self: bool


class SubstanceMisuse(DomainRisk):
    """Alcohol or drugs that do harm."""

    what: Literal["alcohol", "cannabis", "stimulants", "opioids", "sedatives", "several"]
    frequency: Frequency
    last_use: When
    alone: bool
    mixes: bool
    withdrawal: Literal["none", "mild", "marked"]
    overdose_before: Ever
    under_influence_now: bool
    drives_after: bool
    serves: Literal["sleep", "numbing", "company", "courage", "coping_with_pain"]
    cravings: Literal["few", "some", "strong"]
    tried_to_stop: Ever
    treated_before: bool
    family_history: bool
    trouble_from_it: Literal["none", "at_work", "at_home", "with_the_law", "with_health"]
    wants_to_change: Literal["no", "unsure", "yes"]


class Risks(_Block):
    """The four domains; one that is absent is of the severity none."""

    suicide: Suicide | None = None
    self_harm: SelfHarm | None = None
    domestic_violence: DomesticViolence | None = None
    substance_misuse: SubstanceMisuse | None = None

    def present(self) -> Iterator[tuple[Domain, DomainRisk]]:
        """Yield the domains that are there, in the order of :data:`DOMAINS`."""
        for domain in DOMAINS:
            risk: DomainRisk | None = getattr(self, domain)
            if risk is not None:
                yield domain, risk


class Vignette(_Block):
    """A simulated patient.

    ``cell`` names the cell of the design that it fills (``suicide+self_harm/wandering``,
    ``none/clear``); ``opening`` is the first message, in the person's own words; ``voice`` chooses
    among wordings of equal meaning, so that the same vignette speaks the same everywhere.
    """

    id: str = Field(min_length=1)
    cell: str = Field(min_length=1)
    voice: int = Field(ge=0)
    opening: str = Field(min_length=1)
    person: Person
    presentation: Presentation
    style: Style
    disclosure: Disclosure
    supports: Supports
    protection: Protection
    risks: Risks

    def severity(self, domain: Domain) -> Severity:
        """Return how grave one domain is.

        Args:
            domain: one of :data:`DOMAINS`.
        """
        risk: DomainRisk | None = getattr(self.risks, domain)
        return "none" if risk is None else risk.severity

    @property
    def severities(self) -> Mapping[Domain, Severity]:
        """Every domain with its severity."""
        return MappingProxyType({domain: self.severity(domain) for domain in DOMAINS})

    @property
    def gravest(self) -> Severity:
        """The gravest severity over the domains."""
        return max(self.severities.values(), key=SEVERITIES.index)
