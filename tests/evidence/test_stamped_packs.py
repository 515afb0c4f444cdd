"""A pack's signature, stamped by an authority (RFC 3161): `mhgate sign --timestamp`."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from commanding import mhgate
from filing import Filed

sys.path.append(str(Path(__file__).parents[1] / "attest"))  # for the authority

from openssl_authority import Authority, serving

from mhgate.evidence.container import pack_zip, read_pack
from mhgate.evidence.index import SIGNATURE

pytest.importorskip("rfc3161_client")

STAMP = "mhgate.sigstore.json.tsr"


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Authority]:
    if shutil.which("openssl") is None:
        pytest.skip("needs openssl")
    with serving(tmp_path_factory.mktemp("authority"), "p256") as served:
        yield served


def unsigned(pack: Path) -> Path:
    """Take a signature out of a copy of a pack."""
    if pack.is_dir():
        (pack / SIGNATURE).unlink()
    else:
        files = dict(read_pack(pack).files)
        del files[SIGNATURE]
        pack.write_bytes(pack_zip(files))
    return pack


@pytest.fixture(params=["folder", "archive"])
def stamped(
    request: pytest.FixtureRequest, filed: Filed, tmp_path: Path, authority: Authority
) -> Path:
    """Return a pack, signed and stamped by the command."""
    if request.param == "folder":
        pack = unsigned(Path(shutil.copytree(filed.folder, tmp_path / "pack")))
    else:
        pack = unsigned(Path(shutil.copy(filed.archive, tmp_path / "pack.zip")))
    ran = mhgate("sign", pack, "--key", filed.key, "--timestamp", authority.url)
    assert ran.returncode == 0, ran.stderr
    return pack


def verified(pack: Path, filed: Filed, *words: object) -> Any:
    return mhgate("verify", pack, "--key", filed.public, *words)


def test_a_stamp_is_checked_by_whose_word_is_believed(
    stamped: Path, filed: Filed, authority: Authority
) -> None:
    """With the authority's root it holds and says when; without, it is said to be unchecked."""
    root = authority.folder / "root.pem"
    believed = verified(stamped, filed, "--timestamp-authority", root)
    assert believed.returncode == 0, believed.stdout
    assert "timestamps: mhgate.sigstore.json was there at 20" in believed.stdout
    assert "as CN=Clock,O=Test says" in believed.stdout
    without = verified(stamped, filed)
    assert without.returncode == 0
    assert "--timestamp-authority" in without.stdout.partition("not checked:")[2]


def test_a_pack_without_a_stamp_is_refused_where_one_is_asked_for(
    filed: Filed, authority: Authority
) -> None:
    """Whoever names an authority wants its word."""
    ran = verified(filed.folder, filed, "--timestamp-authority", authority.folder / "root.pem")
    assert ran.returncode == 1
    assert f"{STAMP} is missing" in ran.stdout


def test_another_signature_is_not_what_was_stamped(
    stamped: Path, filed: Filed, authority: Authority
) -> None:
    """A stamp cannot be carried over to a signature of today."""
    if stamped.is_file():
        return
    (stamped / SIGNATURE).unlink()
    kept = (stamped / STAMP).read_bytes()
    (stamped / STAMP).unlink()
    assert mhgate("sign", stamped, "--key", filed.key).returncode == 0
    (stamped / STAMP).write_bytes(kept)
    ran = verified(stamped, filed, "--timestamp-authority", authority.folder / "root.pem")
    assert ran.returncode == 1
    assert f"{STAMP}: it stamps" in ran.stdout


def test_a_sign_off_is_stamped_too(stamped: Path, filed: Filed, authority: Authority) -> None:
    """Date and time of a sign-off by another clock than the person's."""
    who = ("--name", "Ada Example", "--role", "clinical", "--meaning", "review", "--i-have-read")
    ran = mhgate("signoff", stamped, *who, "--key", filed.key, "--timestamp", authority.url)
    assert ran.returncode == 0, ran.stderr
    held = verified(stamped, filed, "--timestamp-authority", authority.folder / "root.pem")
    assert held.returncode == 0, held.stdout
    assert "sign-off-1.sigstore.json was there at 20" in held.stdout


def test_a_stamp_of_nothing_is_refused(filed: Filed, tmp_path: Path) -> None:
    """A file that no signature goes with is no part of a pack."""
    pack = Path(shutil.copytree(filed.folder, tmp_path / "pack"))
    (pack / "sign-off-9.sigstore.json.tsr").write_bytes(b"x")
    ran = verified(pack, filed)
    assert ran.returncode == 1
    assert "stamps sign-off-9.sigstore.json, which is not there" in ran.stdout


def test_an_authority_that_does_not_answer_leaves_the_pack_unsigned(
    filed: Filed, tmp_path: Path
) -> None:
    """Nothing half: sign again, or without."""
    pack = unsigned(Path(shutil.copytree(filed.folder, tmp_path / "pack")))
    ran = mhgate("sign", pack, "--key", filed.key, "--timestamp", "http://127.0.0.1:9/")
    assert ran.returncode == 4
    assert "leave --timestamp out" in ran.stderr
    assert not (pack / SIGNATURE).exists()
    assert not (pack / STAMP).exists()


def test_a_root_that_is_not_there_is_a_mistake(filed: Filed, tmp_path: Path) -> None:
    """Not a pack that fails."""
    ran = verified(filed.folder, filed, "--timestamp-authority", tmp_path / "none.pem")
    assert ran.returncode == 2
    assert "none.pem: cannot be read" in ran.stderr
