"""Pictures of weights of measurements and of noise, of their mistakes, and of the regret."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

import charts
from algorithms import Trace
from charts.film import Bars, Curves, Film, Track
from charts.layout import frame, reference
from charts.palette import HUES, REFERENCE
from pages.lessons.zeros.evidence import (
    LARGEST,
    MEASURED,
    Evidence,
    choices,
    largest,
    mistakes,
)

REAL, NOISE, HELD = HUES["green"][0], REFERENCE, HUES["violet"][0]
"""The colours of measurements, of noise, and of held-out patients."""
MOST = 100
"""Number of noise features that are drawn as bars."""
ZEROING = 25
"""Steps in which the weights of noise are set to 0."""
WANDERER = MEASURED + 2
"""The noise feature whose way is drawn; it passes 0 more often than most."""
A_NOISE_FEATURE = "a noise feature"
OTHERS = 5
"""More noise features, whose ways are drawn pale."""
EARLY = 34
"""Patients after which the story asks how the regret goes on."""
SETTINGS = "with noise weights", "noise weights set to 0"
SIDEWAYS = 0.025
"""How much further right each line of a choice stands; the sides are 1 apart."""
OWN_CHOICE = "the choice of step 6"
RUNS = {
    "every": ("with noise", HUES["vermilion"][0], "solid"),
    "few": ("radius and texture alone", HUES["purple"][0], "dash"),
    "measured": ("without noise", REAL, "solid"),
}
"""The runs: their name, colour and dash."""
NO_NOISE = "no noise"
NAMED = 3
"""So many of the best fixed weights, the largest, have their names at them."""
FIXED = ("best fixed weights", HUES["blue"][0], "dot")
TOTAL = "total"
TOP, TOPS = 0.82, (1.02, 7.0)
"""The upper end of the axis of average losses, so that it stands still under the hand; with noise
the second one where a curve would end beyond the first."""
BESIDE = 1.15
"""An axis is so much longer than its curves where the mark of a gap has its name beside it."""
OWN_SHADE = HUES["grey"][0]
"""The weights of the learner with noise as long as nobody knows which of them are noise."""
BESIDE_MORE, APART, GOAL_APART = 1.5, 0.1, 0.2
"""The same where several gaps stand side by side; and how far apart, in widths of the picture."""
ASIDE = 14
"""Pixels from the mark of a gap to its name, and to the names of its curves."""


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


def weights_film(evidence: Evidence, noise: bool = True) -> Film:
    """Return the weights patient by patient, those of measurements first.

    Parameters
    ----------
    noise : whether noise features are among them; else it is the run without them.
    """
    run = evidence.every if noise else evidence.measured
    path = np.vstack([np.zeros(run.weights.shape[1]), run.weights])
    bars, label = _bars(evidence, path)
    alt = f"The weights over {run.steps[-1]} patients: {label}."
    return Film("weights", np.append(0, run.steps), [bars], alt, unit="patient")


def zeroing_film(evidence: Evidence) -> Film:
    """Return the final weights, those of noise set to 0 one after the other."""
    n = len(evidence.weights) - MEASURED
    zeros = np.linspace(0, n, ZEROING + 1).astype(int)
    columns = np.arange(n + MEASURED) - MEASURED
    gone = (columns >= 0) & (columns < zeros[:, None])
    bars, label = _bars(evidence, np.where(gone, 0.0, evidence.weights))
    alt = f"The weights of {n:,} noise features are set to 0, one after the other: {label}."
    return Film("zeroing", zeros, [bars], alt, unit="zero")


def _bars(evidence: Evidence, path: np.ndarray) -> tuple[BarsWithoutNumbers, str]:
    """Weights [F, d] as bars on one axis for all such films, and the words along its bottom."""
    n = path.shape[1] - MEASURED
    shown = _bar_columns(n)
    is_noise = shown >= MEASURED
    every = evidence.every.weights
    both = (every[:, _bar_columns(every.shape[1] - MEASURED)], evidence.measured.weights)
    ends = [1.06 * end for end in (min(w.min() for w in both), max(w.max() for w in both))]
    label = f"{MEASURED} measurements, the first two are radius and texture"
    title = f"{MEASURED} weights"
    if n:
        label = f"{MEASURED} measurements"
        label += f", then {is_noise.sum()} of {n:,} noise features"
        title = f"{len(shown)} of {path.shape[1]:,} weights: measurements green, noise grey"
    bars = BarsWithoutNumbers(
        title,
        [evidence.data.feature_names[j] for j in shown],
        path[:, shown],
        "weight",
        [NOISE if other else REAL for other in is_noise],
        x_label=label,
        window=(min(ends[0], 0.0), max(ends[1], 0.0)),
    )
    return bars, label


def _bar_columns(n: int) -> np.ndarray:
    """The weights that are drawn as bars: of ``n`` noise features MOST at most."""
    noise = np.arange(n) if n < MOST else np.arange(MOST) * n // MOST
    return np.append(np.arange(MEASURED), MEASURED + noise)


def two_paths(evidence: Evidence) -> Film:
    """Return the way of one measurement's weight and of one noise feature's."""
    run, names = evidence.every, evidence.data.feature_names
    at = np.append(0, run.steps)
    one, title = names.index("worst radius"), "Two weights on their way"
    if len(names) > WANDERER:
        title += f"; pale: {OTHERS} more noise features"
    tracks = [Track("worst radius", np.append(0.0, run.weights[:, one]), REAL)]
    if len(names) > WANDERER:
        tracks.append(Track(A_NOISE_FEATURE, np.append(0.0, run.weights[:, WANDERER]), NOISE))
        others = np.arange(1, OTHERS + 1) * (len(names) - WANDERER) // (OTHERS + 1) + WANDERER
        tracks += [
            Track(f"noise feature {i}", np.append(0.0, run.weights[:, j]), NOISE, faint=True)
            for i, j in enumerate(others, 2)
        ]
    return Film(
        "two_paths",
        at,
        [Curves(title, at, tracks, "patients seen", "weight", [("0", 0.0)])],
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
        kinds = (("weights", OWN_SHADE, noise | ~noise),)
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
        name: weights
        for name, weights in zip(SETTINGS, (evidence.weights, evidence.without_noise), strict=True)
    }
    shown = list(settings)[: 1 + zeroed]
    rows = {"held-out rows": evidence.data.test, "patients learned from": evidence.data}
    colours = (HELD, HUES["ochre"][0])
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


# Other choices of the held-out patients ----------------------------------------------------------


def choices_lines(evidence: Evidence) -> charts.Picture:
    """Return a line for each choice of the held-out patients, from noise weights to zeros."""
    knobs, hue = evidence.knobs, HELD
    rates = 100.0 * choices(int(knobs.noise), knobs.kind, knobs.eta) / evidence.data.test.n_rows
    data = [
        {
            "type": "scatter",
            "mode": "lines+markers",
            "name": f"choice {i}" if i > 1 else OWN_CHOICE,
            "x": np.array([0.0, 1.0]) + SIDEWAYS * (i - 0.5 * (len(rates) + 1)),
            "y": pair,
            "line": {"color": hue, "width": 2 if i > 1 else 5},
            "marker": {"color": hue, "size": 6 if i > 1 else 13},
        }
        for i, pair in enumerate(rates, 1)
    ]
    fall, rise = (int(sum(pair)) for pair in zip(*(falls_or_rises(*r) for r in rates), strict=True))
    verbs = (verb + "s" * (number == 1) for verb, number in (("fall", fall), ("rise", rise)))
    counted = f"{fall} of {len(rates)} lines {next(verbs)}, {rise} {next(verbs)}"
    if level := len(rates) - fall - rise:
        counted += f", {level} level"
    across = {"range": [-0.5, 1.5], "tickvals": [0.0, 1.0], "ticktext": list(SETTINGS)}
    layout = frame(
        "",
        "misjudged per 100 held-out patients",
        xaxis=across | {"tickmode": "array"},
        yaxis={"range": [-0.4, max(12.0, 1.25 * float(rates.max()))]},
    )
    layout["annotations"] = [
        {
            "x": 0.5,
            "xref": "x",
            "y": 0.97,
            "yref": "paper",
            "yanchor": "top",
            "text": f"<b>{counted}</b>",
            "showarrow": False,
            "font": {"color": hue, "size": 17},
        }
    ]
    layout["annotations"].append(own_choice_name(data[0]))
    heading = f"{len(rates)} choices of the held-out patients"
    caption = "The lines stand side by side only so that each can be seen."
    alt = f"Misjudged held-out patients over {len(rates)} choices of them: {counted}."
    return charts.Picture("choices", data, layout, alt, caption, heading)


def own_choice_name(own: dict) -> dict:
    """Return the name of the thick line, at its left end."""
    return {
        "x": float(own["x"][0]),
        "y": float(own["y"][0]),
        "text": "<b>patients<br>of step 6</b>",
        "showarrow": False,
        "xanchor": "right",
        "xshift": -12,
        "font": {"color": HELD, "size": 14},
    }


def falls_or_rises(with_noise: float, with_zeros: float) -> tuple[bool, bool]:
    """Return whether fewer are misjudged with zeros, and whether more are."""
    return bool(with_zeros < with_noise), bool(with_zeros > with_noise)


# Loss and regret ---------------------------------------------------------------------------------


def losses(
    evidence: Evidence,
    keys: Sequence[str],
    gaps: Sequence[str] = (),
    until: int = 0,
    goal: float = 0.0,
) -> charts.Picture:
    """Return the average loss so far of some runs and of the best fixed weights.

    Parameters
    ----------
    keys : names of runs, as RUNS has them; where there is none, no weights at all are drawn.
    gaps : the runs whose regret per patient is marked at the end.
    until : the last patient that is shown, 0 for all.
    goal : a regret per patient that is marked beside that of the one run, 0 for none.
    """
    x, drawn = averages(evidence, keys, until)
    last, top = evidence.every.steps[-1], top_of(drawn) if "every" in keys else TOP
    end = (BESIDE_MORE if goal or len(gaps) > 1 else BESIDE if gaps else 1.0) * last
    data = [line(*look, x, y) for look, y in drawn.items()]
    layout = frame(
        "patients seen",
        "average loss per patient so far",
        xaxis={"range": [0.0, end], "tickvals": list(range(0, int(last), 100))},
        yaxis={"range": [0.0, top]},
    )
    layout["annotations"] = end_names(x, drawn, last, top, ASIDE if gaps else 0)
    if gaps:
        ends = [(look[1], float(drawn[look][-1])) for look in (look_of(evidence, g) for g in gaps)]
        mark_gaps(data, layout, x[-1], float(drawn[FIXED][-1]), ends, goal)
    if not keys:
        mark(data, layout, float(np.log(2.0)), f"all weights 0: {np.log(2.0):.2f}")
    outcomes = ", ".join(f"{name} {y[-1]:.3f}" for (name, _, _), y in drawn.items())
    alt = f"Average loss per patient after {x[-1]:.0f} patients: {outcomes}."
    return charts.Picture(
        "losses",
        data,
        layout,
        alt,
        "Radius and texture alone: with the best of five step sizes." * ("few" in gaps),
        "Average loss per patient so far",
    )


def top_of(drawn: dict[tuple[str, str, str], np.ndarray]) -> float:
    """Return the first of TOPS beyond which no curve ends, or the last."""
    highest = max(float(y[-1]) for y in drawn.values())
    return next((top for top in TOPS if highest <= top), TOPS[-1])


def averages(
    evidence: Evidence, keys: Sequence[str], until: int
) -> tuple[np.ndarray, dict[tuple[str, str, str], np.ndarray]]:
    """Return the patients [c], and the average loss so far [c] by the look of its curve.

    Parameters
    ----------
    keys : names of runs, as RUNS has them; the best fixed weights follow them.
    until : the last patient that is shown, 0 for all.
    """
    at = evidence.every.steps
    part = at <= (until or at[-1])
    drawn = {look_of(evidence, key): so_far(getattr(evidence, key))[part] for key in keys}
    drawn[FIXED] = (evidence.fixed / at)[part]
    return at[part].astype(np.float64), drawn


def mark_gaps(
    data: list[dict],
    layout: dict,
    x: float,
    below: float,
    ends: Sequence[tuple[str, float]],
    goal: float,
) -> None:
    """Draw the gaps between ``below`` and the ends of curves side by side, and one as the goal.

    Parameters
    ----------
    x : where the curves end.
    ends : of each curve that has a gap its colour and the height of its end.
    goal : the height of the goal's gap, 0 for none.
    """
    right, top = layout["xaxis"]["range"][1], layout["yaxis"]["range"][1]
    digits = 3 if goal and ends[0][1] - below < 1.0 else 2
    for i, (colour, above) in enumerate(ends):
        place = x + i * APART * right
        data.append(bracket(colour, place, min(above, top), below))
        name = gap_name(colour, place, above, below, top, digits)
        if len(ends) > 1:
            name |= {"y": min(above, 0.9 * top), "yanchor": "bottom", "xshift": -8, "yshift": 6}
        layout["annotations"].append(name)
    if goal:
        place, above = x + GOAL_APART * right, below + goal
        data.append(bracket(REFERENCE, place, above, below) | {"name": "goal"})
        name = gap_name(REFERENCE, place, above, below, top)
        layout["annotations"].append(name | {"text": name["text"].replace("gap", "goal")})


def look_of(evidence: Evidence, key: str) -> tuple[str, str, str]:
    """Return name, colour and dash of a run: without noise features none has noise."""
    if key == "every" and not evidence.knobs.noise:
        return (NO_NOISE, REAL, "solid")
    return RUNS[key]


def mark(data: list[dict], layout: dict, height: float, name: str) -> None:
    """Draw a dotted line as far as curves go, with its name at the left."""
    end = max(trace["x"][-1] for trace in data)
    data.insert(0, reference(name, [0.0, end], [height, height]))
    layout["annotations"].append(
        {
            "x": 0.02,
            "xref": "paper",
            "y": height,
            "text": name,
            "showarrow": False,
            "xanchor": "left",
            "yanchor": "bottom",
            "font": {"color": REFERENCE, "size": 14},
        }
    )


def total_regret(evidence: Evidence, until: int = 0) -> charts.Picture:
    """Return what the learner without noise has paid more than the best fixed weights, in all.

    Parameters
    ----------
    until : the last patient that is shown, 0 for all.
    """
    at, hue = evidence.every.steps, REAL
    more = evidence.measured.loss - evidence.fixed
    part = at <= (until or at[-1])
    x, y = at[part].astype(np.float64), more[part]
    dot = {
        "type": "scatter",
        "mode": "markers",
        "name": "total now",
        "meta": "ornament",
        "x": x[-1:],
        "y": y[-1:],
        "line": {"color": hue},
        "marker": {"color": hue, "size": 13},
        "cliponaxis": False,
    }
    layout = frame(
        "patients seen",
        "extra loss, in all",
        xaxis={"range": [0.0, BESIDE * at[-1]], "tickvals": list(range(0, int(at[-1]), 100))},
        yaxis={"range": [0.0, 1.15 * float(more.max())]},
    )
    layout["annotations"] = [
        {
            "x": x[-1],
            "y": float(y[-1]),
            "text": f"<b>total<br>{y[-1]:.1f}</b>",
            "showarrow": False,
            "xanchor": "left",
            "xshift": 12,
            "font": {"color": hue, "size": 15},
        }
    ]
    return charts.Picture(
        "total",
        [line(TOTAL, hue, "solid", x, y), dot],
        layout,
        f"After {x[-1]:.0f} patients the learner has paid {y[-1]:.1f} more in all.",
        heading="What the learner has paid extra, in all",
    )


def best_weights(evidence: Evidence) -> charts.Picture:
    """Return the best fixed weights as bars."""
    names = evidence.data.feature_names[:MEASURED]
    bars = {
        "type": "bar",
        "name": FIXED[0],
        "x": np.arange(1.0, MEASURED + 1),
        "y": evidence.u,
        "text": list(names),
        "textposition": "none",
        "marker": {"color": FIXED[1]},
    }
    rank = np.arange(1.0, MEASURED + 1)[evidence.u == 0.0]
    dots = {
        "type": "scatter",
        "mode": "markers",
        "name": "zeros",
        "x": rank,
        "y": np.zeros(len(rank)),
        "marker": {"color": FIXED[1], "size": 9},
    }
    ends = 1.1 * min(evidence.u.min(), 0.0), 1.1 * max(evidence.u.max(), 0.0)
    layout = frame(f"{MEASURED} measurements", "weight", yaxis={"range": list(map(float, ends))})
    layout["xaxis"] |= {
        "range": [0.3, MEASURED + 0.7],
        "showticklabels": False,
        "ticks": "",
        "showgrid": False,
    }
    layout["annotations"] = [
        {
            "x": float(j + 1),
            "y": float(evidence.u[j]),
            "text": names[j],
            "showarrow": False,
            "xanchor": "left" if j < MEASURED // 2 else "right",
            "yanchor": "bottom",
            "font": {"color": FIXED[1], "size": 14},
        }
        for j in np.argsort(-np.abs(evidence.u))[:NAMED]
    ]
    heading = f"The best fixed weights: {len(rank)} of {MEASURED} are 0"
    caption = "Worst: of the largest cell nuclei of the patient. Mean: of all of them."
    return charts.Picture("best_weights", [bars, dots], layout, f"{heading}.", caption, heading)


def so_far(run: Trace) -> np.ndarray:
    """Return the average loss so far at the checkpoints of a run."""
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


def gap_name(
    colour: str,
    x: float,
    above: float,
    below: float,
    top: float,
    digits: int = 2,
) -> dict:
    """Return the gap's height, at the right of the part of its mark that is seen."""
    beyond = " ↑" if above > top else ""
    return {
        "x": x,
        "y": (min(above, top) + below) / 2.0,
        "xanchor": "left",
        "xshift": ASIDE,
        "text": f"<b>gap<br>{above - below:.{digits}f}{beyond}</b>",
        "showarrow": False,
        "font": {"color": colour, "size": 15},
    }


def near_end(x: np.ndarray, name: str) -> np.ndarray:
    """Return where a curve has the name at its end above or below it, as wide as on a phone."""
    return x > (0.95 - min(0.45, 0.027 * len(name))) * x[-1]


def end_names(
    x: np.ndarray,
    drawn: dict[tuple[str, str, str], np.ndarray],
    last: float,
    top: float,
    aside: int,
) -> list[dict]:
    """Return the names of the curves: beside an end with room at its right, else upon the end.

    A name stands under its curve where another curve is close above it, and has an arrow where its
    curve leaves the picture.

    Parameters
    ----------
    top : the upper end of the axis.
    aside : pixels from the ends to the names.
    """
    beside = x[-1] < 0.5 * last
    notes = []
    for (name, colour, _), y in drawn.items():
        near = near_end(x, name)
        high, low = float(y[near].max()), float(y[near].min())
        above = [other[near] for other in drawn.values() if other is not y]
        crossed = any(((high < other) & (other < high + 0.09 * top)).any() for other in above)
        over = beside or not crossed or low < 0.09 * top  # under it is the axis
        place = float(y[-1]) if beside else high if over else low
        notes.append(
            {
                "x": x[-1],
                "y": min(place, 0.94 * top),
                "text": name if y.max() <= top else f"{name} ↑",
                "showarrow": False,
                "xanchor": "left" if beside else "right",
                "xshift": aside if beside else -aside,
                "yanchor": "bottom" if over else "top",
                "yshift": 3 if over else -3,
                "font": {"color": colour, "size": 15},
            }
        )
    return notes
