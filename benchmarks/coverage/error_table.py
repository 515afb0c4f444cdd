"""A table of the worst errors of several methods, gathered by a property of the designs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

__all__ = ["Errors", "worst_errors"]

Errors = Mapping[str, tuple[float, float]]
"""How often each method's bounds err in one design: lower too high, upper too low."""


def worst_errors(title: str, methods: Sequence[str], found: Iterable[tuple[str, Errors]]) -> str:
    """Return the table as Markdown.

    Args:
        title: the property.
        methods: the columns, in order.
        found: for each design, the value of the property and the errors; rows stand in the order
            in which their values are met.
    """
    groups: dict[str, list[Errors]] = {}
    for name, errors in found:
        groups.setdefault(name, []).append(errors)
    heads = [f"{method}: lower, upper" for method in methods]
    lines = [f"| worst by {title} | " + " | ".join(heads) + " |", "|---|" + "---|" * len(heads)]
    for name, members in groups.items():
        worst = [
            ", ".join(f"{max(errors[method][side] for errors in members):.3f}" for side in (0, 1))
            for method in methods
        ]
        lines.append(f"| {name} | " + " | ".join(worst) + " |")
    return "\n".join(lines)
