"""What is wrong with the file: all of it at once, each with the nearest right spelling."""

from __future__ import annotations

import string
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mhgate.config import load_config
from mhgate.config.document import fields_of
from mhgate.config.mistakes import dotted, near
from mhgate.config.target import KINDS
from mhgate.errors import ConfigError, Mistake

Refuse = Callable[..., dict[str, str]]

DEMO = 'kind = "demo"\n'
TABLES = [
    ("", None),
    ("gate", None),
    ("profile.*", None),
    ("suites", None),
    *(("target", kind) for kind in KINDS),
    ("target.session", None),
    ("judge", None),
    ("sampling", None),
    ("pillar.*", None),
    ("pillar.*.stratum.*", None),
]


def test_every_mistake_is_reported_at_once(refuse: Refuse) -> None:
    """Mistakes in every table, of every sort, come in one error."""
    mistakes = refuse(
        """
        seed = 4
        [gate]
        alpha = true
        min_score = 0.8
        shw = "all"
        new_items = "wran"
        [profile.pr]
        decide = true
        [suites]
        builtin = ["crisis", 3]
        [target]
        kind = "htttp"
        url = "http://x.test/chat"
        timeout_s = inf
        [judge]
        kind = "rule"
        [pillar.crisis]
        min_score = "0.8"
        max_drop = 1.2
        [pillar.crisis.probes.x]
        [pillar.crisis.stratum."risk=high"]
        items = -1
        families = 1.5
        [pilar.safety]
        """
    )
    assert set(mistakes) == {
        "seed",
        "gate.alpha",
        "gate.min_score",
        "gate.shw",
        "gate.new_items",
        "profile.pr.decide",
        "suites.builtin[1]",
        "target.kind",
        "target.escalation",
        "target.timeout_s",
        "target.reply",
        "target.body",
        "judge.kind",
        "pillar.crisis.min_score",
        "pillar.crisis.max_drop",
        "pillar.crisis.probes",
        'pillar.crisis.stratum."risk=high".items',
        'pillar.crisis.stratum."risk=high".families',
        "pilar",
    }
    assert "`seed` is a key of [sampling]" in mistakes["seed"]
    assert "found true; expected a number above 0 and below 0.5" in mistakes["gate.alpha"]
    assert "is a key of [pillar.<name>]" in mistakes["gate.min_score"]
    assert 'Did you mean "warn"?' in mistakes["gate.new_items"]
    assert 'Did you mean "http"?' in mistakes["target.kind"]
    assert 'found "0.8"; expected a number from 0 to 1' in mistakes["pillar.crisis.min_score"]
    assert "expected `pillar`" in mistakes["pilar"]


def test_the_message_reads_as_a_list(tmp_path: Path) -> None:
    """The whole error says how many there are, and names the file and the key of each."""
    file = tmp_path / "thresholds.toml"
    file.write_text(f"[target]\n{DEMO}[gate]\nalpha = 2\n[pillar.a]\n", encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_config(file)
    first, *others = str(caught.value).splitlines()
    assert first == "2 mistakes in the configuration:"
    assert others[0].startswith(f"  {file}: gate.alpha: found 2; expected a number above 0")
    assert others[1].startswith(f"  {file}: pillar.a.min_score: found nothing; expected a number")


def test_a_misspelt_required_key_is_not_missing_too(refuse: Refuse) -> None:
    """One slip is one mistake."""
    assert list(refuse("[pillar.crisis]\nmin_scor = 0.8")) == ["pillar.crisis.min_scor"]


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "-0.1", "1.1", "true", '"0.5"', "[0.5]"])
def test_what_is_no_share_is_refused(refuse: Refuse, value: str) -> None:
    """Neither nan, nor a boolean, nor a text is a number from 0 to 1."""
    mistakes = refuse(f"[pillar.crisis]\nmin_score = {value}\nmax_drop = {value}")
    assert set(mistakes) == {"pillar.crisis.min_score", "pillar.crisis.max_drop"}


@pytest.mark.parametrize("value", ["1.0", "true", '"3"', "-1", "1e3", "9" * 40])
def test_what_is_no_count_is_refused(refuse: Refuse, value: str) -> None:
    """Counts are whole numbers of a size that a digest can hold."""
    assert list(refuse(f"[sampling]\nmax_items = {value}")) == ["sampling.max_items"]


@pytest.mark.parametrize("value", ["1", "0", '"true"'])
def test_what_is_no_flag_is_refused(refuse: Refuse, value: str) -> None:
    """In the file a flag is true or false."""
    mistakes = refuse(f"[pillar.crisis]\nmin_score = 1\nrequired = {value}")
    assert "expected true or false" in mistakes["pillar.crisis.required"]


@pytest.mark.parametrize(
    ("text", "where", "found"),
    [
        ("gate = 3", "gate", "found 3; expected a table"),
        ("pillar = []", "pillar", "found an array; expected a table"),
        ("[[gate]]\n[[gate]]", "gate", "found an array; expected a table"),
        ("[pillar]\ncrisis = 0.8", "pillar.crisis", "found 0.8; expected a table"),
        ("[profile]\npr = true", "profile.pr", "found true; expected a table"),
        ("target = 3", "target", "found 3; expected a table"),
        ("[gate]\nprofile = {}", "gate.profile", "found a table; expected text"),
        ('[gate]\nprofile = ""', "gate.profile", "found an empty text"),
        ("[gate]\nreports = 2026-01-01", "gate.reports", "found a date"),
        ('[suites]\nbuiltin = "crisis"', "suites.builtin", "expected an array of texts"),
        ("[target]", "target.kind", "found nothing; expected one of demo, function"),
        ("[target]\nkind = 3", "target.kind", "found 3"),
        ("[target]\nkind = 3\nuurl = 1", "target.uurl", "Did you mean `url`?"),
        ("[sampling]\nepochs = 0", "sampling.epochs", "a whole number from 1"),
    ],
)
def test_each_shape_of_mistake_is_named(refuse: Refuse, text: str, where: str, found: str) -> None:
    """A value where a table belongs, a table where a value belongs, a thing of the wrong sort."""
    whole = text if "target" in text else text + '\n[target]\nkind = "demo"'
    assert found in refuse(whole + "\n# [target]")[where]


def test_overrides_do_not_stumble_over_a_table_that_is_none(refuse: Refuse) -> None:
    """An override into a broken table leaves the file's own mistake standing."""
    mistakes = refuse("sampling = 3", options={"--mhgate-seed": "1"})
    assert "expected a table" in mistakes["sampling"]


@given(st.data())
def test_a_slip_of_one_letter_gets_the_right_suggestion(data: st.DataObject) -> None:
    """Any key, with one letter wrong, missing, doubled up or swapped, finds its way home."""
    table, kind = data.draw(st.sampled_from(TABLES))
    keys = list(fields_of(table, kind))
    key = data.draw(st.sampled_from(keys))
    at = data.draw(st.integers(0, len(key) - 1))
    letter = data.draw(st.sampled_from(string.ascii_lowercase + "_"))
    slip = data.draw(
        st.sampled_from(
            [
                key[:at] + key[at + 1 :],
                key[:at] + letter + key[at + 1 :],
                key[:at] + letter + key[at:],
                key[:at] + key[at : at + 2][::-1] + key[at + 2 :],
            ]
        )
    )
    assume(slip not in keys and len(slip) > 1)
    assert near(slip, keys) == key


@given(st.text(max_size=30), st.sampled_from(["gate", "judge", "target", "pillar.crisis"]))
def test_any_key_is_answered(
    tmp_path_factory: pytest.TempPathFactory, key: str, table: str
) -> None:
    """Whatever stands in the place of a key, the answer is a configuration or a ConfigError."""
    file = tmp_path_factory.mktemp("key") / "thresholds.toml"
    quoted = "".join(f"\\U{ord(char):08X}" for char in key if not "\ud800" <= char <= "\udfff")
    tables = {"target": DEMO, "pillar.crisis": "min_score = 0.5\n"}
    tables[table] = f'{tables.get(table, "")}"{quoted}" = 1\n'
    text = "".join(f"[{name}]\n{lines}" for name, lines in tables.items())
    file.write_text(text, encoding="utf-8")
    mistakes: tuple[Mistake, ...] = ()
    try:
        load_config(file)
    except ConfigError as error:
        mistakes = error.mistakes
    assert all(mistake.hint and mistake.expected for mistake in mistakes)


def test_names_are_quoted_as_toml_wants_them() -> None:
    """A dotted key can be copied back into the file."""
    assert dotted(("pillar", "my pillar", "stratum", "risk=low")) == (
        'pillar."my pillar".stratum."risk=low"'
    )
