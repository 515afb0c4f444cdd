"""The README of a suite that was imported: what it asks, where it comes from, what became of it."""

from __future__ import annotations

from collections.abc import Iterator

from mhgate.importers.items import SuiteDraft
from mhgate.records import SuiteImport
from mhgate.report.safe_text import printable

__all__ = ["readme"]

_PROTECTED = """\
> **Protected.** These prompts wish for harm and are published without answers. Keep them out of
> public pages and of whatever models are trained on: a prompt that was learned measures nothing."""
_LAST = "Nobody of this project has reviewed its items. A figure on them is no certificate."


def readme(draft: SuiteDraft, about: SuiteImport) -> str:
    """Return the page.

    Args:
        draft: the suite as its format describes it.
        about: how it came to be.
    """
    return "\n".join(_lines(draft, about)) + "\n"


def _lines(draft: SuiteDraft, about: SuiteImport) -> Iterator[str]:
    yield from (f"# Suite: {about.suite} ({printable(draft.title)})", "")
    for paragraph in draft.about:
        yield from (printable(paragraph), "")
    if draft.is_protected:
        yield from (_PROTECTED, "")
    yield from _card(about)
    yield from ("", "## Account", "")
    yield from _account(about)
    yield from ("", "## What `mhgate suites check` says", "")
    yield from _checked(about)
    yield from ("", "## What it does not show", "")
    for limit in (*draft.limits, _LAST):
        yield f"* {printable(limit)}"


def _card(about: SuiteImport) -> Iterator[str]:
    yield from ("| | |", "|---|---|")
    yield f"| source | {_cell(about.source)} |"
    yield f"| licence | {_cell(about.licence)} |"
    yield f"| read | {_cell(about.file)}, `{about.digest}` |"
    yield f"| encoding | {about.encoding or 'none: a workbook'} |"
    for file in about.files:
        yield f"| written | `{file.name}`: {file.rows} {file.holds}, {file.families} families |"
    for question, home in about.questions.items():
        yield f"| question | `{question}`: {home} |"


def _account(about: SuiteImport) -> Iterator[str]:
    for account in about.accounts:
        yield f"* {printable(account.what)}: {account.read} read, {account.used} used"
        for left in account.left_out:
            yield f"    * {left.n} left out: {printable(left.reason)}{_first(left.places)}"
    for each in about.noticed:
        yield f"* noticed {each.n}: {printable(each.what)}{_first(each.places)}"
    for name, number in about.facts.items():
        yield f"* {printable(name)}: {number:g}"


def _checked(about: SuiteImport) -> Iterator[str]:
    if about.let_stand:
        counts = ", ".join(f"{rule} ({n} items)" for rule, n in about.let_stand.items())
        yield f"* Let stand in check.toml, because the texts were imported as they stood: {counts}."
    for kind, found in (("Errors", about.errors), ("Warnings", about.warnings)):
        if found:
            yield f"* {kind}: " + ", ".join(f"{rule} ({n})" for rule, n in found.items()) + "."


def _first(places: tuple[str, ...]) -> str:
    return f" ({printable(places[0])})" if places else ""


def _cell(text: str) -> str:
    return printable(text).replace("|", "\\|")
