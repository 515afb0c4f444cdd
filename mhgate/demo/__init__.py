"""The demo chatbots: small, deterministic, deliberately limited; for trying the gate, not for help.

``DemoBot`` answers in process; ``serve`` answers over a loopback socket until it is stopped;
``running_server`` does so inside a running event loop.
"""

from mhgate.demo.bot import VARIANTS, DemoBot
from mhgate.demo.faults import DemoFaultError
from mhgate.demo.server import running_server, serve

__all__ = ["VARIANTS", "DemoBot", "DemoFaultError", "running_server", "serve"]
