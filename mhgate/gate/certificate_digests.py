"""By which digest a report names a certificate that it rests on.

A report is held to its certificates years later, by a program whose certificates may have more
fields. So a field that came after the digest was fixed counts only where it says something: where
it has its default, the digest is what it was before there was such a field. The fields of the
beginning count always, whatever they hold.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel
from pydantic_core import to_jsonable_python

from mhgate.canonical import digest
from mhgate.records import Certificate

__all__ = ["FIRST", "certificate_digest"]

FIRST: dict[str, str] = {
    "Account": "left_out read unit used what",
    "Against": "kappa n rater sensitivity specificity",
    "Agreed": "answers effective_agreed effective_n n n_agreed n_families",
    "Agreement": "level lower method n reason upper value",
    "Ceiling": "absolute ac1 alpha each exact n_families n_raters n_transcripts",
    "Certificate": "absolute ac1 account bias calibrated_on ceiling consistency exact gold_digest "
    "graded id judge judge_fingerprint judge_model kappa labelled_by labelled_on language licences "
    "limits method_version n_families no question question_digest raters sensitivity specificity "
    "split system_absolute system_consistency yes",
    "GoldRater": "first labelled_by last n rater",
    "Graded": "absolute alpha bias bias_error bias_families by_judge by_people consistency exact "
    "good_from grades limits lin quadratic_kappa system_absolute system_consistency",
    "LeftOut": "n places reason",
    "Limits": "lower upper",
    "Split": "digest part",
}
"""The fields of each record in a certificate when its digest was fixed. Nothing is added here."""


def certificate_digest(certificate: Certificate) -> str:
    """Return the digest by which a report names a certificate that it rests on.

    Args:
        certificate: any.
    """
    return digest(_told(certificate))


def _told(value: Any) -> Any:
    if isinstance(value, BaseModel):
        kind = type(value)
        first = FIRST.get(kind.__name__, "").split()
        return {
            name: _told(getattr(value, name))
            for name, field in kind.model_fields.items()
            if name in first or getattr(value, name) != field.get_default(call_default_factory=True)
        }
    if isinstance(value, list | tuple):
        return [_told(each) for each in value]
    if isinstance(value, dict):
        return {str(key): _told(each) for key, each in value.items()}
    return to_jsonable_python(value)
