"""Bytes -> TOML: encodings, syntax errors with their line, and files that cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from mhgate.config import load_config
from mhgate.config.reading import read_toml, shown
from mhgate.errors import ConfigError

TARGET = '[target]\nkind = "demo"\n'


def refused(path: Path, data: bytes) -> str:
    path.write_bytes(data)
    with pytest.raises(ConfigError) as caught:
        read_toml(path)
    (mistake,) = caught.value.mistakes
    return str(mistake)


def test_a_byte_order_mark_is_accepted(tmp_path: Path) -> None:
    """Editors on Windows write one."""
    file = tmp_path / "thresholds.toml"
    file.write_bytes(b"\xef\xbb\xbf" + TARGET.replace("\n", "\r\n").encode())
    assert load_config(file).target.kind == "demo"


def test_other_encodings_are_named_with_their_line(tmp_path: Path) -> None:
    """Latin-1 and UTF-16 are refused with what to do."""
    file = tmp_path / "thresholds.toml"
    message = refused(file, b'# one\n# two\n[suites]\nfolders = ["caf\xe9"]\n')
    assert "line 4: found byte 0xe9" in message
    assert "Save the file as UTF-8" in message
    assert "UTF-16" in refused(file, TARGET.encode("utf-16"))


@pytest.mark.parametrize(
    ("text", "line", "hint"),
    [
        ("[gate]\nalpha = .05\n", 2, "quotes"),
        ("[gate]\n[gate]\n", 2, "once"),
        ("[gate]\nalpha = 0.1\nalpha = 0.2\n", 3, "once"),
        ("[gate\nalpha = 0.1\n", 1, "toml.io"),
        ('[gate]\nprofile = "pr\n', 2, "own line"),
        ("[gate]\nnew items = 3\n", 2, "key = value"),
        ("[gate]\nalpha = " + "9" * 5000 + "\n", 2, "toml.io"),
    ],
)
def test_a_syntax_error_says_line_and_remedy(
    tmp_path: Path, text: str, line: int, hint: str
) -> None:
    """The line and a hint that fits, never a traceback."""
    message = refused(tmp_path / "thresholds.toml", text.encode())
    assert f", line {line}: found what is no TOML" in message
    assert hint in message


def test_deep_nesting_is_a_mistake(tmp_path: Path) -> None:
    """A file made to exhaust the stack is refused like any other."""
    message = refused(tmp_path / "thresholds.toml", b"a = " + b"[" * 100_000)
    assert "TOML" in message


def test_a_folder_in_place_of_the_file_is_a_mistake(tmp_path: Path) -> None:
    """What the system says is passed on."""
    (tmp_path / "thresholds.toml").mkdir()
    with pytest.raises(ConfigError, match="a file that can be read"):
        read_toml(tmp_path / "thresholds.toml")


def test_paths_are_shown_as_the_reader_knows_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Inside the working directory a path is relative, elsewhere it is whole."""
    monkeypatch.chdir(tmp_path)
    assert shown(tmp_path / "a" / "thresholds.toml") == "a/thresholds.toml"
    assert shown(tmp_path.parent / "x.toml") == str(tmp_path.parent / "x.toml")
