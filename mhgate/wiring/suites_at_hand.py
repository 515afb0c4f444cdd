"""Which suites a ``mhgate suites`` verb speaks of, and which thresholds say what is required."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mhgate.config import Config, find_config, load_config
from mhgate.errors import Mistake, SuiteError, nearest
from mhgate.records import Probe
from mhgate.sealed.opening import closed
from mhgate.suites import Suite, builtin_pillars, load_suite, suite_folders
from mhgate.suites.folders import builtin_folder

__all__ = ["SuitesAtHand", "load_folders", "suites_at_hand"]

_SHIPPED = "builtin_thresholds.toml"


@dataclass(frozen=True, slots=True)
class SuitesAtHand:
    """The suites' folders, and the thresholds by which their probes are required or not.

    Args:
        folders: of the suites.
        in_force: the thresholds of the working directory, or those that were named; None: none.
        shipped: those that ship with mhgate, which count for pillars that ``in_force`` leaves out.
    """

    folders: tuple[Path, ...]
    in_force: Config | None
    shipped: Config | None

    def is_in_force(self, folder: Path) -> bool | None:
        """Return whether the thresholds in force name a suite; None without such thresholds."""
        if self.in_force is None:
            return None
        return folder.resolve() in {path.resolve() for path in _named(self.in_force)}

    def requires(self, probe: Probe) -> bool | None:
        """Return whether a probe gates; None where no thresholds have a table for its pillar.

        Args:
            probe: of a suite.
        """
        for config in (self.in_force, self.shipped):
            if config is not None and probe.pillar in config.pillars:
                return config.threshold(probe.pillar, probe.name, advisory=probe.advisory).required
        return None


def suites_at_hand(
    folders: Sequence[str], *, config_file: str | None, environ: Mapping[str, str]
) -> SuitesAtHand:
    """Return the suites that are meant.

    Args:
        folders: suites, or folders that hold some; empty: every built-in suite, and those that the
            thresholds in force name.
        config_file: the thresholds in force; None: those of the working directory, if any.
        environ: the environment.

    Raises:
        ConfigError: the thresholds in force cannot be read.
        SuiteError: a folder is no suite and holds none.
    """
    path = Path(config_file) if config_file else find_config(Path.cwd())
    in_force = None if path is None else load_config(path, environ=environ)
    if folders:
        paths = _given(folders)
    else:
        paths = [builtin_folder() / name for name in builtin_pillars()]
        paths += [] if in_force is None else _named(in_force)
    once = {path.resolve(): path for path in reversed(paths)}  # the first name of each stays
    return SuitesAtHand(tuple(reversed(once.values())), in_force, _shipped())


def load_folders(folders: Sequence[Path]) -> tuple[Suite, ...]:
    """Load suites; packs of protected items stay closed.

    Args:
        folders: of the suites.

    Raises:
        SuiteError: everything that is wrong with them.
    """
    suites, mistakes = [], []
    for folder in folders:
        suite, found = load_suite(folder, opener=closed)
        suites.append(suite)
        mistakes += found
    if mistakes:
        raise SuiteError(mistakes)
    return tuple(suites)


def _given(folders: Sequence[str]) -> list[Path]:
    paths: list[Path] = []
    mistakes = []
    for name in folders:
        folder = Path(name)
        inside = suite_folders(folder)
        paths += inside
        if not inside:
            is_builtin = name in builtin_pillars()
            guess = None if folder.is_dir() else nearest(name, builtin_pillars())
            hint = "Name a folder."
            if is_builtin:
                hint = f"The built-in one lies in {builtin_folder() / name}."
            elif guess:
                hint = f"Did you mean the built-in {guess!r}, in {builtin_folder() / guess}?"
            what = "which holds no test_*.py" if folder.is_dir() else "no folder"
            mistakes.append(
                Mistake(
                    "FOLDER",
                    f"{name!r}, {what}",
                    "a folder with test_*.py, or one that holds such folders",
                    hint,
                )
            )
    if mistakes:
        raise SuiteError(mistakes)
    return paths


def _named(config: Config) -> list[Path]:
    paths = [builtin_folder() / name for name in config.suites.builtin]
    for name in config.suites.folders:
        paths += suite_folders(config.folder / name)
    return [path for path in paths if path.is_dir()]


def _shipped() -> Config | None:
    """Return the thresholds that ship: inside the wheel, or beside the package in a checkout."""
    package = Path(__file__).resolve().parents[1]
    for path in (package / _SHIPPED, package.parent / "thresholds.toml"):
        if path.is_file():
            return load_config(path)
    return None
