"""Holds the digest by which a report names its certificates: later fields change none of today."""

from __future__ import annotations

from datetime import date
from typing import get_args

from pydantic import BaseModel

from mhgate.gate.certificate_digests import FIRST, certificate_digest
from mhgate.records import Account, Agreed, Agreement, Certificate, GoldRater, Split
from mhgate.records.trusted import Against, Ceiling, Graded, Limits

BARE = "sha256:17b0195fef7bd4012cd60a78ee941ad13649f5209b889240fd2ba9f40cfc74d9"
FULL = "sha256:463ef9b11e52d04e2d7d74f2cd975fabf03bcd2482ce9a4be692fd233b7a37fc"

_AGREED = Agreed(n=10, n_agreed=9, n_families=5, effective_n=8.0, effective_agreed=7.2)
_MEASURE = Agreement(value=0.9, lower=0.7, level=0.9, n=20, method="jackknife")


def _bare(**other: object) -> Certificate:
    fields: dict[str, object] = {
        "id": "c",
        "question": "q",
        "question_digest": "d",
        "judge_fingerprint": "j",
        "yes": _AGREED,
        "no": _AGREED.model_copy(update={"answers": {"yes": 1, "no": 9}}),
        "labelled_by": "authors",
        "labelled_on": date(2026, 11, 1),
    }
    return Certificate(**{**fields, **other})  # type: ignore[arg-type]


def _full() -> Certificate:
    graded = Graded(
        grades=(1, 2, 3),
        good_from=2,
        by_people={"1": 4},
        bias_families=5,
        limits=Limits(lower=-1.0),
        **dict.fromkeys(  # type: ignore[arg-type]
            ("quadratic_kappa", "alpha", "lin", "absolute", "consistency", "bias"), _MEASURE
        ),
    )
    rater = GoldRater(
        rater="r1", labelled_by="authors", n=20, first=date(2026, 10, 1), last=date(2026, 10, 9)
    )
    return _bare(
        judge_model="m-1",
        n_families=9,
        kappa=_MEASURE,
        limits=Limits(),
        graded=graded,
        ceiling=Ceiling(
            n_raters=2,
            n_transcripts=20,
            n_families=9,
            alpha=_MEASURE,
            ac1=_MEASURE,
            exact=_MEASURE,
            each=(Against(rater="r1", n=20, kappa=_MEASURE),),
        ),
        raters=(rater,),
        calibrated_on=date(2026, 11, 2),
        split=Split(part="certifying", digest="s"),
        account=Account(
            what="gold", unit="rows", read=3, used=2, left_out=({"reason": "unsure", "n": 1},)
        ),
        licences=("Apache-2.0",),
    )


def test_what_reports_hold_already_stays_as_it_is() -> None:
    """Reports on disk name these digests, with every field that was not measured in them."""
    assert certificate_digest(_bare()) == BARE
    assert certificate_digest(_full()) == FULL


def test_a_field_that_is_added_counts_where_it_says_something() -> None:
    """In a certificate, and in the records inside of it; never where it has its default."""

    class Agreed2(Agreed):
        seen_by: str | None = None
        notes: tuple[str, ...] = ()

    class Later(Certificate):
        yes: Agreed2
        laboratory: str | None = None

    Agreed2.__name__, Later.__name__ = "Agreed", "Certificate"
    old = _bare()
    told = {name: getattr(old, name) for name in Certificate.model_fields}
    told["yes"] = Agreed2(**dict(old.yes))
    later = Later(**told)
    assert certificate_digest(later) == certificate_digest(old)
    named = later.model_copy(update={"laboratory": "x"})
    inside = later.model_copy(update={"yes": told["yes"].model_copy(update={"notes": ("n",)})})
    found = {certificate_digest(each) for each in (later, named, inside)}
    assert len(found) == 3


def test_every_field_counts() -> None:
    """A certificate that says anything else has another digest."""
    full = _full()
    others = [
        full.model_copy(update={"judge_model": None}),
        full.model_copy(update={"licences": ()}),
        full.model_copy(update={"limits": Limits(upper=1.0)}),
        full.model_copy(update={"labelled_on": date(2026, 11, 3)}),
    ]
    assert len({certificate_digest(each) for each in (full, *others)}) == 5


def test_no_field_of_the_beginning_is_gone() -> None:
    """Without one of them, no digest of an older certificate could be found again."""
    found: dict[str, set[str]] = {}

    def walk(kind: object) -> None:
        if isinstance(kind, type) and issubclass(kind, BaseModel) and kind.__name__ not in found:
            found[kind.__name__] = set(kind.model_fields)
            for field in kind.model_fields.values():
                walk(field.annotation)
        for inner in get_args(kind):
            walk(inner)

    walk(Certificate)
    for name, fields in FIRST.items():
        assert set(fields.split()) <= found[name], name
