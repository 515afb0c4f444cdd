"""The target that is asked: what is handed over in code, or what ``[target]`` says."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mhgate.config import BudgetConfig, Config, DemoConfig
from mhgate.errors import ConfigError, Mistake
from mhgate.protocols import Judge, Target
from mhgate.records import Override
from mhgate.redacting.secrets import Redactor
from mhgate.targets import Budget, FunctionTarget, hears_clock, open_target
from mhgate.wiring.budgeting.paying import (
    counted,
    paid_in_code,
    pays_for_target,
)
from mhgate.wiring.product_folder import product_folder, tls_folder
from mhgate.wiring.redaction import personal_of
from mhgate.wiring.sending import Sending
from mhgate.wiring.workspace import Workspace

if TYPE_CHECKING:
    from mhgate.targets.builds import Builds

__all__ = ["Given", "as_heard", "opened_target", "state_escalation"]


@dataclass(frozen=True, slots=True)
class Given:
    """What a conftest.py (or a caller of the library) hands over in place of the configuration's.

    Args:
        target: a Target, or a function of a message or of messages; None: [target] counts.
        judge: a Judge; None: [judge] counts.
    """

    target: Target | Callable[..., object] | None = None
    judge: Judge | None = None

    def kind_of(self, config: Config) -> str:
        """Return how the target is reached.

        Args:
            config: ``[target]``, where none is handed over.
        """
        return "given" if self.target is not None else config.target.kind

    def overrides(self) -> tuple[Override, ...]:
        """Return what is handed over, as the report records it."""
        pairs = (("target", self.target), ("judge", self.judge))
        return tuple(
            Override(key=key, value=_name_of(given), source="code")
            for key, given in pairs
            if given is not None
        )


def as_heard(workspace: Workspace, given: Given) -> Workspace:
    """Return a workspace that knows whether the target that is asked has a clock.

    Args:
        workspace: the configuration and its suites.
        given: what is handed over in code: a Target says so by ``has_clock = True``, a function by
            a parameter ``clock_s``.
    """
    if given.target is None:
        return workspace
    if isinstance(given.target, Target):
        return replace(workspace, clock=bool(getattr(given.target, "has_clock", False)))
    return replace(workspace, clock=hears_clock(given.target))


def _name_of(given: object) -> str:
    kind = given if callable(given) and hasattr(given, "__qualname__") else type(given)
    return f"{kind.__module__}.{kind.__qualname__}"


def state_escalation(config: Config, given: Given) -> None:
    """Ask that a product handed over in code says what becomes of its calls for help (law 12).

    Args:
        config: thresholds.toml.
        given: what is handed over in code.

    Raises:
        ConfigError: it is not said.
    """
    stated = "escalation" in config.target.model_fields_set
    if given.target is not None and not stated:
        raise ConfigError(
            [
                Mistake(
                    f"{config.file}: target.escalation",
                    f"nothing, while {_name_of(given.target)} is handed over as the target",
                    '"stubbed" or "none"',
                    "Testing must not cause real crisis work: say whether the product's calls for "
                    "human help are stubbed, or that it makes none.",
                )
            ]
        )


@asynccontextmanager
async def opened_target(
    whole: Config,
    given: Given,
    sending: Sending,
    *,
    environ: Mapping[str, str],
    builds: Builds | None = None,
    table: str = "target",
) -> AsyncIterator[Target]:
    """Open the target that is asked: what is handed over, or what ``[target]`` says.

    Args:
        whole: thresholds.toml.
        given: what is handed over in code.
        sending: the id that every request carries, and the hosts.
        environ: the environment, for secrets named there.
        builds: reads the build's id in replies, where these hold it.
        table: under which its requests are counted.
    """
    personal = personal_of(whole)
    config, pay = whole.target, pays_for_target(whole.budget, sending.purse)
    if isinstance(given.target, Target):
        paid = paid_in_code(given.target, whole.budget, sending.purse)
        yield counted(paid, sending.purse)
    elif given.target is not None:
        function = FunctionTarget(
            given.target,
            name=_name_of(given.target),
            timeout_s=config.timeout_s,
            clock=hears_clock(given.target),
            budget=Budget(pay=pay),
            redactor=Redactor(personal),
        )
        yield counted(function, sending.purse)
    elif isinstance(config, DemoConfig):
        from mhgate.demo import DemoBot  # noqa: PLC0415 - only the demo needs the demo

        bot = DemoBot(config.variant)
        demo = FunctionTarget(
            bot.reply,
            name=f"demo:{config.variant}",
            timeout_s=config.timeout_s,
            clock=True,
            budget=Budget(pay=pays_for_target(BudgetConfig(), sending.purse)),
        )
        yield counted(demo, sending.purse)
    else:
        async with open_target(
            config,
            folder=product_folder(whole, environ),
            tls_folder=tls_folder(whole, environ),
            run_id=sending.run_id,
            environ=environ,
            hosts=sending.hosts,
            pay=sending.requests.counted(table, config.max_requests, pay),
            personal=personal,
            builds=builds,
        ) as target:
            yield counted(target, sending.purse)
