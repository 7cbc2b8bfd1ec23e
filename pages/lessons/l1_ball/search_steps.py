"""The sort, the pivot search and the tree as they look for θ in one small vector, step by step.

They are the papers' loops in plain Python, for pictures; the kernels are in
``algorithms.projection``: ``sort``, ``pivot`` and ``tree.threshold``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

UNKNOWN, STAYS, GOES = 0.0, 1.0, -1.0


class Step(NamedTuple):
    """The knowledge after one look.

    Parameters
    ----------
    entry : the entry looked at, −1 before the first look and after the last.
    known : (n,) of ``UNKNOWN``, ``STAYS`` and ``GOES``.
    total, rho : sum and number of the entries known to stay.
    comparison : the comparison that was made, in numbers.
    """

    entry: int
    known: np.ndarray
    total: float
    rho: int
    comparison: str

    def theta(self, z: float) -> float:
        """Return (Σ − z)/ρ of the entries known to stay, NaN while there are none."""
        return (self.total - z) / self.rho if self.rho else np.nan


def by_sort(x: np.ndarray, z: float) -> list[Step]:
    """Return the steps of Duchi et al. 2008, Fig. 1, on magnitudes ``x`` (n,) with Σ x > z."""
    order = np.argsort(-x, kind="stable")
    steps = [_first(x)]
    for j, entry in enumerate(order, 1):
        _, known, total, rho, _ = steps[-1]
        more = total + x[entry]
        theta = (more - z) / j
        stays = x[entry] > theta
        comparison = (
            f"μ = {x[entry]:.2f} {'>' if stays else '≤'} ({more:.2f} − {z:g})/{j} = {theta:.2f}\n"
            f"{'it stays' if stays else 'it goes, and all smaller ones with it'}"
        )
        if not stays:
            known = _marks_of(known, order[j - 1 :], GOES)
            steps.append(Step(int(entry), known, total, rho, comparison))
            break
        known = _marks_of(known, [entry], STAYS)
        steps.append(Step(int(entry), known, more, rho + 1, comparison))
    return [*steps, _last(steps[-1], z)]


def by_pivot(x: np.ndarray, z: float, seed: int = 0) -> list[Step]:
    """Return the steps of Duchi et al. 2008, Fig. 2; the pivots are drawn with ``seed``."""
    draw = np.random.default_rng(seed)
    steps = [_first(x)]
    left = np.arange(len(x))
    while len(left):
        _, known, total, rho, _ = steps[-1]
        entry = int(draw.choice(left))
        pivot = x[entry]
        above, below = left[x[left] >= pivot], left[x[left] < pivot]
        more, number = total + x[above].sum(), rho + len(above)
        excess = more - number * pivot
        comparison = (
            f"pivot {pivot:.2f}: {more:.2f} − {number} · {pivot:.2f} = "
            f"{excess:.2f} {'<' if excess < z else '≥'} {z:g}\n"
        )
        if excess < z:
            comparison += f"the {len(above)} from it up stay"
            steps.append(Step(entry, _marks_of(known, above, STAYS), more, number, comparison))
            left = below
        else:
            gone = np.append(below, above[x[above] == pivot])
            comparison += f"the {len(gone)} up to it go"
            steps.append(Step(entry, _marks_of(known, gone, GOES), total, rho, comparison))
            left = above[x[above] > pivot]
    return [*steps, _last(steps[-1], z)]


def by_tree(x: np.ndarray, z: float) -> list[Step]:
    """Return the steps of Duchi et al. 2008, Fig. 3, down a balanced tree: see ``balanced``."""
    order = np.argsort(x, kind="stable")
    steps = [_first(x)]
    low, high = 0, len(x)
    while low < high:
        _, known, total, rho, _ = steps[-1]
        middle = (low + high) // 2
        entry, right = int(order[middle]), order[middle:high]
        v = x[entry]
        more, number = total + x[right].sum(), rho + len(right)
        bound = v * number + z
        stays = more < bound
        comparison = (
            f"{more:.2f} {'<' if stays else '≥'} {v:.2f} · {number} + {z:g} = {bound:.2f}\n"
        )
        if stays:
            comparison += "it stays, with all on its right: go left"
            steps.append(Step(entry, _marks_of(known, right, STAYS), more, number, comparison))
            high = middle
        else:
            comparison += "it goes, with all on its left: go right"
            gone = order[low : middle + 1]
            steps.append(Step(entry, _marks_of(known, gone, GOES), total, rho, comparison))
            low = middle + 1
    return [*steps, _last(steps[-1], z)]


def balanced_tree(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the tree that ``by_tree`` goes down: parent (−1: the root) and depth, both (n,)."""
    order = np.argsort(x, kind="stable")
    parent, depth = np.full(len(x), -1), np.zeros(len(x), np.int64)
    spans = [(0, len(x), -1, 0)]
    while spans:
        low, high, above, level = spans.pop()
        if low == high:
            continue
        middle = (low + high) // 2
        parent[order[middle]], depth[order[middle]] = above, level
        spans += [
            (low, middle, order[middle], level + 1),
            (middle + 1, high, order[middle], level + 1),
        ]
    return parent, depth


def _first(x: np.ndarray) -> Step:
    return Step(-1, np.full(len(x), UNKNOWN), 0.0, 0, f"Σ = {x.sum():.2f}: outside the ball")


def _last(step: Step, z: float) -> Step:
    comparison = f"θ = ({step.total:.2f} − {z:g})/{step.rho} = {step.theta(z):.3f}\nfound"
    return step._replace(entry=-1, comparison=comparison)


def _marks_of(known: np.ndarray, entries, mark: float) -> np.ndarray:
    known = known.copy()
    known[entries] = mark
    return known
