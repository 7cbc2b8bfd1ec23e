"""The step in which a hand turns the penalty of RDA, to get a number of features."""

from __future__ import annotations

import numpy as np

from charts import Picture
from charts.layout import frame
from charts.palette import colour
from datasets import Dataset
from knobs import knobs_of
from pages.lessons.counting.evidence import Evidence, Knobs, method, train
from ui.lessons.evidence import remember

MOST, OPENING = 60, 0.047
"""Features up to which the picture reaches, and the penalty at which the step opens."""
LOW = 4
"""A number of features is named above its mark up to here: under it are those of the axis."""
NEAR = 1
"""So many features from the number asked for is near."""


@remember(most=8)
def kept_at_stops(data: Dataset, eta: float) -> dict[float, int]:
    """Return the features that RDA keeps at each stop of the penalty's slider."""
    stops = knobs_of(Knobs)["penalty"].stops()
    return dict(zip(stops, kept_by_rda(data, stops, eta), strict=True))


def kept_by_rda(data: Dataset, penalties: list[float], eta: float) -> list[int]:
    """Return the features that RDA keeps with each of some penalties."""
    runs = train([method("rda", penalty, eta) for penalty in penalties], data)
    return [int(run.used[-1]) for run in runs]


def kept_now(evidence: Evidence) -> int:
    """Return the features that RDA keeps with the penalty as it stands."""
    penalty, eta = evidence.knobs.penalty, evidence.knobs.eta
    at_stops = kept_at_stops(evidence.data, eta)
    if penalty in at_stops:
        return at_stops[penalty]
    return kept_by_rda(evidence.data, [penalty], eta)[0]


def near_k(evidence: Evidence) -> bool:
    """Return whether RDA keeps nearly as many features as there are seats."""
    return abs(kept_now(evidence) - evidence.knobs.n_nonzeros) <= NEAR


def stops_tried(evidence: Evidence) -> dict[float, int]:
    """Return what RDA keeps at the stops that the slider passed on its way from the opening; at all
    stops once it is near."""
    every = kept_at_stops(evidence.data, evidence.knobs.eta)
    if near_k(evidence):
        return every
    low, high = sorted((OPENING, evidence.knobs.penalty))
    on_the_way = {stop: kept for stop, kept in every.items() if low <= stop <= high}
    return on_the_way if low < high else {}


def penalty_picture(evidence: Evidence) -> Picture:
    """Return what RDA keeps now, and at stops that were tried, beside the number of seats."""
    k, kept, knob = evidence.knobs.n_nonzeros, kept_now(evidence), knobs_of(Knobs)["penalty"]
    hue, data = colour("rda", 0), []
    tried = stops_tried(evidence)
    if tried:
        data.append(
            _marks("other stops", list(tried), list(tried.values()), hue, 7) | {"opacity": 0.45}
        )
    # Neither on the line nor on other marks, which fall from left to right.
    side = "top right" if kept >= k else "bottom left" if kept > LOW else "top left"
    number = "1 feature" if kept == 1 else f"{kept} features"
    now = _marks("now", [evidence.knobs.penalty], [kept], hue, 13)
    data.append(now | {"mode": "markers+text", "text": [number], "textposition": side})
    ticks = [0.02, 0.05, 0.1, 0.2]
    layout = frame(
        "penalty λ of RDA",
        "features kept",
        xaxis={
            "type": "log",
            "range": np.log10([0.9 * knob.low, 1.1 * knob.high]).tolist(),
            "tickvals": ticks,
            "ticktext": [f"{tick:g}" for tick in ticks],
        },
        yaxis={"range": [0.0, MOST]},
    )
    line = {"type": "line", "xref": "paper", "x0": 0.0, "x1": 1.0, "y0": k, "y1": k}
    layout["shapes"] = [line | {"line": {"width": 1.5, "dash": "dot"}}]
    place = {"x": 1.0, "xref": "paper", "y": k, "xanchor": "left", "xshift": 4}
    layout["annotations"] = [
        {"text": f"wanted: {k}", "font": {"size": 13}, "showarrow": False} | place
    ]
    layout["margin"]["r"] = 90
    alt = f"RDA keeps {number} at the penalty {evidence.knobs.penalty:g}; wanted: {k}."
    caption = "Small marks: the other stops of the slider."
    if not near_k(evidence):
        caption = "Small marks: stops of the slider on the way here." if tried else ""
    return Picture("penalty", data, layout, alt, caption, heading="How many features RDA keeps")


def _marks(name: str, x: list, y: list, hue: str, size: int) -> dict:
    """Marks at some penalties, as Plotly has them."""
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": np.asarray(x, np.float64),
        "y": np.asarray(y, np.float64),
        "marker": {"color": hue, "size": size},
        "textfont": {"size": 15, "color": hue},
        "cliponaxis": False,
    }
