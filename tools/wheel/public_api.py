"""A program as users write it, for the type checker to read: ``make wheel``."""

from __future__ import annotations

from typing import assert_type

import numpy as np

import datasets
from algorithms import CATALOGUE, Trace, folds, record, tune
from algorithms.online.truncated_gradient import TruncatedGradient
from datasets import Dataset

data = datasets.load("breast_cancer", noise_features=1000, scaling="unit variance")
assert_type(data, Dataset)
own = Dataset.from_arrays(np.eye(3), np.array([1.0, -1.0, 1.0]))
assert_type(own, Dataset)

trace = record(CATALOGUE["truncated_gradient"](gravity=0.1, period=10), data, passes=10)
assert_type(trace, Trace)
assert_type(record(TruncatedGradient(gravity=0.1), own, loss="logistic", seed=1), Trace)
print(trace.used[-1] + trace.steps[-1], data.n_features // 2, data.X.nnz, data.task.upper())
print(tune(CATALOGUE["truncated_gradient"](), data), len(folds(data, 3)))
