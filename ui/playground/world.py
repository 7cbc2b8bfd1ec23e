"""The playground in time: the length of its runs, and the picture of their weights."""

from __future__ import annotations

from collections.abc import Sequence

from charts import Run


def clock(runs: Sequence[Run]) -> dict:
    """Return the length of the longest run, and what is counted in it; see ``StageState``."""
    online = [run for run in runs if run.algorithm.kind == "online"]
    last = max(int(run.trace.steps[-1]) for run in online or runs)
    return {"last": last, "unit": "example" if online else "step"}
