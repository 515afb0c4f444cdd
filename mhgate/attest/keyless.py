"""Signing without a key that anybody keeps: by who runs the job, as Sigstore certifies it.

A key is made for one signature; a certificate authority (Fulcio) binds it for some minutes to the
identity that a token proves; a public log (Rekor) keeps when. Whoever checks names the identity and
its issuer, and needs no network: what the log and the authority said stands in the bundle.
sigstore is imported by this module alone, when something is signed or checked this way.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from mhgate.attest.bundle import Bundle as HeldBundle
from mhgate.attest.bundle import canonical_bundle, read_bundle
from mhgate.attest.dsse import PAYLOAD_TYPE
from mhgate.attest.statement import read_statement
from mhgate.attest.strict_json import decoded, shown
from mhgate.attest.timestamps import verify_timestamp
from mhgate.canonical import parse_json
from mhgate.errors import AttestError, CannotEvaluateError, OtherSignerError, UsageError
from mhgate.records.attested import Signed, Stamped

if TYPE_CHECKING:
    from sigstore.models import Bundle, ClientTrustConfig, TrustedRoot
    from sigstore.oidc import IdentityToken

__all__ = ["sign_keyless", "verify_keyless"]


def sign_keyless(statement: bytes, *, trust_config: Path | None, token: str | None) -> bytes:
    """Sign a statement as who runs this job.

    Args:
        statement: as :func:`~mhgate.attest.statement.statement_bytes` gives it.
        trust_config: of a Sigstore of one's own (a ``ClientTrustConfig`` file); None: the public
            one, whose log anybody can read.
        token: that proves who signs (OIDC, for the audience "sigstore"); None: the one that the CI
            service gives to this job.

    Returns:
        The bundle's bytes, in their one form.

    Raises:
        UsageError: sigstore is not installed, or trust_config cannot be read.
        CannotEvaluateError: there is no token, or Sigstore does not sign.
        AttestError: it is no statement.
    """
    _needed()
    from sigstore.dsse import Statement  # noqa: PLC0415 - an extra, and only where it is needed
    from sigstore.sign import SigningContext  # noqa: PLC0415 - the same

    read_statement(statement, name="what is to be signed")
    identity = _token(token)
    config = _trust_config(trust_config)
    try:
        with SigningContext.from_trust_config(config).signer(identity) as signer:
            made = signer.sign_dsse(Statement(statement)).to_json()
    except Exception as error:
        # one edge for the client of a service: it raises its own errors, those of its HTTP library,
        # and ValueError, and each means that nothing was signed
        raise CannotEvaluateError(
            f"Sigstore did not sign: {_reason(error)}",
            hint="Sign again, or with a key (--key), which needs no service.",
        ) from error
    return canonical_bundle(made.encode("utf-8"), name="Sigstore's answer")


def _needed() -> None:
    try:
        import sigstore.models  # noqa: F401, PLC0415 - an extra, and only where it is needed
    except ImportError as error:
        raise UsageError(
            "Keyless signatures need sigstore, which is not installed.",
            hint="pip install 'mhgate[sigstore]'",
        ) from error


def _reason(error: BaseException) -> str:
    told = str(error).strip() or type(error).__name__
    return " ".join(told.split())[:300]


def _token(token: str | None) -> IdentityToken:
    from sigstore.oidc import (  # noqa: PLC0415 - an extra
        IdentityError,
        IdentityToken,
        detect_credential,
    )

    hint = (
        "In a workflow of GitHub, give the job `permissions: id-token: write`. Elsewhere sign with "
        "a key (--key)."
    )
    try:
        raw = token if token is not None else detect_credential()
    except Exception as error:
        # whatever the CI service's way of giving a token raises, there is none
        raise CannotEvaluateError(
            f"The CI service gives this job no token: {_reason(error)}", hint=hint
        ) from error
    if not raw:
        raise CannotEvaluateError(
            "Nothing proves who signs: found no token of a CI service; expected one for Sigstore.",
            hint=hint,
        )
    try:
        return IdentityToken(raw)
    except IdentityError as error:
        raise CannotEvaluateError(
            f"The token that proves who signs is not usable: {_reason(error)}; expected one for "
            'the audience "sigstore" that has not expired.',
            hint=hint,
        ) from error


def _trust_config(path: Path | None) -> ClientTrustConfig:
    from sigstore.models import ClientTrustConfig  # noqa: PLC0415 - an extra

    if path is None:
        try:
            return ClientTrustConfig.production()
        except Exception as error:
            # the client of a repository over HTTP, with errors of three libraries
            raise CannotEvaluateError(
                f"What the public Sigstore is trusted by cannot be fetched: {_reason(error)}",
                hint="Sign again, or with a key (--key), which needs no service.",
            ) from error
    try:
        return ClientTrustConfig.from_json(path.read_text(encoding="utf-8"))
    except Exception as error:
        # a file of somebody else, read by a library that raises its own errors and pydantic's
        raise UsageError(
            f"{path}: found no trust configuration of a Sigstore: {_reason(error)}",
            hint="Expected a ClientTrustConfig in JSON, as whoever runs that Sigstore gives it.",
        ) from error


def verify_keyless(
    data: bytes, *, identity: str, issuer: str, trusted_root: Path | None, name: str
) -> Signed:
    """Check that a bundle was signed by an identity, without a network.

    Args:
        data: the bundle's bytes.
        identity: who must have signed: a workflow's address or a mail address, exactly.
        issuer: who must have vouched for that, exactly.
        trusted_root: of a Sigstore of one's own, or a kept one; None: the public Sigstore's, as it
            is kept on this machine or came with the library.
        name: of the file, for messages.

    Returns:
        Who signed what, and when.

    Raises:
        UsageError: sigstore is not installed, or trusted_root cannot be read.
        AttestError: it is not read, not signed by this identity, or was changed.
    """
    _needed()
    from sigstore.models import Bundle  # noqa: PLC0415 - an extra, and only where it is needed
    from sigstore.verify import Verifier, policy  # noqa: PLC0415 - the same

    held = read_bundle(data, name=name)
    if held.certificate is None:
        raise OtherSignerError(
            f"{name}: found a signature by key {shown(held.hint)}; expected a keyless one.",
            hint="Check it with the public key: --key.",
        )
    root = _trusted_root(trusted_root)
    try:
        bundle = Bundle.from_json(data)
        _only_one_form(bundle, data, name=name)
        kind, payload = Verifier(trusted_root=root).verify_dsse(
            bundle, policy.Identity(identity=identity, issuer=issuer)
        )
    except AttestError:
        raise
    except Exception as error:
        # one edge for two libraries that read a stranger's certificate: each answers parts that are
        # not what they claim with errors of its own, and each means that nothing is proved
        raise AttestError(
            f"{name}: it is not signed by {shown(identity)}, for which {shown(issuer)} vouches: "
            f"{_reason(error)}",
            hint="Either somebody else signed, or the file was changed: ask whoever signed for "
            "identity and issuer, and take the file from where it was signed.",
        ) from error
    stamped = [_stamped(each, held, root, name=name) for each in _stamps(held.data, name=name)]
    if kind != PAYLOAD_TYPE or payload != held.payload:  # two readers that differ: believe neither
        raise AttestError(
            f"{name}: two readers of this bundle do not find the same statement in it.",
            hint="Do not rely on it.",
        )
    return Signed(
        statement=read_statement(payload, name=name),
        payload=payload,
        key_id=hashlib.sha256(_spki(bundle)).hexdigest(),
        how="keyless",
        identity=identity,
        issuer=issuer,
        at=_when(bundle, stamped),
    )


def _trusted_root(path: Path | None) -> TrustedRoot:
    from sigstore.models import ClientTrustConfig, TrustedRoot  # noqa: PLC0415 - an extra

    try:
        if path is None:
            with _quiet():
                return ClientTrustConfig.production(offline=True).trusted_root
        return TrustedRoot.from_file(str(path))
    except Exception as error:
        # a file of somebody else or a cache, read by a library with errors of three others
        raise UsageError(
            f"{'the kept root of Sigstore' if path is None else path}: found no trusted root of a "
            f"Sigstore: {_reason(error)}",
            hint="Give one: `gh attestation trusted-root` or `cosign trusted-root create` write "
            "it; the one of a Sigstore of your own comes from whoever runs it.",
        ) from error


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep the library from warning that it does not update, which is what was asked of it."""
    logger = logging.getLogger("sigstore")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)


def _only_one_form(bundle: Bundle, data: bytes, *, name: str) -> None:
    """Hold every part, those that nobody signs too, to the one way in which it is written."""
    if parse_json(bundle.to_json().encode("utf-8")) != parse_json(data):
        raise AttestError(
            f"{name}: verificationMaterial: found values that are not written in their one form.",
            hint="The file was changed: take it from where it was signed.",
        )


def _spki(bundle: Bundle) -> bytes:
    from cryptography.hazmat.primitives.serialization import (  # noqa: PLC0415 - as late as sigstore
        Encoding,
        PublicFormat,
    )

    return bundle.signing_certificate.public_key().public_bytes(
        Encoding.DER, PublicFormat.SubjectPublicKeyInfo
    )


def _stamps(data: bytes, *, name: str) -> list[bytes]:
    found = parse_json(data)["verificationMaterial"].get("timestampVerificationData", {})
    where = "timestampVerificationData"
    return [
        decoded(each.get("signedTimestamp"), name=name, where=where)
        for each in found.get("rfc3161Timestamps", ())
    ]


def _stamped(stamp: bytes, held: HeldBundle, root: TrustedRoot, *, name: str) -> Stamped:
    """Check each stamp: the library is content with one source of time, and passes over others."""
    from cryptography.hazmat.primitives.serialization import Encoding  # noqa: PLC0415 - as above

    refused = None
    for authority in root.get_timestamp_authorities():
        chain = authority.certificates(allow_expired=True)
        pem = b"".join(each.public_bytes(Encoding.PEM) for each in chain)
        try:
            return verify_timestamp(stamp, held.signature, authority=pem, name=name)
        except AttestError as error:
            refused = error
    raise refused or AttestError(
        f"{name}: found a timestamp; expected none, for the trusted root knows no authority.",
        hint="Take the trusted root of the Sigstore that signed this.",
    )


def _when(bundle: Bundle, stamped: list[Stamped]) -> datetime | None:
    seconds = bundle.log_entry._inner.integrated_time  # noqa: SLF001 - it has no public name
    logged = [datetime.fromtimestamp(seconds, tz=UTC)] if seconds else []
    return min((*logged, *(each.at for each in stamped)), default=None)
