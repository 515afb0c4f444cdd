"""Timestamps (RFC 3161): an authority's word that bytes existed at a time.

A signature by a key says nothing trustworthy about when; an authority that sees only a digest does.
Its answer is a file beside the bundle, which ``openssl ts -verify`` reads as well.
rfc3161-client is imported by this module alone, when something is stamped or a stamp is checked.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from mhgate.attest.stamp_form import in_one_form
from mhgate.attest.strict_json import shown
from mhgate.errors import AttestError, CannotEvaluateError, KeyFileError, UsageError
from mhgate.records.attested import Stamped

if TYPE_CHECKING:
    from cryptography.x509 import Certificate
    from rfc3161_client import TimeStampResponse

__all__ = ["request_timestamp", "verify_timestamp"]

_MOST_BYTES = 1 << 20  # an answer with a chain of certificates has some 6 kB
_SHA256 = "2.16.840.1.101.3.4.2.1"


def request_timestamp(data: bytes, *, url: str, timeout_s: float = 30.0) -> bytes:
    """Ask an authority to stamp bytes; it is sent their sha256 and a random number, nothing else.

    Args:
        data: the bytes, a bundle's say.
        url: the authority's address, which the user named: no other is ever asked, and a
            redirection is not followed.
        timeout_s: seconds that it may take.

    Returns:
        The authority's answer (``.tsr``), which is about these bytes; by whose word, only
        :func:`verify_timestamp` tells.

    Raises:
        UsageError: rfc3161-client is not installed, or the address is none.
        CannotEvaluateError: the authority does not answer, or does not stamp these bytes.
    """
    _needed()
    import httpx  # noqa: PLC0415 - only where an authority is asked
    from rfc3161_client import HashAlgorithm, TimestampRequestBuilder  # noqa: PLC0415 - an extra

    if urlsplit(url).scheme not in {"http", "https"} or not urlsplit(url).hostname:
        raise UsageError(
            f"--timestamp: found {shown(url)}; expected the http or https address of an authority.",
            hint="Ask whoever runs it; RFC 3161 is the protocol.",
        )
    asked = TimestampRequestBuilder().data(data).hash_algorithm(HashAlgorithm.SHA256)
    request = asked.nonce(nonce=True).cert_request(cert_request=True).build()
    hint = "Try again, name another authority, or leave --timestamp out."
    try:
        with (
            httpx.Client(timeout=timeout_s, follow_redirects=False) as client,
            client.stream(
                "POST",
                url,
                content=request.as_bytes(),
                headers={"Content-Type": "application/timestamp-query"},
            ) as answer,
        ):
            answer.raise_for_status()
            found = in_one_form(_limited(answer.iter_bytes()))
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        raise CannotEvaluateError(
            f"The timestamp authority at {shown(url)} does not answer as expected: "
            f"{' '.join(str(error).split())[:200] or type(error).__name__}",
            hint=hint,
        ) from error
    try:
        response = _read(found, name="the authority's answer")
        _hold(response, data, name="the authority's answer")
    except AttestError as error:
        raise CannotEvaluateError(
            f"The timestamp authority at {shown(url)}: {error.message}", hint=hint
        ) from error
    if response.tst_info.nonce != request.nonce:
        raise CannotEvaluateError(
            f"The timestamp authority at {shown(url)} answered another question: found another "
            "random number than was sent.",
            hint=hint,
        )
    return found


def _limited(parts: Iterator[bytes]) -> bytes:
    found = b""
    for part in parts:
        found += part
        if len(found) > _MOST_BYTES:
            msg = f"found more than {_MOST_BYTES} bytes"
            raise ValueError(msg)
    return found


def _needed() -> None:
    try:
        import rfc3161_client  # noqa: F401, PLC0415 - an extra, and only where it is needed
    except ImportError as error:
        raise UsageError(
            "Timestamps need rfc3161-client, which is not installed.",
            hint="pip install 'mhgate[timestamp]'",
        ) from error


def _read(found: bytes, *, name: str) -> TimeStampResponse:
    from rfc3161_client import decode_timestamp_response  # noqa: PLC0415 - an extra

    try:
        if len(found) > _MOST_BYTES:
            msg = f"{len(found)} bytes"
            raise ValueError(msg)  # noqa: TRY301 - one way to say it
        response = decode_timestamp_response(found)
        if response.status != 0:
            msg = f"a refusal, status {response.status}"
            raise ValueError(msg)  # noqa: TRY301 - the same
        if response.as_bytes() != found:
            msg = "bytes that are not in the one form of what they say"
            raise ValueError(msg)  # noqa: TRY301 - the same
        if in_one_form(found) != found:
            msg = "another name of RSA than the plain one"
            raise ValueError(msg)  # noqa: TRY301 - the same
        _ = response.tst_info.gen_time  # what is no stamp inside is found here
    except ValueError as error:
        raise AttestError(
            f"{name}: found {' '.join(str(error).split())[:200]}; expected the answer of a "
            "timestamp authority (RFC 3161).",
            hint="The file was changed, or is another: take it from where it was signed.",
        ) from error
    return response


def _hold(response: TimeStampResponse, data: bytes, *, name: str) -> None:
    imprint = response.tst_info.message_imprint
    kind = imprint.hash_algorithm.dotted_string
    if kind != _SHA256 or imprint.message != hashlib.sha256(data).digest():
        raise AttestError(
            f"{name}: it stamps {imprint.message.hex()[:64]}; expected the sha256 "
            f"{hashlib.sha256(data).hexdigest()} of what was signed.",
            hint="The signature was changed after it was stamped, or the stamp is of another file.",
        )


def verify_timestamp(stamp: bytes, data: bytes, *, authority: bytes, name: str) -> Stamped:
    """Check an authority's stamp, without a network.

    Args:
        stamp: the authority's answer (``.tsr``).
        data: the bytes that it must be about.
        authority: certificates that are believed, as PEM: the authority's root, what stands
            between, and where its answer holds no certificate the one that it stamps by.
        name: of the stamp's file, for messages.

    Returns:
        When, and by whose word.

    Raises:
        UsageError: rfc3161-client is not installed.
        KeyFileError: ``authority`` holds no root certificate.
        AttestError: it is no stamp, not of these bytes, or not of this authority.
    """
    _needed()
    from rfc3161_client import VerificationError, VerifierBuilder  # noqa: PLC0415 - an extra

    response = _read(stamp, name=name)
    _hold(response, data, name=name)
    builder = VerifierBuilder()
    believed = _certificates(authority)
    for each in believed:
        if each.issuer == each.subject:
            builder = builder.add_root_certificate(each)
        elif _is_authority(each):
            builder = builder.add_intermediate_certificate(each)
        elif not response.signed_data.certificates:
            builder = builder.tsa_certificate(each)
    try:
        builder.build().verify_message(response, data)
        leaf = _leaf(response, believed)
    except (VerificationError, ValueError) as error:
        raise AttestError(
            f"{name}: it is not a stamp of this authority: {' '.join(str(error).split())[:200]}",
            hint="Take the authority's root certificate from the authority itself, or the stamp "
            "from where it was signed.",
        ) from error
    return Stamped(at=response.tst_info.gen_time, authority=leaf.subject.rfc4514_string())


def _certificates(pem: bytes) -> list[Certificate]:
    from cryptography.x509 import load_pem_x509_certificates  # noqa: PLC0415 - as late as the rest

    try:
        found = load_pem_x509_certificates(pem)
    except ValueError:
        found = []
    if not any(each.issuer == each.subject for each in found):
        raise KeyFileError(
            "The timestamp authority's certificates: found no root certificate; expected one in "
            "PEM.",
            hint="It begins with -----BEGIN CERTIFICATE-----, and its issuer is itself.",
        )
    return found


def _is_authority(certificate: Certificate) -> bool:
    from cryptography.x509 import BasicConstraints, ExtensionNotFound  # noqa: PLC0415 - the same

    try:
        return certificate.extensions.get_extension_for_class(BasicConstraints).value.ca
    except ExtensionNotFound:
        return False


def _leaf(response: TimeStampResponse, believed: Sequence[Certificate]) -> Certificate:
    """Return the certificate whose key stamped, once each one in the answer is held to its issuer.

    Authorities put their whole chain in; who checks it may pass over a part, where a byte could
    change unseen.
    """
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - as late as the rest
    from cryptography.x509 import load_der_x509_certificate  # noqa: PLC0415 - the same

    found = [load_der_x509_certificate(each) for each in response.signed_data.certificates]
    for each in found:
        if not any(_issued(each, by, InvalidSignature) for by in (*believed, *found)):
            msg = f"no issuer of the certificate of {each.subject.rfc4514_string()[:80]!r} is there"
            raise ValueError(msg)
    (signer,) = response.signed_data.signer_infos
    for each in found or believed:
        if (each.issuer, each.serial_number) == (signer.issuer, signer.serial_number):
            return each
    msg = "its own certificate is not in it"
    raise ValueError(msg)


def _issued(one: Certificate, by: Certificate, refused: type[Exception]) -> bool:
    try:
        one.verify_directly_issued_by(by)
    except (refused, TypeError, ValueError):
        return False
    return True
