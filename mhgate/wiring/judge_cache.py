"""What a judge answered in earlier runs, given again where the same is asked about the same words.

What is kept is the verified answer, and what is given again is held to all that a fresh one is held
to: its form, the question's scale, and its quotes, which are kept as places and read again from the
transcript. Whatever goes wrong with the file, the judge is asked.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from mhgate.config import Config
from mhgate.errors import StoreError
from mhgate.judges.scales import needs_words
from mhgate.protocols import Judge
from mhgate.records import Answer, Failure, Item, Question, Quote, Transcript
from mhgate.runner.scoring import trouble_with
from mhgate.wiring.redaction import redact_shown

if TYPE_CHECKING:
    from mhgate.store import AnswerStore
    from mhgate.wiring.judging import OpenedJudge

__all__ = ["CACHE_FILE", "CachedJudge", "cached_judge"]

CACHE_FILE = "judge_cache.sqlite"
_MOST_COUNTED = 4096  # trials that are judged at one time, and more
_ASKED = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
_ANSWERED = json.JSONEncoder(sort_keys=True)
_KEPT = ("value", "grade", "quotes", "explanation", "judge", "confidence", "attempts", "votes")
_DUMPED = set(_KEPT) - {"quotes"}  # these are kept as places
_USUAL = {name: Answer.model_fields[name].default for name in sorted(_DUMPED)}


@contextmanager
def cached_judge(
    opened: OpenedJudge,
    config: Config,
    *,
    items: Mapping[str, str],
    sealed: Callable[[str], bool],
    note: Callable[[str], None],
) -> Iterator[Judge]:
    """Yield the judge that gives again what it answered in earlier runs, and is asked the rest.

    It is for the transcripts of a run alone: known labels, canaries, first questions and gold are
    asked of the judge itself, for they hold it to what it says today.

    Args:
        opened: the judge.
        config: ``[judge] cache``, the folder of reports, and whether personal data is kept.
        items: the digests of the items that are judged, by their ids.
        sealed: whether an item is a protected one, about which nothing is kept.
        note: told where the file cannot be used.

    Yields:
        The judge; the very one that was opened where nothing is to be cached, or no model is asked.
    """
    if not config.judge.cache or not opened.models:
        yield opened.judge
        return
    from mhgate.store.answers import AnswerStore  # noqa: PLC0415 - where a model judges, and not before

    store = AnswerStore(config.folder / config.gate.reports / CACHE_FILE)
    try:
        store.__enter__()
    except StoreError as error:
        note(_unusable(error))
        yield opened.judge
        return
    judge = CachedJudge(
        opened,
        store,
        items=items,
        sealed=sealed,
        shown=redact_shown if config.redaction.personal == "everywhere" else None,
        note=note,
    )
    before = opened.batches.is_known
    opened.batches.is_known = lambda question, transcript: (
        before(question, transcript) or judge.is_known(question, transcript)
    )
    try:
        yield judge
    finally:
        judge.close()


class CachedJudge:
    """Gives again what was answered, and keeps what is answered now.

    Args:
        opened: the judge behind it; it counts what was given again.
        store: where answers are kept.
        items: the digests of the items, by their ids.
        sealed: whether an item is a protected one.
        shown: takes what is about a person out of an explanation that is kept; None: that stays.
        note: told where the file cannot be used.
    """

    def __init__(
        self,
        opened: OpenedJudge,
        store: AnswerStore | None,
        *,
        items: Mapping[str, str],
        sealed: Callable[[str], bool],
        shown: Callable[[str], str] | None = None,
        note: Callable[[str], None] = lambda _line: None,
    ) -> None:
        self._opened, self._store = opened, store
        self._items, self._sealed = items, sealed
        self._shown, self._note = shown, note
        self._judge = opened.judge
        self._n_asked: OrderedDict[bytes, int] = OrderedDict()  # of the latest, by their digests
        self._given_again: set[bytes] = set()  # of those, whose last answer was an earlier run's
        self._is_damage_told = False

    @property
    def fingerprint(self) -> str:
        """The judge's own: an answer is the same whether it is given or given again."""
        return self._judge.fingerprint

    async def answer(
        self, question: Question, item: Item, transcript: Transcript
    ) -> Answer | Failure:
        """Return the answer that was given in an earlier run, or ask.

        Args:
            question: what is asked.
            item: what was asked of the product.
            transcript: what was said.
        """
        if self._store is None or self._sealed(item.id):
            return await self._judge.answer(question, item, transcript)
        asked = self._asked(question, item.digest, transcript)
        nth = self._counted(asked)
        known = self._found(asked, nth, question, transcript)
        if known is not None:
            self._opened.n_cached += 1
            self._given_again.add(asked)
            self._opened.count_votes(known, question)
            return known.model_copy(update={"cached": True})
        came = await self._judge.answer(question, item, transcript)
        if isinstance(came, Answer) and self._may_be_kept(came, question, transcript):
            self._keep(asked, nth, came)
        return came

    def passed(self, question: Question, item: Item, transcript: Transcript) -> None:
        """Count a question that was answered elsewhere: who asks it once more is the second.

        Args:
            question: what would have been asked.
            item: what was asked of the product.
            transcript: what was said.
        """
        if self._store is not None and not self._sealed(item.id):
            self._counted(self._asked(question, item.digest, transcript))

    def is_known(self, question: Question, transcript: Transcript) -> bool:
        """Return whether a question will be answered without asking, so that no batch asks it.

        Args:
            question: what would be asked.
            transcript: what was said.
        """
        item_id = transcript.trial.item_id
        if self._store is None or item_id not in self._items or self._sealed(item_id):
            return False
        asked = self._asked(question, self._items[item_id], transcript)
        nth = self._n_asked.get(asked, 0)
        return asked in self._given_again or (
            self._found(asked, nth, question, transcript) is not None
        )

    def close(self) -> None:
        """Write what waits, and close the file."""
        store, self._store = self._store, None
        if store is None:
            return
        try:
            store.__exit__(None, None, None)
        except StoreError as error:
            self._note(_unusable(error))

    # --- what was asked

    def _asked(self, question: Question, item_digest: str, transcript: Transcript) -> bytes:
        """Return the digest of all that could change an answer, but for the model that gives it."""
        said = [
            [turn.role, turn.content, turn.flags, turn.session, turn.at_s]
            for turn in transcript.turns
        ]
        asked = [self.fingerprint, question.digest, item_digest, transcript.trial.epoch, said]
        return sha256(_ASKED.encode(asked).encode("ascii")).digest()

    def _counted(self, asked: bytes) -> int:
        """Return how often this run has asked the same: who asks twice wants a second answer."""
        nth = self._n_asked.pop(asked, 0)
        self._n_asked[asked] = nth + 1
        self._given_again.discard(asked)
        while len(self._n_asked) > _MOST_COUNTED:
            self._given_again.discard(self._n_asked.popitem(last=False)[0])
        return nth

    def _key(self, asked: bytes, nth: int) -> str | None:
        """Return what an answer is kept under; None while nobody knows which model answers."""
        heard = self._opened.heard()
        return f"{asked.hex()}/{nth}/{heard.model or ''}" if heard.is_known else None

    # --- what was answered

    def _found(
        self, asked: bytes, nth: int, question: Question, transcript: Transcript
    ) -> Answer | None:
        key = self._key(asked, nth)
        if self._store is None or key is None:
            return None
        try:
            content = self._store.find(key)
            if content is None:
                return None
            answer = _read(content, transcript)
        except (StoreError, ValidationError, ValueError, TypeError, KeyError) as error:
            self._tell_damage(error)
            return None
        if answer.judge != self.fingerprint or not self._stands(answer, question, transcript):
            self._tell_damage(None)
            return None
        return answer

    def _stands(self, answer: Answer, question: Question, transcript: Transcript) -> bool:
        if trouble_with(answer, question, transcript) is not None:
            return False
        if self._opened.panel is not None or answer.value == "unreadable":
            return True
        verdict = answer.value if answer.grade is None else answer.grade
        if question.quote == "never" or not needs_words(question, verdict):
            return True
        return any(transcript.turns[each.turn].role == "assistant" for each in answer.quotes)

    def _may_be_kept(self, answer: Answer, question: Question, transcript: Transcript) -> bool:
        """Return whether an answer is one: failures, a member's too, are asked again."""
        return (
            answer.value != "unreadable"  # told without asking
            and answer.judge == self.fingerprint
            and all(vote.failure_kind is None for vote in answer.votes)
            and self._stands(answer, question, transcript)
        )

    def _keep(self, asked: bytes, nth: int, answer: Answer) -> None:
        key = self._key(asked, nth)
        if self._store is None or key is None:
            return
        try:
            content = _written(answer, self._shown)
            self._store.keep(key, judge=self.fingerprint, content=content)
        except StoreError as error:
            self._give_up(error)

    # --- what goes wrong

    def _tell_damage(self, error: Exception | None) -> None:
        if isinstance(error, StoreError) and not _is_of_one_answer(error):
            self._give_up(error)
        elif not self._is_damage_told:
            self._is_damage_told = True
            self._note(
                f"WARNING: {CACHE_FILE} holds answers that are not what the judge gave; it is "
                "asked for these."
            )

    def _give_up(self, error: StoreError) -> None:
        """Use the file no longer, and say so once; the judge is asked from here on."""
        self._store = None
        self._note(_unusable(error))


def _is_of_one_answer(error: StoreError) -> bool:
    from mhgate.store.answers import DamagedAnswerError  # noqa: PLC0415 - loaded long ago

    return isinstance(error, DamagedAnswerError)


def _unusable(error: StoreError) -> str:
    return (
        f"WARNING: {error.message} The judge is asked; the verdict does not depend on it. "
        f"{error.hint}"
    )


def _written(answer: Answer, shown: Callable[[str], str] | None) -> str:
    """Return an answer as it is kept: its quotes as places, so that no transcript lies there."""
    said: dict[str, Any] = {}
    if answer.votes:
        said = answer.model_dump(mode="json", include=_DUMPED, exclude_defaults=True)
    else:  # the others are texts and numbers, which need no dump
        for name, usual in _USUAL.items():
            if (given := getattr(answer, name)) != usual:
                said[name] = given
    said["quotes"] = [[quote.turn, quote.start, quote.end] for quote in answer.quotes]
    if shown is not None:
        said["explanation"] = shown(answer.explanation)
    return _ANSWERED.encode(said)


def _read(content: str, transcript: Transcript) -> Answer:
    """Return an answer that was kept, with its quotes read from the transcript."""
    said = json.loads(content)
    if not isinstance(said, dict) or not set(said) <= set(_KEPT):
        raise ValueError("no answer")
    said["quotes"] = [_quote(*place, transcript=transcript) for place in said["quotes"]]
    return Answer.model_validate_json(json.dumps(said))


def _quote(turn: int, start: int, end: int, *, transcript: Transcript) -> dict[str, Any]:
    content = transcript.turns[turn].content if 0 <= turn < len(transcript.turns) else ""
    if not 0 <= start < end <= len(content):
        raise ValueError("a quote of no words")
    text = content[start:end]
    return Quote(turn=turn, start=start, end=end, text=text).model_dump()
