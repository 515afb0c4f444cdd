"""Signatures: who signed which bytes, checked without a network and without trusting us.

================  ===================================================================
``keys``          keys that sign and keys that check, in PEM
``key_files``     keys in files and in variables of the environment
``statement``     what is claimed about which files (in-toto, version 1)
``dsse``          the bytes that are signed
``strict_json``   JSON and base64 that can be written in one way only
``bundle``        a signature and what checks it, in one file (Sigstore, version 0.3)
``signing``       signing with a local key, and checking that
================  ===================================================================

A signature says who signed and that the bytes are unchanged. It says nothing about clinical
quality. See docs/reference/signing.md.
"""

from __future__ import annotations

from mhgate.attest.bundle import Bundle, read_bundle
from mhgate.attest.keys import (
    PublicKey,
    SigningKey,
    new_key,
    private_pem,
    read_private_key,
    read_public_key,
)
from mhgate.attest.signing import check_subjects, sign_statement, verify_bundle
from mhgate.attest.statement import read_statement, statement_bytes
from mhgate.errors import AttestError, KeyFileError
from mhgate.records.attested import Signed, Stamped, Statement, Subject

__all__ = [
    "AttestError",
    "Bundle",
    "KeyFileError",
    "PublicKey",
    "Signed",
    "SigningKey",
    "Stamped",
    "Statement",
    "Subject",
    "check_subjects",
    "new_key",
    "private_pem",
    "read_bundle",
    "read_private_key",
    "read_public_key",
    "read_statement",
    "sign_statement",
    "statement_bytes",
    "verify_bundle",
]
