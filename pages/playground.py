"""Playground: one stream of examples, up to four learners, every knob live."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import streamlit as st

import charts
from algorithms import Comparator, Spread
from algorithms.dataset_stats import DatasetStats
from algorithms.evaluation.frontier import usual_measure
from algorithms.truth import truth_of
from datasets import Dataset
from ui import chooser, engine, present
from ui.address import PLAYGROUND
from ui.engine import Material
from ui.header import OWN, about, header
from ui.live.element import LiveElement
from ui.live.panel import Panel
from ui.live.panels import PanelGroup
from ui.look import AT_REST, Look
from ui.page import Page, Row
from ui.playground import (
    controls,
    details,
    feature_limit,
    heading,
    nearby_settings,
    pins,
    shared_knobs,
    tour,
    trial_history,
    world,
)
from ui.session.page_run import show
from ui.session.progress import Progress
from ui.study import section, trials
from ui.study.report import Findings
from ui.title import title_of
from ui.view import CLOUDS, View
from ui.visit import Visit

HEIGHT = "clamp(170px, calc(50vh - var(--lab-besides, 232px)), 460px)"

# Written by this page alone. A rule for all pages that asks whether a workbench stands in this one
# would have Chromium work its styles out anew at every change within: 1.4 ms in each movement.
SMALL_GAPS = """<style>
[data-testid="stMainBlockContainer"] > [data-testid="stVerticalBlock"] { gap: 0.5rem; }
</style>"""


@dataclass(frozen=True, eq=False)
class Evidence:
    """Evidence for the pictures of the playground.

    Parameters
    ----------
    material : the dataset and the order of its examples.
    runs : with their traces.
    u : the best fixed weights; None while they are still being sought.
    found : returns whether they have been found since.
    measure : one of ``algorithms.MEASURES``.
    values : the measure of each run, nan where it diverged.
    idle : the loss per example of weights that stay 0.
    spread : the runs over several orders of the examples, where they are known at rest.
    note : a sentence on why they are not.
    contests : the settings of each run that were swept, where they are known.
    tried : the settings that were tried before.
    look : how they are drawn.
    """

    material: Material
    runs: list[charts.Run]
    u: Comparator | None
    found: Callable[[], bool]
    measure: str
    values: list[float]
    idle: float
    spread: Spread | None = None
    note: str = ""
    contests: Sequence[charts.Contest] = ()
    tried: Sequence[charts.TriedSettings] = ()
    look: Look = AT_REST


def evidence(view: View, look: Look) -> Evidence:
    """Return the dataset, the runs and the comparator; while a hand moves, runs are sketched.

    Raises ValueError for a run that diverged at its first example: nothing can be drawn of it.
    """
    material, moving = Material.of(view), look.moving
    data = material.data
    often = engine.SKETCHED if moving else engine.CHECKPOINTS
    progress = look.progress if engine.is_slow(material, view) else None
    traces = engine.traces(material, view, often, progress)
    runs = charts.name_runs(view.runs, traces, view.letters)
    for run in runs:
        if run.trace.failure:
            raise ValueError(f"Run {run.letter}, {run.name}: {run.trace.failure}.")
    measure = usual_measure(data)
    values = [measure_of(run, data) for run in runs]
    u = engine.comparator_soon(material)
    return Evidence(
        material,
        runs,
        u=u,
        found=lambda: engine.comparator_soon(material, patience=0.0) is not None,
        measure=measure,
        values=values,
        idle=engine.idle_loss(material),
        spread=None if moving else engine.spread(material, view, u),
        note="" if moving else engine.spread_note(material, view),
        contests=nearby_settings.contests(material, view, moving, look.progress),
        # A class looks at the runs, not at what was tried before it came.
        tried=[] if look.presenting else trial_history.dots(look.history, material, runs),
        look=look,
    )


def measure_of(run: charts.Run, data: Dataset) -> float:
    """Return the usual measure of one run; nan where it diverged."""
    if run.has_diverged:
        return float("nan")
    return charts.mean_loss(run) if data.test is None else engine.held_out(run.trace, data)


def lead(view: View, evidence: Evidence) -> str:
    """Return the state of the comparison, a line for each sense."""
    spread = evidence.spread
    losses = None if spread is None else spread.losses
    test = evidence.material.data.test
    orders = None if spread is None else spread.values
    rows = charts.rows_in_orders(evidence.material.data, spread)
    measured = evidence.measure, evidence.values, orders, rows
    held_out = test and charts.HeldOut(test.n_rows, *measured)
    alone = bool(evidence.note)
    lines = charts.verdict(evidence.runs, losses, evidence.idle, held_out, alone)
    if not (evidence.contests and view.display.at_most):
        return lines
    winner = feature_limit.winner(evidence.contests, evidence.measure, view.display.at_most)
    return f"{lines}\n{winner}"


def score(evidence: Evidence) -> dict:
    """Return the runs with their numbers, in their order."""
    truth = truth_of(evidence.material.data)
    occurring = DatasetStats.of(evidence.material.data).occurring
    useful = truth.useful & occurring if truth.useless else None
    spread = evidence.spread
    in_orders = None if spread is None else (spread.losses, spread.values)
    return charts.score(evidence.runs, evidence.measure, evidence.values, useful, in_orders)


def pictures(view: View, evidence: Evidence) -> list[list[charts.Picture]]:
    """Return the four that move under the hand, each in its place."""
    display, runs = view.display, evidence.runs
    truth = truth_of(evidence.material.data)
    counts = charts.sparsity(runs, display.sparsity, truth, display.against, display.count_axis)
    rows = [[_rules(view, evidence), _regret(view, evidence)], [counts, _tradeoff(view, evidence)]]
    if evidence.look.presenting:
        return [[replace(each, caption=each.key) for each in row] for row in rows]
    return rows


def findings(view: View, evidence: Evidence, history: trial_history.History) -> Findings:
    """Return what a report says of a view."""
    material = evidence.material
    drawn = [picture for row in pictures(view, evidence) for picture in row]
    shown = lead(view, evidence), score(evidence), drawn
    trials = trial_history.trials_on(history, material)
    return Findings(view, material, evidence.runs, evidence.measure, trials, *shown)


def _rules(view: View, evidence: Evidence) -> charts.Picture:
    """Return what each rule does to a weight; where no run has such a rule, the weights by size."""
    runs = evidence.runs
    if not any(run.separable for run in runs):
        return charts.profile(runs)
    rug = next((run for run in runs if run.letter == view.display.rug), None)
    # Under a moving hand the picture stays as wide as it was.
    before = evidence.look.before if evidence.look.moving else None
    return charts.truncation(
        runs, rug, shared_knobs.linked_names(view), before.runs if before else ()
    )


def _tradeoff(view: View, evidence: Evidence) -> charts.Picture:
    """The present setting of each run among all that were swept or tried."""
    around = charts.Around(evidence.contests, evidence.tried, view.display.at_most, evidence.spread)
    moving = evidence.look.moving
    return charts.tradeoff(evidence.runs, evidence.measure, evidence.values, around, moving)


def _regret(view: View, evidence: Evidence) -> charts.Picture:
    """Regret, or the objective gap, which batch runs have too."""
    display, runs, u = view.display, evidence.runs, evidence.u
    log = display.axes == "log-log"
    if u is None:
        return charts.placeholder(view.measures_objective)
    if view.measures_objective:
        return charts.suboptimality(runs, u, log, display.against)
    traces = [run.trace for run in runs]
    material = evidence.material
    suffered = engine.comparator_losses(material, u, traces)
    average = display.regret == "average"
    asked = average, log, display.against, evidence.spread
    outdone = engine.outdone(material, u, traces, suffered)
    picture = charts.regret(runs, suffered, u, *asked, outdone)
    return replace(picture, caption=f"{picture.caption} {evidence.note}".strip())


class Playground(Page):
    """The page of the playground."""

    form = PLAYGROUND
    plays = True
    picks = True

    def title(self, view: View) -> str:
        return title_of("Playground", view)

    def header_key(self, view: View) -> Hashable:
        return view.recipe, view.preparation, view.stream, len(view.runs), str(pins.payload(view))

    def needs_run(self, view: View, moving: bool) -> bool:
        sought = not moving and view.display.cloud != CLOUDS[0]
        return sought or engine.shows_progress(view)

    def arrangement(self, view: View) -> str:
        return "workbench"

    def panels(self, view: View, look: Look) -> list[PanelGroup]:
        return [controls.knobs(view)]

    def panels_under(self, view: View, look: Look) -> list[PanelGroup]:
        return feature_limit.panels(view, look)

    def hidden_panels(self, view: View, progress: Progress) -> dict[str, Panel]:
        pick = partial(feature_limit.pick, history=progress.history)
        return {
            "pick": Panel("pick", "", view.display, pick),
            "world": Panel("world", "", view.world, world.move),
        }

    def evidence(self, view: View, look: Look) -> Evidence:
        return evidence(view, look)

    def note(self, view: View, evidence: Evidence, progress: Progress) -> None:
        """Add the present settings to those that this visitor tried."""
        moving = evidence.look.moving
        trial_history.note(
            progress.history, evidence.material, evidence.runs, evidence.values, moving
        )

    def rows(self, view: View, evidence: Evidence) -> Sequence[Row]:
        rows = pictures(view, evidence)
        if not view.world.shown:
            return rows
        seen = evidence.material, view, evidence.runs, evidence.u, evidence.look
        return world.rows(world.picture(*seen), rows, evidence.look.presenting)

    def lead(self, view: View, evidence: Evidence) -> str:
        return lead(view, evidence)

    def score(self, evidence: Evidence) -> dict:
        return score(evidence)

    def clock(self, view: View, evidence: Evidence) -> dict | None:
        return world.clock(view, evidence.runs)

    def height(self, view: View, presenting: bool) -> str:
        return present.PICTURE if presenting else HEIGHT

    def readiness(self, evidence: Evidence) -> Callable[[], bool] | None:
        return None if evidence.u is not None else evidence.found

    def is_whole(self, view: View, evidence: Evidence) -> bool:
        return not any(run.has_diverged for run in evidence.runs)

    def show_heading(self, view: View) -> None:
        """Show the heading, and what is learned from what."""
        st.html(SMALL_GAPS)
        heading.heading(view, present.presenting())

    def show_top(self, view: View) -> None:
        """Show the choice of the data, the pinned views, and the way to the tour."""
        upload = partial(chooser.upload, folder=False)

        def more(view: View) -> None:
            pins.show(view)
            tour.tour()

        behind = {OWN: upload, "About the data": about}
        header(view, behind, more, pins.for_sharing(view))

    def study(self, view: View, evidence: Evidence, progress: Progress) -> LiveElement:
        shown = evidence.material, evidence.runs, evidence.measure, evidence.values
        return trials.trials_element(view, *shown, progress)

    def show_between(self, view: View, evidence: Evidence) -> None:
        controls.divergence_notes(evidence.runs)
        kept = self.study(view, evidence, Visit.current().progress)
        trials.show(kept, trial_history.key_of(evidence.material))

    def show_under(self, view: View, evidence: Evidence, look: Look) -> None:
        """Show in words what came of the knobs that ask for many settings."""
        shown = evidence.contests, evidence.measure, evidence.runs, look.presenting
        feature_limit.show(evidence.material, view, *shown)

    def show_below(self, view: View, evidence: Evidence) -> None:
        def curious() -> str:
            return _regret(view, evidence).details

        def study() -> None:
            section.show(lambda: findings(view, evidence, progress.history))

        progress = Visit.current().progress
        material, runs, measure = evidence.material, evidence.runs, evidence.measure
        details.show(material, view, runs, measure, progress, curious, study)

    def shows_more(self, view: View, evidence: Evidence) -> bool:
        sought = view.display.cloud != CLOUDS[0]
        return sought or not self.is_whole(view, evidence) or details.is_open()


PAGE = Playground()

if __name__ == "__main__":
    show(PAGE)
