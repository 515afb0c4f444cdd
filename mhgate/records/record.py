"""What every record is: frozen, closed, and finite."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

__all__ = ["Record"]


class Record(BaseModel):
    """A frozen record that refuses unknown keys, NaN and infinities."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        allow_inf_nan=False,
        ser_json_inf_nan="constants",
        defer_build=True,  # a run uses some of them: the others cost nothing
    )
