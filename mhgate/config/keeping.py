"""``[store]``: how long what runs leave behind is kept."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from mhgate.config.tables import Table

__all__ = ["StoreConfig"]


class StoreConfig(Table):
    """``[store]``: nothing is ever deleted but by ``mhgate store purge``."""

    keep_days: Annotated[int, Field(ge=0, le=36_500)] | None = None
