"""The time and money that the workflow gives a run: only ever less than the configuration does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from mhgate.action.inputs import Inputs
from mhgate.config import load_config
from mhgate.errors import ConfigError

__all__ = ["budget_words"]

_EVENT = "GITHUB_EVENT_NAME"  # makes `[profile.pr]` the profile, as it will be in the run


def budget_words(config: Path, inputs: Inputs, environ: Mapping[str, str]) -> Iterator[str]:
    """Yield the options of the inputs ``timeout-minutes`` and ``budget-usd``.

    Where the configuration gives the run less, that counts, and nothing is yielded.

    Args:
        config: thresholds.toml that decides.
        inputs: the Action's.
        environ: the environment; the event's name counts.
    """
    given = {"minutes": inputs.timeout_minutes, "usd": inputs.budget_usd}
    wanted = {name: value for name, value in given.items() if value is not None}
    if not wanted:
        return
    try:
        event = {_EVENT: environ[_EVENT]} if _EVENT in environ else {}
        budget = load_config(config, environ=event).budget
    except ConfigError:
        budget = None  # the gate says what is wrong with it
    for name, value in wanted.items():
        limit = None if budget is None else getattr(budget, name)
        if limit is None or value < limit:
            yield f"--mhgate-{name}={value:g}"
