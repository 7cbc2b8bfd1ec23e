"""Small datasets of odd scales, each by its name: what a visitor's own file may look like."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from datasets import Dataset


def odd_data(n: int = 300, seed: int = 0) -> dict[str, Dataset]:
    """Return ten datasets of ``n`` rows, by name."""
    rng = np.random.default_rng(seed)
    plain = rng.standard_normal((n, 12))
    score = plain[:, :4] @ (2.0, -1.5, 1.0, 0.5) + 0.3 * rng.standard_normal(n)
    y = np.where(score > 0, 1.0, -1.0)
    scaled = plain * np.logspace(-6, 6, 12)
    counts = sp.csr_array(rng.poisson(0.03 + 0.2 * (y[:, None] > 0) * (np.arange(400) < 20)))
    numbered = np.column_stack([1e9 + rng.permutation(n), plain])
    flat = np.column_stack([np.full(n, 7.0), np.zeros(n), plain])
    rare = np.where(score > np.quantile(score, 0.98), 1.0, -1.0)
    thirds = np.digitize(score, np.quantile(score, (1 / 3, 2 / 3))).astype(float)
    tails = np.exp(3 * rng.standard_normal((n, 12)))
    cauchy = rng.standard_cauchy((n, 12))
    made = {
        "columns of 1e-6 to 1e6": (scaled, y),
        "log-normal columns": (tails, np.where(np.log(tails) @ np.eye(12)[0] > 0, 1.0, -1.0)),
        "Cauchy columns": (cauchy, np.where(cauchy[:, 0] > 0, 1.0, -1.0)),
        "sparse counts": (counts, y),
        "a number of 1e9 in each row": (numbered, y),
        "constant columns": (flat, y),
        "sixteen rows": (plain[:16], y[:16]),
        "one class of 2 %": (plain, rare),
        "a target in millions": (plain, 3e6 + 1e6 * score),
        "three classes": (plain, thirds),
    }
    return {
        name: Dataset.from_arrays(X, target, name=name, task=task_of(name))
        for name, (X, target) in made.items()
    }


def task_of(name: str) -> str:
    """Return the task of one of these datasets."""
    tasks = {"a target in millions": "regression", "three classes": "multiclass"}
    return tasks.get(name, "classification")
