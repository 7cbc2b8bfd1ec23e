"""What can be done to every dataset before learning: split, scale, add noise, unit rows."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from datasets.arrays import canonical, check_values
from datasets.dataset import Dataset
from datasets.errors import DatasetError
from datasets.preparation.noise import noise_names, noise_note, random_features
from datasets.preparation.scaling import ColumnScaling, fit_scaling, unit_rows
from datasets.preparation.split import split_note, split_rows
from datasets.report import steps
from knobs import check_knobs, knob


@dataclass(frozen=True)
class Preparation:
    """The options common to all datasets. Creating one raises ValueError out of a knob's range."""

    noise_features: int = knob(
        0, "m", "How many random, useless 0/1 features to add, each 1 in a twentieth of the rows.",
        label="noise features",
        low=0, high=1000, maximum=1000, integer=True,
    )  # fmt: skip
    scaling: str = knob(
        "none", "", "How to make features, or rows, comparable in size.",
        label="scaling", choices=("none", "unit variance", "max-abs 1", "unit rows"),
    )  # fmt: skip
    test_fraction: float = knob(
        0.0, "", "The fraction of the rows kept back to test on.",
        label="test share", low=0.0, high=0.5, maximum=0.5,
    )  # fmt: skip
    seed: int = knob(
        0, "", "Which random split, and which random features.",
        label="split seed", low=0, high=99, integer=True,
    )  # fmt: skip

    def __post_init__(self) -> None:
        check_knobs(self)


def prepare(dataset: Dataset, preparation: Preparation) -> Dataset:
    """Split, scale the columns, append noise features, make unit rows: in this order.

    Scales are learned from the training rows alone and applied to both sides. The noise features
    are drawn for the rows as they came, so no other option changes them. Both sides keep the
    rows' order. ``true_weights`` are rescaled with their columns.

    Raises DatasetError when a class has too few rows to be on both sides, when scaling takes a
    value beyond 1e100, and when ``dataset`` was split before.
    """
    if dataset.test is not None:
        raise DatasetError(f"{dataset.name or 'the dataset'} is split already: prepare it once.")
    seed = int(preparation.seed)
    train, test = split_rows(dataset, preparation.test_fraction, seed)
    scaling = fit_scaling(dataset.X[train] if len(test) else dataset.X, preparation.scaling)
    noise = random_features(seed, dataset.n_rows, int(preparation.noise_features))
    whole = dataclasses.replace(
        dataset,
        feature_names=dataset.feature_names + noise_names(dataset.n_noise, noise.shape[1]),
        groups=widened_groups(dataset.groups, noise.shape[1]),
        true_weights=widened_weights(dataset.true_weights, scaling, noise.shape[1]),
        n_noise=dataset.n_noise + noise.shape[1],
    )
    to_unit_rows = preparation.scaling == "unit rows"
    sides = [finished(whole, rows, scaling, noise, to_unit_rows) for rows in (train, test)]
    done = (
        *steps("split", split_note(dataset, len(test))),
        *steps("scaled", scaling.notes(dataset.feature_names)),
        *steps("noise", noise_note(dataset.n_noise, noise.shape[1])),
        *steps("scaled", unit_rows_note([X for X, _ in sides]) if to_unit_rows else ()),
    )
    (train_X, train_y), (test_X, test_y) = sides
    held_out = dataclasses.replace(whole, X=test_X, y=test_y, report=()) if len(test) else None
    return dataclasses.replace(
        whole, X=train_X, y=train_y, report=dataset.report + done, test=held_out
    )


def finished(
    whole: Dataset, rows: np.ndarray, scaling: ColumnScaling, noise: sp.csr_array, unit: bool
) -> tuple[sp.csr_array, np.ndarray]:
    """One side of the split with all its columns: ``(X, y)``."""
    X = scaling.apply(whole.X[rows])
    if noise.shape[1]:
        X = sp.hstack([X, noise[rows]], format="csr")
    X = canonical(unit_rows(X) if unit else X)
    check_values(X, whole.feature_names)
    return X, whole.y[rows]


def widened_groups(groups: np.ndarray | None, extra: int) -> np.ndarray | None:
    """The groups with one of its own for each noise feature."""
    if groups is None:
        return None
    return np.concatenate([groups, groups.max() + 1 + np.arange(extra)])


def widened_weights(
    weights: np.ndarray | None, scaling: ColumnScaling, extra: int
) -> np.ndarray | None:
    """The true weights for scaled columns, and 0 for each noise feature."""
    return None if weights is None else np.append(weights * scaling.factor, np.zeros(extra))


def unit_rows_note(sides: list[sp.csr_array]) -> tuple[str, ...]:
    """What unit rows did."""
    empty = sum(int(np.sum(np.diff(X.indptr) == 0)) for X in sides)
    left = f"; {empty:,} without any nonzero stayed as they are" if empty else ""
    return (f"Each row was divided by its Euclidean length{left}.",)
