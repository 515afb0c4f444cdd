"""Holds the waves: what is asked depends on prefixes of the plan, and nothing is asked in vain."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mhgate.gate.settling import WAVE_TRIALS, Waves
from mhgate.records import ItemRef, Probe
from mhgate.sampling import ItemFile, Plan, make_plan


def _probe(name: str, file: str) -> Probe:
    return Probe(
        id=f"x.{name}",
        name=name,
        pillar="x",
        items=file,
        exact=True,
        path="test_i.py",
        line=1,
        source_digest="sha256:p",
    )


def _file(name: str, count: int, probes: tuple[str, ...]) -> ItemFile:
    refs = tuple(
        ItemRef(
            id=f"s/{name}-{n}",
            family=f"s/{name}-f{n // 2}",
            digest=f"sha256:{n}",
            strata={},
            language="en",
            path=name,
            offset=0,
            length=1,
        )
        for n in range(count)
    )
    return ItemFile(name, refs, tuple(_probe(probe, name) for probe in probes))


def _plan(large: int = 90, small: int = 30, epochs: int = 1) -> Plan:
    files = [_file("large", large, ("a", "b")), _file("small", small, ("c",))]
    return make_plan(files, seed=3, max_items=None, epochs=epochs)


def _all(*names: str) -> frozenset[str]:
    return frozenset(f"x.{name}" for name in names)


@given(st.integers(0, 90), st.integers(0, 90), st.integers(1, 2))
def test_without_a_decision_every_trial_is_asked_once(large: int, small: int, epochs: int) -> None:
    """The waves make up the plan, each in plan order."""
    plan = _plan(large, small, epochs)
    waves = Waves(plan, _all("a", "b", "c"), whole=False)
    seen: list[str] = []
    place = {trial.id: number for number, trial in enumerate(plan.trials)}
    while wave := waves.next():
        assert [place[trial.id] for trial in wave] == sorted(place[trial.id] for trial in wave)
        seen += [trial.id for trial in wave]
    assert sorted(seen) == sorted(trial.id for trial in plan.trials)


def test_a_wave_is_a_prefix_of_every_file() -> None:
    """After each wave, what was asked of a file is the beginning of its plan."""
    plan = _plan()
    waves = Waves(plan, _all("a", "b", "c"), whole=False)
    seen: set[str] = set()
    for n_waves in range(1, 4):
        seen |= {trial.id for trial in waves.next()}
        for trials in plan.by_file():
            reached = min(len(trials), n_waves * WAVE_TRIALS)
            assert {trial.id for trial in trials if trial.id in seen} == {
                trial.id for trial in trials[:reached]
            }


def test_a_fixed_design_is_one_wave() -> None:
    """Where nothing stops early, concurrency has the whole plan before it."""
    plan = _plan()
    waves = Waves(plan, _all("a"), whole=True)
    assert waves.next() == plan.trials
    assert waves.next() == ()


def test_a_file_is_closed_when_none_of_its_deciding_probes_needs_it() -> None:
    """Two probes read one file: it goes on until both are settled; what is left is spared."""
    waves = Waves(_plan(), _all("a", "b", "c"), whole=False)
    waves.next()
    assert waves.close({"x.a": True, "x.b": False, "x.c": False}) == []
    ((readers, spared),) = waves.close({"x.a": True, "x.b": True, "x.c": False})
    assert [probe.id for probe in readers] == ["x.a", "x.b"]
    assert len(spared) == 90 - WAVE_TRIALS
    assert {trial.item_id.split("-")[0] for trial in waves.next()} == {"s/small"}
    assert waves.open_probes() == ["x.c"]


def test_advice_holds_no_file_open() -> None:
    """A probe that decides nothing goes on only where no deciding one shares its file."""
    waves = Waves(_plan(), _all("a"), whole=False)
    waves.next()
    assert len(waves.close({"x.a": True, "x.b": False, "x.c": False})) == 1
    assert len(waves.close({"x.c": True})) == 1


def test_a_file_that_is_through_is_not_closed() -> None:
    """Nothing was spared where everything was asked."""
    waves = Waves(_plan(WAVE_TRIALS, WAVE_TRIALS), _all("a", "b", "c"), whole=False)
    waves.next()
    assert waves.close({"x.a": True, "x.b": True, "x.c": True}) == []
