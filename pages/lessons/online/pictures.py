"""Draw patients one by one with the line and the weights, whole runs, and the loss."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

import charts
from algorithms.orders import checkpoint_steps
from charts.film import Bars, Curves, Film, Formulas, Track
from charts.layout import frame
from charts.palette import HUES, REFERENCE
from charts.sweep import Line, sweep
from pages.lessons.online.evidence import ETAS, FIRST, IDLE, Evidence, mean_losses
from pages.lessons.online.plane import Plane

KINDS = ("malignant", "benign")
COLOURS = (HUES["vermilion"][0], HUES["blue"][0])
WEIGHTS = {"radius": HUES["purple"][0], "texture": HUES["green"][0]}
AXES = ("radius (0 = average)", "texture (0 = average)")
LINE = "; line: prediction 0"
PACE = HUES["violet"][0]
FRAMES = 240
TOP = 1.2
"""Average losses beyond it run along the edge, for the axis stands still while a knob moves."""
TRIED = (0.2, 0.75)
"""Average losses between which step sizes are compared, whatever the number of passes."""
GUESSES = {"A": -3.0, "B": 0.0, "C": 3.0}
"""Predictions of three malignant tumours."""


def stage(evidence: Evidence) -> list[Film | list[charts.Picture]]:
    """Return the whole run as a film, then the average loss against the step size."""
    return [whole_run(evidence), [loss_by_eta(evidence)]]


# Patient by patient ------------------------------------------------------------------------------


def frame_of(patient: int, moved: bool) -> int:
    """Return the frame in which a patient (from 1) arrives, or in which the weights have moved."""
    return 2 * patient - (not moved)


def first_patients(
    evidence: Evidence, beside: str = "", line: bool = True, known: bool = True
) -> Film:
    """Return the film of the first patients: each arrives, and then the weights move.

    Parameters
    ----------
    beside : the second picture, "weights" or "sum", "" for none.
    line : whether the line of the weights is drawn.
    known : whether the answers are; else all patients look alike.
    """
    n = min(FIRST, len(evidence.order))
    shown = (np.arange(2 * n + 1) + 1) // 2
    learns_something = np.arange(2 * n + 1) // 2
    weights = evidence.weights[learns_something]
    title = "Patients so far" + LINE * (beside == "sum")
    arrived = plane(title, evidence, n, shown, weights, line)
    scenes = [arrived if known else alike(arrived)]
    if beside == "weights":
        scenes.append(weight_bars(weights))
    elif beside == "sum":
        scenes.append(
            Formulas("The prediction, written out (rounded)", written_out(evidence, shown))
        )
    kinds = ", ".join(
        f"{np.sum(evidence.y[:n] == y):.0f} {k}" for k, y in zip(KINDS, (1, -1), strict=True)
    )
    return Film(
        "first_patients",
        shown,
        scenes,
        alt=f"The first {n} patients in the plane of two features{f': {kinds}' * known}.",
        unit="patient",
    )


def plane(
    title: str,
    evidence: Evidence,
    n: int,
    shown: np.ndarray,
    weights: np.ndarray,
    line: bool = True,
) -> Plane:
    """Return the first n patients in the plane; ``shown`` and ``weights`` frame by frame."""
    x, y = evidence.x[:n], evidence.y[:n]
    return Plane(title, x, y, shown, weights, KINDS, COLOURS, AXES, line)


def alike(arrived: Plane) -> Plane:
    """Return the plane with patients whose answers are not known yet."""
    grey = (REFERENCE, REFERENCE)
    labels = np.ones_like(arrived.labels)
    return replace(arrived, labels=labels, kinds=("patients", "others"), colours=grey)


def first_vote(evidence: Evidence, goal: float) -> Film:
    """Return the film of the first patient, a mark where the weight of the radius is to come."""
    shown, weights = np.array([0, 1, 1]), evidence.weights[[0, 0, 1]]
    arrived = plane("The first patient" + LINE, evidence, FIRST, shown, weights)
    bars = weight_bars(weights)
    title = f"{bars.title}: {weights[-1, 0]:.2f} and {weights[-1, 1]:.2f}; goal {goal:g}"
    bars = replace(bars, title=title, marks=np.array([goal, np.nan]))
    alt = f"The first patient moves the weight of the radius to {weights[-1, 0]:.2f}."
    return Film("first_patient", shown, [arrived, bars], alt=alt, unit="patient")


def weight_bars(weights: np.ndarray) -> Bars:
    """Return a bar for each of the two weights, [F, 2]."""
    return Bars("The two weights", list(WEIGHTS), weights, "weight", list(WEIGHTS.values()))


def written_out(evidence: Evidence, shown: np.ndarray) -> list[tuple[str, list[str]]]:
    """Return the prediction of the patient of each frame with its numbers; none in the first."""
    rows: dict[str, list[str]] = {
        name: ["–"] for name in (*WEIGHTS, "prediction", "guess", "label")
    }
    x, y = evidence.x, evidence.y
    for step in np.maximum(shown[1:] - 1, 0):
        products = x[step] * evidence.weights[step]
        for j, name in enumerate(WEIGHTS):
            w = evidence.weights[step, j]
            rows[name].append(f"{x[step, j]:z.2f} × weight {w:z.2f} = {products[j]:z.2f}")
        p = evidence.predictions[step]
        rows["prediction"].append(f"sum = {p:z.2f}")
        rows["guess"].append(KINDS[int(p < 0.0)] if p else "none: the sum is 0")
        rows["label"].append(f"{KINDS[int(y[step] < 0.0)]}, {y[step]:+.0f}")
    return [(name, [text.replace("-", "−") for text in texts]) for name, texts in rows.items()]


# The whole run -----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class FixedHeightCurves(Curves):
    """Curves over a fixed range of heights, 0 to TOP; what is beyond runs along the edge."""

    def payload(self) -> dict:
        """Return what the browser draws."""
        drawn = super().payload()
        drawn["layout"]["yaxis"]["range"] = [0.0, TOP]
        for track in drawn["tracks"]:
            track["y"] = np.minimum(track["y"], TOP)
        return drawn


def whole_run(evidence: Evidence, goal: float = 0.0) -> Film:
    """Return the film of the whole run: the line, and the average loss so far, with any goal."""
    at = np.append(0, checkpoint_steps(len(evidence.order), FRAMES))
    so_far = np.append(np.nan, np.cumsum(evidence.losses)[at[1:] - 1] / at[1:])
    pace = f"The learner pays {so_far[-1]:.3f} per patient."
    patients = "Patients so far" + LINE
    return Film(
        "whole_run",
        at,
        [
            plane(patients, evidence, len(evidence.order), at, evidence.weights[at]),
            average_loss(at, so_far, goal),
        ],
        alt=f"The line and the average loss over {at[-1]:,} patients. {pace}",
        unit="patient",
    )


def right_guesses(evidence: Evidence, last: int) -> Film:
    """Return the film of the right guesses among the ``last`` patients, once so many have come."""
    at = np.append(0, checkpoint_steps(len(evidence.order), FRAMES))
    right = np.append(0, np.cumsum(evidence.y * evidence.predictions > 0.0))
    counts = np.where(at < last, np.nan, right[at] - right[np.maximum(at - last, 0)])
    track = Track("right guesses", counts, PACE, letter=f"{counts[-1]:.0f} right")
    curve = Curves(
        f"Right guesses among the last {last}",
        at,
        [track],
        "patients seen",
        "guesses",
        reach=(0.0, float(last)),
    )
    patients = plane(
        "Patients so far" + LINE, evidence, len(evidence.order), at, evidence.weights[at]
    )
    alt = f"Of the last {last} guesses {counts[-1]:.0f} are right."
    return Film("right_guesses", at, [patients, curve], alt=alt, unit="patient")


def average_loss(at: np.ndarray, so_far: np.ndarray, goal: float) -> FixedHeightCurves:
    """Return the average loss so far; with a goal, its line and the number at the curve's end."""
    beyond = f" (at the edge: above {TOP:g})" * bool(np.nanmax(so_far) > TOP)
    levels, end = [("without learning", IDLE)], ""
    if goal:
        levels.append(("goal", goal))
        end = f"{so_far[-1]:.3f}" + " ↑" * bool(so_far[-1] > TOP)
    tracks = [Track("average loss", so_far, PACE, letter=end)]
    title = f"Average loss so far{beyond}"
    return FixedHeightCurves(title, at, tracks, "patients seen", "loss per patient", levels)


def loss_by_eta(evidence: Evidence, goal: float = 0.0) -> charts.Picture:
    """Return the average loss against the step size, beside that of one pass, with any goal.

    All of it stands between the heights TRIED, so that numbers of passes compare.
    """
    low, high = TRIED
    here, once = evidence.mean_loss, mean_losses(1)
    label = f"now: {here:.3f}" + " ↑" * bool(here > high)
    now = evidence.knobs.eta, min(here, high)
    lines = [Line("average loss", PACE, "solid", evidence.by_eta, now=now, label=label)]
    if evidence.knobs.passes > 1:
        lines.insert(0, Line("with one pass", REFERENCE, "dash", once))
    levels = {"without learning": IDLE} | ({"goal": goal} if goal else {})
    picture = sweep(
        "loss_by_eta",
        ("step size η", "loss per patient"),
        ETAS,
        lines,
        evidence.knobs.eta,
        levels=levels,
        caption="Each point of the curve is a run of its own over the same patients. "
        "On the lower axis each number is ten times the one before.",
    )
    texts = [(ETAS[0], level, name, "left", "bottom") for name, level in levels.items()]
    texts += [(ETAS[3], line.y[3], line.name, "left", "bottom") for line in lines[:-1]]
    if here <= high:
        texts.append((ETAS[-1], high, f"↑ up to {evidence.by_eta[-1]:.1f}", "right", "top"))
    picture.layout["annotations"][-1] |= beside_dot(evidence, here > high)
    picture.layout["annotations"] += [note(*text) for text in texts]
    picture.layout["yaxis"]["range"] = [low, high]
    picture.layout["showlegend"] = False
    return replace(picture, heading="Average loss for each step size")


def beside_dot(evidence: Evidence, beyond: bool) -> dict:
    """Return where the label of the present step size stands: inside the valley of the curve."""
    if beyond:
        return {"xanchor": "right", "xshift": -9, "yanchor": "top", "yshift": -2}
    away = np.log10(evidence.knobs.eta / ETAS[evidence.by_eta.argmin()])
    several = evidence.knobs.passes > 1  # then the curve of one pass runs above, on the right
    if not -0.5 <= away <= (1.0 if several else 0.5):
        anchor, shift = ("left", 9) if away < 0.0 else ("right", -9)
        return {"xanchor": anchor, "xshift": shift, "yanchor": "bottom", "yshift": 2}
    anchor, shift = ("top", -8) if several else ("bottom", 9)
    return {"xanchor": "left", "xshift": 9, "yanchor": anchor, "yshift": shift}


def note(eta: float, height: float, text: str, xanchor: str, yanchor: str) -> dict:
    """Return a text at a step size and a height."""
    place = {"x": float(np.log10(eta)), "y": float(height), "xanchor": xanchor, "yanchor": yanchor}
    return place | {"text": text, "font": {"size": 14}, "showarrow": False}


# The loss ----------------------------------------------------------------------------------------


def loss_curve(known: bool) -> charts.Picture:
    """Return three predictions for malignant tumours on their axis; if ``known``, their losses."""
    axes = {"range": [-4.2, 4.2]}, {"range": [-0.3, 4.6]} | ({} if known else {"tickvals": []})
    p = np.linspace(-4.2, 4.2, 85)
    x = np.array(list(GUESSES.values()))
    y = np.logaddexp(0.0, -x) if known else np.zeros(len(x))
    dots = {
        "type": "scatter",
        "mode": "markers+text",
        "name": "three tumours",
        "x": x,
        "y": y,
        "text": [f"{name} {v:.2f}" if known else name for name, v in zip(GUESSES, y, strict=True)],
        "textposition": "top right",
        "textfont": {"size": 20},
        "cliponaxis": False,
        "marker": {"color": COLOURS[0], "size": 14},
    }
    curve = {
        "type": "scatter",
        "mode": "lines",
        "name": "loss",
        "x": p,
        "y": np.logaddexp(0.0, -p),
        "line": {"color": REFERENCE, "width": 3},
    }
    across = "prediction (below 0: benign, above 0: malignant)"
    titles = (across, "loss" if known else "")
    places = ", ".join(f"{name} at {value:g}" for name, value in GUESSES.items())
    heights = ", ".join(f"{name} {value:.2f}" for name, value in zip(GUESSES, y, strict=True))
    return charts.Picture(
        "loss_curve",
        [curve, dots] if known else [dots],
        frame(*titles, xaxis=axes[0], yaxis=axes[1]),
        f"Three malignant tumours by their prediction: {places}."
        + (f" Their losses: {heights}." if known else ""),
        heading="Three malignant tumours and what their predictions cost"
        if known
        else "Three malignant tumours and their predictions",
    )
