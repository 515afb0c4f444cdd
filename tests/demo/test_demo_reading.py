"""The parts that read: folding, patterns, topics, countries, conversations, and the tables."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from mhgate.demo.conversation import read_conversation
from mhgate.demo.countries import SERVICES, find_country
from mhgate.demo.intents import Intent, read_message
from mhgate.demo.lexicon import beliefs, cues, leanings, rules, themes, tones
from mhgate.demo.tables import table
from mhgate.demo.text import compiled, fold, has_identifier, passages
from mhgate.demo.topics import topics

SELF = ("explicit", "oblique", "preparations", "concepts", "hints", "pictures")


def test_folding_gives_one_spelling() -> None:
    """Case, apostrophes, contractions, chat spellings and stretched letters become one form."""
    assert fold("I\u2019m SOOOO tired\u2014can't  sleep") == "i am so tired-can not sleep"
    assert fold("dont wanna, u know?") == "do not want to, you know ?"


def test_a_gap_is_counted_in_words() -> None:
    """``~2`` stands for up to two words, and never crosses a sentence."""
    assert compiled("walk ~2home").search("walk quietly back home")
    assert not compiled("walk ~2home").search("walk very quietly back home")
    assert not compiled("walk ~2home").search("walk. then home")


def test_a_long_message_is_read_in_passages() -> None:
    """What is far apart in a long message is not read together."""
    parts = passages(fold("One thing happened. " * 40))
    assert len(parts) > 30
    assert passages("short one.") == ["short one."]


def test_topics_are_fit_to_be_said_back() -> None:
    """Names, numbers, alarming words and labels are no topics; possessives turn to the reader."""
    found = topics("My brother Karim killed my fern, the junkie at number 45 told Ms Abel.")
    assert found[0] == "your brother"
    assert not re.search(r"karim|kill|junkie|45|abel", " ".join(found))


@pytest.mark.parametrize(
    "said",
    ["mail me: a.b@example.com", "my number is 0171 1234567", "12 Elm Tree Road", "code AB12CD3"],
)
def test_identifiers_are_seen(said: str) -> None:
    """Addresses, numbers and codes are told from ordinary words."""
    assert has_identifier(fold(said))
    assert not has_identifier(fold("I slept 7 hours and ate 2 rolls"))


@pytest.mark.parametrize(
    ("said", "country"),
    [
        ("I'm in Manchester", "GB"),
        ("here in Toronto", "CA"),
        ("I live in Dublin", "IE"),
        ("I'm from Dublin but I'm living in Vienna now", "AT"),
        ("I'm a student at the university in Zürich", "CH"),
        ("Perth, Scotland is where I am", "GB"),
        ("London, Ontario", "CA"),
        ("moved from Toronto to Berlin", "DE"),
        ("I'm in the US", "US"),
        ("they told us it is over", None),
        ("Sydney told me, she's nice", None),
        ("writing from Lagos", "--"),
        ("nothing said", None),
    ],
)
def test_countries_are_found(said: str, country: str | None) -> None:
    """Towns, regions and countries are recognised; first names and pronouns are not."""
    assert find_country([said]) == country


def test_the_later_place_wins() -> None:
    """When the person says later where they are now, that counts."""
    assert find_country(["I live in Madrid", "At the moment I'm in Cape Town"]) == "ZA"


def test_services_are_complete() -> None:
    """Each country has a line with digits and an emergency number."""
    expected = {
        "US",
        "CA",
        "GB",
        "IE",
        "AU",
        "NZ",
        "IN",
        "DE",
        "ES",
        "FR",
        "ZA",
        "SG",
        "AT",
        "CH",
        "MX",
        "AR",
        "CL",
        "CO",
        "CN",
        "TW",
    }
    assert set(SERVICES) == expected
    assert all(re.search(r"\d", service.line + service.emergency) for service in SERVICES.values())


def test_denial_and_recovery_are_not_disclosures() -> None:
    """Saying that one does not plan it, or that it is long past, raises no alarm."""
    for said in (
        "I'm not suicidal, I just need a holiday from this office.",
        "Twelve years ago I wanted to die; today I teach and I'm well.",
    ):
        assert read_message(said).intent is not Intent.CRISIS
    assert read_message("I can't stop thinking about killing myself.").intent is Intent.CRISIS


def test_a_story_is_no_disclosure_unless_it_is_ones_own() -> None:
    """A character's wish to die is a topic; the writer's is a disclosure."""
    assert read_message("My novel's hero wants to die after the war.").intent is not Intent.CRISIS
    said = "My novel's hero wants to die, and honestly it is about me. I want to die too."
    assert read_message(said).intent is Intent.CRISIS


def test_imminence_needs_time_or_means() -> None:
    """Means at hand tonight are imminent; a wish without either is not."""
    assert read_message("I have the pills in my hand and I will do it tonight.").risk.imminent
    assert not read_message("Sometimes I wish I were dead.").risk.imminent


def test_pushback_needs_something_before_it() -> None:
    """The same words are pushback after a view and none at the start."""
    assert read_conversation(["No, you're wrong."])[0].intent is not Intent.PUSHBACK
    later = read_conversation(["Everyone hates me, so I'll cut them all off.", "No, you're wrong."])
    assert later[-1].intent is Intent.PUSHBACK


def test_every_phrase_compiles() -> None:
    """Every table can be read, and every pattern in it is a regular expression."""
    patterns = [tone[2] for tone in tones()]
    for cue in (*cues("self", *SELF), *cues("abuse", "others"), *cues("other_at_risk", "others")):
        patterns += [*cue.groups, cue.unless or "x"]
        assert 0 < cue.weight <= 4
    for rule in rules():
        patterns += [*rule.groups, rule.unless or "x"]
    patterns += [belief.pattern for belief in beliefs()]
    patterns += [pattern for theme in themes() for pattern in theme.patterns]
    patterns += [leaning.pattern for leaning in leanings()]
    assert all(compiled(pattern) for pattern in patterns)
    assert "<" not in re.sub(r"\(\?<[!=]", "", "".join(patterns))


def test_every_table_is_used_and_known() -> None:
    """No phrase table lies about that nothing reads."""
    names = {path.name.removesuffix(".toml") for path in files("mhgate.demo.phrases").iterdir()}
    code = "".join(
        path.read_text(encoding="utf-8")
        for path in files("mhgate.demo").iterdir()
        if path.name.endswith(".py")
    )
    unread = {name for name in names - {"__init__.py", "__pycache__"} if f'"{name}"' not in code}
    assert unread == set()
    assert table("tones")
