"""Playground: one stream of examples, up to four learners, every knob live."""

from __future__ import annotations

from typing import NamedTuple

import charts
from algorithms import Comparator
from algorithms.truth import truth_of
from datasets import Dataset
from ui import engine
from ui.address import PLAYGROUND
from ui.header import about, header
from ui.page import Page, show
from ui.playground import controls, details
from ui.title import title_of
from ui.view import View

HEIGHT = "clamp(230px, calc(100vh - 470px), 460px)"


class Evidence(NamedTuple):
    """All that the pictures of the playground are drawn from."""

    data: Dataset
    runs: list[charts.Run]
    u: Comparator


def evidence(view: View, moving: bool) -> Evidence:
    """Return the dataset, the runs and the comparator; while a hand moves, runs are sketched."""
    data = engine.dataset(view.recipe, view.preparation)
    often = engine.SKETCHED if moving else engine.CHECKPOINTS
    with controls.progress(engine.is_slow(view, data)) as progress:
        traces = engine.traces(view, often, progress)
    return Evidence(data, charts.name_runs(view.runs, traces), engine.comparator(view))


def pictures(view: View, evidence: Evidence) -> list[list[charts.Picture]]:
    """Return the three that move under the hand."""
    display, runs = view.display, evidence.runs
    rug = next((run for run in runs if run.letter == display.rug), None)
    truth = truth_of(evidence.data)
    separable = any(run.separable for run in runs)
    return [
        [
            charts.truncation(runs, rug) if separable else charts.profile(runs),
            _middle(view, evidence),
            charts.sparsity(runs, display.sparsity, truth, display.against),
        ]
    ]


def _middle(view: View, evidence: Evidence) -> charts.Picture:
    """Regret, or the objective gap, which batch runs have too."""
    display, runs, u = view.display, evidence.runs, evidence.u
    log = display.axes == "log-log"
    if view.measures_objective:
        return charts.suboptimality(runs, u, log, display.against)
    suffered = engine.comparator_losses(view, u, [run.trace for run in runs])
    average = display.regret == "average"
    return charts.regret(runs, suffered, u, average, log, display.against)


PAGE = Page(
    form=PLAYGROUND,
    title=lambda view: title_of("Playground", view),
    top=lambda view: header(view, {"About the data": about}),
    panels=controls.knobs,
    evidence=evidence,
    between=lambda view, evidence: controls.diverged(evidence.runs),
    rows=pictures,
    lead=lambda evidence: charts.story(evidence.runs),
    below=lambda view, evidence: details.show(view, evidence.data, evidence.runs),
    height=lambda: HEIGHT,
)

if __name__ == "__main__":
    show(PAGE)
