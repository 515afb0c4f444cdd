"""The keys of ``[target]``, and of the tables below it, that stand in the file only."""

from __future__ import annotations

from mhgate.config.build_id_settings import BUILD_ID_FILE_KEYS
from mhgate.config.setting import FileKey

__all__ = ["TARGET_FILE_KEYS"]

_ENCODING = "how the body is written: json, form (urlencoded) or multipart"
_VARIABLE = "variable's name"

_ACCESS = (
    FileKey("target.basic", "table", "user and password, sent as HTTP's Basic"),
    FileKey("target.basic.user_env", _VARIABLE, "the variable that holds the user's name"),
    FileKey("target.basic.password_env", _VARIABLE, "the variable that holds the password"),
    FileKey(
        "target.oauth",
        "table",
        "a bearer token for client credentials (OAuth 2.0), renewed before it expires, and once "
        "after a 401",
    ),
    FileKey("target.oauth.token_url", "address", "where the token is asked for"),
    FileKey("target.oauth.client_id_env", _VARIABLE, "the variable that holds the client's id"),
    FileKey("target.oauth.client_secret_env", _VARIABLE, "the variable that holds its secret"),
    FileKey(
        "target.oauth.client_auth",
        "choice",
        "how both are sent: basic (as HTTP's Basic) or body (in the form)",
    ),
    FileKey("target.oauth.scope", "text", "the scope that is asked for"),
    FileKey(
        "target.oauth.parameters",
        "table of text",
        'further fields of the form, audience say; "${env:NAME}" in a value is the variable NAME',
    ),
    FileKey("target.oauth.skew_s", "seconds", "how long before its end a token is renewed"),
    FileKey("target.tls", "table", "certificates to trust, and one to come with (mTLS)"),
    FileKey(
        "target.tls.ca", "file", "PEM certificates to trust beside the usual ones, from this file"
    ),
    FileKey("target.tls.certificate", "file", "the client's certificate with its chain, PEM"),
    FileKey("target.tls.key", "file", "its key, PEM; absent: it is in the certificate's file"),
    FileKey("target.tls.passphrase_env", _VARIABLE, "the variable that holds the key's passphrase"),
)

_FLOW = (
    FileKey("target.session", "table", "the request that opens a session"),
    FileKey("target.session.headers", "table of text", "as target.headers"),
    FileKey("target.session.body", "JSON value", "as target.body"),
    FileKey(
        "target.before",
        "tables",
        "requests before the first message of each conversation, in order: a login, say; then "
        "target.session opens its session",
    ),
    FileKey("target.before.url", "address", "where it is sent"),
    FileKey("target.before.method", "HTTP method", "of the request"),
    FileKey("target.before.headers", "table of text", "as target.headers"),
    FileKey("target.before.body", "JSON value", "as target.body"),
    FileKey("target.before.encoding", "choice", _ENCODING),
    FileKey(
        "target.before.save",
        "table of JSONPaths",
        "what of the answer later requests of this conversation take up: {saved.NAME}",
    ),
    FileKey(
        "target.before.save_secret", "table of JSONPaths", "as save, of what is never shown: tokens"
    ),
    FileKey("target.poll", "table", "the request that is repeated until the reply is there"),
    FileKey("target.poll.url", "address", "where the reply is looked for"),
    FileKey("target.poll.method", "HTTP method", "of the request"),
    FileKey("target.poll.headers", "table of text", "as target.headers"),
    FileKey("target.poll.body", "JSON value", "as target.body"),
    FileKey(
        "target.poll.until",
        "JSONPath",
        "the reply is there when it finds something true; absent: when target.reply finds a text",
    ),
    FileKey(
        "target.poll.until_is", "texts", "the reply is there when until finds one of these instead"
    ),
    FileKey("target.poll.every_s", "seconds", "how long is waited between two looks"),
)

_FRAMES = (
    FileKey(
        "target.first", "JSON values", "frames that are sent once the socket is open, in order"
    ),
)

TARGET_FILE_KEYS = (
    FileKey(
        "target.headers",
        "table of text",
        'headers of each request; "${env:NAME}" in a value is the variable NAME',
    ),
    FileKey(
        "target.body",
        "JSON value",
        "the request's body; {message}, {session}, {trial}, {seed} and {run} in its texts are "
        'filled in, and a text that is "{history}" becomes the list of turns',
    ),
    FileKey(
        "target.flags",
        "table of JSONPaths",
        "structured fields of the reply, by the name under which a probe reads them",
    ),
    FileKey(
        "target.save",
        "table of JSONPaths",
        "what of a reply the next request of this conversation takes up: {saved.NAME}",
    ),
    FileKey("target.parameters", "JSON table", "further fields of the request's body, as they are"),
    *_FRAMES,
    *BUILD_ID_FILE_KEYS,
    *_ACCESS,
    *_FLOW,
)
