"""The table of settings is light, and says the same as the models."""

from __future__ import annotations

import subprocess
import sys
from typing import Any, get_args, get_origin

import pytest

import mhgate.config
from mhgate.config.document import Document, fields_of
from mhgate.config.expectations import choices, expectation
from mhgate.config.settings import (
    FACE_VARIABLES,
    SETTINGS,
    Setting,
    find_setting,
    known_keys,
    meaning,
)

SCALAR_TABLES = (
    *("gate", "suites", "report", "target", "target.session", "judge", "judge.target"),
    *("patient", "patient.target", "sampling", "budget", "redaction"),
    *("report", "baseline"),
)
ALL_TABLES = (
    *SCALAR_TABLES,
    "judge.member",
    "judge.member.target",
    "evidence",
    "evidence.applicability.*",
    "evidence.protocol",
    *(f"target.{name}" for name in ("basic", "before", "build_id", "oauth", "poll", "tls")),
    "judge.requirements",
    "judge.requirements.pillar.*",
    "profile.*",
    "store",
    "pillar.*",
    "pillar.*.probe.*",
    "pillar.*.stratum.*",
)


def test_reading_the_settings_imports_no_models() -> None:
    """Pytest's plugin reads them in every session: neither pydantic nor the TOML reader comes."""
    code = (
        "import sys, mhgate.config.settings as s; assert len(s.SETTINGS) > 30;"
        "print([m for m in ('pydantic', 'tomllib', 'rfc8785', 'jsonpath') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_key_of_the_models_is_known() -> None:
    """Each field has a meaning and a unit, and each meaning has a field."""
    fields = {f"{table}.{key}" for table in ALL_TABLES for key in fields_of(table)}
    assert fields == set(known_keys())
    for key in known_keys():
        known = meaning(key)
        assert known is not None
        assert known.unit
        assert known.help
        assert not known.help.endswith(".")


@pytest.mark.parametrize("table", ALL_TABLES)
def test_a_choice_names_its_words(table: str) -> None:
    """Help and comments say what can be chosen, so that nobody has to guess and be refused."""
    for key, field in fields_of(table).items():
        known = meaning(f"{table}.{key}")
        assert known is not None
        for word in choices(field):
            assert word in known.help, f"{table}.{key}: {word}"


def is_table(annotation: Any) -> bool:
    kinds = {get_origin(annotation) or annotation, *map(get_origin, get_args(annotation))}
    names = {getattr(kind, "__name__", str(kind)) for kind in {*kinds, *get_args(annotation)}}
    tables = {"dict", "SessionConfig", "JudgeTargetConfig", "JudgeMemberConfig", "JsonValue"}
    tables |= {"RequirementsConfig", "PatientTargetConfig", "BuildIdConfig", "PollConfig"}
    tables |= {"BasicConfig", "OAuthConfig", "TlsConfig"}
    return bool(tables & names) or any(
        name in str(annotation) for name in ("JsonValue", "StepConfig")
    )


def test_every_scalar_key_is_a_setting() -> None:
    """All leaves of these tables can be given outside the file."""
    leaves = {
        f"{table}.{key}"
        for table in SCALAR_TABLES
        for key, field in fields_of(table).items()
        if not is_table(field.annotation)
    }
    assert leaves == {setting.key for setting in SETTINGS}


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_a_setting_has_its_fields_type(setting: Setting) -> None:
    """What an option parses is what the model takes; none is for what can be absent."""
    table, _, key = setting.key.rpartition(".")
    field = fields_of(table)[key]
    wanted = expectation(field)
    starts = {
        "whole number": "a whole number",
        "number": "a number",
        "true or false": "true or false",
        "list": "an array of texts",
    }
    if setting.type == "text":
        assert not wanted.startswith(tuple(starts.values()))
    else:
        assert wanted.startswith(starts[setting.type])
    assert setting.nullable == (not field.is_required() and field.get_default() is None)


def test_names_are_unique_and_found() -> None:
    """Option, variable, ini name and key each lead to their setting and to no other."""
    names = [name for s in SETTINGS for name in (s.key, s.option, s.variable, s.ini)]
    assert len(set(names)) == len(names)
    assert not FACE_VARIABLES & set(names)
    assert all(find_setting(s.ini) is s and find_setting(s.variable) is s for s in SETTINGS)
    assert find_setting("MHGATE_CONFIG") is None


@pytest.mark.parametrize(
    ("option", "key"),
    [
        ("--mhgate-profile", "gate.profile"),
        ("--mhgate-seed", "sampling.seed"),
        ("--mhgate-max-items", "sampling.max_items"),
        ("--mhgate-concurrency", "target.concurrency"),
        ("--mhgate-target-kind", "target.kind"),
        ("--mhgate-demo-variant", "target.variant"),
        ("--mhgate-base-url", "target.base_url"),
        ("--mhgate-model", "target.model"),
        ("--mhgate-baseline", "gate.baseline"),
        ("--mhgate-deadline-s", "gate.deadline_s"),
        ("--mhgate-show", "gate.show"),
        ("--mhgate-minutes", "budget.minutes"),
        ("--mhgate-usd", "budget.usd"),
    ],
)
def test_promised_options_keep_their_names(option: str, key: str) -> None:
    """Scripts and workflows hold these names: they are an interface."""
    setting = find_setting(option)
    assert setting is not None
    assert setting.key == key


def test_the_room_lists_what_it_exports() -> None:
    """Every exported name can be had, and nothing else is pretended."""
    assert dir(mhgate.config) == sorted(mhgate.config.__all__)
    assert all(getattr(mhgate.config, name) is not None for name in mhgate.config.__all__)
    with pytest.raises(AttributeError, match="no_such_name"):
        mhgate.config.no_such_name  # noqa: B018 - the access is what is tested
    assert set(Document.model_fields) >= {"gate", "profile", "suites", "target", "pillar"}
