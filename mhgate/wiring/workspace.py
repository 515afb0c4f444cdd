"""thresholds.toml and the suites that it names, read and checked against each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from mhgate.config import Config, check_against, load_config, resolve_stratum
from mhgate.errors import ConfigError, Mistake, SuiteError, nearest
from mhgate.records import Probe, Question, QuestionFlow, Rubric
from mhgate.records.item_ids import ItemIds
from mhgate.records.item_refs import ItemRefs
from mhgate.sampling import ItemFile, Plan, make_plan
from mhgate.suites import Suite, load_suites
from mhgate.suites.probe_files import Compiler, compile_plainly
from mhgate.wiring.certificates import read_certificates
from mhgate.wiring.compared_strata import compared_strata
from mhgate.wiring.conftests import conftest_with_judge
from mhgate.wiring.judge_identity import asks_rules, named_judge
from mhgate.wiring.sealing import Sealing, draw_of, sealing_of
from mhgate.wiring.waiving import unfit_waivers

if TYPE_CHECKING:
    from mhgate.records import Budget

__all__ = ["Workspace", "check_rules", "check_workspace", "open_workspace"]

_NO_CLOCK = (
    "not shown: the target has no clock (its items say at what time each message comes, and no "
    "clock_header, {clock_s} or clock in [target] tells it)"
)


@dataclass(frozen=True, slots=True)
class Workspace:
    """A configuration and its suites.

    Args:
        config: thresholds.toml.
        suites: those that it names.
        clock: whether the target can be told the time; None: as ``[target]`` says.
        sealing: the key of protected items, and the seeds by which their packs are drawn.
        families: how many families a budget leaves of a file of items, by its key.
        budget: what they were allocated to; None before that, and without a budget.
    """

    config: Config
    suites: tuple[Suite, ...]
    clock: bool | None = None
    sealing: Sealing = field(default_factory=Sealing)
    families: Mapping[str, int] = field(default_factory=dict)
    budget: Budget | None = None

    @property
    def has_clock(self) -> bool:
        """Whether the target can be told at what time a message comes."""
        return self.config.target.has_clock if self.clock is None else self.clock

    @property
    def probes(self) -> tuple[Probe, ...]:
        """All probes, in the order of the suites."""
        return tuple(probe for suite in self.suites for probe in suite.probes)

    @property
    def pillars(self) -> tuple[str, ...]:
        """The pillars of the suites, in order."""
        return tuple(dict.fromkeys(suite.pillar for suite in self.suites))

    @property
    def questions(self) -> dict[str, Question]:
        """The question of each judged probe, by the probe's id."""
        return {
            probe.id: suite.questions[probe.question]
            for suite in self.suites
            for probe in suite.probes
            if probe.question is not None
        }

    @property
    def rubrics(self) -> dict[str, Rubric]:
        """The rubric of each probe that scores one, by the probe's id."""
        return {
            probe.id: suite.rubrics[probe.rubric]
            for suite in self.suites
            for probe in suite.probes
            if probe.rubric is not None and probe.tier is None
        }

    @property
    def flows(self) -> dict[str, QuestionFlow]:
        """The question flow of each probe that walks one, by the probe's id."""
        return {
            probe.id: suite.flows[str(probe.rubric)]
            for suite in self.suites
            for probe in suite.probes
            if probe.tier is not None
        }

    @property
    def asked(self) -> dict[str, tuple[Question, ...]]:
        """The questions of each judged probe, by its id: one, its cells', or its flow's."""
        cells = {
            probe.id: tuple(
                cell.question for cell in self.rubrics[probe.id].cells_of(str(probe.dimension))
            )
            for probe in self.probes
            if probe.rubric is not None and probe.tier is None
        }
        flows = self.flows
        walked = {
            probe.id: flows[probe.id].asked_for(str(probe.dimension))
            for probe in self.probes
            if probe.tier is not None
        }
        one = {name: (question,) for name, question in self.questions.items()}
        return {**one, **cells, **walked}

    def strata(self) -> dict[str, frozenset[str]]:
        """Return the strata of each pillar's items, as ``key=value``."""
        return {
            pillar: frozenset(
                f"{key}={value}"
                for suite in self.suites
                if suite.pillar == pillar
                for key, value in suite.strata()
            )
            for pillar in self.pillars
        }

    def read_strata(self) -> dict[str, frozenset[str]]:
        """Return the strata of each probe's items, by the probe's id, as ``key=value``."""
        return {
            probe.id: frozenset(f"{key}={value}" for key, value in suite.strata_of(probe.items))
            for suite in self.suites
            for probe in suite.probes
        }

    def languages(self) -> dict[str, frozenset[str]]:
        """Return the languages of each probe's items, by the probe's id."""
        return {
            probe.id: frozenset(suite.languages_of(probe.items))
            for suite in self.suites
            for probe in suite.probes
        }

    def item_ids(self) -> ItemIds:
        """Return the ids of all items that the suites hold, drawn or not."""
        return ItemIds([refs for suite in self.suites for refs in suite.items.values()])

    def plan(self, probe_ids: frozenset[str]) -> Plan:
        """Name the trials of the given probes; without a clock none of an item that moves one."""
        files = [
            ItemFile(
                key=f"{suite.name}/{name}",
                refs=refs if self.has_clock else _without_clock(refs),
                probes=tuple(
                    probe for probe in suite.probes if probe.items == name and probe.id in probe_ids
                ),
                draw=self._draw(suite, name),
            )
            for suite in self.suites
            for name, refs in suite.items.items()
        ]
        sampling = self.config.sampling
        return make_plan(
            files,
            seed=sampling.seed,
            max_items=sampling.max_items,
            epochs=sampling.epochs,
            families=self.families,
        )

    def _draw(self, suite: Suite, file: str) -> int | None:
        if file not in suite.packs:
            return None
        root = suite.packs[file].terms.root
        return draw_of(root, self.sealing.seed_of(root, self.config.sampling.seed))

    def not_shown(self) -> dict[str, str]:
        """Return why probes cannot be shown all their items, by the probe's id."""
        closed = {
            probe.id: f"not shown: {suite.packs[probe.items].why_closed}"
            for suite in self.suites
            for probe in suite.probes
            if probe.items in suite.packs and not suite.packs[probe.items].is_open
        }
        if self.has_clock:
            return closed
        return closed | {
            probe.id: _NO_CLOCK
            for suite in self.suites
            for probe in suite.probes
            if any(kind.has_clock for kind in suite.items[probe.items].kinds)
        }

    def describe(self) -> list[str]:
        """Say in two lines what is about to be measured."""
        target = self.config.target
        variant = getattr(target, "variant", None)
        named = target.kind + (f" ({variant})" if variant else "")
        judge, profile = named_judge(self.config.judge), self.config.profile.name
        sampling = self.config.sampling
        sampled = f"seed {sampling.seed}"
        sampled += f"; shard {sampling.shard}" if sampling.shard else ""
        return [
            f"mhgate: {len(self.probes)} probes in {', '.join(self.pillars)}",
            f"mhgate: target {named}; judge {judge}; profile {profile}; {sampled}",
        ]


def _without_clock(refs: ItemRefs) -> ItemRefs:
    if not any(kind.has_clock for kind in refs.kinds):
        return refs
    return ItemRefs(ref for ref in refs if not ref.has_clock)


def open_workspace(
    path: Path | None,
    *,
    options: Mapping[str, str | None],
    ini: Mapping[str, str | None],
    environ: Mapping[str, str],
    compile_module: Compiler = compile_plainly,
    levels: Mapping[str, str] = MappingProxyType({}),
) -> Workspace:
    """Read a configuration and its suites.

    Args:
        path: thresholds.toml; None when none was found, which is an error that says what to do.
        options: settings of the command line, by key.
        ini: settings of pytest's ini file, by key.
        environ: the environment.
        compile_module: how a probe module becomes code.
        levels: of ``[matrix]``, the level of each factor that is under test.

    Returns:
        Both, checked against each other.

    Raises:
        ConfigError: everything that is wrong with the configuration.
        SuiteError: everything that is wrong with the suites.
    """
    config = load_config(path, options=options, ini=ini, environ=environ, levels=levels)
    sealing = sealing_of(config, environ)
    suites = load_suites(
        builtin=config.suites.builtin,
        folders=config.suites.folders,
        config_file=config.path,
        compile_module=compile_module,
        opener=sealing.open,
    )
    workspace = Workspace(config, suites, sealing=sealing.drawn(config, suites))
    check_against(
        config,
        {
            pillar: {probe.name for probe in workspace.probes if probe.pillar == pillar}
            for pillar in workspace.pillars
        },
        workspace.strata(),
    )
    mistakes = [*_unseen_strata(workspace), *unfit_waivers(config, suites)]
    mistakes += compared_strata(config, suites, workspace.strata())
    if mistakes:
        raise ConfigError(mistakes)
    return workspace


def check_workspace(workspace: Workspace, *, today: date) -> list[str]:
    """Check what a run would stumble over later.

    That is: rules that do not exist, hotlines that expired, gold labels and certificates that
    cannot be read (they are looked at whatever ``judge.trust`` says, for it will be turned on one
    day).

    Args:
        workspace: the configuration and its suites.
        today: the day on which entries must still hold.

    Returns:
        What is no mistake and should be known all the same, a line each.

    Raises:
        ConfigError: everything that is wrong, the file of certificates with it.
        SuiteError: everything that is wrong, where that file is in order.
    """
    notes = [
        f"{suite.name}/{name} is {pack.why_closed}: its {pack.terms.n_items} items are not checked"
        for suite in workspace.suites
        for name, pack in suite.packs.items()
        if not pack.is_open
    ]
    unknown = _unknown_rules(workspace) if asks_rules(workspace.config.judge) else []
    conftest = conftest_with_judge(workspace.config.path.parent) if unknown else None
    if conftest is not None:
        notes += [
            f"{mistake.where}: {mistake.found} is no rule of the rules judge; the judge that "
            f"{conftest.relative_to(workspace.config.path.parent)} hands over has to answer it"
            for mistake in unknown
        ]
        unknown = []
    from mhgate.judges import hotline_problems  # noqa: PLC0415 - a run looks them up later
    from mhgate.wiring.gold import gold_mistakes  # noqa: PLC0415 - a run reads no gold

    mistakes = [*unknown, *hotline_problems(today), *gold_mistakes(workspace.suites)]
    try:
        read_certificates(workspace.config)
    except ConfigError as error:
        raise ConfigError([*error.mistakes, *mistakes]) from error
    if mistakes:
        raise SuiteError(mistakes)
    return notes


def check_rules(workspace: Workspace) -> None:
    """Check that the rules judge can answer every question that is asked.

    Raises:
        SuiteError: a question names a rule that does not exist.
    """
    mistakes = _unknown_rules(workspace)
    if mistakes:
        raise SuiteError(mistakes)


def _unknown_rules(workspace: Workspace) -> list[Mistake]:
    from mhgate.judges import RULES  # noqa: PLC0415 - see mhgate.judges

    mistakes = []
    for suite in workspace.suites:
        asked = {probe.question for probe in suite.probes}
        for name, question in suite.questions.items():
            if name in asked and question.rule not in RULES:
                guess = nearest(question.rule, RULES)
                mistakes.append(
                    Mistake(
                        f"{suite.folder / 'questions.toml'}: question.{name}.rule",
                        repr(question.rule),
                        "a rule of the rules judge",
                        (f"Did you mean {guess!r}? " if guess else "")
                        + "Known: "
                        + ", ".join(sorted(RULES))
                        + ". Or hand over a judge of your own (hook pytest_mhgate_judge).",
                    )
                )
    return [*mistakes, *_unknown_rules_of_rubrics(workspace)]


def _unknown_rules_of_rubrics(workspace: Workspace) -> list[Mistake]:
    """Find cells, and questions of flows, that the rules judge cannot answer: a mistake a file."""
    from mhgate.judges import RULES  # noqa: PLC0415 - see mhgate.judges

    unknown: dict[Path, dict[str, None]] = {}
    for suite in workspace.suites:
        for probe in suite.probes:
            for question in workspace.asked[probe.id] if probe.rubric is not None else ():
                if question.rule not in RULES:
                    rules = unknown.setdefault(suite.folder / str(probe.rubric), {})
                    rules[question.rule] = None
    return [
        Mistake(
            str(path),
            f"{next(iter(rules))!r}" + (f" (and {len(rules) - 1} more)" if len(rules) > 1 else ""),
            "a rule of the rules judge"
            + (" in the column Rule" if path.suffix == ".tsv" else " in the key rule"),
            "A rubric of your own may name one; most want a model as judge, or one that you hand "
            "over (hook pytest_mhgate_judge).",
        )
        for path, rules in unknown.items()
    ]


def _unseen_strata(workspace: Workspace) -> list[Mistake]:
    """Find required strata that no required probe ever sees: they could never be decided."""
    mistakes = []
    config = workspace.config
    for pillar, known in workspace.strata().items():
        for name in config.pillars[pillar].stratum:
            key, value = resolve_stratum(name, known)
            seen = any(
                (key, value) in suite.strata_of(probe.items)
                for suite in workspace.suites
                if suite.pillar == pillar
                for probe in suite.probes
                if config.threshold(pillar, probe.name, advisory=probe.advisory).required
            )
            if config.threshold(pillar, None, name).required and not seen:
                mistakes.append(
                    Mistake(
                        f"{config.path}: pillar.{pillar}.stratum.{name}",
                        "a required stratum that no required probe reads",
                        "a stratum of the items of a required probe",
                        "Require a probe that reads it, or set required = false here.",
                    )
                )
    return mistakes
