"""Pictures of the lesson: the methods raced by the entries of the data they read."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from charts import Curves, Film, Line, Picture, Track, sweep
from charts.palette import colour, dashes
from pages.lessons.coordinates.evidence import NAMES, Evidence, Side

FLOOR = 1e-4
"""Gaps closer to the optimum than this are all drawn alike."""
FRAMES = 250
READ = "table cells read"


def stage(evidence: Evidence) -> list:
    """Return the race on both kinds of noise as a film, and the weights kept below it."""
    races = {f"{name.capitalize()} noise": side for name, side in evidence.sides.items()}
    return [
        race(races, evidence.passes),
        [nonzero_weights(f"{name} noise", side) for name, side in evidence.sides.items()],
    ]


def race(races: Mapping[str, Side], passes: int) -> Film:
    """Return the film of ``races`` by title over the entries of ``passes`` passes."""
    at = np.linspace(0.0, passes, FRAMES + 1)
    scenes = [_scene(title, side, at * side.data.X.nnz) for title, side in races.items()]
    ends = [
        f"{title}: " + "; ".join(f"{name} {side.gaps(key)[-1]:.2g}" for key, name in NAMES.items())
        for title, side in races.items()
    ]
    return Film(
        "race",
        at,
        scenes,
        alt=f"The distance from the best objective against the {READ}. At the end, "
        f"{'. '.join(ends)}.",
        caption=f"Distances below {FLOOR:g} are drawn at {FLOOR:g}.",
        unit="pass",
    )


def _scene(title: str, side: Side, read: np.ndarray) -> Curves:
    """The gaps of all methods where so many entries are ``read`` (F,)."""
    tracks = [
        Track(
            name,
            np.maximum(side.gap_when(key, read), FLOOR),
            colour(key, 0),
            dashes(key, 0)[0],
        )
        for key, name in NAMES.items()
    ]
    return Curves(title, read, tracks, READ, "distance from the best objective", log=True)


def nonzero_weights(title: str, side: Side) -> Picture:
    """Return the features that all methods keep, against the cells read."""
    lines = []
    for key, name in NAMES.items():
        trace = side.traces[key]
        line = Line(name, colour(key, 0), dashes(key, 0)[0], trace.used, x=trace.costs.accesses)
        lines.append(line)
    return sweep(f"kept {title}", (READ, f"features kept, {title}"), None, lines)
