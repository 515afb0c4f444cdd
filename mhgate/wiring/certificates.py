"""The file of certificates, and which of them speaks for which probe."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache

from pydantic import TypeAdapter, ValidationError

from mhgate.config import Config
from mhgate.errors import ConfigError, Mistake
from mhgate.gate import Trust
from mhgate.records import Certificate, Probe, Question

__all__ = ["NO_SHARE", "Heard", "matching", "read_certificates", "trust_of"]


@cache
def _file() -> TypeAdapter[tuple[Certificate, ...]]:
    return TypeAdapter(tuple[Certificate, ...])


@dataclass(frozen=True, slots=True)
class Heard:
    """Which model answers, as far as it has been heard.

    Args:
        model: as it answered; None of a judge that names none.
        is_known: False where a model is among the judge that has answered nothing yet.
    """

    model: str | None = None
    is_known: bool = True


def read_certificates(config: Config) -> tuple[Certificate, ...]:
    """Read the certificates that thresholds.toml names.

    Args:
        config: ``judge.certificates`` is a JSON file, relative to thresholds.toml.

    Returns:
        What it holds; none where no file is named.

    Raises:
        ConfigError: it cannot be read, two certificates speak of the same thing, or one was changed
            after it was made or is dated in the future.
    """
    name = config.judge.certificates
    if name is None:
        return ()
    path = config.folder / name
    where = f"{config.file}: judge.certificates"
    try:
        found = _file().validate_json(path.read_bytes())
    except OSError as error:
        raise _mistake(where, f"{path}, {error.strerror or error}", "Name a file.") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        what = f"{path}: {place or 'the file'}: {first['msg']}"
        raise _mistake(
            where, what, "docs/reference/certificates.md shows what one holds."
        ) from error
    seen: set[tuple[object, ...]] = set()
    for each in found:
        said = (each.question, each.question_digest, each.language, each.judge_fingerprint)
        key = (*said, each.good_from)
        if key in seen:
            what = f"{path}: two certificates for {each.question} in {each.language}"
            if each.good_from is not None:
                what += f", cut at {each.good_from:g}"
            raise _mistake(where, what, "Keep the one that holds.")
        seen.add(key)
    mistakes = [mistake for each in found for mistake in _untrue(each, where, str(path))]
    if mistakes:
        raise ConfigError(mistakes)
    return found


NO_SHARE = (
    "its score rests on many questions, and a certificate speaks for one: require a probe of "
    "one of its questions"
)
"""Why a probe of a rubric or of a flow may not gate where trust is certified."""


def trust_of(
    config: Config,
    probes: Iterable[Probe],
    questions: Mapping[str, Question],
    languages: Mapping[str, frozenset[str]],
    *,
    judge: str,
    heard: Heard | None = None,
    today: date | None = None,
) -> Trust:
    """Say which probes a certificate speaks for, and why others may not gate.

    Args:
        config: ``judge.trust``, ``judge.certificates`` and ``judge.requirements``.
        probes: the probes of the run.
        questions: the question of each judged probe, by the probe's id.
        languages: the languages of each probe's items, by the probe's id.
        judge: the fingerprint of the judge that answers.
        heard: which model answers; None where nobody is asked, as when a run is planned.
        today: the day on which certificates must not be too old; None for this one (UTC).

    Returns:
        What the judge is trusted on; where trust is off, nothing is asked for.

    Raises:
        ConfigError: the file of certificates cannot be read.
    """
    if config.judge.trust == "off":
        return Trust()
    from mhgate.calibration.requirements import shortfalls  # noqa: PLC0415 - loads numpy

    known = read_certificates(config)
    day = today or datetime.now(tz=UTC).date()
    certificates, why_not = {}, {}
    for probe in probes:
        if probe.exact:
            continue
        if probe.rubric is not None:
            why_not[probe.id] = NO_SHARE
            continue
        found = matching(
            known, questions[probe.id], languages[probe.id], judge, at_least=probe.at_least
        )
        if isinstance(found, Certificate) and heard is not None:
            found = _of_another_model(found, heard) or found
        if isinstance(found, Certificate):
            missing = shortfalls(found, config.requirement(probe.pillar), today=day)
            if not missing:
                certificates[probe.id] = found
                continue
            found = f"its certificate is not good enough: {'; '.join(missing)}"
        why_not[probe.id] = found
    return Trust(certificates=certificates, why_not=why_not, is_certified=True)


def matching(
    known: Iterable[Certificate],
    question: Question,
    languages: frozenset[str],
    judge: str,
    *,
    at_least: int | None = None,
) -> Certificate | str:
    """Return the certificate that speaks for a question, good enough or not, or why none does.

    Which suite's gold it was made from does not matter: the wording does.

    Args:
        known: the certificates that there are.
        question: as it is asked.
        languages: of the items that it is asked about.
        judge: the fingerprint of the judge that answers.
        at_least: of a graded question the least grade that meets the probe's criterion.
    """
    if len(languages) > 1:
        named = ", ".join(sorted(languages))
        return f"its items are in several languages ({named}), a certificate speaks of one"
    of_question = [each for each in known if each.question == question.id]
    if not of_question:
        return "the judge has no certificate for its question"
    of_wording = [each for each in of_question if each.question_digest == question.digest]
    if not of_wording:
        return "the judge's certificate is for another wording of its question"
    of_judge = [each for each in of_wording if each.judge_fingerprint == judge]
    if not of_judge:
        return "the certificate for its question is another judge's"
    of_language = [each for each in of_judge if each.language in languages]
    if not of_language:
        return f"the judge has no certificate for its question in {', '.join(sorted(languages))}"
    return _at_cut(of_language, at_least)


def _at_cut(found: Sequence[Certificate], at_least: int | None) -> Certificate | str:
    """Return the certificate whose yes is the probe's criterion, or why there is none."""
    for each in found:
        if each.good_from == at_least:
            return each
    cuts = ", ".join(sorted(map(_cut, found)))
    return (
        f"its certificate counts {cuts} as good, and the probe asks for grade {at_least} or more: "
        "calibrate again"
    )


def _cut(certificate: Certificate) -> str:
    cut = certificate.good_from
    return "no grades" if cut is None else f"grades from {cut:g} on"


def _of_another_model(certificate: Certificate, heard: Heard) -> str | None:
    """Return why a certificate does not speak for the model that answers, None where it does."""
    measured, now = certificate.judge_model, heard.model
    if not heard.is_known:
        return (
            "which model answers is not known before the run, and a certificate speaks of one "
            "(judge.preflight asks it first)"
        )
    if measured == now:
        return None
    if measured is None:
        return (
            f"its certificate does not say which model it measured, and the judge answers as {now}"
        )
    if now is None:
        return (
            f"its certificate measured {measured}, and the judge does not say which model answers"
        )
    return f"its certificate measured {measured}, and the judge answers as {now}"


def _untrue(certificate: Certificate, where: str, path: str) -> Iterator[Mistake]:
    from mhgate.calibration.naming import name_of  # noqa: PLC0415 - where there is one to name
    from mhgate.suites.gold_files import latest_day  # noqa: PLC0415 - as above

    named = name_of(certificate)
    if certificate.id != named:
        yield Mistake(
            where,
            f"{path}: {certificate.id} was changed after it was made (it says {named} now)",
            "certificates as mhgate calibrate wrote them",
            "Calibrate again; nothing in a certificate is set by hand.",
        )
    for name, day in (
        ("labelled_on", certificate.labelled_on),
        ("calibrated_on", certificate.calibrated_on),
    ):
        if day is not None and day > latest_day():
            yield Mistake(
                where,
                f"{path}: {certificate.id}: {name} is {day.isoformat()}, which is to come",
                "a day that has been",
                "Calibrate again, with the clock set right.",
            )


def _mistake(where: str, found: str, remedy: str) -> ConfigError:
    return ConfigError([Mistake(where, found, "a JSON file with an array of certificates", remedy)])
