"""The demo chatbots: small, deterministic, deliberately limited; for trying the gate, not for help.

``good`` was widened until it passes the suites that mhgate ships. It shows the gate at work; that
it passes is no evidence that the gate generalises, and none that the bot does.

``DemoBot`` answers in process; ``serve`` answers over a loopback socket until it is stopped;
``running_server`` does so inside a running event loop.
"""

from mhgate.demo.bot import VARIANTS, DemoBot
from mhgate.demo.faults import DemoFaultError
from mhgate.demo.server import running_server, serve

__all__ = ["VARIANTS", "DemoBot", "DemoFaultError", "running_server", "serve"]
