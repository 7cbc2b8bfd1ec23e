"""The data sets of the comparison: six that ship or are made, six that are files."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import datasets
from datasets import Dataset, DatasetError
from papers.claim import Case

HELD_OUT = 0.4
"""The share of the rows held out: one half of them chooses the knobs, the other judges."""

NOISE = {"noise_features": 1000}
SETS: Mapping[str, tuple[str, Mapping[str, Any], int]] = {
    "breast cancer + 1000": ("breast_cancer", NOISE | {"scaling": "unit variance"}, 10),
    "digits 3/8 + 1000": (
        "digits_4_9",
        NOISE | {"scaling": "max-abs 1", "plus": "3", "minus": "8"},
        10,
    ),
    "donor sites": ("donor_sites", {"n_rows": 4000}, 3),
    "sparse linear model": ("sparse_linear", {"n_rows": 4000}, 3),
    "documents": ("zipf_text", {"n_rows": 4000, "n_features": 10_000}, 3),
    "clicks": ("click_stream", {"n_rows": 5000}, 2),
    "krvskp + 1000": ("krvskp", NOISE, 3),
    "spambase + 1000": ("spambase", NOISE | {"scaling": "unit variance"}, 3),
    "magic04 + 1000": ("magic04", NOISE | {"scaling": "unit variance"}, 1),
    "mushroom + 1000": ("mushroom", NOISE, 1),
    "rcv1 sample": ("rcv1_sample", {}, 5),
    "ad": ("ad", {"scaling": "max-abs 1"}, 5),
}
"""By the name of a case: the key of its dataset, options of it, and passes over its rows."""


def data_of(name: str, seed: int) -> Dataset:
    """Return the data of a case: each repetition draws noise, rows held out, made data anew.

    Raises DatasetError where its file is not in the data folder.
    """
    key, options, _ = SETS[name]
    kind = datasets.available().get(key)
    if kind is None or datasets.recipe(key).family == "remote":
        raise DatasetError(f"{key}: there is no file of that name in the data folder.")
    return datasets.load(key, test_fraction=HELD_OUT, seed=seed, **options)


def passes_of(case: Case) -> int:
    """Return how often a run goes through the rows of a case."""
    return SETS[case.name][2]


CASES = tuple(Case(name, partial(data_of, name)) for name in SETS)
