"""The keys of ``[target.build_id]``: part of the settings."""

from __future__ import annotations

from mhgate.config.setting import FileKey

__all__ = ["BUILD_ID_FILE_KEYS"]

BUILD_ID_FILE_KEYS = (
    FileKey(
        "target.build_id",
        "table",
        "where the product says which build answers: it is bound in the report and looked at when "
        "a run begins and ends; what two builds answered is never a pass",
    ),
    FileKey("target.build_id.header", "header's name", "of the reply that holds the build's id"),
    FileKey(
        "target.build_id.jsonpath",
        "JSONPath",
        "of the build's id in the reply, where no header holds it",
    ),
    FileKey(
        "target.build_id.url",
        "address",
        "that is asked (GET) in place of looking at every reply; a path is one of the target's "
        "own host",
    ),
)
