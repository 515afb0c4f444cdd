"""The whole file as one model, which model stands behind which table, and the JSON schema."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue
from pydantic.fields import FieldInfo

from mhgate.config.budget import BudgetConfig
from mhgate.config.comparing import BaselineConfig
from mhgate.config.evidence import ApplicabilityConfig, EvidenceConfig, ProtocolConfig
from mhgate.config.judge import JudgeConfig, JudgeMemberConfig, JudgeTargetConfig
from mhgate.config.keeping import StoreConfig
from mhgate.config.patient import PatientConfig, PatientTargetConfig
from mhgate.config.redaction import RedactionConfig
from mhgate.config.report_table import ReportConfig
from mhgate.config.requirements import PillarRequirementsConfig, RequirementsConfig
from mhgate.config.settings import meaning
from mhgate.config.tables import (
    GateConfig,
    LimitsConfig,
    PillarConfig,
    ProbeConfig,
    ProfileConfig,
    SamplingConfig,
    SuitesConfig,
    Table,
    Text,
)
from mhgate.config.target import KINDS, BuildIdConfig, TargetConfig
from mhgate.config.target_access import BasicConfig, OAuthConfig, TlsConfig
from mhgate.config.target_steps import PollConfig, SessionConfig, StepConfig

__all__ = ["Document", "config_json_schema", "fields_of", "pattern_of"]

_ARRAYS = (["judge", "member"], ["target", "before"])
# one table each, whoever is let in or asked by it
_SHARED = frozenset({"basic", "oauth", "tls", "session", "before", "poll"})
_NAMED = frozenset({"profile", "pillar", "probe", "stratum"})  # tables of tables, by name


class Document(Table):
    """thresholds.toml, table by table."""

    gate: GateConfig = Field(default_factory=GateConfig)
    profile: dict[Text, ProfileConfig] = Field(default_factory=dict)
    suites: SuitesConfig = Field(default_factory=SuitesConfig)
    target: Annotated[TargetConfig, Field(discriminator="kind")]
    baseline: BaselineConfig = Field(default_factory=BaselineConfig)
    judge: JudgeConfig = Field(default_factory=JudgeConfig)
    patient: PatientConfig = Field(default_factory=PatientConfig)
    sampling: SamplingConfig = Field(default_factory=SamplingConfig)
    store: StoreConfig = Field(default_factory=StoreConfig)
    budget: BudgetConfig = Field(default_factory=BudgetConfig)
    report: ReportConfig = Field(default_factory=ReportConfig)
    redaction: RedactionConfig = Field(default_factory=RedactionConfig)
    pillar: dict[Text, PillarConfig] = Field(default_factory=dict)
    evidence: EvidenceConfig = Field(default_factory=EvidenceConfig)
    configuration: dict[Text, Text] = Field(default_factory=dict)
    matrix: dict[Text, dict[Text, dict[Text, JsonValue]]] = Field(default_factory=dict)


_TABLES: dict[str, type[Table]] = {
    "": Document,
    "gate": GateConfig,
    "baseline": BaselineConfig,
    "evidence": EvidenceConfig,
    "evidence.applicability.*": ApplicabilityConfig,
    "evidence.protocol": ProtocolConfig,
    "profile.*": ProfileConfig,
    "suites": SuitesConfig,
    "target.basic": BasicConfig,
    "target.before": StepConfig,
    "target.build_id": BuildIdConfig,
    "target.oauth": OAuthConfig,
    "target.poll": PollConfig,
    "target.session": SessionConfig,
    "target.tls": TlsConfig,
    "judge": JudgeConfig,
    "judge.member": JudgeMemberConfig,
    "judge.member.target": JudgeTargetConfig,
    "judge.requirements": RequirementsConfig,
    "judge.requirements.pillar.*": PillarRequirementsConfig,
    "judge.target": JudgeTargetConfig,
    "patient": PatientConfig,
    "patient.target": PatientTargetConfig,
    "sampling": SamplingConfig,
    "store": StoreConfig,
    "budget": BudgetConfig,
    "report": ReportConfig,
    "redaction": RedactionConfig,
    "pillar.*": PillarConfig,
    "pillar.*.probe.*": ProbeConfig,
    "pillar.*.stratum.*": LimitsConfig,
}


def pattern_of(keys: tuple[str | int, ...]) -> str:
    """Return a path's pattern: names of profiles, pillars, probes and strata become ``*``.

    The members of a panel are one table, whichever they are; so are requests of one array, and what
    lets the product, a judge and a patient's model be asked, or is sent around a message to them.

    Example:
        >>> pattern_of(("pillar", "crisis", "min_score"))
        'pillar.*.min_score'
    """
    parts: list[str] = []
    for key in keys:
        if isinstance(key, int) and parts[:2] in _ARRAYS:
            continue
        is_name = bool(parts) and parts[-1] in _NAMED and parts[0] in {"profile", "pillar"}
        is_name |= parts == ["judge", "requirements", "pillar"]
        is_name |= parts == ["evidence", "applicability"]
        if key in _SHARED and parts[-1:] == ["target"]:
            parts = ["target"]
        parts.append("*" if is_name else str(key))
    return ".".join(parts)


def fields_of(pattern: str, kind: object = None) -> dict[str, FieldInfo]:
    """Return the fields of a table, by key.

    Args:
        pattern: the table's pattern, ``pillar.*``, or the empty text for the file itself.
        kind: for ``[target]`` its kind; anything that is no kind asks for the fields of all kinds.

    Returns:
        The fields; none when it is no table, or a table whose keys are names.
    """
    if pattern == "target":
        if isinstance(kind, str) and kind in KINDS:
            return dict(KINDS[kind].model_fields)
        merged: dict[str, FieldInfo] = {}
        for model in KINDS.values():
            for key, field in model.model_fields.items():
                if key not in merged or not field.is_required():  # what one kind can do without
                    merged[key] = field
        merged["kind"] = FieldInfo.from_annotation(Literal[tuple(KINDS)])  # type: ignore[arg-type]
        return merged
    model_of = _TABLES.get(pattern)
    return dict(model_of.model_fields) if model_of else {}


def config_json_schema() -> dict[str, Any]:
    """Return the JSON schema of thresholds.toml, for editors.

    Returns:
        A draft 2020-12 schema, with each key's meaning and unit as its description.
    """
    schema = Document.model_json_schema()
    homes = {model.__name__: pattern for pattern, model in _TABLES.items() if pattern}
    homes |= {model.__name__: "target" for model in KINDS.values()}
    for name, definition in schema["$defs"].items():
        for key, described in definition.get("properties", {}).items():
            if known := meaning(f"{homes[name]}.{key}"):
                help_text = known.help[0].upper() + known.help[1:]
                described["description"] = f"{help_text} ({known.unit})."
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": "thresholds.toml",
    }
