"""A dataset of many classes."""

from __future__ import annotations

import numpy as np

from tests.naive import dataset


def many_classes():
    draw = np.random.default_rng(0)
    X = draw.standard_normal((60, 4))
    y = np.argmax(X[:, :3] + 0.1 * draw.standard_normal((60, 3)), axis=1)
    return dataset(X, y, "multiclass", classes=("red", "green", "blue"))
