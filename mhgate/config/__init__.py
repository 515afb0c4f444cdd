"""The room ``config``: thresholds.toml, options and variables -> a frozen ``Config``.

Its parts, each loaded when first used (pytest's plugin reads ``SETTINGS`` in every session, with
or without ``--mhgate``, and must not pay for the models):

==================  ===========================================================================
``settings``        every key: its unit, its help, its option and its variable; imports nothing
``judge_settings``  those of ``[judge]``; ``setting`` says what one is
``tables``          the models of the tables, but for ``[target]`` and ``[judge]``
``target``          the models of ``[target]``, one a kind
``judge``           the models of ``[judge]``, and which keys a kind of judge has
``judge_mistakes``  what the keys of ``[judge]`` must say together
``patient``         the models of ``[patient]``; ``patient_settings``, ``patient_mistakes`` as above
``document``        the models of the whole file, and its JSON schema
``reading``         bytes -> TOML, or the mistake with its line
``overriding``      options, variables and ini values -> typed values with their source
``mistakes``        what the models refuse -> found, expected, and the nearest spelling
``secrets``         what must not be written into the file
``loading``         all of the above in one walk: ``load_config``
``loaded``          ``Config``: thresholds merged, policy digested
``matrix``          the factors and levels of ``[matrix]``
``checking``        the configuration against the suites that were found
``waivers``         mhgate-waivers.toml: exceptions that expire
``reference``       the tables of docs/reference/thresholds.md
==================  ===========================================================================
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mhgate.config.budget import BudgetConfig
    from mhgate.config.checking import check_against, resolve_stratum
    from mhgate.config.comparing import BaselineConfig, name_of_target
    from mhgate.config.document import config_json_schema
    from mhgate.config.evidence import (
        DISPOSITIONS_FILE,
        EXTERNAL_FILE,
        HAZARDS_FILE,
        ApplicabilityConfig,
        EvidenceConfig,
        ProtocolConfig,
        need_of,
    )
    from mhgate.config.judge import (
        JUDGE_KINDS,
        JudgeConfig,
        JudgeMemberConfig,
        JudgeTargetConfig,
        ModelTargetConfig,
    )
    from mhgate.config.keeping import StoreConfig
    from mhgate.config.loaded import Config
    from mhgate.config.loading import find_config, load_config
    from mhgate.config.patient import PATIENT_KINDS, PatientConfig, PatientTargetConfig
    from mhgate.config.redaction import RedactionConfig
    from mhgate.config.settings import FACE_VARIABLES, SETTINGS, Setting
    from mhgate.config.tables import (
        BUILTIN_PROFILES,
        WAIVERS_FILE,
        GateConfig,
        LimitsConfig,
        PillarConfig,
        ProfileConfig,
        SamplingConfig,
        SuitesConfig,
    )
    from mhgate.config.target import (
        AnthropicConfig,
        AsgiConfig,
        BuildIdConfig,
        DemoConfig,
        FunctionConfig,
        HttpConfig,
        OpenAIConfig,
        SessionConfig,
        TargetConfig,
    )
    from mhgate.config.waivers import ProbeItems, waiver_mistakes

_HOMES = {
    "AnthropicConfig": "target",
    "AsgiConfig": "target",
    "BUILTIN_PROFILES": "tables",
    "BaselineConfig": "comparing",
    "BudgetConfig": "budget",
    "RedactionConfig": "redaction",
    "Config": "loaded",
    "DemoConfig": "target",
    "EvidenceConfig": "evidence",
    "ProtocolConfig": "evidence",
    "ApplicabilityConfig": "evidence",
    "DISPOSITIONS_FILE": "evidence",
    "EXTERNAL_FILE": "evidence",
    "HAZARDS_FILE": "evidence",
    "need_of": "evidence",
    "FACE_VARIABLES": "settings",
    "FunctionConfig": "target",
    "GateConfig": "tables",
    "HttpConfig": "target",
    "JUDGE_KINDS": "judge",
    "JudgeConfig": "judge",
    "JudgeMemberConfig": "judge",
    "JudgeTargetConfig": "judge",
    "ModelTargetConfig": "judge",
    "PATIENT_KINDS": "patient",
    "PatientConfig": "patient",
    "PatientTargetConfig": "patient",
    "LimitsConfig": "tables",
    "OpenAIConfig": "target",
    "PillarConfig": "tables",
    "ProfileConfig": "tables",
    "SETTINGS": "settings",
    "SamplingConfig": "tables",
    "BuildIdConfig": "target",
    "SessionConfig": "target",
    "StoreConfig": "keeping",
    "Setting": "settings",
    "SuitesConfig": "tables",
    "TargetConfig": "target",
    "ProbeItems": "waivers",
    "WAIVERS_FILE": "tables",
    "waiver_mistakes": "waivers",
    "check_against": "checking",
    "config_json_schema": "document",
    "find_config": "loading",
    "load_config": "loading",
    "name_of_target": "comparing",
    "resolve_stratum": "checking",
}

__all__ = [
    "BUILTIN_PROFILES",
    "DISPOSITIONS_FILE",
    "EXTERNAL_FILE",
    "FACE_VARIABLES",
    "HAZARDS_FILE",
    "JUDGE_KINDS",
    "PATIENT_KINDS",
    "SETTINGS",
    "WAIVERS_FILE",
    "AnthropicConfig",
    "ApplicabilityConfig",
    "AsgiConfig",
    "BaselineConfig",
    "BudgetConfig",
    "BuildIdConfig",
    "Config",
    "DemoConfig",
    "EvidenceConfig",
    "FunctionConfig",
    "GateConfig",
    "HttpConfig",
    "JudgeConfig",
    "JudgeMemberConfig",
    "JudgeTargetConfig",
    "LimitsConfig",
    "ModelTargetConfig",
    "OpenAIConfig",
    "PatientConfig",
    "PatientTargetConfig",
    "PillarConfig",
    "ProbeItems",
    "ProfileConfig",
    "ProtocolConfig",
    "RedactionConfig",
    "SamplingConfig",
    "SessionConfig",
    "Setting",
    "StoreConfig",
    "SuitesConfig",
    "TargetConfig",
    "check_against",
    "config_json_schema",
    "find_config",
    "load_config",
    "name_of_target",
    "need_of",
    "resolve_stratum",
    "waiver_mistakes",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"mhgate.config.{_HOMES[name]}"), name)
    msg = f"module 'mhgate.config' has no attribute {name!r}"
    raise AttributeError(msg)


def __dir__() -> list[str]:
    return sorted(__all__)
