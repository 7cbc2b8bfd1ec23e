"""The cards of the runs: made anew by the browser only when their knobs are others."""

from __future__ import annotations

from charts import name_runs
from knobs import knobs_of
from ui.playground import controls
from ui.playground.shared_knobs import linked_names
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


def test_a_knob_that_is_one_for_all_runs_is_on_no_card():
    view = opening()
    own = [panel.selection.only for panel in controls._cards(view, name_runs(view.runs))]
    common = set(linked_names(view))
    assert common and all(common.isdisjoint(names) for names in own)
    for names, run in zip(own, view.runs, strict=True):
        assert set(names) | common >= set(knobs_of(run)) and names
