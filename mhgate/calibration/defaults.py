"""How agreement is measured unless somebody says otherwise; loads no numpy."""

from __future__ import annotations

__all__ = ["DEFAULT_RESAMPLES", "DEFAULT_RESEEDS", "DEFAULT_SEED"]

DEFAULT_RESAMPLES = 1000
"""Bootstrap resamples of each interval, as was published."""

DEFAULT_RESEEDS = 200
"""How often categories are taken again with other seeds."""

DEFAULT_SEED = 20261130
"""Where the randomness comes from."""
