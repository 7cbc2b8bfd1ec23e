"""Regret curves: what a run lost to the best fixed weights in hindsight."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from charts.picture import Picture, curve, end_labels, frame, reference, steps_shown
from charts.runs import Run


@dataclass(frozen=True, eq=False)
class Comparator:
    """Fixed weights u: the minimiser of mean loss + λ‖u‖₁, found to a duality ``gap``."""

    l1: float
    gap: float
    nonzeros: int
    weights: np.ndarray


def regret(
    runs: list[Run],
    suffered: list[np.ndarray],
    comparator: Comparator,
    average: bool = False,
    log: bool = False,
) -> Picture:
    """Regret of each run at its checkpoints.

    Parameters
    ----------
    suffered : for each run, Σ_{s ≤ t} ℓ_s(u) at the run's checkpoints.
    average : divide by t.
    log : both axes logarithmic; regret ≤ 0 cannot be drawn there and is left out.
    """
    curves, ends = [], []
    drawn = [
        (run.trace.loss - fixed) / (run.trace.steps if average else 1)
        for run, fixed in zip(runs, suffered, strict=True)
    ]
    ceiling = _ceiling(runs, drawn)
    for run, values in zip(runs, drawn, strict=True):
        keep = values <= ceiling
        t, values = run.trace.steps[keep], values[keep]
        curves.append(curve(run, t, np.where(values > 0.0, values, np.nan) if log else values))
        ends.append((t[-1], values[-1]) if len(t) else (1, np.nan))
    label = "average regret Rₜ / t" if average else "regret Rₜ"
    kind = {"type": "log", "exponentformat": "power", "dtick": 1, "nticks": None} if log else {}
    last = max(run.trace.steps[-1] for run in runs)
    shown = {**kind, "range": steps_shown(last, log)}
    layout = frame("examples seen, t", label, xaxis=shown, yaxis=kind)
    layout["annotations"] = end_labels(runs, ends, log)
    if not log:
        curves.insert(0, reference("regret 0", [0, float(last)], [0, 0]))
    told = "; ".join(
        f"{run.letter} {run.name}: "
        + (f"diverged at {run.trace.diverged_at:,}" if run.diverged else f"{y:.4g} after {x:,}")
        for run, (x, y) in zip(runs, ends, strict=True)
    )
    return Picture(
        "regret",
        curves,
        layout,
        alt=f"{'Average regret' if average else 'Regret'} against examples seen. {told}.",
        caption=caption(comparator, runs[0].trace.loss_name, log),
    )


def _ceiling(runs: list[Run], drawn: list[np.ndarray]) -> float:
    """What lies higher is not drawn: a run that diverges would flatten all others."""
    if not any(run.diverged for run in runs):
        return np.inf
    healthy = [values.max() for run, values in zip(runs, drawn, strict=True) if not run.diverged]
    if healthy:
        return 1.5 * max(*healthy, 1.0)
    return 1e3 * max(float(values[min(4, len(values) - 1)]) for values in drawn)


def caption(u: Comparator, loss_name: str, log: bool) -> str:
    """Who the comparator is, how well it is known, and what is in the regret."""
    text = (
        f"Against the u that minimises mean {loss_name} loss + λ‖u‖₁ over the same examples, "
        f"λ = {u.l1:g}: {u.nonzeros} nonzeros, duality gap {u.gap:.1g}. "
        "Regret counts loss alone (Ω = 0)."
    )
    return text + " Regret ≤ 0 has no logarithm and is not drawn." if log else text
