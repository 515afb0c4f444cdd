"""What all sections found, as one page, one chart and one file of JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from benchmarks.charting import chart
from benchmarks.sections import Section, Told

__all__ = ["BEGIN", "END", "as_chart", "as_json", "as_page", "put_into", "read_json"]

BEGIN = "<!-- Made by python -m benchmarks; run it, and change nothing here. -->"
END = "<!-- End of what python -m benchmarks made. -->"
_PART = re.compile(rf"(?<={re.escape(BEGIN)}\n).*?(?=^{re.escape(END)}$)", re.DOTALL | re.MULTILINE)


def as_page(sections: Sequence[Section], found: Mapping[str, Told]) -> str:
    """Return the page: a heading, the machine, tables and bars for each section.

    Args:
        sections: in their order; those that were never run are passed over.
        found: what each brought, by its name.
    """
    lines: list[str] = []
    for section in sections:
        told = found.get(section.name)
        if told is None:
            continue
        on = f"{told['machine']}, a load of {told['load']:g} before it."
        if told["quick"]:
            on += " **A quick look at little of everything: no figure of it is to be compared.**"
        lines += [f"### {section.title}", "", on, "", *section.page(told)]
        if told.get("absent"):
            lines += [f"Not installed, and so not measured: {', '.join(told['absent'])}.", ""]
        if not told["quick"] and (bars := section.bars(told)):
            lines += [*(bar.line() for bar in bars), ""]
    return "\n".join(lines).rstrip() + "\n"


def as_chart(sections: Sequence[Section], found: Mapping[str, Told]) -> str:
    """Return the chart; the arguments are :func:`as_page`'s."""
    there = [section for section in sections if section.name in found]
    panels = [panel for section in there for panel in section.panels(found[section.name])]
    feet = list(dict.fromkeys(found[each.name]["machine"] for each in there))
    if any(found[each.name]["quick"] for each in there):
        feet.append("a quick look: not to be compared")
    return chart(panels, "; ".join(feet))


def as_json(found: Mapping[str, Told]) -> str:
    """Return all that was measured, from which page and chart can be made again."""
    return json.dumps({"sections": found}, indent=1) + "\n"


def read_json(text: str) -> dict[str, Told]:
    """Return what :func:`as_json` wrote."""
    sections: dict[str, Told] = json.loads(text)["sections"]
    return sections


def put_into(document: str, page: str) -> str:
    """Return a document whose marked part is this page.

    Args:
        document: holds both markers, once, each on a line of its own.
        page: what stands between them afterwards.

    Raises:
        ValueError: the markers are not there.
    """
    if len(_PART.findall(document)) != 1:
        raise ValueError(f"no part to be replaced: write {BEGIN!r} and {END!r}, a line each")
    return _PART.sub(lambda _found: f"\n{page}\n", document)
