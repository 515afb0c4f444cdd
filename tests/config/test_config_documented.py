"""Every example of thresholds.toml on a page can be copied: it loads, and its target opens."""

from __future__ import annotations

import asyncio
import itertools
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mhgate.config import Config, load_config
from mhgate.config.document import Document
from mhgate.config.secrets import named_variables
from mhgate.targets import open_target

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(
    r"^(?P<indent> *)```toml\n(?P<text>.*?)^(?P=indent)```", re.DOTALL | re.MULTILINE
)
OF_OTHER_FILES = {"suite", "question", "probe", "columns", "choices", "rubric", "cell"}
OF_OTHER_FILES |= {"hazard", "waiver", "figure", "allow", "twins", "layout", "fixed", "words"}
OF_OTHER_FILES |= {"number"}
DEMO = '[target]\nkind = "demo"\n'
HTTP = """[target]
kind = "http"
escalation = "stubbed"
url = "http://127.0.0.1:1/chat"
body = { text = "{message}" }
reply = "$.reply"
"""
OPENAI = """[target]
kind = "openai"
escalation = "stubbed"
base_url = "http://127.0.0.1:1/v1"
model = "m"
"""
FROM_A_FILE = {"function", "asgi", "command", "demo"}  # opening runs what the file names


def documented() -> list[Any]:
    """Return each example of a thresholds.toml, with where it stands, as it is on the page."""
    found = []
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        text = page.read_text(encoding="utf-8")
        for block in BLOCK.finditer(text):
            example = re.sub(f"^{block['indent']}", "", block["text"], flags=re.MULTILINE)
            if set(tomllib.loads(example)) & set(Document.model_fields):
                line = text.count("\n", 0, block.start()) + 1
                found.append(pytest.param(example, id=f"{page.relative_to(ROOT)}:{line}"))
    return found


def whole(example: str) -> str:
    """Return an example with the least that must stand around it."""
    tables = tomllib.loads(example)
    for name, pillar in tables.get("pillar", {}).items():
        if "min_score" not in pillar:
            example += f"\n[pillar.{name}]\nmin_score = 0.8\n"
    if "target" not in tables:
        return f"{example}\n{OPENAI if 'matrix' in tables else DEMO}"
    if "kind" in tables["target"]:
        return example
    if example.startswith("[target]\n"):
        return example.replace("[target]\n", HTTP, 1)
    return f"{HTTP}\n{example}"


def loaded(folder: Path, example: str) -> Iterator[tuple[Config, dict[str, str]]]:
    """Load an example in each of its profiles and levels, with every variable that it names."""
    text = whole(example)
    (folder / "thresholds.toml").write_text(text, encoding="utf-8")
    raw = tomllib.loads(text)
    environ = dict.fromkeys(named_variables(raw), "a-value-1")
    matrix = raw.get("matrix", {})
    for profile in (None, *raw.get("profile", {})):
        for levels in itertools.product(*matrix.values()):
            yield (
                load_config(
                    folder,
                    environ=environ,
                    options={"gate.profile": profile},
                    levels=dict(zip(matrix, levels, strict=True)),
                ),
                environ,
            )


EXAMPLES = documented()


def test_no_example_is_passed_over() -> None:
    """Whatever is no thresholds.toml is one of the other files that the pages show."""
    others = {
        name
        for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
        for block in BLOCK.finditer(page.read_text(encoding="utf-8"))
        for name in tomllib.loads(re.sub(r"^ +", "", block["text"], flags=re.MULTILINE))
        if name not in Document.model_fields
    }
    assert others <= OF_OTHER_FILES
    tables = {name for each in EXAMPLES for name in tomllib.loads(each.values[0])}
    assert tables >= {"target", "judge", "patient", "budget", "baseline", "gate", "store"}


@pytest.mark.parametrize("example", EXAMPLES)
def test_what_a_page_shows_is_not_refused(tmp_path: Path, example: str) -> None:
    """It loads, and what it names opens; the files that a page leaves to its reader aside."""

    async def open_all(config: Config, environ: dict[str, str]) -> None:
        tables = [config.target, config.live, config.judge.target, config.patient.target]
        tables += [member.target for member in config.judge.member]
        for table in tables:
            target: Any = table.as_target() if hasattr(table, "as_target") else table
            if target is None or target.kind in FROM_A_FILE:
                continue
            if getattr(target, "tls", None) is not None:
                target = target.model_copy(update={"tls": None})
            async with open_target(target, folder=tmp_path, run_id="r", environ=environ):
                pass

    for config, environ in loaded(tmp_path, example):
        asyncio.run(open_all(config, environ))
