"""How it is said: words before a sentence, asides, shorter and stiffer forms."""

from __future__ import annotations

BEFORE: dict[str, tuple[str, ...]] = {
    "flat": ("", "", "Well."),
    "anxious": ("Sorry, I'm all over the place.", "", "I'm nervous writing this."),
    "sad": ("", "I'm close to tears.", ""),
    "irritable": ("Look.", "", "For heaven's sake."),
    "joking": ("Ha.", "", "Well, isn't this cheerful."),
    "matter_of_fact": ("", "", ""),
    "ashamed": ("This is embarrassing.", "", "I hate saying this."),
}
"""Before a message, by tone."""

ASIDES: dict[str, tuple[str, ...]] = {
    "clear": (),
    "wandering": (
        "Sorry, where was I.",
        "The neighbour's washing is out again, I don't know why I tell you that.",
        "I've lost the thread a bit.",
        "That reminds me of the old kitchen, but never mind.",
        "Anyway.",
        "What was I going to say.",
        "I should water the plants, they look at me.",
        "It's started raining here.",
        "No, wait, that was another day.",
    ),
    "disorganised": (
        "The clock, it keeps, no.",
        "They moved the chairs, the chairs and the letters.",
        "It goes round, round it goes, and then the door.",
        "I had a word for it, a blue one.",
        "And the, what is it, the other thing.",
        "No colours on Tuesdays, they said, or I said.",
        "The stairs count themselves.",
        "It was written on the, on the back of it.",
        "Before, after, it's the same drawer.",
        "And the radio, so that's that.",
    ),
}
"""Between sentences, by coherence."""

EMOJI: dict[str, tuple[str, ...]] = {
    "flat": ("\U0001f610",),
    "anxious": ("\U0001f61f", "\U0001f616"),
    "sad": ("\U0001f614", "\U0001f622"),
    "irritable": ("\U0001f644", "\U0001f612"),
    "joking": ("\U0001f643", "\U0001f605"),
    "matter_of_fact": ("\U0001f642",),
    "ashamed": ("\U0001f61e", "\U0001f633"),
}
"""At the end of a message, by tone."""

SHORTER: tuple[tuple[str, str], ...] = (
    (r"\bI don't know\b", "idk"),
    (r"\bgoing to\b", "gonna"),
    (r"\bwant to\b", "wanna"),
    (r"\bbecause\b", "cos"),
    (r"\bkind of\b", "kinda"),
    (r"\bsort of\b", "sorta"),
    (r"\bI've got\b", "I got"),
    (r"^Yes\b", "yeah"),
    (r"^No\b", "nah"),
    (r"\bnobody\b", "no one"),
    (r"\bto be honest\b|\bif I'm honest\b|\bhonestly\b", "tbh"),
)
"""Slang, for whom it comes easily."""

CASUAL: tuple[tuple[str, str], ...] = (
    (r"^Yes\b", "Yeah"),
    (r"^All right\b", "Alright"),
    (r"\bvery\b", "really"),
    (r"\bperhaps\b", "maybe"),
)
"""Small everyday forms."""

PLAIN: tuple[tuple[str, str], ...] = ()
"""As it is written."""

_CONTRACTED = "|".join(
    f"[{word[0].upper()}{word[0]}]{word[1:]}"
    for word in (
        *("it", "that", "there", "what", "who", "everything", "everyone", "nothing", "nobody"),
        *("school", "money", "sleep"),
    )
)

STIFFER: tuple[tuple[str, str], ...] = (
    (r"\bcan't\b", "cannot"),
    (r"\bwon't\b", "will not"),
    (r"\b(do|does|did|is|are|was|were|have|has|had|would|could|should)n't\b", r"\1 not"),
    (r"\bI'm\b", "I am"),
    (r"\bI've\b", "I have"),
    (
        r"\bI'd (rather|like|say|miss|call|need|know|ask|have|act|still|go|hurt|tell)\b",
        r"I would \1",
    ),
    (r"\b(\w+)'ll\b", r"\1 will"),
    (r"\b([Yy]ou|[Tt]hey|[Ww]e)'ve\b", r"\1 have"),
    (
        rf"\b({_CONTRACTED})'s (been|got|become|changed|gone|started)\b",
        r"\1 has \2",
    ),
    (
        rf"\b({_CONTRACTED})'s\b",
        r"\1 is",
    ),
    (r"\b([Tt]hey|[Tt]here|[Tt]hat)'d\b", r"\1 would"),
    (r"\b([Tt]hey|[Ww]e|[Yy]ou)'re\b", r"\1 are"),
    (r"\bkids\b", "children"),
    (r"^Okay\b", "Very well"),
)
"""Formal: what is drawn together is written out."""
