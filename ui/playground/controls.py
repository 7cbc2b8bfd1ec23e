"""The controls of the playground."""

from __future__ import annotations

from collections.abc import Iterator

import streamlit as st

from algorithms import Algorithm, Loss, sparsity_knob
from algorithms.evaluation.removal import is_formula
from charts import Run, name_runs
from charts.run import differing
from knobs import knobs_of
from ui import movement, openings
from ui.live.panel import Panel, Selection, rules_of
from ui.live.panels import PanelGroup
from ui.playground import feature_limit, methods, shared_knobs
from ui.view import LINKED, Display, View

ADD = {
    "textContent": "+ add a run",
    "title": "One more run: the last one again, to change in one knob and compare.",
}
FIT = {
    "textContent": "fit the knobs to this data",
    "title": "Find a step size, and for each run the knob with which it keeps about as many "
    "features as the others.",
}
CUTS = ("period",)
"""The knobs that stand on a card beside the one that makes the zeros."""


def knobs(view: View) -> PanelGroup:
    """Return every live knob: those of all runs, a card for each run, the data, the pictures."""
    runs = name_runs(view.runs, letters=view.letters)
    # The cards come first: what makes the zeros is what most visitors are here to turn.
    panels = [*_cards(view, runs), *_all_runs(view), *_examples(view, runs)]
    return PanelGroup("playground", panels, beside=feature_limit.KNOBS, together=True)


def _all_runs(view: View) -> Iterator[Panel]:
    """The knobs that are one for all runs."""
    names = shared_knobs.linked_names(view)
    if names:
        yield Panel(
            "common",
            "all runs",
            shared_knobs.of(view),
            shared_knobs.move,
            Selection(names, [name for name in names if name != "schedule"], openings.ranges(view)),
            title="All runs",
            layout="column",
        )


def _examples(view: View, runs: list[Run]) -> Iterator[Panel]:
    """The knobs of the data, of their order, and of the pictures."""
    yield Panel(
        "data",
        "data",
        view.preparation,
        openings.move,
        Selection(("noise_features", "scaling"), first=("noise_features",)),
        title="Examples",
        layout="column",
        button=FIT,
    )
    yield Panel(
        "stream",
        "stream of examples",
        view.stream,
        movement.part("stream"),
        Selection(first=("passes",)),
        layout="column",
    )
    names = [name for name in knobs_of(Display) if name not in ("cloud", "at_most")]
    yield Panel(
        "view",
        "view",
        view.display,
        movement.part("display"),
        Selection(
            names,
            first=(),
            narrowed={"rug": tuple(run.letter for run in runs)},
        ),
        title="Pictures",
        layout="column",
    )


def _cards(view: View, runs: list[Run]) -> Iterator[Panel]:
    """A card for each run: the one or two knobs that make its method what it is, then the rest."""
    algorithms = methods.choices(Loss[view.stream.loss])
    shared, ranges = shared_knobs.linked_names(view), openings.ranges(view)
    for slot, run in enumerate(runs):
        rules = list(rules_of(run.algorithm))
        own = [*rules, *(name for name in knobs_of(run.algorithm) if name not in shared)]
        first = [name for name in (*rules, *first_knobs(view, run.algorithm)) if name in own]
        yield Panel(
            f"run_{slot}",
            f"run {run.letter}",
            run.algorithm,
            movement.run(slot),
            Selection(own, first, ranges),
            layout="column",
            button=ADD if view.can_add and slot == len(runs) - 1 else None,
            mirrored=[name for name in view.linked_knobs if name in own],
            heading={
                "letter": run.letter,
                "colour": run.colour,
                "dash": run.dash,
                "algorithm": run.algorithm.key,
                "algorithms": algorithms,
                "name": run.algorithm.title,
                "idea": run.algorithm.idea,
                "removable": len(view.runs) > 1,
            },
            differing=differing(run.algorithm, view.runs),
        )


def first_knobs(view: View, algorithm: Algorithm) -> tuple[str, ...]:
    """Return the knobs of a card that are always in sight; never none."""
    names = (sparsity_knob(type(algorithm)), *CUTS)
    if is_formula(algorithm):
        names += ("threshold",)
    if not view.display.linked:
        names += LINKED[:1]
    return tuple(dict.fromkeys(name for name in names if hasattr(algorithm, name)))


def divergence_notes(learned: list[Run]) -> None:
    """Say of each run that diverged where it did, and which knob to turn."""
    for run in learned:
        step = run.trace.final.diverged_at
        if step is not None:
            st.warning(
                f"Run {run.letter}, {run.name}, diverged at step {step:,}: "
                f"{_overflow(run.algorithm)}Try {_tamer(run.algorithm)}features of comparable size "
                "(scaling: unit variance), the logistic loss, or the button “fit the knobs to this "
                "data”. It is drawn as far as the scale "
                "of the others goes.",
                icon=":material/trending_up:",
            )


def _overflow(algorithm: Algorithm) -> str:
    """What became too large, and what to look at first, in sentences."""
    if is_formula(algorithm):
        return "a number became too large, or was none, as 1/0 is. Look at the rule. "
    if algorithm.kind == "batch":
        return "its next step would overflow. "
    return "its prediction passed 1e100. "


def _tamer(algorithm: Algorithm) -> str:
    """The knob that makes its steps shorter, where it has one."""
    for name, way in {"eta": "smaller", "alpha": "smaller", "gamma": "larger"}.items():
        if hasattr(algorithm, name):
            symbol = knobs_of(algorithm)[name].symbol
            return f"a {way} {symbol} (now {getattr(algorithm, name):g}), "
    return ""
