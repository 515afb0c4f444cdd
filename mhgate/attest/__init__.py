"""Signatures: who signed which bytes, checked without a network and without trusting us.

================  ===================================================================
``keys``          keys that sign and keys that check, in PEM
``key_files``     keys in files and in variables of the environment
``statement``     what is claimed about which files (in-toto, version 1)
``dsse``          the bytes that are signed
``strict_json``   JSON and base64 that can be written in one way only
``bundle``        a signature and what checks it, in one file (Sigstore, version 0.3)
``checkpoint``    the note of a public log, held to one form
``signing``       signing with a local key, and checking that
``keyless``       signing as who runs a job, and checking that (extra ``sigstore``)
``timestamps``    an authority's word that bytes existed (extra ``timestamp``)
================  ===================================================================

A signature says who signed and that the bytes are unchanged. It says nothing about clinical
quality. See docs/reference/signing.md.
"""

from __future__ import annotations

from mhgate.attest.bundle import Bundle, canonical_bundle, read_bundle
from mhgate.attest.key_files import (
    KEY_VARIABLE,
    PASSPHRASE_VARIABLE,
    KeyFiles,
    find_signing_key,
    load_public_key,
    show_key,
    write_key,
)
from mhgate.attest.keyless import sign_keyless, verify_keyless
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
from mhgate.attest.timestamps import request_timestamp, verify_timestamp
from mhgate.errors import AttestError, KeyFileError
from mhgate.records.attested import Signed, Stamped, Statement, Subject

__all__ = [
    "KEY_VARIABLE",
    "PASSPHRASE_VARIABLE",
    "AttestError",
    "Bundle",
    "KeyFileError",
    "KeyFiles",
    "PublicKey",
    "Signed",
    "SigningKey",
    "Stamped",
    "Statement",
    "Subject",
    "canonical_bundle",
    "check_subjects",
    "find_signing_key",
    "load_public_key",
    "new_key",
    "private_pem",
    "read_bundle",
    "read_private_key",
    "read_public_key",
    "read_statement",
    "request_timestamp",
    "show_key",
    "sign_keyless",
    "sign_statement",
    "statement_bytes",
    "verify_bundle",
    "verify_keyless",
    "verify_timestamp",
    "write_key",
]
