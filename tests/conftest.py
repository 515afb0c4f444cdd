"""What holds for every test: the same examples in every run, and no deadline on a busy machine."""

from __future__ import annotations

import os

from hypothesis import settings

# numpy's small matrices are slower on several threads that wait for one another, the more so where
# several processes test at once; read when numpy is loaded, which is after this
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")
