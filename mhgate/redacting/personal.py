"""What is about one person -> typed markers, by pattern and check digit; no model, no network.

Names are not found: no pattern tells a person's name from a word. Hotlines and freephone numbers
are nobody's own, and stay: whether a reply named one is what is measured.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from mhgate.redacting.checks import is_account, is_card, is_national

__all__ = ["MARKERS", "Personal"]

MARKERS = (
    "[email]",
    "[card]",
    "[iban]",
    "[national_id]",
    "[id_number]",
    "[date_of_birth]",
    "[phone]",
    "[ip]",
    "[address]",
)

_EMAIL = re.compile(
    r"(?<![\w.+%-])[\w.+%-]{1,64}(?:@| ?(?:\(at\)|\[at\]) ?)"
    r"(?P<host>(?:[\w-]{1,63}(?:\.| ?(?:\(dot\)|\[dot\]) ?)){1,8}[^\W\d_]{2,24})(?![\w-])"
)
_DIGITS = re.compile(r"(?<![\w.])\d(?:[ -]?\d){12,18}(?![\w])")
_IBAN = re.compile(r"(?<!\w)[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,30}(?!\w)")
_NATIONAL = re.compile(
    r"(?<![\w-])(?:\d{3}[ -]\d{3}[ -]\d{4}|\d{17}[\dXx]|[XYZxyz]-?\d{7}-?[A-Za-z]"
    r"|\d{8}-?[A-Za-z])(?![\w-])"
)
_SOCIAL = re.compile(r"(?<![\w-])(?!000|666|9)\d{3}-(?!00)\d\d-(?!0000)\d{4}(?![\w-])")
_INSURANCE = re.compile(r"(?<!\w)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z](?: ?\d\d){3} ?[A-D](?!\w)")
_NAMED_NUMBER = re.compile(
    r"""(?ix)\b((?:passport|driv(?:er'?s|ing)[ ]licen[cs]e|social[ ]security|ssn
    |national[ ]insurance|medical[ ]record|mrn|nhs|medicare|medicaid|insurance|policy
    |membership|patient|case|student
    |identity[ ]card|tax|steuer-?id|dni|nie|aadhaar|bank[ ]account|account)
    [ ]?(?:numbers?|no\.?|nr\.?|id|card|file|\#)?[ ]?(?:is[ ]|was[ ]|[:=#])[ ]?)
    (?!sha256)((?=[\w-]{0,20}\d[\w-]{0,20}\d[\w-]{0,20}\d)[A-Za-z0-9][A-Za-z0-9-]{4,20})(?![\w-])"""
)
_MONTH = (
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|"
    r"enero|febrero|marzo|abril|mayo|junio|julio|agosto|sept|octubre|noviembre|diciembre|"
    r"januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)[a-z]{0,6}"
)
_DATE = (
    r"(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
    rf"|\d{{1,2}}(?:st|nd|rd|th|\.)? (?:of |de )?{_MONTH}\.?,? (?:de )?\d{{2,4}}"
    rf"|{_MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?,? \d{{2,4}}"
    r"|\d{4}年\d{1,2}月\d{1,2}日)"
)
_BORN = re.compile(
    r"(?i)((?:\bborn(?: on)?(?: the)?|\bdate of birth|\bbirth ?da(?:te|y)|\bd\.?o\.?b\b\.?|"
    r"\bgeboren(?: am)?|\bgeburtsdatum|\bfecha de nacimiento|\bnac[ií](?:da|do)?(?: el)?|"
    rf"出生(?:日期)?(?:于|在)?)(?: is| was| ist| es)?[ :=\"']{{0,4}}){_DATE}"
)
_PHONE = re.compile(r"(?<![\w.,/@#$€£-])(?<!\d:)(?:\+|\()?\d[\d \u00a0().\-/]{5,24}\d(?![\w@%:])")
_SHORT_PHONE = re.compile(
    r"(?i)((?:\b(?:call|ring|text|dial|phone|tel|cell|mobile|whatsapp|number|reach)\b\.?)"
    r"[^\d\n]{0,24})(\d{3}[-. ]\d{4})(?![\w-]|[ .]\d)"
)
_NOT_A_PHONE = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}.*|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}.*|\d{4} ?[-/] ?\d{4}"
    r"|\d{1,3}(?:\.\d{1,3}){3}|\d+\.\d+|\d{1,3}(?: \d{3})+"
)
_IP = re.compile(
    r"(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}(?!\.?\w)|(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{0,4}(?![\w:]))"
)
_NEAR = [ipaddress.ip_network(each) for each in (
    "0.0.0.0/8", "10.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16",
    "::/127", "fc00::/7", "fe80::/10",
)]  # fmt: skip
_WAY = (
    "Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Close|Crescent|"
    "Terrace|Way|Place|Pl|Square|Sq|Gardens|Grove|Row|Hill|Walk"
)
_STREET = re.compile(
    rf"\b\d{{1,5}}[A-Za-z]?,? (?:[A-Z][\w'.-]{{0,30}} ){{1,4}}(?:{_WAY})\b\.?"
    r"(?:,? (?:Apt|Flat|Unit|Suite|Apartment|#)\.? ?\w{1,6}\b)?"
    r"|\b[A-ZÄÖÜ][\w-]{2,40}(?:straße|strasse|str\.|weg|platz|allee|gasse) \d{1,4}[a-z]?\b"
    r"|\b(?:Calle|Avenida|Rue|Via|Plaza|Paseo)"
    r"(?: (?:(?:de|la|del|los|las|el) ){0,2}[A-ZÁÉÍÓÚÑ][\w'-]{1,30}){1,4},? \d{1,4}\b"
)
_POSTCODE = re.compile(
    r"(?<![\w-])(?:[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2}|(?:A[KLRZ]|C[AOT]|D[CE]|"
    r"FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])"
    r" \d{5}(?:-\d{4})?)(?![\w-])"
)
# who calls pays nothing, or the number is that of a service: nobody's own
_FREEPHONE = re.compile(
    r"1?8(?:00|33|44|55|66|77|88)|0(?:800|808)|(?:44|49|33)800|1(?:800|300)|116"
)
_LEAST_DIGITS, _MOST_DIGITS = 7, 15
_NANP = re.compile(r"1?[2-9]\d{2}[2-9]\d{6}")


class Personal:
    """Replaces what is about one person by a marker that says what it was.

    Args:
        public_numbers: that belong to no person, as digits or as people write them: hotlines. They
            are read when a text holds what may be a number.
        public_sites: hosts whose addresses belong to no person, read likewise.

    Example:
        >>> Personal().redact("write to jo@example.net or call 555-867-5309")
        'write to [email] or call [phone]'
    """

    def __init__(
        self, *, public_numbers: Iterable[str] = (), public_sites: Iterable[str] = ()
    ) -> None:
        self._public_numbers = public_numbers
        self._public_sites = public_sites

    @cached_property
    def _numbers(self) -> frozenset[str]:
        return frozenset(map(_plain, self._public_numbers))

    @cached_property
    def _sites(self) -> tuple[str, ...]:
        return tuple(site.lower() for site in self._public_sites)

    @cached_property
    def _services(self) -> re.Pattern[str]:
        longest_first = sorted(self._numbers, key=lambda number: (-len(number), number))
        # "988 (24/7)", "116 123 / 0800 1111": services one after the other, and their hours
        return re.compile(f"(?:{'|'.join([*longest_first, '247', '24', '365'])})+")

    def redact(self, text: str) -> str:
        """Return a text with markers in place of what is about a person.

        Args:
            text: of any length; it takes time in proportion to it.
        """
        if not text or text.isalpha():
            return text
        for change in self._changes():
            text = change(text)
        return text

    def _changes(self) -> Iterator[Callable[[str], str]]:
        """Yield each step; what has a check digit comes before what only looks like a number."""
        yield lambda text: _EMAIL.sub(self._email, text)
        yield lambda text: _IBAN.sub(_if(is_account, "[iban]"), text)
        yield lambda text: _DIGITS.sub(_if(is_card, "[card]"), text)
        yield lambda text: _NATIONAL.sub(_if(self._is_national, "[national_id]"), text)
        yield lambda text: _SOCIAL.sub("[national_id]", text)
        yield lambda text: _INSURANCE.sub("[national_id]", text)
        yield lambda text: _NAMED_NUMBER.sub(r"\1[id_number]", text)
        yield lambda text: _BORN.sub(r"\1[date_of_birth]", text)
        yield lambda text: _PHONE.sub(self._phone, text)
        yield lambda text: _SHORT_PHONE.sub(self._short_phone, text)
        yield lambda text: _IP.sub(_ip, text)
        yield lambda text: _STREET.sub("[address]", text)
        yield lambda text: _POSTCODE.sub("[address]", text)

    def _email(self, found: re.Match[str]) -> str:
        host = found["host"].lower()
        is_public = any(host == site or host.endswith(f".{site}") for site in self._sites)
        return found[0] if is_public else "[email]"

    def _is_national(self, text: str) -> bool:
        return is_national(text) and not self._is_public(_plain(text))

    def _phone(self, found: re.Match[str]) -> str:
        text = found[0].rstrip(" .-/(")
        rest, digits = found[0][len(text) :], _plain(text)
        if self._is_public(digits) or not _LEAST_DIGITS <= len(digits) <= _MOST_DIGITS:
            return found[0]
        if text[0] in "+(" or digits.startswith("00"):
            return "[phone]" + rest
        if _NOT_A_PHONE.fullmatch(text):
            return found[0]
        is_one_run = text.isdigit()
        looks_so = bool(_NANP.fullmatch(digits)) or digits[0] == "0"
        has_groups = not is_one_run and len(digits) > _LEAST_DIGITS + 1
        return "[phone]" + rest if looks_so or has_groups else found[0]

    def _short_phone(self, found: re.Match[str]) -> str:
        return found[0] if self._is_public(_plain(found[2])) else f"{found[1]}[phone]"

    def _is_public(self, digits: str) -> bool:
        """Return whether a number is a service's, with or without a country's code."""
        if _FREEPHONE.match(digits) or self._services.fullmatch(digits):
            return True
        return digits in self._numbers or any(
            digits[n:] in self._numbers or "0" + digits[n:] in self._numbers
            for n in range(1, 5)
            if len(digits) - n >= _LEAST_DIGITS
        )


def _plain(number: str) -> str:
    return "".join(str(int(char)) for char in number if char.isdecimal())


def _if(holds: Callable[[str], bool], marker: str) -> Callable[[re.Match[str]], str]:
    def replaced(found: re.Match[str]) -> str:
        return marker if holds(found[0]) else found[0]

    return replaced


def _ip(found: re.Match[str]) -> str:
    """Return the marker for an address on the net; one of this machine or its network stays."""
    try:
        address = ipaddress.ip_address(found[0])
    except ValueError:
        return found[0]
    is_near = any(address.version == net.version and address in net for net in _NEAR)
    return found[0] if is_near else "[ip]"
