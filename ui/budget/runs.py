"""The time and the memory that runs may take, and how the runs of all sessions share the cores.

``datasets.budget`` does the same for the memory of datasets. The time of a run is foreseen by its
own pace, half a second after it began (``algorithms.budget.chunks``), its memory before.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import get_ident

import streamlit as st

from algorithms import Algorithm
from algorithms.budget.scheduler import SCHEDULER, Task
from algorithms.budget.time_limit import round_down
from algorithms.evaluation.removal import is_formula
from datasets import Dataset
from datasets.budget import TooLarge, memory_limit
from ui.render_queue import RENDER_QUEUE
from ui.view import Stream

SECONDS = 60.0
"""Seconds of a core that one run may take; the environment variable SPARSITY_LAB_SECONDS says
another number."""

PER_STEP, PER_PREDICTION, PER_WEIGHT = 32, 8, 64
"""Bytes that a run keeps of each step, of each prediction in it, and of each weight."""

SLOW = {
    "group_rda": 5,
    "group_fobos": 5,
    "subgradient": 30,
    "projected_gradient": 30,
    "exponentiated_gradient": 75,
    "smidas": 100,
}
"""The times as long as SGD that slow algorithms take, on breast cancer with 1,000 noise columns."""

PER_USE = 12
"""The times as long as SGD that a formula of ten operations takes at every step."""

SLOW_CLASSES = {"projected_gradient": 5, "exponentiated_gradient": 15}
"""The same with several classes, whose steps take longer in any case, on wine and on digits."""

USUAL_FEATURES = 1000
"""The features with which these were measured; only some projections take longer with more."""


def most_seconds() -> float:
    """Return the seconds that a run may take."""
    asked = os.environ.get("SPARSITY_LAB_SECONDS", "")
    return float(asked) if asked.isdecimal() and int(asked) > 0 else SECONDS


def slowness(algorithm: Algorithm, data: Dataset) -> float:
    """Return about how many times as long as SGD a run takes."""
    times = (SLOW_CLASSES if data.classes else SLOW).get(algorithm.key, 1)
    if getattr(algorithm, "way", "tree") != "tree":  # it looks at all weights in each step
        times *= max(data.n_features / USUAL_FEATURES, 1.0)
    if is_formula(algorithm):  # it looks at all of them at every K-th step
        times *= max(PER_USE * data.n_features / USUAL_FEATURES / algorithm.period, 1.0)
    return times


@contextmanager
def errand(owner: Hashable, check: Callable[[], None] | None = None) -> Iterator[None]:
    """Have what this thread computes be for one visitor.

    Long runs take turns with those of other visitors, end when nobody waits for them any more, and
    are refused where they would take more than ``most_seconds``.

    Parameters
    ----------
    owner : whose it is.
    check : raises an exception where nobody waits any more; None for a run of the page.
    """
    with SCHEDULER.assign(Task(owner, partial(_check, check or _script_check()), most_seconds())):
        yield


def _check(check: Callable[[], None]) -> None:
    """Let other pages be made meanwhile, and end here where this one is not waited for any more."""
    RENDER_QUEUE.release()
    check()


def _script_check() -> Callable[[], None]:
    """A check that ends a run of the page whose browser asks for another."""
    thread = get_ident()

    def check() -> None:
        # Streamlit ends a run that is no longer wanted at the next look at its state.
        if get_ident() == thread:
            _ = "visit" in st.session_state

    return check


def check_memory(data: Dataset, stream: Stream) -> None:
    """Raise TooLarge, with a sentence that says what would fit, for a run that is too large."""
    classes = max(len(data.classes), 1)
    fixed = PER_WEIGHT * data.n_features * classes
    one_pass = (PER_STEP + PER_PREDICTION * classes) * data.n_rows
    needed, there = fixed + one_pass * stream.passes, memory_limit()
    if needed <= there:
        return
    passes = int(max(there - fixed, 0) / one_pass)
    rows = round_down(data.n_rows * max(there - fixed, 0) / one_pass)
    remedy = "fewer features" if there <= fixed else f"at most {rows:,} rows and one pass"
    if passes:
        remedy = f"at most {passes} {'pass' if passes == 1 else 'passes'}, or fewer rows"
    raise TooLarge(
        f"{stream.passes} passes over {data.n_rows:,} rows would take {needed / 1e9:.1f} GB of "
        f"memory, and a run may take {there / 1e9:.1f} GB here: take {remedy}."
    )
