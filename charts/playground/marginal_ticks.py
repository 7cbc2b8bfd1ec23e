"""Weights of one run as marginal ticks (a rug): a strip below a picture, on its own scale."""

from __future__ import annotations

import numpy as np

from charts.labels import note_at
from charts.layout import curve
from charts.placing import LARGE_LETTER
from charts.run import Run, show

MOST = 300
"""Weights that are drawn; of more, this number, evenly spread over them by rank."""

LOW, HIGH = -1.29, -1.07
"""The heights between which the strip stands, as shares of half the picture's width in weights."""

TICKS = -1.27, -1.09
GAP = 0.02
"""The way from the last tick to the number beyond it, as a share of the same."""

NEUTRAL = "rgba(128,128,128,0.12)"


def marginal_ticks(run: Run, reach: float, heights: list[float]) -> tuple[dict, dict, dict]:
    """Return the strip's ticks, and what a layout has of it: {"shapes", "annotations"}.

    The last is for a small picture, in which the numbers keep off its edges.

    Parameters
    ----------
    run : the run whose final weights stand there.
    reach : the largest weight on the picture's axis.
    heights : the range of the axis of heights.
    """
    w = _nonzeros(run)
    most = float(np.abs(w).max(initial=0.0))
    ends = [f"−{show(float(f'{most:.2g}'))}", show(float(f"{most:.2g}"))]
    # The numbers stand beyond the ends of their scale, however large their letters are.
    scale = reach * (1.0 - GAP - 2.0 * LARGE_LETTER * len(ends[0]))
    middle, beyond = 0.5 * (LOW + HIGH) * reach, scale + GAP * reach
    numbers = [_end(-beyond, middle, ends[0], "right"), _end(beyond, middle, ends[1], "left")]
    inside = [_end(-reach, middle, ends[0], "left"), _end(reach, middle, ends[1], "right")]
    ground = [_ground(heights, reach)]
    strips = [{"shapes": ground, "annotations": some if most else []} for some in (numbers, inside)]
    if len(w) > MOST:
        w = w[np.linspace(0, len(w) - 1, MOST).astype(int)]
    places = w * (scale / most) if most else w
    gap = np.full(len(w), np.nan)
    ends_of_ticks = [np.full(len(w), share * reach) for share in TICKS]
    ticks = curve(
        run,
        np.stack([places, places, gap], axis=1).ravel(),
        np.stack([*ends_of_ticks, gap], axis=1).ravel(),
    )
    line = {"color": run.colour, "width": 1}
    name = f"weights of {run.letter}"
    ticks |= {"line": line, "name": name, "hoverinfo": "skip", "meta": "ornament"}
    return ticks, *strips


def ticks_in_words(run: Run) -> str:
    """Return a sentence on the strip."""
    if run.has_diverged:
        return f"Run {run.letter} diverged: its weights have no scale."
    n = np.count_nonzero(run.trace.final.weights)
    if not n:
        return f"All weights of {run.letter} are 0."
    text = f"The strip below shows the {_count_in_words(n)} of {run.letter} on a scale of its own"
    return text + (f"; {MOST} of them are drawn." if n > MOST else ".")


def ticks_in_short(run: Run) -> str:
    """Return the same in few words."""
    if run.has_diverged or not np.any(run.trace.final.weights):
        return ticks_in_words(run)
    return f"Ticks: {run.letter}’s weights, on their own scale."


def _count_in_words(n: int) -> str:
    return f"{n:,} nonzero {'weight' if n == 1 else 'weights'}"


def _nonzeros(run: Run) -> np.ndarray:
    w = run.trace.final.weights.ravel()
    return np.sort(w[w != 0.0])


def _ground(heights: list[float], reach: float) -> dict:
    """The strip's ground, as wide as the picture whatever its axis shows."""
    low, high = heights
    bottom, top = ((share * reach - low) / (high - low) for share in (LOW, HIGH))
    return {
        "type": "rect",
        "xref": "paper",
        "yref": "paper",
        "x0": 0.0,
        "x1": 1.0,
        "y0": bottom,
        "y1": top,
        "fillcolor": NEUTRAL,
        "line": {"width": 0},
        "layer": "between",
    }


def _end(x: float, y: float, text: str, anchor: str) -> dict:
    return note_at(x, y, text) | {"font": {"size": 11}, "xanchor": anchor, "xshift": 0}
