"""[matrix] and [configuration]: what a level puts into [target], and slips of the pen in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from mhgate.config import Config, load_config
from mhgate.errors import ConfigError

HEAD = """
[target]
kind = "openai"
base_url = "http://127.0.0.1:9/v1"
model = "m"
escalation = "none"
"""
MATRIX = """
[matrix.prompt.default]
[matrix.prompt.therapeutic]
"target.system_prompt" = "Listen first."
[matrix.reasoning.none]
[matrix.reasoning.high]
target.parameters.reasoning_effort = "high"
"target.temperature" = 1.0
"""


def load(folder: Path, text: str, **more: object) -> Config:
    (folder / "thresholds.toml").write_text(HEAD + text, encoding="utf-8")
    return load_config(folder, **more)  # type: ignore[arg-type]


def test_a_level_is_put_into_the_target_and_recorded(tmp_path: Path) -> None:
    """Dotted in quotes or not; each value with the level that it came from; labels beside."""
    text = MATRIX + '[configuration]\nmodel = "small"\n'
    config = load(tmp_path, text, levels={"prompt": "therapeutic", "reasoning": "high"})
    assert config.target.system_prompt == "Listen first."  # type: ignore[union-attr]
    assert config.target.parameters == {"reasoning_effort": "high"}  # type: ignore[union-attr]
    assert config.configuration == {"model": "small", "prompt": "therapeutic", "reasoning": "high"}
    assert [(each.key, each.source) for each in config.overrides] == [
        ("target.system_prompt", "[matrix.prompt.therapeutic]"),
        ("target.parameters.reasoning_effort", "[matrix.reasoning.high]"),
        ("target.temperature", "[matrix.reasoning.high]"),
    ]


def test_without_levels_the_target_is_the_files_own(tmp_path: Path) -> None:
    """A run gates what [target] says; the matrix is there to be measured, and decides nothing."""
    config = load(tmp_path, MATRIX)
    assert config.target.system_prompt is None  # type: ignore[union-attr]
    assert config.configuration == {}
    assert list(config.matrix) == ["prompt", "reasoning"]
    assert config.policy_digest == load(tmp_path, "").policy_digest


def test_a_level_may_choose_another_kind(tmp_path: Path) -> None:
    """The keys that only the file's kind has are left out, as with an option."""
    text = '[matrix.bot.demo]\n"target.kind" = "demo"\n"target.variant" = "cold"\n'
    assert load(tmp_path, text, levels={"bot": "demo"}).target.kind == "demo"


@pytest.mark.parametrize(
    ("text", "where", "said"),
    [
        ('[matrix.a.b]\n"judge.kind" = "llm"\n', 'matrix.a.b."judge.kind"', "stay the same"),
        ('[matrix.a.b]\n"sampling.seed" = 1\n', 'matrix.a.b."sampling.seed"', "target.<key>"),
        ("[matrix.a.b]\ngate.alpha = 0.1\n", 'matrix.a.b."gate.alpha"', "stay the same"),
        ('[matrix.a.b]\n"target.modle" = "x"\n', "modle", "Did you mean `target.model`?"),
        ("[matrix]\na = 1\n", "matrix.a", "[matrix.a.<level>]"),
        ("[matrix.a]\n", "matrix.a", "no level"),
        ('[matrix.a]\nb = "x"\n', "matrix.a.b", "a table"),
        ('[matrix.a.b]\n"target.model" = 2020-01-01\n', "target.model", "text, a number"),
        (
            '[matrix.a.x]\n"target.model" = "x"\n[matrix.b.y]\n"target.model" = "y"\n',
            "matrix.b",
            "[matrix.a] varies too",
        ),
        (
            (
                '[matrix.a.x]\n"target.parameters" = {k = 1}\n'
                '[matrix.b.y]\n"target.parameters.k.z" = 2\n'
            ),
            "matrix.b",
            "[matrix.a] varies too",
        ),
        ('[matrix.a.x]\n[configuration]\na = "y"\n', "configuration.a", "labels each"),
        (
            '[matrix.a.x]\n"target.parameters.note" = "sk-abcdefghijklmnop"\n',
            "parameters.note",
            "never written",
        ),
    ],
)
def test_what_is_wrong_with_a_level_is_said(
    tmp_path: Path, text: str, where: str, said: str
) -> None:
    """Where it stands and what belongs there, whether or not the level is chosen."""
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, text)
    (mistake,) = caught.value.mistakes
    assert where in mistake.where
    assert said in str(mistake)
    assert "sk-abc" not in str(mistake)


def test_an_option_must_not_overrule_a_factor(tmp_path: Path) -> None:
    """Every combination would be the same one: the option is refused."""
    with pytest.raises(ConfigError, match=r"--mhgate-system-prompt .*\[matrix.prompt\] varies"):
        load(
            tmp_path,
            MATRIX,
            levels={"prompt": "therapeutic"},
            options={"target.system_prompt": "mine"},
        )


def test_what_a_level_says_is_held_to_the_models(tmp_path: Path) -> None:
    """A wrong value is reported with the level that it came from."""
    text = '[matrix.heat.hot]\n"target.temperature" = 9.0\n'
    with pytest.raises(ConfigError, match=r"\[matrix.heat.hot\] \(target.temperature\)"):
        load(tmp_path, text, levels={"heat": "hot"})


@pytest.mark.parametrize("key", ["target.model.name", "target.timeout_s.x.y"])
def test_a_key_inside_a_value_is_refused(tmp_path: Path, key: str) -> None:
    """It would be put nowhere, and two labels would stand for one configuration."""
    text = f'timeout_s = 5\n[matrix.size.large]\n"{key}" = "x"\n'
    with pytest.raises(ConfigError, match=r"\[matrix.size.large\].*a key of `target\.") as caught:
        load(tmp_path, text, levels={"size": "large"})
    assert len(caught.value.mistakes) == 1


def test_labels_are_texts(tmp_path: Path) -> None:
    """[configuration] holds labels by name; a number is none."""
    assert load(tmp_path, '[configuration]\nprompt = "v3"\n').configuration == {"prompt": "v3"}
    with pytest.raises(ConfigError, match=r"configuration\.prompt.*A label is text"):
        load(tmp_path, "[configuration]\nprompt = 3\n")


def test_variables_that_a_level_names_are_its_own(tmp_path: Path) -> None:
    """A secret that only a level uses is no unknown variable."""
    text = '[matrix.host.other]\n"target.api_key_env" = "MHGATE_OTHER_KEY"\n'
    assert load(tmp_path, text, environ={"MHGATE_OTHER_KEY": "x"}).matrix
