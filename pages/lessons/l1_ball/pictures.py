"""Three searches for the same θ on the same magnitudes, side by side, look by look."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from charts.film.film import Film
from charts.palette import HUES
from pages.lessons.l1_ball.search_scene import Search
from pages.lessons.l1_ball.search_steps import Look, balanced


def searches(
    x: np.ndarray, z: float, sort: Sequence[Look], pivot: Sequence[Look], tree: Sequence[Look]
) -> Film:
    """The film of the three searches of ``x`` (n,) for the radius z."""
    n = max(map(len, (sort, pivot, tree)))
    down, up = np.argsort(-x, kind="stable"), np.argsort(x, kind="stable")
    # The tree's places: entry up[i] stands at place i.
    parent, depth = balanced(x)
    place = np.argsort(up)
    above = np.where(parent[up] < 0, -1, place[parent[up]])
    scenes = [
        _scene("Sort: largest first", x, z, sort, n, down, HUES[3][0]),
        _scene("Pivot: halve what is left", x, z, pivot, n, np.arange(len(x)), HUES[4][0]),
        _scene("Tree: one path down", x, z, tree, n, up, HUES[2][0], above, depth[up]),
    ]
    told = ", ".join(
        f"{name} {len(looks) - 2}"
        for name, looks in (("sort", sort), ("pivot", pivot), ("tree", tree))
    )
    return Film(
        "searches",
        np.arange(n),
        scenes,
        alt=f"Three searches for the threshold of {len(x)} magnitudes; looks taken: {told}; all "
        f"find {sort[-1].theta(z):.3f} and keep {sort[-1].rho}.",
        caption="Filled: known to stay; faint: known to go; ringed: looked at. Dashed: the "
        "threshold (s − z)/ρ of the sum s and number ρ of those known to stay.",
        unit="look",
    )


def _scene(title, x, z, looks, n, order, colour, parent=None, depth=None) -> Search:
    """One search; those that are done rest on their last look."""
    looks = [*looks, *[looks[-1]] * (n - len(looks))]
    place = np.argsort(order)
    return Search(
        title,
        x[order],
        np.array([look.known[order] for look in looks]),
        np.array([-1 if look.entry < 0 else place[look.entry] for look in looks]),
        np.array([look.theta(z) for look in looks]),
        [look.told for look in looks],
        colour,
        parent,
        depth,
    )
