"""The rows saved of every picture as CSV are the table that Python makes of it, mark by mark."""

from __future__ import annotations

import math

import pytest

from tests.support.modules import evaluate
from tests.support.stories.every_picture import every_picture
from ui.live.stage import text_of

pytestmark = pytest.mark.browser

SAVED = "(figures) => figures.map((figure) => pointsOf(JSON.parse(figure)))"


def alike(one: object, other: object) -> bool:
    """Return whether two cells say the same; nothing is "" in a file and NaN in a table."""
    if isinstance(one, str) or isinstance(other, str):
        return one == ("" if other != other else other)
    return (one is None and other != other) or math.isclose(one, other, rel_tol=1e-12)


def test_every_picture_is_saved_as_its_table(browser):
    every = every_picture()
    saved = evaluate(
        browser, ["ui/live/browser/saves/saves"], SAVED, [text_of(made) for _, made in every]
    )
    for (where, made), (head, *rows) in zip(every, saved, strict=True):
        table, name = made.table(), f"{where}: {made.name}"
        assert head == list(table.columns), name
        assert len(rows) == len(table), name
        for row, cells in zip(rows, table.to_numpy(object).tolist(), strict=True):
            assert all(map(alike, row, cells)), (name, row, cells)
