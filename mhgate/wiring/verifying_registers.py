"""The register of runs in a pack, checked: its chain, and whether it continues an earlier one."""

from __future__ import annotations

from collections import Counter
from typing import Any

from mhgate.attest import check_subjects
from mhgate.canonical import parse_json
from mhgate.errors import EvidenceError
from mhgate.evidence.checks import Checks
from mhgate.evidence.container import Pack
from mhgate.evidence.index import (
    INDEX,
    REPORT,
    SIGNATURE,
    read_index,
    sha256_hex,
    unlike_index,
)
from mhgate.evidence.statement import subject_digests
from mhgate.evidence.verifying import Authenticate, Opened
from mhgate.records import Outcome, Report
from mhgate.records.registered import RegisteredRun
from mhgate.store.chain import check_register, continues, registered_runs, says_of_report
from mhgate.wiring.pack_parts import REGISTER

__all__ = ["check_earlier", "check_register_of_pack"]

_MOST_NAMED = 5


def check_register_of_pack(opened: Opened, checks: Checks) -> None:
    """Hold the register of runs to its chain, and say which other runs its commit had.

    Args:
        opened: what of the pack could be read.
        checks: to which what was found is added.
    """
    pack, report = opened.pack, opened.report
    where = pack.where(REGISTER)
    if report is None:
        return
    if REGISTER not in pack.files:
        checks.broken("register", f"{where} is missing", file=REGISTER)
        return
    found = checks.trying(
        "register", REGISTER, lambda: _register(pack.files[REGISTER], report), where=where
    )
    if found is None:
        return
    if found.get("register") == "absent":
        checks.open(
            "register",
            f"whether other runs of this commit were discarded: no register ({found.get('why')})",
        )
        return
    digest = f"sha256:{sha256_hex(pack.files[REPORT])}"
    problems = list(check_register(found))
    run = report.provenance.run_id
    if not problems:
        unlike = says_of_report(found, run_id=run, report_digest=digest)
        problems += [] if unlike is None else [unlike]
    if problems:
        checks.broken("register", f"{where}: {'; '.join(problems[:_MOST_NAMED])}", file=REGISTER)
        return
    others = [each for each in registered_runs(found) if each.report_digest != digest]
    told = [_told(each) for each in sorted(others, key=_is_pass)]  # a pass hides no fail
    rest = Counter(each.partition(" ")[2] for each in told[_MOST_NAMED:])
    more = ", ".join(f"{n} more {what}" for what, n in sorted(rest.items()))
    listed = ", ".join([*told[:_MOST_NAMED], *([more] if more else [])])
    listed = f": {listed}" if listed else ""
    checks.holds(
        "register",
        f"the chain of the register holds this report, and {len(others)} other "
        f"{'run' if len(others) == 1 else 'runs'} of its commit{listed}",
    )


def _is_pass(run: RegisteredRun) -> bool:
    return run.outcome is Outcome.PASS


def _told(run: RegisteredRun) -> str:
    return f"{run.run_id} {run.state}" + (f" ({run.outcome.value})" if run.outcome else "")


def _register(data: bytes, report: Report) -> dict[str, Any]:
    found = parse_json(data)
    if not isinstance(found, dict):
        raise EvidenceError("is no register.", hint="Take the pack as it was made.")
    if found.get("commit") != report.provenance.commit:
        raise EvidenceError("is the register of another commit.", hint="Take the pack as it was.")
    return found


def check_earlier(
    opened: Opened, checks: Checks, earlier: Pack, authenticate: Authenticate
) -> None:
    """Hold a pack's register to that of a pack which was signed before it.

    Whoever writes the whole register anew makes a chain that holds; two signed exports of different
    days tell.

    Args:
        opened: what of the pack could be read.
        checks: to which what was found is added.
        earlier: the earlier pack.
        authenticate: checks its signature.
    """
    found = checks.trying(
        "earlier register",
        None,
        lambda: (_signed_register(earlier, authenticate), parse_json(opened.pack.files[REGISTER])),
    )
    if found is None:
        return
    before, now = found
    if before.get("register") == "absent":
        why = f"{earlier.where(REGISTER)} says that there is none ({before.get('why')})"
        checks.open("earlier register", f"whether the register was written anew: {why}")
        return
    if now.get("register") == "absent":
        checks.broken(
            "earlier register",
            f"{opened.pack.where(REGISTER)} says that there is none ({now.get('why')}), and "
            f"{earlier.name} has one of {before.get('count')} entries: it is gone",
            file=REGISTER,
        )
        return
    problems = [*check_register(before), *check_register(now)]
    unlike = problems[0] if problems else continues(before, now)
    if unlike is not None:
        checks.broken(
            "earlier register",
            f"{opened.pack.where(REGISTER)} does not continue that of {earlier.name}: {unlike}",
            file=REGISTER,
        )
    else:
        n = now["count"] - before["count"]
        checks.holds(
            "earlier register",
            f"the register continues the signed one in {earlier.name}; entries since: {n}",
        )


def _signed_register(pack: Pack, authenticate: Authenticate) -> dict[str, Any]:
    """Return the register of a pack whose signature, index and register hold."""
    where = pack.where(SIGNATURE)
    signed = authenticate(pack.files[SIGNATURE], where)
    digests = subject_digests(pack.files)
    check_subjects(signed, digests, needed=(REPORT, INDEX), name=where)
    unlike = [each.sentence for each in unlike_index(pack, read_index(pack))]
    if unlike:
        raise EvidenceError(unlike[0], hint="Take the earlier pack as it was signed.")
    found: dict[str, Any] = parse_json(pack.files[REGISTER])
    return found
