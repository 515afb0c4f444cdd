"""What holds for every test: the same examples in every run, and no deadline on a busy machine."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

from hypothesis import settings

# numpy's small matrices are slower on several threads that wait for one another, the more so where
# several processes test at once; read when numpy is loaded, which is after this
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# where nothing may be written beside the sources, each of the hundreds of processes that the tests
# start would compile every module again: they keep what they compile in a folder of the session
if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    os.environ["PYTHONPYCACHEPREFIX"] = tempfile.mkdtemp(prefix="mhgate-tests-")
    atexit.register(shutil.rmtree, os.environ["PYTHONPYCACHEPREFIX"], ignore_errors=True)

settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")
