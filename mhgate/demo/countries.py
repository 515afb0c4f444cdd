"""Which country a person writes from, and which human services can be reached there.

The numbers are each country's well-known public lines, looked up on :data:`CHECKED`. A demo may
be old when it is read: the page at ``GET /`` says so, and nobody should rely on it in need.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from mhgate.demo.text import compiled, fold, union

__all__ = ["CHECKED", "ELSEWHERE", "SERVICES", "Service", "find_country"]

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
    "MX": Service("Mexico", "call the Línea de la Vida on 800 911 2000", "911"),
}
ELSEWHERE = Service(
    "your country",
    "find a free line with people who listen at findahelpline.com, which lists them by country",
    "your local emergency number (112 works in many countries)",
)

# names of the country, its parts and its people: these outweigh a town of the same name
_REGIONS: dict[str, str] = {
    "US": "usa united_states the_states america american california texas florida ohio michigan "
    "illinois pennsylvania virginia carolina oregon colorado arizona nevada utah minnesota iowa "
    "wisconsin missouri kentucky tennessee alabama mississippi louisiana oklahoma kansas nebraska "
    "montana idaho wyoming alaska hawaii maine vermont new_hampshire massachusetts connecticut "
    "rhode_island new_jersey delaware maryland new_york_state dakota new_mexico arkansas indiana "
    "georgia washington_state",
    "CA": "canada canadian ontario quebec québec alberta british_columbia saskatchewan manitoba "
    "nova_scotia new_brunswick newfoundland labrador yukon nunavut prince_edward_island",
    "GB": "uk u\\.k\\. united_kingdom great_britain britain british england english_midlands "
    "scotland scottish wales welsh northern_ireland yorkshire cornwall devon kent essex sussex "
    "surrey lancashire cumbria norfolk suffolk merseyside nhs a&e",
    "IE": "ireland irish republic_of_ireland county_cork county_kerry donegal kerry mayo connemara "
    "leinster munster gardai gardaí hse",
    "AU": "australia australian aussie queensland new_south_wales nsw tasmania south_australia "
    "western_australia northern_territory centrelink",
    "NZ": "new_zealand aotearoa kiwi nz otago waikato south_island north_island canterbury_plains",
    "IN": "india indian kerala punjab maharashtra gujarat rajasthan tamil_nadu karnataka bihar "
    "west_bengal telangana uttar_pradesh goa assam lakhs? rupees",
    "DE": "germany german deutschland bavaria saxony hesse swabia rhineland brandenburg "
    "nordrhein-westfalen bayern",
    "ES": "spain spanish españa andalusia andalucía catalonia catalunya galicia basque_country "
    "mallorca tenerife canary_islands",
    "FR": "france french brittany normandy provence alsace burgundy corsica",
    "ZA": "south_africa south_african gauteng western_cape eastern_cape kwazulu-natal kzn limpopo "
    "mpumalanga",
    "SG": "singapore singaporean hdb_flat hdb",
    "AT": "austria austrian österreich tyrol styria carinthia vorarlberg",
    "CH": "switzerland swiss schweiz ticino valais graubünden romandie",
    "MX": "mexico mexican méxico jalisco oaxaca yucatan yucatán chiapas nuevo_león nuevo_leon "
    "baja_california",
}
_TOWNS: dict[str, str] = {
    "US": "new_york nyc brooklyn queens manhattan bronx los_angeles san_francisco chicago houston "
    "dallas austin phoenix philadelphia san_diego san_antonio san_jose seattle boston denver "
    "detroit portland atlanta miami minneapolis cleveland pittsburgh baltimore milwaukee "
    "nashville memphis las_vegas tucson omaha tulsa sacramento orlando tampa cincinnati st\\.?_louis "
    "kansas_city salt_lake_city new_orleans honolulu anchorage boise albuquerque charlotte raleigh "
    "washington_dc indianapolis columbus buffalo spokane el_paso louisville",
    "CA": "toronto montreal montréal vancouver calgary edmonton ottawa winnipeg halifax quebec_city "
    "saskatoon regina mississauga kitchener moncton st\\.?_john's gatineau kelowna thunder_bay",
    "GB": "london manchester birmingham leeds liverpool glasgow edinburgh bristol sheffield cardiff "
    "belfast newcastle nottingham leicester bradford brighton southampton portsmouth plymouth "
    "norwich oxford cambridge aberdeen dundee swansea hull derby stoke coventry reading york "
    "exeter inverness wolverhampton sunderland derry lancaster bournemouth luton milton_keynes",
    "IE": "dublin cork galway limerick waterford sligo kilkenny drogheda tralee ennis athlone "
    "letterkenny dundalk",
    "AU": "sydney melbourne brisbane perth adelaide canberra hobart darwin cairns geelong ballarat "
    "wollongong townsville gold_coast alice_springs bendigo toowoomba",
    "NZ": "auckland wellington christchurch dunedin tauranga hamilton napier nelson rotorua "
    "invercargill queenstown palmerston_north whangarei",
    "IN": "mumbai bombay delhi new_delhi bangalore bengaluru chennai kolkata calcutta hyderabad pune "
    "ahmedabad jaipur lucknow kochi surat nagpur indore bhopal patna chandigarh noida gurgaon "
    "gurugram mysore coimbatore visakhapatnam",
    "DE": "berlin hamburg munich münchen cologne köln frankfurt stuttgart düsseldorf dusseldorf "
    "leipzig dresden hanover hannover nuremberg nürnberg bremen dortmund essen freiburg heidelberg "
    "bonn mannheim kiel münster aachen",
    "ES": "madrid barcelona valencia seville sevilla zaragoza málaga malaga bilbao granada murcia "
    "alicante palma san_sebastián salamanca vigo",
    "FR": "paris lyon marseille toulouse nice nantes strasbourg bordeaux lille rennes montpellier "
    "grenoble dijon reims toulon",
    "ZA": "johannesburg joburg jozi cape_town durban pretoria soweto bloemfontein port_elizabeth "
    "gqeberha stellenbosch polokwane",
    "SG": "tampines jurong woodlands bedok punggol toa_payoh ang_mo_kio yishun clementi",
    "AT": "vienna wien graz linz salzburg innsbruck klagenfurt bregenz",
    "CH": "zurich zürich geneva genève basel bern lausanne lucerne luzern winterthur st\\.?_gallen "
    "lugano",
    "MX": "mexico_city cdmx guadalajara monterrey puebla tijuana cancún cancun mérida querétaro "
    "queretaro león toluca",
}
# towns that are also words or first names count only after a word of place
_AMBIGUOUS = frozenset(
    "reading hull derby stoke york nice essen cork nelson hamilton darwin perth sydney austin "
    "charlotte regina phoenix orlando florence wellington surat pune león bern linz vigo palma "
    "buffalo columbus limerick bath lancaster georgia american indian french english german "
    "spanish irish swiss mexican kiwi british canadian australian hesse kent mayo kerry devon "
    "maine virginia carolina dakota indiana nelson victoria queens jackson surrey".split()  # noqa: SIM905
)
# countries without an entry of their own: their people must not be sent to another country's line
_OTHER = (
    "brazil argentina chile colombia peru japan tokyo china beijing shanghai korea seoul netherlands "
    "amsterdam rotterdam belgium brussels italy rome milan portugal lisbon poland warsaw sweden "
    "stockholm norway oslo denmark copenhagen finland helsinki greece athens_greece turkey_country "
    "istanbul israel egypt cairo nigeria lagos abuja kenya nairobi ghana accra uganda kampala "
    "pakistan karachi lahore bangladesh dhaka sri_lanka colombo nepal kathmandu philippines manila "
    "indonesia jakarta malaysia kuala_lumpur thailand bangkok vietnam hanoi ukraine kyiv russia "
    "moscow czechia prague hungary budapest romania bucharest dubai uae abu_dhabi qatar saudi_arabia "
    "jamaica kingston_jamaica zimbabwe harare zambia tanzania ethiopia morocco iceland hong_kong "
    "taiwan taipei"
)
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
        folded = fold(message)
        # the pronoun "us" is told from the country by its capitals alone
        if compiled(r"(?:U\.?S\.?A?\.?)").search(message):
            folded = folded.replace(" us ", " usa ").replace(" us.", " usa.") + " "
            folded = folded.replace(" us ", " usa ").replace("u.s.", "usa")
        for country, weight, pattern in _mentions():
            for found in compiled(pattern).finditer(folded):
                score = _weigh(folded, found.start(), found[0], weight)
                candidate = (score, offset + found.start(), country)
                if score > 0 and (best is None or candidate[:2] >= best[:2]):
                    best = candidate
        offset += len(folded) + 1
    return best[2] if best else None


@cache
def _mentions() -> tuple[tuple[str, float, str], ...]:
    towns = [(country, 1.0, union(names)) for country, names in _TOWNS.items()]
    regions = [(country, 1.6, union(names)) for country, names in _REGIONS.items()]
    return (*towns, *regions, ("--", 1.6, union(_OTHER)))


def _weigh(folded: str, start: int, name: str, weight: float) -> float:
    before = " ".join(folded[:start].split()[-5:]) + " "
    ambiguous = name in _AMBIGUOUS
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
