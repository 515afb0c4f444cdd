"""scipy's functions without what numpy holds ready for others."""

from __future__ import annotations

from importlib import import_module

import numpy as np

__all__ = ["load_scipy"]


def load_scipy() -> None:
    """Load ``scipy.special``, where nothing in this process has more of numpy to ask for.

    scipy takes a copy of every name of numpy. Some of these are parts that numpy loads when they
    are asked for (its tests, its compiler for Fortran), which took longer than scipy itself. They
    are there afterwards, when somebody asks numpy for them.
    """
    there = vars(np)
    whole = {"__all__": np.__all__, "__dir__": np.__dir__}
    there.update(__all__=[name for name in np.__all__ if name in there], __dir__=lambda: [*there])
    try:
        import_module("scipy.special")
    finally:
        there.update(whole)
