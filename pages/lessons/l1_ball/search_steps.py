"""The sort, the pivot search and the tree as they look for θ on one small vector, look by look.

The papers' loops in plain Python, for pictures; the kernels are in ``sort``, ``pivot`` and
``search``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

UNKNOWN, STAYS, OUT = 0.0, 1.0, -1.0


class Look(NamedTuple):
    """What is known after a look.

    entry : the one looked at, −1 before the first look and after the last. known : (n,) of
    ``UNKNOWN``, ``STAYS`` and ``OUT``. total, rho : sum and number of those known to stay.
    told : the comparison that was made, in numbers.
    """

    entry: int
    known: np.ndarray
    total: float
    rho: int
    told: str

    def theta(self, z: float) -> float:
        """(Σ − z)/ρ of those known to stay, NaN while there are none."""
        return (self.total - z) / self.rho if self.rho else np.nan


def by_sort(x: np.ndarray, z: float) -> list[Look]:
    """Duchi et al. 2008, Fig. 1, of magnitudes ``x`` (n,) with Σ x > z."""
    order = np.argsort(-x, kind="stable")
    looks = [_first(x)]
    for j, entry in enumerate(order, 1):
        _, known, total, rho, _ = looks[-1]
        lower = (total + x[entry] - z) / j
        stays = x[entry] > lower
        compared = f"μ = {x[entry]:.2f} {'>' if stays else '≤'} "
        compared += f"({total + x[entry]:.2f} − {z:g})/{j} = {lower:.2f}"
        told = f"{compared}\n{'it stays' if stays else 'it goes, and all smaller ones with it'}"
        if not stays:
            looks.append(Look(int(entry), _set(known, order[j - 1 :], OUT), total, rho, told))
            break
        looks.append(Look(int(entry), _set(known, [entry], STAYS), total + x[entry], rho + 1, told))
    return [*looks, _last(looks[-1], z)]


def by_pivot(x: np.ndarray, z: float, seed: int = 0) -> list[Look]:
    """Duchi et al. 2008, Fig. 2; the pivots are drawn with ``seed``."""
    draw, looks = np.random.default_rng(seed), [_first(x)]
    left = np.arange(len(x))
    while len(left):
        _, known, total, rho, _ = looks[-1]
        entry = int(draw.choice(left))
        above, below = left[x[left] >= x[entry]], left[x[left] < x[entry]]
        more, number = total + x[above].sum(), rho + len(above)
        stay = more - number * x[entry] < z
        told = f"pivot {x[entry]:.2f}: {more:.2f} − {number} · {x[entry]:.2f} = "
        told += f"{more - number * x[entry]:.2f} {'<' if stay else '≥'} {z:g}\n"
        if stay:
            told += f"the {len(above)} from it up stay"
            looks.append(Look(entry, _set(known, above, STAYS), more, number, told))
            left = below
        else:
            gone = np.append(below, above[x[above] == x[entry]])
            told += f"the {len(gone)} up to it go"
            looks.append(Look(entry, _set(known, gone, OUT), total, rho, told))
            left = above[x[above] > x[entry]]
    return [*looks, _last(looks[-1], z)]


def by_tree(x: np.ndarray, z: float) -> list[Look]:
    """Duchi et al. 2008, Fig. 3, down a balanced tree: see ``balanced``."""
    order, looks = np.argsort(x, kind="stable"), [_first(x)]
    low, high = 0, len(x)
    while low < high:
        _, known, total, rho, _ = looks[-1]
        middle = (low + high) // 2
        entry, right = int(order[middle]), order[middle:high]
        v, more, number = x[entry], total + x[right].sum(), rho + len(right)
        stays = more < v * number + z
        told = f"{more:.2f} {'<' if stays else '≥'} {v:.2f} · {number} + {z:g}"
        told += f" = {v * number + z:.2f}\n"
        if stays:
            told += "it stays, with all on its right: go left"
            looks.append(Look(entry, _set(known, right, STAYS), more, number, told))
            high = middle
        else:
            told += "it goes, with all on its left: go right"
            gone = order[low : middle + 1]
            looks.append(Look(entry, _set(known, gone, OUT), total, rho, told))
            low = middle + 1
    return [*looks, _last(looks[-1], z)]


def balanced(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The tree that ``by_tree`` goes down: parent (−1: the root) and depth of each entry, (n,)."""
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


def _first(x: np.ndarray) -> Look:
    return Look(-1, np.full(len(x), UNKNOWN), 0.0, 0, f"Σ = {x.sum():.2f}: outside the ball")


def _last(look: Look, z: float) -> Look:
    told = f"θ = ({look.total:.2f} − {z:g})/{look.rho} = {look.theta(z):.3f}\nfound"
    return look._replace(entry=-1, told=told)


def _set(known: np.ndarray, entries, to: float) -> np.ndarray:
    known = known.copy()
    known[entries] = to
    return known
