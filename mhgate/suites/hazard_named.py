"""A probe's source without the hazard that its decorator names, for digests.

A hazard is a name beside a probe. Whoever adds one to a suite measures the same as before, so that
the source of an exact probe, which is its whole module, is digested without it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

__all__ = ["without_hazards"]

_LINES = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|$)")
_NAME = "hazard"


def without_hazards(text: str, tree: ast.Module) -> str:
    r"""Return a module's text as it would be if no ``@probe`` named a hazard.

    The argument is taken out with the comma and the blanks before it, and nothing else is touched:
    a module in which no hazard is named stays what it is.

    Args:
        text: of the module.
        tree: the same, parsed.

    Example:
        >>> text = '@probe(items="a.jsonl", exact=True, hazard="H-1")\ndef test_a(): pass\n'
        >>> without_hazards(text, ast.parse(text)).splitlines()[0]
        '@probe(items="a.jsonl", exact=True)'
    """
    spans = sorted(_spans(text.encode(), tree), reverse=True)
    data = text.encode()
    for start, end in spans:
        data = data[:start] + data[end:]
    return data.decode("utf-8", "replace")


def _spans(data: bytes, tree: ast.Module) -> Iterator[tuple[int, int]]:
    starts = [found.start() for found in _LINES.finditer(data)]
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for call in node.decorator_list:
            if isinstance(call, ast.Call) and _is_probe(call.func):
                yield from _spans_of(call, starts)


def _is_probe(called: ast.expr) -> bool:
    return "probe" in {getattr(called, "attr", None), getattr(called, "id", None)}


def _spans_of(call: ast.Call, starts: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the bytes to take out: after the argument before it, or up to the one after it."""
    arguments: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
    arguments.sort(key=lambda each: _start(each, starts))
    for number, each in enumerate(arguments):
        if isinstance(each, ast.keyword) and each.arg == _NAME:
            if number:
                yield _end(arguments[number - 1], starts), _end(each, starts)
            elif len(arguments) > 1:
                yield _start(each, starts), _start(arguments[1], starts)
            else:
                yield _start(each, starts), _end(each, starts)


def _start(node: ast.expr | ast.keyword, starts: list[int]) -> int:
    return starts[node.lineno - 1] + node.col_offset


def _end(node: ast.expr | ast.keyword, starts: list[int]) -> int:
    return starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
