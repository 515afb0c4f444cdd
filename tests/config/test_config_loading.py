"""thresholds.toml, options, variables and ini values -> ``Config``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import SchemaError

from mhgate.config import BUILTIN_PROFILES, Config, find_config, load_config, loading
from mhgate.errors import ConfigError
from mhgate.records import Override, Profile

Load = Callable[..., Config]
Refuse = Callable[..., dict[str, str]]

TARGET = '[target]\nkind = "demo"\n'
PLACES = ("option", "variable", "ini", "file", "default")


@pytest.mark.parametrize(
    ("ends", "expected"),
    [("KeyboardInterrupt: ", KeyboardInterrupt), ("TypeError: unhashable", SchemaError)],
)
def test_an_interruption_stays_one(
    load: Load, monkeypatch: pytest.MonkeyPatch, ends: str, expected: type[BaseException]
) -> None:
    """Pydantic tells of Ctrl-C, while it makes a schema, as of a schema that is wrong."""

    def broken(*_: object) -> None:
        raise SchemaError(
            f'Error building "default" validator:\n  SchemaError: Error building "literal" '
            f"validator:\n  {ends}"
        )

    monkeypatch.setattr(loading.Document, "model_validate", broken)
    with pytest.raises(expected):
        load()


def test_a_target_is_all_that_must_be_stated(load: Load) -> None:
    """Everything but the target has a default."""
    config = load()
    assert config.target.kind == "demo"
    assert config.profile == Profile(name="release")
    assert config.sampling.max_items is None
    assert config.target.concurrency == 8
    assert config.overrides == ()
    assert config.folder == config.path.parent


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("[gate]\nmax_failed = 0", "gate.max_failed", 0.0),
        ("[gate]\nmax_failed = 1", "gate.max_failed", 1.0),
        ("[sampling]\nmax_items = 0", "sampling.max_items", 0),
        ("[sampling]\nmax_items = 1", "sampling.max_items", 1),
        ("[sampling]\nseed = 0", "sampling.seed", 0),
        ('[target]\nkind = "demo"\nmax_retries = 0', "target.max_retries", 0),
        ('[target]\nkind = "demo"\nmax_requests = 0', "target.max_requests", 0),
    ],
)
def test_zero_and_one_are_not_absent(load: Load, text: str, key: str, value: float) -> None:
    """0 and 1 are values, in the file as in a variable."""
    table, name = key.split(".")
    assert getattr(getattr(load(text), table), name) == value
    assert getattr(getattr(load(), table), name) != value
    variable = f"MHGATE_{name.upper()}"
    overridden = load(environ={variable: str(value).removesuffix(".0")})
    assert getattr(getattr(overridden, table), name) == value


@given(st.floats(0, 1))
def test_a_share_survives_the_round_trip(
    tmp_path_factory: pytest.TempPathFactory, share: float
) -> None:
    """Any share is read as the very number that was written, in the file and as an option."""
    file = tmp_path_factory.mktemp("share") / "thresholds.toml"
    file.write_text(
        f"{TARGET}[gate]\nmax_failed = {share!r}\n[pillar.crisis]\nmin_score = {share!r}\n",
        encoding="utf-8",
    )
    config = load_config(file)
    assert config.threshold("crisis").min_score == share
    assert config.threshold("crisis").max_failed == share
    assert load_config(file, options={"--mhgate-max-failed": repr(share)}).gate.max_failed == share


@pytest.mark.parametrize("strongest", range(len(PLACES)))
def test_the_strongest_place_wins(load: Load, strongest: int) -> None:
    """An option outweighs a variable, that an ini value, that the file, that the default."""
    places = PLACES[strongest:]
    config = load(
        "[sampling]\nseed = 4" if "file" in places else "",
        options={"--mhgate-seed": "1" if "option" in places else None},
        environ={"MHGATE_SEED": "2"} if "variable" in places else {},
        ini={"mhgate_seed": "3" if "ini" in places else ""},
    )
    expected = {"option": 1, "variable": 2, "ini": 3, "file": 4, "default": 20261130}
    assert config.sampling.seed == expected[PLACES[strongest]]


def test_every_override_is_recorded_with_its_source(load: Load) -> None:
    """An override is recorded once, from the place that won, also where it equals the file."""
    config = load(
        "[sampling]\nseed = 7",
        options={"--mhgate-seed": "7", "mhgate_alpha": "0.01"},
        environ={"MHGATE_SEED": "8", "MHGATE_SUITES": "crisis, safety"},
        ini={"mhgate_show": "failed"},
    )
    assert list(config.overrides) == [
        Override(key="gate.alpha", value=0.01, source="--mhgate-alpha"),
        Override(key="gate.show", value="failed", source="mhgate_show"),
        Override(key="suites.builtin", value=["crisis", "safety"], source="MHGATE_SUITES"),
        Override(key="sampling.seed", value=7, source="--mhgate-seed"),
    ]
    assert config.suites.builtin == ("crisis", "safety")


def test_none_takes_a_value_of_the_file_away(load: Load) -> None:
    """The word none makes an optional key absent again, and that is recorded."""
    config = load("[sampling]\nmax_items = 5", options={"sampling.max_items": "none"})
    assert config.sampling.max_items is None
    assert config.overrides == (
        Override(key="sampling.max_items", value=None, source="--mhgate-max-items"),
    )


def test_lists_come_with_commas_and_as_lists(load: Load) -> None:
    """A list is written with commas, or comes as pytest's own list; an empty option empties it."""
    file = '[suites]\nbuiltin = ["crisis"]'
    assert load(file, ini={"mhgate_suites": ["a", "b"]}).suites.builtin == ("a", "b")
    assert load(file, options={"--mhgate-suites": ""}).suites.builtin == ()
    assert load(file, environ={"MHGATE_SUITES": ""}).suites.builtin == ("crisis",)


@pytest.mark.parametrize(("word", "value"), [("true", True), ("Yes", True), ("0", False)])
def test_flags_are_words(load: Load, word: str, value: object) -> None:
    """True and false have a few usual spellings outside the file."""
    assert load(environ={"MHGATE_PREFLIGHT": word}).target.preflight is value


def test_a_bad_override_names_its_source(refuse: Refuse) -> None:
    """What an option gave is reported under the option's name, whether form or limits are wrong."""
    mistakes = refuse(
        options={"--mhgate-max-items": "many", "--mhgate-alpha": "nan", "--mhgate-epoch": "2"},
        environ={"MHGATE_CONCURRENCY": "0", "MHGATE_PREFLIGHT": "perhaps"},
        ini={"mhgate_sed": "3"},
    )
    assert (
        'found "many"; expected a whole number'
        in mistakes["--mhgate-max-items (sampling.max_items)"]
    )
    assert "found nan" in mistakes["--mhgate-alpha (gate.alpha)"]
    assert "from 1 to 1024" in mistakes["MHGATE_CONCURRENCY (target.concurrency)"]
    assert "MHGATE_PREFLIGHT (target.preflight)" in mistakes
    assert "Did you mean --mhgate-epochs?" in mistakes["--mhgate-epoch"]
    assert "Did you mean mhgate_seed?" in mistakes["mhgate_sed"]
    assert len(mistakes) == 6


def test_one_name_of_many_is_refused_with_those_that_there_are(refuse: Refuse) -> None:
    """A wrong word among several is told with the right ones, and where it was given."""
    expected = 'expected "inconclusive", "new_items", "not_certified" or "no_baseline"'
    near = 'Did you mean "no_baseline"?'
    in_file = refuse('[gate]\nfail_on = ["new_items", "no_baselin"]\n[target]\nkind = "demo"')
    assert expected in in_file["gate.fail_on[1]"]
    assert near in in_file["gate.fail_on[1]"]
    given = refuse(options={"--mhgate-fail-on": "none"})
    assert expected in given["--mhgate-fail-on (gate.fail_on[0])"]


def test_an_unknown_variable_is_a_mistake_that_hides_its_value(refuse: Refuse) -> None:
    """A variable that nothing reads is named with the nearest spelling, never with its value."""
    mistakes = refuse(environ={"MHGATE_SEDE": "hunter2", "MHGATE_RESUME": "x", "HOME": "/"})
    assert list(mistakes) == ["MHGATE_SEDE"]
    assert "MHGATE_SEED" in mistakes["MHGATE_SEDE"]
    assert "hunter2" not in mistakes["MHGATE_SEDE"]


def test_a_variable_that_the_file_names_for_a_secret_is_known(load: Load) -> None:
    """A team may call its secret MHGATE_something."""
    config = load(
        '[target]\nkind = "http"\nescalation = "none"\nurl = "http://x.test/"\nreply = "$.a"\n'
        'body = "{message}"\nbearer_env = "MHGATE_TOKEN"\nheaders = { X-A = "${env:MHGATE_KEY}" }',
        environ={"MHGATE_TOKEN": "a", "MHGATE_KEY": "b"},
    )
    assert config.overrides == ()


def test_choosing_another_kind_leaves_the_old_kinds_keys_out(load: Load) -> None:
    """An option that chooses the demo does not trip over the product's address."""
    product = (
        '[target]\nkind = "openai"\nescalation = "stubbed"\nbase_url = "http://x.test"\n'
        'model = "m"\ntimeout_s = 5'
    )
    config = load(product, options={"--mhgate-target-kind": "demo"})
    assert config.target.kind == "demo"
    assert config.target.timeout_s == 5
    assert config.target.escalation == "stubbed"


def test_a_misspelt_key_stays_a_mistake_when_another_kind_is_chosen(refuse: Refuse) -> None:
    """Only known keys are left out."""
    product = '[target]\nkind = "openai"\nbase_ulr = "http://x.test"\nmodel = "m"'
    mistakes = refuse(product, options={"--mhgate-target-kind": "demo"})
    assert list(mistakes) == ["target.base_ulr"]


def test_built_in_profiles_exist_without_being_written(load: Load) -> None:
    """pr, release, nightly and measure are there; pr blocks on proven harm only."""
    assert load().profiles == BUILTIN_PROFILES
    chosen = load(options={"--mhgate-profile": "pr"}).profile
    assert (chosen.decides, chosen.pass_required) == (True, False)
    assert not load(options={"--mhgate-profile": "measure"}).profile.decides


def test_a_profile_can_be_changed_and_added(load: Load) -> None:
    """A table changes what it states; a new profile decides and requires a pass by default."""
    config = load(
        "[profile.pr]\npass_required = true\n[profile.canary]\nmax_items = 0\n"
        "[profile.look]\ndecides = false"
    )
    assert config.profiles["pr"] == Profile(name="pr")
    assert config.profiles["canary"] == Profile(name="canary")
    assert config.profiles["look"] == Profile(name="look", decides=False, pass_required=False)


def test_a_chosen_profile_changes_the_sampling(load: Load) -> None:
    """A profile's max_items and epochs stand in place of the file's, and give way to an option."""
    file = "[sampling]\nmax_items = 40\n[profile.pr]\nmax_items = 0\nepochs = 3"
    assert load(file).sampling.max_items == 40
    chosen = load(file, environ={"MHGATE_PROFILE": "pr"}).sampling
    assert (chosen.max_items, chosen.epochs) == (0, 3)
    given = {"MHGATE_PROFILE": "pr", "MHGATE_MAX_ITEMS": "9"}
    assert load(file, environ=given).sampling.max_items == 9


def test_an_unknown_profile_gets_the_nearest_name(refuse: Refuse) -> None:
    """Profiles of the file are names like the built-in ones."""
    file = "[profile.canary]\nepochs = 2"
    assert 'Did you mean "release"?' in refuse('[gate]\nprofile = "relaese"')["gate.profile"]
    mistakes = refuse(file, options={"--mhgate-profile": "canari"})
    assert 'Did you mean "canary"?' in mistakes["--mhgate-profile (gate.profile)"]


def test_a_profile_without_verdict_cannot_require_a_pass(refuse: Refuse) -> None:
    """The contradiction is said beside other mistakes."""
    mistakes = refuse("[profile.measure]\npass_required = true\n[gate]\nalpha = 2")
    assert set(mistakes) == {"profile.measure.pass_required", "gate.alpha"}


def test_the_file_is_found_up_to_the_repository(tmp_path: Path) -> None:
    """The search climbs to the folder with .git, and not beyond."""
    inner = tmp_path / "repository" / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "thresholds.toml").write_text(TARGET, encoding="utf-8")
    assert find_config(inner) == (tmp_path / "thresholds.toml").resolve()
    (tmp_path / "repository" / ".git").mkdir()
    assert find_config(inner) is None
    own = tmp_path / "repository" / "thresholds.toml"
    own.write_text(TARGET, encoding="utf-8")
    assert find_config(inner) == own.resolve()


def test_loading_looks_in_the_given_folder_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder stands for its own thresholds.toml; without a path it is the working directory's."""
    (tmp_path / "thresholds.toml").write_text(TARGET, encoding="utf-8")
    (tmp_path / "inner").mkdir()
    assert load_config(tmp_path).path == (tmp_path / "thresholds.toml").resolve()
    monkeypatch.chdir(tmp_path / "inner")
    with pytest.raises(ConfigError, match="mhgate init"):
        load_config()


def test_a_missing_file_hides_no_other_mistake(tmp_path: Path) -> None:
    """A bad option is said beside the missing file."""
    with pytest.raises(ConfigError) as caught:
        load_config(tmp_path / "none.toml", options={"--mhgate-sede": "1"})
    assert len(caught.value.mistakes) == 2
