"""The models of how a target is let in by what asks: passwords, tokens, certificates.

No secret stands here: each is named by the variable that holds it.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from mhgate.config.tables import Table, Text
from mhgate.config.target_types import Url, Variable

__all__ = ["BasicConfig", "OAuthConfig", "TlsConfig"]


class BasicConfig(Table):
    """``[target.basic]``: user and password, sent as HTTP's Basic."""

    user_env: Annotated[Variable, Field(examples=["BOT_USER"])]
    password_env: Annotated[Variable, Field(examples=["BOT_PASSWORD"])]


class OAuthConfig(Table):
    """``[target.oauth]``: a token for client credentials (OAuth 2.0), renewed as it expires."""

    token_url: Annotated[Url, Field(examples=["https://login.example.org/oauth2/token"])]
    client_id_env: Annotated[Variable, Field(examples=["BOT_CLIENT_ID"])]
    client_secret_env: Annotated[Variable, Field(examples=["BOT_CLIENT_SECRET"])]
    client_auth: Literal["basic", "body"] = "basic"
    scope: Text | None = None
    parameters: dict[Text, Text] = Field(default_factory=dict)
    skew_s: Annotated[float, Field(ge=0, le=3600)] = 30


class TlsConfig(Table):
    """``[target.tls]``: whom to trust beside the usual, and as whom to come."""

    ca: Annotated[Text, Field(examples=["tests/ca.pem"])] | None = None
    certificate: Annotated[Text, Field(examples=["client.pem"])] | None = None
    key: Annotated[Text, Field(examples=["client.key"])] | None = None
    passphrase_env: Annotated[Variable, Field(examples=["BOT_KEY_PASSPHRASE"])] | None = None

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if self.certificate is None and (self.key or self.passphrase_env):
            raise PydanticCustomError("certificate", "a key, and no certificate")
        return self
