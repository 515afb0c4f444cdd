"""Opens pages in a real browser without a network, and runs axe-core on them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

# Tests are imported by path and find no neighbour by themselves.
sys.path.insert(0, str(Path(__file__).parent))


class Opened:
    """A page, opened from disk, and whatever went wrong or left it."""

    def __init__(self, browser: Any, path: Path, **settings: Any) -> None:
        self.context = browser.new_context(offline=True, **settings)
        self.page = self.context.new_page()
        self.wrong: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.wrong.append(message.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("dialog", lambda dialog: self.wrong.append(dialog.message))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.url = path.as_uri()
        self.page.goto(self.url)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def focused(self) -> str:
        return str(self.page.evaluate("document.activeElement.id"))

    def words(self, selector: str) -> str:
        return str(self.page.locator(selector).inner_text())

    def found(self) -> tuple[int, int]:
        """Return how many trials the filters leave, of how many."""
        left, _, rest = self.words("#found").partition(" of ")
        return int(left), int(rest.split()[0])

    def choose(self, name: str, label: str) -> None:
        self.page.locator(f"#{name}").select_option(label=label)

    def by_keyboard_to(self, name: str) -> None:
        """Go on with the tab key until an element has the focus."""
        for _ in range(400):
            self.press("Tab")
            if self.focused() == name:
                return
        raise AssertionError(f"{name} cannot be reached by tab")

    def axe(self) -> list[tuple[str, str, list[str]]]:
        """Return what axe-core finds that is serious or worse: rule, impact, and where."""
        # axe is no part of the page, whose policy would not let it in
        axe = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
        self.page.evaluate(axe)
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            (each["id"], each["impact"], [node["html"][:120] for node in each["nodes"]][:3])
            for each in found["violations"]
            if each["impact"] in {"serious", "critical", "moderate"}
        ]


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Opened]]:
    """Return a function that opens a page, given its HTML or its path."""
    made: list[Opened] = []

    def open_page(html: str | Path, **settings: Any) -> Opened:
        path = html
        if isinstance(html, str):
            path = tmp_path / f"page-{len(made)}.html"
            path.write_text(html, encoding="utf-8")
        assert isinstance(path, Path)
        made.append(Opened(browser, path, **settings))
        return made[-1]

    yield open_page
    for each in made:
        each.context.close()
