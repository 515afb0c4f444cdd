"""``[evidence]``: what it takes, what it refuses, and that it is no part of the policy."""

from __future__ import annotations

from pathlib import Path

import pytest

from mhgate.config import load_config, need_of
from mhgate.errors import ConfigError

PLAIN = '[target]\nkind = "demo"\n'


def _written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "thresholds.toml"
    path.write_text(PLAIN + text)
    return path


def test_it_is_read_and_decides_nothing(tmp_path: Path) -> None:
    """Sign-offs with a role and a meaning, a protocol; the policy's digest stays as it was."""
    plain = load_config(_written(tmp_path, ""))
    assert plain.evidence.journal == "committed"
    assert plain.evidence.needs == ()
    assert plain.evidence.protocol is None
    config = load_config(
        _written(
            tmp_path,
            '[evidence]\njournal = "redacted"\n'
            'require = ["clinical review", "safety  officer Approval"]\n'
            '[evidence.protocol]\nfile = "docs/protocol.md"\nurl = "https://example.org/p"\n',
        )
    )
    assert [str(need) for need in config.evidence.needs] == [
        "clinical review",
        "safety officer approval",
    ]
    assert config.evidence.protocol is not None
    assert config.evidence.protocol.file == "docs/protocol.md"
    assert config.policy_digest == plain.policy_digest


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[evidence]\njournal = "all"\n', "inside"),
        ('[evidence]\nrequire = ["clinical"]\n', "a role and what it means"),
        ('[evidence]\nrequire = ["review"]\n', "a role and what it means"),
        ('[evidence]\nrequired = ["clinical review"]\n', "Did you mean `require`?"),
        ('[evidence.protocol]\nurl = "https://example.org"\n', "evidence.protocol.file"),
    ],
)
def test_what_it_cannot_be_is_said(tmp_path: Path, text: str, says: str) -> None:
    """With the key, what was found, and what was expected."""
    with pytest.raises(ConfigError) as caught:
        load_config(_written(tmp_path, text))
    assert says in str(caught.value)
    assert "evidence" in str(caught.value)


def test_the_last_word_is_the_meaning() -> None:
    """And every word before it is the role."""
    assert need_of("responsibility") is None
    assert need_of("chief medical officer responsibility") is not None
    assert need_of("") is None
