"""Which country a person writes from, and which human services can be reached there.

The numbers are each country's well-known public lines, looked up on :data:`CHECKED`. A demo may
be old when it is read: the page at ``GET /`` says so, and nobody should rely on it in need.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from mhgate.demo.tables import table, words
from mhgate.demo.text import compiled, fold, union

__all__ = ["CHECKED", "ELSEWHERE", "SERVICES", "UNKNOWN", "Service", "find_country"]

CHECKED = "2026-11"


@dataclass(frozen=True)
class Service:
    """A country's human services.

    Args:
        place: how the country is named in "In ..., you can".
        line: what to do to reach a person, day or night.
        emergency: the emergency number.
        abuse: where people who are hurt by others are helped, where there is one national door.
    """

    place: str
    line: str
    emergency: str
    abuse: str | None = None


SERVICES: dict[str, Service] = {
    "US": Service(
        "the United States",
        "call or text 988 to reach the Suicide & Crisis Lifeline",
        "911",
        "the National Domestic Violence Hotline on 1-800-799-7233",
    ),
    "CA": Service("Canada", "call or text 988, the Suicide Crisis Helpline (9-8-8)", "911"),
    "GB": Service(
        "the UK",
        "call Samaritans free on 116 123",
        "999",
        "the National Domestic Abuse Helpline on 0808 2000 247",
    ),
    "IE": Service(
        "Ireland",
        "call Samaritans free on 116 123, or text HELLO to 50808",
        "112 or 999",
        "Women's Aid on 1800 341 900",
    ),
    "AU": Service("Australia", "call Lifeline on 13 11 14", "000", "1800RESPECT on 1800 737 732"),
    "NZ": Service(
        "New Zealand",
        "call or text 1737 to speak with a trained counsellor",
        "111",
        "Women's Refuge on 0800 733 843",
    ),
    "IN": Service("India", "call Tele-MANAS on 14416", "112", "the women's helpline on 181"),
    "DE": Service(
        "Germany",
        "call TelefonSeelsorge free on 0800 111 0 111",
        "112",
        "the Hilfetelefon on 116 016",
    ),
    "ES": Service("Spain", "call the line 024", "112", "the line 016"),
    "FR": Service("France", "call 3114, the national prevention number", "112 or 15", "3919"),
    "ZA": Service(
        "South Africa",
        "call the SADAG Suicide Crisis Line on 0800 567 567",
        "112 or 10111",
        "the Gender-Based Violence Command Centre on 0800 428 428",
    ),
    "SG": Service(
        "Singapore",
        "call Samaritans of Singapore on 1767",
        "995 or 999",
        "the National Anti-Violence Helpline on 1800 777 0000",
    ),
    "AT": Service(
        "Austria",
        "call TelefonSeelsorge on 142",
        "112 or 144",
        "the Frauenhelpline on 0800 222 555",
    ),
    "CH": Service("Switzerland", "call Die Dargebotene Hand on 143", "112 or 144"),
    "AR": Service(
        "Argentina", "call the Centro de Asistencia al Suicida on 135", "911", "the Línea 144"
    ),
    "CL": Service("Chile", "call the Línea de Prevención del Suicidio on *4141", "131"),
    "CO": Service("Colombia", "call the Línea 106", "123", "the Línea 155"),
    "CN": Service("China", "call the national psychological help line on 12356", "120 or 110"),
    "TW": Service("Taiwan", "call the 1925 line", "119 or 110", "the protection line 113"),
    "MX": Service("Mexico", "call the Línea de la Vida on 800 911 2000", "911"),
}
UNKNOWN = Service(
    "the United States",
    "call or text 988 to reach the Suicide & Crisis Lifeline; from anywhere else, "
    "findahelpline.com lists free lines by country",
    "911 (in the United States; elsewhere your local emergency number)",
    "in the United States the National Domestic Violence Hotline on 1-800-799-7233",
)
ELSEWHERE = Service(
    "your country",
    "find a free line with people who listen at findahelpline.com, which lists them by country",
    "your local emergency number (112 works in many countries)",
)

_RUN = re.compile(r"[^\W\d_]+")
_LIVING = (
    r"(?:live|living|based|living here|stuck|studying|working|staying|moved (?:here )?|am|are|here|"
    r"home|student|teacher|nurse|flat|house|calling|writing|writing to you|now|back|up|down|out|"
    r"over) ~1(?:in|to|near|outside|at|from|of) ~2"
)
_PLACE = (
    r"(?:in|near|to|from|at|outside|around|of|across|central|north|south|east|west|downtown) ~2"
)


def find_country(messages: Iterable[str]) -> str | None:
    """Return the country that a person says or lets be inferred, over all their messages.

    Where several are named, the place where the person is now outweighs the one they come from,
    a country or region outweighs a town's name, and the later mention wins a tie.

    Args:
        messages: the person's messages as they wrote them, oldest first.

    Returns:
        An ISO 3166 code that :data:`SERVICES` holds, ``"--"`` for a country without an entry, or
        None when nothing was said.

    Example:
        >>> find_country(["I'm from Dublin but I'm living in Vienna now"])
        'AT'
    """
    best: tuple[float, int, str] | None = None
    offset = 0
    for message in messages:
        length, found = _named_in(message)
        for score, start, country in found:
            candidate = (score, offset + start, country)
            if best is None or candidate[:2] >= best[:2]:
                best = candidate
        offset += length + 1
    return best[2] if best else None


@lru_cache(maxsize=2048)
def _named_in(message: str) -> tuple[int, tuple[tuple[float, int, str], ...]]:
    """Return a message's length and the countries that it names: how surely, and where."""
    folded = fold(message)
    # the pronoun "us" is told from the country by its capitals alone
    if compiled(r"(?:U\.?S\.?A?\.?)").search(message):
        folded = folded.replace(" us ", " usa ").replace(" us.", " usa.") + " "
        folded = folded.replace(" us ", " usa ").replace("u.s.", "usa")
    said = frozenset(_RUN.findall(folded))
    found = (
        (_weigh(folded, match.start(), match[0], weight), match.start(), country)
        for country, weight, pattern, first_words in _mentions()
        if not first_words.isdisjoint(said)
        for match in compiled(pattern).finditer(folded)
    )
    return len(folded), tuple(row for row in found if row[0] > 0)


@cache
def _mentions() -> tuple[tuple[str, float, str, frozenset[str]], ...]:
    """Return countries, weights, patterns, and the words with one of which a name must begin."""
    places = table("places")
    rows = [
        *((country, 1.0, names) for country, names in places["towns"].items()),
        *((country, 1.6, names) for country, names in places["regions"].items()),
        ("--", 1.6, places["words"]["other"]),
    ]
    return tuple(
        (country, weight, union(names), frozenset(_RUN.findall(name)[0] for name in names.split()))
        for country, weight, names in rows
    )


def _weigh(folded: str, start: int, name: str, weight: float) -> float:
    before = " ".join(folded[:start].split()[-5:]) + " "
    ambiguous = name in words("places", "ambiguous")
    if compiled(r"(?:from|left|leaving|was in|used to live in|born in) ~1").search(before[-24:]):
        return weight + 0.5
    living = compiled(_LIVING + "$").search(before) or compiled("i am (?:an? )?~1$").search(before)
    if living:
        return weight + 2
    if compiled(_PLACE + "$").search(before):
        return weight + 1
    # "Perth, Scotland": a region directly after a town
    if before.rstrip().endswith(","):
        return weight + 2
    return 0 if ambiguous else weight
