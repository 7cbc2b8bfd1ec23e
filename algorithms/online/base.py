"""What every online algorithm has: η and its schedule, and three methods."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from scipy import sparse

from algorithms.losses import Loss, loss_code
from algorithms.schedules import NAMES, Schedule, step_sizes
from knobs import check_knobs, knob

# A prediction beyond this is a run that has diverged. Datasets hold no value beyond 1e100, so
# below it neither a loss nor an update can overflow.
OVERFLOW = 1e100


@dataclass(frozen=True)
class OnlineAlgorithm:
    """Base of the online algorithms; the fields are knobs, checked when an instance is made.

    Raises ValueError, naming field, value and rule, for a knob out of range.
    """

    eta: float = knob(
        0.1,
        "η",
        "How far one example moves the weights.",
        label="step size",
        low=1e-3,
        high=10.0,
        scale="log",
        above=True,
        maximum=1e100,
    )
    schedule: str = knob(
        "constant",
        "ηₜ",
        "How the step size falls with the updates made: η, η/√t or η/t.",
        label="schedule",
        choices=NAMES,
    )

    key: ClassVar[str]
    title: ClassVar[str]
    source: ClassVar[str]
    idea: ClassVar[str]
    formula: ClassVar[str]
    kind: ClassVar[str] = "online"
    loop: ClassVar[Any]
    """The jitted loop, for those who want to read it."""

    def __post_init__(self) -> None:
        check_knobs(self)

    def step_size(self, t: int) -> float:
        """η_t of update ``t`` = 1, 2, …"""
        return float(step_sizes(self.schedule, self.eta, t)[-1])

    def start(self, n_features: int, n_steps: int) -> Any:
        """The state before the first example: weights 0.

        ``n_steps`` is the number of examples to come; algorithms whose knobs speak of the end
        or the middle of a run need it.
        """
        raise NotImplementedError

    def advance(
        self,
        state: Any,
        rows: sparse.csr_matrix,
        y: np.ndarray,
        order: np.ndarray,
        loss: str | Loss,
    ) -> np.ndarray:
        """Learn from the examples ``order`` (int64) of ``rows``, one after the other, in place.

        Returns the predictions w·x, each made before its example was learned from, shape
        (len(order),). It is shorter than ``order`` when a prediction passed 1e100: the run has
        diverged, the state stands before that example, and it must not be advanced again.
        """
        predictions = np.empty(len(order))
        done = self._learn(
            state,
            rows.indptr,
            rows.indices,
            rows.data,
            y,
            order,
            int(loss_code(loss)),
            int(Schedule[self.schedule]),
            predictions,
        )
        return predictions[:done]

    def weights(self, state: Any) -> np.ndarray:
        """The weights as of now, shape (n_features,), float64, settled on a copy."""
        raise NotImplementedError

    @property
    def stride(self) -> int:
        """Zeros are made every so many steps; between, weights grow undisturbed."""
        return 1

    def shrink(self, v: np.ndarray, t: int) -> np.ndarray:
        """Where update ``t`` sends the weights ``v`` when the gradient is 0 and a shrink is due."""
        return np.asarray(v, dtype=np.float64)

    def kinks(self, t: int) -> tuple[float, ...]:
        """The finite \\|v\\| > 0 at which ``shrink`` bends or jumps."""
        return ()

    def _learn(self, state, indptr, indices, data, y, order, loss, schedule, predictions) -> int:
        """Call the jitted loop; returns how many examples were learned from."""
        raise NotImplementedError
