"""One step of a run, part by part: predict, step along the gradient, pull, cut."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from algorithms.budget.scheduler import SCHEDULER
from algorithms.checks import RunOptions, checked_loss
from algorithms.losses import slope
from algorithms.online.base import OnlineAlgorithm
from algorithms.record import Job, groups_of
from algorithms.trace import ReadOnlyArrays
from datasets import Dataset

NEAR = {"rtol": 1e-9, "atol": 1e-12}
"""How near the parts must come to what the algorithm itself did."""


@dataclass(frozen=True, eq=False)
class OneStep(ReadOnlyArrays):
    """What one example does to the weights of a run.

    Attributes
    ----------
    step : its number, from 1.
    row : of the dataset.
    prediction : w·x + b before the step, (1,), of a multiclass run (k,).
    label : y of the row.
    before, after : float64, the raveled weights before and after it.
    step_size, slope : η_t and ℓ′(prediction, label); 0 where the step has no parts.
    stepped : the weights after the step along the gradient, before − η_t ℓ′ x; None where the
        method's step has no such part.
    pulled : these after the pull towards 0, where those that will be cut still wait; None likewise.
    due : the rule that makes zeros is applied at this step.
    """

    step: int
    row: int
    prediction: np.ndarray
    label: float
    before: np.ndarray
    after: np.ndarray
    step_size: float = 0.0
    slope: float = 0.0
    stepped: np.ndarray | None = None
    pulled: np.ndarray | None = None
    due: bool = False


def one_step(
    algorithm: OnlineAlgorithm,
    dataset: Dataset,
    loss: str,
    order: np.ndarray,
    step: int,
    intercept: bool = False,
) -> OneStep:
    """Run an algorithm up to an example, let it learn from that one, and take its step apart.

    It has parts where the definition of the method says so: w − η_t ℓ′ x, and then what
    ``algorithm.shrink`` makes of every weight. Both are computed here and compared with the weights
    that the algorithm itself came to; where these differ, or where a weight depends on others, as
    in RDA, there are ``before`` and ``after`` alone.

    Raises ValueError for a step that the order does not have, one that the run diverged before, and
    as ``record`` does.

    Parameters
    ----------
    order : int64, the rows of the run, one a step.
    step : the number of the step, from 1.
    """
    if not 1 <= step <= len(order):
        raise ValueError(f"step = {step}: the run has the steps 1 to {len(order):,}")
    code = checked_loss(algorithm, dataset, loss)
    options = RunOptions(intercept=intercept, groups=groups_of(None, dataset))
    job = Job(algorithm, dataset, code, order, options)
    rows, y = job.rows, dataset.y
    with SCHEDULER.work():
        state = job.initial_state()
        done = algorithm.advance(state, rows, y, order[: step - 1], code, check_input=False)
        before = algorithm.weights(state).ravel()
        made = algorithm.advance(state, rows, y, order[step - 1 : step], code, check_input=False)
    if len(done) < step - 1 or not len(made):
        raise ValueError(f"the run diverged before step {step:,}")
    row = int(order[step - 1])
    after = algorithm.weights(state).ravel()
    whole = OneStep(step, row, np.ravel(made[0]), float(y[row]), before, after)
    return whole if len(dataset.classes) else _with_parts(whole, algorithm, job)


def _with_parts(whole: OneStep, algorithm: OnlineAlgorithm, job: Job) -> OneStep:
    """The step with its parts, where they add up to what the algorithm came to."""
    if not hasattr(algorithm, "step_size"):
        return whole
    rule = _at_pass(algorithm, (whole.step - 1) // job.dataset.n_rows)
    eta = rule.step_size(whole.step)
    size = float(slope(int(job.code), float(whole.prediction[0]), whole.label))
    x = job.rows[[whole.row]].toarray()[0]
    stepped = whole.before - eta * size * x
    due = whole.step % algorithm.stride == 0
    shrunk = rule.shrink(stepped, whole.step) if due else stepped
    if shrunk is None or not np.allclose(shrunk, whole.after, **NEAR):
        return whole
    # What is cut is so at once: it is not pulled before.
    pulled = np.where((whole.after == 0.0) & (stepped != 0.0), stepped, whole.after)
    parts = {"step_size": eta, "slope": size, "stepped": stepped, "pulled": pulled, "due": due}
    return replace(whole, **parts)


def _at_pass(algorithm: OnlineAlgorithm, passes: int) -> OnlineAlgorithm:
    """The algorithm with the step size that it has after so many passes."""
    decay = getattr(algorithm, "decay", 1.0)
    if decay == 1.0 or not passes:
        return algorithm
    return replace(algorithm, eta=algorithm.eta * decay**passes, decay=1.0)
