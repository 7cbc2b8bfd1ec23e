"""The losses ℓ(p, y) of a prediction p = w·x, and their slopes ℓ′ = dℓ/dp.

========  ====================  ==========================  =================
name      ℓ(p, y)               ℓ′(p, y)                    y
========  ====================  ==========================  =================
squared   ½ (p − y)²            p − y                       real, or −1/+1
logistic  ln(1 + e^(−y p))      −y / (1 + e^(y p))          −1/+1
hinge     max(0, 1 − y p)       −y if y p < 1, else 0       −1/+1
clipped   ½ (c − y)² + …        c − y, c = p clipped        in [−1, 1]
softmax   ln Σ_c e^(p_c) − p_y  softmax(p)_c − [c = y]      0, …, k − 1
========  ====================  ==========================  =================

At the kink of the hinge, y p = 1, the slope is 0.

``clipped`` is the squared loss of Vowpal Wabbit (Langford, Li & Zhang 2009, §5): a prediction
beyond the range of the labels counts as its end, c = clip(p, −1, 1), and the loss goes on from
there in a straight line, + (c − y)(p − c), so that the slope stays what it was at the end. Its
prediction is *normalised*, p = w·x/√‖x‖₀: ``fitting_rows`` scales the examples once and for all.

``softmax`` (Duchi et al. 2008, (12)) has one prediction p_c a class, and one weight vector.
"""

from __future__ import annotations

import math
from enum import IntEnum

import numpy as np
from scipy import sparse
from scipy.special import logsumexp, softmax

from algorithms.kernel import kernel


class Loss(IntEnum):
    """The codes that go into kernels; a code and an ``if`` compile once, a function would not."""

    squared = 0
    logistic = 1
    hinge = 2
    clipped = 3
    softmax = 4


SQUARED, LOGISTIC, HINGE, CLIPPED, SOFTMAX = (int(loss) for loss in Loss)
SMALL = 2.0**-10
"""Below it ln(1 + t) is a sum of six powers of t, but for rounding."""
OFTEN = 512
"""The number of factors within [1, 2] whose product is far from overflow."""
CHUNK = 64 * OFTEN
"""The number of predictions whose losses are computed together; a multiple of ``OFTEN``."""
MARGIN_LOSSES = (Loss.logistic, Loss.hinge)
SCALAR_LOSSES = (Loss.squared, Loss.logistic, Loss.hinge, Loss.clipped)
SMOOTH_LOSSES = (Loss.squared, Loss.logistic)


def loss_code(loss: str | Loss) -> Loss:
    """The code of a loss given by name. Raises ValueError for a name that is none."""
    if isinstance(loss, Loss):
        return loss
    if not isinstance(loss, str) or loss not in Loss.__members__:
        raise ValueError(f"loss = {loss!r}: it must be one of {', '.join(Loss.__members__)}")
    return Loss[loss]


def usual_loss(task: str) -> Loss:
    """The loss where none is named: squared for amounts, logistic for two classes, else softmax.

    Examples
    --------
    >>> usual_loss("regression").name, usual_loss("classification").name
    ('squared', 'logistic')
    """
    usual = {"regression": Loss.squared, "multiclass": Loss.softmax}
    return usual.get(task, Loss.logistic)


def fitting_loss(loss: str | Loss | None, task: str) -> Loss:
    """Return the code of a loss that fits ``task``, of the usual one for None.

    Raises ValueError for one that cannot.
    """
    code = usual_loss(task) if loss is None else loss_code(loss)
    if (task == "multiclass") != (code == Loss.softmax):
        takes = "take softmax" if task == "multiclass" else "take another loss"
        raise ValueError(f"loss = {code.name!r}: the target here is {task}; {takes}")
    if code in MARGIN_LOSSES and task != "classification":
        raise ValueError(
            f"loss = {code.name!r}: it needs labels −1/+1, and the target here is real; "
            "take the squared loss"
        )
    return code


def check_target(code: Loss, y: np.ndarray, n_classes: int = 0) -> None:
    """Raise ValueError, naming the rule and the value that breaks it, for labels of no meaning."""
    if code in MARGIN_LOSSES:
        wrong, rule = np.abs(y) != 1.0, "−1 or +1"
    elif code == Loss.clipped:
        wrong, rule = ~(np.abs(y) <= 1.0), "within [−1, 1]"
    elif code == Loss.softmax:
        wrong = ~np.isin(y, np.arange(n_classes))
        rule = f"one of the {n_classes} classes, numbered from 0"
    else:
        wrong, rule = ~np.isfinite(y), "finite"
    if wrong.any():
        raise ValueError(f"y = {float(y[wrong][0])!r}: for the {code.name} loss it must be {rule}")


def fitting_rows(code: Loss, X: sparse.csr_array) -> sparse.csr_array:
    """The examples as the loss wants them: for ``clipped`` each divided by √(its nonzeros)."""
    if code != Loss.clipped:
        return X
    counts = np.diff(X.indptr)
    scale = 1.0 / np.sqrt(np.maximum(counts, 1))
    return sparse.csr_array((X.data * np.repeat(scale, counts), X.indices, X.indptr), X.shape)


@kernel
def slope(loss, p, y):
    """ℓ′(p, y), scalar; of the losses with one prediction."""
    if loss == SQUARED:
        return p - y
    if loss == CLIPPED:
        return min(max(p, -1.0), 1.0) - y
    margin = y * p
    if loss == LOGISTIC:
        # e^(−|m|) never overflows, with the JIT on or off.
        tail = math.exp(-abs(margin))
        return -y * (tail / (1.0 + tail) if margin > 0.0 else 1.0 / (1.0 + tail))
    return -y if margin < 1.0 else 0.0


@kernel
def loss_value(loss, p, y):
    """ℓ(p, y), scalar; of the losses with one prediction."""
    if loss == SQUARED:
        return 0.5 * (p - y) ** 2
    if loss == CLIPPED:
        c = min(max(p, -1.0), 1.0)
        return 0.5 * (c - y) ** 2 + (c - y) * (p - c)
    margin = y * p
    if loss == LOGISTIC:
        return max(-margin, 0.0) + math.log1p(math.exp(-abs(margin)))
    return max(0.0, 1.0 - margin)


def cumulative_losses(
    loss: int, predictions: np.ndarray, y: np.ndarray, order: np.ndarray, at: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Σ ℓ(p_t, y_t) and the number of wrong signs over the steps 1, …, at[c], (c,) and (c,).

    A prediction of 0 has half a wrong sign, see ``mistakes_of``.

    NumPy takes exponentials eight at a time; some thousands of them stay near the processor.
    """
    losses, mistakes = np.empty(at.size), np.empty(at.size)
    sums, last = np.array([0.0, 0.0, 1.0, 0.0]), int(at[-1]) if at.size else 0
    for begin in range(0, last, CHUNK):
        tails = np.empty(min(CHUNK, last - begin))
        if loss == LOGISTIC:
            negative_margins(predictions, y, order, begin, tails)
            np.exp(tails, out=tails)
        c = int(at.searchsorted(begin, "right"))  # in a kernel it takes 0.6 s to compile
        add_up(loss, predictions, y, order, begin, tails, at, c, sums, losses, mistakes)
    return losses, mistakes


@kernel
def negative_margins(predictions, y, order, begin, exponents):
    """−|m| of the margins m = y p of the steps after ``begin``."""
    for i in range(exponents.size):
        exponents[i] = -abs(predictions[begin + i] * y[order[begin + i]])


@kernel
def add_up(loss, predictions, y, order, begin, tails, at, c, sums, losses, mistakes):
    """Continue ``sums`` over ``tails.size`` steps, and record them at the steps ``at[c:]``.

    A logarithm for each example would cost more than learning from it: of the logistic loss the
    factors 1 + e^(−|m|) = 1 + ``tails`` are multiplied, and the logarithm of the product is taken
    once in a while. What is added up some hundred at a time is not lost in a long run's sum either.
    """
    total, recent, factor, wrong = sums[0], sums[1], sums[2], sums[3]
    t, end = begin, begin + tails.size
    while t < end:
        stop = min(end, (t // OFTEN + 1) * OFTEN)
        stop = min(stop, at[c]) if c < at.size else stop
        for i in range(t, stop):
            p, label = predictions[i], y[order[i]]
            if loss == LOGISTIC:
                tail = tails[i - begin]
                # One part is 0: to choose what is done with a number, not the number, is a branch
                # that no processor foresees, and takes twice as long.
                little = tail if tail < SMALL else 0.0
                recent += max(-p * label, 0.0) + small_log1p(little)
                factor *= 1.0 + (tail - little)
            else:
                recent += loss_value(loss, p, label)
            wrong += 0.5 * ((p * label < 0.0) + (p * label <= 0.0))
        t = stop
        if t % OFTEN == 0:
            total += recent + math.log(factor)
            recent, factor = 0.0, 1.0
        while c < at.size and at[c] == t:
            losses[c], mistakes[c] = total + recent + math.log(factor), wrong
            c += 1
    sums[0], sums[1], sums[2], sums[3] = total, recent, factor, wrong


@kernel
def small_log1p(t):
    """ln(1 + t) of 0 ≤ t ≤ ``SMALL``, which a product of 1 + t would lose; of lanes, too."""
    rest = t * (0.25 - t * (0.2 - t * (1 / 6)))
    return t * (1.0 - t * (0.5 - t * (1 / 3 - rest)))


def loss_values(loss: str | Loss, p: np.ndarray, y: np.ndarray) -> np.ndarray:
    """ℓ(p, y) elementwise; ``p`` and ``y`` broadcast. For softmax ``p`` is (n, k), ``y`` (n,).

    Examples
    --------
    >>> loss_values("hinge", np.array([2.0, 0.5, -1.0]), np.array([1.0, 1.0, 1.0]))
    array([0. , 0.5, 2. ])
    """
    code = loss_code(loss)
    if code == Loss.squared:
        return 0.5 * (p - y) ** 2
    if code == Loss.clipped:
        c = np.clip(p, -1.0, 1.0)
        return 0.5 * (c - y) ** 2 + (c - y) * (p - c)
    if code == Loss.softmax:
        return logsumexp(p, axis=1) - p[np.arange(len(y)), y.astype(np.int64)]
    margin = y * p
    if code == Loss.logistic:
        # As np.logaddexp(0, −m), in a tenth of its time: exp and log1p are vector instructions.
        return np.maximum(0.0, -margin) + np.log1p(np.exp(-np.abs(margin)))
    return np.maximum(0.0, 1.0 - margin)


def mistakes_of(code: Loss, p: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The mistake of each prediction: 0, 1, or of a tie what a guess among the best would cost.

    So a prediction of 0 is half a mistake, and the same for each of k classes is 1 − 1/k of one.

    Parameters
    ----------
    p : shape (…, n), for softmax (…, n, k).
    y : shape (n,): −1 or +1, for softmax the number of the class.

    Examples
    --------
    >>> mistakes_of(Loss.logistic, np.array([2.0, -1.0, 0.0]), np.array([1.0, 1.0, 1.0]))
    array([0. , 1. , 0.5])
    """
    if code != Loss.softmax:
        return np.where(p * y > 0.0, 0.0, np.where(p == 0.0, 0.5, 1.0))
    best = p == p.max(axis=-1, keepdims=True)
    own = best[..., np.arange(len(y)), y.astype(np.int64)]
    return 1.0 - own / np.maximum(best.sum(axis=-1), 1)


def loss_slopes(loss: str | Loss, p: np.ndarray, y: np.ndarray) -> np.ndarray:
    """ℓ′(p, y) elementwise; ``p`` and ``y`` broadcast. For softmax (n, k) of ``p`` (n, k).

    Examples
    --------
    >>> loss_slopes("logistic", np.array([0.0, 0.0]), np.array([1.0, -1.0]))
    array([-0.5,  0.5])
    """
    code = loss_code(loss)
    if code == Loss.squared:
        return p - y
    if code == Loss.clipped:
        return np.clip(p, -1.0, 1.0) - y
    if code == Loss.softmax:
        slopes = softmax(p, axis=1)
        slopes[np.arange(len(y)), y.astype(np.int64)] -= 1.0
        return slopes
    margin = y * p
    if code == Loss.logistic:
        tail = np.exp(-np.abs(margin))
        return -y * np.where(margin > 0.0, tail, 1.0) / (1.0 + tail)
    return np.where(margin < 1.0, -y, 0.0)
