"""Outcomes by the hundred thousand, in some seventy bytes each: as a record one takes 1,600.

Most of what rows hold stands in many of them: a probe's id, an answer, a judge. So each row is kept
as two numbers: which trial it is of, and what was said. A trial that a plan knows is looked up
there, any other is kept as its item's digest and names, in bytes; what was said is kept once. What
no other row says (a rubric's cells, a panel's votes) is kept deflated.

A record is made when it is asked for, and is what was given.
"""

from __future__ import annotations

import json
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from mhgate.records.outcomes import ItemOutcome

__all__ = ["MOST_HELD", "OutcomesKept", "Whose"]

MOST_HELD = 2048
"""Rows of a run that are held as records, too: some three megabytes of them."""

_MOST_SAID = 2048  # what is said more variously than that is deflated
_MOST_KINDS = 4096  # epochs with strata
_ALONE = 0  # a code: it is kept by itself
_DIGEST = "sha256:"
_N_DIGEST = 32
_END = "\0"
_N_WINDOW = 1 << zlib.MAX_WBITS
_N_MEMORY = 5  # of zlib: a row is short


class Whose(NamedTuple):
    """The trial that a row is of, and its item: what all probes that read it share."""

    trial_id: str
    item_id: str
    item_digest: str
    family: str
    epoch: int
    strata: dict[str, str]


class OutcomesKept:
    """Rows, trial by trial, in the order in which they come.

    Args:
        most_held: how many of the first ones are held as records too: a small run, which is looked
            at after every few trials, makes none twice. One cell weighs as much as a row.
        known: trials that need not be kept, for they can be looked up by their places.
        n_known: how many these are.
    """

    __slots__ = (
        "_alone",
        "_alone_ends",
        "_alone_rows",
        "_codes",
        "_ends",
        "_has_more",
        "_held",
        "_kind_codes",
        "_kinds",
        "_known",
        "_n_known",
        "_names",
        "_of_kind",
        "_room",
        "_said",
        "_sample",
        "_sayings",
        "_trials",
    )

    def __init__(
        self,
        most_held: int = MOST_HELD,
        *,
        known: Callable[[int], Whose] | None = None,
        n_known: int = 0,
    ) -> None:
        self._known, self._n_known = known, n_known
        self._held: list[ItemOutcome] = []
        self._room = most_held
        # by trial
        self._names = bytearray()
        self._ends = array("I")
        self._kinds = array("H")
        self._of_kind: list[tuple[int, dict[str, str]]] = []
        self._kind_codes: dict[object, int] = {}
        # by row
        self._trials = array("I")
        self._said = array("H")
        self._sayings: list[ItemOutcome] = []
        self._has_more = bytearray()
        self._codes: dict[object, int] = {}
        self._alone = bytearray()
        self._alone_rows = array("I")
        self._alone_ends = array("I")
        self._sample = b""

    def __len__(self) -> int:
        return len(self._trials)

    def keep(self, rows: Sequence[ItemOutcome], *, place: int | None = None) -> range:
        """Keep the rows of a trial, all of them at once.

        Args:
            rows: of one trial, of which none was kept before.
            place: of the trial among the known ones. Where that is another one, it is kept as well.

        Returns:
            Their numbers, which count from 0.
        """
        began = len(self._trials)
        trial = self._trial_of(rows[0], place) if rows else 0
        for number, row in enumerate(rows, began):
            self._trials.append(trial)
            self._said.append(self._code_of(row, number))
            self._room -= 1 + len(row.cells)
            if self._room >= 0:
                self._held.append(row)
        return range(began, len(self._trials))

    def row(self, number: int) -> ItemOutcome:
        """Return a row as it was given.

        Args:
            number: its number.
        """
        if number < len(self._held):
            return self._held[number]
        made = self.all_said(number).model_copy()
        made.__dict__.update(self.whose(number)._asdict())  # half of what a copy with updates costs
        return made

    def trial(self, number: int) -> int:
        """Return the number of a row's trial.

        Args:
            number: of the row.
        """
        return self._trials[number]

    def said(self, number: int) -> ItemOutcome:
        """Return a row without cells and votes, and with the trial and the item of another.

        Args:
            number: its number.
        """
        code = self._said[number]
        return self._sayings[code - 1] if code != _ALONE else self.all_said(number)

    def told(self, number: int) -> tuple[ItemOutcome, Whose | ItemOutcome]:
        """Return a row as :meth:`said` does, and whose it is.

        Args:
            number: its number.
        """
        if number < len(self._held):
            return self._held[number], self._held[number]
        return self.said(number), self.whose(number)

    def all_said(self, number: int) -> ItemOutcome:
        """Return a row with the trial and the item of another.

        Args:
            number: its number.
        """
        if number < len(self._held):
            return self._held[number]
        if self.shared(number) is not None:
            return self.said(number)
        at = bisect_left(self._alone_rows, number)
        raw = self._alone[self._alone_ends[at - 1] if at else 0 : self._alone_ends[at]]
        inflating = zlib.decompressobj(-zlib.MAX_WBITS, zdict=self._sample)
        told = json.loads(inflating.decompress(raw))
        code = self._said[number]
        if code == _ALONE:
            return ItemOutcome(**_NOBODY._asdict(), **told)
        more = ItemOutcome(**_NOBODY._asdict(), **told, probe_id="", value=0)
        return self._sayings[code - 1].model_copy(update={"cells": more.cells, "votes": more.votes})

    def shared(self, number: int) -> int | None:
        """Return the number of what a row says, None where no other row may say it.

        Args:
            number: of the row.
        """
        code = self._said[number]
        return None if code == _ALONE or self._has_more[code - 1] else code

    def whose(self, number: int) -> Whose:
        """Return the trial that a row is of.

        Args:
            number: its number.
        """
        if self._trials[number] < self._n_known and self._known is not None:
            return self._known(self._trials[number])
        trial = self._trials[number] - self._n_known
        raw = self._names[self._ends[trial - 1] if trial else 0 : self._ends[trial]]
        kind = self._kinds[trial]
        if kind == _ALONE:
            return Whose(*json.loads(raw))
        item_id, _, family = raw[_N_DIGEST:].decode("utf-8", "surrogatepass").partition(_END)
        epoch, strata = self._of_kind[kind - 1]
        digest = _DIGEST + raw[:_N_DIGEST].hex()
        return Whose(f"{item_id}#{epoch}", item_id, digest, family, epoch, strata)

    # --- by trial

    @property
    def n_numbers(self) -> int:
        """How many numbers trials may have: none is as large."""
        return self._n_known + len(self._ends)

    def _trial_of(self, row: ItemOutcome, place: int | None) -> int:
        whose = Whose(row.trial_id, row.item_id, row.item_digest, row.family, row.epoch, row.strata)
        if place is not None and self._known is not None and self._known(place) == whose:
            return place
        self._keep_trial(whose)
        return self.n_numbers - 1

    def _keep_trial(self, whose: Whose) -> None:
        kind, raw = self._kind_of(whose), _names_of(whose)
        if kind == _ALONE or raw is None:
            kind, raw = _ALONE, _packed(whose)
        self._names += raw
        self._ends.append(len(self._names))
        self._kinds.append(kind)

    def _kind_of(self, whose: Whose) -> int:
        key = (whose.epoch, *whose.strata.items())
        found = self._kind_codes.get(key)
        if found is None:
            if len(self._of_kind) == _MOST_KINDS:
                return _ALONE
            self._of_kind.append((whose.epoch, dict(whose.strata)))
            found = self._kind_codes[key] = len(self._of_kind)
        return found

    # --- by row

    def _code_of(self, row: ItemOutcome, number: int) -> int:
        has_more = bool(row.cells or row.votes)
        key = _saying(row, has_more=has_more)
        code = self._codes.get(key, _ALONE)
        if code == _ALONE and len(self._sayings) < _MOST_SAID:
            bare = row.model_copy(update={"cells": {}, "votes": ()}) if has_more else row
            self._sayings.append(bare)
            self._has_more.append(has_more)
            code = self._codes[key] = len(self._sayings)
        if code == _ALONE or has_more:
            which: dict[str, Any] = {"exclude": _OF_A_TRIAL} if code == _ALONE else _MORE
            self._keep_alone(_packed(row.model_dump(**which)), number)
        return code

    def _keep_alone(self, text: bytes, number: int) -> None:
        self._sample = self._sample or text[:_N_WINDOW]
        deflating = zlib.compressobj(
            1, zlib.DEFLATED, -zlib.MAX_WBITS, _N_MEMORY, zdict=self._sample
        )
        self._alone += deflating.compress(text) + deflating.flush()
        self._alone_rows.append(number)
        self._alone_ends.append(len(self._alone))


_OF_A_TRIAL = set(Whose._fields)
_MORE: dict[str, Any] = {"include": {"cells", "votes"}}
_NOBODY = Whose("", "", "", "", 0, {})


def _packed(value: object) -> bytes:
    """Return a value as JSON that keeps surrogates, lone ones and two that would be read as one."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _names_of(whose: Whose) -> bytes | None:
    """Return a trial's names in bytes, None where they are not put together as they always are."""
    trial_id, item_id, digest, family, epoch, _ = whose
    try:
        raw = bytes.fromhex(digest.removeprefix(_DIGEST))
    except ValueError:
        return None
    is_plain = (
        len(raw) == _N_DIGEST
        and digest == _DIGEST + raw.hex()
        and trial_id == f"{item_id}#{epoch}"
        and _END not in item_id
    )
    return raw + f"{item_id}{_END}{family}".encode("utf-8", "surrogatepass") if is_plain else None


def _saying(row: ItemOutcome, *, has_more: bool) -> tuple[Any, ...]:
    """Return what tells apart what rows say, but for cells and votes; 0 and -0 are two numbers."""
    return (
        has_more,
        row.probe_id,
        repr(row.value),
        row.answer,
        row.grade,
        repr(row.read) if row.read is not None else None,
        repr(row.key) if row.key is not None else None,
        row.failure_stage,
        row.failure_kind,
        row.judge,
        row.confirmed_by,
        row.rating,
        row.n_replies,
        row.attempts,
    )
