"""A workspace -> what a run would ask, what that takes, and what it could decide.

================  =================================================================
``assuming``      what is taken for granted: rate, drop, latency, prices, a judge
``sights``        how each probe is seen: exactly, through a certified judge, or not
``parts``         the probes and strata that are reckoned with, and the claims
``lines``         one probe or stratum: chances, drops that it sees
``hindrances``    why a line cannot pass or hold, and what would mend it
``asking``        files of items: how many are asked on average, and at most
``comparing``     what a target that is played beside takes, and a second look
``waived``        what waivers change of lines
``judge_calls``   how many calls a model as judge takes, and what they cost
``limits``        limits by the minute, tokens that are reckoned, and what binds
``sizes``         the size to aim at, and what it would see
``forecasting``   ``forecast``: all of it, by pillar
================  =================================================================
"""

from __future__ import annotations

from mhgate.wiring.planning.asking import Asked, FileAsked
from mhgate.wiring.planning.assuming import Assumed, WhatIf
from mhgate.wiring.planning.forecasting import Forecast, PillarForecast, forecast
from mhgate.wiring.planning.hindrances import Hindrance
from mhgate.wiring.planning.judge_calls import (
    CHARACTERS_OF_A_REPLY,
    CHARACTERS_OF_A_TOKEN,
    TOKENS_OF_AN_ANSWER,
)
from mhgate.wiring.planning.limits import Limit
from mhgate.wiring.planning.lines import Line
from mhgate.wiring.planning.patient_calls import TOKENS_OF_A_MESSAGE
from mhgate.wiring.planning.sights import Sight
from mhgate.wiring.planning.sizes import DEFAULT_FAMILIES, DEFAULT_ITEMS, DefaultSize

__all__ = [
    "CHARACTERS_OF_A_REPLY",
    "CHARACTERS_OF_A_TOKEN",
    "DEFAULT_FAMILIES",
    "DEFAULT_ITEMS",
    "TOKENS_OF_AN_ANSWER",
    "TOKENS_OF_A_MESSAGE",
    "Asked",
    "Assumed",
    "DefaultSize",
    "FileAsked",
    "Forecast",
    "Hindrance",
    "Limit",
    "Line",
    "PillarForecast",
    "Sight",
    "WhatIf",
    "forecast",
]
