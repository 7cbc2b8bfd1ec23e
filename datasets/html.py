"""A dataset as an HTML table of one screen, for notebooks: escaped, without scripts."""

from __future__ import annotations

from typing import Any

import numpy as np

from datasets.wording import shorten

MOST_CLASSES = 6
"""Classes that are named."""


def table_of(dataset: Any) -> str:
    """Return what a Dataset is: its name, size, target, classes, rows held out and source.

    Names come from files, so pandas escapes them; what is long is cut.
    """
    import pandas as pd

    rows = {
        "rows": f"{dataset.n_rows:,}",
        "features": f"{dataset.n_features:,}{_noise(dataset)}",
        "not zero": f"{dataset.X.nnz:,}, {dataset.density:.1%} of the cells",
        "target": _target(dataset),
        "held-out rows": "none" if dataset.test is None else f"{dataset.test.n_rows:,}",
        "source": shorten(dataset.provenance.source or "–", 80),
    }
    title = shorten(dataset.name or "Dataset", 60)
    with pd.option_context("display.max_colwidth", None):
        table = pd.Series(rows, dtype=object).to_frame(title).to_html(escape=True, border=0)
    return f"<div>{table}</div>"


def _noise(dataset: Any) -> str:
    return f", {dataset.n_noise:,} of them random" if dataset.n_noise else ""


def _target(dataset: Any) -> str:
    """The task, and how many rows each class has."""
    if dataset.task == "regression":
        return "regression"
    if dataset.task == "classification":
        return f"two classes: +1 {np.mean(dataset.y > 0.0):.0%}, −1 {np.mean(dataset.y < 0.0):.0%}"
    names = [shorten(name, 20) for name in dataset.classes[:MOST_CLASSES]]
    more = " …" if len(dataset.classes) > MOST_CLASSES else ""
    return f"{len(dataset.classes)} classes: {', '.join(names)}{more}"
