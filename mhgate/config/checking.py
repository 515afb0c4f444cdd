"""The configuration against the suites that were found: every name in it must name something."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from mhgate.config.loaded import Config
from mhgate.config.mistakes import dotted, near
from mhgate.config.tables import PillarConfig
from mhgate.errors import ConfigError, Mistake

__all__ = ["check_against", "resolve_stratum"]


def check_against(
    config: Config,
    pillars: Mapping[str, Collection[str]],
    strata: Mapping[str, Collection[str]],
) -> None:
    """Hold the tables of thresholds.toml to the suites.

    Args:
        config: the configuration.
        pillars: for each pillar that has suites, its probes' names without ``test_``.
        strata: for each pillar, the strata of its items as ``key=value``.

    Raises:
        ConfigError: every table that names nothing, and every pillar without a table.
    """
    mistakes: list[Mistake] = []
    for pillar, limits in config.pillars.items():
        if pillar in pillars:
            mistakes += _probe_mistakes(config, pillar, limits, pillars[pillar])
            mistakes += _stratum_mistakes(config, pillar, limits, strata.get(pillar, ()))
        else:
            mistakes.append(
                _unknown(f"{config.file}: {dotted(('pillar', pillar))}", "pillar", pillar, pillars)
            )
    mistakes += [
        _unknown(
            f"{config.file}: {dotted(('judge', 'requirements', 'pillar', name))}",
            "pillar",
            name,
            pillars,
        )
        for name in config.judge.requirements.pillar
        if name not in pillars
    ]
    for pillar in pillars:
        if pillar not in config.pillars:
            table = dotted(("pillar", pillar))
            mistakes.append(
                Mistake(
                    f"{config.file}: {table}",
                    "nothing, but suites of this pillar are played",
                    f"a table [{table}] with min_score",
                    "Say what it must reach; min_score = 0 measures without asking for anything.",
                )
            )
    if mistakes:
        raise ConfigError(mistakes)


def resolve_stratum(
    name: str, known: Iterable[str | tuple[str, str]], *, where: str = "stratum"
) -> tuple[str, str]:
    """Return the key and the value that a stratum's name means.

    Args:
        name: ``risk=imminent``, or ``imminent`` where only one key has that value.
        known: the strata that items have, as ``key=value`` or as pairs of both.
        where: how a mistake names the place.

    Returns:
        Key and value.

    Raises:
        ConfigError: no item has that stratum, or the value occurs under two keys.

    Example:
        >>> resolve_stratum("imminent", ["risk=low", "risk=imminent"])
        ('risk', 'imminent')
    """
    pairs = sorted({_pair(text) if isinstance(text, str) else text for text in known})
    found = [pair for pair in pairs if name in {pair[1], "=".join(pair)}]
    if len(found) == 1:
        return found[0]
    if found:
        spelt = " or ".join("=".join(pair) for pair in found)
        raise ConfigError(
            [
                Mistake(
                    where,
                    f"{name!r}, a value of {len(found)} keys",
                    spelt,
                    f'Write it in quotes, as in [pillar.<name>.stratum."{"=".join(found[0])}"].',
                )
            ]
        )
    spellings = ["=".join(pair) for pair in pairs] + [value for _, value in pairs]
    raise ConfigError([_unknown(where, "stratum", name, spellings)])


def _pair(text: str) -> tuple[str, str]:
    key, _, value = text.partition("=")
    return key, value


def _probe_mistakes(
    config: Config, pillar: str, limits: PillarConfig, known: Collection[str]
) -> list[Mistake]:
    return [
        _unknown(
            f"{config.file}: {dotted(('pillar', pillar, 'probe', name))}",
            "probe",
            name.removeprefix("test_"),
            known,
        )
        for name in limits.probe
        if name not in known
    ]


def _stratum_mistakes(
    config: Config, pillar: str, limits: PillarConfig, known: Collection[str]
) -> list[Mistake]:
    mistakes: list[Mistake] = []
    named: dict[tuple[str, str], str] = {}
    for name in limits.stratum:
        where = f"{config.file}: {dotted(('pillar', pillar, 'stratum', name))}"
        try:
            pair = resolve_stratum(name, known, where=where)
        except ConfigError as error:
            mistakes += error.mistakes
            continue
        first = named.setdefault(pair, name)
        if first != name:
            mistakes.append(
                Mistake(
                    where,
                    f"the stratum that {first!r} names too",
                    "one table a stratum",
                    "Merge the two.",
                )
            )
    return mistakes


def _unknown(where: str, noun: str, name: str, known: Collection[str]) -> Mistake:
    guess = near(name, known)
    return Mistake(
        where,
        f"a {noun} that no suite has",
        guess or f"one of {', '.join(sorted(known)) or 'none: no suite was found'}",
        f"Did you mean {guess}?" if guess else "Take the table out, or add what it names.",
    )
