"""What may be overridden where the base's policy decides: how the run goes, never what passes.

A pull request brings its own workflow file along, and with it variables, pytest's options and
extra-args. So there is a list of what may be said there; all else is refused, and named. What is
allowed is recorded in the report, as every override is.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence

from mhgate.config.settings import SETTINGS, Setting
from mhgate.errors import UsageError

__all__ = ["OPERATIONAL", "refuse_policy_overrides"]

OPERATIONAL = frozenset(
    {
        "budget.minutes",
        "budget.tokens",
        "budget.usd",
        "gate.deadline_s",
        "gate.reports",
        "gate.show",
        "sampling.shard",
        "target.base_url",
        "target.concurrency",
        "target.max_requests",
        "target.max_retries",
        "target.preflight",
        "target.requests_per_minute",
        "target.timeout_s",
        "target.tokens_per_minute",
        "target.url",
    }
)
"""Keys that say how, where and how fast is asked; none of them can turn a fail into a pass.

A budget may be lowered alone: see :mod:`mhgate.action.lowered_budgets`.
"""

# of pytest's own options those that only show, or that measure less, which is never green
_SHOWING = frozenset(
    {"-v", "-vv", "-q", "-x", "-s", "-l", "-rN", "-ra", "--exitfirst", "--verbose"}
)
_WITH_VALUE = frozenset({"-k", "--color", "--durations", "--tb", "--maxfail", "--deselect"})


def refuse_policy_overrides(words: Sequence[str], environ: Mapping[str, str]) -> None:
    """Refuse what would decide otherwise than the base's policy does.

    Args:
        words: the Action's extra-args.
        environ: the environment.

    Raises:
        UsageError: it names each.
    """
    found = [*_variables(environ), *_options(words, "extra-args")]
    found += _options(_addopts(environ), "PYTEST_ADDOPTS")
    if environ.get("PYTEST_PLUGINS"):
        found.append("PYTEST_PLUGINS")
    if found:
        raise UsageError(
            f"{', '.join(found)}: found beside a policy that comes from the base commit; expected "
            "none: a pull request cannot override what it is judged by.",
            hint="Change thresholds.toml in a pull request of its own, or choose `policy-from: "
            "head`, which the summary says aloud.",
        )


def _variables(environ: Mapping[str, str]) -> Iterator[str]:
    for setting in SETTINGS:
        if setting.key not in OPERATIONAL and environ.get(setting.variable):
            yield f"{setting.variable} ({setting.key})"


def _addopts(environ: Mapping[str, str]) -> list[str]:
    try:
        return shlex.split(environ.get("PYTEST_ADDOPTS", ""))
    except ValueError:
        return ["--unreadable"]


def _options(words: Sequence[str], where: str) -> Iterator[str]:
    known = {name: setting for setting in SETTINGS for name in _names(setting)}
    awaited = False
    for word in words:
        if word.startswith("@"):  # pytest puts the lines of the file that it names in its place
            yield f"{word} ({where})"
        if awaited:
            awaited = False
            continue
        name, has_value = word.partition("=")[0], "=" in word
        setting = known.get(name)
        if name in _WITH_VALUE or (setting is not None and setting.key in OPERATIONAL):
            awaited = not has_value
        elif word not in _SHOWING:
            yield f"{name} ({where})"


def _names(setting: Setting) -> tuple[str, str]:
    return setting.option, f"--{setting.name}"
