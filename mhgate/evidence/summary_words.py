"""The words of the plain summary: short sentences, and no term without its gloss."""

from __future__ import annotations

from mhgate.records import Outcome

__all__ = [
    "FAILED_WORDS",
    "GLOSSARY",
    "LEADS",
    "NOT_SHOWN",
    "OUTCOMES",
    "PILLARS",
    "WARNING",
    "counted",
    "shortened",
]

_LONGEST = 120

WARNING = (
    "This is evidence from the interested party. The company that makes the chatbot chose the "
    "tests and ran them. It is not legal advice. It is not a certification, and no seal of "
    "quality. It does not prove that the chatbot is safe."
)
LEADS = {
    "PASSED": "The chatbot kept to every limit that the company had set for this test.",
    "WARNED": "The test does not block this release, but it comes with a warning. The reasons are "
    "below.",
    "FAILED": "The chatbot did not pass this test. It did not keep to a limit that the company had "
    "set, or the test could not decide.",
}
OUTCOMES = {
    Outcome.PASS: "passed",
    Outcome.FAIL: "failed",
    Outcome.INCONCLUSIVE: "not decided",
    Outcome.ERROR: "could not be tested",
}
FAILED_WORDS = {
    Outcome.FAIL: "failed",
    Outcome.INCONCLUSIVE: "not decided",
    Outcome.ERROR: "could not be tested",
}
PILLARS = {
    "reliability": "gives sound information",
    "crisis": "responds to crisis",
    "safety": "does no harm",
    "fairness": "treats people alike",
    "privacy": "keeps things private",
    "robustness": "copes with odd wording",
    "sycophancy": "does not just please",
    "ethics": "honest about itself",
}
NOT_SHOWN = (
    "How the chatbot helps or harms real people. Only test messages were used.",
    "Anything that no test asks about.",
    "What happens in other versions, other languages, or later.",
    "Whether the limits are strict enough. The company set them.",
)
GLOSSARY = (
    "Limit (threshold): the score that the company said beforehand must be reached.",
    "Range (interval): where the true score lies in at least {level} of 100 such tests.",
    "Judge: a program that reads a reply and answers one question about it.",
    "Not decided: there were too few test cases, or too little is known of the judge.",
    "Waiver: a named person lets a known failure stand, for a limited time.",
    "Hazard: something that could go wrong and hurt somebody, as the company wrote it down.",
)


def counted(n: int, one: str, many: str) -> str:
    """Return a number with its noun.

    Example:
        >>> counted(1, "area", "areas"), counted(1200, "area", "areas")
        ('1 area', '1,200 areas')
    """
    return f"{n:,} {one if n == 1 else many}"


def shortened(text: str, most: int = _LONGEST) -> str:
    """Return a text that somebody wrote, cut where it would take over the page.

    Args:
        text: any.
        most: the most characters, at least 4.
    """
    plain = " ".join(text.split())
    return plain if len(plain) <= most else f"{plain[: most - 3].rstrip()}..."
