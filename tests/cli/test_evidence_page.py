"""docs/evidence.md: its own commands, one after the other, as a team would type them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from small_suites import write_small_suites

PAGE = Path(__file__).resolve().parents[2] / "docs" / "evidence.md"
THRESHOLDS = """
[suites]
folders = ["crisis"]
[target]
kind = "demo"
[sampling]
max_items = 8
[pillar.crisis]
min_score = 0.1
"""

Mhgate = Callable[..., Any]


def test_every_command_of_the_page_works_in_its_order(
    mhgate: Mhgate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 0 each; a person says --i-have-read here, and no deployed product is asked."""
    file = tmp_path / "thresholds.toml"
    file.write_text(THRESHOLDS)
    write_small_suites(tmp_path)
    said = []
    for line in re.findall(r"^ {4}(?!#)(.+)$", PAGE.read_text(), re.MULTILINE):
        words = shlex.split(line)
        if words[0] == "export":
            monkeypatch.setenv(*words[1].split("=", 1))
        elif words[0] != "mhgate":  # of thresholds.toml
            file.write_text(f"{file.read_text()}{line}\n")
        else:
            more = ["--i-have-read"] if words[1] == "signoff" else []
            if "--deployed" in words:
                del words[words.index("--deployed") :]  # an address; the last of that command
            ran = mhgate(*words[1:], *more)
            assert ran.code == 0, (line, ran.out, ran.err)
            said.append(words[1])
    assert [*dict.fromkeys(said)] == ["keys", "run", "evidence", "sign", "signoff", "verify"]
    assert "[evidence]" in file.read_text()
    (asked,) = re.findall(r"`mhgate (verify pack.zip .*?) --opening FILE`", PAGE.read_text())
    assert mhgate(*shlex.split(asked)).code == 0
