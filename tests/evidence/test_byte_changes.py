"""Any single byte, changed anywhere in a pack, is found, and the message names the file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from filing import Filed
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tampering import broken, checked

from mhgate.attest import read_private_key
from mhgate.wiring import sign_off_pack, signer_with_key


@pytest.fixture(scope="module")
def folder(filed: Filed, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the signed pack, in which a byte is changed and changed back."""
    copied = Path(shutil.copytree(filed.folder, tmp_path_factory.mktemp("bytes") / "pack"))
    key = read_private_key(filed.key.read_bytes(), passphrase=None, name="key")
    sign_off_pack(
        copied,
        name="Ada Example",
        role="clinical",
        meaning="review",
        signer=signer_with_key(key),
        confirm=lambda _told: "typed",
    )
    return copied


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_changed_byte_of_a_folder_is_found(
    filed: Filed, folder: Path, data: st.DataObject
) -> None:
    """Whichever file and whichever byte, the signatures' own bytes too."""
    names = sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )
    name = data.draw(st.sampled_from(names))
    path = folder / name
    whole = path.read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    changed = bytearray(whole)
    changed[at] ^= data.draw(st.integers(1, 255))
    path.write_bytes(bytes(changed))
    try:
        found = checked(folder, filed.public)
    finally:
        path.write_bytes(whole)
    assert not found.holds
    assert name in broken(found)


@settings(max_examples=60)
@given(data=st.data())
def test_a_changed_byte_of_a_zip_is_found(
    filed: Filed, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Also between its files: the zip is refused, and named, and so is the file the byte is of."""
    whole = filed.archive.read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    changed = bytearray(whole)
    changed[at] ^= data.draw(st.integers(1, 255))
    path = tmp_path_factory.getbasetemp() / "changed.zip"
    path.write_bytes(bytes(changed))
    found = checked(path, filed.public)
    assert not found.holds
    assert "changed.zip" in broken(found)
