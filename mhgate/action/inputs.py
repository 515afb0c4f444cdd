"""The Action's inputs, each from a variable that action.yml sets; nothing is spliced into a shell.

``max-concurrency`` is read from ``MHGATE_ACTION_MAX_CONCURRENCY``, or as a runner names it, from
``INPUT_MAX_CONCURRENCY`` or ``INPUT_MAX-CONCURRENCY``. An empty variable is an input not given.
"""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from mhgate.errors import UsageError, nearest

__all__ = ["PREFIX", "Inputs", "read_inputs"]

PREFIX = "MHGATE_ACTION_"
"""How the variables begin that are the Action's own; the gate's process does not get them."""

_CONFIG = "thresholds.toml"
_WHOLE = re.compile(r"[1-9][0-9]{0,5}")
_SHARD = re.compile(r"[1-9][0-9]{0,3}/[1-9][0-9]{0,3}")


@dataclass(frozen=True, slots=True)
class Inputs:
    """What the workflow asks of the Action.

    Args:
        config: thresholds.toml, relative to the working directory.
        working_directory: relative to the workspace.
        suites: built-in suites to play, by name; empty: as the configuration says.
        baseline: what is compared with; empty: as the configuration says.
        fail_on: what blocks beside what the configuration says.
        comment: whether a comment is written on pull requests.
        max_concurrency: conversations at the same time; None: as the configuration says.
        timeout_minutes: after which the run stops asking; None: as the configuration says.
        budget_usd: what the run may cost; None: as the configuration says.
        shard: the part of the plan that is asked, ``2/8``; empty: all of it.
        shards: a folder of the artifacts of all shards, which are merged; empty: the gate is run.
        sign: whether the run's evidence is packed and signed, and with what; empty: it is not.
        bless: why a run that passes becomes the baseline; empty: it does not.
        resume: the run to go on with, or ``latest``; empty: a new one.
        policy_from: whose thresholds, suites and baseline decide on a pull request.
        extra_args: further words for ``mhgate run``.
        on: the cluster that the run is asked on, ``dask://scheduler:8786``; empty: this machine.
        report: of another run, that a comment tells of; empty: the gate is run.
        token: for GitHub's API; never shown.
    """

    config: str = _CONFIG
    working_directory: str = "."
    suites: str = ""
    baseline: str = ""
    fail_on: tuple[str, ...] = ()
    comment: Literal["auto", "never"] = "auto"
    max_concurrency: int | None = None
    timeout_minutes: float | None = None
    budget_usd: float | None = None
    shard: str = ""
    shards: str = ""
    bless: str = ""
    sign: Literal["", "key", "keyless"] = ""
    resume: str = ""
    policy_from: Literal["base", "head"] = "base"
    extra_args: tuple[str, ...] = ()
    on: str = ""
    report: str = ""
    token: str = ""

    def __repr__(self) -> str:
        return f"Inputs(config={self.config!r}, working_directory={self.working_directory!r}, ...)"


def read_inputs(environ: Mapping[str, str]) -> Inputs:
    """Read the inputs.

    Args:
        environ: the environment.

    Raises:
        UsageError: an input is not what it should be; it says which, and what was expected.
    """
    return Inputs(
        config=_given(environ, "config") or _CONFIG,
        working_directory=_given(environ, "working-directory") or ".",
        suites=_given(environ, "suites"),
        baseline=_given(environ, "baseline"),
        fail_on=tuple(
            word.strip() for word in _given(environ, "fail-on").split(",") if word.strip()
        ),
        comment="auto" if _choice(environ, "comment", ("auto", "never")) == "auto" else "never",
        max_concurrency=_whole(environ, "max-concurrency"),
        timeout_minutes=_number(environ, "timeout-minutes", "minutes, more than 0"),
        budget_usd=_number(environ, "budget-usd", "US dollars, more than 0"),
        shard=_matching(environ, "shard", _SHARD, "a part of the plan such as 2/8"),
        shards=_given(environ, "shards"),
        bless=_given(environ, "bless"),
        sign=_signing(environ),
        resume=_given(environ, "resume"),
        policy_from="head"
        if _choice(environ, "policy-from", ("base", "head")) == "head"
        else "base",
        extra_args=_words(environ, "extra-args"),
        on=_engine(environ),
        report=_given(environ, "report"),
        token=_given(environ, "token"),
    )


def _given(environ: Mapping[str, str], name: str) -> str:
    upper = name.upper()
    under = upper.replace("-", "_")
    for variable in (f"{PREFIX}{under}", f"INPUT_{under}", f"INPUT_{upper}"):
        if found := environ.get(variable, "").strip():
            return found
    return ""


def _refused(name: str, found: str, expected: str) -> UsageError:
    return UsageError(
        f"input {name}: found {found!r}; expected {expected}.", hint="Mend it in the workflow."
    )


def _choice(environ: Mapping[str, str], name: str, choices: Sequence[str]) -> str:
    found = _given(environ, name) or choices[0]
    if found not in choices:
        guess = nearest(found, choices)
        raise UsageError(
            f"input {name}: found {found!r}; expected one of {', '.join(filter(None, choices))}.",
            hint=f"Did you mean {guess}?" if guess else "Mend it in the workflow.",
        )
    return found


def _engine(environ: Mapping[str, str]) -> str:
    found = _given(environ, "on")
    if found:
        from mhgate.scale_out.cluster import address_of  # noqa: PLC0415 - where a cluster is named

        try:
            address_of(found)
        except UsageError as error:
            shown = "an address with a user in it" if "@" in found else found
            raise _refused("on", shown, "a cluster such as dask://scheduler:8786") from error
    return found


def _signing(environ: Mapping[str, str]) -> Literal["", "key", "keyless"]:
    found = _choice(environ, "sign", ("", "key", "keyless"))
    return "key" if found == "key" else "keyless" if found == "keyless" else ""


def _whole(environ: Mapping[str, str], name: str) -> int | None:
    found = _matching(environ, name, _WHOLE, "a whole number from 1")
    return int(found) if found else None


def _number(environ: Mapping[str, str], name: str, what: str) -> float | None:
    found = _given(environ, name)
    if not found:
        return None
    try:
        number = float(found)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise _refused(name, found, what)
    return number


def _matching(environ: Mapping[str, str], name: str, shape: re.Pattern[str], what: str) -> str:
    found = _given(environ, name)
    if found and not shape.fullmatch(found):
        raise _refused(name, found, what)
    return found


def _words(environ: Mapping[str, str], name: str) -> tuple[str, ...]:
    found = _given(environ, name)
    try:
        return tuple(shlex.split(found))
    except ValueError as error:
        raise _refused(name, found, f"words as a shell writes them ({error})") from error
