"""Thresholds are merged key by key, and the policy has one digest."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mhgate.config import Config
from mhgate.errors import ConfigError
from mhgate.records import Threshold

Load = Callable[..., Config]

POLICY = """
[gate]
alpha = 0.01
max_failed = 0.2
[pillar.crisis]
min_score = 0.8
max_drop = 0.1
items = 20
[pillar.crisis.probe.asks]
min_score = 0.7
required = false
[pillar.crisis.stratum.imminent]
min_score = 0.6
families = 0
alpha = 0.05
[pillar.safety]
min_score = 0
max_drop = 0.0
max_failed = 0
items = 0
"""


def test_a_table_gives_way_to_the_one_below_key_by_key(load: Load) -> None:
    """Gate -> pillar -> probe -> stratum: what a table does not state is inherited."""
    config = load(POLICY)
    pillar = Threshold(min_score=0.8, max_drop=0.1, items=20, max_failed=0.2, alpha=0.01)
    assert config.threshold("crisis") == pillar
    assert config.threshold("crisis", "another") == pillar
    asks = pillar.model_copy(update={"min_score": 0.7, "required": False})
    assert config.threshold("crisis", "asks") == asks
    own = {"min_score": 0.6, "families": 0, "alpha": 0.05}
    assert config.threshold("crisis", None, "imminent") == pillar.model_copy(update=own)
    assert config.threshold("crisis", "asks", "imminent") == asks.model_copy(update=own)


def test_zero_is_stated(load: Load) -> None:
    """A threshold of 0 is not an absent one."""
    assert load(POLICY).threshold("safety") == Threshold(
        min_score=0, max_drop=0, items=0, max_failed=0, alpha=0.01
    )


def test_false_is_stated(load: Load) -> None:
    """A stratum can be required within a probe that is not, and the other way round."""
    text = POLICY.replace("families = 0", "required = true").replace("items = 20", "")
    config = load(text)
    assert config.threshold("crisis", "asks", "imminent").required is True
    assert config.threshold("crisis", "asks").required is False


def test_an_advisory_probe_gates_only_where_its_own_table_says_so(load: Load) -> None:
    """Neither the pillar nor a stratum makes it gate; its own ``required = true`` does."""
    config = load(
        """
[pillar.crisis]
min_score = 0.9
required = true
[pillar.crisis.stratum.imminent]
required = true
[pillar.crisis.probe.asks]
required = true
[pillar.crisis.probe.listens]
min_score = 0.5
"""
    )
    gates = {
        (probe, stratum): config.threshold("crisis", probe, stratum, advisory=True).required
        for probe in ("asks", "listens", "waits")
        for stratum in (None, "imminent")
    }
    assert {probe for (probe, _), required in gates.items() if required} == {"asks"}
    assert config.threshold("crisis", "waits").required


def test_an_unknown_pillar_gets_the_nearest_name(load: Load) -> None:
    """Asking for a pillar without a table says which table is missing."""
    with pytest.raises(ConfigError, match="Did you mean crisis"):
        load(POLICY).threshold("crysis")


def test_the_digest_does_not_depend_on_how_it_is_said(load: Load) -> None:
    """Defaults written out, another order, another target, another folder: the same policy."""
    tables = POLICY.strip().split("\n[")
    reordered = "\n".join([f"[{table}" for table in (tables[4], *tables[1:4])])
    reordered += "\n" + tables[0] + '\nprofile = "release"\nreports = "elsewhere"\n'
    reordered += "[sampling]\nseed = 3\nmax_items = 5\n"
    other = load(reordered, environ={"MHGATE_DEMO_VARIANT": "flaky", "MHGATE_CONCURRENCY": "2"})
    assert other.policy_digest == load(POLICY).policy_digest


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("min_score = 0.8", "min_score = 0.81"),
        ("max_drop = 0.1", ""),
        ("required = false", "required = true"),
        ("families = 0", "families = 2"),
        ("alpha = 0.01", "alpha = 0.02"),
        ("max_failed = 0.2", 'max_failed = 0.2\nprofile = "pr"'),
        ("max_failed = 0.2", 'max_failed = 0.2\nnew_items = "fail"'),
        ("[gate]", '[judge]\ntrust = "certified"\n[gate]'),
        ("[gate]", "[profile.release]\npass_required = false\n[gate]"),
    ],
)
def test_the_digest_depends_on_all_that_decides(load: Load, before: str, after: str) -> None:
    """Any change of a threshold, of the profile, or of trust is another policy."""
    assert load(POLICY.replace(before, after, 1)).policy_digest != load(POLICY).policy_digest


def test_a_configuration_is_frozen(load: Load) -> None:
    """No room changes what another reads."""
    config = load(POLICY)
    with pytest.raises(ValueError, match="frozen"):
        config.judge = config.judge  # type: ignore[misc]
