"""Holds the allocation of families to a budget: never over it, the same each time, monotone."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from mhgate.wiring.budgeting.allocating import Costs, FileToAllocate, Limits, allocate

N_LANES = 2


def costs() -> st.SearchStrategy[Costs]:
    seconds = st.tuples(*[st.floats(0, 50)] * N_LANES)
    return st.builds(Costs, seconds, st.floats(0, 5))


@st.composite
def file_lists(draw: st.DrawFn) -> list[FileToAllocate]:
    found = []
    for number in range(draw(st.integers(1, 5))):
        families = tuple(draw(st.lists(costs(), min_size=1, max_size=6)))
        need = sorted(draw(st.lists(st.floats(0, 9), min_size=len(families), max_size=6)))[::-1]
        found.append(
            FileToAllocate(
                key=f"suite/{number}.jsonl",
                families=families,
                is_required=draw(st.booleans()),
                strictness=(draw(st.floats(0, 1)),),
                least=draw(st.integers(0, len(families))),
                need=tuple(need[: len(families)]),
            )
        )
    return found


def spent(files: Sequence[FileToAllocate], granted: dict[str, int], fixed: Costs) -> Costs:
    total = fixed
    for file in files:
        for each in file.families[: granted[file.key]]:
            total += each
    return total


limits = st.builds(Limits, seconds=st.none() | st.floats(0, 400), usd=st.none() | st.floats(0, 40))
NOTHING = Costs((0.0,) * N_LANES)


@given(file_lists(), limits, costs())
def test_a_budget_is_never_overdrawn(
    files: list[FileToAllocate], limit: Limits, fixed: Costs
) -> None:
    """What is granted fits, whatever it costs; where nothing fits, nothing is granted."""
    granted = allocate(files, limit, fixed=fixed)
    total = spent(files, granted, fixed)
    if any(granted.values()):
        assert limit.seconds is None or total.seconds <= limit.seconds + 1e-6
        assert limit.usd is None or total.usd <= limit.usd + 1e-6
    assert all(0 <= granted[file.key] <= len(file.families) for file in files)


@given(file_lists(), limits)
def test_the_same_files_get_the_same(files: list[FileToAllocate], limit: Limits) -> None:
    """Nothing but its arguments decides."""
    assert allocate(files, limit, fixed=NOTHING) == allocate(list(files), limit, fixed=NOTHING)


@given(file_lists(), limits, st.floats(1, 5))
def test_more_takes_no_family_away(
    files: list[FileToAllocate], limit: Limits, factor: float
) -> None:
    """A larger budget gives every file as many families or more."""
    more = Limits(
        None if limit.seconds is None else limit.seconds * factor,
        None if limit.usd is None else limit.usd * factor,
    )
    before = allocate(files, limit, fixed=NOTHING)
    after = allocate(files, more, fixed=NOTHING)
    assert all(after[key] >= count for key, count in before.items())


@given(file_lists())
def test_without_limits_everything_is_granted(files: list[FileToAllocate]) -> None:
    """What nobody limits is asked wholly."""
    granted = allocate(files, Limits(), fixed=NOTHING)
    assert granted == {file.key: len(file.families) for file in files}


@given(file_lists(), limits)
def test_nobody_gets_more_before_the_strictest_has_its_least(
    files: list[FileToAllocate], limit: Limits
) -> None:
    """While a required file lacks its least, no looser one and no advice has anything."""
    granted = allocate(files, limit, fixed=NOTHING)
    required = [file for file in files if file.is_required]
    order = sorted(required, key=lambda file: file.strictness)
    for place, file in enumerate(order):
        if granted[file.key] < file.least:
            assert not any(granted[later.key] for later in order[place + 1 :])
            assert not any(granted[other.key] for other in files if not other.is_required)


def test_the_neediest_comes_first_and_advice_last() -> None:
    """After the leasts, families go to whoever is furthest from seeing its drop."""
    one = Costs((1.0,))

    def file(key: str, need: tuple[float, ...], *, is_required: bool = True) -> FileToAllocate:
        return FileToAllocate(
            key=key,
            families=(one,) * 3,
            is_required=is_required,
            strictness=(0.0,),
            least=1 if is_required else 0,
            need=need,
        )

    files = [
        file("advice", (99.0, 98.0, 97.0), is_required=False),
        file("easy", (9.0, 2.0, 1.0)),
        file("hard", (9.0, 8.0, 7.0)),
    ]
    got = [allocate(files, Limits(seconds=n), fixed=Costs((0.0,))) for n in range(10)]
    assert [tuple(each.values()) for each in got] == [
        *((0, 0, 0), (0, 1, 0), (0, 1, 1), (0, 1, 2), (0, 1, 3), (0, 2, 3), (0, 3, 3)),
        *((1, 3, 3), (2, 3, 3), (3, 3, 3)),
    ]
