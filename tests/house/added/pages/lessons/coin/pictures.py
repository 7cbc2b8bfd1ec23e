"""Draw the nonzero weights against the penalty."""

from __future__ import annotations

from pages.lessons.coin.evidence import PENALTIES, Evidence

import charts
from charts.palette import colour


def stage(evidence: Evidence) -> list[list[charts.Picture]]:
    """Return the one picture."""
    kept = [run.used[-1] for run in evidence.sweep]
    line = charts.Line("FOBOS", colour("fobos", 0), "solid", kept)
    labels = ("penalty λ", "nonzero weights")
    return [[charts.sweep("kept", labels, PENALTIES, [line], evidence.knobs.l1)]]
