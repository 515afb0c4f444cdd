"""``mhgate run``: pytest with the gate on, and exit codes that say what happened."""

from __future__ import annotations

import contextlib
import gc
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import click

from mhgate.cli.garbage import keep_what_is_loaded, unsearched
from mhgate.cli.settings_options import given_settings, with_settings
from mhgate.config.settings import SETTINGS
from mhgate.errors import ExitCode, MhgateError, nearest

if TYPE_CHECKING:
    import pytest

    from mhgate.records import Report


__all__ = ["Ran", "command", "config_path_of", "run_session"]

# pytest would like to rewrite the asserts of every plugin; mhgate, which calls it, has none
_ALREADY_IMPORTED = "Module already imported so cannot be rewritten"


_OPTIONS = (
    *("--config", "--output", "--junit", "--sarif", "--html", "--resume", "--on", "--parts"),
    *(name for setting in SETTINGS for name in (f"--{setting.name}", setting.option)),
)

_MEANINGS = {
    ExitCode.USAGE: "usage or configuration",
    ExitCode.INCONCLUSIVE: "inconclusive where a pass is required",
    ExitCode.CANNOT_EVALUATE: "could not be evaluated",
    ExitCode.NOTHING_EVALUATED: "nothing was evaluated",
    ExitCode.INTERNAL: "internal error",
    ExitCode.INTERRUPTED: "interrupted: what there is was written, and is no verdict",
    ExitCode.TERMINATED: "terminated: what there is was written, and is no verdict",
}


class Engine(Protocol):
    """The engine, as far as the exit code depends on it."""

    error: BaseException | None


class Session(Protocol):
    """The gate's session, as far as the exit code depends on it."""

    engine: Engine | None
    signal_number: int | None
    report: Report | None


class Opened(Protocol):
    """What the plugin keeps of opening the gate: a session, or why there is none."""

    session: Session | None
    error: BaseException | None


class _Listener:
    """A plugin that keeps pytest's configuration, through which the gate's session is found."""

    def __init__(self, *, was_searched: bool) -> None:
        self.was_searched = was_searched  # for garbage, before the session began
        self.config: pytest.Config | None = None
        self.interrupted = False
        self.unknown: list[str] = []
        self.pytests: list[str] = []  # what pytest's own options are kept as, mostly their names

    def pytest_load_initial_conftests(self, parser: pytest.Parser, args: list[str]) -> None:
        """Keep the words that no plugin knows, which pytest is about to refuse."""
        known, self.unknown = parser.parse_known_and_unknown_args(args)
        self.pytests = [f"--{name}" for name in vars(known)]

    def pytest_configure(self, config: pytest.Config) -> None:
        """Keep the configuration."""
        self.config = config

    def pytest_collection_finish(self) -> None:
        """Look for garbage again once everything is loaded, and not among that."""
        if self.was_searched:
            keep_what_is_loaded()

    def pytest_unconfigure(self) -> None:
        """Spare pytest's last search for garbage what lives to the end of the process anyway."""
        gc.freeze()

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Tell Ctrl-C from pytest's own stops (--stepwise, errors while collecting)."""
        import pytest  # noqa: PLC0415 - loaded long ago, when this is called

        self.interrupted = not isinstance(excinfo.value, pytest.Session.Interrupted)


@dataclass(frozen=True, slots=True)
class Ran:
    """How a session ended: the exit code that it earned, what that means, and the report."""

    code: ExitCode
    meaning: str
    report: Report | None


@click.command(
    "run", context_settings={"ignore_unknown_options": True, "allow_interspersed_args": True}
)
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
@click.option("--output", metavar="FILE", help="write the report there as JSON; - is stdout")
@click.option("--junit", metavar="FILE", help="write the decisions there as JUnit XML")
@click.option("--sarif", metavar="FILE", help="write what is no pass there as SARIF 2.1.0")
@click.option("--html", metavar="FILE", help="write the report there as one HTML page")
@click.option(
    "--resume", metavar="RUN", is_flag=False, flag_value="latest", help="go on with a run"
)
@click.option("--on", metavar="ENGINE", help="ask on a cluster: dask://scheduler:8786")
@click.option("--parts", type=click.IntRange(min=1), help="of --on: into how many the plan is cut")
@with_settings
@click.argument("pytest_arguments", nargs=-1, type=click.UNPROCESSED)
def command(  # noqa: PLR0917 - click hands options over by name
    config_file: str | None,
    output: str | None,
    junit: str | None,
    sarif: str | None,
    html: str | None,
    resume: str | None,
    on: str | None,
    parts: int | None,
    pytest_arguments: tuple[str, ...],
    **settings: str | None,
) -> int:
    """Measure the suites, decide, and exit with what was decided.

    Words and options that mhgate does not know go to pytest (-k, -x, -v, paths of suites). The
    summary goes to stderr, data to stdout or a file.
    """
    config_path = config_path_of(config_file)
    if on is None and parts is not None:
        raise click.UsageError("--parts: into how many parts a run is cut that --on asks elsewhere")
    if on is not None:
        if pytest_arguments or resume is not None:
            named = " ".join([*pytest_arguments, *([] if resume is None else ["--resume"])])
            raise click.UsageError(f"{named}: --on asks the whole gate, without pytest")
        from mhgate.cli.running_on import run_elsewhere  # noqa: PLC0415 - where it is asked for

        files = {"junit": junit, "sarif": sarif, "html": html}
        return run_elsewhere(on, config_path, settings, parts=parts, output=output, files=files)
    words = given_settings(settings)
    if resume is not None:
        words += [f"--mhgate-resume={resume}"]
    if output is not None and output != "-":
        words += [f"--mhgate-output={Path(output).resolve()}"]
    for name, file in (("junit", junit), ("sarif", sarif), ("html", html)):
        if file is not None:
            words += [f"--mhgate-{name}={Path(file).resolve()}"]
    if not any(
        not word.startswith("-") and Path(word.split("::")[0]).exists() for word in pytest_arguments
    ):
        words += ["-rN", str(config_path)]  # the verdict is all there is: nothing to list again
    ran = run_session(config_path, [*words, *pytest_arguments])
    if output == "-" and ran.report is not None:
        from mhgate.wiring import render_json  # noqa: PLC0415 - with the verb

        click.echo(render_json(ran.report), nl=False)
    sys.stderr.flush()
    starts = ran.meaning.startswith("exit code")
    said = ran.meaning if starts else f"exit code {int(ran.code)}: {ran.meaning}"
    click.echo(f"mhgate: {said}", err=True)
    return int(ran.code)


def run_session(config_path: Path, arguments: Sequence[str]) -> Ran:
    """Run one session of pytest with the gate on; all that it prints goes to stderr.

    Args:
        config_path: the thresholds.toml.
        arguments: further words for pytest; those that nothing knows are told with the nearest.
    """
    words = [f"-Wignore:{_ALREADY_IMPORTED}:pytest.PytestAssertRewriteWarning"]
    # by name too: PYTEST_DISABLE_PLUGIN_AUTOLOAD must not take the gate away
    words += [
        "-p",
        "mhgate",
        "-p",
        "no:anyio",  # comes with httpx, takes a while to load, and runs no probe
        "--mhgate",
        "--no-header",
        "-q",
        "--tb=no",
        f"--rootdir={config_path.parent}",
    ]
    words += [f"--mhgate-config={config_path}"]
    listener = _Listener(was_searched=gc.isenabled())
    with unsearched(), contextlib.redirect_stdout(sys.stderr):
        import pytest  # noqa: PLC0415 - the one place of the command that needs it

        status = pytest.main([*words, *arguments], plugins=[listener])
    opened = _opened(listener.config)
    for word in _unknown_options(listener.unknown):
        guess = nearest(word, (*_OPTIONS, *listener.pytests))
        if guess in _OPTIONS:
            click.echo(f"mhgate: {word}: found no such option. Did you mean {guess}?", err=True)
    code, meaning = _exit_code(int(status), opened, interrupted=listener.interrupted)
    session = None if opened is None else opened.session
    return Ran(code, meaning, None if session is None else session.report)


def _unknown_options(words: Sequence[str]) -> list[str]:
    """Return the long options among words, without their values."""
    return [word.partition("=")[0] for word in words if word.startswith("--")]


def config_path_of(named: str | None) -> Path:
    """Return the thresholds.toml that is meant, whether it is there or not.

    Args:
        named: what ``--config`` says; None: the nearest one.
    """
    from mhgate.wiring import find_config  # noqa: PLC0415 - with the verb, not with the command

    if named is not None:
        return Path(named).resolve()
    found = find_config(Path.cwd())
    return (found or Path("thresholds.toml")).resolve()


def _opened(config: pytest.Config | None) -> Opened | None:
    """Find what the plugin left of opening the gate."""
    return None if config is None else config.pluginmanager.getplugin("mhgate-opened")


def _exit_code(status: int, opened: Opened | None, *, interrupted: bool) -> tuple[ExitCode, str]:
    """Say which exit code the session earned, and what it means."""
    session = None if opened is None else opened.session
    error: BaseException | None = None if opened is None else opened.error
    engine = None if session is None else session.engine
    if engine is not None and engine.error is not None:
        error = engine.error
    code = _code_without_verdict(status, session, error, interrupted=interrupted)
    report = None if session is None else session.report
    if code is not None:
        return code, _MEANINGS[code] + _beside(code, report)
    if report is None:
        return ExitCode.NOTHING_EVALUATED, _MEANINGS[ExitCode.NOTHING_EVALUATED]
    verdict = report.verdict
    if verdict.exit_code == ExitCode.PASS and status != 0:
        return ExitCode.INCONCLUSIVE, "the session failed beside the verdict; no pass is given"
    return ExitCode(verdict.exit_code), verdict.exit_meaning


def _beside(code: ExitCode, report: Report | None) -> str:
    """Say how a signal's exit code and the one that the report shows belong together."""
    if report is None or code not in {ExitCode.INTERRUPTED, ExitCode.TERMINATED}:
        return ""
    own = report.verdict.exit_code
    return (
        f" (exit code {own} is the report's own, which `mhgate decide --thresholds FILE` gives "
        f"for it again; this process ends with {int(code)})"
    )


def _code_without_verdict(
    status: int, session: Session | None, error: BaseException | None, *, interrupted: bool
) -> ExitCode | None:
    if session is not None and session.signal_number is not None:
        return ExitCode.TERMINATED
    if isinstance(error, MhgateError):
        return error.exit_code
    if error is not None or status == 3:  # noqa: PLR2004 - pytest.ExitCode.INTERNAL_ERROR
        return ExitCode.INTERNAL
    if interrupted:
        return ExitCode.INTERRUPTED
    if status == 4:  # noqa: PLR2004 - pytest.ExitCode.USAGE_ERROR
        return ExitCode.USAGE
    return None
