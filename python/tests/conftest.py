# SPDX-License-Identifier: MIT
import pathlib
import sys

from hypothesis import settings

sys.path.insert(0, str(pathlib.Path(__file__).parent))

# The same cases in each run, and no folder of failed ones.
settings.register_profile("masu", database=None, derandomize=True, deadline=None)
settings.load_profile("masu")
