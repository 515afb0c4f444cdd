"""Templates of pages: everything that is put into one is made visible and escaped."""

from __future__ import annotations

from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from mhgate.report.safe_text import printable

__all__ = ["Templates"]


class Templates:
    """The templates, the style sheet and the script of one kind of page.

    Args:
        home: the package whose folder ``templates`` holds them.
    """

    def __init__(self, home: str) -> None:
        self._home = home

    def part(self, name: str) -> str:
        """Return a file of the page as text.

        Args:
            name: of a template, the style sheet or the script.
        """
        return _text(self._home, name)

    def filled(self, template: str, **values: Any) -> Markup:
        """Return a template, filled.

        Every text that is not markup made here is made visible first (control and bidirectional
        characters as their escapes, long ones cut with a count) and escaped after that. A name that
        is not handed over is an error, never an empty place.

        Args:
            template: a file's name.
            values: what it holds.
        """
        # the environment escapes everything by itself; what it returns is markup
        return Markup(self._environment.get_template(template).render(values))  # noqa: S704 - escaped

    @cached_property
    def _environment(self) -> Environment:
        return Environment(
            loader=FunctionLoader(self.part),
            autoescape=True,
            undefined=StrictUndefined,
            finalize=_visible,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            auto_reload=False,
        )


@lru_cache(maxsize=64)
def _text(home: str, name: str) -> str:
    return files(home).joinpath("templates", name).read_text(encoding="utf-8")


def _visible(value: Any) -> Any:
    """Return a value as a page may hold it; markup stays what it is."""
    if value is None:
        return ""
    if isinstance(value, Markup):
        return value
    if isinstance(value, float):
        return repr(value)  # the shortest text that reads back as the same number
    return printable(str(value))
