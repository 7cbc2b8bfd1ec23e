"""The runs behind numbers of §6, in the playground: of sets that ship."""

from __future__ import annotations

from typing import Any

from algorithms.online.rounding import Rounding
from algorithms.online.truncated_gradient import TruncatedGradient
from papers.claim import PlaygroundRun
from papers.langford.study.sets import SHIPPED

STREAM = {"loss": "clipped", "passes": 5, "order": 0}
PREPARED = {
    "scaling": "unit variance",
    "constant": True,
    "noise_features": 1000,
    "noise_kind": "0/1, one in twenty",
    "test_fraction": 0.25,
}


def opens_set(name: str, **knobs: Any) -> PlaygroundRun | None:
    """Return truncated gradient on a set with random features; None where it does not ship."""
    if name not in SHIPPED:
        return None
    run = TruncatedGradient(eta=0.6, decay=0.5, **knobs)
    return PlaygroundRun((SHIPPED[name], PREPARED), (run,), stream=STREAM)


def opens_rounding(name: str, **knobs: Any) -> PlaygroundRun | None:
    """Return rounding on a set with random features; None where it does not ship."""
    if name not in SHIPPED:
        return None
    run = Rounding(eta=0.6, decay=0.5, **knobs)
    return PlaygroundRun((SHIPPED[name], PREPARED), (run,), stream=STREAM)
