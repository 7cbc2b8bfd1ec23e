"""Loss curves: the mean loss of each run, as it goes on."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from charts.labels import end_names, short_name
from charts.layout import curve, frame
from charts.picture import Picture
from charts.playground import first_pass
from charts.playground.regret import ceiling_of
from charts.run import Run
from charts.x_axis import abscissa, end_of, extent, label

ONLINE, BATCH, BOTH = "mean loss so far", "mean loss over all examples", "mean loss"
"""The titles of the heights, by the kinds of the runs."""

CAPTION = (
    "The mean loss per example of an online run, each predicted before the run learned from it; of "
    "a batch run, the mean loss of its weights over all examples."
)


def loss(runs: Sequence[Run], against: str = "steps") -> Picture:
    """Return the picture of the mean loss of each run at its checkpoints.

    Parameters
    ----------
    runs : online runs or batch runs or both.
    against : the x axis, one of ``charts.x_axis.LABELS``.
    """
    means = [mean_loss(run) for run in runs]
    highest = ceiling_of(runs, means)
    kinds = {run.algorithm.kind for run in runs}
    title = BOTH if len(kinds) > 1 else BATCH if "batch" in kinds else ONLINE
    layout = frame(label(against, runs), title, xaxis={"range": extent(runs, against)})
    layout |= {"hovermode": "x unified", "meta": {"progress": end_of(runs, against)}}
    curves, ends = [], []
    for run, heights in zip(runs, means, strict=True):
        low = heights <= highest
        x, y = abscissa(run, against)[low], heights[low]
        words = f"<b>{run.letter}</b> {short_name(run)}: %{{y:,.4g}}<extra></extra>"
        curves.append(curve(run, x, y) | {"hovertemplate": words})
        ends.append((x[-1], y[-1]) if len(x) else (1, np.nan))
    upright, notes, caption = [], [], CAPTION
    if (place := first_pass.end_of_first_pass(runs, against)) is not None:
        upright = [first_pass.mark(place, layout, curves)]
        notes = [first_pass.label(upright[0], layout, curves)]
        caption = f"{caption} {first_pass.CAPTION}"
    names = end_names(runs, ends, layout, curves, notes=notes, avoided=upright)
    layout["annotations"] = names
    alt = f"{title} against {label(against, runs)}. {_ends_in_words(runs, ends)}."
    heading = "Loss as the run goes on"
    return Picture("loss", [*upright, *curves], layout, alt, caption, heading)


def mean_loss(run: Run) -> np.ndarray:
    """Return the heights of a run's curve, float64 (c,): of an online run the mean so far."""
    trace = run.trace
    return trace.fit if trace.loss is None else trace.loss / trace.steps


def _ends_in_words(runs: Sequence[Run], ends: Sequence[tuple[float, float]]) -> str:
    """What each run comes to, or that it diverged."""
    return "; ".join(
        f"{run.letter} {run.name}: {'diverged' if run.has_diverged else f'{height:.4g}'}"
        for run, (_, height) in zip(runs, ends, strict=True)
    )
