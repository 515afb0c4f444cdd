"""The figures of an agreement as text, the same in the terminal, in plots and on the page."""

from __future__ import annotations

from mhgate.records import Account, Bounds, Category, JudgeAgreement, Noticed

__all__ = [
    "NONE",
    "account_line",
    "between",
    "category_text",
    "left_out_text",
    "name_of",
    "noticed_line",
    "number",
    "signed",
]

NONE = "none"


def number(value: float | None, places: int = 3) -> str:
    """Return a coefficient; ``none`` where there is none.

    Example:
        >>> number(0.8809), number(-0.0001), number(None)
        ('0.881', '0.000', 'none')
    """
    return NONE if value is None else _unsigned_zero(f"{value:.{places}f}")


def signed(value: float | None, places: int = 3) -> str:
    """Return a difference with its sign.

    Example:
        >>> signed(0.2481), signed(-0.1), signed(0)
        ('+0.248', '-0.100', '0.000')
    """
    return NONE if value is None else _unsigned_zero(f"{value:+.{places}f}")


def between(bounds: Bounds | None, *, with_sign: bool = False, places: int = 3) -> str:
    """Return an interval's bounds.

    Args:
        bounds: the interval, or None.
        with_sign: whether it is one of differences.
        places: decimals.
    """
    if bounds is None or (bounds.lower is None and bounds.upper is None):
        return NONE
    write = signed if with_sign else number
    return f"{write(bounds.lower, places)} to {write(bounds.upper, places)}"


def category_text(category: Category) -> str:
    """Return the published word, and how often other seeds give the same."""
    if category.category is None or category.stability is None:
        return category.category or NONE
    return f"{category.category} {category.stability:.0%}"


def left_out_text(account: Account) -> str:
    """Return what was left out, reason by reason; empty where nothing was."""
    parts = []
    for each in account.left_out:
        place = f", {each.places[0]}" if each.places else ""
        first = "first " if place and each.n > 1 else ""
        parts.append(f"{each.n} {each.reason}" + (f" ({first}{place[2:]})" if place else ""))
    return "; ".join(parts)


def account_line(account: Account) -> str:
    """Return an account as the sum that it is."""
    left = sum(each.n for each in account.left_out)
    line = f"read {account.read} {account.unit} = used {account.used} + left out {left}"
    return f"{line}: {left_out_text(account)}" if left else line


def noticed_line(noticed: Noticed) -> str:
    """Return what was noticed, how often, and where first."""
    place = f" (first: {noticed.places[0]})" if noticed.places else ""
    times = "once" if noticed.n == 1 else f"{noticed.n} times"
    return f"{times}: {noticed.what}{place}"


def name_of(measured: JudgeAgreement) -> str:
    """Return a measure's name; a composite's says how many attributes it is made of."""
    parts = len(measured.parts)
    return f"{measured.attribute} (mean of {parts})" if parts else measured.attribute


def _unsigned_zero(text: str) -> str:
    return text.lstrip("+-") if float(text) == 0 else text
