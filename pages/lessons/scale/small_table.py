"""A small table, click by click: ids come, get a weight, are pulled to 0, and leave.

``small_table.js`` draws it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms.online.storage.hash_table import EMPTY, slot
from charts import Film
from charts.film import Scene
from pages.lessons.scale.evidence import columns
from pages.lessons.scale.follow import clicks_of, id_path
from pages.lessons.scale.pictures import LIVE_HUE
from ui.lessons.evidence import remember

COMMON, OF = 666655901, 100
"""An id of more than half of the clicks; those are followed that have its last two digits."""
GRAVITY = 0.03
"""The gravity of the film, so strong that ids leave before its eyes are tired."""
CLICKS = 80
PLACES = 16
FADES = 5
"""Clicks in which the light on a row that was read fades, and so does what has left."""


class TableRows(NamedTuple):
    """The rows of the table before any click and after each, F = CLICKS + 1 in all.

    Parameters
    ----------
    ids : (n,), the ids in the order in which they come.
    weights : (F, n), their weights.
    holder : (F, PLACES), which of the ids has or just had the place, −1 for none.
    lit : (F, PLACES), how lately a click has read the weight there: 1 just now, 0 long ago.
    left : (F, PLACES), how lately the id has left.
    """

    ids: np.ndarray
    weights: np.ndarray
    holder: np.ndarray
    lit: np.ndarray
    left: np.ndarray


@dataclass(frozen=True, eq=False)
class SmallTable(Scene):
    """The places of a table, one below the other, frame by frame."""

    rows: TableRows

    def payload(self) -> dict:
        """Return what the browser draws."""
        rows = self.rows
        weight = np.zeros(rows.holder.shape)
        frame, place = np.nonzero(rows.holder >= 0)
        weight[frame, place] = rows.weights[frame, rows.holder[frame, place]]
        cells = {"holder": rows.holder, "weight": weight, "lit": rows.lit, "left": rows.left}
        return {
            "kind": "small_table",
            "module": "pages/lessons/scale/small_table.js",
            "title": self.title,
            "names": [f"{name:,}" for name in rows.ids],
            "heights": np.asarray(rows.weights, np.float32).ravel(),
            "places": PLACES,
            "largest": float(np.abs(rows.weights).max()),
            "colour": LIVE_HUE,
        } | {name: np.asarray(cell, np.float32).ravel() for name, cell in cells.items()}

    def columns(self) -> dict[str, np.ndarray]:
        """Return the weights by the name of their id."""
        rows = self.rows
        return {f"weight of {name:,}": rows.weights[:, j] for j, name in enumerate(rows.ids)}


def small_table(eta: float) -> Film:
    """Return the film of a small table under a strong gravity."""
    rows = table_rows(eta)
    most = int((rows.weights != 0.0).sum(axis=1).max())
    alt = (
        f"In {CLICKS} clicks {len(rows.ids)} of the ids that end in {COMMON % OF:02d} turn up. The "
        f"table never holds more than {most} of them."
    )
    scene = SmallTable(f"A table of {PLACES} places", rows)
    caption = "Shaded: read just now; the paler, the more clicks ago."
    return Film("small_table", np.arange(CLICKS + 1), [scene], alt, caption, unit="click")


def ids_with_ending() -> np.ndarray:
    """Return the ids that are followed in the first CLICKS clicks, in the order they come."""
    X, ids = columns()
    met = ids[X.indices[: X.indptr[CLICKS]]]
    met = met[met % OF == COMMON % OF]
    _, first = np.unique(met, return_index=True)
    return met[np.sort(first)]


@remember(most=8)
def table_rows(eta: float) -> TableRows:
    """Return the rows of the table for a step size."""
    ids = ids_with_ending()
    weights = np.stack([id_path(int(name), eta, GRAVITY, CLICKS).at_once for name in ids], axis=1)
    shape = CLICKS + 1, PLACES
    holder, lit, left = np.full(shape, EMPTY), np.zeros(shape), np.zeros(shape)
    table, read_at, left_at = (np.full(PLACES, -CLICKS) for _ in range(3))
    table[:], place_of = EMPTY, {}
    turns = [1 + clicks_of(int(name)) for name in ids]
    for t in range(1, CLICKS + 1):
        for j in (j for j, turn in enumerate(turns) if t in turn):
            s = place_of.setdefault(j, slot(table, ids[j]))
            table[s], holder[t:, s], read_at[s] = ids[j], j, t
        for j in [j for j in place_of if weights[t, j] == 0.0]:
            s = place_of.pop(j)
            table[s], left_at[s] = EMPTY, t
        lit[t] = np.clip(1.0 - (t - read_at) / FADES, 0.0, 1.0)
        left[t] = np.clip(1.0 - (t - left_at) / FADES, 0.0, 1.0)
        holder[t, (table == EMPTY) & (left[t] == 0.0)] = EMPTY
    return TableRows(ids, weights, holder, lit, left)
