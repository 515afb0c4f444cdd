"""Which build of the product is measured: bound when a run begins, looked at until it ends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from mhgate.config import Config, load_config
from mhgate.config.target import BuildIdConfig
from mhgate.errors import CannotEvaluateError, UsageError
from mhgate.journal import Journal
from mhgate.runner import Stop
from mhgate.wiring.greeting import first_contact
from mhgate.wiring.product_folder import tls_folder
from mhgate.wiring.sending import Sending
from mhgate.wiring.target_opening import Given, opened_target

if TYPE_CHECKING:
    from mhgate.targets import Hosts
    from mhgate.targets.builds import Builds

__all__ = ["BUILD_VARIABLE", "DeployedBuild", "read_deployed_build"]

BUILD_VARIABLE = "MHGATE_TARGET_BUILD"

_NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(slots=True)
class DeployedBuild:
    """The build that a run is of.

    Args:
        id: the build; None where nobody says.
        where: where the product says it; None where it does not.
        address: that is asked for it; None where replies hold it.
        builds: reads it in replies, where these hold it.
        read: asks that address.
    """

    id: str | None = None
    where: BuildIdConfig | None = None
    address: str | None = None
    builds: Builds | None = None
    read: Callable[[], Awaitable[str]] | None = None
    _mixed: str = ""
    _note: Callable[[str], object] = str

    @classmethod
    async def of(
        cls,
        config: Config,
        given: Given,
        sending: Sending,
        *,
        environ: Mapping[str, str],
        stop: Stop,
    ) -> DeployedBuild:
        """Return the build that is deployed now.

        Where replies hold the id, one harmless message is asked for it.

        Args:
            config: ``[target.build_id]``.
            given: what is handed over in code, whose build nobody asks for.
            sending: the id that every request carries, and the hosts.
            environ: the environment; ``MHGATE_TARGET_BUILD`` names the build that is expected.
            stop: set it to end the waiting.

        Raises:
            CannotEvaluateError: the product does not say which build it is, or is another one.
        """
        expected = environ.get(BUILD_VARIABLE) or None
        where = None if given.target is not None else getattr(config.target, "build_id", None)
        if where is None:
            return cls(expected)
        from mhgate.targets.builds import (  # noqa: PLC0415 - httpx, where a build is asked for
            Builds,
            build_address,
            read_build,
        )

        address = build_address(config.target)
        builds = None if address is not None else Builds(where)
        read = None
        if address is not None:
            read = partial(
                read_build,
                address,
                where,
                target=config.target,
                folder=tls_folder(config, environ),
                environ=environ,
            )
            found: str | None = await read()
        else:
            assert builds is not None  # noqa: S101 - for the type checker: one of both is there
            async with opened_target(
                config, given, sending, environ=environ, builds=builds
            ) as target:
                if (
                    await first_contact(target, stop=stop, deadline_s=config.gate.deadline_s)
                    is None
                ):
                    return cls(expected)  # stopped before it was known
            found = builds.first
        if found is None:
            raise CannotEvaluateError(
                "the target's reply to a first, harmless message holds no id of a build at "
                f"{where.header or where.jsonpath} (target.build_id).",
                hint="Compare the path, or the header's name, with a reply: mhgate probe-endpoint.",
            )
        if expected is not None and found != expected:
            raise CannotEvaluateError(
                f"build {found} is deployed; {BUILD_VARIABLE} expects {expected}.",
                hint="Wait until the build that is to be measured is deployed.",
            )
        return cls(found, where, address, builds, read)

    def watched(
        self, stop: Stop, journal: Journal, *, hosts: Hosts
    ) -> Callable[[], Awaitable[tuple[str, ...]]]:
        """Look at every reply from now on: with another build, the run ends.

        So it does where a host's replies cannot be told apart.

        Args:
            stop: of the run.
            journal: of the run, in which it stands that two builds answered.
            hosts: that the run asks.

        Returns:
            What is asked when all is measured: why that is not one build's, empty where it is.
        """

        def mixed(words: str) -> None:
            self._mixed = words
            journal.mixed(words)
            stop.set(words)

        self._note = mixed
        hosts.surplus.tell(mixed)
        if self.builds is not None:
            self.builds.mixed = mixed
        return self._ends

    async def _ends(self) -> tuple[str, ...]:
        if self.read is not None and not self._mixed:
            try:
                found = await self.read()
            except CannotEvaluateError as error:
                self._note(f"which build was deployed at the end is not known: {error.message}")
            else:
                if found != self.id:
                    self._note(
                        f"the product changed under the run: build {self.id} was deployed when it "
                        f"began, and build {found} when it ended"
                    )
        return (self._mixed,) if self._mixed else ()


async def read_deployed_build(
    config: Path,
    url: str,
    *,
    folder: Path | None = None,
    environ: Mapping[str, str] = _NOTHING,
    timeout_s: float = 15.0,
) -> str:
    """Ask a deployed product which build it is.

    Args:
        config: a thresholds.toml, whose ``[target.build_id]`` says where the answer holds it.
        url: that answers a GET: the deployed counterpart of ``target.build_id.url``.
        folder: where the certificates of ``[target.tls]`` are looked up; where one of them is not
            there, whoever is trusted as usual is asked. None: the file's own folder.
        environ: where a key's passphrase is read.
        timeout_s: the most seconds.

    Returns:
        The id.

    Raises:
        CannotEvaluateError: nothing answers there, or what does holds no id.
        UsageError: the file does not say where it would be.
    """
    target = load_config(config).target
    where = getattr(target, "build_id", None)
    if where is None:
        raise UsageError(
            f"{config}: found no [target.build_id]; expected where the product says its build.",
            hint='Add it: [target.build_id] header = "X-Build", say.',
        )
    from mhgate.targets.builds import read_build  # noqa: PLC0415 - as above

    at = config.parent if folder is None else folder
    tls = getattr(target, "tls", None)
    files = [] if tls is None else [tls.ca, tls.certificate, tls.key]
    if not all((at / name).is_file() for name in files if name is not None):
        target = target.model_copy(update={"tls": None})
    return await read_build(
        url, where, target=target, folder=at, environ=environ, timeout_s=timeout_s
    )
