"""Ten digits by a Gaussian kernel, (12): weights of support pictures, none negative (§7, Fig. 7).

k(x, j) = Σ_i w_ji σ_ji K(x_i, x), σ_ji = 1 where y_i = j, else −1; w_j ⪰ 0 and ‖w_j‖₁ ≤ z for each
class j; K(x, x′) = exp(−‖x − x′‖²/25). The loss is the multiclass logistic one.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

import datasets
from algorithms.online.exponentiated_gradient import ExponentiatedGradient
from algorithms.online.projected_gradient import ProjectedGradient
from algorithms.projection import project_l1_ball
from datasets import Dataset, DatasetError
from papers.claim import Case, LessonMoment, Moment, PlaygroundRun, Quantity, Reading, Trial
from papers.once import least, once

WIDTH, ROWS, SUPPORT = 25.0, 800, 300
STEPS = (20, 60)
PROJECTION, EG = "projection", "EG"
RATES = {
    PROJECTION: tuple(10.0**k for k in range(-1, 5)),
    EG: tuple(10.0**k for k in range(-2, 4)),
}
SCHEDULES = {PROJECTION: (0.5,), EG: (0.0, 0.5, 1.0)}
"""Steps are η₀/tᵃ: a is ½ throughout for projection; of EG the paper takes the best."""

SHARES = {"all rows": 1.0, "1 % of the rows": 0.01}
BRIGHTEST, PICTURES = 16, 1797
"""Of the small digits: the largest pixel, and how many there are."""

SHOWN = {
    ("z = 10", "all rows"): (1.0, 1000.0, "inv_sqrt"),
    ("z = 10", "1 % of the rows"): (0.1, 1000.0, "inv"),
    ("z = 100", "all rows"): (1.0, 1000.0, "inv"),
    ("z = 100", "1 % of the rows"): (0.1, 10.0, "inv"),
    ("z = 1000", "all rows"): (1.0, 1.0, "inv_sqrt"),
    ("z = 1000", "1 % of the rows"): (0.1, 0.1, "constant"),
}
"""η₀ of projection, η₀ and the schedule of EG: the best of the small digits, as ``best_run``."""

RADII = (
    Reading("z = 10", "The paper prints no radius; with this one the loss is limited by the ball."),
    Reading("z = 100", "The paper prints no radius; this one is that of its run on text."),
    Reading("z = 1000", "The paper prints no radius; with this one the ball hardly matters."),
)


class Kernel(NamedTuple):
    """K of rows and support pictures, float64 (m, s), classes of both, and how many there are."""

    K: np.ndarray
    y: np.ndarray
    signs: np.ndarray

    def loss_and_slopes(self, w: np.ndarray, rows: np.ndarray) -> tuple[float, np.ndarray]:
        """Return the mean loss of ``rows`` and its gradient in w, both (classes, s)."""
        K, y = self.K[rows], self.y[rows]
        scores = K @ (self.signs * w).T
        scores -= scores.max(axis=1, keepdims=True)
        shares = np.exp(scores)
        shares /= shares.sum(axis=1, keepdims=True)
        at = np.arange(len(y)), y
        loss = float(-np.log(np.maximum(shares[at], 1e-300)).mean())
        shares[at] -= 1.0
        return loss, self.signs * (shares.T @ K) / len(y)


@lru_cache(maxsize=2)
def kernel_of(dataset: Dataset, seed: int) -> Kernel:
    """Return the kernel of ``ROWS`` pictures and the ``SUPPORT`` first of them, drawn by a seed."""
    rows = np.random.default_rng(seed).permutation(dataset.n_rows)[:ROWS]
    pictures = dataset.X[rows].toarray()
    pictures /= np.abs(pictures).max()
    y, squares = dataset.y[rows].astype(np.int64), (pictures**2).sum(axis=1)
    products = pictures @ pictures[:SUPPORT].T
    away = np.maximum(squares[:, None] + squares[None, :SUPPORT] - 2.0 * products, 0.0)
    signs = np.where(y[None, :SUPPORT] == np.arange(y.max() + 1)[:, None], 1.0, -1.0)
    return Kernel(np.exp(-away / WIDTH), y, signs)


def project(v: np.ndarray, z: float) -> np.ndarray:
    """Return the nearest point with w ⪰ 0 and ‖w‖₁ ≤ z: what is negative goes first."""
    return project_l1_ball(np.maximum(v, 0.0), z)


class Run(NamedTuple):
    """The mean loss of all rows after each of ``STEPS``, and the last weights, (classes, s)."""

    losses: list[float]
    w: np.ndarray


def learn(
    kernel: Kernel, name: str, setting: tuple[float, float], z: float, share: float, seed: int
) -> Run:
    """Learn by gradients of a ``share`` of the rows each.

    Parameters
    ----------
    setting : η₀ and the power a of η₀/tᵃ.
    """
    (eta, power), rng = setting, np.random.default_rng(seed)
    classes, s = kernel.signs.shape
    w = np.full((classes, s), z / s) if name == EG else np.zeros((classes, s))
    every, losses = np.arange(len(kernel.y)), []
    for t in range(1, STEPS[-1] + 1):
        rows = every
        if share < 1.0:
            rows = rng.integers(0, len(every), max(int(share * len(every)), 1))
        move = eta / t**power * kernel.loss_and_slopes(w, rows)[1]
        if name == EG:
            exponents = -move - (-move).max(axis=1, keepdims=True)
            w = w * np.exp(exponents)
            w *= z / w.sum(axis=1, keepdims=True)
        else:
            w = np.array([project(v, z) for v in w - move])
        if t in STEPS:
            losses.append(kernel.loss_and_slopes(w, every)[0])
    return Run(losses, w)


def best_run(trial: Trial, name: str, share: float) -> Run:
    """Return the run of the best step size and rate, found in the first repetition."""
    z = float(trial.reading.name.rpartition(" ")[2])
    setting = _best(trial.case, name, z, share)
    return run_on(trial.dataset, trial.seed, name, setting, z, share)


@cache
def _best(case: Case, name: str, z: float, share: float) -> tuple[float, float]:
    dataset = case.data(0)
    every = [(eta, power) for eta in RATES[name] for power in SCHEDULES[name]]
    return least(every, lambda setting: run_on(dataset, 0, name, setting, z, share).losses[-1])


@once
def run_on(
    dataset: Dataset, seed: int, name: str, setting: tuple[float, float], z: float, share: float
) -> Run:
    """Return the run on the pictures that a seed draws of a dataset."""
    return learn(kernel_of(dataset, seed), name, setting, z, share, seed)


def mnist(seed: int) -> Dataset:
    """Return MNIST. Raises DatasetError where it is not in the data folder."""
    kind = datasets.available().get("mnist")
    if kind is None or datasets.recipe("mnist").family == "remote":
        raise DatasetError("mnist: there is no file of that name in the data folder.")
    return datasets.load("mnist")


DIGITS = (
    Case(
        "mnist",
        mnist,
        "800 pictures and 300 support pictures, where the paper has 60,000 and 2766.",
    ),
    Case(
        "small digits",
        lambda seed: datasets.load("digits_ten"),
        "Pictures of 8 × 8 pixels, 800 of them, where MNIST has 60,000 of 28 × 28.",
    ),
)


def opens_digits(case: Case, quantity: Quantity, reading: Reading) -> Moment:
    """Return both methods on the small digits, with the same kernel, balls and signs.

    All pictures are learned from, in passes. EG's full gradients take long: a few are shown.
    MNIST with 300 support pictures is too large for a page.
    """
    if case is not DIGITS[1]:
        return LessonMoment("l1_ball")
    share = quantity.series.rpartition(", ")[2]
    of_projection, of_eg, schedule = SHOWN[reading.name, share]
    kernel = {"support_examples": SUPPORT, "kernel_width": WIDTH * BRIGHTEST**2}
    knobs = {
        "radius": float(reading.name.rpartition(" ")[2]),
        "batch_size": max(int(SHARES[share] * PICTURES), 1),
        "signs": "by class",
    }
    both = (
        ProjectedGradient(of_projection, "inv_sqrt", **knobs),
        ExponentiatedGradient(of_eg, schedule, **knobs),
    )
    passes = 1 if SHARES[share] < 1.0 else 10
    return PlaygroundRun(("digits_ten", kernel), both, stream={"loss": "softmax", "passes": passes})
