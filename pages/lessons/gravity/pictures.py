"""Draw the run with gravity beside the one without, and what every other gravity leads to."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

import charts
from algorithms import Trace
from charts.film import Bars, Curves, Film, Track
from charts.labels import as_text
from charts.layout import frame, name_places
from charts.palette import REFERENCE, colour
from charts.picture import Picture
from charts.sweep import Line, SweepAxes, sweep
from pages.lessons.gravity.evidence import GRAVITIES, ORDERS, Evidence, Outcome

HUE, ROUNDED = colour("truncated_gradient", 0), colour("rounding", 0)
MOST = 40
"""Number of weights of each kind that are drawn as bars."""
WIDEST = 120
"""Number of features that are drawn as columns of squares."""
TICKS = (0.0001, 0.001, 0.01, 0.1, 1.0)
LOSS = "average loss while learning"
PULLED, CUT = "truncated gradient", "rounding"
ALL, SMALL = "every weight pulled", "small weights pulled"
NEW, OFFER = "another setting", (200, 0.3)
"""A setting beside the frontier: its features kept, and its loss."""
LAST = 5
"""Number of the last pulls that are drawn in rows."""


def stage(evidence: Evidence) -> list[Film | list[charts.Picture]]:
    """Return the film of the run with g, then rows on what other g and other orders lead to."""
    run = film(evidence, [*dials(evidence), features_in_use(evidence), regret(evidence)])
    return [
        run,
        [kept_by_gravity(evidence), price(evidence), frontier(evidence, (PULLED,))],
        [orders(evidence)],
    ]


# The film ----------------------------------------------------------------------------------------


def film(evidence: Evidence, scenes: Sequence[Bars | Curves]) -> Film:
    """Return the film of some scenes of the run."""
    pulled, free = evidence.pulled, evidence.free
    at = np.append(0, pulled.steps)
    return Film(
        "gravity_run",
        at,
        scenes,
        alt=f"Truncated gradient over {at[-1]:,} examples. At the end {pulled.used[-1]:,} "
        f"weights are nonzero; without gravity {free.used[-1]:,}.",
        caption=ending(evidence),
        unit="example",
    )


def ending(evidence: Evidence) -> str:
    """Return when the film shows the run, and with which example it ends."""
    pulled = bool(evidence.knobs.gravity)
    read, rows = evidence.pulled.steps[-1], evidence.data.n_rows
    sentences = ["The film shows the weights just after each pull."] if pulled else []
    if read < rows:
        last = " and ends with a pull" if pulled else ""
        sentences.append(
            f"The learner reads {read:,} of the {rows:,} examples, each of them once{last}."
        )
    return " ".join(sentences)


def dials(evidence: Evidence, marked: bool = True) -> list[Bars]:
    """Return some weights of each kind as bars, a scene per kind; ticks: without gravity."""
    truth, pulled, free = evidence.truth, evidence.pulled, evidence.free
    useful, names = truth.useful[pulled.tracked], evidence.data.feature_names
    highest = max(np.abs(run.weights).max(initial=0.0) for run in (pulled, free)) or 1.0
    drawn = []
    for kind, word, mask in ((useful, truth.good, True), (~useful, truth.useless, False)):
        places = evenly(np.flatnonzero(kind))
        if not len(places):
            continue
        of = int((truth.useful == mask).sum())
        count = f"{of:,}" if of == len(places) else f"some of {of:,}"
        drawn.append(
            Bars(
                f"{count} {words(word)}",
                [names[j] for j in pulled.tracked[places]],
                np.vstack([np.zeros(len(places)), pulled.weights[:, places]]),
                "weight",
                HUE if mask else REFERENCE,
                marks=free.weights[-1, places] if marked else None,
                x_label="feature",
                window=(-1.08 * highest, 1.08 * highest),
            )
        )
    return drawn


def features_in_use(evidence: Evidence) -> Curves:
    """Return the features in use as the run goes on, with gravity and without."""
    at = np.append(0, evidence.pulled.steps)
    tracks = count_tracks(evidence.free, evidence, "dot", ", without gravity")
    tracks += count_tracks(evidence.pulled, evidence, "solid", "")
    return Curves("features in use", at, tracks, "examples read", "features", log=True)


def count_tracks(run: Trace, evidence: Evidence, dash: str, suffix: str) -> list[Track]:
    """Return the nonzero weights of a run by kind; of all kinds where not all are tracked."""
    truth = evidence.truth
    counts = [("features", HUE, run.used)]
    if truth.useless and len(run.tracked) == len(truth.useful):
        nonzero = run.weights != 0.0
        counts = [
            (truth.good, HUE, np.count_nonzero(nonzero[:, truth.useful], axis=1)),
            (truth.useless, REFERENCE, np.count_nonzero(nonzero[:, ~truth.useful], axis=1)),
        ]
    return [Track(f"{name}{suffix}", np.append(0, count), ink, dash) for name, ink, count in counts]


def regret(evidence: Evidence) -> Curves:
    """Return the regret so far, without gravity and with it."""
    free, pulled = (
        np.append(0.0, run.loss - evidence.suffered) for run in (evidence.free, evidence.pulled)
    )
    tracks = [
        Track("without gravity", free, REFERENCE, "dot"),
        Track("with gravity", pulled, HUE, "solid"),
    ]
    at = np.append(0, evidence.pulled.steps)
    return Curves("regret so far", at, tracks, "examples read", "regret")


def evenly(places: np.ndarray) -> np.ndarray:
    """Return at most MOST of ``places``, evenly spaced."""
    chosen = np.linspace(0, len(places) - 1, min(MOST, len(places)))
    return places[chosen.astype(np.int64)]


# The sweep ---------------------------------------------------------------------------------------


def dial(evidence: Evidence) -> charts.Dial:
    """Return gravity as an axis."""
    return charts.Dial("gravity g", GRAVITIES, TICKS, evidence.knobs.gravity)


def kept_by_gravity(evidence: Evidence, drawn: Collection[str] = (PULLED,)) -> Picture:
    """Return the features of each kind that are kept, against gravity, in strips of their own."""
    truth, sweep = evidence.truth, evidence.sweep
    panes = {f"{words(truth.good)} kept": {PULLED: [outcome.useful for outcome in sweep]}}
    if truth.useless:
        panes = {
            f"{name} kept": {PULLED: [getattr(outcome, kind) for outcome in sweep]}
            for kind, name in (("useful", words(truth.good)), ("useless", words(truth.useless)))
        }
    picture = charts.strips("kept_by_gravity", dial(evidence), panes, {PULLED: HUE}, drawn)
    picture.layout["yaxis"]["nticks"] = 6
    if drawn:
        now = evidence.now
        counts = (now.useful, now.useless) if truth.useless else (now.nonzeros,)
        for pane, count in zip(("y", "y2"), counts, strict=False):
            mark_now(picture, evidence, pane, count)
    return replace(picture, caption=dashed_line_note(evidence))


def mark_now(picture: Picture, evidence: Evidence, pane: str, count: int) -> None:
    """Put a large dot where gravity stands, with the number of features that are kept."""
    gravity = max(evidence.knobs.gravity, GRAVITIES[0])
    dot = {
        "type": "scatter",
        "mode": "markers",
        "name": "your run",
        "meta": "ornament",
        "x": np.array([gravity]),
        "y": np.array([count], np.float64),
        "yaxis": pane,
        "line": {"color": HUE},
        "marker": {"color": HUE, "size": 13},
    }
    picture.data.append(dot)
    picture.layout["annotations"].append(
        {
            "x": float(np.log10(gravity)),
            "y": count,
            "yref": pane,
            "text": f"<b>{count:,}</b>",
            "font": {"color": HUE, "size": 14},
            "showarrow": False,
            "xanchor": "left",
            "xshift": 9,
            "yshift": 12,
        }
    )


def dashed_line_note(evidence: Evidence) -> str:
    """Return what the dashed line of a picture against gravity says."""
    gravity = evidence.knobs.gravity
    return f"The dashed line stands at gravity {gravity:g}." if gravity else ""


def words(kind: str) -> str:
    """Return the name of a kind of features on an axis."""
    named = {"random": "noise features", "features": "features"}
    return named.get(kind, f"{kind} features")


def price(evidence: Evidence, drawn: Collection[str] = (ALL, SMALL)) -> Picture:
    """Return the mean loss against gravity, where all weights are pulled and where small ones."""
    curves = {ALL: losses(evidence.unspared)}
    if np.isfinite(evidence.knobs.threshold):
        curves[SMALL] = losses(evidence.sweep)
    colours = dict(zip(curves, (HUE, colour("truncated_gradient", 1)), strict=False))
    pane = {LOSS: curves}
    picture = charts.strips("price", dial(evidence), pane, colours, drawn)
    for trace in picture.data:
        if trace["name"] == SMALL:  # as in the picture of the trade-off
            trace["line"]["dash"] = "dash"
    picture.layout["annotations"] = [
        name_beside(name, curves[name], colours[name], above=name == ALL)
        for name in curves
        if name in drawn
    ]
    return replace(picture, caption=dashed_line_note(evidence))


def name_beside(name: str, heights: np.ndarray, ink: str, above: bool) -> dict:
    """Return the name of a rising curve, at the left of its rise: above the curve or below it."""
    rise = int(np.argmax(heights > (heights.min() + heights.max()) / 2))
    place = max(rise - 1, 0)
    lowest = heights[max(place - 5, 0) : place + 1].min()
    return {
        "x": float(np.log10(GRAVITIES[place])),
        "y": float(heights[place] if above else lowest),
        "text": f"<b>{name}</b>",
        "font": {"color": ink, "size": 14},
        "showarrow": False,
        "xanchor": "right",
        "yanchor": "bottom" if above else "top",
        "xshift": -8,
        "yshift": 0 if above else -6,
    }


def frontier(evidence: Evidence, drawn: Sequence[str] = (PULLED, CUT)) -> Picture:
    """Return the mean loss against the features kept, one point for each setting of a knob."""
    path = [evidence.none, *evidence.sweep]
    curves = {
        PULLED: (HUE, path),
        ALL: (HUE, [evidence.none, *evidence.unspared]),
        SMALL: (colour("truncated_gradient", 1), path),
        CUT: (ROUNDED, evidence.rounding),
    }
    lines = [
        Line(
            name,
            ink,
            "dash" if name == SMALL else "solid",
            losses(some),
            kept_features(some),
            label=name * (name != SMALL),
        )
        for name, (ink, some) in curves.items()
        if name in drawn and any(outcome.nonzeros for outcome in some)
    ]
    if NEW in drawn:
        kept_by_new, loss = OFFER
        lines.append(Line(NEW, REFERENCE, "solid", [loss], [kept_by_new], now=OFFER, label=NEW))
    if SMALL not in drawn:
        lines.append(here(evidence, evidence.now.loss))
    labels, caption = ("features kept", LOSS), apart(evidence, drawn)
    picture = sweep("frontier", SweepAxes(*labels, tight=True), None, lines, caption=caption)
    if SMALL in drawn:
        name_below(picture, path)
    return counted_in_words(picture)


def apart(evidence: Evidence, drawn: Sequence[str]) -> str:
    """Return how far the points of a picture of loss against features lie apart, and its terms."""
    knob = "gravity or the threshold" if CUT in drawn else "gravity"
    sentences = [
        f"From right to left, {knob} is about 1.5 times as large from point to point.",
        "Runs that keep no feature are left out.",
    ]
    if CUT in drawn:
        sentences.append(f"Rounding comes every {evidence.knobs.period} examples, too.")
    if SMALL in drawn:
        sentences.append(f"Small weights are those up to {evidence.knobs.threshold:g}.")
    return " ".join(sentences)


def name_below(picture: Picture, path: Sequence[Outcome]) -> None:
    """Write the name of gravity on small weights below all curves, from the foot of its leap on."""
    foot = path[int(np.diff(losses(path)).argmax())]
    lowest, highest = picture.layout["yaxis"]["range"]
    picture.layout["yaxis"]["range"] = [lowest - 0.12 * (highest - lowest), highest]
    picture.layout["showlegend"] = False
    picture.layout["annotations"].append(
        {
            "x": float(np.log10(max(foot.nonzeros, 1))),
            "y": lowest,
            "text": f"<b>{SMALL}</b>",
            "font": {"color": colour("truncated_gradient", 1), "size": 14},
            "showarrow": False,
            "xanchor": "left",
            "yanchor": "middle",
        }
    )


def counted_in_words(picture: Picture) -> Picture:
    """Return the picture with plain numbers of features along the bottom, no powers of ten."""
    values = [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000, 100_000]
    texts = [f"{n:,}" for n in values]
    picture.layout["xaxis"] |= {"tickmode": "array", "tickvals": values, "ticktext": texts}
    return picture


def errors(evidence: Evidence) -> Picture:
    """Return the errors per 100 examples against the features kept, one point per gravity."""
    path = [evidence.none, *evidence.sweep]
    allowed = 100.0 * evidence.none.mistakes + 1.0
    y = np.array([100.0 * outcome.mistakes for outcome in path])
    picture = sweep(
        "errors",
        SweepAxes("features kept", "errors per 100 examples", tight=True),
        None,
        [
            Line(PULLED, HUE, "solid", y, kept_features(path)),
            here(evidence, 100.0 * evidence.now.mistakes),
        ],
        levels={"allowed": allowed},
    )
    picture.layout["showlegend"] = False
    right = float(picture.layout["xaxis"]["range"][1])
    picture.layout["annotations"].append(
        {
            "x": right,
            "y": allowed,
            "text": "one more error per 100",
            "font": {"size": 14},
            "showarrow": False,
            "xanchor": "right",
            "yanchor": "bottom",
        }
    )
    return counted_in_words(picture)


def here(evidence: Evidence, height: float) -> Line:
    """Return the point of the knobs as they stand."""
    now = (evidence.now.nonzeros, height)
    name = f"gravity {evidence.knobs.gravity:g}"
    return Line("your gravity", HUE, "solid", [height], [now[0]], now=now, label=name)


def losses(outcomes: Sequence[Outcome]) -> np.ndarray:
    return np.array([outcome.loss for outcome in outcomes])


def kept_features(outcomes: Sequence[Outcome]) -> np.ndarray:
    return np.array([outcome.nonzeros for outcome in outcomes], np.float64)


# Other orders of the examples, and other ends of the run ------------------------------------------


def orders(evidence: Evidence, rows: int = ORDERS) -> Picture:
    """Return the features kept in some orders of the same examples, a square for each."""
    traces, width = squares_of(evidence, evidence.kept, 0, rows)
    counts = ", ".join(str(int(n)) for n in evidence.kept[:rows].sum(axis=1))
    labels = ("features that at least one order keeps", "order of the examples")
    return Picture(
        "orders",
        traces,
        rows_of(labels, range(1, ORDERS + 1), width),
        f"Features kept by runs on the same examples in other orders: {counts}.",
        "A square: the run with this order keeps this feature.",
    )


def last_pulls(evidence: Evidence) -> Picture:
    """Return the features in use after each of the last pulls of the run, a square for each."""
    pulled = evidence.pulled
    used = np.zeros((LAST, evidence.data.n_features), bool)
    used[:, pulled.tracked] = pulled.weights[-LAST:] != 0.0
    traces, width = squares_of(evidence, used, -1)
    counts = ", ".join(str(int(n)) for n in used.sum(axis=1))
    return Picture(
        "last_pulls",
        traces,
        rows_of(
            ("features in use just after a pull", "examples read"), pulled.steps[-LAST:], width
        ),
        f"Features in use just after the last pulls of one run: {counts}.",
        "A square: this feature is in use just after this pull. The lowest row is the run's end.",
    )


def squares_of(
    evidence: Evidence, used: np.ndarray, first: int, rows: int | None = None
) -> tuple[list[dict], int]:
    """Return the first ``rows`` of ``used`` [n, d] as squares by kind, and how many columns stand.

    Features stand in the order: used in row ``first`` or not, and useful before useless.
    """
    useful = evidence.truth.useful
    columns = np.flatnonzero(used.any(axis=0))
    columns = columns[np.lexsort((~useful[columns], -used[first, columns].astype(int)))][:WIDEST]
    y, x = np.nonzero(used[:rows, columns])
    kinds = [(True, words(evidence.truth.good), HUE)]
    if evidence.truth.useless:
        kinds.append((False, words(evidence.truth.useless), REFERENCE))
    names = np.array([as_text(name) for name in evidence.data.feature_names], object)[columns]
    traces = []
    for kind, name, ink in kinds:
        own = useful[columns[x]] == kind
        traces.append(squares(name, x[own], y[own] + 1, ink) | {"text": names[x[own]].tolist()})
    return traces, len(columns)


def rows_of(labels: tuple[str, str], names: Sequence[int], width: int) -> dict:
    """Return the layout of rows of squares, ``width`` columns wide, the first row on top."""
    places = list(range(1, len(names) + 1))
    across = {"showticklabels": False, "ticks": "", "showgrid": False}
    layout = frame(
        *labels,
        xaxis=across | {"range": [-0.7, max(width, 1) - 0.3]},
        yaxis={
            "range": [len(places) + 0.6, 0.4],
            "tickvals": places,
            "ticktext": [str(name) for name in names],
        },
    )
    name_places(layout, 1, yaxis=[int(name) for name in names])
    legend = {"orientation": "h", "y": 1.02, "yanchor": "bottom"}
    return layout | {"showlegend": True, "legend": legend}


def squares(name: str, x: np.ndarray, y: np.ndarray, ink: str) -> dict:
    """Return one kind of features as squares."""
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": np.asarray(x, np.float64),
        "y": np.asarray(y, np.float64),
        "line": {"color": ink},
        "marker": {"color": ink, "symbol": "square", "size": 11},
    }
