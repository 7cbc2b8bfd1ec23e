"""Draw weights near zero through time, and what a cut at the end leaves of (5)."""

from __future__ import annotations

import numpy as np

import charts
from charts import Picture
from charts.film import Curves, Film, Histogram, Track, spread_of
from charts.palette import colour
from charts.sweep import Line, sweep
from pages.lessons.subgradient.evidence import CUTS, Evidence

NAMES = {"subgradient": "(5) sub-gradient", "truncated_gradient": "(6) truncated gradient"}
PUSHED, PULLED = (colour(key, 0) for key in NAMES)


def stage(evidence: Evidence) -> list[Film | list[Picture]]:
    """Return weights near zero through time; below, what a cut at the end leaves of (5)."""
    return [film(evidence), [features_left(evidence), loss_left(evidence)]]


def film(evidence: Evidence) -> Film:
    """Return the film of all weights under both updates, and of one weight, at every step."""
    push = evidence.knobs.push
    paths = {
        key: np.concatenate([np.zeros((1, run.weights.shape[1])), run.weights])
        for key, run in evidence.runs.items()
    }
    pushed = paths["subgradient"]
    reach = reach_of(pushed[-1], push)
    counts = {key: spread_of(path, reach) for key, path in paths.items()}
    top = height_of([bins for bins, _, _ in counts.values()])
    at = np.arange(len(pushed))
    ends = "; ".join(f"{NAMES[k]}: {zeros[-1]:,} exactly 0" for k, (_, zeros, _) in counts.items())
    return Film(
        "near_zero",
        at,
        [
            *(Histogram(NAMES[k], *counts[k], reach, top, colour(k, 0), push) for k in NAMES),
            one_weight(evidence, paths, at),
        ],
        alt=f"Histograms of {pushed.shape[1]:,} weights over {at[-1]:,} steps. At the end, {ends}.",
        caption="Shaded: within ±ηg of zero. The thin bar counts what is exactly 0; a bar taller "
        "than the picture is cut.",
    )


def one_weight(evidence: Evidence, paths: dict[str, np.ndarray], at: np.ndarray) -> Curves:
    """Return one weight under both updates, with the push to both sides of zero."""
    push = evidence.knobs.push
    one = most_crossing(*paths.values())
    tracks = [
        Track(NAMES[key], path[:, one], colour(key, 0), letter=NAMES[key][:3])
        for key, path in paths.items()
    ]
    name = evidence.names[evidence.runs["subgradient"].tracked[one]]
    levels = [("ηg", push), ("−ηg", -push)]
    return Curves(f"One weight: {name}", at, tracks, "step t", "w", levels=levels)


def most_crossing(pushed: np.ndarray, truncated: np.ndarray) -> int:
    """Return the weight that crosses zero most often under (5), among those that (6) sets to 0."""
    crossings = (pushed[1:] * pushed[:-1] < 0.0).sum(axis=0)
    settled = (truncated[-1] == 0.0) & (pushed[-1] != 0.0)
    return int(np.argmax(np.where(settled, crossings + 1, 0)))


def reach_of(weights: np.ndarray, push: float) -> float:
    """Return a half-width for most weights and some pushes: 1, 2 or 5 times a power of ten."""
    wide = max(4.0 * push, float(np.quantile(np.abs(weights), 0.9)))
    power = 10.0 ** np.floor(np.log10(wide))
    return float(power * next(m for m in (1, 2, 5, 10) if m * power >= wide * (1 - 1e-12)))


def height_of(counts: list[np.ndarray]) -> float:
    """Return the height of the histograms, given their bars in all frames.

    What has just left zero stands in a few tall bars, for a few steps: those are cut.
    """
    tallest = max(float(np.quantile(bars.max(axis=1), 0.9)) for bars in counts)
    return 1.1 * max(tallest, 1.0)


def features_left(evidence: Evidence) -> Picture:
    """Return the features of (5) after the cut against θ, and those of (6)."""
    n, truncated = len(CUTS), evidence.truncated
    tracks = {
        "(5)": (PUSHED, [c.real for c in evidence.cuts], [c.random for c in evidence.cuts]),
        "(6)": (PULLED, [truncated.real] * n, [truncated.random] * n),
    }
    return charts.counts_against("left", "last cut θ", CUTS, tracks, evidence.knobs.threshold)


def loss_left(evidence: Evidence) -> Picture:
    """Return the mean loss of (5) after the cut against θ, and that of (6)."""
    lines = [
        Line("(5), cut at θ", PUSHED, "solid", [cut.loss for cut in evidence.cuts]),
        Line("(6), never cut", PULLED, "dash", [evidence.truncated.loss] * len(CUTS)),
    ]
    axes = ("last cut θ", "mean loss, all rows")
    return sweep("lost", axes, CUTS, lines, evidence.knobs.threshold)
