"""Packs: several people open one, age does too, and a changed byte anywhere is refused."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pyrage
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.errors import SuiteError, UsageError
from mhgate.sealed.age import check_recipients, read_identities
from mhgate.sealed.opening import OpenedPack, closed, opened, read_seal, seal_path
from mhgate.sealed.packing import padded
from mhgate.wiring.packs import commit_plain, open_pack, seal_file

KEY = "A_KEY"
WORDS = "quillfeather"


def key_pair() -> tuple[str, str]:
    key = pyrage.x25519.Identity.generate()
    return str(key), str(key.to_public())


def item(number: int, **more: object) -> dict[str, Any]:
    return {
        "id": f"own-name-{number}",
        "family": f"own-family-{number // 2}",
        "turns": [f"{WORDS} {number}, e\u0301clair \u2028 and \U0001f9ed."],
        "strata": {"risk": "high" if number % 2 else "none", "scene": "kitchen"},
        "source": "a notebook",
        "licence": "MIT",
        **more,
    }


def write(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def keys() -> tuple[tuple[str, str], tuple[str, str]]:
    return key_pair(), key_pair()


@pytest.fixture
def pack(tmp_path: Path, keys: tuple[tuple[str, str], tuple[str, str]]) -> Path:
    path = write(tmp_path / "crisis" / "hidden.jsonl", [item(number) for number in range(5)])
    made = seal_file(path, to=[public for _, public in keys], environ={}, strata=["risk"])
    return made.pack


def opened_by(pack: Path, key: str) -> OpenedPack:
    return open_pack(pack, environ={KEY: key}, key_env=KEY)


def test_each_recipient_opens_it_alone(
    pack: Path, keys: tuple[tuple[str, str], tuple[str, str]]
) -> None:
    """Two people hold a key each; either reads the same rows, and a third person reads none."""
    for key, _ in keys:
        rows = opened_by(pack, key).commitment.rows
        assert sorted(row["id"] for row in rows) == [f"own-name-{number}" for number in range(5)]
        assert item(3) in rows
    with pytest.raises(SuiteError, match="other recipients"):
        opened_by(pack, key_pair()[0])


def test_debians_age_opens_it(
    pack: Path, tmp_path: Path, keys: tuple[tuple[str, str], tuple[str, str]]
) -> None:
    """No code of ours is needed to read a pack: age, and a reader of JSON Lines."""
    if shutil.which("age") is None:
        pytest.skip("needs age (apt-get install age)")
    (tmp_path / "key").write_text(keys[1][0], encoding="ascii")
    ran = subprocess.run(
        ["age", "--decrypt", "--identity", str(tmp_path / "key"), str(pack)],
        capture_output=True,
        check=True,
    )
    header, *rows = (json.loads(line) for line in ran.stdout.split(b"\n") if line.strip())
    assert header["mhgate_pack"]["terms"]["root"] == read_seal(pack).terms.root
    assert sorted(rows, key=lambda row: row["id"]) == [item(number) for number in range(5)]


def test_what_lies_beside_it_tells_what_it_may(pack: Path) -> None:
    """Counts, languages, the strata that were named, a root, a canary: no word, id or family."""
    seal = seal_path(pack).read_text(encoding="utf-8")
    terms = read_seal(pack).terms
    assert (terms.n_items, terms.n_families, terms.languages) == (5, 3, {"en": 5})
    assert terms.strata == {"risk": {"high": 2, "none": 3}}
    assert terms.canary.startswith("mhgate-canary ")
    for word in (WORDS, "own-name", "own-family", "notebook", "kitchen", "scene"):
        assert word not in seal
        assert word.encode() not in pack.read_bytes()


def test_its_size_tells_little(tmp_path: Path) -> None:
    """Five items and two hundred fill packs of one size."""
    _, public = key_pair()
    sizes = set()
    for count in (1, 5, 200):
        path = write(tmp_path / str(count) / "hidden.jsonl", [item(n) for n in range(count)])
        sizes.add(seal_file(path, to=[public], environ={}).pack.stat().st_size)
    assert max(sizes) - min(sizes) < 1024  # age hides the length of its own header, too


@given(st.binary(max_size=5000))
def test_padding_is_a_power_of_two_and_only_spaces(data: bytes) -> None:
    """What is added behind JSON means nothing to whoever reads it."""
    found = padded(data, least=64)
    assert found[: len(data)] == data
    assert set(found[len(data) :]) <= {ord(" ")}
    assert len(found) >= 64
    assert len(found) & (len(found) - 1) == 0


def test_without_a_key_its_counts_are_known_and_no_more(pack: Path) -> None:
    """A closed pack says what its seal says, and why it is closed."""
    found = closed(pack)
    assert not found.is_open
    assert found.terms.n_items == 5
    assert found.why_closed == "sealed, and no key"


def test_names_are_opaque_and_depend_on_the_secret(
    tmp_path: Path, keys: tuple[tuple[str, str], tuple[str, str]]
) -> None:
    """Two packs of the same rows share no name, digest, family or root: nobody can try guesses."""
    (key, public), _ = keys
    found = []
    for folder in ("one", "two"):
        path = write(tmp_path / folder / "hidden.jsonl", [item(number) for number in range(5)])
        made = seal_file(path, to=[public], environ={})
        found.append(opened_by(made.pack, key))
    one, two = (pack.pack().rows or () for pack in found)
    for part in ("name", "family", "digest"):
        assert {getattr(row, part) for row in one}.isdisjoint(getattr(row, part) for row in two)
    assert found[0].commitment.root != found[1].commitment.root
    assert len({row.family for row in one}) == 3
    assert all(WORDS not in repr(each) for each in (found, one, found[0].pack()))


# --- tampering


@pytest.mark.parametrize("place", [0, 120, 400, -20_000, -1])
def test_a_changed_byte_of_the_pack_is_refused(
    pack: Path, keys: tuple[tuple[str, str], tuple[str, str]], place: int
) -> None:
    """With the key or without, wherever the byte stands."""
    data = bytearray(pack.read_bytes())
    data[place] ^= 1
    pack.write_bytes(bytes(data))
    for attempt in (lambda: closed(pack), lambda: opened_by(pack, keys[0][0])):
        with pytest.raises(SuiteError, match="not the pack of its seal"):
            attempt()


def test_a_seal_with_one_changed_byte_is_refused(pack: Path) -> None:
    """Each byte that means something, changed alone, is noticed without a key."""
    path = seal_path(pack)
    whole = path.read_bytes()
    for place in range(0, len(whole), 7):
        changed = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]
        if json_of(changed) == json_of(whole):
            continue
        path.write_bytes(changed)
        with pytest.raises(SuiteError):
            read_seal(pack)


def json_of(data: bytes) -> object:
    try:
        return json.loads(data)
    except ValueError:
        return None


@pytest.mark.parametrize(
    "change",
    [
        {"n_items": 4},
        {"strata": {}},
        {"keys": True},
        {"root": "sha256:" + "0" * 64},
        {"canary": "another"},
        {"recipients": ("age1" + "q" * 58,)},
    ],
)
def test_a_seal_that_was_made_to_fit_is_refused_by_the_key(
    pack: Path, keys: tuple[tuple[str, str], tuple[str, str]], change: dict[str, object]
) -> None:
    """Whoever writes another recipient into the seal does not get the journal."""
    from mhgate.sealed.packing import seal_digest, seal_text

    seal = read_seal(pack)
    terms = seal.terms.model_copy(update=change)
    forged = seal.model_copy(update={"terms": terms, "digest": seal_digest(terms, seal.pack)})
    seal_path(pack).write_text(seal_text(forged), encoding="utf-8")
    with pytest.raises(SuiteError, match=r"another recipient|other recipients"):
        opened_by(pack, keys[0][0])


def test_something_else_that_is_encrypted_is_no_pack(tmp_path: Path) -> None:
    """An age file of other contents is refused, and no word of it is told."""
    from mhgate.canonical import digest
    from mhgate.records.sealed import Seal, SealTerms
    from mhgate.sealed.packing import seal_digest, seal_text

    key, public = key_pair()
    data = pyrage.encrypt(WORDS.encode(), [pyrage.x25519.Recipient.from_str(public)])
    pack = tmp_path / "hidden.jsonl.age"
    pack.write_bytes(data)
    terms = SealTerms(
        recipients=(public,), root="sha256:0", n_items=1, n_families=1, languages={}, canary="c"
    )
    seal = Seal(terms=terms, pack=digest(data), digest=seal_digest(terms, digest(data)))
    seal_path(pack).write_text(seal_text(seal), encoding="utf-8")
    with pytest.raises(SuiteError, match="no pack of mhgate") as caught:
        opened_by(pack, key)
    assert WORDS not in str(caught.value)
    assert caught.value.__cause__ is None


# --- sealing


def test_what_is_no_item_is_not_sealed(tmp_path: Path) -> None:
    """A file that a run would refuse is refused before it is hidden."""
    path = write(tmp_path / "hidden.jsonl", [{"id": "a", "tuns": []}])
    with pytest.raises(SuiteError, match="tuns"):
        seal_file(path, to=[key_pair()[1]], environ={})
    assert list(tmp_path.iterdir()) == [path]


def test_nothing_is_overwritten_and_nothing_removed_unasked(tmp_path: Path) -> None:
    """A second sealing is refused; the file in clear goes with --remove alone."""
    _, public = key_pair()
    path = write(tmp_path / "hidden.jsonl", [item(1)])
    made = seal_file(path, to=[public], environ={})
    before = made.pack.read_bytes()
    with pytest.raises(UsageError, match="is there already"):
        seal_file(path, to=[public], environ={})
    assert path.exists()
    assert made.pack.read_bytes() == before
    seal_file(path, to=[public], environ={}, folder=_made(tmp_path / "other"), remove=True)
    assert not path.exists()


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def test_a_pack_is_sealed_again_for_others_and_keeps_its_root(
    pack: Path, tmp_path: Path, keys: tuple[tuple[str, str], tuple[str, str]]
) -> None:
    """A third person gets a key; names, root and canary stay, so that runs stay comparable."""
    third, public = key_pair()
    made = seal_file(
        pack, to=[public], environ={KEY: keys[0][0]}, key_env=KEY, folder=_made(tmp_path / "new")
    )
    ours, theirs = opened_by(pack, keys[0][0]), opened_by(made.pack, third)
    assert ours.pack().rows == theirs.pack().rows
    assert made.terms.root == ours.seal.terms.root
    assert made.terms.canary == ours.seal.terms.canary
    with pytest.raises(SuiteError, match="other recipients"):
        opened_by(made.pack, keys[0][0])


def test_a_root_that_was_published_is_the_packs_later(tmp_path: Path) -> None:
    """Commit to items in clear today, seal with the same secret tomorrow: one root."""
    _, public = key_pair()
    path = write(tmp_path / "hidden.jsonl", [item(number) for number in range(4)])
    secret = tmp_path / "secret"
    root, count = commit_plain(path, salt_file=secret)
    assert count == 4
    assert secret.stat().st_mode & 0o777 == 0o600
    assert commit_plain(path, salt_file=secret)[0] == root
    assert commit_plain(path, salt_file=tmp_path / "another")[0] != root
    assert seal_file(path, to=[public], environ={}, salt_file=secret).terms.root == root
    write(path, [item(number) for number in range(1, 4)])
    assert commit_plain(path, salt_file=secret)[0] != root


def test_gold_is_sealed_likewise(tmp_path: Path) -> None:
    """Rows of gold share ids across questions; id and question together name one."""
    key, public = key_pair()
    rows = [{"id": "t", "question": name, "family": "f"} for name in ("one", "two")]
    made = seal_file(write(tmp_path / "gold.jsonl", rows), to=[public], environ={})
    found = opened_by(made.pack, key).commitment.rows
    assert sorted(found, key=lambda row: str(row["question"])) == rows


@pytest.mark.parametrize("to", ["age1nobody", "ssh-ed25519 AAAA", ""])
def test_what_is_no_public_key_is_told(to: str) -> None:
    """The word is shown, for it is no secret."""
    with pytest.raises(UsageError, match=r"age1\.\.\."):
        check_recipients([to])


def test_a_secret_key_in_the_place_of_a_public_one_is_not_shown() -> None:
    """Whoever mixes the two up does not find the key in a log."""
    key, _ = key_pair()
    with pytest.raises(UsageError, match="not shown") as caught:
        check_recipients([key])
    assert key not in str(caught.value)


def test_keys_are_read_as_age_keygen_writes_them() -> None:
    """Comments and empty lines are passed over; several keys open what either opens."""
    (one, public), (two, other) = key_pair(), key_pair()
    found = read_identities(f"# created: today\n# public key: x\n{one}\n\n{two}\n", named="K")
    assert found.public == (public, other)
    assert one not in repr(found)


def test_the_key_is_asked_for_by_name(pack: Path) -> None:
    """Without the variable, its name is in the message."""
    with pytest.raises(UsageError, match=KEY):
        open_pack(pack, environ={}, key_env=KEY)


def test_a_closed_pack_is_opened_as_a_whole(
    pack: Path, keys: tuple[tuple[str, str], tuple[str, str]]
) -> None:
    """What loads suites gets names and texts from one call, in the order of the leaves."""
    found = opened(pack, read_identities(keys[0][0], named=KEY), named=KEY).pack()
    assert found.rows is not None
    assert [row.name for row in found.rows] == sorted(
        (row.name for row in found.rows), key=lambda name: name
    )
    assert all(row.digest.removeprefix("sha256:").startswith(row.name[7:]) for row in found.rows)
