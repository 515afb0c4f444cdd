"""What ``mhgate calibrate`` prints: a row a question, why it may not gate, what was left out."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from mhgate.cli.plan_numbers import counted
from mhgate.records import Account, Agreement, Certificate, Graded
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
    is_graded = any(each.good_from is not None for each in found.questions)
    for text in (*_legend(), *(_legend_of_grades() if is_graded else ()), *_unread(found)):
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
    cut = "" if each.good_from is None else f" >= {each.good_from}"
    language = "" if each.language == "en" else f" [{each.language}]"
    return f"{each.pillar}: {each.question}{cut}{language}"


def _row(each: Calibrated) -> str:
    certificate = each.certificate
    gates = "yes" if each.may_gate else "no"
    if certificate is None:
        return _cells(*[_NONE] * 7, gates)
    graded = certificate.graded
    return _cells(
        _class(certificate, "yes"),
        _class(certificate, "no"),
        _value(certificate.exact if graded is None else graded.exact),
        _value(certificate.kappa if graded is None else graded.quadratic_kappa),
        _value(certificate.ac1),
        _value(certificate.absolute if graded is None else graded.absolute),
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
    if each.certificate is not None and each.certificate.graded is not None:
        yield from _of_grades(each.certificate.graded)
    if each.failures:
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(each.failures.items()))
        yield f"the judge failed ({kinds}): not counted as answers, wrong in the bounds"
    if left := _left_out(each.account):
        yield f"of {counted(each.account.read, 'line')} left out: {left}"


def _of_grades(graded: Graded) -> Iterator[str]:
    """Say how far the grades themselves agree, beside the cut."""
    for who, counts in (("people", graded.by_people), ("the judge", graded.by_judge)):
        if counts:
            told = ", ".join(f"{grade}: {n}" for grade, n in counts.items())
            yield f"grades given by {who}: {told}"
    yield "on grades: " + ", ".join(
        f"{name} {_bounded(figure)}"
        for name, figure in (
            ("quadratic kappa", graded.quadratic_kappa),
            ("Krippendorff's alpha", graded.alpha),
            ("Lin's concordance", graded.lin),
            ("ICC(A,1)", graded.absolute),
            ("ICC(C,1)", graded.consistency),
            ("ICC(A,1) of systems", graded.system_absolute),
            ("ICC(C,1) of systems", graded.system_consistency),
        )
        if figure is not None
    )
    limits = graded.limits
    apart = (
        ""
        if limits.lower is None or limits.upper is None
        else f"; 95 in 100 differences lie between {limits.lower:+.2f} and {limits.upper:+.2f}"
    )
    yield f"the judge less people: {_bounded(graded.bias, signed=True)} grades{apart}"


def _bounded(figure: Agreement, *, signed: bool = False) -> str:
    sign = "+" if signed else ""
    if figure.value is None:
        return f"none ({figure.reason})"
    if figure.lower is None or figure.upper is None:
        return f"{figure.value:{sign}.2f}"
    return f"{figure.value:{sign}.2f} ({figure.lower:{sign}.2f} to {figure.upper:{sign}.2f})"


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


def _legend_of_grades() -> Iterator[str]:
    yield (
        "of a graded question, yes is a grade from the cut on (>= 4, say); exact, kappa "
        "(quadratic) and ICC are of the grades themselves, AC1 is of the two sides of the cut"
    )
