"""Stand-ins for Gisette, the methods of Table 2 on them, and what the paper leaves open.

Gisette tells 4 from 9 by 5,000 features: pixels, products of pixels, and as many probes of no use.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from algorithms.batch.coordinate_descent import CoordinateDescent
from algorithms.batch.subgradient_descent import SubgradientDescent
from algorithms.online.fobos import Fobos
from algorithms.online.l0_sgd import L0SGD
from algorithms.online.subgradient import Subgradient
from algorithms.record import record
from algorithms.trace import Trace
from datasets import Dataset, DatasetError, Preparation, load, prepare, recipe
from papers.claim import Case, PlaygroundRun, Quantity, Reading
from papers.once import once

OPENML = "Gisette is not here. Fetch it on the page Data, or put a file named gisette into data/."
LOSS, PASSES, ROUNDS, BATCH = "squared", 3, 30, 20
FEATURES, BRIGHTEST, LARGEST = 5000, 255.0, 999.0
FLIPS, TESTED = 0.1, 0.3
PENALTIES = (1e-5, 1e-3, 3e-3, 1e-2, 3e-2, 0.1, 0.3)
COUNTS = (20, 50, 100, 200, 400, 500)
FEW = 0.1
"""Weights are few where they are at most this share of the features: K = 500 of 5,000."""

FOBOS, ROUND, MINI = "FOBOS", "FOBOS, round", "FOBOS, mini-batch"
STOCHASTIC, MINI_SUB = "sub-gradient", "sub-gradient, mini-batch"
DESCENT, L0 = "coordinate descent", "L0-SGD"

MEAN = Reading("mean picture", "The first step is 1/‖x‖² of a picture of mean squared length.")
FOUR = Reading("four times that", "The first step is four times that of a mean picture.")
STEPS = (MEAN, FOUR)
DIFFERS = (
    "The paper's step sizes, 1/√t and 1/t, fit one scale of the features, and it does not say "
    "which: the readings say how long the first step is.",
    "Online methods go through the examples three times, coordinate descent thirty times.",
)


def pictures(seed: int) -> Dataset:
    """Return 4 against 9 of MNIST, a file of the data folder, made into Gisette's features.

    Pixels from 0 to 1, products of random pairs up to 2,500, and as many probes; of 7,000 rows
    1,000 are tested on.
    """
    raw = load("mnist49")
    raw = dataclasses.replace(raw, X=raw.X / BRIGHTEST)
    own = FEATURES // 2
    return prepare(
        raw,
        Preparation(
            expansion="random pairs",
            random_pairs=own - raw.n_features,
            noise_features=own,
            noise_kind="shuffled columns",
            test_fraction=1.0 / 7.0,
            seed=seed,
        ),
    )


def gisette(seed: int) -> Dataset:
    """Return the paper's data, from 0 to 1, if the data folder has it; 1,000 rows are tested on."""
    kind = recipe("gisette")
    if not getattr(kind, "is_downloaded", lambda: True)():
        raise DatasetError(OPENML)
    raw = load("gisette")
    raw = dataclasses.replace(raw, X=raw.X / LARGEST)
    return prepare(raw, Preparation(test_fraction=1.0 / 7.0, seed=seed))


def digits(seed: int) -> Dataset:
    """Return scikit-learn's 4 against 9, with a tenth of the labels wrong."""
    return load("digit_products", flips=FLIPS, draw=seed, test_fraction=TESTED, seed=seed)


CASES = (
    Case(
        "digits",
        digits,
        "361 pictures of 8 × 8 pixels with a tenth of the labels wrong, for Gisette's 7,000 of "
        "28 × 28: without wrong labels every method tells all of them apart.",
    ),
    Case(
        "MNIST",
        pictures,
        "4 and 9 of MNIST, a file named mnist49; Gisette has other pictures, and the "
        "paper does not say how its products and probes were made.",
    ),
    Case("Gisette", gisette),
)


def first_step(dataset: Dataset, reading: Reading) -> float:
    """Return η under a reading."""
    mean = float(dataset.X.data @ dataset.X.data) / dataset.n_rows
    return (4.0 if reading.name == FOUR.name else 1.0) / mean


def setting(method: str, eta: float, strength: float):
    """Return the algorithm of a method; ``strength`` is λ, or K of L0-SGD."""
    falling, faster = {"eta": eta, "schedule": "inv_sqrt"}, {"eta": eta, "schedule": "inv"}
    if method == DESCENT:
        return CoordinateDescent(l1=strength)
    if method == L0:
        return L0SGD(n_nonzeros=int(strength), **falling)
    if method == STOCHASTIC:
        return Subgradient(l1=strength, **faster)
    if method == MINI_SUB:
        return SubgradientDescent(l1=strength, batch_size=BATCH, **faster)
    size = BATCH if method == MINI else 1
    return Fobos(l1=strength, batch_size=size, rounds=method == ROUND, **falling)


def learn(
    method: str, dataset: Dataset, reading: Reading, strength: float, seed: int, **how
) -> Trace:
    """Return the run of a method; ``how`` as for ``record``."""
    algorithm = setting(method, first_step(dataset, reading), strength)
    passes = ROUNDS if method == DESCENT else PASSES
    options = {"passes": passes, "checkpoints": 1} | how
    return record(algorithm, dataset, LOSS, seed=seed, **options)


class Ending(NamedTuple):
    """What a run leaves: the share of right classes among the rows to test on, the number of
    weights that are not 0, and mean loss + λ‖w‖₁ over the rows to learn from."""

    accuracy: float
    nonzeros: int
    objective: float


def ending(method: str, dataset: Dataset, reading: Reading, strength: float, seed: int) -> Ending:
    """Return what a run of a method leaves."""
    if method == DESCENT:  # it takes no steps of any size
        reading = MEAN
    return _ending(method, dataset, reading, strength, seed)


@once
def _ending(method: str, dataset: Dataset, reading: Reading, strength: float, seed: int) -> Ending:
    run = learn(method, dataset, reading, strength, seed, fit=True)
    w, objective = run.final.weights, run.fit[-1] + strength * run.sparsity.l1_norm[-1]
    return Ending(accuracy(w, dataset), np.count_nonzero(w), float(objective))


def accuracy(weights: np.ndarray, dataset: Dataset) -> float:
    """Return the share of right classes among the rows to test on."""
    return float(np.mean((dataset.test.X @ weights > 0.0) == (dataset.test.y > 0.0)))


def accuracies(method: str, dataset: Dataset, reading: Reading, seed: int) -> tuple[float, float]:
    """Return the best accuracy of all λ or K, and that of those that keep few weights."""
    strengths = COUNTS if method == L0 else PENALTIES
    found = [ending(method, dataset, reading, strength, seed) for strength in strengths]
    few = [end.accuracy for end in found if end.nonzeros / dataset.n_features <= FEW]
    nobody = float(np.mean(dataset.test.y < 0.0))  # weights that are all 0 say −1 to everybody
    return max(end.accuracy for end in found), max(few, default=nobody)


def opens_method(strength: float):
    """Return what opens a quantity whose series, or place, is a method: it at one λ or K."""

    def opens(case: Case, quantity: Quantity, reading: Reading) -> PlaygroundRun | None:
        methods: Sequence[str] = (FOBOS, ROUND, MINI, STOCHASTIC, MINI_SUB, DESCENT, L0)
        named = [each for each in (quantity.series, quantity.x) if each in methods]
        if not named:
            return None
        recipe = ("digit_products", {"flips": FLIPS, "test_fraction": TESTED})
        stream = {"loss": LOSS, "passes": PASSES, "order": 0}
        here = strength if named[0] != L0 else COUNTS[-2]
        run = setting(named[0], ETA_OF_DIGITS[reading.name], here)
        return PlaygroundRun(recipe, (run,), stream=stream)

    return opens


ETA_OF_DIGITS = {MEAN.name: 0.004, FOUR.name: 0.016}
"""About the first step of the digits, for runs that open in the playground."""
