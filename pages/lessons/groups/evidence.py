"""The five methods on one stream, each of them at every λ, and the machines of the story."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

import datasets
from algorithms import Trace
from datasets import Dataset
from pages.lessons.groups.machines import Machine, lonely_machine, whole_machine
from pages.lessons.groups.runs import (
    METHODS,
    STEPS,
    Knobs,
    groups_for,
    members,
    read_by,
    score,
    scores,
    train_step_by_step,
)
from ui.lessons.evidence import remember

ON_WINDOWS = ("group", "overlapping")
"""The methods that are run on true windows, too."""


class Evidence(NamedTuple):
    """All methods on the same examples, each by its name.

    Parameters
    ----------
    groups : the features of each group.
    runs : the runs, step by step.
    scores : the score at each of PENALTIES.
    on_windows : the same on data whose true groups are overlapping windows.
    whole, lonely : the machines of the story.
    """

    knobs: Knobs
    data: Dataset
    groups: dict[str, list[np.ndarray]]
    runs: dict[str, Trace]
    scores: dict[str, list[float]]
    on_windows: dict[str, list[float]]
    whole: Machine
    lonely: Machine

    def lit(self, method: str) -> np.ndarray:
        """Return which groups have a weight at the end, bool (G,)."""
        w = self.runs[method].final.weights
        return np.array([w[group].any() for group in self.groups[method]])

    def empty(self, method: str) -> np.ndarray:
        """Return which groups have no true weight, bool (G,)."""
        truth = self.data.true_weights
        return np.array([not truth[group].any() for group in self.groups[method]])

    def score(self, method: str) -> float:
        """Return the score of a run at its end."""
        return score(self.runs[method], self.data)


def gather(knobs: Knobs, data: Dataset) -> Evidence:
    """Return the five runs, and what comes of other penalties.

    Raises
    ------
    ValueError
        with a sentence, where a run diverges.
    """
    asked = [(name, read_by(name, knobs)) for name in METHODS]
    return Evidence(
        knobs,
        data,
        groups={name: members(groups_for(name, knobs, data)) for name in METHODS},
        runs=dict(zip(METHODS, train_step_by_step(asked, data), strict=True)),
        scores={name: scores(name, knobs, data) for name in METHODS},
        on_windows={name: scores(name, knobs, windows_data()) for name in ON_WINDOWS},
        whole=whole_machine(knobs),
        lonely=lonely_machine(knobs),
    )


@remember(most=1)
def windows_data() -> Dataset:
    """Return examples whose true weights fill a few overlapping windows."""
    return datasets.load("yang_overlapping", n_rows=STEPS)
