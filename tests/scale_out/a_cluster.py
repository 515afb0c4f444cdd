"""A scheduler and workers of Dask on this machine, until stdin closes; said on stdout as JSON."""

from __future__ import annotations

import json
import sys


def main(n_workers: int) -> None:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=n_workers,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        host="127.0.0.1",
        silence_logs=50,
    ) as cluster:
        pids = [worker.pid for worker in cluster.workers.values()]
        sys.stdout.write(json.dumps({"address": cluster.scheduler_address, "pids": pids}) + "\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    main(int(sys.argv[1]))
