"""The keys of ``[budget]`` and of a profile's own budget: part of the settings."""

from __future__ import annotations

from mhgate.config.setting import FileKey, Setting

__all__ = ["BUDGET_FILE_KEYS", "BUDGET_SETTINGS"]

BUDGET_SETTINGS = (
    Setting(
        "budget.minutes",
        "minutes",
        "number",
        "minutes",
        "what a run may take; families are allocated to it before the first call; absent: no such "
        "budget",
        nullable=True,
    ),
    Setting(
        "budget.usd",
        "usd",
        "number",
        "USD",
        "what a run may cost; families are allocated to it before the first call, and every "
        "attempt is paid from it; absent: no such budget",
        nullable=True,
    ),
    Setting(
        "budget.tokens",
        "tokens",
        "whole number",
        "tokens",
        "what a run may read and write, by all that are asked; every attempt counts; when they are "
        "spent the run ends; absent: no such budget",
        nullable=True,
    ),
    Setting(
        "budget.latency_s",
        "budget-latency-s",
        "number",
        "seconds a message",
        "that the target takes, for the allocation; absent: what the baseline's run measured, else "
        "2 s",
        nullable=True,
    ),
    Setting(
        "budget.judge_latency_s",
        "budget-judge-latency-s",
        "number",
        "seconds a call",
        "that a model takes which judges, for the allocation; absent: 2 s",
        nullable=True,
    ),
    Setting(
        "budget.usd_per_message",
        "budget-usd-per-message",
        "number",
        "USD a request",
        "price of one request to the target; 0 says in so many words that it costs nothing; "
        "absent: not known",
        nullable=True,
    ),
    Setting(
        "budget.usd_per_model_call",
        "budget-usd-per-model-call",
        "number",
        "USD a request",
        "price of one request to a model that judges or plays patients and has no price by tokens; "
        "absent: not known",
        nullable=True,
    ),
)

BUDGET_FILE_KEYS = (
    FileKey("profile.*.minutes", "minutes", "in place of budget.minutes"),
    FileKey("profile.*.usd", "USD", "in place of budget.usd"),
    FileKey("profile.*.tokens", "tokens", "in place of budget.tokens"),
)
