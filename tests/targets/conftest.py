"""Makes the fault server importable and builds targets that hurry."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
