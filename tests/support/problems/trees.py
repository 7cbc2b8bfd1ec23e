"""The tree of the projection beside a dense vector that is projected after each step."""

from __future__ import annotations

import math
import os

import numpy as np

from algorithms.projection.tree import tree
from algorithms.projection.tree.nodes import Tree, start

# Interpreted, kernels are some hundred times slower.
LESS = 20 if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0") else 1


def project_exactly(w: np.ndarray, z: float) -> np.ndarray:
    """Duchi et al., Fig. 1, on magnitudes as distances to the largest."""
    size = np.abs(w)
    if math.fsum(size) <= z:
        return w
    down = -np.sort(size.max() - size)
    lower = (np.cumsum(down.astype(np.longdouble)) - z) / np.arange(1, w.size + 1)
    theta = lower[np.flatnonzero(down > lower)[-1]]
    return np.copysign(np.maximum(size - size.max() - theta, 0.0).astype(float), w)


def check(t: Tree) -> None:
    """Everything the tree claims about itself."""
    nodes, state, seen = t.nodes, t.state[0], []

    def walk(at: int, parent: int, low: tuple, high: tuple, level: int | None) -> list:
        node = nodes[at]
        assert node.parent == parent and level in (None, node.level)
        keys, ids, used = node["keys"], node.ids, node.used
        assert np.isinf(keys[used:]).all()
        if node.level == 0:
            held = list(zip(keys[:used].tolist(), ids[:used].tolist(), strict=True))
            assert (ids[used:] == -1).all() and all(low <= entry < high for entry in held)
            assert all(node.low <= key <= node.high for key, _ in held)
            seen.extend(ids[:used].tolist())
        else:
            held, cuts = [], [low] + [(keys[i], nodes[ids[i]].first) for i in range(1, used)]
            assert used > 0 and cuts[1:] == sorted(cuts[1:])
            for i, child in enumerate(ids[:used].tolist()):
                held += walk(child, at, cuts[i], [*cuts, high][i + 1], node.level - 1)
        total = math.fsum(key for key, _ in held)
        assert node.count == len(held)
        assert abs(node.total + node.rest - total) <= 4e-16 * abs(total)
        return held

    held = walk(state.root, -1, (-math.inf, -1), (math.inf, -1), None)
    assert sorted(seen) == np.flatnonzero(t.weights).tolist()
    assert all(abs(t.weights[j]) == key > state.shift for key, j in held)


def run(d: int, z: float, steps, looks: int = 10) -> tuple[Tree, np.ndarray]:
    """Walk both; equal to 1e-12 of z, or of the largest change, at several looks."""
    t, w = start(d), np.zeros(d)
    steps = list(steps)
    for number, (features, changes) in enumerate(steps, 1):
        for j, change in zip(features, changes, strict=True):
            tree.add(*t, j, change)
            w[j] += change
        tree.project(*t, z)
        w = project_exactly(w, z)
        if number % max(len(steps) // looks, 1) == 0:
            check(t)
            assert np.abs(tree.values(t.weights, t.state) - w).max() <= 1e-12 * z
            j = features[0]
            assert tree.read(t.weights, t.state, j) == tree.values(t.weights, t.state)[j]
    return t, w


def sparse(d: int, k: int, steps: int, scale: float, seed: int = 0):
    """Some entries drawn evenly, half of them from the first tenth of all."""
    draw = np.random.default_rng(seed)
    for _ in range(max(steps // LESS, 20)):
        features = np.unique(np.r_[draw.integers(0, d, k), draw.integers(0, d // 10 + 1, k)])
        yield features.tolist(), draw.normal(0.0, scale, features.size).tolist()
