"""``mhgate suites seal | open | commit | prove | verify-opening``, as somebody types them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyrage
import pytest

WORDS = "quillfeather"
Mhgate = Callable[..., Any]


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch) -> str:
    """Set the variable that holds the key, and return the public one."""
    made = pyrage.x25519.Identity.generate()
    monkeypatch.setenv("MHGATE_SEALED_KEY", str(made))
    return str(made.to_public())


@pytest.fixture
def items(tmp_path: Path) -> Path:
    rows = [
        {
            "id": f"own-{number}",
            "family": f"own-{number // 2}",
            "turns": [f"{WORDS} {number}"],
            "strata": {"risk": "high"},
            "source": "s",
            "licence": "MIT",
        }
        for number in range(6)
    ]
    path = tmp_path / "hidden.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_items_are_sealed_counted_and_printed_by_an_explicit_word(
    mhgate: Mhgate, items: Path, key: str
) -> None:
    """Seal writes two files and keeps the third; open counts; --to-stdout alone prints."""
    made = mhgate("suites", "seal", "hidden.jsonl", "--to", key, "--show", "risk")
    assert made.code == 0, made.err
    assert "6 items in 3 families" in made.out
    assert "still there, in clear" in made.out
    assert {path.name for path in items.parent.glob("hidden*")} == {
        "hidden.jsonl",
        "hidden.jsonl.age",
        "hidden.jsonl.seal.json",
    }
    counted = mhgate("suites", "open", "hidden.jsonl.age")
    assert counted.code == 0
    assert "risk: high 6" in counted.out
    assert WORDS not in counted.out + made.out
    printed = mhgate("suites", "open", "hidden.jsonl.age", "--to-stdout")
    canary, *rows = (json.loads(line) for line in printed.out.splitlines())
    assert canary.keys() == {"canary"}
    clear = [json.loads(line) for line in items.read_text(encoding="utf-8").splitlines()]
    assert sorted(rows, key=lambda row: row["id"]) == clear


def test_remove_takes_the_clear_file_away(mhgate: Mhgate, items: Path, key: str) -> None:
    """Only where it is asked for."""
    made = mhgate("suites", "seal", "hidden.jsonl", "--to", key, "--remove")
    assert made.code == 0
    assert not items.exists()


def test_one_item_is_proved_and_the_proof_is_checked_without_the_key(
    mhgate: Mhgate, items: Path, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By seal or by root; another item's words, or another root, are refused with 2."""
    mhgate("suites", "seal", "hidden.jsonl", "--to", key)
    proved = mhgate("suites", "prove", "hidden.jsonl.age", "own-4", "-o", "opening.json")
    assert proved.code == 0, proved.err
    assert WORDS not in proved.out
    assert mhgate("suites", "prove", "hidden.jsonl.age", "own-4", "-o", "opening.json").code == 2
    monkeypatch.delenv("MHGATE_SEALED_KEY")
    root = mhgate("suites", "commit", "hidden.jsonl.age").out.strip()
    for against in (
        ("--seal", "hidden.jsonl.seal.json"),
        ("--seal", "hidden.jsonl.age"),
        ("--root", root),
    ):
        checked = mhgate("suites", "verify-opening", "opening.json", *against)
        assert checked.code == 0, checked.err
        assert f"is one of 6 items of {root}" in checked.out
    assert mhgate("suites", "verify-opening", "opening.json").code == 2
    assert mhgate("suites", "verify-opening", "opening.json", "--root", "sha256:0").code == 2
    opening = items.parent / "opening.json"
    text = opening.read_text(encoding="utf-8")
    opening.write_text(text.replace(f"{WORDS} 4", f"{WORDS} 5"), encoding="utf-8")
    assert mhgate("suites", "verify-opening", "opening.json", "--root", root).code == 2


def test_a_plain_file_is_committed_to_with_a_secret(mhgate: Mhgate, items: Path, key: str) -> None:
    """Without the secret it is refused, for whoever guesses an item could try."""
    assert mhgate("suites", "commit", "hidden.jsonl").code == 2
    first = mhgate("suites", "commit", "hidden.jsonl", "--salt-file", "secret")
    assert first.code == 0
    made = mhgate("suites", "seal", "hidden.jsonl", "--to", key, "--salt-file", "secret")
    assert first.out.strip() in made.out
    assert mhgate("suites", "commit", "hidden.jsonl.age").out == first.out
    (items.parent / "secret").write_text("short", encoding="utf-8")
    assert mhgate("suites", "commit", "hidden.jsonl", "--salt-file", "secret").code == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("seal", "hidden.jsonl", "--to", "age1nobody"), "age1nobody"),
        (("seal", "missing.jsonl", "--to", "KEY"), "missing.jsonl"),
        (("seal", "hidden.jsonl", "--to", "KEY", "--show", "rsk"), "Did you mean 'risk'"),
        (("open", "missing.jsonl.age"), "missing.jsonl"),
        (("commit", "missing.jsonl.age"), "missing.jsonl"),
        (("prove", "missing.jsonl.age", "a", "-o", "o.json"), "missing.jsonl"),
        (("verify-opening", "missing.json", "--root", "sha256:0"), "missing.json"),
        (("seal", "hidden.jsonl"), "--to"),
    ],
)
def test_a_slip_says_what_to_do(
    mhgate: Mhgate, items: Path, key: str, words: tuple[str, ...], said: str
) -> None:
    """Exit code 2 and a message, and no file is left behind."""
    ran = mhgate("suites", *(key if word == "KEY" else word for word in words))
    assert ran.code == 2
    assert said in ran.err
    assert {path.name for path in items.parent.iterdir()} == {".git", "hidden.jsonl"}
