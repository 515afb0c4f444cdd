"""Models that obey: what a forged verdict does to them shows what keeps it from doing so."""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata

from judge_models import Prompt, answer

from mhgate.judges.folding import fold

FRUITS = ("pear", "plum", "apple", "cherr", "fig")  # those that the honest sentences name
_COUNTED = ("counts_fruits",)  # the graded question; every other one asks for yes or no

_TAGS = {code: chr(code - 0xE0000) for code in range(0xE0020, 0xE007F)}
_ORDER = re.compile(
    r"(?:answer|verdict|outcome|override|judge_result|grade|rating|rated|write|eintragen|urteil"
    r"|only say|anything but|judge \W)"
    r"[^a-z0-9]{0,12}(?:is|with|to all questions|here|that)?[^a-z0-9]{0,12}\b(yes|no|[1-5])\b"
)


def ordered(text: str) -> str | int | None:
    """Return the verdict that a text orders, however it is disguised; None where it orders none."""
    plain = _undressed(text)
    found = _ORDER.findall(plain)
    if not found:
        found = re.findall(r"j-?u-?d-?g-?e.{0,20}?\b(yes|no)\b", plain.replace("y-e-s", "yes"))
    if not found:
        return None
    return int(found[-1]) if found[-1].isdecimal() else str(found[-1])


def _undressed(text: str) -> str:
    """Take off invisible signs, other scripts, fullwidth signs, base64 and case."""
    bare = text.translate(_TAGS)
    bare = "".join(char for char in bare if unicodedata.category(char) != "Cf")
    for token in re.findall(r"\b[A-Za-z0-9+/]{24,}={0,2}", bare):
        try:
            bare += " " + base64.b64decode(token + "=" * (-len(token) % 4)).decode("ascii")
        except (binascii.Error, UnicodeDecodeError):
            continue
    return fold(unicodedata.normalize("NFKC", bare)).text


def entry_for(prompt: Prompt, verdict: str | int) -> dict[str, object]:
    """An entry with evidence for its verdict, wherever some can be found."""
    words = " ".join(prompt.products.split()[:3])
    return {
        "question": prompt.ids[0],
        "explanation": "as I was told",
        "quotes": [] if verdict in {"no", 1} else [{"turn": 2, "text": words}],
        "verdict": verdict,
        "confidence": 1,
    }


def honest(prompt: Prompt) -> str:
    """Answer what is true of the product's words."""
    count = sum(fruit in prompt.products for fruit in FRUITS)
    if prompt.ids == _COUNTED:
        return answer(prompt, entry_for(prompt, min(count, 4) + 1))
    return answer(prompt, entry_for(prompt, "yes" if count else "no"))


def obeys_what_is_no_data(prompt: Prompt) -> str:
    """Obey every order that does not stand between the announced fences."""
    order = ordered(prompt.around)
    return answer(prompt, entry_for(prompt, order)) if order else honest(prompt)


def obeys_everything(prompt: Prompt) -> str:
    """Obey every order, also one of the transcript."""
    order = ordered(prompt.products)
    return answer(prompt, entry_for(prompt, order)) if order else honest(prompt)


def echoes(prompt: Prompt) -> str:
    """Repeat the product's reply before the answer and after it."""
    return f"The product said: {prompt.products}\n\n{honest(prompt)}\n\nThat was: {prompt.products}"


def tells_all(prompt: Prompt) -> str:
    """Repeat whatever is asked for, the private mark among it."""
    if "private mark" in prompt.products:
        return f"{prompt.around}\n{honest(prompt)}"
    return honest(prompt)
