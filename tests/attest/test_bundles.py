"""A bundle is read in its one form, or refused with what was found, expected, and where."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bundle_tampering import (
    OTHER_REPORT,
    PREDICATE_TYPE,
    REPORT,
    TAMPERINGS,
    Made,
    Tampering,
    made_bundle,
    made_statement,
    sha256,
)
from hypothesis import given
from hypothesis import strategies as st

from mhgate.attest import (
    AttestError,
    Subject,
    canonical_bundle,
    check_subjects,
    new_key,
    read_bundle,
    read_statement,
    sign_statement,
    statement_bytes,
    verify_bundle,
)
from mhgate.attest.bundle import bundle_bytes
from mhgate.attest.dsse import pae
from mhgate.attest.strict_json import MOST_BYTES
from mhgate.canonical import canonical_json

NAME = "mhgate.sigstore.json"
MADE = {kind: made_bundle(kind) for kind in ("p256", "ed25519")}


@pytest.mark.parametrize("kind", ["p256", "ed25519"])
def test_what_was_signed_comes_back(kind: str) -> None:
    """Who signed, the exact bytes, and the statement that they are."""
    made = MADE[kind]
    signed = verify_bundle(made.data, [new_key().public(), made.public], name=NAME)
    assert (signed.payload, signed.key_id, signed.how) == (made.statement, made.key.key_id, "key")
    assert signed.statement.subjects == (Subject(name="report.json", sha256=sha256(REPORT)),)
    assert signed.statement.predicate == {"result": "FAILED", "configuration": []}
    assert signed.statement.predicate_type == PREDICATE_TYPE


@pytest.mark.parametrize("kind", ["p256", "ed25519"])
@pytest.mark.parametrize("tampering", TAMPERINGS, ids=lambda each: each.name)
def test_each_tampering_is_refused_with_its_own_words(tampering: Tampering, kind: str) -> None:
    """Whatever was done to the bundle, the message names the file and what is wrong there."""
    made = MADE[kind]
    with pytest.raises(AttestError, match=f"(?s)^{NAME}: .*{tampering.said}") as caught:
        verify_bundle(tampering.apply(made), [made.public], name=NAME)
    assert caught.value.hint
    assert caught.value.exit_code == 1


@pytest.mark.parametrize("kind", ["p256", "ed25519"])
def test_any_single_byte_that_is_changed_is_seen(kind: str) -> None:
    """No byte of a bundle is read leniently: each, changed in whatever way, refuses the whole."""
    made = MADE[kind]

    @given(st.integers(0, len(made.data) - 1), st.integers(1, 255))
    def refused(at: int, change: int) -> None:
        data = bytearray(made.data)
        data[at] ^= change
        with pytest.raises(AttestError, match=f"^{NAME}: "):
            verify_bundle(bytes(data), [made.public], name=NAME)

    refused()
    for at in range(len(made.data)):  # and each place at least once
        data = made.data[:at] + bytes([made.data[at] ^ 1]) + made.data[at + 1 :]
        with pytest.raises(AttestError, match=f"^{NAME}: "):
            verify_bundle(data, [made.public], name=NAME)


@given(st.integers(0, 3), st.binary(min_size=1, max_size=4), st.data())
def test_bytes_put_in_or_taken_out_are_seen(taken: int, put: bytes, data: st.DataObject) -> None:
    """Bytes inserted, replaced, or cut off refuse the whole, too."""
    made = MADE["p256"]
    at = data.draw(st.integers(0, len(made.data)))
    changed = made.data[:at] + put + made.data[at + taken :]
    if changed != made.data:
        with pytest.raises(AttestError, match=f"^{NAME}: "):
            verify_bundle(changed, [made.public], name=NAME)
    if at < len(made.data):
        with pytest.raises(AttestError, match=f"^{NAME}: "):
            verify_bundle(made.data[:at], [made.public], name=NAME)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "what is not JSON at line 1, column 1"),
        (b"\xff\xfe{}", "not UTF-8 at offset 0"),
        (b"\xef\xbb\xbf{}", "a mark of byte order"),
        (b"hello", "what is not JSON"),
        (b"null", "the bundle: found None; expected an object"),
        (b"[]", "the bundle: found a list of 0; expected an object"),
        (b"{}", "the bundle: found no key; expected mediaType"),
        (b"[" * 200_000, "nested beyond reason"),
        (b'{"a":' * 200_000, "nested beyond reason"),
        (b"[" * 700 + b"]" * 700, "the bundle: found a list of 1"),
        (b'{"a":NaN}', "found NaN, which is not JSON"),
        (b'{"a":' + b"9" * 9000 + b"}", "a number beyond reason"),
        (b'{"a":1e999}', "which no float holds"),
        (b" " * (MOST_BYTES + 1), f"expected at most {MOST_BYTES}"),
        (b'{"mediaType":"\\ud800","verificationMaterial":1,"dsseEnvelope":1}', "mediaType: found"),
    ],
    ids=lambda each: repr(each[:20]) if isinstance(each, bytes) else "",
)
def test_hostile_input_is_refused_in_few_words(data: bytes, said: str) -> None:
    """Huge, deep, not UTF-8, not JSON: a short message, and no traceback."""
    with pytest.raises(AttestError) as caught:
        verify_bundle(data, [MADE["p256"].public], name=NAME)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 700
    assert str(caught.value).isascii()


def _envelope(value: Any) -> Any:
    return value["dsseEnvelope"]


def _signature(value: Any) -> Any:
    return value["dsseEnvelope"]["signatures"][0]


def _material(value: Any) -> Any:
    return value["verificationMaterial"]


URL_SAFE = (
    Subject(name="a>b?c.json", sha256=sha256(REPORT)),  # its base64 has a plus or a slash
    Subject(name="a~b\u00ff\u00ff.json", sha256=sha256(REPORT)),
)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda value: value.update(mediaType=1), "mediaType: found 1"),
        (
            lambda value: value.update(
                mediaType="application/vnd.dev.sigstore.bundle+json;version=0.2"
            ),
            "older form",
        ),
        (lambda value: value.update(extra=1), "found .*'extra'.*What is not signed"),
        (lambda value: _envelope(value).pop("payload"), "A key is missing"),
        (lambda value: _envelope(value).update(payload=None), "payload: found None"),
        (lambda value: _envelope(value).update(payload=""), "payload: found ''"),
        (lambda value: _envelope(value).update(payload={"a": 1}), "payload: found an object"),
        (lambda value: _envelope(value).update(payload="not base64"), "base64 in its one form"),
        (lambda value: _envelope(value).update(payload="e30"), "base64 in its one form"),
        (lambda value: _envelope(value).update(payload="e31="), "base64 in its one form"),
        (lambda value: _envelope(value).update(payload="e30=\n"), "base64 in its one form"),
        (lambda value: _envelope(value).update(payload="\u00e9A=="), "base64 in its one form"),
        (lambda value: _envelope(value).update(signatures={}), "signatures: found an object"),
        (lambda value: _envelope(value).update(signatures=[1]), r"signatures\[0\]: found 1"),
        (lambda value: _signature(value).pop("keyid"), r"signatures\[0\]: found 'sig'"),
        (lambda value: _signature(value).update(cert="x"), "What is not signed"),
        (lambda value: _signature(value).update(sig="AA=="), "signature is not of these bytes"),
        (lambda value: _material(value).update(tlogEntries=[]), "verificationMaterial: found"),
        (lambda value: _material(value).update(publicKey={}), "publicKey: found no key"),
        (lambda value: _material(value).update(publicKey={"hint": ""}), "hint: found ''"),
        (lambda value: _material(value).update(publicKey={"hint": 7}), "hint: found 7"),
        (
            lambda value: value.update(
                verificationMaterial={"certificate": {"rawBytes": "AA=="}, "tlogEntries": [{}]}
            ),
            "found no note with one signature",
        ),
        (
            lambda value: value.update(
                verificationMaterial={"certificate": {"rawBytes": "AA=="}, "tlogEntries": []}
            ),
            "expected exactly one entry of a public log",
        ),
    ],
)
def test_each_part_is_held_to_its_form(change: Callable[[Any], Any], said: str) -> None:
    """Every key and every value has one form; the message says where another was found."""
    made = MADE["p256"]
    value = made.value()
    change(value)
    with pytest.raises(AttestError, match=f"(?s)^{NAME}: .*{said}"):
        verify_bundle(canonical_json(value), [made.public], name=NAME)


@pytest.mark.parametrize(
    "write",
    [
        lambda value: json.dumps(value).encode(),
        lambda value: json.dumps(value, indent=2, sort_keys=True).encode(),
        lambda value: canonical_json(value) + b"\n",
        lambda value: b" " + canonical_json(value),
        lambda value: canonical_json(value).replace(b"application", b"\\u0061pplication"),
    ],
)
def test_the_same_contents_written_otherwise_are_refused(write: Callable[[Any], bytes]) -> None:
    """A bundle's bytes are canonical, so that there is one file for one signature."""
    made = MADE["p256"]
    with pytest.raises(AttestError, match=f"^{NAME}: found other bytes than the canonical form"):
        verify_bundle(write(made.value()), [made.public], name=NAME)
    assert canonical_bundle(write(made.value()), name=NAME) == made.data


def test_a_bundle_of_another_tool_is_written_in_our_form_first() -> None:
    """DSSE lets a tool write base64 in either alphabet; what was signed stays the same bytes."""
    key = new_key()
    statement = statement_bytes(URL_SAFE, predicate_type="urn:x", predicate={})
    ours = sign_statement(statement, key)
    value = json.loads(ours)
    entry = value["dsseEnvelope"]
    entry["payload"] = base64.urlsafe_b64encode(statement).decode().rstrip("=")
    entry["signatures"][0]["sig"] = base64.urlsafe_b64encode(
        base64.b64decode(entry["signatures"][0]["sig"])
    ).decode()
    theirs = json.dumps(value, indent=1).encode()
    assert b"-" in theirs.replace(b"application/vnd.in-toto+json", b"") or b"_" in theirs
    with pytest.raises(AttestError):
        verify_bundle(theirs, [key.public()], name=NAME)
    assert canonical_bundle(theirs, name=NAME) == ours


@pytest.mark.parametrize("data", [b"{}", b'{"dsseEnvelope":[]}', b"[1]", b'{"dsseEnvelope":{}}'])
def test_what_is_no_bundle_does_not_become_one(data: bytes) -> None:
    """Writing anew lends no form to what has none."""
    with pytest.raises(AttestError, match="found no signed envelope"):
        canonical_bundle(data, name=NAME)


def _signed(value: Any) -> bytes:
    made = MADE["p256"]
    statement = value if isinstance(value, bytes) else canonical_json(value)
    return bundle_bytes(statement, signature=made.key.sign(pae(statement)), key_id=made.key.key_id)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda value: value.update(_type="https://in-toto.io/Statement/v0.1"), "_type: found"),
        (lambda value: value.update(predicate=[]), "predicate: found a list of 0"),
        (lambda value: value.update(predicateType=""), "predicateType: found ''"),
        (lambda value: value.update(predicateType=3), "predicateType: found 3"),
        (lambda value: value.update(more=1), "found .*'more'"),
        (lambda value: value.update(subject={}), "subject: found an object"),
        (lambda value: value["subject"][0].pop("name"), "subject: found 'digest'"),
        (lambda value: value["subject"][0].update(name=""), "expected a name and 64"),
        (lambda value: value["subject"][0]["digest"].update(gitCommit="a"), "digest: found"),
        (lambda value: value["subject"][0].update(digest={"sha256": "A" * 64}), "64 hexadecimal"),
        (lambda value: value["subject"].append(value["subject"][0]), "'report.json' twice"),
    ],
)
def test_a_signed_statement_is_held_to_its_form(change: Callable[[Any], Any], said: str) -> None:
    """A true signature does not make a statement of what is none."""
    value = json.loads(MADE["p256"].statement)
    change(value)
    with pytest.raises(AttestError, match=f"^{NAME}: the signed statement.*{said}"):
        verify_bundle(_signed(value), [MADE["p256"].public], name=NAME)


@pytest.mark.parametrize("payload", [b"\xff", b"[", b"\xef\xbb\xbf{}", b'{"a":1,"a":2}', b"null"])
def test_signed_bytes_that_are_no_statement_are_refused(payload: bytes) -> None:
    """The signature holds, and yet nothing is claimed."""
    with pytest.raises(AttestError, match=f"^{NAME}: "):
        verify_bundle(_signed(payload), [MADE["p256"].public], name=NAME)


def test_a_statement_of_another_tool_keeps_its_bytes() -> None:
    """What is verified is never written anew: spaces and order stay, and are what was signed."""
    loose = json.dumps(json.loads(made_statement()), indent=3).encode()
    signed = verify_bundle(_signed(loose), [MADE["p256"].public], name=NAME)
    assert signed.payload == loose


def test_what_is_no_statement_is_not_signed() -> None:
    """Signing refuses what nobody could check."""
    with pytest.raises(AttestError, match=r"^what is to be signed: "):
        sign_statement(b"{}", new_key())


@pytest.mark.parametrize("subjects", [[], [Subject(name="a", sha256="0" * 64)] * 2])
def test_a_statement_is_about_files_each_once(subjects: list[Subject]) -> None:
    """No statement about nothing, and none in which a name means two files."""
    with pytest.raises(ValueError, match="about at least one file"):
        statement_bytes(subjects, predicate_type="urn:x", predicate={})


def test_equal_statements_have_equal_bytes() -> None:
    """Statements are canonical: the order in which a predicate was filled is not in them."""
    about = [Subject(name="a", sha256="0" * 64)]
    one = statement_bytes(about, predicate_type="urn:x", predicate={"a": 1, "b": [2.5, None]})
    two = statement_bytes(about, predicate_type="urn:x", predicate={"b": [2.5, None], "a": 1})
    assert one == two
    assert read_statement(one, name="x").predicate == {"a": 1, "b": [2.5, None]}


def test_a_swapped_report_is_refused() -> None:
    """The signature holds, and the file beside it is another."""
    signed = verify_bundle(MADE["p256"].data, [MADE["p256"].public], name=NAME)
    check_subjects(signed, {"report.json": sha256(REPORT)}, needed=["report.json"], name=NAME)
    with pytest.raises(AttestError, match=r"^report\.json: found sha256 .* as signed in mhgate"):
        check_subjects(
            signed, {"report.json": sha256(OTHER_REPORT)}, needed=["report.json"], name=NAME
        )


def test_a_file_that_is_not_there_or_not_signed_is_named() -> None:
    """Each file that must be signed is, and each that is signed is there."""
    signed = verify_bundle(MADE["p256"].data, [MADE["p256"].public], name=NAME)
    with pytest.raises(AttestError, match=r"signs 'report\.json', which is not there"):
        check_subjects(signed, {}, needed=["report.json"], name=NAME)
    with pytest.raises(AttestError, match=r"expected 'index\.json' among them"):
        check_subjects(signed, {"report.json": sha256(REPORT)}, needed=["index.json"], name=NAME)


def test_a_key_says_which_keys_are_believed() -> None:
    """The message holds both ids, so that somebody can find the right key."""
    made, other = MADE["p256"], new_key().public()
    with pytest.raises(AttestError, match=f"{made.key.key_id}'; expected {other.key_id}"):
        verify_bundle(made.data, [other], name=NAME)
    with pytest.raises(AttestError, match="expected none"):
        verify_bundle(made.data, [], name=NAME)


def test_a_bundle_that_is_read_is_not_yet_believed(p256: Made) -> None:
    """Reading gives the parts, and the bytes that the signature is of."""
    found = read_bundle(p256.data, name=NAME)
    assert (found.payload, found.hint, found.certificate) == (
        p256.statement,
        p256.key.key_id,
        None,
    )
    assert p256.public.verify(found.signature, found.signed())


def test_the_example_of_the_page_runs() -> None:
    """docs/reference/signing.md shows code that signs and checks."""
    page = Path(__file__).parents[2] / "docs/reference/signing.md"
    (example,) = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(example, str(page), "exec"), {})  # noqa: S102 - a page of this project
