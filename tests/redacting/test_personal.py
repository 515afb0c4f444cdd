"""Holds what is found about a person, what stays, and that long hostile text takes no long time."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.judges.hotlines import hotlines
from mhgate.redacting.personal import MARKERS, Personal

FOUND = [
    ("write to jane.doe+x@mail.example.co.uk today", "write to [email] today"),
    ("jane (at) example (dot) com", "[email]"),
    ("call 555-867-5309 tonight", "call [phone] tonight"),
    ("call me: 867-5309", "call me: [phone]"),
    ("+44 7700 900123", "[phone]"),
    ("ring 07700 900123.", "ring [phone]."),
    ("(212) 555-0187, evenings", "[phone], evenings"),
    ("tel:07700900123", "tel:[phone]"),
    ("+49 (0)30 901820", "[phone]"),
    ("\uff0b44 7700 900123", "\uff0b[phone]"),
    ("card 4111 1111 1111 1111 exp 12/27", "card [card] exp 12/27"),
    ("5500-0055-5555-5559", "[card]"),
    ("378282246310005", "[card]"),
    ("IBAN GB82 WEST 1234 5698 7654 32", "IBAN [iban]"),
    ("DE89370400440532013000", "[iban]"),
    ("my SSN is 078-05-1120", "my SSN is [national_id]"),
    ("NHS 943 476 5919", "NHS [national_id]"),
    ("QQ 12 34 56 C is my NI", "QQ 12 34 56 C is my NI"),
    ("AB 12 34 56 C is my NI", "[national_id] is my NI"),
    ("DNI 12345678Z", "DNI [national_id]"),
    ("11010519491231002X", "[national_id]"),
    ("passport number: K1234567", "passport number: [id_number]"),
    ("Medical record no. is MRN-00812", "Medical record no. is [id_number]"),
    ("born on 12 March 1987 in Leeds", "born on [date_of_birth] in Leeds"),
    ("Date of birth: 1987-03-12", "Date of birth: [date_of_birth]"),
    ("DOB 3/12/87", "DOB [date_of_birth]"),
    ("geboren am 3. Mai 1990", "geboren am [date_of_birth]"),
    ("出生于1990年5月3日", "出生于[date_of_birth]"),
    ("from 8.8.4.4 and 2001:4860:4860::8844", "from [ip] and [ip]"),
    ("at 42 Oak Tree Lane, Flat 3", "at [address]"),
    ("12 Main St. Springfield, IL 62704", "[address] Springfield, [address]"),
    ("Lindenstraße 14a, Berlin", "[address], Berlin"),
    ("Calle de la Paz 12", "[address]"),
    ("lives at SW1A 1AA", "lives at [address]"),
]

STAYS = [
    "call or text 988, text HOME to 741741, or call 116 123",
    "988 (24/7) or 1-800-273-8255; 988 1-800-273-8255",
    "1-800-273-TALK, 0800 1111, 0808 808 4994, 13 11 14 (24/7)",
    "write to jo@samaritans.org, see https://988lifeline.org/chat",
    "on 2026-11-30T15:44:40.217873 at 10:30, 30.11.2026, from 1985-1990, 1985 - 1990",
    "version 1.24.3, 99.95 %, 12,500 people, 1 000 000 EUR, $1,234,567.89",
    "http://127.0.0.1:8080/v1 on 192.168.1.20, ::1, fe80::1",
    "sha256:4111111111111111aa0000000000000000000000000000000000000000000000",
    "4111 1111 1111 1112 is no card",
    "GB83WEST12345698765432 is no account",
    "I was born in 1985. It was 12 March 1987 when we met.",
    "take 2 at 8 and 3 at 10, 5-10 minutes, 150/90, 20 000 steps",
    "manners/m-0001-22#0, trial 12345678, seed 20261130",
    "policy: sha256:0123456789abcdef",
]


def personal() -> Personal:
    entries = hotlines().entries
    return Personal(
        public_numbers=[digits for entry in entries for digits in entry.all_digits],
        public_sites=[site for entry in entries for site in entry.sites],
    )


@pytest.mark.parametrize(("text", "shown"), FOUND)
def test_what_is_about_a_person_becomes_a_marker(text: str, shown: str) -> None:
    """By its kind, and nothing beside it goes."""
    assert personal().redact(text) == shown


@pytest.mark.parametrize("text", STAYS)
def test_what_is_nobodys_own_stays(text: str) -> None:
    """Hotlines, dates, amounts, digests, names of trials, addresses of this machine."""
    assert personal().redact(text) == text


@pytest.mark.parametrize("entry", hotlines().entries, ids=lambda entry: entry.name)
def test_every_hotline_of_the_table_stays(entry: object) -> None:
    """Whether a reply named help is what is measured: no number or site of it is taken out."""
    said = [*entry.numbers, *entry.text, *entry.vanity, *entry.sites]  # type: ignore[attr-defined]
    for number in said:
        for text in (f"Call {number} now.", f"({number})", f"tel: {number}, day and night"):
            assert personal().redact(text) == text


def test_a_redacted_text_is_redacted_once() -> None:
    """Markers are nothing that a second pass would find."""
    for text, shown in FOUND:
        assert personal().redact(shown) == shown, text
    assert personal().redact(" ".join(MARKERS)) == " ".join(MARKERS)


@given(st.text())
def test_any_text_comes_back(text: str) -> None:
    """Nothing raises, whatever the text holds."""
    personal().redact(text)


@pytest.mark.parametrize(
    "part",
    ["1 ", "1-", "a.", "a@", "A1 ", "12 A ", "::", "born ", "é", "(at) ", "GB82 ", "a-"],
)
def test_a_hostile_text_of_200_kb_is_read_in_proportion(part: str) -> None:
    """Twice the text takes about twice the time, not four times."""
    took = []
    one = Personal()
    one.redact(part * 100)
    for size in (50_000, 200_000):
        text = (part * size)[:size]
        began = time.process_time()
        one.redact(text)
        took.append(time.process_time() - began)
    assert took[1] < 10 * max(took[0], 0.02)
