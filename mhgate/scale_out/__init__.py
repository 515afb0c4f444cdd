"""Scale out: the parts of a run, asked on a cluster of Dask, merged as shards are.

============  ==================================================================
``tasks``     what the task of a part holds, and what comes back of it
``parts``     how a part is asked or judged where its task lands
``cluster``   the cluster: tasks handed out, journals gathered, mistakes told
``running``   ``run_on`` and ``judge_on``: a workspace -> the report of a single run
============  ==================================================================

Dask is loaded when a cluster is asked for, and not before.
"""

from __future__ import annotations

from mhgate.scale_out.running import judge_on, run_on

__all__ = ["judge_on", "run_on"]
