"""Weights: the final ones against the true ones, and the paths of the largest."""

from __future__ import annotations

import numpy as np

from charts.labels import IN_A_TOOLTIP, IN_WORDS, as_text, range_of, shorten
from charts.layout import curve, frame
from charts.palette import REFERENCE
from charts.picture import Picture
from charts.run import Run
from charts.x_axis import label
from datasets import Dataset

LEGEND = {"showlegend": True, "legend": {"orientation": "h", "y": 1.02, "yanchor": "bottom"}}
SHOWN = 60
PATHS = 12

LINE, LEADER = 1 / 22, 16
"""The height of a line of names as a share of the picture's; pixels from a curve to its name."""

# A name is not written into the template, in which it could ask for values itself.
READ_OFF = "%{text}: %{y:.4g}<extra></extra>"
"""What stands beside a weight that a mouse points at."""

SYMBOLS = ("circle", "diamond", "square", "triangle-up", "cross")


def weights(runs: list[Run], dataset: Dataset | None = None) -> Picture:
    """Return final weights of each run, largest first, with the true ones where they are known.

    With a truth, features stand in the order of their true size, so that a weight right of the
    last true feature is a false one; without it each run is sorted by its own sizes.
    """
    broken = [run.letter for run in runs if run.has_diverged]
    runs = [run for run in runs if not run.has_diverged]
    if not runs:
        return _nothing("weights", "Every run diverged: there are no final weights to show.")
    truth = None if dataset is None else dataset.true_weights
    if truth is None:
        curves, across = _by_own_size(runs, dataset), "rank of the weight"
    else:
        curves, across = _by_true_size(runs, dataset), "rank of the feature by its true weight"
    sizes = "size of the weight" if truth is None else "weight"
    layout = frame(across, sizes) | LEGEND
    sentence = "; ".join(
        f"{run.letter} {run.name}: largest {np.abs(run.trace.final.weights).max():.3g}"
        for run in runs
    )
    final = runs[0].trace.final.weights
    caption = ""
    if final.size > SHOWN:
        parts = "weights" if final.ndim > 1 else "features"
        caption = f"Shown are {SHOWN} of {final.size:,} {parts}, the largest first."
    if truth is not None:
        caption += " Grey circles: the weights the data was made with."
    if broken:
        caption += f" Left out, diverged: {', '.join(broken)}."
    heading = "The weights at the end" + (", beside the true ones" if truth is not None else "")
    alt = f"Final weights. {sentence}."
    return Picture("weights", curves, layout, alt, caption.strip(), heading)


def _by_own_size(runs: list[Run], dataset: Dataset | None) -> list[dict]:
    curves = []
    for run in runs:
        values = run.trace.final.weights.ravel()
        leading = np.argsort(-np.abs(values), kind="stable")[:SHOWN]
        drawn = _markers(run, np.abs(values[leading]), "lines+markers", len(curves))
        named = zip(_names(run, leading, dataset), values[leading], strict=True)
        # The height is the size alone.
        texts = [f"{name}: {value:.4g}".replace(": -", ": −") for name, value in named]
        curves.append({**drawn, "text": texts, "hovertemplate": "%{text}<extra></extra>"})
    return curves


def _by_true_size(runs: list[Run], dataset: Dataset) -> list[dict]:
    truth = dataset.true_weights
    leading = np.lexsort((-_largest_over(runs), -np.abs(truth)))[:SHOWN]
    rank = np.arange(1, len(leading) + 1)
    curves = [{**_dots("true weights", REFERENCE, rank, truth[leading]), "mode": "markers"}]
    for run in runs:
        values = run.trace.final.weights.ravel()[leading]
        curves.append(_markers(run, values, "markers", len(curves)))
    texts = _names(runs[0], leading, dataset)
    return [{**drawn, "text": texts, "hovertemplate": READ_OFF} for drawn in curves]


def _names(run: Run, places: np.ndarray, dataset: Dataset | None) -> list[str]:
    """The features of some weights, as a tooltip has them; columns of X without a dataset."""
    if dataset is not None:
        names = [_name(int(place), dataset) for place in places]
        return [as_text(shorten(name, IN_A_TOOLTIP)) for name in names]
    final = run.trace.final
    rows, columns = np.divmod(places, final.weights.shape[-1])
    columns = columns if final.features is None else final.features[columns]
    several = final.weights.ndim > 1
    return [
        f"X[:, {column}]" + (f", class {row}" if several else "")
        for row, column in zip(rows, columns, strict=True)
    ]


def _markers(run: Run, values: np.ndarray, mode: str, place: int) -> dict:
    marker = {"size": 6, "symbol": SYMBOLS[place % len(SYMBOLS)], "color": run.colour}
    rank = np.arange(1, len(values) + 1)
    return {**curve(run, rank, values), "mode": mode, "marker": marker}


def weight_paths(run: Run, dataset: Dataset) -> Picture:
    """Return the paths of the ``PATHS`` weights of ``run`` that were ever largest, by name."""
    trace = run.trace
    if run.has_diverged:
        return _nothing("paths", f"Run {run.letter} diverged: its weights have no scale.")
    largest = np.argsort(-np.abs(trace.weights).max(axis=0), kind="stable")[:PATHS]
    names = [_name(int(run.trace.tracked[i]), dataset) for i in largest]
    curves = [_path(run, i, name, dataset) for i, name in zip(largest, names, strict=True)]
    layout = frame(label("steps", [run]), f"weight of {run.letter}")
    layout["xaxis"]["range"] = [0.0, float(trace.steps[-1])]  # names stand beyond it
    layout["yaxis"]["range"] = range_of(layout["yaxis"], curves)
    _name_at_right(names, curves, layout)
    layout["margin"]["r"] = 150
    caption = f"Drawn are the {len(largest)} weights that were ever largest."
    if any(curve["line"]["dash"] == "dot" for curve in curves) and dataset.n_noise:
        caption += " Dotted grey: columns of random numbers, useless by construction."
    in_words = ", ".join(shorten(name, IN_WORDS) for name in names)
    alt = f"Weight paths of {run.letter} {run.name}: {in_words}."
    heading = f"The largest weights of {run.letter}, {run.in_a_sentence}, as it learns"
    return Picture("paths", curves, layout, alt, caption, heading)


def _path(run: Run, i: int, name: str, dataset: Dataset) -> dict:
    """The curve of the ``i``-th of the weights that were followed."""
    place = int(run.trace.tracked[i])
    random = place % dataset.n_features >= dataset.n_features - dataset.n_noise
    line = {
        "color": REFERENCE if random else run.colour,
        "dash": "dot" if random else "solid",
        "width": 1.6,
    }
    return {
        **curve(run, run.trace.steps, run.trace.weights[:, i]),
        "name": as_text(name),
        "text": as_text(shorten(name, IN_A_TOOLTIP)),
        "hovertemplate": READ_OFF,
        "line": line,
    }


def _name(place: int, dataset: Dataset) -> str:
    """The feature a weight belongs to; of a multiclass run the class, too."""
    row, feature = divmod(place, dataset.n_features)
    name = dataset.feature_names[feature]
    return f"{name} · {dataset.classes[row]}" if dataset.classes else name


def _nothing(name: str, why: str) -> Picture:
    return Picture(name, [], frame("", ""), why, why)


def _largest_over(runs: list[Run]) -> np.ndarray:
    return np.max([np.abs(run.trace.final.weights) for run in runs], axis=0)


def _dots(name: str, colour: str, x: np.ndarray, y: np.ndarray) -> dict:
    return {
        "type": "scatter",
        "name": name,
        "x": x.astype(np.float32),
        "y": y.astype(np.float32),
        "marker": {"color": colour, "size": 9, "symbol": "circle-open", "line": {"width": 2}},
    }


def _name_at_right(names: list[str], curves: list[dict], layout: dict) -> None:
    """Write the names right of their curves, each with a thin line that leads to it."""
    low, high = layout["yaxis"]["range"]
    ends = [float(line["y"][-1]) for line in curves]
    heights = kept_apart(ends, LINE * (high - low), low, high)
    layout["annotations"], layout["shapes"] = [], []
    for name, line, end, height in zip(names, curves, ends, heights, strict=True):
        note = {
            "x": float(line["x"][-1]),
            "y": height,
            "text": as_text(shorten(name, 22)),
            "font": {"size": 10},
            "showarrow": False,
            "xanchor": "left",
            "xshift": LEADER + 2,
        }
        leader = {
            "type": "line",
            "xref": "paper",
            "xsizemode": "pixel",
            "xanchor": 1.0,
            "x0": 2,
            "x1": LEADER,
            "y0": end,
            "y1": height,
            "line": {"color": line["line"]["color"], "width": 1},
        }
        layout["annotations"].append(note)
        layout["shapes"].append(leader)


def kept_apart(heights: list[float], room: float, low: float, high: float) -> list[float]:
    """Return places in the order of ``heights`` and as near to them as can be.

    Parameters
    ----------
    heights : where each would stand alone.
    room : the least distance of two.
    low, high : the ends between which all stand, if there is room for them.
    """
    from scipy.optimize import isotonic_regression

    order = np.argsort(heights, kind="stable")
    below = room * np.arange(len(heights))
    places = isotonic_regression(np.asarray(heights, float)[order] - below).x
    places = np.clip(places, low, max(low, high - below[-1])) + below
    return places[np.argsort(order)].tolist()
