"""``[judge]`` -> a judge, built from what it names and closed at the end."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from mhgate.config import Config, JudgeTargetConfig
from mhgate.judges.llm import LLMJudge
from mhgate.judges.panel import Member, Panel
from mhgate.protocols import Judge
from mhgate.targets import Hosts, Purse, one_reply, open_target
from mhgate.wiring.batches import Batches
from mhgate.wiring.budgeting.paying import paid_model, pays_for_model
from mhgate.wiring.judge_errors import about, named_as
from mhgate.wiring.judge_identity import identity_of, structured_by
from mhgate.wiring.judging import Model, OpenedJudge
from mhgate.wiring.product_folder import tls_folder
from mhgate.wiring.redaction import personal_of
from mhgate.wiring.requests_spent import Requests
from mhgate.wiring.response_ends import ends_well

if TYPE_CHECKING:
    from mhgate.judges import RulesJudge

__all__ = ["open_judge", "other_judge"]


def other_judge(config: Config) -> Judge | None:
    """Return the judge that is asked about alarms beside the one that judges; None: nobody is.

    Where the rules themselves judge, the runner asks nobody: one judge confirms nothing of its own.

    Args:
        config: ``gate.confirm_alarms``.
    """
    return _rules_judge() if config.gate.confirm_alarms == "rules" else None


def _rules_judge() -> RulesJudge:
    from mhgate.judges import RulesJudge  # noqa: PLC0415 - where it judges, its rules are compiled

    return RulesJudge()


@asynccontextmanager
async def open_judge(
    config: Config,
    *,
    environ: Mapping[str, str],
    given: Judge | None = None,
    run_id: str | Callable[[], str],
    hosts: Hosts | None = None,
    on_stop: Callable[[str], None] = lambda _because: None,
    purse: Purse | None = None,
    requests: Requests | None = None,
) -> AsyncIterator[OpenedJudge]:
    """Build the judge that ``[judge]`` describes, and close what it asks afterwards.

    Nothing is asked yet: see :meth:`mhgate.wiring.judging.OpenedJudge.make_ready`.

    Args:
        config: thresholds.toml.
        environ: where secrets are read.
        given: a judge that is handed over in place of the configured one.
        run_id: goes along with every request as ``X-Mhgate-Run``; a function is asked each time.
        hosts: those of the run, where its target may ask the same ones.
        on_stop: told that the judge answers nothing from now on.
        purse: from which each request to a model is paid.
        requests: counts them over all processes of a run; None: there is this one.

    Yields:
        The judge.

    Raises:
        ConfigError: it cannot be built so, or a panel holds one judge twice.
        CannotEvaluateError: a variable is not set.
    """
    judge = config.judge
    if given is not None or judge.kind == "rules":
        yield OpenedJudge(given or _rules_judge(), judge)
        return
    batches, shared, sent = Batches(), hosts or Hosts(), requests or Requests()
    models: list[Model] = []
    async with AsyncExitStack() as opened:

        async def reach(target: JudgeTargetConfig, key: str) -> LLMJudge:
            with about(key):
                reached = await opened.enter_async_context(
                    open_target(
                        target.as_target(more=structured_by(target)),
                        folder=config.folder,
                        tls_folder=tls_folder(config, environ),
                        run_id=run_id,
                        hosts=shared,
                        environ=environ,
                        personal=personal_of(config),
                        pay=sent.counted(
                            key, target.max_requests, pays_for_model(target, config.budget, purse)
                        ),
                    )
                )
            made = LLMJudge(
                paid_model(named_as(ends_well(one_reply(reached), target), key), target, purse),
                identity=identity_of(target),
                one_message=target.one_message,
                questions_of=batches.of if judge.batch else None,
                on_stop=on_stop,
            )
            models.append(Model(key, target, made))
            return made

        if judge.target is not None:
            alone = await reach(judge.target, "judge.target")
            yield OpenedJudge(alone, judge, tuple(models), batches=batches)
            return
        members = [
            Member(
                each.name,
                _rules_judge()
                if each.target is None
                else await reach(each.target, f"judge.member[{index}].target"),
            )
            for index, each in enumerate(judge.member)
        ]
        panel = Panel(members, judge.rule or "majority")
        yield OpenedJudge(panel, judge, tuple(models), panel, batches)
