"""One harmless thing is asked, of the target or of the models that judge, and all of it shown."""

from __future__ import annotations

from collections.abc import Mapping

from mhgate.config import Config
from mhgate.errors import CannotEvaluateError, UsageError
from mhgate.judges.llm.first_question import FRUIT
from mhgate.targets import open_target, preflight
from mhgate.targets.exchange import recording
from mhgate.targets.first_contact import HARMLESS_MESSAGE, described
from mhgate.wiring.budgeting.paying import pays_for_model
from mhgate.wiring.judge_errors import about
from mhgate.wiring.judge_opening import open_judge
from mhgate.wiring.judging import first_asked
from mhgate.wiring.product_folder import tls_folder
from mhgate.wiring.redaction import personal_of
from mhgate.wiring.sending import Sending
from mhgate.wiring.target_opening import Given, opened_target

__all__ = ["probe_endpoint"]


async def probe_endpoint(
    config: Config,
    *,
    environ: Mapping[str, str],
    message: str | None = None,
    judge: bool = False,
) -> list[str]:
    """Ask the configured target, or the models that judge, one harmless thing.

    Args:
        config: says which target.
        environ: the environment, for secrets named there.
        message: what to say; None: a greeting.
        judge: whether the models that judge are asked instead, each by its own table.

    Returns:
        Lines that show the request, the reply, and what was extracted, without secrets.

    Raises:
        CannotEvaluateError: the reply cannot be read, or a judge's is no answer to the first
            question of a run; it says what to change.
    """
    sending = Sending("probe-endpoint")
    if judge:
        return await _probed_judges(config, sending, environ, message or HARMLESS_MESSAGE)
    async with opened_target(config, Given(), sending, environ=environ) as target:
        first = await preflight(target, message=message or HARMLESS_MESSAGE)
    return first.describe().splitlines()


async def _probed_judges(
    config: Config, sending: Sending, environ: Mapping[str, str], message: str
) -> list[str]:
    tables = [("judge.target", config.judge.target)]
    tables += [
        (f"judge.member[{index}].target", member.target)
        for index, member in enumerate(config.judge.member)
    ]
    lines: list[str] = []
    for key, table in tables:
        if table is None:
            continue
        with about(key):
            async with open_target(
                table.as_target(),
                folder=config.folder,
                tls_folder=tls_folder(config, environ),
                run_id=sending.run_id,
                environ=environ,
                hosts=sending.hosts,
                personal=personal_of(config),
                pay=pays_for_model(table, config.budget, sending.purse),
            ) as target:
                first = await preflight(target, message=message)
        lines += [f"[{key}]", *first.describe().splitlines()]
    if not lines:
        raise UsageError(
            f'no model judges here: [judge] kind is "{config.judge.kind}".',
            hint="Leave --judge out to ask the target.",
        )
    return [*lines, *await _first_questions(config, sending, environ)]


async def _first_questions(
    config: Config, sending: Sending, environ: Mapping[str, str]
) -> list[str]:
    """Ask each model what a run asks it first, for a greeting shows nothing of its answers."""
    if not config.judge.preflight:
        untried = (
            "  answers    their form is first tried by a run's own questions: [judge] says "
            "preflight = false"
        )
        return [untried]
    lines: list[str] = []
    async with open_judge(
        config,
        environ=environ,
        run_id=sending.run_id,
        hosts=sending.hosts,
        purse=sending.purse,
    ) as opened:
        for model in opened.models:
            with recording() as exchanges:
                try:
                    await first_asked(model)
                except CannotEvaluateError as error:
                    message = "\n".join([error.message, *described(exchanges[-2:])])
                    hint = f"advice     {error.hint}" if exchanges else error.hint
                    message += "\n " if exchanges else ""
                    raise CannotEvaluateError(message, hint=hint) from error
            lines += [
                f"[{model.key}] the first question of a run: {FRUIT.text}",
                "  answers    yes, which is right, in the form that is asked for",
            ]
    return lines
