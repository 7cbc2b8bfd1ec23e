"""The datasets of the comparison: which they are, how they are prepared, for how long they run."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import numpy as np

import datasets
from datasets import Dataset

ORDERS = 10
HELD_OUT = 0.4  # of the rows: one half of them chooses the knobs, the other judges
LONGEST_PERIOD = 100  # runs end where every period K has just made its zeros
NARROW = (5, 10, 20, 40, 80, 160)
WIDE = (20, 40, 80, 160, 320, 640)
NOISE = 1000
LOOKS_IN_A_PASS = 8


@dataclass(frozen=True)
class Study:
    """One dataset of the comparison.

    Parameters
    ----------
    name : the name of its row in the report.
    dataset : a key of ``datasets.available()``.
    options : pairs of an option of the recipe or of the preparation, and its value.
    passes : how often each run goes through the training rows.
    budgets : the numbers of features k that the methods may keep at most.
    """

    name: str
    dataset: str
    options: tuple[tuple[str, Any], ...] = ()
    passes: int = 3
    budgets: tuple[int, ...] = NARROW

    @property
    def is_here(self) -> bool:
        """Return whether it can be built without the network: its files may not be at hand."""
        kind = datasets.available().get(self.dataset)
        return kind is not None and datasets.recipe(self.dataset).family != "remote"

    def load(self) -> tuple[Dataset, Dataset]:
        """Return the training rows with the rows that choose, and the rows that judge."""
        whole = datasets.load(self.dataset, test_fraction=HELD_OUT, **dict(self.options))
        choosing, judging = halves(whole.test)
        return dataclasses.replace(whole, test=choosing), judging

    @property
    def checkpoints(self) -> int:
        """The most often that a run is looked at: enough for some looks in its last pass.

        Looks lie quadratically: the gap between the last two is 2/c of the run.
        """
        return 2 * LOOKS_IN_A_PASS * self.passes


def halves(dataset: Dataset) -> tuple[Dataset, Dataset]:
    """Return every other row of each class, and the rest."""
    first = np.zeros(dataset.n_rows, dtype=bool)
    for label in np.unique(dataset.y):
        first[np.flatnonzero(dataset.y == label)[::2]] = True
    return tuple(
        dataclasses.replace(dataset, X=dataset.X[rows], y=dataset.y[rows])
        for rows in (np.flatnonzero(first), np.flatnonzero(~first))
    )


def noisy(name: str, dataset: str, passes: int, scaling: str = "none", **options: Any) -> Study:
    """A dataset with 1000 random features that are known to be useless."""
    pairs = ("noise_features", NOISE), ("scaling", scaling), *options.items()
    return Study(f"{name} + {NOISE}", dataset, pairs, passes)


STUDIES = (
    noisy("breast cancer", "breast_cancer", 10, "unit variance"),
    noisy("digits, 3 against 8", "digits_4_9", 10, "max-abs 1", plus="3", minus="8"),
    Study("donor sites", "donor_sites", (("n_rows", 4000),)),
    Study("sparse linear model", "sparse_linear", (("n_rows", 4000),)),
    Study("documents", "zipf_text", (("n_rows", 4000), ("n_features", 10_000)), 3, WIDE),
    Study("clicks", "click_stream", (("n_rows", 5000),), 2, WIDE),
    noisy("krvskp", "krvskp", 3),
    noisy("spambase", "spambase", 3, "unit variance"),
    noisy("magic04", "magic04", 1, "unit variance"),
    noisy("mushroom", "mushroom", 1),
    Study("rcv1 sample", "rcv1_sample", (), 5, WIDE),
    Study("ad", "ad", (("scaling", "max-abs 1"),), 5),
)
QUICK = (
    Study(
        "a small sparse model",
        "sparse_linear",
        (("n_rows", 200), ("n_features", 60), ("n_nonzeros", 5), ("noise_features", 20)),
        2,
        (5, 20),
    ),
    Study("a few donor sites", "donor_sites", (("n_rows", 300), ("interactions", 2)), 1, (5, 20)),
)
