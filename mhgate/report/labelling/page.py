"""A form as one HTML page that works offline: no network, no second file, a keyboard is enough.

Conversations can hold anything. They stand in the page as data, in a block that no browser runs,
and are shown as text alone; the policy of the page lets nothing run but its own script, by digest,
and nothing be fetched or sent.
"""

from __future__ import annotations

import base64
import hashlib
import json
from functools import lru_cache
from importlib.resources import files

from mhgate.records.labelling import LabelForm
from mhgate.report.labelling.words import words_of_page

__all__ = ["render_label_page"]


def render_label_page(form: LabelForm) -> str:
    """Return a form as a page.

    Args:
        form: what one reader gets.

    Returns:
        HTML; it saves what was answered to a file, and keeps it in the browser meanwhile.
    """
    style, script = _part("page.css"), _part("page.js")
    policy = (
        f"default-src 'none'; script-src '{_hashed(script)}'; style-src '{_hashed(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    page = _part("page.html")
    # the data comes last: what it holds is never searched for a place to fill
    for name, text in (("POLICY", policy), ("STYLE", style), ("SCRIPT", script)):
        page = page.replace(f"@@{name}@@", text, 1)
    before, _, after = page.partition("@@DATA@@")
    return before + _as_data(form) + after


def _as_data(form: LabelForm) -> str:
    """Return what the page shows as JSON that cannot end the block it stands in."""
    content = form.model_dump(mode="json", exclude={"copy_name"})
    content["words"] = words_of_page(form.break_every, form.grading)
    text = json.dumps(content, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _hashed(text: str) -> str:
    made = hashlib.sha256(text.encode("utf-8")).digest()
    return "sha256-" + base64.b64encode(made).decode("ascii")


@lru_cache(maxsize=4)
def _part(name: str) -> str:
    return files("mhgate.report.labelling").joinpath(name).read_text(encoding="utf-8")
