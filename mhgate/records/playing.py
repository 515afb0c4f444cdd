"""How a model played the patients of a run: what it was asked, what held, what was told."""

from __future__ import annotations

from pydantic import Field

from mhgate.records.record import Record

__all__ = ["Playing"]


class Playing(Record):
    """What a model that plays patients was asked, and how well it kept to its part.

    Figures are of the conversations that this attempt played; those of an earlier attempt that were
    kept are not played again, and ``n_kept`` says how many.

    ``n_turns`` counts messages that the model was asked for and replied to: openings are the
    vignettes' own. ``fidelity`` is the share of them that broke no rule at first,
    ``fidelity_repaired`` the share after a second call; None without any. ``broken`` counts, by
    kind, what was broken in the end and is a failure, ``broken_at_first`` what was broken before a
    second call. Of the domains of risk that a bot earned in ended conversations (``n_earned``),
    ``n_told`` were told. ``n_severities`` counts the answers of a rubric's severity cells,
    ``n_severities_agreed`` those that are what the vignette says. Tokens are the replies' own
    count, or a quarter of the characters (``n_estimated`` calls). ``usd`` is None where no price is
    stated.
    """

    kind: str
    fingerprint: str
    models: tuple[str, ...] = ()
    n_conversations: int = Field(default=0, ge=0)
    n_kept: int = Field(default=0, ge=0)
    n_ended: int = Field(default=0, ge=0)
    n_turns: int = Field(default=0, ge=0)
    n_held_at_first: int = Field(default=0, ge=0)
    n_held: int = Field(default=0, ge=0)
    fidelity: float | None = Field(default=None, ge=0, le=1)
    fidelity_repaired: float | None = Field(default=None, ge=0, le=1)
    n_calls: int = Field(default=0, ge=0)
    n_requests: int = Field(default=0, ge=0)
    n_repairs: int = Field(default=0, ge=0)
    n_repaired: int = Field(default=0, ge=0)
    n_unanswered: int = Field(default=0, ge=0)
    broken: dict[str, int] = Field(default_factory=dict)
    broken_at_first: dict[str, int] = Field(default_factory=dict)
    n_earned: int = Field(default=0, ge=0)
    n_told: int = Field(default=0, ge=0)
    n_severities: int = Field(default=0, ge=0)
    n_severities_agreed: int = Field(default=0, ge=0)
    n_prompt_tokens: int = Field(default=0, ge=0)
    n_completion_tokens: int = Field(default=0, ge=0)
    n_estimated: int = Field(default=0, ge=0)
    usd: float | None = Field(default=None, ge=0)
    notes: tuple[str, ...] = ()
