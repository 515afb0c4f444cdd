"""[baseline]: a second target by every key of the first, or by its address, and what is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mhgate.config import Config, DemoConfig, HttpConfig, OpenAIConfig, name_of_target

Load = Callable[..., Config]
Refuse = Callable[..., dict[str, str]]

HTTP = """
[target]
kind = "http"
escalation = "stubbed"
url = "http://127.0.0.1:9/chat"
headers = { X-Team = "a" }
body = { text = "{message}" }
reply = "$.text"
"""
OPENAI = """
[target]
kind = "openai"
escalation = "none"
base_url = "http://127.0.0.1:9/v1"
model = "bot-1"
"""


def test_without_it_nothing_is_played_beside(load: Load) -> None:
    """No table, no second target; the policy is what it was."""
    assert load().live is None


def test_an_address_is_the_same_target_elsewhere(load: Load) -> None:
    """All that [target] says holds for the other one, but for where it is."""
    config = load(HTTP, options={"--mhgate-against": "http://127.0.0.1:8/chat"})
    assert isinstance(config.live, HttpConfig)
    assert config.live == config.target.model_copy(update={"url": "http://127.0.0.1:8/chat"})
    assert [each.source for each in config.overrides] == ["--mhgate-against"]


def test_it_can_be_given_in_each_way(load: Load) -> None:
    """Option, variable, ini value and the file's own key name it; an option outweighs the rest."""
    text = OPENAI + '[baseline]\nagainst = "http://127.0.0.1:5/v1"\n'
    ini = {"mhgate_against": "http://127.0.0.1:6/v1"}
    environ = {"MHGATE_AGAINST": "http://127.0.0.1:7/v1"}
    seen = [
        load(text),
        load(text, ini=ini),
        load(text, ini=ini, environ=environ),
        load(text, options={"--mhgate-against": "none"}),
    ]
    urls = [getattr(config.live, "base_url", None) for config in seen]
    assert urls == [*(f"http://127.0.0.1:{port}/v1" for port in (5, 6, 7)), None]


def test_of_the_demo_a_variant_is_named(load: Load) -> None:
    """The demo has no address: against names one of its bots, and a slip is corrected."""
    config = load('[target]\nkind = "demo"\nvariant = "regressed"\n[baseline]\nagainst = "good"\n')
    assert isinstance(config.live, DemoConfig)
    assert config.live.variant == "good"


def test_a_slip_in_a_variant_is_told_where_it_stands(refuse: Refuse) -> None:
    """The mistake names baseline.against, not a key that nobody wrote."""
    found = refuse('[baseline]\nagainst = "goood"\n')
    assert '"good"' in found["baseline.against"]


def test_a_table_takes_every_key_of_a_target(load: Load) -> None:
    """Another kind, with its own escalation, stands beside; neither borrows from the other."""
    own = OPENAI.replace("[target]", "[baseline.target]")
    config = load(HTTP + own)
    assert isinstance(config.live, OpenAIConfig)
    assert config.live.escalation == "none"
    assert config.target.escalation == "stubbed"


def test_mistakes_in_the_table_are_those_of_a_target(refuse: Refuse) -> None:
    """All at once, with their own place: escalation, an unknown key, a secret, no reply."""
    found = refuse(
        HTTP
        + """
[baseline.target]
kind = "http"
url = "http://127.0.0.1:8/chat"
headers = { Authorization = "Bearer abcdefghijklmnop" }
body = { text = "{message}" }
tiemout_s = 3
"""
    )
    assert "law" not in found["baseline.target.escalation"]
    assert "page clinicians" in found["baseline.target.escalation"]
    assert "timeout_s" in found["baseline.target.tiemout_s"]
    assert "abcdefghijklmnop" not in found["baseline.target.headers.Authorization"]
    assert "$.reply" in found["baseline.target.reply"]


def test_its_secrets_variables_are_known(load: Load) -> None:
    """A variable that only the second target names is no slip of the pen."""
    own = OPENAI.replace("[target]", "[baseline.target]") + 'api_key_env = "MHGATE_BASE_KEY"\n'
    assert load(HTTP + own, environ={"MHGATE_BASE_KEY": "x"}).live is not None


@pytest.mark.parametrize(
    ("text", "place", "word"),
    [
        ('[target]\nkind="function"\ncall="a:b"\nescalation="none"\n', "baseline.against", "none"),
        (
            HTTP + '[target.session]\nurl="http://127.0.0.1:9/s"\nid="$.id"\n',
            "baseline.against",
            "session",
        ),
        (OPENAI + OPENAI.replace("[target]", "[baseline.target]"), "baseline.against", "one of"),
    ],
)
def test_an_address_that_cannot_be_one_is_refused(
    refuse: Refuse, text: str, place: str, word: str
) -> None:
    """A kind without an address, a session at another one, two words for one thing."""
    before, mark, after = text.partition("[baseline.target]")
    named = f'[baseline]\nagainst = "http://127.0.0.1:8/v1"\n{mark}{after}'
    assert word in refuse(before + named)[place]


def test_an_address_that_is_given_outweighs_the_files_table(load: Load) -> None:
    """As everywhere, an option comes before the file."""
    own = OPENAI.replace("[target]", "[baseline.target]").replace("bot-1", "bot-0")
    config = load(OPENAI + own, options={"--mhgate-against": "http://127.0.0.1:8/v1"})
    assert isinstance(config.live, OpenAIConfig)
    assert (config.live.model, config.live.base_url) == ("bot-1", "http://127.0.0.1:8/v1")


def test_a_baselines_file_beside_it_is_refused(refuse: Refuse, load: Load) -> None:
    """Two things that are compared with would be two verdicts; either can be taken away."""
    text = '[gate]\nbaseline = "b.json"\n[baseline]\nagainst = "good"\n'
    assert "--mhgate-baseline none" in refuse(text)["gate.baseline"]
    assert load(text, options={"--mhgate-baseline": "none"}).live is not None
    assert load(text, options={"--mhgate-against": "none"}).live is None


def test_shards_and_pairs_are_refused_together(refuse: Refuse) -> None:
    """One process plays both arms, and one looks again."""
    shard = '[sampling]\nshard = "1/2"\n'
    assert "1/2" in refuse(shard + '[baseline]\nagainst = "good"\n')["sampling.shard"]
    assert "confirm" in refuse(shard + '[gate]\nconfirm = "all"\n')["sampling.shard"]


def test_the_word_for_production_is_about_one_host(load: Load) -> None:
    """Production = true for one host is not inherited by another; at the same host it stays."""
    text = OPENAI.replace("127.0.0.1:9", "bot.example.com") + "production = true\n"
    other = load(text, options={"--mhgate-against": "http://old.example.com/v1"}).live
    same = load(text, options={"--mhgate-against": "http://bot.example.com/old/v1"}).live
    assert (other and other.production, same and same.production) == (False, True)


def test_flipped_items_need_a_base_that_can_be_asked(refuse: Refuse, load: Load) -> None:
    """Against a file, what flipped was chosen for what it did: all are asked again, or none."""
    file = '[gate]\nbaseline = "b.json"\nconfirm = '
    assert '"all"' in refuse(file + '"flipped"\n')["gate.confirm"]
    assert load(file + '"all"\n').gate.confirm_trials == 3


def test_what_is_confirmed_is_policy(load: Load) -> None:
    """A second look decides what is red: it is in the policy's digest, where there is one."""
    plain = load()
    again = load('[gate]\nconfirm = "all"\n')
    more = load('[gate]\nconfirm = "all"\nconfirm_trials = 5\n')
    rules = load('[gate]\nconfirm_alarms = "rules"\n')
    off = load('[gate]\nconfirm = "off"\nconfirm_trials = 9\n')
    digests = [each.policy_digest for each in (plain, again, more, rules)]
    assert len(set(digests)) == 4
    assert off.policy_digest == plain.policy_digest


def test_clocks_must_agree(refuse: Refuse) -> None:
    """A function without a clock beside the demo, which has one, would hear other conversations."""
    own = '[baseline.target]\nkind = "function"\ncall = "a:b"\nescalation = "none"\n'
    assert "time" in refuse(own)["baseline"]


def test_a_target_is_called_by_where_it_is(load: Load) -> None:
    """Neither user nor query nor secret is in its name."""
    http = load(HTTP.replace("9/chat", "9/chat?key=${env:K}")).target
    assert name_of_target(http) == "127.0.0.1:9/chat"
    assert name_of_target(load(OPENAI).target) == "bot-1 at 127.0.0.1:9/v1"
    app = load(
        '[target]\nkind="asgi"\napp="a:app"\npath="/c"\nescalation="none"\n'
        'body={t="{message}"}\nreply="$.r"\n'
    ).target
    assert name_of_target(app) == "a:app/c"
