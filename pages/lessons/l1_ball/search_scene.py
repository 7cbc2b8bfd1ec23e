"""A search for the threshold among magnitudes: what is known of each entry, look by look.

``search_scene.js`` draws it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from charts.film.scene import Scene
from charts.layout import frame


@dataclass(frozen=True, eq=False)
class Search(Scene):
    """Entries as bars, or as a tree where ``parent`` and ``depth`` are given.

    Parameters
    ----------
    x : (n,), the entries.
    known : (F, n), 1 where an entry is known to stay, −1 where it is known to go, 0 elsewhere.
    entry : (F,), the place of the entry looked at, −1 for none.
    theta : (F,), the height of a line, NaN for none.
    texts : the comparison made in each frame, two lines at most.
    parent : (n,), the place of each entry's parent, −1 for the root.
    depth : (n,), how deep each entry lies.
    """

    x: np.ndarray
    known: np.ndarray
    entry: np.ndarray
    theta: np.ndarray
    texts: Sequence[str]
    colour: str
    parent: np.ndarray | None = None
    depth: np.ndarray | None = None

    def payload(self) -> dict:
        """Return what the browser draws."""
        layout = frame("", "", yaxis={"range": [0.0, 1.08 * float(np.max(self.x))]})
        layout["xaxis"]["range"] = [-0.6, len(self.x) - 0.4]
        return {
            "kind": "search",
            "module": "pages/lessons/l1_ball/search_scene.js",
            "title": self.title,
            "layout": layout,
            "names": [f"entry {i + 1}" for i in range(len(self.x))],
            "x": np.asarray(self.x, np.float64),
            "shares": np.asarray(self.known, np.float32).ravel(),
            "entry": np.asarray(self.entry, np.float32),
            "theta": np.asarray(self.theta, np.float32),
            "texts": list(self.texts),
            "colour": self.colour,
            "parent": None if self.parent is None else np.asarray(self.parent, np.float32),
            "depth": None if self.depth is None else np.asarray(self.depth, np.float32),
        }

    def columns(self) -> dict[str, np.ndarray]:
        """Return what it shows, frame by frame, by name."""
        known = {f"{self.title}: entry {i + 1}": self.known[:, i] for i in range(len(self.x))}
        return known | {f"{self.title}: θ": self.theta}
