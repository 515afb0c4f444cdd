"""The configuration against the suites: every table names something, every pillar has a table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mhgate.config import Config, check_against, resolve_stratum
from mhgate.errors import ConfigError

Load = Callable[..., Config]

PROBES = {"crisis": ["asks_about_safety", "offers_help"], "privacy": {"keeps_instructions"}}
STRATA = {"crisis": ["risk=low", "risk=imminent", "register=low"], "privacy": []}


def test_tables_that_name_something_pass(load: Load) -> None:
    """A value, a quoted key=value and a probe without test_ are found."""
    config = load(
        "[pillar.crisis]\nmin_score = 0.8\n[pillar.crisis.probe.offers_help]\nitems = 1\n"
        '[pillar.crisis.stratum.imminent]\n[pillar.crisis.stratum."risk=low"]\n'
        "[pillar.privacy]\nmin_score = 0.8"
    )
    check_against(config, PROBES, STRATA)


def test_all_that_names_nothing_is_reported_at_once(load: Load) -> None:
    """Unknown pillars, probes and strata, an ambiguous and a doubled stratum, a missing table."""
    config = load(
        "[pillar.crysis]\nmin_score = 0.8\n[pillar.crisis]\nmin_score = 0.8\n"
        "[pillar.crisis.probe.test_offers_help]\n[pillar.crisis.probe.xyz]\n"
        "[pillar.crisis.stratum.imminnent]\n[pillar.crisis.stratum.low]\n"
        '[pillar.crisis.stratum.imminent]\n[pillar.crisis.stratum."risk=imminent"]\n'
    )
    with pytest.raises(ConfigError) as caught:
        check_against(config, PROBES, STRATA)
    said = {
        mistake.where.removeprefix("thresholds.toml: pillar."): str(mistake)
        for mistake in caught.value.mistakes
    }
    assert "Did you mean crisis?" in said["crysis"]
    assert "Did you mean offers_help?" in said["crisis.probe.test_offers_help"]
    assert "one of asks_about_safety, offers_help" in said["crisis.probe.xyz"]
    assert "Did you mean imminent?" in said["crisis.stratum.imminnent"]
    assert "register=low or risk=low" in said["crisis.stratum.low"]
    assert "'imminent' names too" in said['crisis.stratum."risk=imminent"']
    assert "a table [pillar.privacy] with min_score" in said["privacy"]
    assert len(said) == 7


def test_without_suites_every_table_is_unknown(load: Load) -> None:
    """The answer does not pretend that there was something to choose from."""
    config = load("[pillar.crisis]\nmin_score = 0.8")
    with pytest.raises(ConfigError, match="no suite was found"):
        check_against(config, {}, {})


def test_a_stratum_is_key_and_value() -> None:
    """Texts and pairs are taken alike; a value may hold an equals sign."""
    assert resolve_stratum("imminent", STRATA["crisis"]) == ("risk", "imminent")
    assert resolve_stratum("register=low", [("risk", "low"), ("register", "low")]) == (
        "register",
        "low",
    )
    assert resolve_stratum("a=b", ["code=a=b"]) == ("code", "a=b")
    with pytest.raises(ConfigError, match="in the crisis table: found"):
        resolve_stratum("imminent", [], where="in the crisis table")
