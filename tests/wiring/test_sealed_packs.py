"""Holds packs of runs on protected items: nothing in clear, roots bound, openings checked."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pyrage
import pytest

from mhgate.attest import new_key
from mhgate.errors import ReportFileError
from mhgate.records.evidence import PackVerified
from mhgate.wiring import (
    Trusting,
    by_keys,
    pack_evidence,
    run,
    sign_pack,
    signer_with_key,
    unsealing,
    verify_pack,
    write_evidence,
)
from mhgate.wiring.packs import prove, seal_file

KEY = new_key()
WORD = "quillfeather"
THRESHOLDS = """
[suites]
folders = ["manners"]
[target]
kind = "demo"
[pillar.manners]
min_score = 0.1
"""
PROBE = '''
from mhgate import probe

@probe(items="hidden.jsonl", exact=True)
def test_says_something(transcript):
    """The reply is not empty."""
    assert transcript.last.content
'''


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a product whose items lie in a pack, after a run with the key."""
    folder = tmp_path_factory.mktemp("sealed")
    (folder / "thresholds.toml").write_text(THRESHOLDS)
    suite = folder / "manners"
    suite.mkdir()
    (suite / "test_manners.py").write_text(PROBE)
    rows = [
        {
            "id": f"own-{n}",
            "family": f"own-{n // 2}",
            "turns": [f"{WORD} {n}"],
            "source": "a house rule",
            "licence": "MIT",
        }
        for n in range(30)
    ]
    (suite / "hidden.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    identity = pyrage.x25519.Identity.generate()
    seal_file(
        suite / "hidden.jsonl", to=[str(identity.to_public())], environ=os.environ, remove=True
    )
    (folder / "key.txt").write_text(str(identity))
    environ = {**os.environ, "MHGATE_SEALED_KEY": str(identity)}
    assert run(folder / "thresholds.toml", environ=environ).verdict.exit_code == 0
    return folder


def _environ(root: Path) -> dict[str, str]:
    return {"MHGATE_SEALED_KEY": (root / "key.txt").read_text()}


def _opening(root: Path, name: str = "own-3") -> Path:
    opening = prove(
        root / "manners" / "hidden.jsonl.age",
        name,
        environ=_environ(root),
        key_env="MHGATE_SEALED_KEY",
    )
    path = root / f"{name}.json"
    path.write_text(opening.model_dump_json())
    return path


def _signed(root: Path, folder: Path, *openings: Path) -> Path:
    """Pack, without the key of the items, and sign."""
    (report,) = (root / ".mhgate" / "runs").glob("*/report.json")
    packed = pack_evidence(
        report,
        config_file=root / "thresholds.toml",
        environ={},
        journal="inside",
        openings=openings,
        pdf=False,
    )
    write_evidence(packed, folder=folder, archive=None)
    sign_pack(folder, signer_with_key(KEY))
    return folder


def _checked(folder: Path, root: Path | None = None, **others: object) -> PackVerified:
    unseal = None if root is None else unsealing(_environ(root), "MHGATE_SEALED_KEY")
    return verify_pack(
        folder,
        Trusting(signature=by_keys([KEY.public()]), unseal=unseal, **others),  # type: ignore[arg-type]
    )


def _said(found: PackVerified, what: str, state: str) -> str:
    return "; ".join(
        each.sentence for each in found.checks if (each.what, each.state) == (what, state)
    )


def test_a_pack_holds_protected_items_by_their_root_alone(root: Path, tmp_path: Path) -> None:
    """Not one word in clear, though the journal is inside; what that leaves open is said."""
    folder = _signed(root, tmp_path / "pack")
    everything = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    assert WORD.encode() not in everything
    assert not list(folder.rglob("*.age"))
    assert list(folder.rglob("*.seal.json"))
    found = _checked(folder)
    assert found.holds, found.broken
    assert "there is no key to them" in _said(found, "transcripts", "not checked")
    assert "the words of 30 protected items" in _said(found, "sealed items", "not checked")
    assert "it draws from protected items" in _said(found, "plan", "not checked")
    opened = _checked(folder, root)
    assert opened.holds, opened.broken
    assert "Merkle root binds" in _said(opened, "transcripts", "holds")


def test_openings_show_single_items(root: Path, tmp_path: Path) -> None:
    """In the pack or beside it: the root is held, and the others stay hidden."""
    path = _opening(root)
    folder = _signed(root, tmp_path / "pack", path)
    found = _checked(folder)
    assert found.holds, found.broken
    assert "1 protected item that was opened is" in _said(found, "sealed items", "holds")
    assert "the words of 29 protected items" in _said(found, "sealed items", "not checked")
    beside = _checked(_signed(root, tmp_path / "plain"), openings=[path, _opening(root, "own-5")])
    assert "2 protected items that were opened are" in _said(beside, "sealed items", "holds")
    lie = tmp_path / "lie.json"
    lie.write_text(path.read_text().replace(f"{WORD} 3", f"{WORD} 4"))
    assert "lie.json" in _said(_checked(folder, openings=[lie]), "sealed items", "broken")


def test_an_opening_of_another_pack_shows_nothing(root: Path, tmp_path: Path) -> None:
    """Neither packed nor accepted."""
    path = _opening(root)
    other = tmp_path / "other.json"
    told = json.loads(path.read_text())
    other.write_text(json.dumps({**told, "root": "sha256:" + "0" * 64}))
    with pytest.raises(ReportFileError, match="did not draw from"):
        _signed(root, tmp_path / "pack", other)
    folder = _signed(root, tmp_path / "pack")
    assert not _checked(folder, openings=[other]).holds
