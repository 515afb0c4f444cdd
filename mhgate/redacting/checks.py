"""Check digits: what tells a card, an account or a person's number from other digits."""

from __future__ import annotations

import re

__all__ = ["is_account", "is_card", "is_national"]

_CARD_LENGTHS = range(13, 20)
_FIRST_OF_CARDS = re.compile(r"3[0-9]|4|5[1-5]|6[0-9]|2[2-7]")
_IBAN_LENGTHS = range(15, 35)
_NHS_DIGITS = 10
_CHINESE = re.compile(r"\d{17}[\dX]")
_CHINESE_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_SPANISH = re.compile(r"([XYZ]?)(\d{7,8})([A-Z])")
_SPANISH_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"


def _digits(text: str) -> list[int]:
    return [int(char) for char in text if char.isdigit()]


def is_card(text: str) -> bool:
    """Return whether digits are those of a payment card, by length, first digits and Luhn.

    Args:
        text: digits, perhaps in groups.

    Example:
        >>> is_card("4111 1111 1111 1111"), is_card("4111 1111 1111 1112")
        (True, False)
    """
    digits = _digits(text)
    if len(digits) not in _CARD_LENGTHS or not _FIRST_OF_CARDS.match("".join(map(str, digits))):
        return False
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[-2::-2])
    return (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0


def is_account(text: str) -> bool:
    """Return whether a text is an IBAN, by its remainder (ISO 7064, 97-10).

    Args:
        text: perhaps in groups of four.

    Example:
        >>> is_account("GB82 WEST 1234 5698 7654 32")
        True
    """
    plain = re.sub(r"[ -]", "", text).upper()
    if len(plain) not in _IBAN_LENGTHS or not plain.isascii() or not plain.isalnum():
        return False
    turned = plain[4:] + plain[:4]
    return int("".join(str(int(char, 36)) for char in turned)) % 97 == 1


def is_national(text: str) -> bool:
    """Return whether a text is a number of one person that carries a check digit.

    Args:
        text: a British NHS number in groups, a Chinese identity number, a Spanish DNI or NIE.

    Example:
        >>> is_national("943 476 5919"), is_national("12345678Z")
        (True, True)
    """
    plain = re.sub(r"[ -]", "", text).upper()
    if not plain.isascii():
        return False
    if _CHINESE.fullmatch(plain):
        weighed = sum(
            weight * int(char) for weight, char in zip(_CHINESE_WEIGHTS, plain, strict=False)
        )
        return "10X98765432"[weighed % 11] == plain[-1]
    if found := _SPANISH.fullmatch(plain):
        number = int(f"{'XYZ'.index(found[1])}{found[2]}") if found[1] else int(found[2])
        return _SPANISH_LETTERS[number % 23] == found[3]
    if len(plain) == _NHS_DIGITS and plain.isdigit():
        weighed = sum((10 - at) * int(char) for at, char in enumerate(plain[:9]))
        return (11 - weighed % 11) % 11 == int(plain[-1])
    return False
