"""The paper's data sets (§4), and what stands in for those that do not ship."""

from __future__ import annotations

import numpy as np

import datasets
from datasets import Dataset, DatasetError
from papers.claim import Case

DENSE, SPARSE = "±1, always", "0/1, one in twenty"
FIRST = 100
"""The training rows of arcene stand first in its file; the paper has these alone."""


def file_of(key: str, **options) -> Dataset:
    """Return the data set of a file in the data folder. Raises DatasetError where it is not."""
    kind = datasets.available().get(key)
    if kind is None or datasets.recipe(key).family == "remote":
        raise DatasetError(f"{key}: there is no file of that name in the data folder.")
    return datasets.load(key, **options)


def arcene(seed: int) -> Dataset:
    """Return arcene's 100 training rows, its features at most 1 in size."""
    table = file_of("arcene", scaling="max-abs 1")
    return Dataset.from_arrays(table.X[:FIRST], table.y[:FIRST], name=table.name)


def digit_products(seed: int) -> Dataset:
    """Return 100 pictures of digits with thousands of products of pixels and as many probes."""
    table = datasets.load("digit_products", n_products=2500, draw=seed, scaling="max-abs 1")
    rows = np.random.default_rng(seed).permutation(table.n_rows)[:FIRST]
    return Dataset.from_arrays(table.X[rows], table.y[rows], name=table.name)


def magic04(kind: str):
    """Return, by the repetition, magic04 with 1000 random features."""
    options = {"scaling": "max-abs 1", "noise_features": 1000, "noise_kind": kind}
    return lambda seed: file_of("magic04", seed=seed, **options)


def breast_cancer(kind: str):
    """Return, by the repetition, breast cancer with 1000 random features."""
    options = {"scaling": "max-abs 1", "noise_features": 1000, "noise_kind": kind}
    return lambda seed: datasets.load("breast_cancer", seed=seed, **options)


def documents(seed: int) -> Dataset:
    """Return made-up documents."""
    return datasets.load("zipf_text", n_rows=4000, draw=seed)


ARCENE = (
    Case("arcene", arcene),
    Case("digit products", digit_products, "100 small pictures, products of pixels, and probes."),
)
BESIDE = "569 tumours instead of 19,020 showers."
MAGIC_DENSE = (
    Case("magic04d", magic04(DENSE)),
    Case("breast cancer, dense noise", breast_cancer(DENSE), BESIDE),
)
MAGIC_SPARSE = (
    Case("magic04s", magic04(SPARSE)),
    Case("breast cancer, sparse noise", breast_cancer(SPARSE), BESIDE),
)
TEXT = (
    Case(
        "rcv1 sample",
        lambda seed: file_of("rcv1_sample"),
        "1750 documents of 47,236 words, where the paper has 806,791 of 378,452.",
    ),
    Case("made-up documents", documents, "4000 documents drawn by Zipf's law."),
)
