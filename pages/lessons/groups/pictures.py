"""Pictures of the lesson: maps of groups × time as a film, and scores against the penalty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from algorithms import Trace
from charts import Film, Line, Picture, Tiles, sweep
from charts.palette import HUES, colour, dashes
from pages.lessons.groups.evidence import Evidence
from pages.lessons.groups.runs import METHODS, PENALTIES
from pages.lessons.groups.words import measure

ROWS = 20
"""Rows of a map; of more groups those with the largest weights are shown."""
OCCURRENCES = {
    name: [method.key for method in METHODS.values()][:i].count(method.key)
    for i, (name, method) in enumerate(METHODS.items())
}
"""The place of a method among those that are runs of the same algorithm."""
COLOURS = {
    "L1": colour("rda", 0),
    "group": colour("group_rda", 0),
    "sparse group": HUES["blue"][0],
    "enhanced": HUES["green"][0],
    "overlapping": HUES["ochre"][0],
}
"""The last three are the group method with other penalties or groups, but five methods meet here,
and each has a hue: that of no other algorithm of the lesson."""


def stage(evidence: Evidence) -> list:
    """Return the five maps as a film; scores against the penalty below."""
    windows = "On other examples, whose true weights fill overlapping windows."
    return [
        group_maps(evidence),
        [
            score_curves(
                "scores",
                measure(evidence),
                evidence.scores,
                evidence.knobs.l1,
                "On the examples above.",
            ),
            score_curves(
                "windows", "F1, true windows", evidence.on_windows, evidence.knobs.l1, windows
            ),
        ],
    ]


def score_curves(
    name: str, label: str, scores: Mapping[str, Sequence[float]], l1: float, caption: str
) -> Picture:
    """Return the scores by method against the penalty; an upright line stands at ``l1``."""
    lines = []
    for method, y in scores.items():
        key, occurrence = METHODS[method].key, OCCURRENCES[method]
        lines.append(Line(method, COLOURS[method], dashes(key, occurrence)[0], y))
    now = min(max(l1, PENALTIES[0]), PENALTIES[-1])
    return sweep(name, ("penalty λ", label), PENALTIES, lines, now, caption=caption)


def group_maps(evidence: Evidence) -> Film:
    """Return the film of all runs, which are looked at after the same steps."""
    truth = evidence.data.true_weights
    steps = next(iter(evidence.runs.values())).steps
    checkpoints = _evenly(steps)
    at = np.append(0, steps[checkpoints])
    scenes, ends = [], []
    for name, run in evidence.runs.items():
        groups = evidence.groups[name]
        names, shares = _rows(run, groups, checkpoints, truth)
        scenes.append(Tiles(name, names, shares, COLOURS[name], "examples", at))
        ends.append(f"{name} {evidence.lit(name).sum()} of {len(groups)}")
    caption = "A row is a group; the more of its weights are in use, the stronger its colour."
    if truth is not None:
        caption += " Beside its number stands how many of its true weights are not 0."
    if any(len(groups) > ROWS for groups in evidence.groups.values()):
        caption += f" Shown are the {ROWS} groups with most weight."
    return Film(
        "groups",
        at,
        scenes,
        alt=f"Maps of groups by time. Groups with a weight at the end: {', '.join(ends)}.",
        caption=caption,
        unit="example",
    )


def _evenly(steps: np.ndarray) -> np.ndarray:
    """The checkpoints for a film of even pace: they themselves lie denser at the start."""
    frames = max(len(steps) // 2, 1)
    return np.unique(np.searchsorted(steps, steps[-1] * np.arange(1, frames + 1) / frames))


def _rows(
    trace: Trace, groups: Sequence[np.ndarray], checkpoints: np.ndarray, truth: np.ndarray | None
) -> tuple[list[str], np.ndarray]:
    """The names of the groups shown, and [F, G] which share of each lives; a name counts the true
    weights of its group where they are known."""
    size = [np.abs(trace.final.weights[group]).sum() for group in groups]
    shown = np.sort(np.argsort(size, kind="stable")[::-1][:ROWS])
    place = np.full(len(trace.final.weights), -1)
    place[trace.tracked] = np.arange(len(trace.tracked))
    lives = np.vstack([np.zeros(len(trace.tracked), bool), trace.weights[checkpoints] != 0.0])
    names, shares = [], []
    for g in shown:
        tracked = place[groups[g]]
        tracked = tracked[tracked >= 0]
        shares.append(lives[:, tracked].mean(axis=1) if len(tracked) else np.zeros(len(lives)))
        count = "" if truth is None else f" · {np.count_nonzero(truth[groups[g]])}"
        names.append(f"{g + 1}{count}")
    return names, np.column_stack(shares)
