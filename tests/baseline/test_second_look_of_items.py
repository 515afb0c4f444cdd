"""Which items are asked again, and what their fresh outcomes come to."""

from __future__ import annotations

from mhgate.baseline import chosen_items, look_again
from mhgate.records import Confirm, Confirmation, ItemOutcome, Stage

PROBE = "x.p"


def _row(item: int, value: float | None, *, epoch: int = 0, digest: str = "d") -> ItemOutcome:
    return ItemOutcome(
        trial_id=f"s/{item}#{epoch}",
        probe_id=PROBE,
        item_id=f"s/{item}",
        item_digest=digest,
        family=f"s/f{item}",
        epoch=epoch,
        strata={},
        value=value,
        failure_stage=Stage.TARGET if value is None else None,
        failure_kind="timeout" if value is None else None,
    )


def _fresh(value: float | None, *, items: int = 6, trials: int = 2) -> list[ItemOutcome]:
    return [_row(n, value, epoch=epoch) for n in range(items) for epoch in range(1, trials + 1)]


def test_what_flipped_is_chosen_in_either_direction() -> None:
    """Lost and gained ones, measured in both arms and with the same words; or all that pair."""
    ours = [_row(0, 0.0), _row(1, 1.0), _row(2, 1.0), _row(3, None), _row(4, 0.0), _row(5, 0.0)]
    theirs = [_row(0, 1.0), _row(1, 0.0), _row(2, 1.0), _row(3, 1.0), _row(4, 1.0, digest="e")]

    def chosen(confirm: Confirm) -> tuple[str, ...]:
        return chosen_items(ours, theirs, probe_id=PROBE, confirm=confirm)

    assert chosen("flipped") == ("s/0", "s/1")
    assert chosen("all") == ("s/0", "s/1", "s/2", "s/3")
    assert chosen("off") == ()


def _look(
    fresh: list[ItemOutcome], base: list[ItemOutcome], *, is_live: bool = True
) -> Confirmation:
    return look_again(
        [f"s/{n}" for n in range(6)],
        fresh,
        base,
        probe_id=PROBE,
        confirm="flipped" if is_live else "all",
        trials=2,
        is_live=is_live,
        max_failed=0.1,
    )


def test_fresh_trials_of_both_arms_confirm_or_do_not() -> None:
    """Six items that stay lost confirm; six that come back do not."""
    lost = _look(_fresh(0.0), _fresh(1.0))
    back = _look(_fresh(1.0), _fresh(1.0))
    assert (lost.confirmed, lost.n_trials, lost.p_value) == (True, 24, 1 / 64)
    assert (back.confirmed, back.difference, back.could_not) == (False, 0.0, "")


def test_against_a_file_its_own_outcomes_stand() -> None:
    """The file's arm is not asked again; the level is that of all pairs."""
    look = _look(_fresh(0.0), [_row(n, 1.0) for n in range(6)], is_live=False)
    assert (look.n_trials, look.alpha, look.confirmed) == (12, 0.05, True)


def test_a_look_that_is_not_whole_leaves_the_first() -> None:
    """Trials that were not reached, or failed beyond the share, clear nobody."""
    cut = _look(_fresh(1.0)[:-1], _fresh(1.0))
    down = _look(_fresh(None), _fresh(1.0))
    assert cut.could_not == "1 of 24 fresh trials were not reached"
    assert down.could_not == "12 of 24 fresh trials failed"
    assert cut.is_red
    assert down.is_red


def test_a_few_failures_count_against_their_arm() -> None:
    """One fresh failure of the target may have been good: the p-value is no smaller for it."""
    fresh = _fresh(0.0)
    fresh[0] = _row(0, None, epoch=1)
    look = _look(fresh, _fresh(1.0))
    assert look.could_not == ""
    assert look.p_value >= 1 / 64
    assert look.n_failed == 1
