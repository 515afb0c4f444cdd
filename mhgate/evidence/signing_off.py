"""Sign-offs: what a person says of a report under their name, and which ones must be there.

A sign-off is a second signature beside the pack's own: the printed name, the role, date and time,
and the meaning, bound to the digests of the report and of the index (21 CFR 11.50 and 11.70, EU AI
Act Annex IV(2)(g)). The program writes none on its own: the words were shown to somebody who
confirmed them, or who said so in so many words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any, Literal

from pydantic import ValidationError

from mhgate.attest import check_subjects, read_bundle, read_statement
from mhgate.errors import AttestError, OtherSignerError
from mhgate.evidence.checks import Checks
from mhgate.evidence.index import INDEX, REPORT, SIGNATURE, is_signature, sha256_hex
from mhgate.evidence.policy_kept import config_of_pack
from mhgate.evidence.statement import THRESHOLDS, subject_digests
from mhgate.evidence.verifying import Authenticate, Opened, signer_of
from mhgate.records import Report
from mhgate.records.attested import Signed
from mhgate.records.evidence import Meaning, SignOff, SignOffNeed

__all__ = [
    "SIGN_OFF_TYPE",
    "check_sign_offs",
    "next_sign_off",
    "sign_off_statement",
    "sign_offs_in",
    "words_of",
]

_MOST = 60  # of what somebody else wrote, in a message
SIGN_OFF_TYPE = "urn:mhgate:sign-off:v1"

_FILE = re.compile(r"sign-off-([1-9][0-9]{0,3})\.sigstore\.json")
_MEANS: dict[Meaning, str] = {
    "review": "I have read it, and reviewed what it says",
    "approval": "I have read it, and approve what it was made for, within my role",
    "responsibility": "I have read it, and take responsibility for it, within my role",
    "authorship": "I have read it, and am an author of what it reports",
}


def words_of(report: Report, *, report_digest: str, name: str, role: str, meaning: Meaning) -> str:
    """Return the statement that a person reads and confirms.

    Args:
        report: that is signed off.
        report_digest: the SHA-256 of its bytes, in hexadecimal digits.
        name: as it is printed.
        role: in which the person signs.
        meaning: what the sign-off means.
    """
    verdict = report.verdict
    headline = " ".join(verdict.headline)
    return (
        f"I, {name} ({role}), sign this report off as {meaning}. {_MEANS[meaning]}. It is the "
        f"report of run {report.provenance.run_id}, whose SHA-256 is {report_digest}. It says: "
        f"{headline} ({verdict.exit_meaning}). This is no certification and no legal advice."
    )


def sign_off_statement(
    report: Report,
    *,
    files: dict[str, bytes] | Any,
    name: str,
    role: str,
    meaning: Meaning,
    at: datetime,
    how: Literal["typed", "stated"],
) -> SignOff:
    """Return what is signed when a person signs a report off.

    Args:
        report: of the pack.
        files: of the pack.
        name: as it is printed.
        role: in which the person signs.
        meaning: what the sign-off means.
        at: the moment, with its zone.
        how: whether the person typed the confirmation, or stated it in so many words.
    """
    digest = sha256_hex(files[REPORT])
    return SignOff(
        name=name,
        role=role,
        meaning=meaning,
        at=at,
        statement=words_of(report, report_digest=digest, name=name, role=role, meaning=meaning),
        how=how,
        run=report.provenance.run_id,
        report=digest,
        index=sha256_hex(files[INDEX]),
    )


def sign_offs_in(names: Sequence[str]) -> list[str]:
    """Return the names of a pack's sign-offs, in order.

    Args:
        names: of all its files.
    """
    found = [(int(match[1]), name) for name in names if (match := _FILE.fullmatch(name))]
    return [name for _, name in sorted(found)]


def next_sign_off(names: Sequence[str]) -> str:
    """Return the name that the next sign-off of a pack gets.

    Args:
        names: of all its files.
    """
    return f"sign-off-{len(sign_offs_in(names)) + 1}.sigstore.json"


def check_sign_offs(
    opened: Opened,
    checks: Checks,
    authenticate: Authenticate,
    *,
    signed: Signed | None,
    needs: Sequence[SignOffNeed],
    require: bool,
    skip: bool,
) -> tuple[SignOff, ...]:
    """Check every sign-off of a pack, and that those are there that must be.

    Args:
        opened: what of the pack could be read.
        checks: to which what was found is added.
        authenticate: checks a sign-off's bundle.
        signed: the pack's own signature, None where it does not hold.
        needs: that whoever checks asks for.
        require: whether those that the pack's thresholds ask for must be there; where these ask
            for none, any one must.
        skip: leaves them unchecked, and says so.

    Returns:
        Those that hold.
    """
    names = sign_offs_in(list(opened.pack.files))
    _check_names(opened, checks, names)
    if skip:
        if names:
            checks.open(
                "sign-offs",
                f"{len(names)} {'sign-off' if len(names) == 1 else 'sign-offs'}, as you asked",
            )
        return ()
    found: list[SignOff] = []
    hands: dict[str, str] = {}
    for name in names:
        sign_off = checks.trying(
            "sign-off",
            name,
            partial(_checked, opened, authenticate, name),
            where=opened.pack.where(name),
        )
        if sign_off is None:
            continue
        told, signer = sign_off
        found.append(told)
        note = ""
        if signed is not None and signer == signer_of(signed):
            note = "; it is the key that signed the pack: nothing shows that another hand held it"
        elif hands.setdefault(signer, told.name) != told.name:
            note = f"; it is the key of {hands[signer]}: nothing shows that another hand held it"
        checks.holds(
            "sign-off",
            f"{told.name} ({told.role}) signed off on {told.at:%Y-%m-%d %H:%M:%S %Z}: "
            f"{told.meaning}; with {signer}{note}",
            file=name,
        )
    _check_needs(opened, checks, found, needs=needs, require=require)
    return tuple(found)


def _check_names(opened: Opened, checks: Checks, names: Sequence[str]) -> None:
    pack = opened.pack
    for number, name in enumerate(names, start=1):
        if name != f"sign-off-{number}.sigstore.json":
            checks.broken(
                "sign-offs",
                f"{pack.where(name)}: expected sign-off-{number}.sigstore.json: one is missing",
                file=name,
            )
            break
    seen: dict[bytes, str] = {}
    for name in names:
        first = seen.setdefault(pack.files[name], name)
        if first != name:
            checks.broken(
                "sign-offs",
                f"{pack.where(name)}: is {first} once more; each person signs off once",
                file=name,
            )
    for name in pack.files:
        if is_signature(name) and name != SIGNATURE and name not in names:
            checks.broken(
                "files", f"{pack.where(name)} is extra: no such signature is known", file=name
            )


def _checked(opened: Opened, authenticate: Authenticate, name: str) -> tuple[SignOff, str]:
    pack = opened.pack
    where = pack.where(name)
    try:
        signed = authenticate(pack.files[name], where)
    except OtherSignerError as error:
        raise _of_other_signer(error, pack.files[name], where) from None
    statement = signed.statement
    if statement.predicate_type != SIGN_OFF_TYPE:
        raise ValueError(f"{where}: is a {statement.predicate_type!r}; expected {SIGN_OFF_TYPE}")
    check_subjects(signed, subject_digests(pack.files), needed=(REPORT, INDEX), name=where)
    try:
        told = SignOff.model_validate(statement.predicate, strict=False)
    except ValidationError as error:
        place = ".".join(map(str, error.errors(include_input=False)[0]["loc"]))
        raise ValueError(f"{where}: {place} is not as in a sign-off") from None
    digests = subject_digests(pack.files)
    if (told.report, told.index) != (digests[REPORT], digests[INDEX]):
        raise ValueError(f"{where}: is of another report or another index")
    if told.at.tzinfo is None:
        raise ValueError(f"{where}: its time has no zone")
    if opened.report is not None:
        expected = words_of(
            opened.report,
            report_digest=told.report,
            name=told.name,
            role=told.role,
            meaning=told.meaning,
        )
        if told.run != opened.report.provenance.run_id or told.statement != expected:
            raise ValueError(f"{where}: what was confirmed is not what this report says")
    return told, signer_of(signed)


def _of_other_signer(error: OtherSignerError, data: bytes, where: str) -> OtherSignerError:
    """Say whose sign-off it is, by its own words, and how to have it checked or left unchecked."""
    try:
        told = read_statement(read_bundle(data, name=where).payload, name=where).predicate
        who = f"{ascii(told['name'])[:_MOST]} ({ascii(told['role'])[:_MOST]}), as it says itself,"
    except (AttestError, LookupError, TypeError):
        who = "somebody whom it does not name"
    found = error.message.removeprefix(f"{where}: ")
    return OtherSignerError(
        f"{where}: the sign-off of {who} is not by a key that you named: {found}",
        hint="Name that person's public key, which you have by a way that you trust, with "
        "--signoff-key; or leave sign-offs unchecked with --no-signoffs.",
    )


def _check_needs(
    opened: Opened,
    checks: Checks,
    found: Sequence[SignOff],
    *,
    needs: Sequence[SignOffNeed],
    require: bool,
) -> None:
    wanted = list(needs)
    own: tuple[SignOffNeed, ...] = ()
    if opened.report is not None and THRESHOLDS in opened.pack.files:
        report = opened.report
        config = checks.trying(
            "sign-offs", THRESHOLDS, lambda: config_of_pack(opened.pack.files, report)
        )
        own = () if config is None else config.evidence.needs
    if require:
        wanted += [need for need in own if need not in wanted]
        if not wanted and not found:
            checks.broken("sign-offs", "there is no sign-off, and one is required")
    missing = [need for need in wanted if not any(_fits(each, need) for each in found)]
    if missing:
        checks.broken(
            "sign-offs", f"missing, and required: {', '.join(str(need) for need in missing)}"
        )
    elif wanted:
        named = ", ".join(map(str, wanted))
        checks.holds("sign-offs", f"every sign-off that is required is there: {named}")
    unasked = [need for need in own if not any(_fits(each, need) for each in found)]
    if unasked and not require:
        names = ", ".join(str(need) for need in unasked)
        checks.open(
            "sign-offs",
            f"sign-offs that the thresholds ask for and that are not there ({names}): "
            "--require-signoff refuses a pack without them",
        )


def _fits(sign_off: SignOff, need: SignOffNeed) -> bool:
    """Return whether a sign-off is the one: the same meaning, the same role but for case."""
    role = " ".join(sign_off.role.split()).casefold()
    return sign_off.meaning == need.meaning and role == need.role.casefold()
