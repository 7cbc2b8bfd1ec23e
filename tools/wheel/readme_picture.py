"""The curves of the README's picture: as the app draws them, and as a notebook has computed them.

The picture is a film of the app, which begins at its opening view. Compared are the numbers of all
curves, in full; not compared is what only the app adds: bands over several orders, marks and ticks.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from pages import playground
from ui import engine
from ui.look import AT_REST
from ui.view import opening

NOTEBOOK = "docs/notebooks/opening.ipynb"
PLOTLY = "application/vnd.plotly.v1+json"
ORNAMENT = "ornament"
"""The mark of a curve that belongs to the drawing, not to the runs."""

Curve = tuple[str, np.ndarray, np.ndarray]
"""A name, and the numbers across and up."""


def pictures_of_the_app() -> list[list[Curve]]:
    """Return the curves of the four pictures that the app opens with."""
    rows = playground.pictures(opening(), evidence_of_the_app())
    return [list(curves(picture.data)) for row in rows for picture in row]


def evidence_of_the_app() -> playground.Evidence:
    """Return the evidence of the opening view; its pictures do not wait for the best weights."""
    engine.comparator(engine.Material.of(opening()))
    return playground.evidence(opening(), AT_REST)


def pictures_of(notebook: Mapping[str, Any]) -> list[list[Curve]]:
    """Return the curves of all figures that an executed notebook holds, as JSON has it."""
    outputs = [output for cell in notebook["cells"] for output in cell.get("outputs", ())]
    figures = [each["data"][PLOTLY] for each in outputs if PLOTLY in each.get("data", ())]
    return [list(curves(figure["data"])) for figure in figures]


def curves(traces: list[dict]) -> Iterator[Curve]:
    """Yield the curves of a Plotly figure but for ornaments."""
    for trace in traces:
        if trace.get("meta") != ORNAMENT:
            yield trace["name"], _numbers(trace["x"]), _numbers(trace["y"])


def differences(ours: list[list[Curve]], theirs: list[list[Curve]]) -> list[str]:
    """Return the names of curves that differ by more than 1e-9 of their size; none where all agree.

    Raises ValueError where one side has other pictures or curves than the other.
    """
    found = []
    for mine, yours in zip(ours, theirs, strict=True):
        for (name, x, y), (other, u, v) in zip(mine, yours, strict=True):
            same = name == other and x.shape == u.shape and y.shape == v.shape
            if not (same and _agree(x, u) and _agree(y, v)):
                found.append(f"{name}, {other}")
    return found


def _agree(a: np.ndarray, b: np.ndarray) -> bool:
    return np.allclose(a, b, rtol=1e-9, atol=1e-12, equal_nan=True)


def _numbers(values: Any) -> np.ndarray:
    """The numbers of an axis; Plotly's JSON has arrays as bytes in base 64."""
    if isinstance(values, dict):
        return np.frombuffer(base64.b64decode(values["bdata"]), values["dtype"]).astype(np.float64)
    return np.asarray(values, np.float64)
