"""The keys of ``[baseline]``, and of ``[gate]`` that say when a finding is blamed on a product."""

from __future__ import annotations

from mhgate.config.setting import FileKey, Setting

__all__ = ["COMPARING_FILE_KEYS", "COMPARING_SETTINGS"]

COMPARING_SETTINGS = (
    Setting(
        "gate.confirm",
        "confirm",
        "text",
        "choice",
        "what is asked again, on fresh seeds, before a regression is red: off (nothing), flipped "
        "(the items that flipped; needs a live base), all (every item that has a pair)",
    ),
    Setting(
        "gate.confirm_trials",
        "confirm-trials",
        "whole number",
        "trials an item",
        "how often each of these items is asked again, in either arm that is asked",
    ),
    Setting(
        "gate.confirm_alarms",
        "confirm-alarms",
        "text",
        "choice",
        "what confirms an alarm of what must never happen, beside an exact check and people: exact "
        "(nothing), rules (the built-in rules, where another judge judges)",
    ),
    Setting(
        "baseline.against",
        "against",
        "text",
        "address",
        "the same target at another address, played beside it: its url or base_url; of the demo "
        "the name of a variant",
        nullable=True,
    ),
)

COMPARING_FILE_KEYS = (
    FileKey(
        "baseline.target",
        "table",
        "the target that is played beside [target], and that it is compared with; it takes every "
        "key that [target] takes, its own escalation and production too",
    ),
)
