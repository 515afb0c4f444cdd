"""Built-in pillars and a team's own folders -> suites; everything that is wrong, at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from mhgate.canonical import digest_in_pieces
from mhgate.errors import Mistake, SuiteError
from mhgate.records import Item, ItemRef, Probe, Question, QuestionFlow, Rubric
from mhgate.records.item_refs import ItemRefs
from mhgate.suites.folders import (
    builtin_paths,
    builtin_pillars,
    own_paths,
    unreached_modules,
)
from mhgate.suites.item_expectations import missing_expectations
from mhgate.suites.item_files import read_item
from mhgate.suites.items_of_folder import DRIFT_FILE, FolderItems, items_of_folder
from mhgate.suites.probe_files import Compiler, compile_plainly, read_probes
from mhgate.suites.questions import read_questions
from mhgate.suites.rubric_folder import read_flows, read_rubrics
from mhgate.suites.sealed_items import read_sealed, without_words
from mhgate.suites.shown_paths import builtin_path

if TYPE_CHECKING:
    from mhgate.records import DriftCase
    from mhgate.records.sealed import Opener, Pack

__all__ = [
    "Suite",
    "load_suite",
    "load_suites",
    "shared_names",
]

_RESERVED = "complete"


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """A folder of probes, items and questions.

    ``packs`` are its protected items, by file name; ``drift`` its known labels, to which a judge is
    held.
    """

    name: str
    pillar: str
    folder: Path
    version: str
    probes: tuple[Probe, ...]
    questions: dict[str, Question]
    rubrics: dict[str, Rubric] = field(default_factory=dict)
    flows: dict[str, QuestionFlow] = field(default_factory=dict)
    drift: tuple[DriftCase, ...] = ()
    items: dict[str, ItemRefs]
    packs: dict[str, Pack] = field(default_factory=dict, repr=False)
    digest: str = field(default="")

    def read_item(self, ref: ItemRef) -> Item:
        """Read one of the suite's items; see :func:`mhgate.suites.item_files.read_item`."""
        if ref.sealed:
            return read_sealed(ref, self.packs, pillar=self.pillar)
        return read_item(ref, pillar=self.pillar)

    def module_of(self, probe: Probe) -> Path:
        """Return the file in which one of the suite's probes stands, on this machine."""
        return self.folder / PurePath(probe.path).name

    def strata(self) -> set[tuple[str, str]]:
        """All (key, value) pairs by which the suite's items are layered."""
        return {pair for name in self.items for pair in self.strata_of(name)}

    def strata_of(self, file: str) -> set[tuple[str, str]]:
        """All (key, value) pairs of one file; of a closed pack, those that its seal tells.

        Args:
            file: the items' name, as probes name it.
        """
        if file in self.packs:
            told = self.packs[file].terms.strata
            return {(key, value) for key, values in told.items() for value in values}
        return {pair for kind in self.items[file].kinds for pair in kind.strata.items()}

    def languages_of(self, file: str) -> set[str]:
        """All languages of one file, whether or not it is sealed.

        Args:
            file: the items' name, as probes name it.
        """
        if file in self.packs:
            return set(self.packs[file].terms.languages)
        return {kind.language for kind in self.items[file].kinds}


def load_suites(
    *,
    builtin: Sequence[str],
    folders: Sequence[str],
    config_file: Path,
    compile_module: Compiler = compile_plainly,
    opener: Opener | None = None,
) -> tuple[Suite, ...]:
    """Load the suites that a configuration names.

    Args:
        builtin: names of built-in pillars.
        folders: the team's own folders, relative to the configuration's; each is a suite or holds
            suites.
        config_file: the configuration, for its folder and for messages.
        compile_module: how a module's source becomes code.
        opener: opens packs of protected items.

    Returns:
        The suites, in the order in which they are named. A probe's ``path`` is relative to the
        configuration's folder, with forward slashes, so that reports name no place of a machine; a
        built-in one's is ``mhgate/<suite>/<file>``. :meth:`Suite.module_of` is the file itself.

    Raises:
        SuiteError: everything that is wrong with them.
    """
    mistakes: list[Mistake] = []
    shown = [
        (path, builtin_path(path.name)) for path in builtin_paths(builtin, config_file, mistakes)
    ]
    shown += own_paths(folders, config_file, mistakes)
    paths = [path for path, _ in shown]
    repeated = [name for name, count in Counter(path.name for path in paths).items() if count > 1]
    mistakes += [
        Mistake(
            f"{config_file}: suites",
            f"two suites named {name!r}",
            "one folder a name",
            "Rename yours; its questions.toml may still say pillar = "
            f'"{name}" to count in that pillar.',
        )
        for name in repeated
    ]
    suites = []
    mistakes += unreached_modules(folders, paths, config_file)
    if not repeated:
        for path, name in shown:
            suite, found = load_suite(path, compile_module, opener)
            suites.append(_shown_as(suite, name))
            mistakes += found
        mistakes += shared_names(suites)
    if not paths and not mistakes:
        mistakes.append(
            Mistake(
                f"{config_file}: suites",
                "no suite",
                "builtin pillars or folders",
                f"Name at least one; built in are {', '.join(builtin_pillars())}.",
            )
        )
    if mistakes:
        raise SuiteError(mistakes)
    return tuple(suites)


def _shown_as(suite: Suite, folder: str) -> Suite:
    probes = (
        probe.model_copy(update={"path": f"{folder}/{suite.module_of(probe).name}"})
        for probe in suite.probes
    )
    return replace(suite, probes=tuple(probes))


def _known_labels(
    folder: Path, rubrics: Mapping[str, Rubric]
) -> tuple[tuple[DriftCase, ...], list[Mistake]]:
    if not (folder / DRIFT_FILE).is_file():
        return (), []
    from mhgate.suites.drift_files import read_drift  # noqa: PLC0415 - few suites have any

    return read_drift(folder, rubrics)


def load_suite(
    folder: Path,
    compile_module: Compiler = compile_plainly,
    opener: Opener | None = None,
) -> tuple[Suite, list[Mistake]]:
    """Load one suite.

    Args:
        folder: of the suite.
        compile_module: how a module's source becomes code.
        opener: opens packs of protected items.

    Returns:
        The suite, as far as it could be read, and everything that is wrong with it.
    """
    card, mistakes = read_questions(folder / "questions.toml")
    pillar = card.pillar or folder.name
    rubrics, wrong = read_rubrics(folder)
    flows, wrong_flows = read_flows(folder)
    drift, wrong_labels = _known_labels(folder, rubrics)
    mistakes += wrong + wrong_flows + wrong_labels
    probes: list[Probe] = []
    for path in sorted(folder.glob("test_*.py")):
        found, wrong = read_probes(
            path,
            suite=folder.name,
            pillar=pillar,
            questions=card.questions,
            rubrics={**rubrics, **flows},
            compile_module=compile_module,
        )
        probes += found
        mistakes += wrong
    items = items_of_folder(folder, probes, opener=opener)
    mistakes += items.mistakes
    if pillar == _RESERVED:
        mistakes.append(
            Mistake(
                str(folder),
                f"a pillar named {pillar!r}",
                "another name",
                "It is the name of the decision that all decisions were taken.",
            )
        )
    if not probes and not mistakes:
        mistakes.append(
            Mistake(
                str(folder),
                "a suite without a probe",
                "at least one function with @probe",
                "Write one, or take the folder out of suites.folders.",
            )
        )
    suite = Suite(
        name=folder.name,
        pillar=pillar,
        folder=folder,
        version=card.version,
        probes=tuple(_as_asked(probe, items) for probe in probes),
        questions=card.questions,
        rubrics=rubrics,
        flows=flows,
        drift=drift,
        items=items.refs,
        packs=items.packs,
    )
    if not mistakes:
        for probe in suite.probes:
            wrong = missing_expectations(probe, suite.items[probe.items], suite.read_item)
            mistakes += without_words(wrong) if probe.items in suite.packs else wrong
    content: dict[str, object] = {
        "version": card.version,
        "probes": {probe.name: probe.source_digest for probe in probes},
        "questions": {name: question.digest for name, question in card.questions.items()},
        "items": items.contents(),
    }
    if rubrics:
        content["rubrics"] = {name: rubric.digest for name, rubric in rubrics.items()}
    if flows:
        content["flows"] = {name: flow.digest for name, flow in flows.items()}
    object.__setattr__(suite, "digest", digest_in_pieces(content))
    return suite, mistakes


def _as_asked(probe: Probe, items: FolderItems) -> Probe:
    """Return a probe that knows whether a program changes what is said in its items."""
    is_perturbed = items.is_perturbed(probe.items)
    return probe.model_copy(update={"perturbed": True}) if is_perturbed else probe


def shared_names(suites: Sequence[Suite]) -> list[Mistake]:
    """Find probes of one name in one pillar.

    Args:
        suites: that are loaded together.
    """
    seen: dict[str, Probe] = {}
    mistakes = []
    for suite in suites:
        for probe in suite.probes:
            if probe.id in seen:
                mistakes.append(
                    Mistake(
                        f"{probe.path}:{probe.line}",
                        f"a second probe named {probe.name!r} in pillar {probe.pillar!r}",
                        "one probe a name and pillar",
                        f"Rename it; the first is in {seen[probe.id].path}.",
                    )
                )
            seen[probe.id] = probe
    return mistakes
