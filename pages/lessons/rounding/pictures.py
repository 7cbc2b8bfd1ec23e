"""Draw one weight under three rules step by step, and the features kept against the period."""

from __future__ import annotations

import numpy as np

import charts
from algorithms import OnlineAlgorithm
from charts.film import Curves, Film, Track, Written
from charts.palette import colour
from pages.lessons.rounding.evidence import PERIODS, Evidence

NAMES = {"sgd": "plain steps", "rounding": "rounding", "truncated_gradient": "truncation"}


def stage(evidence: Evidence) -> list[Film | list[charts.Picture]]:
    """Return the one weight as a film, then the features kept against K."""
    return [film(evidence), [kept_by_period(evidence)]]


def film(evidence: Evidence) -> Film:
    """Return the film of the one weight, with rounding's numbers written into its update."""
    y, rounding = evidence.stream.y, evidence.one["rounding"].algorithm
    at = np.arange(len(y) + 1)
    paths = {key: np.append(0.0, run.weights[:, 0]) for key, run in evidence.one.items()}
    tracks = [
        Track(
            NAMES[key],
            path,
            colour(key, 0),
            "dot" if key == "sgd" else "solid",
            NAMES[key][0].upper(),
        )
        for key, path in paths.items()
    ]
    title = f"One weight: {', '.join(f'{track.letter} {track.name}' for track in tracks)}"
    ends = ", ".join(f"{NAMES[key]} {path[-1]:.3f}" for key, path in paths.items())
    return Film(
        "one_weight",
        at,
        [
            Curves(title, at, tracks, "step t", "w", levels=[("θ", rounding.threshold)]),
            Written("Rounding, written out", written_out(rounding, paths["rounding"], y)),
        ],
        alt=f"One weight over {len(y)} steps; at the end: {ends}.",
    )


def written_out(
    rounding: OnlineAlgorithm, path: np.ndarray, y: np.ndarray
) -> list[tuple[str, list[str]]]:
    """Return the update of each step with its numbers; the first frame is before any.

    Parameters
    ----------
    path : [T + 1], the weight before the first step and after each; x is always 1.
    y : [T], the labels.
    """
    slopes = -y / (1.0 + np.exp(y * path[:-1]))
    stepped = path[:-1] - rounding.eta * slopes
    t = np.arange(1, len(y) + 1)
    rows = {
        "the example": ("–", [f"x = 1, y = {label:+.0f}" for label in y]),
        "the weight before": ("w = 0", [f"w = {w:z.4f}" for w in path[:-1]]),
        "the slope ℓ′": ("–", [f"ℓ′ = −y / (1 + e^(yw)) = {s:.3f}" for s in slopes]),
        "the step": ("–", [f"w − ηℓ′x = {v:z.4f}" for v in stepped]),
        "t mod K": ("–", [f"{i} mod {rounding.period} = {i % rounding.period}" for i in t]),
        "rounding": ("–", [verdict(rounding, i, v) for i, v in zip(t, stepped, strict=True)]),
    }
    return [(label, [before, *texts]) for label, (before, texts) in rows.items()]


def verdict(rounding: OnlineAlgorithm, t: int, v: float) -> str:
    """Return the fate of the weight at step t, which stands at v after it; a cut is lit by "!"."""
    if t % rounding.period:
        return "not yet"
    if abs(v) <= rounding.threshold:
        return f"!|{v:z.4f}| ≤ θ: w ← 0"
    return f"|{v:.4f}| > θ: stays"


def kept_by_period(evidence: Evidence) -> charts.Picture:
    """Return the real and random features kept against the period, curves per method."""
    tracks = {
        NAMES[key]: (colour(key, 0), [k.real for k in kept], [k.random for k in kept])
        for key, kept in evidence.kept.items()
    }
    return charts.counts_against("kept", "period K", PERIODS, tracks, evidence.knobs.period)
