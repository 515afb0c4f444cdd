"""A leaderboard as JSON."""

from __future__ import annotations

import json

from mhgate.records.leaderboard import Leaderboard

__all__ = ["render_leaderboard_json"]


def render_leaderboard_json(board: Leaderboard) -> str:
    """Return a leaderboard as JSON text in plain ASCII, as its schema describes it.

    Args:
        board: any.

    Returns:
        The text, ending with a line end; the same reports give the same bytes.
    """
    plain = board.model_dump(mode="json")
    return json.dumps(plain, ensure_ascii=True, allow_nan=False, indent=1) + "\n"
