"""docs/reference/thresholds.md, the demo's thresholds.toml and the JSON schema tell the truth."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest

from mhgate.config import config_json_schema, load_config
from mhgate.config.document import fields_of, pattern_of
from mhgate.config.reference import main, with_tables
from mhgate.config.settings import find_setting, known_keys
from mhgate.config.target import DemoConfig
from mhgate.errors import UsageError
from mhgate.records import Requirement
from mhgate.suites import load_suites

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "reference" / "thresholds.md"
FILE = ROOT / "thresholds.toml"


def test_the_page_is_what_the_models_say() -> None:
    """Python -m mhgate.config.reference docs/reference/thresholds.md mends a difference."""
    page = PAGE.read_text(encoding="utf-8")
    assert with_tables(page) == page


def test_the_page_names_every_key_option_and_variable() -> None:
    """No key is left out, whichever tables the page has."""
    page = PAGE.read_text(encoding="utf-8")
    for key in known_keys():
        assert f"| `{key.rpartition('.')[2]}` |" in page
        if setting := find_setting(key):
            assert f"`{setting.option}`" in page
            assert f"`{setting.variable}`" in page


def test_the_page_is_written_by_its_command(tmp_path: Path) -> None:
    """The command fills an empty mark, and refuses a page that is not there."""
    page = tmp_path / "page.md"
    page.write_text("# x\n<!-- keys of judge -->\nold\n<!-- end -->\n", encoding="utf-8")
    main([str(page)])
    assert "--mhgate-judge-trust" in page.read_text(encoding="utf-8")
    assert "old" not in page.read_text(encoding="utf-8")
    with pytest.raises(UsageError):
        main([str(tmp_path / "none.md")])


@pytest.mark.parametrize("block", re.findall(r"```toml\n(.*?)```", PAGE.read_text(), re.DOTALL))
def test_the_pages_examples_load(tmp_path: Path, block: str) -> None:
    """Every example can be copied as it stands."""
    (tmp_path / "thresholds.toml").write_text(block, encoding="utf-8")
    assert load_config(tmp_path).target.escalation in {"stubbed", "none"}


def commented_keys() -> Iterator[tuple[str, str]]:
    """Yield each key of the demo's file, live or after "#", with its comment."""
    table: tuple[str, ...] = ()
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            table = tuple(line.strip("[]").split("."))
        elif found := re.match(r"(?:# )?([a-z_]+) = (?:[^#]*[^# ])\s*(#.*)?$", line):
            yield pattern_of((*table, found[1])), found[2] or ""


def test_every_key_of_the_demos_file_has_its_unit() -> None:
    """Each line with a key, also one that is commented out, says what it is counted in."""
    for key, comment in commented_keys():
        assert key in known_keys(), key
        assert len(comment) > 5, key


def test_the_demos_file_shows_every_key_that_it_can_use() -> None:
    """Gate, profile, suites, judge, sampling, pillar, and what the demo and every kind share."""
    shown = {key for key, _ in commented_keys()}
    wanted = {f"target.{key}" for key in DemoConfig.model_fields}
    for table in ("gate", "profile.*", "suites", "judge", "sampling", "pillar.*"):
        wanted |= {f"{table}.{key}" for key in fields_of(table)}
    tables = {"pillar.*.probe", "pillar.*.stratum", "judge.target", "judge.member"}
    tables |= {"judge.requirements"}
    wanted |= {f"judge.requirements.{key}" for key in Requirement.model_fields}
    assert shown >= wanted - tables
    assert {key.rpartition(".")[0] for key in shown} >= {"pillar.*.probe.*", "pillar.*.stratum.*"}


def test_the_demos_file_is_the_demos() -> None:
    """Thresholds that a bot without fault can prove with 40 items in 20 families."""
    config = load_config(FILE)
    assert (config.target.kind, config.profile.name) == ("demo", "release")
    assert isinstance(config.target, DemoConfig)
    assert config.target.variant == "good"
    assert config.judge.trust == "off"
    assert set(config.suites.builtin) == set(config.pillars)
    for pillar in config.pillars:
        assert 0.7 <= config.threshold(pillar).min_score <= 0.85
        assert config.threshold(pillar).required
    advice = {
        f"{pillar}.{probe}"
        for pillar, limits in config.pillars.items()
        for probe in limits.probe
        if not config.threshold(pillar, probe).required
    }
    declared = {
        probe.id
        for suite in load_suites(builtin=config.suites.builtin, folders=(), config_file=FILE)
        for probe in suite.probes
        if probe.advisory
    }
    assert advice <= declared, "the demo's file lets something stand that its suite lets gate"
    assert config.threshold("crisis", None, "imminent").min_score == 0.6


def test_the_schema_accepts_the_demos_file_and_refuses_a_slip() -> None:
    """Editors that use the schema see the same mistakes."""
    schema = config_json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    document = tomllib.loads(FILE.read_text(encoding="utf-8"))
    jsonschema.validate(document, schema)
    document["pillar"]["crisis"]["min_scor"] = 1
    with pytest.raises(jsonschema.ValidationError, match="min_scor"):
        jsonschema.validate(document, schema)


def test_the_schema_describes_each_key() -> None:
    """Meaning and unit are shown where the key is written."""
    described = config_json_schema()["$defs"]["SamplingConfig"]["properties"]["seed"]
    assert described["description"] == "Same seed, same plan (seed)."
