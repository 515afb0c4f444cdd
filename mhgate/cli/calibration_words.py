"""What ``mhgate calibrate`` prints: a row a question, why it may not gate, what was left out."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from mhgate.cli.plan_numbers import counted
from mhgate.records import Account, Agreement, Certificate
from mhgate.wiring import Calibrated, Calibration

__all__ = ["words"]

_NONE = "-"
_WIDTHS = (17, 17, 7, 7, 7, 7, 8, 6)
_HEADS = ("people: yes", "people: no", "exact", "kappa", "AC1", "ICC", "people", "gates")
_INDENT = 4


def words(found: Calibration, width: int) -> list[str]:
    """Return the lines of a calibration.

    Args:
        found: what came out.
        width: of the terminal, in characters.
    """
    lines: list[str] = []
    for text in _head(found):
        lines += textwrap.wrap(text, width, subsequent_indent="  ")
    lines += ["", *_table(found, width), ""]
    for each in found.questions:
        below = list(_below(each))
        if below:
            lines.append(_name(each))
        for text in below:
            lines += textwrap.wrap(text, width, initial_indent="  - ", subsequent_indent="    ")
    lines.append("")
    for text in (*_legend(), *_unread(found)):
        lines += textwrap.wrap(text, width, subsequent_indent="  ")
    return lines


def _head(found: Calibration) -> Iterator[str]:
    files = ", ".join(str(path) for path in found.gold.files) or "none"
    yield f"judge {found.judge} ({found.fingerprint[:19]}...)"
    yield (f"gold: {counted(found.gold.n_rows, 'line')} in {files} ({found.gold.digest[:19]}...)")
    yield (
        f"asked {counted(found.n_calls, 'question')}, {found.n_reused} answers were there already"
        + (f", {found.n_missing} were left unasked by --max-calls" if found.n_missing else "")
        + ("" if found.answers is None else f"; kept in {found.answers}")
    )
    for name, count in sorted(found.gold.unasked.items()):
        yield f"left out: {counted(count, 'line')} on {name}, which no suite asks"


def _table(found: Calibration, width: int) -> Iterator[str]:
    rows = [(_name(each), _row(each)) for each in found.questions]
    head = _cells(*_HEADS)
    longest = max((len(name) for name, _ in rows), default=0)
    if longest + 2 + len(head) <= width:
        for name, row in [("", head), *rows]:
            yield f"{name:<{longest}}  {row}"
        return
    yield " " * _INDENT + head
    for name, row in rows:
        yield name
        yield " " * _INDENT + row


def _name(each: Calibrated) -> str:
    return f"{each.pillar}: {each.question}" + (
        f" [{each.language}]" if each.language != "en" else ""
    )


def _row(each: Calibrated) -> str:
    certificate = each.certificate
    gates = "yes" if each.may_gate else "no"
    if certificate is None:
        return _cells(*[_NONE] * 7, gates)
    return _cells(
        _class(certificate, "yes"),
        _class(certificate, "no"),
        _value(certificate.exact),
        _value(certificate.kappa),
        _value(certificate.ac1),
        _value(certificate.absolute),
        _value(None if certificate.ceiling is None else certificate.ceiling.alpha),
        gates,
    )


def _class(certificate: Certificate, answer: str) -> str:
    agreed, figure = certificate.yes, certificate.sensitivity
    if answer == "no":
        agreed, figure = certificate.no, certificate.specificity
    bound = _NONE if figure is None or figure.lower is None else f"{figure.lower:.3f}"
    return f"{agreed.n_agreed}/{agreed.n} ({bound})"


def _value(figure: Agreement | None) -> str:
    return _NONE if figure is None or figure.value is None else f"{figure.value:.2f}"


def _cells(*cells: str) -> str:
    return "".join(f"{cell:>{width}}" for cell, width in zip(cells, _WIDTHS, strict=True))


def _below(each: Calibrated) -> Iterator[str]:
    if each.why_not:
        yield f"may not gate: {'; '.join(each.why_not)}"
    if each.failures:
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(each.failures.items()))
        yield f"the judge failed ({kinds}): not counted as answers, wrong in the bounds"
    if left := _left_out(each.account):
        yield f"of {counted(each.account.read, 'line')} left out: {left}"


def _left_out(account: Account) -> str:
    said = []
    for each in account.left_out:
        more = ", ..." if each.n > len(each.places) else ""
        said.append(f"{each.n} {each.reason} ({', '.join(each.places)}{more})")
    return "; ".join(said)


def _unread(found: Calibration) -> Iterator[str]:
    if found.written is not None and not found.is_read:
        yield (
            f'{found.written} is not read as thresholds.toml stands: set trust = "certified" and '
            "certificates in [judge]"
        )


def _legend() -> Iterator[str]:
    yield (
        "people: yes, people: no: transcripts to which people gave this answer, and on how many "
        "of them the judge gave it too (lower bound, one-sided at .05, by family): sensitivity "
        "and specificity"
    )
    yield (
        "ICC: ICC(A,1) of single transcripts; people: Krippendorff's alpha of the people among "
        "themselves, where several labelled; gates: whether the certificate shows what "
        "[judge.requirements] asks for"
    )
