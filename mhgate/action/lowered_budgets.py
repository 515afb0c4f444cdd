"""A budget beside a policy from the base: it may be lowered, and never raised or taken away.

A pull request must not spend more than the base allows it. What it lowers is recorded, and where
it leaves a required probe less than it takes to be decided, the run is partial and no gate.
"""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from mhgate.config import load_config
from mhgate.config.settings import find_setting
from mhgate.errors import UsageError

__all__ = ["refuse_raised_budgets"]

_KEYS = ("budget.minutes", "budget.usd", "budget.tokens")
# what makes `[profile.pr]` the profile, as it will be in the run
_EVENT = "GITHUB_EVENT_NAME"


def refuse_raised_budgets(config: Path, words: Sequence[str], environ: Mapping[str, str]) -> None:
    """Refuse a budget that is larger than that of the base's configuration.

    Args:
        config: thresholds.toml as the base has it.
        words: the Action's extra-args.
        environ: the environment.

    Raises:
        ConfigError: the base's configuration cannot be read.
        UsageError: it names each budget that was raised or taken away.
    """
    given = [*_given(words, environ)]
    if not given:
        return
    event = {_EVENT: environ[_EVENT]} if _EVENT in environ else {}
    budget = load_config(config, environ=event).budget
    raised = []
    for key, text, source in given:
        limit = getattr(budget, key.rpartition(".")[2])
        stated = math.inf
        with suppress(ValueError):
            stated = float(text)
        if limit is not None and not stated <= limit:
            raised.append(f"{source} = {text}, where the base's {key} is {limit:g}")
    if raised:
        raise UsageError(
            f"{'; '.join(raised)}: found beside a policy that comes from the base commit; expected "
            "as much or less: a pull request cannot raise its own budget.",
            hint="Raise it in thresholds.toml, in a pull request of its own.",
        )


def _given(words: Sequence[str], environ: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield each budget that is given outside of the file: its key, its text, and where."""
    addopts: list[str] = []
    with suppress(ValueError):
        addopts = shlex.split(environ.get("PYTEST_ADDOPTS", ""))
    for key in _KEYS:
        setting = find_setting(key)
        if setting is None:
            continue
        if text := environ.get(setting.variable):
            yield key, text, setting.variable
        for where in (words, addopts):
            for place, word in enumerate(where):
                name, has_value, text = word.partition("=")
                if name in {setting.option, f"--{setting.name}"}:
                    yield key, text if has_value else "".join(where[place + 1 : place + 2]), name
