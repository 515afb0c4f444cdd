"""What every record is: frozen, closed, and finite."""

from __future__ import annotations

from collections.abc import Mapping
from threading import RLock
from typing import Any

from pydantic import BaseModel, ConfigDict

__all__ = ["Record"]

_DESCRIBING = RLock()


class Record(BaseModel):
    """A frozen record that refuses unknown keys, NaN and infinities."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        allow_inf_nan=False,
        ser_json_inf_nan="constants",
        defer_build=True,  # a run uses some of them: the others cost nothing
    )

    @classmethod
    def model_rebuild(
        cls,
        *,
        force: bool = False,
        raise_errors: bool = True,
        _parent_namespace_depth: int = 2,
        _types_namespace: Mapping[str, Any] | None = None,
    ) -> bool | None:
        """Describe the record to its validator, in one thread at a time.

        A record is described when the first of its kind is made, which two threads may do at once.
        pydantic takes care of that from 2.14 on; before, one of them finds a record half described.

        Args:
            force: as pydantic takes it, and so the others.
            raise_errors: whether to raise where it cannot be described.

        Returns:
            None where there was nothing to do, else whether it is described now.
        """
        with _DESCRIBING:
            if cls.__pydantic_complete__ and not force:
                return None
            return super().model_rebuild(
                force=force,
                raise_errors=raise_errors,
                _parent_namespace_depth=_parent_namespace_depth + 1,
                _types_namespace=_types_namespace,
            )
