"""The countries of a cohort, and the cultures that people there may name as theirs.

The countries are those of the hotline table whose help can be judged; most speak English. A culture
with True is that of somebody whose first language is another. The lists are neither complete nor
weighted as populations are: they spread a cohort.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["COUNTRIES", "CULTURES", "has_moved"]

CULTURES: Mapping[str, Mapping[str, bool]] = MappingProxyType(
    {
        "US": {
            "African American": False,
            "Midwestern": False,
            "Mexican American": False,
            "Navajo": False,
            "Korean American": False,
            "Southern": False,
            "Vietnamese, in the United States": True,
        },
        "GB": {
            "English": False,
            "Scottish": False,
            "Welsh": False,
            "British Pakistani": False,
            "British Nigerian": False,
            "Polish, in Britain": True,
        },
        "IE": {
            "Irish": False,
            "Irish Traveller": False,
            "Brazilian, in Ireland": True,
        },
        "AU": {
            "Australian": False,
            "Aboriginal Australian": False,
            "Greek Australian": False,
            "Filipino, in Australia": True,
        },
        "NZ": {
            "M\u0101ori": False,
            "P\u0101keh\u0101": False,
            "Samoan, in New Zealand": True,
        },
        "CA": {
            "Canadian": False,
            "Cree": False,
            "Qu\u00e9b\u00e9cois": True,
            "Punjabi Canadian": False,
        },
        "ZA": {"Zulu": True, "Afrikaans": True, "English South African": False, "Xhosa": True},
        "IN": {"Tamil": True, "Bengali": True, "Goan": False},
        "SG": {"Chinese Singaporean": False, "Malay Singaporean": True},
        "DE": {"German": True, "Turkish German": True},
        "ES": {"Spanish": True},
        "FR": {"French": True},
        "MX": {"Mexican": True},
        "AT": {"Austrian": True},
        "CH": {"Swiss": True},
    }
)
"""By country: cultures, and whether English is another language than the first."""

COUNTRIES: tuple[str, ...] = (
    *("US",) * 6,
    *("GB",) * 5,
    *("AU",) * 3,
    *("IE", "CA", "NZ", "ZA", "IN") * 2,
    *("SG", "DE", "ES", "FR", "MX", "AT", "CH"),
)
"""One deck of countries, each as often as it stands here."""


def has_moved(culture: str) -> bool:
    """Return whether somebody of a culture has come to the country from another.

    Args:
        culture: as in :data:`CULTURES`.

    Example:
        >>> has_moved("Polish, in Britain"), has_moved("Polish")
        (True, False)
    """
    return ", in " in culture
