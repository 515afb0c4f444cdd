"""The keys of ``[store]``: part of the settings; they stand in the file only."""

from __future__ import annotations

from mhgate.config.setting import FileKey

__all__ = ["STORE_FILE_KEYS"]

STORE_FILE_KEYS = (
    FileKey(
        "store.keep_days",
        "days",
        "after which `mhgate store purge` takes a run's folder away, its entries in the register "
        "apart; absent: it does so only for a date that is given to it",
    ),
)
