"""Weights: the final ones against the true ones, and the paths of the largest."""

from __future__ import annotations

import numpy as np

from charts.labels import as_text, span_of, spread
from charts.layout import curve, frame
from charts.palette import REFERENCE
from charts.picture import Picture
from charts.run import Run
from charts.x_axis import label
from datasets import Dataset

SHOWN = 60
PATHS = 12
SYMBOLS = ("circle", "diamond", "square", "triangle-up", "cross")


def weights(runs: list[Run], dataset: Dataset) -> Picture:
    """Final weights of each run, largest first; with the true ones where they are known.

    With a truth, features stand in the order of their true size, so that a weight right of the
    last true feature is a false one; without it each run is sorted by its own sizes.
    """
    d = runs[0].trace.final_weights.size
    runs, broken = [r for r in runs if not r.diverged], [r.letter for r in runs if r.diverged]
    if not runs:
        return _nothing("weights", "Every run diverged: there are no final weights to show.")
    shown = min(SHOWN, d)
    rank = np.arange(1, shown + 1)
    truth = dataset.true_weights
    curves = []
    if truth is not None:
        leading = np.lexsort((-_largest_over(runs), -np.abs(truth)))[:shown]
        curves.append({**_dots("true weights", REFERENCE, rank, truth[leading]), "mode": "markers"})
        axis = "feature, by true size"
    else:
        leading, axis = None, "rank of the weight"
    for run in runs:
        w = run.trace.final_weights.ravel()
        values = w[leading] if truth is not None else -np.sort(-np.abs(w))[:shown]
        drawn = "markers" if truth is not None else "lines+markers"
        marker = {"size": 6, "symbol": SYMBOLS[len(curves) % len(SYMBOLS)], "color": run.colour}
        curves.append({**curve(run, rank, values), "mode": drawn, "marker": marker})
    layout = frame(axis, "weight" if truth is not None else "size of the weight, |w|")
    told = "; ".join(
        f"{run.letter} {run.name}: largest {np.abs(run.trace.final_weights).max():.3g}"
        for run in runs
    )
    what = "weights" if runs[0].trace.final_weights.ndim > 1 else "features"
    caption = f"The first {shown} of {d:,} {what}." if d > shown else ""
    if truth is not None:
        caption += " Grey circles: the weights the data was made with."
    if broken:
        caption += f" Left out, diverged: {', '.join(broken)}."
    return Picture("weights", curves, layout, f"Final weights. {told}.", caption.strip())


def weight_paths(run: Run, dataset: Dataset) -> Picture:
    """The paths of the ``PATHS`` weights of ``run`` that were ever largest, by name."""
    trace = run.trace
    if run.diverged:
        return _nothing("paths", f"Run {run.letter} diverged: its weights have no scale.")
    largest = np.argsort(-np.abs(trace.weights).max(axis=0), kind="stable")[:PATHS]
    d = trace.final_weights.shape[-1]
    curves, ends, names = [], [], []
    for i in largest:
        useless = trace.tracked[i] % d >= d - dataset.n_noise
        path = curve(run, trace.steps, trace.weights[:, i])
        path["name"] = _name(int(trace.tracked[i]), dataset)
        path["hovertemplate"] = f"{as_text(path['name'])}: %{{y:.4g}}<extra></extra>"
        names.append(path["name"])
        path["line"] = {
            "color": REFERENCE if useless else run.colour,
            "dash": "dot" if useless else "solid",
            "width": 1.6,
        }
        curves.append(path)
        ends.append((trace.steps[-1], trace.weights[-1, i]))
    layout = frame(label("steps", [run]), f"weights of {run.letter}")
    layout["annotations"] = _names(names, ends, span_of(curves))
    layout["margin"]["r"] = 150
    caption = f"The {len(largest)} weights of {run.letter} that were ever largest."
    if dataset.n_noise:
        caption += " Dotted grey: random features, useless by construction."
    alt = f"Weight paths of {run.letter} {run.name}: {', '.join(names)}."
    return Picture("paths", curves, layout, alt, caption)


def _name(place: int, dataset: Dataset) -> str:
    """The feature a weight belongs to; of a multiclass run the class, too."""
    row, feature = divmod(place, dataset.n_features)
    name = dataset.feature_names[feature]
    return f"{name} · {dataset.classes[row]}" if dataset.classes else name


def _nothing(name: str, why: str) -> Picture:
    return Picture(name, [], frame("", ""), why, why)


def _largest_over(runs: list[Run]) -> np.ndarray:
    return np.max([np.abs(run.trace.final_weights) for run in runs], axis=0)


def _dots(name: str, colour: str, x: np.ndarray, y: np.ndarray) -> dict:
    return {
        "type": "scatter",
        "name": name,
        "x": x.astype(np.float32),
        "y": y.astype(np.float32),
        "marker": {"color": colour, "size": 9, "symbol": "circle-open", "line": {"width": 2}},
    }


def _names(names: list[str], ends: list[tuple[float, float]], span: float) -> list[dict]:
    heights = spread([y for _, y in ends], 1 / 24, span)
    return [
        {
            "x": float(x),
            "y": height,
            "text": as_text(name[:24]),
            "font": {"size": 10},
            "showarrow": False,
            "xanchor": "left",
            "xshift": 4,
        }
        for name, (x, _), height in zip(names, ends, heights, strict=True)
    ]
