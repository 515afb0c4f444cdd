"""A thresholds.toml in a folder of its own, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mhgate.config import Config, load_config
from mhgate.errors import ConfigError

Load = Callable[..., Config]
Refuse = Callable[..., dict[str, str]]

TARGET = '[target]\nkind = "demo"\n'


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """Return a function that loads a text as thresholds.toml; a demo target is added to it."""
    monkeypatch.chdir(tmp_path)

    def load_text(text: str = "", **given: object) -> Config:
        whole = text if "[target]" in text else text + "\n" + TARGET
        (tmp_path / "thresholds.toml").write_text(whole, encoding="utf-8")
        return load_config(**given)  # type: ignore[arg-type]

    return load_text


@pytest.fixture
def refuse(load: Load) -> Refuse:
    """Return a function that loads a text which must be refused: its mistakes, by place."""

    def refuse_text(text: str = "", **given: object) -> dict[str, str]:
        with pytest.raises(ConfigError) as caught:
            load(text, **given)
        return {
            mistake.where.removeprefix("thresholds.toml: "): str(mistake)
            for mistake in caught.value.mistakes
        }

    return refuse_text
