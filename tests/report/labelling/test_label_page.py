"""The page for readers: closed to the network, closed to what conversations hold, readable."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.records.labelling import FormQuestion, FormRow, LabelForm, ShownTurn
from mhgate.report.labelling import render_label_page

HOSTILE = (
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "]]></style><img src=x onerror=alert(1)>",
    "@@SCRIPT@@ @@DATA@@ @@POLICY@@",
    "\u2028 \ud83d \\u003c/script>",
    '"><svg onload=alert(1)>',
)


def form(*texts: str, support: tuple[str, ...] = ("Kim, 555 0100",)) -> LabelForm:
    return LabelForm(
        form="rform",
        copy_name="1",
        questions=(FormQuestion(text="Does it help?", yes="It does.", no="It does not."),),
        rows=tuple(
            FormRow(
                row=f"r{number}",
                question=0,
                turns=(
                    ShownTurn(who="Person", text=text),
                    ShownTurn(who="Chatbot", text=f"reply {number}"),
                ),
            )
            for number, text in enumerate(texts)
        ),
        support=support,
    )


class _Page(HTMLParser):
    """Every element with its attributes, and the texts of scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.raw: list[tuple[str, str]] = []
        self._inside: str | None = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag in {"script", "style"}:
            self._inside = tag
            self.raw.append((tag, ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == self._inside:
            self._inside = None

    def handle_data(self, data: str) -> None:
        if self._inside:
            tag, before = self.raw[-1]
            self.raw[-1] = (tag, before + data)


def test_the_policy_lets_its_own_script_run_and_nothing_else() -> None:
    """The digests in the policy are those of the one script and the one style of the page."""
    page = _Page(render_label_page(form("hi")))
    policy = next(
        str(about["content"])
        for tag, about in page.elements
        if tag == "meta" and about.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    texts = {tag: text for tag, text in page.raw if text.strip() and not text.startswith("{")}
    for tag in ("script", "style"):
        made = base64.b64encode(hashlib.sha256(texts[tag].encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{made}'" in policy


def test_nothing_is_fetched_and_nothing_inline_runs() -> None:
    """No address, no second file, no handler in an attribute, no style attribute."""
    page = _Page(render_label_page(form("hi")))
    for tag, about in page.elements:
        assert tag not in {"link", "img", "iframe", "object", "embed", "base", "video", "audio"}
        for name, value in about.items():
            assert name not in {"src", "style", "action", "srcset"}
            assert not name.startswith("on")
            assert name != "href" or str(value).startswith("#")
    script = files("mhgate.report.labelling").joinpath("page.js").read_text(encoding="utf-8")
    for word in ("fetch(", "XMLHttpRequest", "sendBeacon", "WebSocket", "innerHTML", "eval(",
                 "insertAdjacentHTML", "document.write", "import(", "http:", "https:"):  # fmt: skip
        assert word not in script
    style = files("mhgate.report.labelling").joinpath("page.css").read_text(encoding="utf-8")
    assert "url(" not in style
    assert "@import" not in style


@pytest.mark.parametrize("text", HOSTILE)
def test_what_a_conversation_holds_stays_data(text: str) -> None:
    """It adds no element, ends no block, and comes back letter by letter."""
    plain, hostile = _Page(render_label_page(form("hi"))), _Page(render_label_page(form(text)))
    assert [tag for tag, _ in hostile.elements] == [tag for tag, _ in plain.elements]
    data = json.loads(next(raw for tag, raw in hostile.raw if raw.startswith("{")))
    assert data["rows"][0]["turns"][0]["text"] == text


@given(st.text())
def test_any_text_stays_data(text: str) -> None:
    """The same for whatever hypothesis thinks of."""
    page = _Page(render_label_page(form(text)))
    data = json.loads(next(raw for tag, raw in page.raw if raw.startswith("{")))
    assert data["rows"][0]["turns"][0]["text"] == text


def test_the_warning_comes_first() -> None:
    """Only the first section is open; it warns, offers to leave out, and names help."""
    text = render_label_page(form("hi"))
    page = _Page(text)
    sections = [about for tag, about in page.elements if tag == "section" and "id" in about]
    assert [about["id"] for about in sections if "hidden" not in about] == ["welcome"]
    data = json.loads(next(raw for tag, raw in page.raw if raw.startswith("{")))
    assert "suicide" in data["words"]["warning"][0]
    assert "need not say why" in data["words"]["warning"][1]
    assert data["support"] == ["Kim, 555 0100"]


def test_a_screen_reader_finds_its_way() -> None:
    """Landmarks, one first heading, a live region, a name for every field and section."""
    page = _Page(render_label_page(form("hi")))
    tags = [tag for tag, _ in page.elements]
    for landmark in ("header", "main", "footer", "nav"):
        assert tags.count(landmark) == 1
    assert tags.count("h1") == 1
    ids = [about["id"] for _, about in page.elements if "id" in about]
    assert len(set(ids)) == len(ids)
    labelled = {about.get("for") for tag, about in page.elements if tag == "label"}
    for tag, about in page.elements:
        if tag in {"input", "select"} and about.get("type") != "checkbox":
            assert about["id"] in labelled
        if tag == "section":
            assert about["aria-labelledby"] in ids
        if tag == "button":
            assert about["type"] in {"button", "submit"}
    assert ("div", {"id": "said", "class": "quiet", "role": "status", "aria-live": "polite"}) in (
        page.elements
    )
    assert ("html", {"lang": "en"}) in page.elements


def test_every_id_that_the_script_uses_is_there() -> None:
    """A renamed element would be a page that does nothing."""
    page = _Page(render_label_page(form("hi")))
    ids = {about["id"] for _, about in page.elements if "id" in about}
    script = files("mhgate.report.labelling").joinpath("page.js").read_text(encoding="utf-8")
    assert set(re.findall(r'find\("([\w-]+)"\)', script)) <= ids


# --- colours


def _palettes() -> Iterator[tuple[str, dict[str, str]]]:
    style = files("mhgate.report.labelling").joinpath("page.css").read_text(encoding="utf-8")
    for block in re.findall(r"color-scheme: (\w+);(.*?)}", style, re.DOTALL):
        yield block[0], dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block[1]))


def _light(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    high, low = sorted((_light(one), _light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_colours_can_be_read_in_light_and_dark() -> None:
    """Text stands out 4.5 to 1 from every ground it stands on, outlines 3 to 1 (WCAG 2.2)."""
    palettes = list(_palettes())
    assert {name for name, _ in palettes} == {"light", "dark"}
    for _, colour in palettes:
        for ground in ("ground", "card", "person", "chatbot"):
            assert _contrast(colour["ink"], colour[ground]) >= 7
        for ground in ("ground", "card"):
            assert _contrast(colour["soft"], colour[ground]) >= 4.5
            assert _contrast(colour["wrong"], colour[ground]) >= 4.5
            assert _contrast(colour["accent"], colour[ground]) >= 3
            assert _contrast(colour["line"], colour[ground]) >= 3
        assert _contrast(colour["on-accent"], colour["accent"]) >= 4.5


def test_both_dark_palettes_are_one() -> None:
    """The system's dark and the reader's own choice look alike."""
    dark = [colours for name, colours in _palettes() if name == "dark"]
    assert len(dark) == 2
    assert dark[0] == dark[1]
