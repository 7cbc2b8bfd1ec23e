"""The features that go most with the target, each by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from charts.labels import IN_A_TOOLTIP, IN_WORDS, as_text, shorten
from charts.layout import frame, name_places
from charts.palette import HUES
from charts.picture import Picture

if TYPE_CHECKING:
    import pandas as pd

MOST = 15
ALONG, AGAINST = HUES["blue"][0], HUES["vermilion"][0]
"""The colours of a feature that rises with the target, and of one that falls."""
LONGEST = 22
"""Letters of a name beside its bar."""


def relevance(described: pd.DataFrame, measure: str) -> Picture:
    """Return bars of the column ``measure`` of ``datasets.describe``, the largest sizes first."""
    known = described[["name", measure]].dropna()
    leading = known.iloc[np.argsort(-known[measure].abs().to_numpy(), kind="stable")[:MOST]]
    values = leading[measure].to_numpy(np.float64)
    names = list(leading["name"])
    bars = {
        "type": "bar",
        "orientation": "h",
        "name": measure,
        "x": values[::-1],
        # Equal short names would share a bar: their places tell them apart.
        "y": np.arange(len(values), dtype=np.int64),
        "text": [as_text(shorten(name, IN_A_TOOLTIP)) for name in names[::-1]],
        "hovertemplate": "%{text}: %{x:.3f}<extra></extra>",
        "textposition": "none",
        "marker": {"color": np.where(values[::-1] < 0, AGAINST, ALONG).tolist()},
    }
    ticks = {
        "tickmode": "array",
        "tickvals": list(range(len(values))),
        "ticktext": [as_text(shorten(name, LONGEST)) for name in names[::-1]],
        "automargin": True,
        "showline": False,
        "ticks": "",
    }
    layout = frame(measure, "", yaxis=ticks) | {"bargap": 0.25}
    name_places(layout, yaxis=names[::-1])
    leaders = ", ".join(
        f"{shorten(name, IN_WORDS)} {value:.2f}"
        for name, value in zip(names[:3], values[:3], strict=True)
    )
    return Picture(
        "relevance",
        [bars],
        layout,
        alt=f"{measure}, feature by feature; the largest: {leaders or 'none'}.",
        caption=f"The {len(values)} features with the largest {measure}, each taken alone.",
    )
