"""The files of the law map -> laws, by their id."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from datetime import date
from functools import lru_cache
from importlib.resources import files

from pydantic import ValidationError

from mhgate.config import ApplicabilityConfig
from mhgate.errors import EvidenceError, UsageError, nearest
from mhgate.records.laws import Law

__all__ = ["check_answers", "expired_on", "laws_named", "read_law", "shipped_laws"]

_HOME = "mhgate.evidence.laws"


@lru_cache(maxsize=1)
def shipped_laws() -> tuple[Law, ...]:
    """Return the laws of the map, in the order of their ids.

    Raises:
        EvidenceError: a file of this package is not what it should be.
    """
    folder = files(_HOME).joinpath("data")
    found = [
        read_law(each.read_text(encoding="utf-8"), name=each.name)
        for each in folder.iterdir()
        if each.name.endswith(".toml")
    ]
    return tuple(sorted(found, key=lambda law: law.id))


def read_law(text: str, *, name: str) -> Law:
    """Read one law.

    Args:
        text: TOML.
        name: of the file, which must be the law's id.

    Raises:
        EvidenceError: it is not as it should be.
    """
    hint = "Write it as the other files of the law map are written."
    try:
        law = Law.model_validate(tomllib.loads(text))
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "the file"
        raise EvidenceError(f"{name}: {place}: {first['msg']}.", hint=hint) from None
    except tomllib.TOMLDecodeError as error:
        raise EvidenceError(f"{name}: {error}; expected TOML.", hint=hint) from None
    if name != f"{law.id}.toml":
        raise EvidenceError(f"{name}: holds the law {law.id!r}; expected its own name.", hint=hint)
    return law


def laws_named(ids: Iterable[str]) -> tuple[Law, ...]:
    """Return laws by their ids, in the order of the map, each once.

    Args:
        ids: as ``mhgate laws list`` names them.

    Raises:
        UsageError: there is no such law in the map.
    """
    wanted = set(ids)
    known = {law.id: law for law in shipped_laws()}
    for name in sorted(wanted - known.keys()):
        guess = nearest(name, known)
        hint = f"Did you mean {guess}? " if guess else ""
        raise UsageError(
            f"{ascii(name)[1:-1][:80]}: no such law in the map.",
            hint=f"{hint}`mhgate laws list` names them: {', '.join(known)}.",
        )
    return tuple(law for name, law in known.items() if name in wanted)


def expired_on(laws: Iterable[Law], day: date) -> frozenset[str]:
    """Return the ids of laws whose rows are past their term.

    Args:
        laws: of the map.
        day: on which they are looked at; a row holds up to and with the day of its term.
    """
    return frozenset(law.id for law in laws if law.expires < day)


def check_answers(answers: Mapping[str, ApplicabilityConfig], *, where: str) -> None:
    """Hold answers to the map: each must be to a question of a law that is there.

    Args:
        answers: by the law's id.
        where: the file that holds them, for messages.

    Raises:
        UsageError: the map has no such law, or the law no such question.
    """
    known = {law.id: law for law in shipped_laws()}
    for name, given in answers.items():
        at = f"{where}: evidence.applicability.{name}"
        if name not in known:
            guess = nearest(name, known)
            raise UsageError(
                f"{at}: there is no such law in the map.",
                hint=f"Did you mean {guess}?" if guess else "`mhgate laws list` names them.",
            )
        asked = [question.id for question in known[name].questions]
        for key in given.answers:
            if key not in asked:
                guess = nearest(key, asked)
                raise UsageError(
                    f"{at}.answers.{key}: {name} asks no such question.",
                    hint=f"Did you mean {guess}?" if guess else f"It asks {', '.join(asked)}.",
                )
