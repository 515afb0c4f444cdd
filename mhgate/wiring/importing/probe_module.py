"""Probes that are described -> the Python that declares them.

What comes from a file never stands in it as code: names are held to a pattern before they come
here, and every other word is written as a literal.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from mhgate.importers.items import ProbeDraft

__all__ = ["probe_module"]

_WIDEST = 100


def probe_module(title: str, probes: Sequence[ProbeDraft]) -> str:
    """Return the text of a suite's module.

    Args:
        title: of the suite.
        probes: what it asks.
    """
    parts = [f"{_docstring(f'{title}: made by mhgate suites import; see README.md.')}\n"]
    parts.append("from mhgate import probe\n")
    for each in probes:
        answered = "answer" if each.question is not None else "transcript"
        parts.append(
            f"\n{_decorator(each)}\ndef test_{each.name}({answered}):\n"
            f"    {_docstring(each.about)}\n"
        )
    return "\n".join(parts)


def _decorator(probe: ProbeDraft) -> str:
    words = [f"items={_literal(probe.items)}"]
    for key in ("question", "expect", "measure", "statistic", "by"):
        value = getattr(probe, key)
        if value is not None:
            words.append(f"{key}={_literal(value)}")
    if probe.at_least is not None:
        words.append(f"at_least={probe.at_least}")
    if probe.levels:
        words.append(f"levels=({' '.join(f'{_literal(level)},' for level in probe.levels)})")
    words += [f"{key}=True" for key in ("choice", "number", "never") if getattr(probe, key)]
    if probe.advisory:
        words.append("advisory=True")
    flat = f"@probe({', '.join(words)})"
    if len(flat) <= _WIDEST:
        return flat
    return "@probe(\n" + "".join(f"    {word},\n" for word in words) + ")"


def _literal(text: str) -> str:
    """Return a text as Python's literal, with double quotes."""
    return json.dumps(text, ensure_ascii=False)  # Python reads all of JSON's escapes


def _docstring(text: str) -> str:
    plain = " ".join(text.split())
    safe = plain.isprintable() and '"""' not in plain and "\\" not in plain
    return f'"""{plain}"""' if safe and not plain.endswith('"') else _literal(plain)
