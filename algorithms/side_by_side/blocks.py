"""Blocks of configurations that go through the examples together, one SIMD lane each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from algorithms.losses import SCALAR_LOSSES, Loss
from algorithms.online.cumulative_penalty import CumulativePenalty
from algorithms.online.fobos import Fobos
from algorithms.online.rda import RDA
from algorithms.online.rounding import Rounding
from algorithms.online.sgd import SGD
from algorithms.online.truncated_gradient import TruncatedGradient
from algorithms.side_by_side.lanes import LANES

FEWEST = 4
"""The number of single runs that take about as long as one pass, with sixteen lanes or fewer."""


class Lane(NamedTuple):
    """One configuration.

    Parameters
    ----------
    loop : the name of the loop it goes in, a key of ``run.LOOPS``.
    schedule, decay, period, half : these are one for all lanes of a pass; up to step ``half`` pulls
        are half as strong.
    step, pull, threshold : these are its own: η, or γ; g or λ; θ.
    """

    loop: str
    step: float
    schedule: str = ""
    decay: float = 1.0
    period: int = 1
    half: int = 0
    pull: float = 0.0
    threshold: float = math.inf

    @property
    def common(self) -> tuple:
        """The settings that all lanes of one pass share."""
        return self.loop, self.schedule, self.decay, self.period, self.half


def lane_of(algorithm: Any, n_steps: int) -> Lane | None:
    """Return the lane of ``algorithm`` in a run of ``n_steps``; None where it has to go alone.

    A knob of a method that goes side by side stands in its lane, or has it go alone.
    """
    kind = type(algorithm)
    if kind is RDA and algorithm.memory == "dense":
        return Lane(loop="averaging", step=algorithm.gamma, pull=algorithm.l1)
    if kind is SGD:
        return _stepping(algorithm, "truncating")
    if kind is Rounding:
        own = {"threshold": float(algorithm.threshold), "period": int(algorithm.period)}
        return _stepping(algorithm, "cutting", **own)
    if kind is TruncatedGradient and algorithm.memory == "dense":
        own = {"threshold": float(algorithm.threshold), "period": int(algorithm.period)}
        return _stepping(algorithm, "truncating", pull=algorithm.gravity, **own)
    if kind is Fobos and algorithm.batch_size == 1:
        half = n_steps // 2 if algorithm.rounds else 0
        return _stepping(algorithm, "truncating", pull=algorithm.l1, half=half)
    if kind is CumulativePenalty:
        late = algorithm.payment != "before reading"
        loop = "owing until learned" if late else "owing"
        return _stepping(algorithm, loop, pull=algorithm.l1)
    return None


def _stepping(algorithm: Any, loop: str, pull: float = 0.0, **own: float) -> Lane:
    return Lane(
        loop=loop,
        schedule=algorithm.schedule,
        decay=float(algorithm.decay),
        step=float(algorithm.eta),
        pull=float(pull),
        **own,
    )


def blocks_of(algorithms: Sequence[Any], loss: Loss, n_steps: int) -> list[tuple[int, ...]]:
    """Return the positions in ``algorithms`` that are run together, each once.

    Those of one pass have the same loop, schedule, decay and period; they are sixteen at most. Too
    few to be worth a pass go alone.
    """
    alone, together = [], {}
    for place, algorithm in enumerate(algorithms):
        lane = lane_of(algorithm, n_steps) if loss in SCALAR_LOSSES else None
        if lane is None:
            alone.append((place,))
        else:
            together.setdefault(lane.common, []).append(place)
    blocks = []
    for places in together.values():
        for begin in range(0, len(places), LANES):
            some = tuple(places[begin : begin + LANES])
            if len(some) < FEWEST:
                alone += [(place,) for place in some]
            else:
                blocks.append(some)
    # The longest first: what takes long should not begin last.
    return blocks + alone
