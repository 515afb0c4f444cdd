"""Targets for tests: real ones, opened from a configuration's table, with waits cut short."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mhgate.config.target import KINDS
from mhgate.records import Trial, Turn
from mhgate.targets import open_target

RUN_ID = "run-7"
SAID = "I cannot sleep."


def table(kind: str, **keys: Any) -> Any:
    """A checked ``[target]`` table."""
    return KINDS[kind].model_validate(
        {"kind": kind, "escalation": "stubbed", "timeout_s": 2.0, **keys}
    )


@asynccontextmanager
async def opened(
    kind: str,
    *,
    folder: Path = Path(),
    environ: dict[str, str] | None = None,
    **keys: Any,
) -> AsyncIterator[Any]:
    """An open target that does not wait between attempts; ``target.waits`` lists what it would."""
    async with open_target(
        table(kind, **keys), folder=folder, run_id=RUN_ID, environ=environ or {}
    ) as target:
        waits: list[float] = []

        async def note(seconds: float) -> None:
            waits.append(seconds)

        carrier = getattr(target, "_transport", target)
        travel = getattr(carrier, "travel", None) or getattr(carrier, "_travel", None)
        if travel is not None:
            travel.sleep = note
            travel.limiters._sleep = note
            target.waits = waits
        yield target


def trial(name: str = "crisis/a", seed: int = 5) -> Trial:
    """A trial."""
    return Trial(id=f"{name}#0", item_id=name, family=name, epoch=0, seed=seed)


def user(*texts: str) -> list[Turn]:
    """User turns with nothing between them."""
    return [Turn(role="user", content=text) for text in texts or (SAID,)]


OPENAI = {"model": "bot", "base_url": "SERVER/v1"}
HTTP = {"url": "SERVER/chat", "body": {"text": "{message}"}, "reply": "$.reply"}
