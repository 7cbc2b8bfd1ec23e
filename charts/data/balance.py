"""The target: the rows of each class, or the spread of its values."""

from __future__ import annotations

import re

import numpy as np

from charts.labels import IN_A_TOOLTIP, IN_WORDS, as_text, shorten
from charts.layout import frame
from charts.palette import HUES
from charts.picture import Picture
from datasets import Dataset

BINS = 40
COLOUR = HUES["blue"][0]
ALONG, UPRIGHT, MOST = 54, 12, 24
"""Letters that have room under the bars side by side; of each name where they stand upright; and
where fewer would make two names the same."""
TITLE = 40
"""Letters that have room under an axis."""
COUNTED = re.compile(r" \([\d,]+ rows?\)")
NAMED = 24
"""Bars that have room for a name each."""


def balance(dataset: Dataset) -> Picture:
    """Return one bar per class, or a histogram where the target is a number.

    Rows kept back are not counted.

    Examples
    --------
    >>> balance(Dataset.from_arrays([[1.0], [2.0], [3.0]], ["cat", "dog", "dog"])).alt
    'Rows of each class: -1 1, +1 2.'
    """
    if dataset.task == "regression":
        return _histogram(dataset)
    labels, rows = np.unique(dataset.y, return_counts=True)
    many = dataset.task == "multiclass"
    names = [dataset.classes[int(c)] if many else f"{c:+.0f}" for c in labels]
    counts = ", ".join(
        f"{shorten(name, IN_WORDS)} {n:,}" for name, n in zip(names, rows, strict=True)
    )
    share = rows.min() / rows.sum()
    hover = {
        "text": [as_text(shorten(name, IN_A_TOOLTIP)) for name in names],
        "textposition": "none",
        "hovertemplate": "%{text}: %{y:,} rows<extra></extra>",
    }
    return Picture(
        "balance",
        [_bars(names, rows.astype(np.int64)) | hover],
        _layout(_title(dataset, "class"), "rows", xaxis=_axis_of_names(names)),
        alt=f"Rows of each class: {counts}.",
        caption=f"{_class_words(dataset)}The rarest class has {share:.1%} of {_which(dataset)}.",
    )


def _class_words(dataset: Dataset) -> str:
    """Return the sentence that says which of two classes is which; nothing where there are more."""
    targets = (step.what for step in dataset.report if step.stage == "target")
    said = next((what for what in targets if " is +1 (" in what), "").removeprefix("Target: ")
    if dataset.test is not None:  # its counts are those of all rows
        said = COUNTED.sub("", said)
    return f"{said[0].upper()}{said[1:]} " if said else ""


def _which(dataset: Dataset) -> str:
    """Return which rows are counted."""
    if dataset.test is None:
        return "the rows"
    return f"the {dataset.n_rows:,} rows that are learned from"


def _axis_of_names(names: list[str]) -> dict:
    """Return an axis on which each bar has a name, or every so many where they are many."""
    shown = names[:: -(-len(names) // NAMED)]
    return {
        "type": "category",
        "tickmode": "array",
        "tickvals": shown,
        "ticktext": [as_text(name) for name in _apart(shown)],
        "automargin": True,
    }


def _apart(names: list[str]) -> list[str]:
    """Return the names cut to what has room, or to as much more as tells them apart."""
    for room in range(max(UPRIGHT, ALONG // len(names)), MOST):
        cut = [shorten(name, room) for name in names]
        if len(set(cut)) == len(names):
            return cut
    return [shorten(name, MOST) for name in names]


def _histogram(dataset: Dataset) -> Picture:
    rows, edges = np.histogram(dataset.y, bins=min(BINS, max(len(np.unique(dataset.y)), 2)))
    middle = (edges[:-1] + edges[1:]) / 2
    low, median, high = np.quantile(dataset.y, [0.0, 0.5, 1.0])
    reach = f"from {low:,.6g} to {high:,.6g}, half of it below {median:,.6g}"
    return Picture(
        "balance",
        [_bars(middle, rows.astype(np.int64))],
        _layout(_title(dataset, "target"), "rows"),
        alt=f"A histogram of the target, {reach}.",
        caption=f"In {_which(dataset)} the target goes {reach}.",
    )


def _title(dataset: Dataset, otherwise: str) -> str:
    """Return the name of the target, as far as it has room under the axis."""
    return as_text(shorten(dataset.target_name, TITLE)) or otherwise


def _bars(x, rows: np.ndarray) -> dict:
    return {"type": "bar", "name": "rows", "x": x, "y": rows, "marker": {"color": COLOUR}}


def _layout(x: str, y: str, **axes: dict) -> dict:
    return frame(x, y, yaxis={"rangemode": "tozero"}, **axes) | {"bargap": 0.12}
