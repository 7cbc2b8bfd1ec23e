"""The question of a search: the data, the number of features, and how a model is judged."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from algorithms.checks import RunOptions, checked_order
from algorithms.evaluation.folds import fold
from algorithms.evaluation.frontier import usual_measure
from algorithms.evaluation.measures import MEASURES
from algorithms.losses import Loss, fitting_loss
from algorithms.orders import check_count
from datasets import Dataset

FOLDS = 5
USUAL = RunOptions()
TARGETS = (1.0, 0.6, 0.35)
"""The shares of the allowed number of features that candidates aim at."""


@dataclass(frozen=True, eq=False)
class Question:
    """A dataset and the number of features that a model may use.

    Creating one raises ValueError for a number of features or passes below 1, a loss that does not
    fit the target, and fewer rows, or rows of a class, than there are folds.

    Parameters
    ----------
    dataset : its ``test`` rows, if there are any, choose nothing.
    at_most : the number of features.
    loss : the name of a loss; None for the usual one of the target.
    options : passes, seed and intercept of a run; all else is left alone.
    folds : the number of parts into which the rows are cut.
    """

    dataset: Dataset
    at_most: int
    loss: str | Loss | None = None
    options: RunOptions = USUAL
    folds: int = FOLDS

    def __post_init__(self) -> None:
        check_count("at_most", self.at_most)
        check_count("folds", self.folds)
        checked_order(None, self.dataset, self.options.seed, self.options.passes)
        self.split(0)

    @cached_property
    def code(self) -> Loss:
        """The loss."""
        return fitting_loss(self.loss, self.dataset.task)

    @property
    def passes(self) -> int:
        """The passes of an online run."""
        return self.options.passes or 1

    @cached_property
    def measure(self) -> str:
        """What a model is judged by: AUC, for many classes errors, else mean squared error."""
        return usual_measure(self.split(0))

    @property
    def targets(self) -> tuple[int, ...]:
        """The numbers of features that candidates aim at, from the largest down."""
        return tuple(dict.fromkeys(max(round(self.at_most * share), 1) for share in TARGETS))

    def split(self, number: int) -> Dataset:
        """Return the dataset of which the part ``number`` of the rows is ``test``."""
        return fold(self.dataset, number, self.folds)

    def cost(self, score: float | np.ndarray) -> float | np.ndarray:
        """Return a score turned so that less is better."""
        return -score if MEASURES[self.measure] else score
