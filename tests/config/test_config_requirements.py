"""Holds what a certificate must show: read, merged by pillar, digested, and misspelt."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mhgate.config import Config
from mhgate.errors import ConfigError
from mhgate.records import Requirement

Load = Callable[..., Config]

PILLARS = """
[pillar.crisis]
min_score = 0.8
[pillar.safety]
min_score = 0.8
"""


def test_without_a_table_clinicians_and_the_held_out_half_are_needed(load: Load) -> None:
    """The defaults are those of the record, and they are the strict ones."""
    found = load(PILLARS).requirement("crisis")
    assert found == Requirement()
    assert (found.labelled_by, found.held_out, found.items) == ("clinicians", True, 60)
    assert (found.families, found.per_answer, found.max_age_days) == (10, 20, 365)


def test_a_pillar_states_its_own(load: Load) -> None:
    """Key by key, 0 and false are stated; other pillars keep what holds everywhere."""
    config = load(
        PILLARS
        + """
[judge.requirements]
sensitivity = 0.8
labelled_by = "crowd"
[judge.requirements.pillar.crisis]
sensitivity = 0
held_out = false
raters = 3
"""
    )
    safety = Requirement(sensitivity=0.8, labelled_by="crowd")
    assert config.requirement("safety") == safety
    own = {"sensitivity": 0.0, "held_out": False, "raters": 3}
    assert config.requirement("crisis") == safety.model_copy(update=own)


def test_they_are_policy_where_certificates_count(load: Load) -> None:
    """Where trust is off nothing of them decides; where it is certified each one does."""
    off, certified = PILLARS, '[judge]\ntrust = "certified"\n' + PILLARS
    laxer = "[judge.requirements]\nspecificity = 0.1\n"
    assert load(off).policy_digest == load(off + laxer).policy_digest
    assert load(certified).policy_digest != load(certified + laxer).policy_digest
    stated = "[judge.requirements]\nspecificity = 0.7\n"
    assert load(certified).policy_digest == load(certified + stated).policy_digest


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[judge.requirements]\nsensitvity = 0.8\n", "Did you mean `sensitivity`"),
        ("[judge.requirements]\nsensitivity = 1.2\n", "a number from 0 to 1"),
        ('[judge.requirements]\nlabelled_by = "clinician"\n', 'Did you mean "clinicians"'),
        ("[judge.requirements.pillar.crisis]\nitem = 3\n", "Did you mean `items`"),
        ("[judge.requirements]\nraters = 0\n", "from 1 to"),
        ("[judge.trust]\nsensitivity = 0.8\n", "[judge.requirements]"),
    ],
)
def test_what_is_wrong_is_named(load: Load, text: str, words: str) -> None:
    """A slip gets its key and the nearest spelling; [judge.trust] as a table says where it went."""
    with pytest.raises(ConfigError) as caught:
        load(PILLARS + text)
    assert words in str(caught.value)


def test_a_pillar_that_no_suite_has_is_a_mistake(load: Load) -> None:
    """A misspelt pillar would leave its questions with less than was asked for."""
    from mhgate.config import check_against

    config = load(PILLARS + "[judge.requirements.pillar.crysis]\nsensitivity = 0.9\n")
    probes = {"crisis": ["asks"], "safety": ["declines"]}
    with pytest.raises(ConfigError, match=r"judge\.requirements\.pillar\.crysis.*Did you mean"):
        check_against(config, probes, {})
