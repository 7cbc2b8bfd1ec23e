"""Regret curves: the loss of a run beyond that of the best fixed weights in hindsight."""

from __future__ import annotations

import numpy as np

from algorithms import Comparator
from charts.labels import end_names
from charts.layout import curve, frame, log_axis, reference, widen
from charts.picture import Picture
from charts.run import Run
from charts.x_axis import abscissa, extent, label


def regret(
    runs: list[Run],
    suffered: list[np.ndarray],
    comparator: Comparator,
    average: bool = False,
    log: bool = False,
    against: str = "steps",
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
    """
    numbers = [
        (run.trace.loss - fixed) / (run.trace.steps if average else 1)
        for run, fixed in zip(runs, suffered, strict=True)
    ]
    titles = ("Average regret", "average regret Rₜ / t") if average else ("Regret", "regret Rₜ")
    text = caption(comparator, runs[0].trace.loss_name, log)
    return _picture("regret", titles, runs, numbers, log, against, text)


def suboptimality(
    runs: list[Run], comparator: Comparator, log: bool = False, against: str = "steps"
) -> Picture:
    """Return the distance F(w) − F(u) of the weights at each checkpoint from the optimum.

    F is the mean loss over all examples + λ‖w‖₁, with the comparator's λ for every run: the one
    measure that online and batch runs have in common.
    """
    numbers = [
        run.trace.fit + comparator.l1 * run.trace.l1_norm - comparator.objective for run in runs
    ]
    text = (
        f"F = mean {runs[0].trace.loss_name} loss + λ‖·‖₁ over all examples, λ = {comparator.l1:g} "
        f"for every run whatever its own; u minimises F: F(u) = {comparator.objective:.4g}, known "
        f"to {comparator.gap:.1g}."
    )
    if any(run.algorithm.kind == "batch" for run in runs):
        text += " A batch run sees all examples at every step: it has an objective, but no regret."
    if log:
        text += " Where F(w) ≤ F(u) there is no logarithm and nothing is drawn."
    titles = ("Objective gap", "objective gap F(w) − F(u)")
    return _picture("suboptimality", titles, runs, numbers, log, against, text)


def _picture(name, titles, runs, numbers, log, against, caption) -> Picture:
    """The picture of one number per checkpoint; ``titles`` = (in words, on the axis)."""
    curves, ends, positive = [], [], []  # the positive numbers span a logarithmic axis
    ceiling = _ceiling(runs, numbers)
    for run, values in zip(runs, numbers, strict=True):
        keep = (values <= ceiling) & np.isfinite(values)
        x, values = abscissa(run, against)[keep], values[keep]
        curves.append(curve(run, x, np.where(values > 0.0, values, np.nan) if log else values))
        ends.append((x[-1], values[-1]) if len(x) else (1, np.nan))
        positive.extend(values[values > 0.0])
    low, high = min(positive, default=1.0), max(positive, default=1.0)
    layout = _layout(label(against, runs), titles[1], extent(runs, against, log), low, high, log)
    layout["annotations"] = end_names(runs, ends, layout, curves)
    if not log:
        last = max(float(abscissa(run, against)[-1]) for run in runs)
        curves.insert(0, reference(f"{name} 0", [0, last], [0, 0]))
    sentence = "; ".join(
        f"{run.letter} {run.name}: "
        + (f"diverged at {run.trace.diverged_at:,}" if run.diverged else f"{y:.4g} after {x:,.6g}")
        for run, (x, y) in zip(runs, ends, strict=True)
    )
    alt = f"{titles[0]} against {label(against, runs).removesuffix(', t')}. {sentence}."
    return Picture(name, curves, layout, alt, caption)


def _layout(x: str, y: str, ends: list[float], low: float, high: float, log: bool) -> dict:
    if log:
        across = {**log_axis(10.0 ** ends[0], 10.0 ** ends[1]), "range": ends}
        return frame(x, y, xaxis=across, yaxis=log_axis(low, high))
    layout = frame(x, y, xaxis={"range": ends})
    widen(layout, high)
    return layout


def _ceiling(runs: list[Run], numbers: list[np.ndarray]) -> float:
    """The height above which nothing is drawn: a run that diverges would flatten all others."""
    if not any(run.diverged for run in runs):
        return np.inf
    healthy = [values.max() for run, values in zip(runs, numbers, strict=True) if not run.diverged]
    if healthy:
        return 1.5 * max(*healthy, 1.0)
    return 1e3 * max(float(values[min(4, len(values) - 1)]) for values in numbers)


def caption(u: Comparator, loss_name: str, log: bool) -> str:
    """Return words on the comparator, on how well it is known, and on what regret counts."""
    text = (
        f"Against the u that minimises mean {loss_name} loss + λ‖u‖₁ over the same examples, "
        f"λ = {u.l1:g}: {u.nonzeros} nonzeros, duality gap {u.gap:.1g}. "
        "Regret counts loss alone (Ω = 0)."
    )
    return text + " Regret ≤ 0 has no logarithm and is not drawn." if log else text
