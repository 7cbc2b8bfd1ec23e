"""Sparsity trajectories: the number of features that the model keeps, as the run goes on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

from algorithms.trace import just_after_zeros
from algorithms.truth import Truth
from charts.labels import end_names, line_of, note_at, short_name
from charts.layout import curve, frame, reference, widen
from charts.picture import Picture, key_of
from charts.playground import first_pass
from charts.playground.counts import floor_of, linear_axis, log_axis_with_0, running_median
from charts.playground.score import features, join_names, never_occurring, usually
from charts.run import Run
from charts.x_axis import abscissa, end_of, extent, label

Unit = Literal["count", "share of d", "share of seen"]
TITLES = {
    "count": "features kept",
    "share of d": "features kept, share of all d",
    "share of seen": "features kept, share of those seen",
}
SHORT = {"count": "{} kept", "share of d": "{} / d", "share of seen": "{} / seen"}
DOMAINS = {"yaxis": [0.54, 1.0], "yaxis2": [0.0, 0.46]}
USELESS = {"random": "columns of random numbers", "false": "whose true weight is 0"}
"""The features that cannot help, by the kind of truth that is known."""

KEPT = "A feature is kept while its weight is not exactly 0."
KEPT_BY_ONE = (
    "A feature has a weight for each class. It is kept while one of them is not exactly 0."
)

FAR = 200
"""So many useful features always have room up to their total; more only where a quarter is kept."""


class Strip(NamedTuple):
    """The part of the picture that counts one kind of features.

    Parameters
    ----------
    axis : its axis of heights.
    kind : the kind in a word; "" for all features.
    counts : of each run an int64 (c,).
    total : how many of the kind there are.
    """

    axis: str
    kind: str
    counts: list[np.ndarray]
    total: int


def sparsity(
    runs: list[Run],
    unit: Unit = "count",
    truth: Truth | None = None,
    against: str = "steps",
    count_axis: Literal["linear", "log"] = "linear",
) -> Picture:
    """Return the picture of the features that each run keeps at its checkpoints.

    Where it is known which features are useful they are counted in a strip above the others.

    Parameters
    ----------
    runs : the runs.
    unit : a number, or a share of which whole.
    truth : the features that are useful; None where only all together are to be drawn.
    against : the x axis, one of ``charts.x_axis.LABELS``.
    count_axis : the axis of the numbers; on the logarithmic one 0 has a tick below all others.
    """
    strips = _strips(runs, truth)
    layout = _layout(runs, strips, unit, against)
    data: list[dict] = []
    for strip in strips:
        data += _strip_curves(strip, runs, unit, against, count_axis == "log", layout)
    layout["meta"]["progress"] = end_of(runs, against)
    layout["uirevision"] += f" {count_axis}"
    spiky = any(trace["name"].startswith("Running median") for trace in data)
    made = truth.useless if truth else ""
    caption = _caption(runs, strips, made, spiky)
    heading = "Features kept as the run goes on"
    alt, key = _alt(runs, strips, against), _key(runs, strips, made, spiky)
    return Picture("sparsity", data, layout, alt, caption, heading, key=key)


def _strips(runs: Sequence[Run], truth: Truth | None) -> list[Strip]:
    """Useful and useless features, as far as they are known; else all of them."""
    used, useful = [run.trace.used for run in runs], [run.trace.sparsity.useful for run in runs]
    if truth is None or not truth.useless or any(counts is None for counts in useful):
        return [Strip("yaxis", "", used, runs[0].trace.final.weights.shape[-1])]
    total, kinds = int(truth.useful.sum()), ("useful", "useless")
    rest = [each - right for each, right in zip(used, useful, strict=True)]
    return [
        Strip("yaxis", kinds[0], useful, total),
        Strip("yaxis2", kinds[1], rest, truth.useful.size - total),
    ]


def _layout(runs: Sequence[Run], strips: list[Strip], unit: Unit, against: str) -> dict:
    """The frame, with an axis of heights for each strip."""
    title = SHORT[unit].format(strips[0].kind) if strips[0].kind else TITLES[unit]
    layout = frame(label(against, runs), title, xaxis={"range": extent(runs, against)})
    if len(strips) > 1:
        below = SHORT[unit].format(strips[1].kind)
        layout["yaxis2"] = {**layout["yaxis"], "title": {"text": below, "standoff": 6}}
        layout["xaxis"]["anchor"] = "y2"
        layout["uirevision"] += f" {below}"
        for axis, domain in DOMAINS.items():
            layout[axis]["domain"] = domain
    layout |= {"hovermode": "x unified", "hoversubplots": "axis", "meta": {}}
    return layout


def _strip_curves(
    strip: Strip, runs: Sequence[Run], unit: Unit, against: str, log: bool, layout: dict
) -> list[dict]:
    """The curves of one strip; its axis and its names are written into ``layout``."""
    least = 1.0 if unit == "count" else 1.0 / runs[0].trace.final.weights.shape[-1]
    floor = floor_of(least) if log else 0.0
    data, labelled = [], []
    for run, counts in zip(runs, strip.counts, strict=True):
        heights = counts / _whole(run, unit)
        lines = _lines(run, strip, abscissa(run, against), heights, floor)
        data += lines
        labelled.append(lines[-1])
    top = max(float(line["y"].max()) for line in data)
    level = _level(strip, unit, least, top)
    if level is not None:
        total = reference(strip.kind, layout["xaxis"]["range"], [level, level])
        data.insert(0, total | {"name": f"all {strip.kind} features"})
    top = max(top, level or 0.0)
    room = 0.12 if level is None else 0.3
    layout[strip.axis] |= (log_axis_with_0 if log else linear_axis)(top, least, room)
    if log:
        layout["meta"].setdefault("floor", {})[strip.axis] = floor
    widen(layout, top)
    ends = [(line["x"][-1], line["y"][-1]) for line in labelled]
    notes = [] if level is None else [_total(strip, level, log, layout)]
    lower = strip.axis != "yaxis"
    lines = [line for line in data if line.get("opacity", 1.0) == 1.0]
    thin = [line for line in data if line.get("opacity", 1.0) < 1.0]
    upright, label = _first_pass(strip, runs, against, data, layout, level)
    notes, avoided = [*notes, *label], [*thin, *upright]
    names = end_names(runs, ends, layout, lines, strip.axis, notes, alone=lower, avoided=avoided)
    layout["annotations"] = [*layout.get("annotations", []), *names]
    data += [*upright, *map(_end, thin)]
    for line in data:
        line["yaxis"] = strip.axis.replace("axis", "")
    return data


def _first_pass(
    strip: Strip,
    runs: Sequence[Run],
    against: str,
    data: list[dict],
    layout: dict,
    level: float | None,
) -> tuple[list[dict], list[dict]]:
    """The line at the end of the first pass, below the total of a strip; its label in the first."""
    place = first_pass.end_of_first_pass(runs, against)
    if place is None:
        return [], []
    line = first_pass.mark(place, layout, data, strip.axis)
    if level is not None:
        line["y"] = [line["y"][0], level]
    if strip.axis != "yaxis":
        return [line], []
    return [line], [first_pass.label(line, layout, data, axis=strip.axis)]


def _whole(run: Run, unit: Unit) -> np.ndarray | int:
    """The divisor of a count of features."""
    if unit == "share of seen":
        return np.maximum(run.trace.sparsity.seen, 1)
    return run.trace.final.weights.shape[-1] if unit == "share of d" else 1


def _lines(run: Run, strip: Strip, x: np.ndarray, heights: np.ndarray, floor: float) -> list[dict]:
    """A run's line; a spiky one is thin and has its running median before it."""
    line = curve(run, x, np.maximum(heights, floor))
    name = f"{line['name']}: {strip.kind}" if strip.kind else line["name"]
    value = "%{customdata:,.4~g}" if floor else "%{y:,.4~g}"
    words = f"{short_name(run)}: {value} {strip.kind}".rstrip()
    line |= {
        "name": name,
        "hovertemplate": f"<b>{run.letter}</b> {words}<extra></extra>",
    }
    if floor:
        line["customdata"] = heights.astype(np.float32)
    medians = running_median(heights)
    if medians is None:
        return [line]
    bold = line | {
        "name": f"Running median of {name}",
        "y": np.maximum(medians, floor).astype(np.float32),
        "meta": "ornament",
        "hoverinfo": "skip",
    }
    del bold["hovertemplate"]
    return [line | {"line": {"color": run.colour, "width": 1}, "opacity": 0.5}, bold]


def _end(thin: dict) -> dict:
    """A dot at the end of a thin line: the number in the table, which the thick one passes by."""
    colour = thin["line"]["color"]
    return thin | {
        "name": f"End of {thin['name']}",
        "mode": "markers",
        "x": thin["x"][-1:],
        "y": thin["y"][-1:],
        "marker": {"color": colour, "size": 7},
        "opacity": 1.0,
        "meta": "ornament",
        "hoverinfo": "skip",
        "hovertemplate": None,
    }


def _level(strip: Strip, unit: Unit, least: float, top: float) -> float | None:
    """The height of the line at the total of a strip; None where it has none."""
    if strip.axis != "yaxis" or not strip.kind or unit == "share of seen":
        return None
    near = strip.total <= FAR or strip.total * least <= 4.0 * top
    return strip.total * least if near else None


def _total(strip: Strip, level: float, log: bool, layout: dict) -> dict:
    """The name of the line at the total, on its left end."""
    low, high = layout[strip.axis]["range"]
    height = float(np.log10(level)) if log else level
    above = 0.6 * line_of(layout[strip.axis]) * (high - low)
    text = f"{strip.total:,} {strip.kind} features"
    return note_at(layout["xaxis"]["range"][0], height + above, text, on_its_right=True)


def _alt(runs: Sequence[Run], strips: list[Strip], against: str) -> str:
    """The picture in words: what each run keeps at its end."""
    ends = []
    for i, run in enumerate(runs):
        kept = [
            f"{strip.counts[i][-1]:,} of {strip.total:,} {strip.kind}".rstrip() for strip in strips
        ]
        ends.append(f"{run.letter} {run.name}: {' and '.join(kept)} features at the end")
    return f"Features kept against {label(against, runs)}. {'; '.join(ends)}."


def _ends(runs: Sequence[Run]) -> list[str]:
    """Words on runs whose end, which the table shows, lies far from their thick line."""
    ends = [(run, usually(run)) for run in runs]
    return [
        f"{run.letter} ends at {features(run):,}, as in the table, and mostly kept {most:,} before"
        for run, most in ends
        if most is not None
    ]


def _periodic(runs: Sequence[Run]) -> list[str]:
    """Words on runs that make zeros every K steps, and on when they are counted."""
    periodic = [run for run in runs if run.algorithm.stride > 1]
    if not periodic:
        return []
    letters = join_names([run.letter for run in periodic])
    one = len(periodic) == 1
    after = [just_after_zeros(run.trace.steps, run.algorithm.stride).all() for run in periodic]
    if all(after):
        counted = "is counted" if one else "are counted"
        rule = "its rule has" if one else "their rules have"
        return [f"{letters} {counted} every K steps and at the end, right after {rule} made zeros"]
    makes = "makes" if one else "make"
    return [f"{letters} {makes} zeros every K steps and at the end; in between, counts rise"]


def _key(runs: Sequence[Run], strips: Sequence[Strip], made: str, spiky: bool) -> str:
    """Words on the strips and the lines that are read from afar."""
    parts = [_kept_sentence(runs)]
    if len(strips) > 1:
        above, below = strips
        parts = [
            f"Top: {above.kind} features kept.",
            f"Bottom: {below.kind} ones, {USELESS.get(made, 'which cannot help')}.",
        ]
    return key_of(*parts, *(["Thick lines are smoothed; a dot is the end."] if spiky else []))


def _kept_sentence(runs: Sequence[Run]) -> str:
    """A sentence on what it is to be kept, with several classes another one."""
    return KEPT_BY_ONE if any(run.trace.final.weights.ndim > 1 for run in runs) else KEPT


def _caption(runs: Sequence[Run], strips: list[Strip], made: str, spiky: bool) -> str:
    """Words on how to read the picture, and on when it is counted."""
    caption = _kept_sentence(runs)
    if len(strips) > 1:
        above, below = strips
        caption = (
            f"The upper strip counts the {above.kind} features that a run keeps, the lower one the "
            f"{below.kind} ones, {USELESS.get(made, 'which cannot help')}."
        )
    asides = []
    if spiky:
        asides.append(
            "thin lines show each count, thick ones a running median, a dot the count at the end"
        )
    asides += _ends(runs)
    asides += _periodic(runs)
    text = "; ".join(asides)
    caption = f"{caption} {text[:1].upper()}{text[1:]}." if text else caption
    d = runs[0].trace.final.weights.shape[-1]
    unseen = d - max(int(run.trace.sparsity.seen[-1]) for run in runs)
    return f"{caption} {never_occurring(unseen, d)}" if unseen else caption
