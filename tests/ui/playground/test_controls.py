"""The cards of the runs: made anew by the browser only when their knobs are others."""

from __future__ import annotations

from charts import name_runs
from ui.playground import controls
from ui.view import View, opening

MADE_FROM = ("knobs", "heading", "layout", "button", "title")
"""The parts of a payload that panels.js makes the nodes of a panel from."""


def cards(view: View) -> list[dict]:
    payloads = [panel.payload() for panel in controls._cards(view, name_runs(view.runs))]
    return [{name: payload[name] for name in MADE_FROM} for payload in payloads]


def test_a_knob_that_moves_leaves_its_card_as_it_is():
    view = opening()
    slot, run = 0, view.runs[0]
    moved = view.with_run(slot, type(run)(eta=run.eta, threshold=0.04, period=3))
    assert cards(moved) == cards(view)
