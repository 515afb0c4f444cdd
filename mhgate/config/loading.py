"""thresholds.toml, options, variables and ini values -> ``Config``, or every mistake at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError
from pydantic_core import SchemaError

from mhgate.config.budget import budget_of_profile, within_minutes
from mhgate.config.comparing import live_mistakes, live_target
from mhgate.config.document import Document, fields_of
from mhgate.config.exchange import exchange_mistakes
from mhgate.config.judge import JUDGE_KINDS
from mhgate.config.judge_mistakes import judge_mistakes, judge_targets
from mhgate.config.loaded import Config
from mhgate.config.matrix import levels_given, matrix_of
from mhgate.config.mistakes import dotted, from_validation, near, unknown_key
from mhgate.config.overriding import Given, given_settings, unknown_variables
from mhgate.config.patient_mistakes import patient_as_given, patient_mistakes, patient_target
from mhgate.config.reading import FILE_NAME, read_toml, shown
from mhgate.config.secrets import literal, named_variables, secret_mistakes
from mhgate.config.tables import BUILTIN_PROFILES, WAIVERS_FILE, ProfileConfig, SamplingConfig
from mhgate.config.target import KINDS, TargetConfig
from mhgate.config.waivers import read_waivers
from mhgate.errors import ConfigError, Mistake
from mhgate.records import Override, Profile, Waivers

__all__ = ["find_config", "load_config"]

_NOTHING: Mapping[str, Any] = MappingProxyType({})
# where GitHub says what a job runs for; on a pull request the profile is pr unless one is stated
_EVENT = "GITHUB_EVENT_NAME"
_PULL_REQUESTS = frozenset({"pull_request", "pull_request_target", "merge_group"})
_PATIENT_KINDS = ("patient.kind", "patient.target.kind")
_PLACEHOLDER = {"kind": "demo"}  # stands in for a target whose kind is unknown; never returned

Keys = tuple[str | int, ...]
Where = Callable[[Keys], str]


def find_config(start: Path) -> Path | None:
    """Find thresholds.toml in a folder or in its parents, up to the repository's root.

    Args:
        start: the folder to begin with.

    Returns:
        The nearest file; None when there is none up to a folder with ``.git``, or at all.
    """
    folder = start.resolve()
    for candidate in (folder, *folder.parents):
        if (candidate / FILE_NAME).is_file():
            return candidate / FILE_NAME
        if (candidate / ".git").exists():
            return None
    return None


def load_config(
    path: Path | None = None,
    *,
    options: Mapping[str, str | None] = _NOTHING,
    ini: Mapping[str, str | Sequence[str] | None] = _NOTHING,
    environ: Mapping[str, str] = _NOTHING,
    levels: Mapping[str, str] = _NOTHING,
) -> Config:
    """Load the configuration. An option outweighs a variable, that an ini value, that the file.

    Args:
        path: the file, or its folder; None for thresholds.toml in the working directory.
        options: texts by option (``--mhgate-seed``, ``mhgate_seed`` or ``sampling.seed``).
        ini: pytest's ini values, by the same; an empty one is absent.
        environ: the environment; an empty variable is absent.
        levels: of ``[matrix]``, the level of each factor that is under test; none: the file's own
            ``[target]`` is.

    Returns:
        The configuration, with every override recorded.

    Raises:
        ConfigError: everything that is wrong with the file, the options and the variables.

    Example:
        >>> load_config(Path("thresholds.toml"), environ=os.environ)  # doctest: +SKIP
    """
    file = Path(FILE_NAME) if path is None else path
    if file.is_dir():
        file /= FILE_NAME
    given, mistakes = given_settings(options, environ, ini)
    try:
        raw = read_toml(file)
    except ConfigError as error:
        raise ConfigError([*error.mistakes, *mistakes]) from error
    where = _locator(shown(file), given)
    matrix, unfit_levels = matrix_of(raw, where)
    mistakes += unfit_levels
    named = named_variables(
        [
            raw.get("target"),
            raw.get("baseline"),
            raw.get("matrix"),
            raw.get("suites"),
            *(table for _, table in judge_targets(raw.get("judge"))),
            patient_target(raw.get("patient")),
        ]
    )
    mistakes += unknown_variables(environ, named)
    if unfit_levels:
        raise ConfigError(mistakes)
    instead, twice = levels_given(matrix, levels, given)
    mistakes += twice
    given |= instead
    gate = raw.get("gate", {})
    is_stated = not isinstance(gate, dict) or "profile" in gate  # what is no table is a mistake
    if environ.get(_EVENT) in _PULL_REQUESTS and not is_stated:
        given.setdefault("gate.profile", Given("pr", _EVENT))
    mistakes += _put(raw, given)
    document, refused = _validated(raw, where)
    profiles, chosen, unfit = _profiles(raw, document, where)
    mistakes += [*refused, *unfit]
    waivers = live = None
    if document is not None:
        live, unfit_base = live_target(raw, given, where, _validated_target)
        mistakes += unfit_base
        mistakes += live_mistakes(
            live,
            target=document.target,
            baseline=document.gate.baseline,
            shard=document.sampling.shard,
            confirm=document.gate.confirm,
            where=where,
        )
        try:
            waivers = _waivers(file, document)
        except ConfigError as error:
            mistakes += error.mistakes
    if mistakes or document is None or chosen is None:
        raise ConfigError(mistakes)
    table = document.profile.get(chosen.name, ProfileConfig())
    of_profile = {
        key: value
        for key in ("max_items", "epochs")
        if (value := getattr(table, key)) is not None and f"sampling.{key}" not in given
    }
    sampling = document.sampling.model_copy(update=of_profile)
    budget = budget_of_profile(document.budget, table, given)
    _refuse_beside_stopping_early(sampling, document, where)
    return Config(
        path=file.resolve(),
        file=shown(file),
        gate=within_minutes(document.gate, budget),
        profiles=profiles,
        profile=chosen,
        suites=document.suites,
        target=document.target,
        live=live,
        judge=document.judge,
        patient=document.patient,
        sampling=sampling,
        store=document.store,
        budget=budget,
        report=document.report,
        redaction=document.redaction,
        pillars=document.pillar,
        evidence=document.evidence,
        overrides=tuple(
            Override(key=key, value=value, source=source) for key, (value, source) in given.items()
        ),
        waivers=waivers,
        configuration={**document.configuration, **levels},
        matrix=matrix,
    )


def _refuse_beside_stopping_early(
    sampling: SamplingConfig, document: Document, where: Where
) -> None:
    """Refuse what cannot be had in a design that looks at its outcomes as they come in."""
    if sampling.design == "fixed":
        return
    if sampling.epochs > 1:
        raise ConfigError(
            [
                Mistake(
                    where(("sampling", "design")),
                    f'"{sampling.design}" beside {sampling.epochs} epochs',
                    '"fixed", or one epoch',
                    "An item that is asked again tells nothing about other items: its epochs are "
                    "averaged, which takes all of them.",
                )
            ]
        )
    if document.redaction.personal == "everywhere":
        raise ConfigError(
            [
                Mistake(
                    where(("sampling", "design")),
                    f'"{sampling.design}" beside redaction.personal = "everywhere"',
                    '"fixed", or personal = "shown"',
                    "A second run of one commit goes on with the first by its journal, from which "
                    "words would have been taken.",
                )
            ]
        )
    if sampling.shard is not None:
        raise ConfigError(
            [
                Mistake(
                    where(("sampling", "design")),
                    f'"{sampling.design}" beside the shard {sampling.shard}',
                    '"fixed", or no shard',
                    "Whoever stops early looks at all that came in; a shard sees its own part "
                    "alone.",
                )
            ]
        )


def _waivers(file: Path, document: Document) -> Waivers | None:
    """Read the waivers that the file names, or those that lie beside it; held to this day."""
    named = document.gate.waivers
    path = file.parent / named
    if named == WAIVERS_FILE and not path.exists():
        return None
    return read_waivers(path, on=datetime.now(UTC).date())


def _locator(file: str, given: Mapping[str, Given]) -> Where:
    """Return how a path is shown: by the option that gave its value, or by file and key."""

    def where(keys: Keys) -> str:
        key = dotted(keys)
        whole = key.partition("[")[0]  # an option gives an array as a whole
        return f"{given[whole].source} ({key})" if whole in given else f"{file}: {key}"

    return where


def _put(raw: dict[str, Any], given: Mapping[str, Given]) -> list[Mistake]:
    """Put what is given into the tables; return what no table would have taken.

    When the target's kind is given, the keys that only the file's own kind has are left out: an
    option that chooses the demo must not trip over the address of the product. So it is with the
    judge.
    """
    target = raw.get("target")
    if "target.kind" in given and isinstance(target, dict) and target.get("kind") in [*KINDS]:
        left_out = set(fields_of("target", target["kind"]))
        left_out -= set(fields_of("target", given["target.kind"].value))
        raw["target"] = {key: value for key, value in target.items() if key not in left_out}
    if isinstance(judge := raw.get("judge"), dict):
        raw["judge"] = _judge_as_given(judge, given)
    if isinstance(patient := raw.get("patient"), dict):
        kinds = (given[key].value if key in given else None for key in _PATIENT_KINDS)
        raw["patient"] = patient_as_given(patient, *kinds)
    mistakes: list[Mistake] = []
    for key, (value, source) in given.items():
        *path, last = key.split(".")
        table = raw
        for depth, name in enumerate(path, 1):
            inner = table.setdefault(name, {})
            if not isinstance(inner, dict):
                # in place of a whole table it is reported by the models; below, it may be right
                # as it is, and what was given would go unheard
                if depth > 1:
                    mistakes.append(_inside_a_value(key, ".".join(path[:depth]), inner, source))
                break
            table = inner
        else:
            table[last] = value
    return mistakes


def _inside_a_value(key: str, outer: str, found: object, source: str) -> Mistake:
    return Mistake(
        f"{source} ({key})",
        f"a key of `{outer}`, which is {literal(found)}",
        "a key of a table",
        f"Write it as `{outer}`, or give `{outer}` as a table.",
    )


def _judge_as_given(judge: dict[str, Any], given: Mapping[str, Given]) -> dict[str, Any]:
    """Leave out what only the file's own kinds of judge have, where others are given."""
    left = dict(judge)
    if "judge.kind" in given:
        for key, owner in (("target", "llm"), ("member", "panel")):
            if given["judge.kind"].value != owner:
                left.pop(key, None)
    target = left.get("target")
    kind = given["judge.target.kind"].value if "judge.target.kind" in given else None
    if isinstance(target, dict) and isinstance(kind, str) and kind in JUDGE_KINDS:
        others = {
            key
            for name, keys in JUDGE_KINDS.items()
            for key in (*keys.needed, *keys.others)
            if name != kind
        } - {*JUDGE_KINDS[kind].needed, *JUDGE_KINDS[kind].others}
        left["target"] = {key: value for key, value in target.items() if key not in others}
    return left


def _validated(raw: dict[str, Any], where: Where) -> tuple[Document | None, list[Mistake]]:
    """Validate the whole file; a target of unknown kind is read as the kind that was meant."""
    target = raw.get("target", {})
    mistakes = judge_mistakes(raw.get("judge"), target, where)
    mistakes += patient_mistakes(raw.get("patient"), target, raw.get("judge"), where)
    kind: object = None
    checked = raw
    if isinstance(target, dict):
        kind, unknown = _kind_of(target, where)
        mistakes += unknown
        checked = {**raw, "target": {**target, "kind": kind} if kind else _PLACEHOLDER}
        mistakes += secret_mistakes(target, where)
        mistakes += exchange_mistakes({**target, "kind": kind}, where)
    try:
        document = Document.model_validate(checked)
    except ValidationError as error:
        return None, [*from_validation(error, where, kind), *mistakes]
    except SchemaError as error:  # it is made when first needed; so pydantic tells of Ctrl-C then
        if str(error).rstrip().endswith("KeyboardInterrupt:"):
            raise KeyboardInterrupt from None
        raise
    return document, mistakes


def _validated_target(
    table: Mapping[str, Any], where: Where
) -> tuple[TargetConfig | None, list[Mistake]]:
    """Validate a table that takes every key of ``[target]``."""
    document, mistakes = _validated({"target": dict(table)}, where)
    return None if document is None or mistakes else document.target, mistakes


def _kind_of(target: Mapping[str, Any], where: Where) -> tuple[str | None, list[Mistake]]:
    """Return the kind that is meant; where it is not known, what can be said without it."""
    stated = target.get("kind")
    if isinstance(stated, str) and stated in KINDS:
        return stated, []
    guess = near(stated, KINDS) if isinstance(stated, str) else None
    mistake = Mistake(
        where(("target", "kind")),
        literal(stated),
        f"one of {', '.join(KINDS)}",
        f'Did you mean "{guess}"?' if guess else "It is how the system under test is reached.",
    )
    if guess:
        return guess, [mistake]
    known = fields_of("target")
    unknown = [
        unknown_key(("target", key), target[key], where, None) for key in target if key not in known
    ]
    return None, [mistake, *unknown]


def _profiles(
    raw: Mapping[str, Any], document: Document | None, where: Where
) -> tuple[dict[str, Profile], Profile | None, list[Mistake]]:
    """Return all profiles and the chosen one, or what is wrong with them."""
    written = raw.get("profile", {})
    names = [*BUILTIN_PROFILES, *(written if isinstance(written, dict) else ())]
    profiles = {name: BUILTIN_PROFILES.get(name, Profile(name=name)) for name in names}
    mistakes = []
    for name, profile in profiles.items():
        table = written.get(name) if isinstance(written, dict) else None
        if not isinstance(table, dict):
            continue
        decides = table.get("decides", profile.decides)
        if decides is False and table.get("pass_required") is True:
            mistakes.append(
                Mistake(
                    where(("profile", name, "pass_required")),
                    "true, where nothing is decided",
                    "decides = true, or pass_required = false",
                    "A profile that takes no verdict cannot require a pass.",
                )
            )
    if document is not None:
        for name, limits in document.profile.items():
            profiles[name] = limits.over(profiles[name])
    gate = raw.get("gate", {})
    chosen = gate.get("profile", "release") if isinstance(gate, dict) else "release"
    if not isinstance(chosen, str) or not chosen:
        return profiles, None, mistakes  # reported by the models
    if chosen not in profiles:
        guess = near(chosen, profiles)
        mistakes.append(
            Mistake(
                where(("gate", "profile")),
                literal(chosen),
                f"one of {', '.join(profiles)}",
                f'Did you mean "{guess}"?' if guess else f"Add [profile.{chosen}], or name one.",
            )
        )
    return profiles, profiles.get(chosen), mistakes
