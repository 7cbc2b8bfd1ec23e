"""Truncation functions: the places to which an update sends a weight without a gradient."""

from __future__ import annotations

import numpy as np

from charts.layout import curve, frame, reference, widen
from charts.picture import Picture
from charts.run import Run, show

RUG = 300


def truncation(runs: list[Run], rug_of: Run | None = None) -> Picture:
    """Return the shrink of each run at its first step size, and weights of ``rug_of`` as a rug.

    The picture is as wide as its largest bend, rounded up to 1, 2 or 5 times a power of ten, so
    that it stands still while a knob moves a little.
    """
    broken = rug_of if rug_of is not None and rug_of.diverged else None
    if broken is not None:
        rug_of = None
    reach = _reach(runs, rug_of)
    curves = [reference("identity", [-reach, reach], [-reach, reach])]
    for run in filter(lambda run: run.separable, runs):
        curves.append(curve(run, *_sampled(run, reach)))
    layout = frame(
        "weight before, v",
        "weight after",
        xaxis={"range": [-reach, reach]},
        yaxis={"range": [-1.12 * reach, reach]},
    )
    widen(layout, reach)
    caption = "At the first step size; the dotted line changes nothing."
    others = [run.letter for run in runs if not run.separable]
    if others:
        caption += f" Not drawn, for one weight alone does not decide it: {', '.join(others)}."
    if broken is not None:
        caption += f" Run {broken.letter} diverged: its weights have no scale."
    if rug_of is not None:
        curves.append(_rug(rug_of, reach))
        caption += _rug_in_words(rug_of, reach)
    sentence = "; ".join(f"{run.letter} {_in_words(run)}" for run in runs)
    return Picture("truncation", curves, layout, f"Truncation functions. {sentence}.", caption)


def _reach(runs: list[Run], rug_of: Run | None) -> float:
    kinks = [k for run in runs for k in run.algorithm.kinks(1)]
    reach = 5 * max(kinks, default=0.0)
    if reach == 0.0 and rug_of is not None:
        reach = float(np.abs(rug_of.trace.final_weights).max())
    if reach <= 0.0:
        return 1.0
    power = 10.0 ** np.floor(np.log10(reach))
    return float(power * next(m for m in (1, 2, 5, 10) if m * power >= reach * (1 - 1e-12)))


def _sampled(run: Run, reach: float) -> tuple[np.ndarray, np.ndarray]:
    """The shrink at its bends and just beside its jumps; a jump is a gap in the line."""
    inside = [k for k in run.algorithm.kinks(1) if k < reach]
    kinks = sorted({0.0, *inside, *(-k for k in inside)})
    beside = 1e-9 * reach
    v = np.array([-reach, *(k + e for k in kinks for e in (-beside, 0.0, beside)), reach])
    shrunk = run.algorithm.shrink(v, 1)
    jumps = np.flatnonzero(np.abs(np.diff(shrunk)) > np.diff(v) + 4 * beside) + 1
    return np.insert(v, jumps, np.nan), np.insert(shrunk, jumps, np.nan)


def _rug(run: Run, reach: float) -> dict:
    w = run.trace.final_weights.ravel()
    w = np.sort(w[(w != 0.0) & (np.abs(w) <= reach)])
    if len(w) > RUG:
        w = w[np.linspace(0, len(w) - 1, RUG).astype(int)]
    gap = np.full(len(w), np.nan)
    ticks = curve(
        run,
        np.stack([w, w, gap], axis=1).ravel(),
        np.stack([np.full(len(w), y) for y in (-1.11 * reach, -1.02 * reach, np.nan)], 1).ravel(),
    )
    ticks["line"] = {"color": run.colour, "width": 1}
    return {**ticks, "name": f"weights of {run.letter}", "hoverinfo": "skip", "meta": "ornament"}


def _rug_in_words(run: Run, reach: float) -> str:
    w = run.trace.final_weights.ravel()
    if not w.any():
        return f" All weights of {run.letter} are 0."
    nonzeros, outside = np.count_nonzero(w), np.count_nonzero(np.abs(w) > reach)
    text = f" Ticks: the {nonzeros:,} nonzero weights of {run.letter}"
    if outside:
        text += f", {outside:,} of them outside the picture"
    return text + (f"; of the others {RUG} are drawn." if nonzeros - outside > RUG else ".")


def _in_words(run: Run) -> str:
    if not run.separable:
        return f"{run.name}: depends on more than the weight"
    bends = ", ".join(show(float(k)) for k in run.algorithm.kinks(1))
    return f"{run.name}: " + (f"bends or jumps at ±{bends}" if bends else "no bend but at 0")
