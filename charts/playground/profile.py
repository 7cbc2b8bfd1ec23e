"""Weights by size, where there is no truncation function to show."""

from __future__ import annotations

import numpy as np

from charts.labels import end_names
from charts.layout import curve, frame
from charts.picture import Picture, key_of
from charts.playground.counts import log_axis_of_ranks
from charts.playground.score import join_names
from charts.run import Run, show

MANY = 60
"""Of more weights the ranks are drawn on a logarithmic axis."""

DRAWN = 200
"""Weights that are drawn of more: all ranks at first, then fewer and fewer."""

STRETCHED = " (stretched near 1)"
"""Words on a logarithmic axis of ranks."""


def profile(runs: list[Run]) -> Picture:
    """Return the sizes of the final weights of each run, largest first, without zeros.

    The picture takes the place of the truncation functions when no run has one: what these
    algorithms make of a weight depends on more than the weight, on others or on its past.
    """
    drawn = [run for run in runs if not run.has_diverged]
    kept = {run.letter: _sizes(run) for run in drawn}
    last = max([1, *(len(sizes) for sizes in kept.values())])
    curves, ends = [], []
    for run in drawn:
        sizes = kept[run.letter]
        rank = _ranks(len(sizes))
        curves.append(curve(run, rank, sizes[rank - 1]))
        ends.append((float(len(sizes)), float(sizes[-1])) if len(sizes) else (1.0, np.nan))
    wide = last > MANY
    across = log_axis_of_ranks(last) if wide else {"range": [0.0, 1.05 * last + 1.0]}
    layout = frame(
        f"rank of the weight{STRETCHED if wide else ''}",
        "size of the weight",
        xaxis=across,
        yaxis={"rangemode": "tozero"},
    )
    layout["annotations"] = end_names(drawn, ends, layout, curves)
    sentence = "; ".join(
        f"{run.letter} {run.name}: {len(kept[run.letter]):,} nonzero, "
        f"the largest {kept[run.letter].max(initial=0.0):.3g}"
        for run in drawn
    )
    alt = f"Weights by size. {sentence}."
    heading = "The size of each weight at the end"
    key = key_of("Each curve: the nonzero weights of a run, the largest first.", _in_short(kept))
    return Picture("profile", curves, layout, alt, _caption(runs, kept), heading, key=key)


def _ranks(n: int) -> np.ndarray:
    """The ranks that are drawn of ``n`` weights: all, or so many that the curve looks the same."""
    if n <= DRAWN:
        return np.arange(1, n + 1)
    return np.unique(np.rint(np.geomspace(1, n, DRAWN)).astype(np.int64))


def _in_short(kept: dict[str, np.ndarray]) -> str:
    """The numbers of weights in few words."""
    counts = [f"{letter} {len(sizes):,}" for letter, sizes in kept.items()]
    return f"Nonzero weights: {join_names(counts)}."


def _in_words(kept: dict[str, np.ndarray]) -> list[str]:
    """A sentence on how many weights each run has, and how large they become."""
    parts = [
        f"{letter} has {len(sizes):,}, the largest {show(float(f'{sizes[0]:.2g}'))}"
        for letter, sizes in kept.items()
        if len(sizes)
    ]
    return [f"{'; '.join(parts)}."] if parts else []


def _caption(runs: list[Run], kept: dict[str, np.ndarray]) -> str:
    sentences = [
        "Each curve shows the nonzero weights of a run by size, the largest first.",
        *_in_words(kept),
        "No run here has a rule to draw: what becomes of a weight depends on more than its size.",
    ]
    empty = [letter for letter, sizes in kept.items() if not len(sizes)]
    if empty:
        sentences.append(f"All weights are 0: {', '.join(empty)}.")
    broken = [run.letter for run in runs if run.has_diverged]
    if broken:
        sentences.append(f"Left out, diverged: {', '.join(broken)}.")
    return " ".join(sentences)


def _sizes(run: Run) -> np.ndarray:
    """The sizes of the nonzero weights, largest first."""
    w = np.abs(run.trace.final.weights.ravel())
    return -np.sort(-w[w > 0.0])
