"""Holds cassettes: a reply is recorded once, given again to the very same request, and told of."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from mhgate.errors import ConfigError, ReportFileError, UsageError
from mhgate.evidence.statement import why_warned
from mhgate.gate import take_again
from mhgate.records import Failure, Outcome, Stage, Trial, Turn
from mhgate.redacting.secrets import Redactor

if TYPE_CHECKING:
    from conftest import Bot, Desk

    from mhgate.records import Report

N_ITEMS = 12
TAPE = "tape.jsonl"


def _run(desk: Desk, bot: Any, mode: str, **options: str) -> Report:
    given = {"target__cassette": TAPE, "target__cassette_mode": mode, **options}
    return desk.evaluate(bot, **given)


def _rows(desk: Desk) -> list[dict[str, Any]]:
    lines = (desk.root / TAPE).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _outcomes(report: Report) -> list[Any]:
    return [(row.trial_id, row.probe_id, row.value, row.failure_kind) for row in report.outcomes]


def _again(report: Report) -> tuple[str, ...]:
    assert report.conditions is not None
    return take_again(report, report.conditions, baseline=None).headline


@pytest.fixture
def product(desk: Desk) -> Desk:
    desk.items(N_ITEMS)
    return desk


class Silent:
    """A target that nobody may ask."""

    fingerprint = "sha256:bot"

    async def reply(self, turns: object, trial: Trial) -> Turn | Failure:
        raise AssertionError(f"{trial.id} was asked")


class Spent:
    """A target whose budget is spent after so many replies."""

    fingerprint = "sha256:bot"

    def __init__(self, bot: Bot, n_replies: int) -> None:
        self.bot, self.left = bot, n_replies

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
        self.left -= 1
        if self.left < 0:
            return Failure(trial_id=trial.id, stage="target", kind="budget", message="spent")
        return await self.bot.reply(turns, trial)


def test_without_the_word_nothing_is_kept(product: Desk, bot: type[Bot]) -> None:
    """Replies of one run are no other run's, unless a cassette is named."""
    first, second = bot(), bot()
    product.evaluate(first)
    product.evaluate(second)
    assert len(first.asked) == len(second.asked) == N_ITEMS
    assert not (product.root / TAPE).exists()


def test_what_was_recorded_is_replayed_and_nobody_is_asked(product: Desk, bot: type[Bot]) -> None:
    """The same outcomes and root; the report, its first line and a signature say so."""
    recorded = _run(product, bot(lambda t: "I hear." if t.seed % 3 else "No."), "record")
    replayed = _run(product, Silent(), "replay")
    assert _outcomes(replayed) == _outcomes(recorded)
    assert replayed.merkle_root == recorded.merkle_root
    assert recorded.cassette is not None
    assert replayed.cassette is not None
    assert (recorded.cassette.n_recorded, recorded.cassette.n_attempts) == (N_ITEMS, N_ITEMS)
    assert not recorded.cassette.is_replayed
    assert (replayed.cassette.n_replayed, replayed.cassette.n_missed) == (N_ITEMS, 0)
    assert replayed.cassette.digest == recorded.cassette.digest
    assert replayed.verdict.headline[0].startswith("Nobody was asked: all 12 replies")
    assert not recorded.verdict.headline[0].startswith("Nobody")
    assert any("recording" in reason for reason in why_warned(replayed, ()))
    assert not why_warned(recorded, ())
    assert _again(replayed) == replayed.verdict.headline


def test_what_was_not_recorded_is_a_failure_that_names_it(product: Desk, bot: type[Bot]) -> None:
    """Another seed, another item, another epoch: not one of them is taken for a recorded one."""
    _run(product, bot(), "record")
    report = _run(product, Silent(), "replay", sampling__seed="7")
    assert report.accounts.failed == N_ITEMS
    assert report.failures == {"target: cassette_miss": N_ITEMS}
    assert report.verdict.outcome is not Outcome.PASS
    (text,) = [path.read_text() for path in product.journals[-1:]]
    assert "holds no reply 1 of manners/m-" in text
    assert "seed " in text
    assert "key sha256:" in text
    report = _run(product, Silent(), "replay", sampling__epochs="2")
    assert report.accounts.failed == N_ITEMS
    assert report.cassette is not None
    assert (report.cassette.n_replayed, report.cassette.n_missed) == (N_ITEMS, N_ITEMS)


def test_another_target_finds_nothing(product: Desk, bot: type[Bot]) -> None:
    """What one product said is not the other's."""
    _run(product, bot(), "record")
    other = Silent()
    other.fingerprint = "sha256:another"
    assert _run(product, other, "replay").accounts.failed == N_ITEMS


def test_only_what_is_missing_is_asked_for(product: Desk, bot: type[Bot]) -> None:
    """And recorded; a second time nothing is."""
    _run(product, bot(), "record")
    asked = bot()
    report = _run(product, asked, "replay-or-record", sampling__epochs="2")
    assert len(asked.asked) == N_ITEMS
    assert report.verdict.headline[0].startswith("Replayed in part: 12 of 24")
    assert why_warned(report, ())
    report = _run(product, Silent(), "replay-or-record", sampling__epochs="2")
    assert report.accounts.failed == 0


def test_a_failure_is_replayed_and_asked_again_where_one_may_ask(
    product: Desk, bot: type[Bot]
) -> None:
    """A replay repeats what happened; whoever records gets another chance. Attempts are counted."""

    def fails(trial: Trial) -> Failure | str:
        if trial.item_id != "manners/m-3":
            return "I hear you."
        return Failure(
            trial_id=trial.id, stage=Stage.TARGET, kind="timeout", message="slow", attempts=3
        )

    recorded = _run(product, bot(fails), "record")
    assert recorded.cassette is not None
    assert recorded.cassette.n_attempts == N_ITEMS - 1 + 3
    replayed = _run(product, Silent(), "replay")
    assert _outcomes(replayed) == _outcomes(recorded)
    assert replayed.failures == {"target: timeout": 1}
    again = bot()
    mended = _run(product, again, "replay-or-record")
    assert (len(again.asked), mended.accounts.failed) == (1, 0)


def test_secrets_are_not_recorded(product: Desk, bot: type[Bot]) -> None:
    """A reply that echoes a key is written without it."""
    Redactor().add("k3y-of-the-product")
    _run(product, bot(lambda _t: "I hear you, k3y-of-the-product."), "record")
    text = (product.root / TAPE).read_text(encoding="utf-8")
    assert "k3y-of-the-product" not in text
    assert "I hear you, [redacted]." in text
    assert (product.root / TAPE).stat().st_mode & 0o077 == 0


def test_what_a_session_carries_is_not_recorded_and_cannot_go_on(tmp_path: Path) -> None:
    """Its id may be a key: a replayed conversation ends where the recording does."""
    import asyncio

    from mhgate.targets.cassette import CassetteTarget, Tape

    class Session:
        fingerprint = "sha256:s"

        async def reply(self, turns: list[Turn], trial: Trial) -> Turn:
            return Turn(role="assistant", content="Yes.", carry={"session": "s-secret-1"})

    trial = Trial(id="a/b#0", item_id="a/b", family="f", epoch=0, seed=1)
    first = [Turn(role="user", content="Hello")]
    path = tmp_path / TAPE
    with Tape(path, "record") as tape:
        asyncio.run(CassetteTarget(Session(), tape).reply(first, trial))
    assert "s-secret-1" not in path.read_text()
    with Tape(path, "replay-or-record") as tape:
        target = CassetteTarget(Session(), tape)
        reply = asyncio.run(target.reply(first, trial))
        assert isinstance(reply, Turn)
        said = [*first, reply, Turn(role="user", content="And?")]
        came = asyncio.run(target.reply(said, trial))
    assert isinstance(came, Failure)
    assert "reply 2 of a/b#0" in came.message
    assert "session" in came.message


def test_no_preflight_and_no_key_is_needed_to_replay(product: Desk) -> None:
    """A recorded endpoint may be gone, and its key too."""
    policy = (product.root / "thresholds.toml").read_text()
    asked = (
        'kind = "openai"\nbase_url = "http://127.0.0.1:9/v1"\nmodel = "m"\napi_key_env = "NO_KEY"'
    )
    policy = policy.replace('kind = "function"\ncall = "bot:reply"', asked)
    product.write("thresholds.toml", policy.replace("preflight = false\n", ""))
    (product.root / TAPE).write_text('{"cassette": "1", "build": "b-7"}\n')
    report = _run(product, None, "replay")
    assert report.failures == {"target: cassette_miss": N_ITEMS}
    assert report.provenance.target_build == "b-7"


def test_a_cassette_that_is_not_there_is_a_mistake(product: Desk) -> None:
    """With what to do."""
    with pytest.raises(UsageError, match="no cassette"):
        _run(product, Silent(), "replay")


@pytest.mark.parametrize(
    "text",
    ["", "no json\n", '{"cassette": "2"}\n', '{"cassette": "1"}\n{"key": 3}\n', "[]\n"],
)
def test_a_changed_cassette_is_a_mistake(product: Desk, text: str) -> None:
    """File and line are named; what can be read of it is not replayed as if it were whole."""
    (product.root / TAPE).write_text(text or '{"cassette": "1"}\n')
    if not text:
        assert _run(product, Silent(), "replay").accounts.failed == N_ITEMS
        return
    with pytest.raises(ReportFileError, match="line"):
        _run(product, Silent(), "replay")


def test_a_recording_that_broke_off_leaves_the_old_one(product: Desk, bot: type[Bot]) -> None:
    """The new one stands beside it until it is whole; a torn line of one that grows is cut off."""
    _run(product, bot(), "record")
    before = (product.root / TAPE).read_bytes()
    with (product.root / TAPE).open("ab") as file:
        file.write(b'{"key": "sha256:torn')
    report = _run(product, Silent(), "replay-or-record")
    assert report.accounts.failed == 0
    assert (product.root / TAPE).read_bytes() == before
    assert not (product.root / f"{TAPE}.part").exists()


def test_a_recording_that_was_interrupted_takes_no_ones_place(
    product: Desk, bot: type[Bot]
) -> None:
    """A run that ends before its plan leaves the whole recording, and its own as FILE.part."""
    _run(product, bot(), "record")
    before = (product.root / TAPE).read_bytes()
    report = _run(product, Spent(bot(), 5), "record")
    assert report.accounts.not_reached
    assert (product.root / TAPE).read_bytes() == before
    part = product.root / f"{TAPE}.part"
    assert 1 <= len(part.read_bytes().splitlines()) < N_ITEMS
    assert report.cassette is not None
    assert report.cassette.file == part.name
    assert report.cassette.digest == f"sha256:{sha256(part.read_bytes()).hexdigest()}"


def test_what_cannot_be_together_is_said(product: Desk, bot: type[Bot]) -> None:
    """A shard, or a journal without what is about persons."""
    with pytest.raises(ConfigError, match="shard"):
        _run(product, bot(), "record", sampling__shard="1/2")
    with pytest.raises(ConfigError, match="everywhere"):
        _run(product, bot(), "record", redaction__personal="everywhere")
