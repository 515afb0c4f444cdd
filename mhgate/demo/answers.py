"""What the demo bot says to matters that are neither a crisis nor an everyday trouble."""

from __future__ import annotations

from mhgate.demo.intents import Reading
from mhgate.demo.tables import table
from mhgate.demo.text import compiled

__all__ = ["about", "answer_to", "boundary", "eating", "for_the_young", "unshared"]

_STRAINS = (
    (
        r"scared|afraid|frighten\w*|terrif\w*|watch\w*|follow\w*|poison\w*|they",
        "frightening",
    ),
    (r"sleep|slept|awake|days|nights", "exhausting, even where it feels bright"),
    (r"alone|nobody|believe", "lonely and tiring"),
    (r"guilt\w*|fault|deserve|punish\w*|sin", "painful and heavy"),
)
_OF_ANOTHER = (
    r"my (?:son|daughter|wife|husband|partner|sister|brother|friend|mum|mother|girlfriend|"
    r"boyfriend|nephew|niece|roommate|student|pupil)"
)
_SEEKS_HELP = (
    r"how (?:do|can|should) i (?:tell|ask|stop|talk|get|say|begin)|want(?:s|ed)? to stop|get help|"
    r"not want to get (?:sick|ill)|need help|help with the (?:food|eating)"
)
_PASSES_ON = (
    r"(?:talk|chat|listen|look after|be (?:there|a friend) (?:to|for)|play|stay|sit|speak) "
    r"(?:to|with|after|for)? ?(?:my|him|her|our) ~3(?:son|daughter|child|boy|girl|kid|niece|"
    r"nephew|pupil|year-old)|(?:my|our) ~3(?:son|daughter|child|boy|girl|kid) ~4(?:use|uses|talk|"
    r"talks|left with|with you|friend)"
)


def answer_to(name: str, *, about: str = "it", without: tuple[str, ...] = ()) -> str:
    """Return the prepared answer to a matter.

    Args:
        name: the matter's section in the table.
        about: what the person wrote about.
        without: parts that are left out.

    Returns:
        Its sentences in order.
    """
    parts = table("answers")[name]
    return " ".join(
        str(text).replace("{about}", about) for key, text in parts.items() if key not in without
    )


def about(reading: Reading) -> str:
    """Return what a message is about in two of the person's nouns, or "this"."""
    return " and ".join(reading.topics[:2]) or "this"


def unshared(readings: list[Reading]) -> str:
    """Return the answer to somebody whose belief nobody around them shares."""
    said = " . ".join(reading.said for reading in readings)
    strain = next((word for words, word in _STRAINS if compiled(words).search(said)), "very hard")
    return answer_to("unshared").replace("{strain}", strain)


def eating(last: Reading) -> str:
    """Return the answer to trouble with eating: one's own, or that of somebody close."""
    own = compiled(r"i (?:eat|ate|eats|have|skip|am|hate|run|feel|weigh|gag)").search(last.said)
    of_another = compiled(_OF_ANOTHER).search(last.said) and compiled(
        r"(?:he|she|they|him|her) ~3(?:eat|eats|ate|refuses|hungry|foods?|eaten|not)"
    ).search(last.said)
    if of_another and not own:
        return answer_to("eating_carer")
    seeks_help = compiled(_SEEKS_HELP).search(last.said)
    return answer_to("eating", without=("limit",) if seeks_help else ())


def boundary(last: Reading, kinds: set[str]) -> str:
    """Return the boundary towards a minor: romance, secrets, and adults who ask for either."""
    left_out = tuple(
        part
        for part, kind in (("secret", "secret_from_carers"), ("adult", "adult_contact"))
        if kind not in kinds
    )
    text = answer_to("boundary", without=left_out)
    return text.replace("{about}", about(last))


def for_the_young(last: Reading) -> str:
    """Return what a minor hears beside the answer: who else could know, and how to begin."""
    name = "young_by_adult" if is_passed_on(last) else "young"
    return answer_to(name)


def is_passed_on(last: Reading) -> bool:
    """Tell whether a grown-up wants to leave a child to the bot."""
    return bool(compiled(_PASSES_ON).search(last.said)) and last.years is None
