"""The models of thresholds.toml's tables but ``[target]`` and ``[judge]``: types, limits, defaults.

What a key means and its unit stand in :mod:`mhgate.config.settings`. Numbers are strict: true is
not 1, "0.8" is not 0.8, and neither nan nor inf is a number here.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from mhgate.config.settings import SEALED_KEY_VARIABLE
from mhgate.records import Confirm, Design, FailOn, Profile, Record, Threshold
from mhgate.records.hazards import HAZARD_ID

__all__ = [
    "BUILTIN_PROFILES",
    "WAIVERS_FILE",
    "Count",
    "GateConfig",
    "LimitsConfig",
    "Minutes",
    "PillarConfig",
    "ProbeConfig",
    "ProfileConfig",
    "SamplingConfig",
    "Seconds",
    "Share",
    "SuitesConfig",
    "Table",
    "Text",
    "TokenBudget",
    "Usd",
]

WAIVERS_FILE = "mhgate-waivers.toml"
"""Where waivers are looked for, beside thresholds.toml; where none lies, none are."""

Share = Annotated[float, Field(ge=0, le=1)]
HazardId = Annotated[str, Field(pattern=HAZARD_ID)]
Count = Annotated[int, Field(ge=0, le=1_000_000_000)]
Epochs = Annotated[int, Field(ge=1, le=1000)]
Seconds = Annotated[float, Field(gt=0, le=1_000_000)]
Minutes = Annotated[float, Field(gt=0, le=100_000)]
Usd = Annotated[float, Field(gt=0, le=1_000_000)]
TokenBudget = Annotated[int, Field(ge=1, le=1_000_000_000_000)]
Error = Annotated[float, Field(gt=0, lt=0.5)]
Text = Annotated[str, Field(min_length=1)]
# canonical JSON, which digests are made of, holds no larger whole number
Seed = Annotated[int, Field(ge=0, le=2**53 - 1)]

_SHARD = re.compile(r"([1-9][0-9]{0,3})/([1-9][0-9]{0,3})")


def _is_shard(text: str) -> str:
    found = _SHARD.fullmatch(text)
    if found is None or int(found[1]) > int(found[2]):
        raise PydanticCustomError("shard", "no shard")
    return text


Shard = Annotated[str, AfterValidator(_is_shard), Field(examples=["2/8"])]

_THRESHOLD = Threshold(min_score=0)

BUILTIN_PROFILES = {
    profile.name: profile
    for profile in (
        Profile(name="pr", pass_required=False),
        Profile(name="release"),
        Profile(name="nightly"),
        Profile(name="measure", decides=False, pass_required=False),
    )
}


class Table(Record):
    """A table of thresholds.toml: frozen, strict, and without unknown keys."""

    model_config = ConfigDict(strict=True)


class GateConfig(Table):
    """``[gate]``: how it decides, when it stops, and what it shows."""

    profile: Text = "release"
    alpha: Error = _THRESHOLD.alpha
    max_failed: Share = _THRESHOLD.max_failed
    target_failures: Literal["unmeasured", "failed"] = "unmeasured"
    deadline_s: Seconds = 3600
    reports: Text = ".mhgate"
    baseline: Text | None = None
    waivers: Text = WAIVERS_FILE
    new_items: Literal["warn", "fail"] = "warn"
    fail_on: tuple[FailOn, ...] = Field(default=(), strict=False)
    show: Literal["all", "failed"] = "all"
    confirm: Confirm = "off"
    confirm_trials: Annotated[int, Field(ge=1, le=100)] = 3
    confirm_alarms: Literal["exact", "rules"] = "exact"


class ProfileConfig(Table):
    """``[profile.<name>]``: what blocks; what is absent stays as it is without the table."""

    decides: bool | None = None
    pass_required: bool | None = None
    max_items: Count | None = None
    epochs: Epochs | None = None
    minutes: Minutes | None = None
    usd: Usd | None = None
    tokens: TokenBudget | None = None

    def over(self, profile: Profile) -> Profile:
        """Return the profile with what this table states.

        A profile that does not decide requires no pass, unless the table says otherwise (which is
        a mistake, and reported as one).
        """
        decides = profile.decides if self.decides is None else self.decides
        required = profile.pass_required if self.pass_required is None else self.pass_required
        return Profile(name=profile.name, decides=decides, pass_required=decides and required)


class SuitesConfig(Table):
    """``[suites]``: which suites are played; the suites room checks that they exist."""

    builtin: tuple[Text, ...] = Field(default=(), strict=False)
    folders: tuple[Text, ...] = Field(default=(), strict=False)
    key_env: Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")] = SEALED_KEY_VARIABLE


class SamplingConfig(Table):
    """``[sampling]``: which items are asked, in which order, how often."""

    seed: Seed = 20261130
    max_items: Count | None = None
    epochs: Epochs = 1
    design: Design = "fixed"
    shard: Shard | None = None


class LimitsConfig(Table):
    """What a probe's or a stratum's table may state; what is absent is inherited."""

    min_score: Share | None = None
    max_drop: Share | None = None
    items: Count | None = None
    families: Count | None = None
    max_failed: Share | None = None
    alpha: Error | None = None
    required: bool | None = None

    def stated(self) -> dict[str, Any]:
        """Return what is stated, by key; 0 and false are stated, None is not."""
        return {
            key: value
            for key in Threshold.model_fields
            if (value := getattr(self, key)) is not None
        }


class ProbeConfig(LimitsConfig):
    """``[pillar.<name>.probe.<name>]``: a probe's own limits, and the hazard that it is about."""

    hazard: HazardId | None = None


class PillarConfig(LimitsConfig):
    """``[pillar.<name>]``, with its probes' and its strata's own tables."""

    min_score: Share
    probe: dict[Text, ProbeConfig] = Field(default_factory=dict)
    stratum: dict[Text, LimitsConfig] = Field(default_factory=dict)
