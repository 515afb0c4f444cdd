"""Options as files hold them -> labels and texts; the right one, where the file states it."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from typing import Any

from mhgate.importers.items.cells import Unfit, name_of, text_of

__all__ = ["asked", "choices_of", "key_of"]

_LABELLED = re.compile(r"\s*[(\[]?([A-Z])[.):\]]\s*(\S.*)")
_LONGEST_LITERAL = 100_000
_FEWEST, _MOST = 2, 26
_AROUND_A_LABEL = " \t\n()[].:"


def choices_of(raw: Any, what: str) -> dict[str, str]:
    """Return the options of a cell by their labels.

    Args:
        raw: a table of labels and texts; a list of texts, which become A, B, C and so on; either of
            them as JSON or as Python writes it; or lines that begin with their labels: ``A. ...``.
        what: what the cell is, for the reason.

    Returns:
        At least two options, each on one line.

    Raises:
        Unfit: it is none of these.
    """
    found = _literal(raw) if isinstance(raw, str) else raw
    if isinstance(found, list):
        found = {chr(ord("A") + at): each for at, each in enumerate(found[:_MOST])}
    elif isinstance(found, str):
        found = _lines(found)
    if not isinstance(found, dict) or len(found) < _FEWEST:
        raise Unfit(f"{what} in which no two options can be told apart")
    return {
        str(label).strip(): " ".join(text_of(each, what).split()) for label, each in found.items()
    }


def _literal(text: str) -> Any:
    if text.lstrip()[:1] not in {"[", "{"} or len(text) > _LONGEST_LITERAL:
        return text
    for read in (json.loads, ast.literal_eval):
        try:
            return read(text.strip())
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
    return text


def _lines(text: str) -> dict[str, str] | None:
    """Return options that stand on lines, A first and in order; other lines go on with them."""
    found: dict[str, str] = {}
    for line in text.replace("\r", "\n").split("\n"):
        hit = _LABELLED.match(line)
        if hit and hit[1] == chr(ord("A") + len(found)):
            found[hit[1]] = hit[2]
        elif not line.strip():
            continue
        elif not found:
            return None
        else:
            found[chr(ord("A") + len(found) - 1)] += f" {line}"
    return found


def key_of(raw: Any, choices: Mapping[str, str], *, counts_from: int | None = None) -> str | None:
    """Return the label of the right option; None where the cell states none.

    Args:
        raw: a label, an option word for word, or its number.
        choices: the options by their labels.
        counts_from: the number of the first option, where numbers count; None: they do not.
    """
    said = name_of(raw)
    if said is None:
        return None
    if counts_from is not None and re.fullmatch(r"\d{1,3}", said):
        labels = list(choices)
        at = int(said) - counts_from
        return labels[at] if 0 <= at < len(labels) else None
    bare = said.strip(_AROUND_A_LABEL).casefold()
    by_label = {label.casefold(): label for label in choices}
    if bare in by_label:
        return by_label[bare]
    words = said.casefold()
    told = [label for label, text in choices.items() if text.casefold() == words]
    return told[0] if len(told) == 1 else None


def asked(question: str, choices: Mapping[str, str], ask: str) -> str:
    """Return a message that asks for one of the options.

    Args:
        question: what comes before them.
        choices: the options by their labels.
        ask: what comes after them; may be empty.
    """
    options = "\n".join(f"{label}) {text}" for label, text in choices.items())
    return "\n\n".join(part for part in (question, options, ask) if part)
