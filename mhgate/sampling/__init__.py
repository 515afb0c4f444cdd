"""Suites -> trials in plan order: every trial is named before the first one is asked.

============  ==================================================================================
``planning``  ``make_plan``, and the ``Plan``: the trials in order, and who reads which
``drawing``   the order of one file's items: families first
``named``     ``Trials``: as many as are planned, each made when it is looked at
``drawn``     the items of a plan, and their readers, by id
``shards``    ``Shard``: one of the parts in which a plan is asked
============  ==================================================================================
"""

from __future__ import annotations

from mhgate.sampling.named import Trials
from mhgate.sampling.planning import SAMPLER_VERSION, ItemFile, Plan, make_plan
from mhgate.sampling.shards import Shard

__all__ = ["SAMPLER_VERSION", "ItemFile", "Plan", "Shard", "Trials", "make_plan"]
