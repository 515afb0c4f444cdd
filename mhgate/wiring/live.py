"""The target that is played beside: opened, greeted and held to the same caution as the first."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

from mhgate.config import Config, name_of_target
from mhgate.errors import CannotEvaluateError, ConfigError, Mistake
from mhgate.gate import LiveArm
from mhgate.journal import Kept
from mhgate.protocols import Target
from mhgate.runner import Runner, Stop
from mhgate.sampling import Plan, Trials
from mhgate.wiring.greeting import greet
from mhgate.wiring.product_folder import PRODUCT_FOLDER
from mhgate.wiring.sending import Sending
from mhgate.wiring.target_opening import Given, opened_target

__all__ = ["confirming_words", "fresh_trials", "greet_base", "live_arm", "opened_base"]


@asynccontextmanager
async def opened_base(
    config: Config, sending: Sending, *, environ: Mapping[str, str]
) -> AsyncIterator[Target | None]:
    """Open the target that is played beside; None where there is none.

    It shares the run's id and, where it lives at the same host, the limiter of that host.

    Args:
        config: says which, in ``[baseline]``.
        sending: the id that every request carries, and the hosts.
        environ: the environment, for secrets named there.

    Raises:
        ConfigError: it cannot be built so, or looks like production without its own word for that.
    """
    if config.live is None:
        yield None
        return
    async with AsyncExitStack() as opened:
        try:
            base = await opened.enter_async_context(
                opened_target(
                    _its_own(config),
                    Given(),
                    sending,
                    environ=_without_product(environ),
                    table="baseline.target",
                )
            )
        except ConfigError as error:
            raise ConfigError(
                [
                    Mistake(
                        each.where.replace(" target.", " baseline.target.", 1),
                        each.found,
                        each.expected,
                        each.hint.replace("[target]", "[baseline.target]"),
                    )
                    for each in error.mistakes
                ]
            ) from error
        yield base


def _without_product(environ: Mapping[str, str]) -> dict[str, str]:
    """Leave out where the product under test lies: what it is compared with is not that."""
    return {name: value for name, value in environ.items() if name != PRODUCT_FOLDER}


def _its_own(config: Config) -> Config:
    """Return the configuration as if the base were the target."""
    assert config.live is not None  # noqa: S101 - asked only where there is one
    return config.model_copy(update={"target": config.live})


async def greet_base(
    base: Target | None, config: Config, *, stop: Stop, note: Callable[[str], None]
) -> None:
    """Ask the base one harmless thing first, as the target is asked.

    Args:
        base: that is about to be played, None where there is none.
        config: says whether that is wanted, and how long a whole run may take.
        stop: set it to end the waiting.
        note: told what came back.

    Raises:
        CannotEvaluateError: nothing came back in time, or what did cannot be read.
    """
    if base is None or config.live is None:
        return
    name = name_of_target(config.live)

    def told(line: str) -> None:
        note(f"played beside ({name}): {line}")

    try:
        await greet(base, _its_own(config), stop=stop, note=told)
    except CannotEvaluateError as error:
        raise CannotEvaluateError(
            f"the target that is played beside, {name}: {error.message}", hint=error.hint
        ) from error


def live_arm(
    base: Target | None, config: Config, runner: Runner, kept: Kept | None
) -> LiveArm | None:
    """Return the other arm of a run.

    Args:
        base: that is played beside, None where there is none.
        config: says what it is called.
        runner: of the target: it plays and scores the base's trials alike.
        kept: what an earlier attempt got, None without one.
    """
    if base is None or config.live is None:
        return None
    return LiveArm(
        name=name_of_target(config.live),
        kind=config.live.kind,
        runner=replace(runner, target=base),
        kept=kept.base_came_back if kept else {},
    )


def fresh_trials(plan: Plan, config: Config) -> Trials:
    """Return every trial that a second look may ask; each is named before the first one is asked.

    Args:
        plan: of the run.
        config: ``gate.confirm`` and ``gate.confirm_trials``.
    """
    is_compared = config.live is not None or config.gate.baseline is not None
    if config.gate.confirm == "off" or not is_compared:
        return plan.named[:0]
    sampling = config.sampling
    return plan.named_again(sampling.epochs, config.gate.confirm_trials, seed=sampling.seed)


def confirming_words(config: Config) -> str | None:
    """Return what is asked again before a regression is red, None where nothing is.

    Args:
        config: ``gate.confirm`` and ``gate.confirm_trials``.
    """
    gate = config.gate
    return None if gate.confirm == "off" else f"{gate.confirm} {gate.confirm_trials}"
