"""``[patient]``: who plays the vignettes, and how a model is reached that does.

``[patient.target]`` is read as ``[judge.target]`` is, without the answer's schema, which a person's
message does not have; which keys belong to which kind is :data:`PATIENT_KINDS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import Field

from mhgate.config.judge import JUDGE_KINDS, KindKeys, ModelEndpoint, ModelTargetConfig
from mhgate.config.tables import Table
from mhgate.config.target_types import Callable, Tokens, Variable

__all__ = ["PATIENT_KINDS", "PatientConfig", "PatientTargetConfig"]

_NOT_OF_A_PATIENT = frozenset({"structured"})
_SEEDED = "openai"


def _kinds() -> dict[str, KindKeys]:
    found = {}
    for kind, keys in JUDGE_KINDS.items():
        others = tuple(key for key in keys.others if key not in _NOT_OF_A_PATIENT)
        more = ("takes_seed",) if kind == _SEEDED else ()
        found[kind] = KindKeys(needed=keys.needed, others=(*others, *more))
    return found


PATIENT_KINDS: Mapping[str, KindKeys] = MappingProxyType(_kinds())
"""The keys of ``[patient.target]`` that each kind has."""


class PatientTargetConfig(ModelTargetConfig):
    """``[patient.target]``: the model that plays the patient, and how it is reached.

    The temperature is above 0, because people do not all say the same; what a run says again is a
    matter of the seed, which is sent where the API takes one.
    """

    api_key_env: Annotated[Variable, Field(examples=["MY_PATIENT_KEY"])] | None = None
    bearer_env: Annotated[Variable, Field(examples=["MY_PATIENT_KEY"])] | None = None
    call: Annotated[Callable, Field(examples=["my_patient:reply"])] | None = None
    temperature: Annotated[float, Field(ge=0, le=2)] = 0.7
    takes_seed: bool = True

    @property
    def sends_seed(self) -> bool:
        """Whether each trial's own seed is sent with its requests: the Responses API has none."""
        is_taken = self.kind == _SEEDED and self.api == "chat" and self.takes_seed
        return is_taken and "seed" not in self.parameters

    def as_target(self, *, more: Mapping[str, Any] = MappingProxyType({})) -> ModelEndpoint:
        """Return the target that this describes, with the trial's seed where it is sent.

        Args:
            more: further fields of the request's body, where a model is named.
        """
        seed = {"seed": "{seed}"} if self.sends_seed else {}
        return super().as_target(more={**seed, **more})


class PatientConfig(Table):
    """``[patient]``: who plays the vignettes; items that hold their turns need nobody."""

    kind: Literal["scripted", "simulated"] = "scripted"
    max_turns: Annotated[int, Field(ge=1, le=20)] = 20
    max_tokens: Tokens = 200_000
    preflight: bool = True
    same_as_target: bool = False
    same_as_judge: bool = False
    target: PatientTargetConfig | None = None
