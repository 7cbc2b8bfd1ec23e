"""Pictures of a run with gravity beside one without, and of what every other gravity leads to."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

import charts
from algorithms import Trace
from charts.film import Bars, Curves, Film, Track
from charts.labels import as_text
from charts.layout import frame, name_places, reference
from charts.palette import HUES, REFERENCE, colour
from charts.picture import Picture
from charts.sweep import Line, SweepAxes, sweep
from charts.sweep_marks import BY_TENS, count_by_tens
from pages.lessons.gravity.evidence import GRAVITIES, ORDERS, Evidence, GravityRun

HUE = colour("truncated_gradient", 0)
SPARING = HUES["purple"][0]
"""The colour of the same rule where it spares large weights."""
MOST = 40
"""Number of weights of each kind that are drawn as bars."""
WIDEST = 120
"""Number of features that are drawn as columns of squares."""
TICKS = (0.0001, 0.001, 0.01, 0.1, 1.0)
LOSS = "average loss while learning"
PULLED = "truncated gradient"
ALL, SMALL = "every weight pulled", "small weights pulled"
NEW, OFFER = "another setting", (145, 0.296)
"""A run beside the frontier, with step size 0.005 and gravity 0.03: its features, and its loss."""
NONE = 0.4
"""Where 0 features stand on an axis of powers."""
NOT_KEPT, PALE = "not kept", "rgba(128,128,128,0.18)"
"""The name and the colour of the squares of features that a run does not keep."""
LAST = 5
"""Number of the last pulls that are drawn in rows."""


def stage(evidence: Evidence) -> list[Film | list[charts.Picture]]:
    """Return the film of the run with g, then rows on what other g and other orders lead to."""
    bars = dials(evidence, evidence.free)
    run = film(evidence, [*bars, features_in_use(evidence), regret(evidence)])
    return [
        run,
        [kept_by_gravity(evidence), price(evidence), frontier(evidence)],
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
        sentences.append(f"The learner reads {read:,} of the {rows:,} examples, each of them once:")
        sentences.append("whole periods only.")
    return " ".join(sentences)


def dials(
    evidence: Evidence,
    beside: Trace | None = None,
    good: str = "",
    first: np.ndarray | None = None,
) -> list[Bars]:
    """Return some weights of each kind as bars, a scene per kind.

    Parameters
    ----------
    beside : the run whose last weights are drawn as ticks; None for no ticks.
    good : the name of the useful features, "" for the dataset's own.
    first : which of the tracked weights are drawn before others, those in use at the end if None.
    """
    truth, pulled, free = evidence.truth, evidence.pulled, evidence.free
    first = pulled.weights[-1] != 0.0 if first is None else first
    useful, names = truth.useful[pulled.tracked], evidence.data.feature_names
    highest = max(np.abs(run.weights).max(initial=0.0) for run in (pulled, free)) or 1.0
    factor = enlargement(highest, [run.weights[:, ~useful] for run in (pulled, free)])
    kinds = (
        (useful, good or words(truth.good), HUE, 1),
        (~useful, words(truth.useless), REFERENCE, factor),
    )
    drawn = []
    for kind, name, ink, times in kinds:
        chosen = some_of(np.flatnonzero(kind), first)
        of = int((truth.useful == (kind is useful)).sum())
        count = f"{of:,}" if of == len(chosen) else f"some of {of:,}"
        bars = Bars(
            f"{count} {name}",
            [names[j] for j in pulled.tracked[chosen]],
            np.vstack([np.zeros(len(chosen)), pulled.weights[:, chosen]]),
            "weight" if times == 1 else f"weight, {times} times as large",
            ink,
            marks=None if beside is None else beside.weights[-1, chosen],
            x_label="feature",
            window=(-1.08 * highest / times, 1.08 * highest / times),
        )
        drawn += [bars] if len(chosen) else []
    return drawn


def enlargement(highest: float, weights: Sequence[np.ndarray]) -> int:
    """Return how many times as large useless weights can be drawn as those up to ``highest``."""
    largest = max(np.abs(some).max(initial=0.0) for some in weights) or highest
    return next((times for times in (10, 5, 2) if times * largest <= highest), 1)


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


def some_of(features: np.ndarray, used: np.ndarray) -> np.ndarray:
    """Return at most MOST of ``features``: those that are ``used`` first, others evenly spaced."""
    first = evenly(features[used[features]], MOST)
    others = evenly(features[~used[features]], MOST - len(first))
    return np.sort(np.append(first, others))


def evenly(features: np.ndarray, most: int) -> np.ndarray:
    """Return at most ``most`` of ``features``, evenly spaced."""
    chosen = np.linspace(0, len(features) - 1, min(most, len(features)))
    return features[chosen.astype(np.int64)]


# The sweep ---------------------------------------------------------------------------------------


def dial(evidence: Evidence) -> charts.Dial:
    """Return gravity as an axis."""
    now = max(evidence.knobs.gravity, GRAVITIES[0])
    return charts.Dial("gravity g", gravities(evidence), TICKS, now)


def gravities(evidence: Evidence) -> list[float]:
    """Return the gravities of the sweep and that of the knobs, through whose dot curves go."""
    return sorted({*GRAVITIES, max(evidence.knobs.gravity, GRAVITIES[0])})


def through_now(evidence: Evidence, sweep: Sequence[GravityRun]) -> list[GravityRun]:
    """Return the runs of a sweep, with the run of the knobs in its place."""
    if evidence.knobs.gravity < GRAVITIES[0]:
        return [*sweep]
    runs = dict(zip(GRAVITIES, sweep, strict=True)) | {evidence.knobs.gravity: evidence.now}
    return [runs[gravity] for gravity in sorted(runs)]


def kept_by_gravity(evidence: Evidence, good: str = "") -> Picture:
    """Return the features of each kind that are kept, against gravity, in strips of their own.

    ``good`` is the name of the useful features, "" for the dataset's own.
    """
    runs = through_now(evidence, evidence.sweep)
    picture = kept_against("kept_by_gravity", dial(evidence), runs, evidence, good)
    return replace(
        picture,
        caption=f"{upright_line_note(evidence)} {picture.caption}".strip(),
        heading="Features that a run keeps, by its gravity",
    )


def kept_against(
    name: str, across: charts.Dial, runs: Sequence[GravityRun], evidence: Evidence, good: str
) -> Picture:
    """Return the features of each kind that runs keep, against a knob, in strips of their own."""
    truth = evidence.truth
    kinds = {"useful": good or words(truth.good)}
    if truth.useless:
        kinds["useless"] = words(truth.useless)
    panes = {
        f"{title} kept": {PULLED: [getattr(outcome, kind) for outcome in runs]}
        for kind, title in kinds.items()
    }
    picture = charts.strips(name, across, panes, {PULLED: HUE}, (PULLED,))
    picture.layout["yaxis"]["nticks"] = 6
    picture.layout["annotations"] = []  # one curve alone needs no name
    for pane, kind in zip(("y", "y2"), kinds, strict=False):
        count = getattr(evidence.now, kind)
        mark_now(picture, across.now, pane, count, f"{count:,}")
    if good and truth.useless:
        count_by_tens(picture, int((~truth.useful).sum()))
        return replace(picture, caption=BY_TENS)
    return replace(picture, caption="")


def mark_now(
    picture: Picture, x: float, pane: str, height: float, text: str, **look: object
) -> None:
    """Put a large dot where the knob stands, and beside it its number.

    ``look`` is what differs from a number in truncated gradient's colour, right of the dot and
    above it.
    """
    note = number_at(x, height, text) | {"yref": pane} | look
    dot = {
        "type": "scatter",
        "mode": "markers",
        "name": "your run",
        "meta": "ornament",
        "cliponaxis": False,
        "showlegend": False,
        "x": np.array([x], np.float64),
        "y": np.array([height], np.float64),
        "yaxis": pane,
        "line": {"color": note["font"]["color"]},
        "marker": {"color": note["font"]["color"], "size": 13},
    }
    picture.data.append(dot)
    if text:
        picture.layout["annotations"].append(note)


def number_at(x: float, y: float, text: str, ink: str = HUE) -> dict:
    """Return a number right of a point over a logarithmic axis, and above it."""
    return {
        "x": float(np.log10(x)),
        "y": float(y),
        "text": f"<b>{text}</b>",
        "font": {"color": ink, "size": 14},
        "showarrow": False,
        "xanchor": "left",
        "xshift": 9,
        "yshift": 12,
    }


LOWER = {"xanchor": "left", "xshift": 9, "yshift": -12}
UPPER_LEFT = {"xanchor": "right", "xshift": -9, "yshift": 12}
"""Where a number stands beside its point, if not above and right of it."""


def upright_line_note(evidence: Evidence) -> str:
    """Return what the upright line of a picture against gravity says."""
    gravity = evidence.knobs.gravity
    if not gravity:
        return "Gravity 0 has no place on this axis: your run stands at the left end."
    return f"The upright line stands at gravity {gravity:g}."


def words(kind: str) -> str:
    """Return the name of a kind of features on an axis."""
    named = {"random": "noise features", "features": "features"}
    return named.get(kind, f"{kind} features")


def price(
    evidence: Evidence, drawn: Collection[str] = (ALL, SMALL), numbers: bool = True
) -> Picture:
    """Return the average loss against gravity, if all weights are pulled and if small ones are.

    Parameters
    ----------
    drawn : the names of the curves that are drawn.
    numbers : whether the dots of the knobs say how high they stand.
    """
    places = np.log(gravities(evidence))
    curves = {ALL: np.interp(places, np.log(GRAVITIES), losses(evidence.unspared))}
    if np.isfinite(evidence.knobs.threshold):
        curves[SMALL] = losses(through_now(evidence, evidence.sweep))
    colours = dict(zip(curves, (HUE, SPARING), strict=False))
    pane = {LOSS: curves}
    picture = charts.strips("price", dial(evidence), pane, colours, drawn)
    picture.layout["yaxis"] |= {"dtick": 0.1}
    seen = {name: heights for name, heights in curves.items() if name in drawn}
    picture.layout["annotations"] = []
    draw_free_loss(picture, evidence)
    name_above(picture)
    for name in seen:
        loss = unspared_loss(evidence) if name == ALL else evidence.now.loss
        beside = UPPER_LEFT if name == ALL else LOWER | {"xshift": 3, "yshift": -17}
        font = {"color": colours[name], "size": 14}
        text = f"{loss:.2f}" if numbers else ""
        mark_now(picture, dial(evidence).now, "y", loss, text, font=font, **beside)
    if SMALL in seen:
        picture.layout["annotations"] += leap_numbers(evidence)
    return replace(
        picture,
        caption=upright_line_note(evidence),
        heading="The average loss of a run, by its gravity",
    )


def draw_free_loss(picture: Picture, evidence: Evidence) -> None:
    """Draw the loss without gravity, a dotted line with its number."""
    loss = evidence.none.loss
    picture.data.insert(0, reference("without gravity", [GRAVITIES[0], GRAVITIES[-1]], [loss] * 2))
    note = number_at(GRAVITIES[0], loss, "x") | {"text": f"{loss:.2f} without gravity"}
    note |= {"xshift": 4, "yshift": -12, "font": {"size": 14}}
    picture.layout["annotations"].append(note)


def leap_numbers(evidence: Evidence) -> list[dict]:
    """Return the losses at both ends of the leap, where the dot of the knobs is at neither."""
    ends = zip(leap(evidence.sweep), (LOWER, LOWER), strict=True)
    return [
        number_at(end.knob, end.loss, f"{end.loss:.2f}", SPARING) | beside
        for end, beside in ends
        if not np.isclose(end.knob, evidence.knobs.gravity)
    ]


def leap(outcomes: Sequence[GravityRun]) -> tuple[GravityRun, GravityRun]:
    """Return the two neighbouring runs of a sweep between which the loss rises most."""
    place = int(np.diff(losses(outcomes)).argmax())
    return outcomes[place], outcomes[place + 1]


def unspared_loss(evidence: Evidence) -> float:
    """Return the loss at the gravity of the knobs where all weights are pulled."""
    at = np.log(max(evidence.knobs.gravity, GRAVITIES[0]))
    return float(np.interp(at, np.log(GRAVITIES), losses(evidence.unspared)))


def name_above(picture: Picture) -> None:
    """Name the curves of both rules in a legend; that of the one with a threshold is dashed."""
    for trace in picture.data:
        trace["showlegend"] = trace["name"] in (ALL, SMALL)
        if trace["name"] == SMALL:
            trace["line"]["dash"] = "dash"
    legend = {"orientation": "h", "y": 1.02, "yanchor": "bottom"}
    picture.layout.update(showlegend=True, legend=legend)


def frontier(
    evidence: Evidence, offer: bool = False, sparing: Sequence[GravityRun] = ()
) -> Picture:
    """Return the average loss against the features kept, one point for each gravity.

    Parameters
    ----------
    offer : whether another setting is drawn, and where a run is better than it in both.
    sparing : runs with a threshold, for a curve of their own.
    """
    now = evidence.now
    path = with_run(now, [evidence.none, *evidence.sweep])
    text = f"{feature_count(now.nonzeros)}<br>loss {now.loss:.2f}"
    name = ALL if sparing else PULLED
    lines = [Line(name, HUE, "solid", losses(path), places(kept_features(path)), label=" ")]
    if offer:
        kept, loss = OFFER
        lines.append(Line(NEW, REFERENCE, "solid", [loss], [kept], now=OFFER, label=" "))
    if sparing:
        at = places(kept_features(sparing))
        lines.append(Line(SMALL, SPARING, "dash", losses(sparing), at, label=" "))
    lines.append(point_of_knobs(now.nonzeros, now.loss, text))
    title = "The average loss of truncated gradient, by the features that a run keeps"
    picture = curves_against_kept("frontier", LOSS, lines, title)
    picture.layout["yaxis"] |= {"dtick": 0.1}
    if offer:
        draw_box(picture, OFFER, "better in both")
        near = 24 <= now.nonzeros <= 1.5 * kept  # there the label of the run needs the room
        beside = {"yanchor": "bottom", "yshift": 72 if near else -10, "align": "left"}
        if near:  # it stands above the other run's dot, not on it
            own = picture.layout["annotations"][0]
            own |= {"y": max(own["y"], loss)}
        note = number_at(kept, loss, "half the<br>step size", REFERENCE) | beside
        picture.layout["annotations"].append(note)
    if sparing:
        name_above(picture)
    return picture


def with_run(now: GravityRun, path: Sequence[GravityRun]) -> list[GravityRun]:
    """Return the runs of a path and one more, each at the place of its gravity."""
    others = [outcome for outcome in path if outcome.knob != now.knob]
    return sorted([now, *others], key=lambda outcome: outcome.knob)


def curves_against_kept(
    name: str, y_label: str, lines: Sequence[Line], heading: str, log: bool = False
) -> Picture:
    """Return a picture of curves against the features kept, from 0 on; ``log``: their heights."""
    axes = SweepAxes("features kept", y_label, log=log, tight=True)
    picture = sweep(name, axes, None, lines, caption=APART)
    heights = np.concatenate([np.log10(line.y) if log else line.y for line in lines])
    span = np.ptp(heights)
    foot = 0.05 if log else 0.25  # there the label of a run at the right has room
    ends = [heights.min() - foot * span, heights.max() + 0.15 * span]  # whatever the knob is at
    picture.layout["yaxis"]["range"] = [float(end) for end in ends]
    values = [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000, 100_000]
    picture.layout["xaxis"] |= {
        "tickmode": "array",
        "tickvals": [NONE, *values],
        "ticktext": ["0", *(f"{n:,}" for n in values)],
    }
    picture.layout["meta"] = {"floor": {"xaxis": NONE}}
    picture.layout["margin"]["r"] = ASIDE
    picture.layout["annotations"] = [
        beside_run(line, log, picture.layout) for line in lines if line.label.strip()
    ]
    return replace(picture, heading=heading)


def beside_run(line: Line, log: bool, layout: dict) -> dict:
    """Return the label of the run's dot, above it, where a falling curve leaves room, and under
    its right end.

    It is one line where three would leave the picture or meet the curve: at the left edge, and over
    a logarithmic scale, where the curve drops to its right end, left of the dot.
    """
    height = np.log10(line.y[0]) if log else line.y[0]
    low, high = layout["xaxis"]["range"]
    right = np.log10(line.now[0]) > low + 0.8 * (high - low)
    side = "right" if right else "left"
    place = {"xanchor": side, "xshift": 6 if right else 9, "yanchor": "bottom", "yshift": 8}
    text = f"your run:<br>{line.label}"
    drops = log and np.log10(line.now[0]) > low + 0.94 * (high - low)
    if drops or line.now[0] == NONE:
        text = text.replace(":<br>", ": ").replace("<br>", ", ")
    if right and not log:
        text = f"your run: {line.label.replace('<br>', ', ')}"
        place |= {"yanchor": "top", "yshift": -14}
    if drops:
        place |= {"xshift": -12, "yanchor": "middle", "yshift": 0}
    note = number_at(line.now[0], float(height), text, line.colour)
    return note | place | {"align": side}


ASIDE = 24
"""Pixels on the right for half of a name."""


def draw_box(picture: Picture, corner: tuple[float, float], text: str) -> None:
    """Draw the edges of the box from the picture's lower left to a corner, and what it is."""
    x, y = corner
    axis = picture.layout["yaxis"]
    log, lowest = axis.get("type") == "log", axis["range"][0]
    foot = 10.0**lowest if log else lowest
    tint = {"fill": "toself", "fillcolor": "rgba(128,128,128,0.16)", "hoverinfo": "skip"}
    inside = reference("box", [NONE, x, x, NONE, NONE], [y, y, foot, foot, y])
    inside["line"] = inside["line"] | {"width": 0}
    picture.data[:0] = [
        inside | tint,
        reference("right edge", [x, x], [foot, y]),
        reference("upper edge", [NONE, x], [y, y]),
    ]
    note = number_at(NONE, np.log10(y) if log else y, "") | LOWER
    note |= {"text": text, "font": {"size": 14}}
    picture.layout["annotations"].append(note)


APART = "Along the bottom: logarithmic, 0 apart. From right to left, gravity grows from dot to dot."


def point_of_knobs(kept: float, height: float, label: str) -> Line:
    """Return the point of the knobs as they stand."""
    now = (float(places(np.array([kept]))[0]), height)
    return Line("your gravity", HUE, "solid", [height], [now[0]], now=now, label=label)


def feature_count(kept: float) -> str:
    """Return a number of features in words: "1 feature", "20 features"."""
    return f"{kept:,} feature{'s' * (kept != 1)}"


def places(kept: np.ndarray) -> np.ndarray:
    """Return where numbers of features stand on an axis of powers, on which 0 has a place."""
    return np.maximum(kept, NONE)


def losses(outcomes: Sequence[GravityRun]) -> np.ndarray:
    return np.array([outcome.loss for outcome in outcomes])


def kept_features(outcomes: Sequence[GravityRun]) -> np.ndarray:
    return np.array([outcome.nonzeros for outcome in outcomes], np.float64)


# Other orders of the examples, and other ends of the run ------------------------------------------


def orders(evidence: Evidence, rows: int = ORDERS, good: str = "") -> Picture:
    """Return the features kept in some orders of the same examples, a square for each.

    ``good`` is the name of the useful features, "" for the dataset's own.
    """
    traces, width = squares_of(evidence, evidence.kept, 0, rows, good)
    counts = ", ".join(str(int(n)) for n in evidence.kept[:rows].sum(axis=1))
    labels = ("features that at least one order keeps", "order of the examples")
    return Picture(
        "orders",
        traces,
        rows_of(labels, range(1, ORDERS + 1), width),
        f"Features kept by runs on the same examples in other orders: {counts}.",
        heading="Features that a run keeps, a column for each, in each order of the examples",
    )


def last_pulls(evidence: Evidence, good: str = "") -> Picture:
    """Return the features in use after each of the last pulls of the run, a square for each.

    ``good`` is the name of the useful features, "" for the dataset's own.
    """
    pulled = evidence.pulled
    used = np.zeros((LAST, evidence.data.n_features), bool)
    used[:, pulled.tracked] = pulled.weights[-LAST:] != 0.0
    traces, width = squares_of(evidence, used, -1, good=good)
    counts = ", ".join(str(int(n)) for n in used.sum(axis=1))
    return Picture(
        "last_pulls",
        traces,
        rows_of(
            ("features in use just after a pull", "examples read"), pulled.steps[-LAST:], width
        ),
        f"Features in use just after the last pulls of one run: {counts}.",
        "The lowest row is the run's end.",
        heading="Features in use after each of the last pulls, a column for each",
    )


def squares_of(
    evidence: Evidence, used: np.ndarray, first: int, rows: int | None = None, good: str = ""
) -> tuple[list[dict], int]:
    """Return the first ``rows`` of ``used`` [n, d] as squares by kind, and how many columns stand.

    Features stand in the order: used in row ``first`` or not, in how many rows, and useful before
    useless.
    """
    useful = evidence.truth.useful
    columns = np.flatnonzero(used.any(axis=0))
    often, here = used[:, columns].sum(axis=0), used[first, columns].astype(int)
    columns = columns[np.lexsort((~useful[columns], -often, -here))][:WIDEST]
    y, x = np.nonzero(used[:rows, columns])
    kinds = [(True, good or words(evidence.truth.good), HUE)]
    if evidence.truth.useless:
        kinds.append((False, words(evidence.truth.useless), REFERENCE))
    names = np.array([as_text(name) for name in evidence.data.feature_names], object)[columns]
    off, at = np.nonzero(~used[:rows, columns])
    traces = []
    for kind, name, ink in kinds:
        own = useful[columns[x]] == kind
        traces.append(squares(name, x[own], y[own] + 1, ink) | {"text": names[x[own]].tolist()})
    if rows != 1:
        traces.append(squares(NOT_KEPT, at, off + 1, PALE) | {"meta": "ornament"})
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
