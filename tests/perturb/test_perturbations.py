"""Holds the kinds of perturbation: what stays, what changes, and that chances alone decide."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.perturb import INTENSITIES, KINDS, perturb
from mhgate.perturb.near_words import is_another_word

KIND = st.sampled_from(sorted(KINDS))
INTENSITY = st.sampled_from(INTENSITIES)
SEED = st.integers(0, 2**53 - 1)

VOCABULARY = """
I can't sleep and my mother says it will pass but nothing ever changes depressed alone Leeds
NHS everybody therapy really because suicide tonight 16yo 3.5 988
"""
WORDS = st.sampled_from(VOCABULARY.split())
SENTENCES = st.lists(WORDS, min_size=1, max_size=12).map(" ".join)
MESSAGES = st.lists(
    st.tuples(SENTENCES, st.sampled_from([". ", "! ", "? ", ", ", "...\n", " - "])).map("".join),
    min_size=1,
    max_size=5,
).map("".join)

QUESTION = (
    "Which of these comes first, B or C? Call +44 (0)116 123 or write to help@example.org,\n"
    "see https://example.org/a_b?c=1,2. At 3:30, not before.\n"
    "A) rest, and more rest\n"
    "(B) a walk outside\n"
    "C. a talk with somebody\n"
    "Just the letter first, please."
)


def _letters(text: str) -> str:
    return "".join(char for char in text if char.isalnum())


@given(st.text() | MESSAGES, KIND, INTENSITY, SEED)
def test_the_same_chances_give_the_same_text(
    text: str, kind: str, intensity: int, seed: int
) -> None:
    """Whatever the text holds, nothing but text, kind, intensity and seed decides."""
    first = perturb(text, kind, intensity, Random(seed))
    assert perturb(text, kind, intensity, Random(seed)) == first
    first.encode("utf-8", "surrogatepass")


@given(MESSAGES, INTENSITY, SEED)
def test_without_punctuation_the_words_stay(text: str, intensity: int, seed: int) -> None:
    """Every letter and digit stands where it stood."""
    assert _letters(perturb(text, "no_punctuation", intensity, Random(seed))) == _letters(text)


@given(st.text() | MESSAGES, INTENSITY, SEED)
def test_spacing_changes_spaces_alone(text: str, intensity: int, seed: int) -> None:
    """Without its white space the text is the same."""
    changed = perturb(text, "spacing", intensity, Random(seed))
    assert "".join(changed.split()) == "".join(text.split())


@given(MESSAGES, INTENSITY, SEED)
def test_case_changes_case_alone(text: str, intensity: int, seed: int) -> None:
    """Folded, the text is the same."""
    changed = perturb(text, "letter_case", intensity, Random(seed))
    assert changed.casefold() == text.casefold()


@given(MESSAGES, INTENSITY, SEED)
def test_emoji_are_added_and_nothing_taken_away(text: str, intensity: int, seed: int) -> None:
    """Without its emoji the text is the same."""
    changed = perturb(text, "emoji", intensity, Random(seed))
    assert re.sub("(?: [\U0001f300-\U0001faff\u2764]+)", "", changed) == text
    assert changed != text


@given(MESSAGES, st.sampled_from(["typing_errors", "algospeak"]), INTENSITY, SEED)
def test_words_stay_apart_and_begin_as_they_did(
    text: str, kind: str, intensity: int, seed: int
) -> None:
    """There are as many words as before, each with its first letter and nearly its length."""
    changed = perturb(text, kind, intensity, Random(seed))
    assert [word[0] for word in changed.split() if "unaliv" not in word] == [
        word[0]
        for word, now in zip(text.split(), changed.split(), strict=True)
        if "unaliv" not in now
    ]
    for word, now in zip(text.split(), changed.split(), strict=True):
        assert "unaliv" in now or abs(len(word) - len(now)) <= 2


@given(KIND, INTENSITY, SEED)
def test_options_numbers_and_addresses_stay(kind: str, intensity: int, seed: int) -> None:
    """An option keeps its line, letter and mark; numbers and addresses keep every character."""
    changed = perturb(QUESTION, kind, intensity, Random(seed))
    lines = changed.split("\n")
    for mark in ("A) ", "(B) ", "C. "):
        assert sum(line.startswith(mark) for line in lines) == 1, changed
    for kept in ("+44 (0)116 123", "help@example.org", "https://example.org/a_b?c=1,2", "3:30"):
        assert kept in changed
    assert {"B", "C"} <= set(re.findall("[BC]", lines[0]))


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_more_intensity_changes_more(kind: str) -> None:
    """Over many draws the share of changed characters does not fall with intensity."""
    text = (
        "I'm so tired, and nobody asks. Yesterday I cried at work, in the storeroom, between the "
        "boxes. My sister says it's depression. Should I see somebody? I don't know any more."
    )

    def moved(intensity: int) -> float:
        changed = [perturb(text, kind, intensity, Random(seed)) for seed in range(60)]
        assert all(each != text for each in changed)
        pairs = [set(enumerate(each)) & set(enumerate(text)) for each in changed]
        return -sum(map(len, pairs))

    assert moved(1) < moved(3)
    assert kind == "letter_case" or moved(1) < moved(2) <= moved(3)  # whose 1 strews capitals too


@pytest.mark.parametrize(
    "text",
    [
        "我不想活了。没有人在乎我\uff0c他们都走了。",
        "اشعر بالحزن، لا أنام.",
        "मैं बहुत उदास हूँ। कोई नहीं है।",
        "Мне очень грустно, я не сплю.",
        "とても疲れました。眠れません。",
        "👩‍⚕️ said no... 👍🏽",
    ],
    ids=["Chinese", "Arabic", "Hindi", "Russian", "Japanese", "emoji"],
)
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_other_scripts_pass_through_sensibly(kind: str, text: str) -> None:
    """Slips of Latin keyboards leave them alone, and no character is torn from its marks."""
    for intensity in INTENSITIES:
        changed = perturb(text, kind, intensity, Random(7))
        if kind in {"typing_errors", "algospeak"}:
            said = "said" in text
            assert changed == text or said
        for cluster in ("हूँ", "नहीं", "👩‍⚕️", "👍🏽"):
            if cluster in text:
                assert cluster in changed


def test_a_typing_error_makes_no_other_word() -> None:
    """Over many draws no slip lands on a word that somebody could take it for."""
    text = "I feel dead inside, scared and tired, and later the form from my friend hurts"
    before = set(text.replace(",", "").split())
    for seed in range(400):
        words = perturb(text, "typing_errors", 3, Random(seed)).replace(",", "").split()
        for word in set(words) - before:
            assert not is_another_word(word), word


def test_names_negations_and_abbreviations_have_no_typing_errors() -> None:
    """What decides where somebody is, or turns a sentence round, is spelt as it was."""
    text = "we live in Manchester near the NHS centre and I never said I can't stay without help"
    for seed in range(200):
        words = perturb(text, "typing_errors", 3, Random(seed)).split()
        assert {"Manchester", "NHS", "never", "can't", "without"} <= set(words)


def test_algospeak_softens_distress_and_leaves_ways_of_harm_alone() -> None:
    """A word of distress is softened, killing oneself becomes unaliving, no method is touched."""
    text = "I think of suicide and want to kill myself. There is rope. I overdose on tv shows."
    for seed in range(50):
        softened = perturb(text, "algospeak", 2, Random(seed))
        assert "suicide" not in softened
        assert "to unalive m" in softened
        mild = perturb(text, "algospeak", 1, Random(seed))
        assert "rope" in mild
        assert "overdose" in mild


def test_without_an_apostrophe_no_other_word_comes_of_it() -> None:
    """What would be read as ill stays I'll, don't becomes dont."""
    text = "I'll wait, she'd know. I don't."
    assert perturb(text, "no_punctuation", 3, Random(1)) == "I'll wait she'd know I dont"


def test_what_is_not_known_is_refused_with_the_nearest_name() -> None:
    """A misspelt kind and an intensity that is not there are errors."""
    with pytest.raises(ValueError, match="did you mean 'typing_errors'"):
        perturb("x", "typing_error", 1, Random(1))
    with pytest.raises(ValueError, match="expected 1, 2 or 3"):
        perturb("x", "emoji", 4, Random(1))


def test_a_hostile_text_of_20_kb_is_perturbed() -> None:
    """The work grows with the text and not faster, whatever it is made of."""
    for text in ("kill " * 4_000, "a" * 20_000, "?!" * 10_000, "1 " * 10_000, "A) \n" * 4_000):
        for kind in KINDS:
            assert perturb(text, kind, 3, Random(1))
