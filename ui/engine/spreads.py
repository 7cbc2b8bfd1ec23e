"""Spreads: the same runs over other orders of the examples, and other splits of the rows."""

from __future__ import annotations

import numpy as np

from algorithms import Comparator, OrderRuns, Spread, over_orders, row_losses
from algorithms.evaluation.frontier import usual_measure
from ui.budget.runs import slowness
from ui.engine import repeats
from ui.engine.comparators import suffered_key, suffered_so_far
from ui.engine.material import Material
from ui.engine.repeats import ORDERS_TRIED
from ui.engine.runs import CHECKPOINTS, TRACES, run_key
from ui.memo import Memo
from ui.view import View

SPREAD_CHECKPOINTS = 25
"""How often a run is looked at in each of its repeats."""

SPREAD_WORK = 1e8
"""Nonzeros that the runs over all those orders may read: a third of a second on two cores."""

OF_EACH_RUN = ("features", "losses", "values")
"""The numbers of each run that a spread has, by the names that ``OrderRuns`` and it have in
common."""

SPREADS, SUFFERED_IN_ORDERS = Memo(64, in_keys=False), Memo(16, in_keys=False)


def spread(material: Material, view: View, u: Comparator | None = None) -> Spread | None:
    """Return the runs of a view over ten orders of the examples, its own the first of them.

    Each has held-out rows of its own where ``repeats.split_varies``.

    None where there are not as many orders, or where it would take long; see ``spread_note``.

    Parameters
    ----------
    u : the best weights in hindsight; without them the spread has no regret.
    """
    data, stream = material.data, material.stream
    batch = any(run.kind == "batch" for run in view.runs)
    if batch or data.in_time or _work(material, view) > SPREAD_WORK:
        return None
    datasets, orders = repeats.datasets_of(material), repeats.orders_of(material)

    def compute(keys: list) -> list[OrderRuns]:
        runs = [algorithm for _, algorithm, _ in keys]
        firsts = [TRACES.lookup((*key, CHECKPOINTS, view.measures_objective)) for key in keys]
        numbers = stream.loss, orders, SPREAD_CHECKPOINTS, stream.intercept, firsts
        return over_orders(runs, datasets, *numbers)

    several = SPREADS.get_all([run_key(material, run) for run in view.runs], compute)
    regret = [] if u is None else [_regret_in_orders(material, u, run) for run in several]
    numbers = (np.array([getattr(run, name) for run in several]) for name in OF_EACH_RUN)
    return Spread(*numbers, regret, usual_measure(data), repeats.split_varies(material))


def spread_note(material: Material, view: View) -> str:
    """Return a sentence on why no spread over orders is shown, or an empty text."""
    if any(run.kind == "batch" for run in view.runs):
        return ""
    if material.data.in_time:
        return "The rows stand in time: there is no other order to compare with."
    if _work(material, view) > SPREAD_WORK:
        return "The spread over orders is left out: it would take long here."
    return ""


def _work(material: Material, view: View) -> float:
    """The nonzeros that runs over all orders read; a slow algorithm counts as so many runs."""
    data = material.data
    # An example costs something even where it has no entry.
    once = (data.X.nnz + 20 * data.n_rows) * max(len(data.classes), 1) * material.stream.passes
    return once * ORDERS_TRIED * sum(slowness(run, data) for run in view.runs)


def _regret_in_orders(
    material: Material, u: Comparator, run: OrderRuns
) -> tuple[np.ndarray, np.ndarray]:
    """The checkpoints of a run, and its regret at them in each order of a spread: (orders, c).

    The best fixed weights of another split are not known, and these would be at a disadvantage on
    its rows. What they lose on those that they were found for stands for what those would.
    """
    steps = run.steps
    if repeats.split_varies(material):
        return steps, run.cumulative_loss - suffered_so_far(material, u)[steps - 1]

    def sum_losses() -> np.ndarray:
        losses = row_losses(u.weights, material.data, material.stream.loss, u.intercept)
        orders = repeats.orders_of(material)
        return np.stack([np.cumsum(losses[rows])[steps - 1] for rows in orders])

    key = *suffered_key(material), steps.tobytes()
    return steps, run.cumulative_loss - SUFFERED_IN_ORDERS.get(key, sum_losses)
