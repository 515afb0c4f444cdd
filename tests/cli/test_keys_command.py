"""``mhgate keys new | show``, as somebody types them."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mhgate.attest import find_signing_key, load_public_key

Mhgate = Callable[..., Any]


@pytest.fixture(autouse=True)
def passphrase(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("MHGATE_SIGNING_PASSPHRASE", "quillfeather")
    monkeypatch.delenv("MHGATE_SIGNING_KEY", raising=False)
    return "quillfeather"


def test_a_key_is_made_and_said_where_it_is(
    mhgate: Mhgate, tmp_path: Path, passphrase: str
) -> None:
    """Two files, one for its owner alone; and the word to keep it out of the repository."""
    made = mhgate("keys", "new")
    assert made.code == 0, made.err
    private, public = tmp_path / "mhgate-signing.key.pem", tmp_path / "mhgate-signing.pub.pem"
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    assert b"ENCRYPTED" in private.read_bytes()
    key = load_public_key(public)
    for said in ("ECDSA on P-256", key.key_id, private.name, public.name, "out of the repository"):
        assert said in made.out
    assert "It lies in the repository" in made.err  # the folder of the test is one
    assert passphrase not in made.out + made.err
    environ = {"MHGATE_SIGNING_PASSPHRASE": passphrase}
    assert find_signing_key(private, environ=environ).key_id == key.key_id


def test_a_key_is_never_overwritten(mhgate: Mhgate, tmp_path: Path) -> None:
    """What was signed with it is checked with it for years."""
    assert mhgate("keys", "new", "--out", "k").code == 0
    before = {path.name: path.read_bytes() for path in tmp_path.glob("k.*")}
    again = mhgate("keys", "new", "--out", "k")
    assert again.code == 2
    assert "k.key.pem: is there already" in again.err
    assert {path.name: path.read_bytes() for path in tmp_path.glob("k.*")} == before


def test_a_key_in_clear_takes_a_word_of_its_own(
    mhgate: Mhgate, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without a passphrase nothing is written; with both words neither."""
    both = mhgate("keys", "new", "--no-passphrase")
    assert both.code == 2
    assert "expected one of the two" in both.err
    monkeypatch.delenv("MHGATE_SIGNING_PASSPHRASE")
    without = mhgate("keys", "new")
    assert without.code == 2
    assert "Found no passphrase in MHGATE_SIGNING_PASSPHRASE" in without.err
    assert not list(tmp_path.glob("*.pem"))
    clear = mhgate("keys", "new", "--no-passphrase", "--kind", "ed25519")
    assert clear.code == 0
    assert "in clear" in clear.out
    assert "Ed25519" in clear.out


def test_a_key_is_shown_by_its_public_half(
    mhgate: Mhgate, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The same lines from either file and from the variable; the private half never."""
    mhgate("keys", "new", "--out", "k")
    public = (tmp_path / "k.pub.pem").read_text()
    shown = mhgate("keys", "show", "k.pub.pem")
    assert shown.code == 0
    assert shown.out.endswith(public)
    assert mhgate("keys", "show", "k.key.pem").out == shown.out
    monkeypatch.setenv("MHGATE_SIGNING_KEY", (tmp_path / "k.key.pem").read_text())
    assert mhgate("keys", "show").out == shown.out
    assert "PRIVATE" not in shown.out


def test_what_cannot_be_shown_says_why(mhgate: Mhgate, monkeypatch: pytest.MonkeyPatch) -> None:
    """No key, another passphrase, no file."""
    mhgate("keys", "new", "--out", "k")
    monkeypatch.setenv("MHGATE_SIGNING_PASSPHRASE", "other")
    for words, said in (
        (("show", "k.key.pem"), "k.key.pem: the passphrase does not open this key"),
        (("show",), "MHGATE_SIGNING_KEY is not set"),
        (("show", "none.pem"), "none.pem: cannot be read"),
    ):
        ran = mhgate("keys", *words)
        assert ran.code == 2
        assert said in ran.err
