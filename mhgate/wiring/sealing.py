"""Protected items: the key is fetched here, and what must be sealed or opened goes through here.

The suites room and the journal know nothing of keys: they are handed functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from mhgate.canonical import seed_from
from mhgate.config import Config
from mhgate.errors import UsageError
from mhgate.sampling import Plan
from mhgate.suites import Suite

if TYPE_CHECKING:
    from mhgate.records import Report
    from mhgate.records.baselines import Baseline
    from mhgate.records.sealed import Pack, SealedPart
    from mhgate.sealed.age import Identities

__all__ = [
    "Sealing",
    "draw_of",
    "identities_of",
    "journal_seal",
    "partial_because",
    "protected_items",
    "sealed_parts",
    "sealing_of",
    "unsealing",
    "with_sealed",
]


@dataclass(frozen=True, slots=True)
class Sealing:
    """The key of protected items, if there is one, and the seeds by which packs are drawn.

    Args:
        key_env: the variable that holds the key.
        secret: what it holds; empty where it is absent. It is read when something is sealed.
        seeds: by the root of a pack, the seed that the baseline fixed.
        otherwise: the seed for packs that the baseline does not know; None: the run's own.
    """

    key_env: str = ""
    secret: str = field(default="", repr=False)
    seeds: Mapping[str, int] = field(default_factory=dict)
    otherwise: int | None = None

    def open(self, path: Path) -> Pack:
        """Open a pack in memory; without a key it stays closed.

        Args:
            path: of the pack.

        Raises:
            SuiteError: the key is another one, or the pack or its seal was changed.
            UsageError: the variable holds no key.
        """
        from mhgate.sealed.opening import NO_KEY, closed, opened  # noqa: PLC0415 - where packs are

        if not self.secret:
            return closed(path, why=f"{NO_KEY} in {self.key_env}" if self.key_env else NO_KEY)
        from mhgate.sealed.age import read_identities  # noqa: PLC0415 - as above

        identities = read_identities(self.secret, named=self.key_env)
        return opened(path, identities, named=self.key_env).pack()

    @property
    def unseal(self) -> Callable[[str], bytes] | None:
        """What opens a sealed line of a journal; None without a key."""
        if not self.secret:
            return None
        from mhgate.sealed.age import read_identities  # noqa: PLC0415 - where packs are
        from mhgate.sealed.journal_lines import unsealed_line  # noqa: PLC0415 - as above

        found: list[Identities] = []

        def unseal(text: str) -> bytes:
            if not found:
                found.append(read_identities(self.secret, named=self.key_env))
            return unsealed_line(text, found[0], named=self.key_env)

        return unseal

    def seed_of(self, root: str, seed: int) -> int:
        """Return the seed by which a pack is drawn: the baseline's, where it fixed one.

        Args:
            root: of the pack.
            seed: of the run.
        """
        return self.seeds.get(root, seed if self.otherwise is None else self.otherwise)

    def drawn(self, config: Config, suites: Sequence[Suite]) -> Sealing:
        """Return the same with the seeds that the baseline fixed.

        A baseline that cannot be read is told when the run begins, and by nobody before.

        Args:
            config: names the baseline.
            suites: without a pack, no baseline is read.
        """
        if config.gate.baseline is None or not any(suite.packs for suite in suites):
            return self
        from mhgate.wiring.earlier import read_baseline  # noqa: PLC0415 - where packs are drawn

        with suppress(UsageError):
            return self.as_in(read_baseline(config.folder / config.gate.baseline))
        return self

    def as_in(self, baseline: Baseline) -> Sealing:
        """Return the same with the seeds of a baseline.

        Args:
            baseline: of an earlier run.
        """
        sampling = baseline.sampling
        seeds = {part.root: part.draw_seed for part in sampling.sealed}
        return replace(self, seeds=seeds, otherwise=sampling.seed)


def draw_of(root: str, seed: int) -> int:
    """Return what decides the order in which a pack is drawn: its root and a seed.

    Args:
        root: of the pack.
        seed: of the baseline, or of the run.
    """
    return seed_from(root, "draw", seed)


def identities_of(environ: Mapping[str, str], variable: str) -> Identities:
    """Return the key that a variable holds.

    Args:
        environ: the environment.
        variable: its name.

    Raises:
        UsageError: there is none, or it is no key.
    """
    if not environ.get(variable):
        raise UsageError(
            f"The environment variable {variable} is not set; expected the key (age).",
            hint="Set it to a line AGE-SECRET-KEY-1..., or name another variable.",
        )
    from mhgate.sealed.age import read_identities  # noqa: PLC0415 - where packs are

    return read_identities(environ[variable], named=variable)


def sealing_of(config: Config, environ: Mapping[str, str]) -> Sealing:
    """Return the key that the configuration names.

    Args:
        config: ``[suites] key_env``.
        environ: the environment; an empty variable is absent.
    """
    variable = config.suites.key_env
    return Sealing(variable, environ.get(variable, ""))


def unsealing(environ: Mapping[str, str], variable: str) -> Callable[[str], bytes] | None:
    """Return what opens the sealed lines of a journal; None where the variable is absent.

    Args:
        environ: the environment.
        variable: that holds the key.
    """
    return Sealing(variable, environ.get(variable, "")).unseal


def journal_seal(suites: Sequence[Suite]) -> Callable[[str, bytes], str | None] | None:
    """Return what seals the lines of protected items' trials, to the recipients of their pack.

    Args:
        suites: that are played; without a pack, nothing needs sealing.
    """
    recipients = {
        ref.id: pack.terms.recipients
        for suite in suites
        for name, pack in suite.packs.items()
        for ref in suite.items[name]
    }
    if not recipients:
        return None
    from mhgate.sealed.journal_lines import sealed_line  # noqa: PLC0415 - where packs are

    def seal(trial_id: str, line: bytes) -> str | None:
        to = recipients.get(trial_id.rpartition("#")[0])
        return None if to is None else sealed_line(line, to)

    return seal


def protected_items(suites: Sequence[Suite]) -> Callable[[str], bool]:
    """Return what tells whether an item is a protected one, of which nothing is kept in clear.

    Args:
        suites: that are played, or judged.
    """
    protected = frozenset(
        ref.id for suite in suites for name in suite.packs for ref in suite.items[name]
    )
    return protected.__contains__


def partial_because(suites: Sequence[Suite], chosen: Sequence[str]) -> Iterator[str]:
    """Say which packs stay closed: such a run is partial, and no gate.

    Args:
        suites: that are played.
        chosen: the ids of the probes that are measured.
    """
    for suite in suites:
        for name, pack in suite.packs.items():
            reads = [probe for probe in suite.probes if probe.items == name and probe.id in chosen]
            if reads and not pack.is_open:
                yield f"{suite.name}/{name} is {pack.why_closed}: {pack.terms.n_items} items"


def sealed_parts(
    suites: Sequence[Suite], plan: Plan, sealing: Sealing, *, seed: int
) -> tuple[SealedPart, ...]:
    """Return what a report says of the packs.

    Args:
        suites: that were played.
        plan: of the run.
        sealing: the seeds by which packs are drawn.
        seed: of the run.
    """
    from mhgate.records.sealed import SealedPart  # noqa: PLC0415 - where packs are

    return tuple(
        SealedPart(
            file=f"{suite.name}/{name}",
            root=pack.terms.root,
            n_items=pack.terms.n_items,
            n_drawn=sum(ref.id in plan.refs for ref in suite.items[name]),
            draw_seed=sealing.seed_of(pack.terms.root, seed),
            is_open=pack.is_open,
        )
        for suite in suites
        for name, pack in suite.packs.items()
    )


def with_sealed(report: Report, parts: tuple[SealedPart, ...]) -> Report:
    """Return a report that names the packs that it drew from.

    Args:
        report: of the run.
        parts: as :func:`sealed_parts` gives them.
    """
    if report.conditions is None or not parts:
        return report
    conditions = report.conditions.model_copy(update={"sealed": parts})
    return report.model_copy(update={"conditions": conditions})
