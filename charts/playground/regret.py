"""Regret curves: the loss of a run beyond that of the best fixed weights in hindsight."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from algorithms import Comparator, Spread
from algorithms.evaluation.measures import quartiles
from charts.frontier.settings import with_opacity
from charts.labels import end_names, note_at, range_of, short_name
from charts.layout import curve, frame, log_axis, reference, widen
from charts.picture import Picture, key_of
from charts.placing import HEIGHT
from charts.playground import first_pass
from charts.playground.first_pass import end_of_first_pass
from charts.run import Run
from charts.x_axis import abscissa, end_of, extent, label

AS_GOOD = "0: as good as the best fixed weights"
BETTER = "below 0: better than the fixed weights"
"""The name of the line at 0, and where a run ends below it."""

BEYOND = "How much more each run lost than the best fixed weights; lower is better."
"""The key of the picture of regret."""

BEYOND_SMALL = "How much more each run lost than small fixed weights; below 0 it lost less."
"""The same where other fixed weights are known that lose less."""

DISTANCE = (
    "Each line: how far the loss and the size of a run’s weights are from the least there is."
)
"""The key of the picture of the objective."""

REGRET, OBJECTIVE = "Loss beyond the best fixed weights", "Distance from the best possible weights"
"""The headings of the two pictures."""

SMALL = "Loss beyond small fixed weights"
"""The heading of the picture of regret where other fixed weights are known that lose less."""

PALE = 0.18
"""The share of a run's colour that its band has."""


class _Words(NamedTuple):
    """The words of a picture: its heading, the title of its heights, the name of the line at 0."""

    heading: str
    title: str
    zero: str


def regret(
    runs: list[Run],
    suffered: list[np.ndarray],
    comparator: Comparator,
    average: bool = False,
    log: bool = False,
    against: str = "steps",
    spread: Spread | None = None,
    outdone: bool = False,
) -> Picture:
    """Return the picture of the regret of each run at its checkpoints.

    Parameters
    ----------
    runs : the runs, none without a loss.
    suffered : for each run, Σ_{s ≤ t} ℓ_s(u) at the run's checkpoints.
    comparator : the fixed weights u.
    average : divide by t.
    log : both axes logarithmic; regret ≤ 0 cannot be drawn there and is left out.
    against : the x axis, one of ``charts.x_axis.LABELS``.
    spread : the same runs over several orders, drawn as bands against the examples seen.
    outdone : other fixed weights lose less than u, which its λ keeps small.
    """
    numbers = _regrets(runs, suffered, average)
    better = any(len(values) and values[-1] < 0.0 for values in numbers)
    title = "extra loss per example" if average else "extra loss in total"
    words = _Words(SMALL if outdone else REGRET, title, BETTER if better else AS_GOOD)
    ceiling = ceiling_of(runs, numbers)
    banded = spread is not None and against == "steps"
    bands = _bands(runs, spread, average, log, ceiling) if banded else []
    picture = _picture("regret", words, runs, numbers, bands, log, against)
    widen(picture.layout, 0.0, min(float(np.min(values, initial=0.0)) for values in numbers))
    text = _caption(comparator, average, log, better, outdone)
    key = [BEYOND_SMALL if outdone else BEYOND]
    if bands:
        band = f"Band: the middle half of {spread.orders} orders"
        text, key = f"{text} {band}{_of_the_band(spread)}.", [*key, f"{band}."]
    if end_of_first_pass(runs, against) is not None:
        text, key = f"{text} {first_pass.CAPTION}", [*key, first_pass.CAPTION]
    return replace(picture, caption=text, details=_details(comparator, runs), key=key_of(*key))


def _of_the_band(spread: Spread) -> str:
    """Words on the orders of a band, and on the fixed weights that it is compared with."""
    if not spread.splits:
        return " of the examples"
    return (
        " with other rows held out; the best fixed weights are taken to lose as much there as here"
    )


def _regrets(runs: list[Run], suffered: list[np.ndarray], average: bool) -> list[np.ndarray]:
    """The loss of each run beyond what fixed weights suffered, in total or per example."""
    return [
        (run.trace.loss - fixed) / (run.trace.steps if average else 1)
        for run, fixed in zip(runs, suffered, strict=True)
    ]


def suboptimality(
    runs: list[Run], comparator: Comparator, log: bool = False, against: str = "steps"
) -> Picture:
    """Return the distance F(w) − F(u) of the weights at each checkpoint from the optimum.

    F is the mean loss over all examples + λ‖w‖₁, with the comparator's λ for every run: the one
    measure that online and batch runs have in common.
    """
    numbers = [
        run.trace.fit + comparator.l1 * run.trace.sparsity.l1_norm - comparator.objective
        for run in runs
    ]
    words = _Words(
        OBJECTIVE,
        "objective above the least",
        "0: no weights do better",
    )
    picture = _picture("suboptimality", words, runs, numbers, [], log, against)
    text = "The objective is the mean loss over all examples plus a price for large weights."
    if any(run.algorithm.kind == "batch" for run in runs):
        text += " A batch run sees all examples at every step: it has an objective, but no regret."
    if log:
        text += " A logarithmic axis has no place for 0 or less: nothing is drawn there."
    details = (
        f"The objective is F(w) = mean {runs[0].trace.loss_name} loss + λ‖w‖₁, with "
        f"λ = {comparator.l1:g} for every run whatever its own. Its least value is "
        f"{comparator.objective:.4g}, known to {_plain(comparator.gap)}."
    )
    return replace(picture, caption=text, details=details, key=key_of(DISTANCE))


def placeholder(objective: bool) -> Picture:
    """Return what stands in place of both pictures while the best fixed weights are sought.

    objective : the distance is asked for, not the regret.
    """
    text = "The best weights are still being sought; the curves follow when they are found."
    layout = frame("", "", xaxis={"visible": False}, yaxis={"visible": False})
    layout["annotations"] = [
        {
            "text": "Looking for the best weights …",
            "x": 0.5,
            "y": 0.5,
            "xref": "paper",
            "yref": "paper",
            "showarrow": False,
        }
    ]
    heading = OBJECTIVE if objective else REGRET
    name = "suboptimality" if objective else "regret"
    alt = f"{heading}. {text}"
    return Picture(name, [], layout, alt, caption=text, heading=heading, key=text)


def _picture(
    name: str,
    words: _Words,
    runs: list[Run],
    numbers: list[np.ndarray],
    bands: list[dict],
    log: bool,
    against: str,
) -> Picture:
    """The picture of one number per checkpoint, on top of ``bands``."""
    curves, ends, drawn = [], [], []
    ceiling = ceiling_of(runs, numbers)
    for run, values in zip(runs, numbers, strict=True):
        keep = (values <= ceiling) & np.isfinite(values)
        x, values = abscissa(run, against)[keep], values[keep]
        line = curve(run, x, np.where(values > 0.0, values, np.nan) if log else values)
        curves.append(line | {"hovertemplate": _hover(run, values)})
        ends.append((x[-1], values[-1]) if len(x) else (1, np.nan))
        drawn.append(values)
    heights = _positive(drawn)
    layout = _layout(label(against, runs), words.title, extent(runs, against, log), *heights, log)
    notes, upright = [], []
    if not log:
        last = end_of(runs, against)
        curves.insert(0, reference(f"{name} 0", [0, last], [0, 0]))
        below = all(values[-1] < 0.0 for values in numbers if len(values))
        notes = [_zero(words.zero, last, layout, [*bands, *curves], below)]
    place = end_of_first_pass(runs, against) if name == "regret" else None
    if place is not None:
        line = first_pass.mark(place, layout, [*bands, *curves])
        note = first_pass.label(line, layout, [*bands, *curves], notes)
        upright, notes = [line], [*notes, note]
    drawn = [*bands, *curves]
    layout["annotations"] = end_names(runs, ends, layout, drawn, notes=notes, avoided=upright)
    layout["meta"]["progress"] = end_of(runs, against)
    alt = f"{words.heading} against {label(against, runs)}. {_ends_in_words(runs, ends)}."
    return Picture(name, [*bands, *upright, *curves], layout, alt, heading=words.heading)


def _ends_in_words(runs: list[Run], ends: list[tuple[float, float]]) -> str:
    """What each run comes to, or when it diverged."""
    return "; ".join(
        f"{run.letter} {run.name}: "
        + (
            f"diverged at {run.trace.final.diverged_at:,}"
            if run.has_diverged
            else f"{y:.4g} after {x:,.6g}"
        )
        for run, (x, y) in zip(runs, ends, strict=True)
    )


def _positive(drawn: list[np.ndarray]) -> tuple[float, float]:
    """The smallest and the largest of the numbers above 0, which span a logarithmic axis."""
    numbers = np.concatenate(drawn)
    positive = numbers[numbers > 0.0]
    return (float(positive.min()), float(positive.max())) if len(positive) else (1.0, 1.0)


def _hover(run: Run, values: np.ndarray) -> str:
    """A run's line beside the crosshair; large numbers have no places."""
    large = 1e4 <= np.abs(values).max(initial=0.0) < 1e12
    return (
        f"<b>{run.letter}</b> {short_name(run)}: %{{y:,.{'0f' if large else '4g'}}}<extra></extra>"
    )


def _zero(text: str, last: float, layout: dict, curves: list[dict], below: bool) -> dict:
    """The name of the line at 0, just below it; the axis is given room for it.

    It stands above the line where all runs end ``below`` it.
    """
    low, high = range_of(layout["yaxis"], curves)
    if below:
        high = max(high, -1.7 * HEIGHT * low)
    else:
        low = min(low, -1.7 * HEIGHT * high)
    layout["yaxis"]["range"] = [low, high]
    return note_at(last, (0.85 if below else -0.85) * HEIGHT * (high - low), text)


def _layout(x: str, y: str, ends: list[float], low: float, high: float, log: bool) -> dict:
    if log:
        across = {**log_axis(10.0 ** ends[0], 10.0 ** ends[1]), "range": ends}
        layout = frame(x, y, xaxis=across, yaxis=log_axis(low, high))
    else:
        layout = frame(x, y, xaxis={"range": ends})
        widen(layout, high)
    layout["hovermode"] = "x unified"
    layout["xaxis"]["unifiedhovertitle"] = {"text": f"{x}: %{{x:,.6~g}}"}
    return layout


def _bands(runs: list[Run], spread: Spread, average: bool, log: bool, ceiling: float) -> list[dict]:
    """The middle half of each run over the orders; a run that always diverged has none."""
    bands = []
    for run, (steps, values) in zip(runs, spread.regret, strict=True):
        low, _, high = quartiles(values.T / (steps[:, None] if average else 1))
        drawn = np.isfinite(high) & (high <= ceiling)
        if log:
            drawn &= low > 0.0
        x, low, high = steps[drawn], low[drawn], high[drawn]
        if len(x):
            around = curve(run, np.append(x, x[::-1]), np.append(high, low[::-1]))
            bands.append(around | _band(run))
    return bands


def _band(run: Run) -> dict:
    """The look of a band: its colour, no edge, nothing to read off it."""
    return {
        "name": f"{run.letter} · {run.name}, middle half",
        "fill": "toself",
        "fillcolor": with_opacity(run.colour, PALE),
        "line": {"color": run.colour, "width": 0},
        "mode": "lines",
        "hoverinfo": "skip",
        "meta": "ornament",
    }


def ceiling_of(runs: list[Run], numbers: list[np.ndarray]) -> float:
    """Return the height above which nothing is drawn: a run that diverges would flatten others.

    numbers : of each run what is drawn at its checkpoints.
    """
    if not any(run.has_diverged for run in runs):
        return np.inf
    healthy = [
        values.max() for run, values in zip(runs, numbers, strict=True) if not run.has_diverged
    ]
    if healthy:
        return 1.5 * max(*healthy, 1.0)
    return 1e3 * max(float(values[min(4, len(values) - 1)]) for values in numbers)


def _caption(u: Comparator, average: bool, log: bool, better: bool, outdone: bool) -> str:
    """Words on the line at 0, on what a flat curve says, and on a run that ends ``better``."""
    kind = "weight" if u.weights.ndim > 1 else "feature"
    kept = f"{u.nonzeros:,} {kind}{'' if u.nonzeros == 1 else 's'}"
    text = f"How much more a run lost than the best fixed weights, chosen afterwards ({kept})."
    if outdone:
        text = (
            "How much more a run lost than fixed weights, chosen afterwards and kept small "
            f"({kept})."
        )
    if log:
        text += (
            " A logarithmic axis has no place for 0 or less: nothing is drawn where a run is as "
            "good as they are."
        )
    elif average:
        text += " Near 0 it is as good by now."
    else:
        text += " Where its line is flat, it loses no more than they do."
    if outdone:
        text += (
            " They are not the best there are: their size has a price, λ, and larger fixed weights "
            "lose less."
        )
    elif better:
        text += " A run’s weights move with the examples, so it can lose less than they do."
    return text


def _details(u: Comparator, runs: list[Run]) -> str:
    """Words on the comparator, on how well it is known, and on what regret counts."""
    return (
        f"The fixed weights u minimise the mean {runs[0].trace.loss_name} loss + λ‖u‖₁ over "
        f"the same examples, with λ = {u.l1:g}. A smaller λ lets them grow: they lose less, and "
        f"take longer to find. No weights have an objective lower by more than "
        f"{_plain(u.gap)}, the duality gap. Regret counts the loss alone, without the penalty."
    )


def _plain(number: float) -> str:
    """A small number with one digit, without an exponent."""
    return np.format_float_positional(number, precision=1, fractional=False, trim="-")
