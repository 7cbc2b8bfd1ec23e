"""Draw weights of measurements and of noise, the mistakes they make, and the regret."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

import charts
from algorithms import Trace
from charts.film import Bars, Curves, Film, Track
from charts.layout import frame
from charts.palette import HUES, REFERENCE
from pages.lessons.zeros.evidence import LARGEST, MEASURED, Evidence, largest, mistakes

REAL, NOISE = HUES["green"][0], REFERENCE
MOST = 100
"""Number of noise features that are drawn as bars."""
WANDERER = MEASURED + 2
"""The noise feature whose way is drawn; it passes 0 more often than most."""
EARLY = 40
"""Patients after which the story asks how the regret goes on."""
RUNS = {
    "every": ("with noise", HUES["vermilion"][0], "solid"),
    "few": ("radius and texture alone", HUES["purple"][0], "dash"),
    "measured": ("without noise", REAL, "solid"),
}
"""The runs: their name, colour and dash."""
FIXED = ("best fixed weights", HUES["blue"][0], "dot")
TOP = 0.9
"""Mean losses beyond it are cut, so that the axis stands still."""
ASIDE = 14
"""Pixels from the mark of a gap to the names of its curves."""


def stage(evidence: Evidence) -> list[Film | list[charts.Picture]]:
    """Return the weights as a film, then the mistakes and the loss of all runs."""
    return [weights_film(evidence), [mistakes_bars(evidence), losses(evidence, tuple(RUNS))]]


# Weights -----------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class BarsWithoutNumbers(Bars):
    """Bars without numbers along the bottom."""

    def payload(self) -> dict:
        """Return what the browser draws."""
        drawn = super().payload()
        drawn["layout"]["xaxis"]["tickvals"] = []
        return drawn


def weights_film(evidence: Evidence, noise: bool = True, zeroed: bool = False) -> Film:
    """Return the weights patient by patient, those of measurements first.

    Parameters
    ----------
    noise : whether noise features are among them; else it is the run without them.
    zeroed : whether the weights of noise features are drawn as 0.
    """
    run = evidence.every if noise else evidence.measured
    path = np.vstack([np.zeros(run.weights.shape[1]), run.weights])
    n = path.shape[1] - MEASURED
    shown = np.append(np.arange(MEASURED), MEASURED + np.arange(min(n, MOST)) * n // MOST)
    if n < MOST:
        shown = np.arange(path.shape[1])
    is_noise = shown >= MEASURED
    if zeroed:
        path = np.where(np.arange(path.shape[1]) < MEASURED, path, 0.0)
    label = f"{MEASURED} measurements, the first two are radius and texture"
    if n:
        label = f"{MEASURED} measurements"
        label += f", then {is_noise.sum()} of {n:,} noise features"
    return Film(
        "weights",
        np.append(0, run.steps),
        [
            BarsWithoutNumbers(
                f"{len(shown)} of {path.shape[1]:,} weights" if n else f"{MEASURED} weights",
                [evidence.data.feature_names[j] for j in shown],
                path[:, shown],
                "weight",
                [NOISE if other else REAL for other in is_noise],
                x_label=label,
            )
        ],
        alt=f"The weights over {run.steps[-1]} patients: {label}.",
        unit="patient",
    )


def two_paths(evidence: Evidence) -> Film:
    """Return the way of one measurement's weight and of one noise feature's."""
    run, names = evidence.every, evidence.data.feature_names
    at = np.append(0, run.steps)
    one = names.index("worst radius")
    tracks = [Track("a measurement", np.append(0.0, run.weights[:, one]), REAL)]
    if len(names) > WANDERER:
        tracks.append(Track("a noise feature", np.append(0.0, run.weights[:, WANDERER]), NOISE))
    return Film(
        "two_paths",
        at,
        [Curves("Two weights on their way", at, tracks, "patients seen", "weight", [("0", 0.0)])],
        alt=f"The weight of a measurement and of a noise feature over {at[-1]} patients.",
        unit="patient",
    )


def suspects(evidence: Evidence, known: bool) -> charts.Picture:
    """Return the largest weights by size; if ``known``, coloured by their kind."""
    places, names = largest(evidence.weights), evidence.data.feature_names
    size, noise = np.abs(evidence.weights[places]), places >= MEASURED
    rank = np.arange(1, len(places) + 1)
    kinds = (("measurements", REAL, ~noise), ("noise", NOISE, noise))
    if not known:
        kinds = (("weights", HUES["grey"][0], noise | ~noise),)
    data = [
        {
            "type": "bar",
            "name": name,
            "x": rank[mask].astype(np.float64),
            "y": size[mask],
            "text": [names[j] for j in places[mask]] if known else None,
            "textposition": "none",
            "marker": {"color": colour},
        }
        for name, colour, mask in kinds
    ]
    axes = {"xaxis": {"range": [0.3, LARGEST + 0.7]}, "yaxis": {"range": [0.0, 1.08 * size[0]]}}
    of_noise = f" {evidence.noise_among_largest} of them belong to noise." if known else ""
    return charts.Picture(
        "suspects",
        data,
        frame("rank among all weights", "size of the weight", barmode="overlay", **axes)
        | {"showlegend": known, "legend": {"orientation": "h", "y": 1.0, "x": 0.6}},
        f"The {len(places)} largest weights by size.{of_noise}",
        heading=f"The {len(places)} largest weights",
    )


# Mistakes ----------------------------------------------------------------------------------------


def mistakes_bars(evidence: Evidence, zeroed: bool = True) -> charts.Picture:
    """Return the mistakes per 100 patients with the learner's weights, and with zeros for noise.

    Parameters
    ----------
    zeroed : whether the weights with zeros are shown.
    """
    settings = {
        "with noise weights": evidence.weights,
        "noise weights set to 0": evidence.without_noise,
    }
    shown = list(settings)[: 1 + zeroed]
    rows = {"held-out rows": evidence.data.test, "patients learned from": evidence.data}
    colours = (HUES["blue"][0], HUES["ochre"][0])
    data = []
    for (name, some), colour in zip(rows.items(), colours, strict=True):
        wrong = [mistakes(settings[setting], some) for setting in shown]
        texts = [f"{n:g} of {some.n_rows}" for n in wrong]
        data.append(
            {
                "type": "bar",
                "name": name,
                "x": shown,
                "y": 100.0 * np.array(wrong) / some.n_rows,
                "text": texts,
                "textposition": "outside",
                "textfont": {"size": 15},
                "cliponaxis": False,
                "marker": {"color": colour},
            }
        )
    most = max(mistakes(evidence.weights, some) / some.n_rows for some in rows.values())
    both = {"type": "category", "categoryarray": list(settings), "range": [-0.5, 1.5]}
    heights = {"range": [0.0, max(12.0, 160.0 * most)]}
    said = "; ".join(f"{bar['name']}: {', '.join(bar['text'])}" for bar in data)
    return charts.Picture(
        "mistakes",
        data,
        frame("", "mistakes per 100 patients", xaxis=both, yaxis=heights)
        | {"showlegend": True}
        | {"legend": {"orientation": "h", "y": 1.0, "x": 0.3}},
        f"Patients misjudged {', and '.join(shown)}. {said}.",
        heading="Patients misjudged",
    )


# Loss and regret ---------------------------------------------------------------------------------


def losses(
    evidence: Evidence, keys: Sequence[str], fixed: bool = True, gap: str = "", until: int = 0
) -> charts.Picture:
    """Return the mean loss so far of some runs and of the best fixed weights.

    Parameters
    ----------
    keys : names of runs, as RUNS has them.
    fixed : whether the best fixed weights are shown.
    gap : the run whose regret per patient is marked at its end, "" for none.
    until : the last patient that is shown, 0 for all.
    """
    at = evidence.every.steps
    part = at <= (until or at[-1])
    x = at[part].astype(np.float64)
    drawn = {RUNS[key]: so_far(getattr(evidence, key))[part] for key in keys}
    if fixed:
        drawn[FIXED] = (evidence.fixed / at)[part]
    data = [line(*look, x, y) for look, y in drawn.items()]
    if gap:
        data.append(bracket(RUNS[gap][1], x[-1], drawn[RUNS[gap]][-1], drawn[FIXED][-1]))
    ends = {name: float(y[-1]) for (name, _, _), y in drawn.items()}
    layout = frame(
        "patients seen",
        "loss per patient so far",
        xaxis={"range": [0.0, 1.0 * at[-1]]},
        yaxis={"range": [0.0, TOP]},
    )
    layout["annotations"] = end_names(x, drawn, at[-1], ASIDE if gap else 0)
    if gap:
        layout["annotations"].append(gap_name(RUNS[gap][1], x, drawn[RUNS[gap]], drawn[FIXED]))
    outcomes = ", ".join(f"{name} {end:.3f}" for name, end in ends.items())
    return charts.Picture(
        "losses",
        data,
        layout,
        f"Loss per patient after {x[-1]:.0f} patients: {outcomes}.",
        heading="Loss per patient so far",
    )


def so_far(run: Trace) -> np.ndarray:
    """Return the mean loss so far at the checkpoints of a run."""
    return run.loss / run.steps


def line(name: str, colour: str, dash: str, x: np.ndarray, y: np.ndarray) -> dict:
    """Return one curve."""
    stroke = {"color": colour, "dash": dash, "width": 3}
    return {"type": "scatter", "mode": "lines", "name": name, "x": x, "y": y, "line": stroke}


def bracket(colour: str, x: float, above: float, below: float) -> dict:
    """Return the upright line between the ends of two curves."""
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": "gap",
        "meta": "ornament",
        "x": np.array([x, x]),
        "y": np.array([above, below]),
        "line": {"color": colour, "width": 6},
        "marker": {"symbol": "line-ew-open", "color": colour, "size": 16, "line": {"width": 4}},
        "cliponaxis": False,
        "hoverinfo": "skip",
    }


def gap_name(colour: str, x: np.ndarray, curve: np.ndarray, fixed: np.ndarray) -> dict:
    """Return the gap's height at its end: left of the names, beside them, or above them.

    Parameters
    ----------
    curve, fixed : the upper curve and that of the best fixed weights.
    """
    above, below = float(curve[-1]), float(fixed[-1])
    narrow, low = len(x) < EARLY, above - below < 0.25 * TOP
    if low and not narrow:
        # The name of the curve stands upon the highest place that is near.
        top = float(curve[near_end(x)].max())
        place = {"x": x[-1], "y": top, "yshift": 24, "yanchor": "bottom", "xanchor": "right"}
    else:
        place = {
            "x": x[-1] if narrow else 0.72 * x[-1],
            "y": (above + below) / 2.0,
            "xanchor": "left" if narrow else "right",
            "xshift": 6 if narrow else 0,
        }
    return place | {
        "text": f"<b>gap at the end: {above - below:.2f}</b>",
        "showarrow": False,
        "font": {"color": colour, "size": 15},
    }


def near_end(x: np.ndarray) -> np.ndarray:
    """Return where a curve has the name at its end above or below it, as wide as on a phone."""
    return x > 0.5 * x[-1]


def end_names(
    x: np.ndarray, drawn: dict[tuple[str, str, str], np.ndarray], last: float, aside: int
) -> list[dict]:
    """Return the names of the curves: beside an end with room at its right, else upon the end.

    A name stands under its curve where another curve is close above it.

    Parameters
    ----------
    aside : pixels from the ends to the names.
    """
    beside = x[-1] < 0.5 * last
    near = near_end(x)
    notes = []
    for (name, colour, _), y in drawn.items():
        top, bottom = float(y[near].max()), float(y[near].min())
        above = [other[near] for other in drawn.values() if other is not y]
        crossed = any(((top < other) & (other < top + 0.11 * TOP)).any() for other in above)
        over = beside or not crossed
        place = float(y[-1]) if beside else top if over else bottom
        notes.append(
            {
                "x": x[-1],
                "y": min(place, 0.94 * TOP),
                "text": name,
                "showarrow": False,
                "xanchor": "left" if beside else "right",
                "xshift": aside if beside else -aside,
                "yanchor": "bottom" if over else "top",
                "yshift": 3 if over else -3,
                "font": {"color": colour, "size": 15},
            }
        )
    return notes
