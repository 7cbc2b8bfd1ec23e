"""Pictures of patients one by one with the line and the weights, whole runs, and the loss."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

import charts
from algorithms.orders import checkpoint_steps
from charts.film import Bars, Curves, Film, Formulas, Track
from charts.layout import frame, reference
from charts.palette import HUES, REFERENCE
from charts.sweep import Line, sweep
from pages.lessons.online.evidence import (
    ETAS,
    FIRST,
    IDLE,
    KINDS,
    REACH,
    Evidence,
    mean_losses,
)
from pages.lessons.online.plane import Plane

COLOURS = (HUES["vermilion"][0], HUES["blue"][0])
WEIGHTS = {"radius": HUES["purple"][0], "texture": HUES["green"][0]}
AXES = ("radius (0 = average)", "texture (0 = average)")
LINE = "; line: prediction 0"
PACE = HUES["violet"][0]
LAST_WEIGHTS = "the last weights from the start"
FRAMES = 240
TOP = 1.2
"""Average losses beyond it run along the edge, for the axis stands still while a knob moves."""
TRIED = (0.2, 0.75)
"""Average losses between which step sizes are compared, whatever the number of passes."""
STEP_SIZES = 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30
"""Step sizes with a number on their axis, both ends among them."""
GUESSES = {"A": -3.0, "B": 0.0, "C": 3.0}
"""Predictions of three malignant tumours."""
ACROSS = "prediction (below 0: benign, above 0: malignant)"
COSTLIEST = 4.6
"""The upper end of the axis of single losses."""
HIGHEST = 2.2
"""The upper end of the axis on which the first votes stand; what is beyond it has an arrow."""


def stage(evidence: Evidence) -> list[Film | list[charts.Picture]]:
    """Return the whole run as a film, then the average loss against the step size."""
    return [whole_run(evidence), [loss_by_eta(evidence)]]


# Patient by patient ------------------------------------------------------------------------------


def frame_of(patient: int, moved: bool) -> int:
    """Return the frame in which a patient (from 1) arrives, or in which the weights have moved."""
    return 2 * patient - (not moved)


def first_patients(
    evidence: Evidence,
    beside: str = "",
    line: bool = True,
    known: bool = True,
    digits: int = 2,
) -> Film:
    """Return the film of the first patients: each arrives, and then the weights move.

    Parameters
    ----------
    beside : the second picture, "weights" or "sum", "" for none.
    line : whether the line of the weights is drawn.
    known : whether the answers are; else all patients look alike.
    digits : decimals of the numbers at the weights.
    """
    n = min(FIRST, len(evidence.order))
    shown = (np.arange(2 * n + 1) + 1) // 2
    learns_something = np.arange(2 * n + 1) // 2
    weights = evidence.weights[learns_something]
    title = "Patients so far" + LINE * (beside == "sum")
    arrived = plane(title, evidence, n, shown, weights, line)
    if beside == "sum":
        arrived = replace(arrived, asked=np.arange(2 * n + 1) % 2)
    scenes = [arrived if known else alike(arrived)]
    if beside == "weights":
        scenes.append(weight_bars(weights, digits))
    elif beside == "sum":
        rows = written_out(evidence, shown)
        scenes.append(Formulas("The prediction, written out (rounded)", rows))
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


def first_move(evidence: Evidence, goal: float) -> charts.Picture:
    """Return the votes of the first patient and the weights that follow, with a goal for one."""
    weights = evidence.weights[1]
    votes = weights / evidence.knobs.eta
    data, notes = [], []
    for j, (name, colour) in enumerate(WEIGHTS.items()):
        heights = np.array([votes[j], weights[j]])
        places = 3.0 * j + np.array([0.0, 1.0])
        for what, hue, x, height in zip(
            ("vote", "weight"), (REFERENCE, colour), places, heights, strict=True
        ):
            data.append(upright(f"{what}: {name}", hue, x, min(height, HIGHEST)))
            text = f"{height:.2g}" if height < 0.1 else f"{height:.2f}"
            beyond = " ↑" * bool(height > HIGHEST)
            notes.append(above(x, min(height, HIGHEST), f"<b>{text}{beyond}</b>", hue))
        notes.append(above(3.0 * j + 0.5, 1.12 * HIGHEST, f"<b>{name}</b>", colour))
    mark = {"color": HUES["grey"][0], "width": 5}
    ends = {"x": np.array([0.4, 1.6]), "y": np.array([goal, goal])}
    data.append({"type": "scatter", "mode": "lines", "name": "goal", "line": mark} | ends)
    aside = {"xanchor": "left", "yanchor": "middle", "yshift": 0}
    notes.append(above(1.65, goal, f"<b>goal: {goal:g}</b>", HUES["grey"][0]) | aside)
    layout = frame(
        "",
        "vote and weight",
        barmode="overlay",
        xaxis={
            "range": [-0.7, 4.7],
            "tickvals": [0.0, 1.0, 3.0, 4.0],
            "ticktext": ["vote", "weight"] * 2,
            "tickmode": "array",
            "showgrid": False,
        },
        yaxis={"range": [0.0, 1.25 * HIGHEST]},
    )
    layout["annotations"] = notes
    said = ", ".join(f"{name} {w:.2f}" for name, w in zip(WEIGHTS, weights, strict=True))
    alt = f"The first patient moves the weights to: {said}."
    heading = "The first patient: each weight moves by vote × step size"
    return charts.Picture("first_move", data, layout, alt, heading=heading)


def upright(name: str, colour: str, x: float, height: float) -> dict:
    """Return one bar."""
    places = {"x": np.array([x]), "y": np.array([height])}
    return {"type": "bar", "name": name, "marker": {"color": colour}} | places


def above(x: float, height: float, text: str, colour: str) -> dict:
    """Return a text above a place."""
    place = {"x": x, "y": height, "xanchor": "center", "yanchor": "bottom", "yshift": 2}
    return place | {"text": text, "showarrow": False, "font": {"color": colour, "size": 15}}


def weight_bars(weights: np.ndarray, digits: int) -> Bars:
    """Return a bar for each of the two weights, [F, 2], with its number."""
    title, colours = "The two weights", list(WEIGHTS.values())
    return Bars(title, list(WEIGHTS), weights, "weight", colours, digits=digits)


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
        asked = len(rows["label"]) % 2 == 1
        label = f"{KINDS[int(y[step] < 0.0)]}, {y[step]:+.0f}"
        rows["label"].append("not known yet" if asked else label)
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


def whole_run(
    evidence: Evidence, goal: float = 0.0, before: Evidence | None = None, turned: int = 0
) -> Film:
    """Return the film of the whole run: the line, and the average loss so far.

    Parameters
    ----------
    goal : an average loss that is marked, 0 for none.
    before : another run, as long, whose average loss is drawn grey; None for none.
    turned : the patient (from 1) at whom the patients stop, and the line stands as it was before
        and after; 0 for none.
    """
    at = np.append(0, checkpoint_steps(len(evidence.order), FRAMES))
    so_far, weights = averages(evidence, at), evidence.weights
    losses = average_loss(at, so_far, goal)
    if before is not None:
        own, other = (f"step size {one.knobs.eta:g}" for one in (evidence, before))
        pale = Track(other, averages(before, at), REFERENCE, letter=other, faint=True)
        losses = replace(losses, tracks=[pale, replace(losses.tracks[0], letter=own)])
    pace = f"The learner pays {so_far[-1]:.3f} per patient."
    patients = plane("Patients so far" + LINE, evidence, len(evidence.order), at, weights[at])
    if turned:
        patients = at_turn(patients, turned, weights)
    return Film(
        "whole_run",
        at,
        [patients, losses],
        alt=f"The line and the average loss over {at[-1]:,} patients. {pace}",
        unit="patient",
    )


def at_turn(patients: Plane, turned: int, weights: np.ndarray) -> Plane:
    """Return the plane that stops at a patient, the line as it was before drawn beside it.

    Parameters
    ----------
    turned : the patient, from 1.
    weights : (T + 1, 2), before the first step and after each.
    """
    met = patients.shown >= turned
    return replace(
        patients,
        title=f"Up to patient {turned}, who turns the line",
        shown=np.minimum(patients.shown, turned),
        weights=np.where(met[:, None], weights[turned], patients.weights),
        old=np.where(met[:, None], weights[turned - 1], 0.0),
    )


def averages(evidence: Evidence, at: np.ndarray) -> np.ndarray:
    """Return the average loss so far at steps ``at``, NaN before the first and after the last."""
    n = len(evidence.losses)
    met = np.cumsum(evidence.losses)[np.clip(at, 1, n) - 1] / np.maximum(at, 1)
    return np.where((at > 0) & (at <= n), met, np.nan)


def right_guesses(evidence: Evidence, last: int) -> Film:
    """Return the film of the right guesses among the ``last`` patients, once so many have come."""
    at = np.append(0, checkpoint_steps(len(evidence.order), FRAMES))
    own = evidence.predictions, evidence.x @ evidence.weights[-1]
    counts, fixed = (right_among(evidence.y * p > 0.0, at, last) for p in own)
    tracks = [
        Track("right guesses", counts, PACE, letter=f"{counts[-1]:.0f} right"),
        Track(LAST_WEIGHTS, fixed, REFERENCE, letter=LAST_WEIGHTS, faint=True),
    ]
    curve = Curves(
        f"Right guesses among the last {last}",
        at,
        tracks,
        "patients seen",
        "guesses",
        reach=(0.0, float(last)),
    )
    patients = plane(
        "Patients so far" + LINE, evidence, len(evidence.order), at, evidence.weights[at]
    )
    alt = f"Of the last {last} guesses {counts[-1]:.0f} are right."
    return Film("right_guesses", at, [patients, curve], alt=alt, unit="patient")


def right_among(right: np.ndarray, at: np.ndarray, last: int) -> np.ndarray:
    """Return how many of the ``last`` guesses before each step are right, NaN where they are fewer.

    right : [T], whether each guess is.
    """
    so_far = np.append(0, np.cumsum(right))
    return np.where(at < last, np.nan, so_far[at] - so_far[np.maximum(at - last, 0)])


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
    here, passes, eta = evidence.mean_loss, evidence.knobs.passes, evidence.knobs.eta
    lines = [Line("one pass", REFERENCE, "dash", mean_losses(1))] if passes > 1 else []
    name = f"{passes} passes" if passes > 1 else "one pass"
    lines.append(Line(name, PACE, "solid", evidence.by_eta, now=(eta, min(here, high)), label=" "))
    levels = {"without learning": IDLE} | ({"goal": goal} if goal else {})
    picture = sweep(
        "loss_by_eta",
        ("step size η", "loss per patient"),
        ETAS,
        lines,
        eta,
        levels=levels,
        caption="Each point of the curve is a run of its own over the same patients. "
        "Along the lower axis equal distances multiply the step size by equal factors.",
    )
    # The goal's name stands where curves that rise have left the picture.
    sides = {"without learning": (ETAS[0], "left"), "goal": (ETAS[-1], "right")}
    notes = [
        note(sides[name][0], level, name, sides[name][1], "bottom")
        for name, level in levels.items()
    ]
    for each in lines:
        beside = note(ETAS[3], each.y[3], f"<b>{each.name}</b>", "left", "bottom")
        beside["font"]["color"] = each.colour
        notes.append(beside)
    beyond = note(ETAS[-1], high, f"<b>up to<br>{evidence.by_eta[-1]:.1f} ↑</b>", "right", "top")
    beyond["font"]["color"] = PACE
    notes.append(beyond)
    # At the foot of the upright line no curve passes.
    side, shift = ("right", -6) if eta > 1.0 else ("left", 6)
    label = f"<b>now: {here:.3f}{' ↑' * bool(here > high)}</b>"
    foot = note(eta, low, label, side, "bottom") | {"xshift": shift, "yshift": 4}
    foot["font"]["color"] = PACE
    picture.layout["annotations"] = [*notes, foot]
    picture.layout["yaxis"]["range"] = [low, high]
    ticks = {"tickmode": "array", "tickvals": list(STEP_SIZES), "ticktext": [*map(str, STEP_SIZES)]}
    picture.layout["xaxis"] |= ticks
    picture.layout["showlegend"] = False
    return replace(picture, heading="Average loss for each step size")


def note(eta: float, height: float, text: str, xanchor: str, yanchor: str) -> dict:
    """Return a text at a step size and a height."""
    place = {"x": float(np.log10(eta)), "y": float(height), "xanchor": xanchor, "yanchor": yanchor}
    return place | {"text": text, "font": {"size": 14}, "showarrow": False}


# The loss ----------------------------------------------------------------------------------------


def loss_curve(known: bool) -> charts.Picture:
    """Return three predictions for malignant tumours on their axis; if ``known``, their losses."""
    heights = {"range": [-0.3, COSTLIEST]} | ({} if known else {"tickvals": []})
    axes = {"range": [-4.2, 4.2]}, heights
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
    titles = (ACROSS, "loss" if known else "")
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


def own_guess(evidence: Evidence, goal: float) -> charts.Picture:
    """Return a tumour on the curve of its kind, which a hand moves along it, and a goal."""
    knobs, cost = evidence.knobs, evidence.own_loss
    p = np.linspace(-4.2, 4.2, 85)
    data, notes = [], []
    for kind, colour, way in zip(KINDS, COLOURS, (1.0, -1.0), strict=True):
        here = kind == knobs.kind
        stroke = {"color": colour, "width": 3 if here else 2, "dash": "solid" if here else "dot"}
        places = {"x": p, "y": np.logaddexp(0.0, -way * p)}
        data.append({"type": "scatter", "mode": "lines", "name": kind, "line": stroke} | places)
        name = above(-way * 1.5, 0.9, f"if {kind}", colour)  # beside its curve
        notes.append(name | {"xanchor": "right" if way > 0 else "left"})
    colour = COLOURS[KINDS.index(knobs.kind)]
    data.append(
        {
            "type": "scatter",
            "mode": "markers",
            "name": "the tumour",
            "meta": "ornament",
            "x": np.array([knobs.guess]),
            "y": np.array([cost]),
            "line": {"color": colour},
            "marker": mark_of(knobs.kind),
            "cliponaxis": False,
        }
    )
    way = 1.0 if knobs.kind == KINDS[0] else -1.0  # its curve falls to this side: there is room
    ahead = way if way * knobs.guess < 2.2 else -way  # near the edge the text goes inward
    room = {"xanchor": "left" if ahead > 0.0 else "right", "xshift": 12 * way, "yshift": 9}
    # Above the line of the goal, not across it.
    notes.append(above(knobs.guess, max(cost, goal), f"<b>loss {cost:.2f}</b>", colour) | room)
    data.insert(0, reference("goal", [-4.2, 4.2], [goal, goal]))
    far = {"xanchor": "left" if way > 0.0 else "right"}
    notes.append(above(-4.1 * way, goal, f"goal: below {goal:g}", REFERENCE) | far)
    heights = {"range": [-0.3, COSTLIEST]}
    layout = frame(ACROSS, "loss", xaxis={"range": [-4.2, 4.2]}, yaxis=heights)
    layout["annotations"] = notes
    ends = {"axis": "x", "at": knobs.guess, "low": -REACH, "high": REACH, "per": 1.0}
    handle = {"source": "online", "knob": "guess", "label": "prediction", "colour": colour}
    curve = {"x": p.tolist(), "y": np.logaddexp(0.0, -way * p).tolist()}
    handle |= {"along": curve, "filled": knobs.kind == KINDS[0]}
    layout["meta"] = {"handles": [handle | ends]}
    alt = f"A {knobs.kind} tumour with a prediction of {knobs.guess:g} costs {cost:.2f}."
    heading = f"A {knobs.kind} tumour and its loss"
    return charts.Picture("own_guess", data, layout, alt, heading=heading)


def mark_of(kind: str) -> dict:
    """Return the mark of a tumour: filled where it is malignant, a ring where it is benign."""
    colour = COLOURS[KINDS.index(kind)]
    if kind == KINDS[0]:
        return {"color": colour, "size": 15}
    return {"color": "rgba(0,0,0,0)", "size": 13, "line": {"color": colour, "width": 2}}
