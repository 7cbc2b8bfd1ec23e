"""The controls of the playground."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

from algorithms import CATALOGUE, Algorithm, Loss
from charts import Run, name_runs
from knobs import knobs_of
from ui import movement
from ui.live.panels import Panel, live_panels
from ui.view import View, steps_of


def knobs(view: View) -> None:
    """Show every live knob: the data, the stream, a card for each run, the pictures."""
    letters = tuple(run.letter for run in name_runs(view.runs))
    add = {
        "textContent": "+ add a run",
        "title": "One more run: the last one again, to change in one knob and compare.",
    }
    live_panels(
        "playground",
        [
            Panel(
                "data",
                "data",
                view.preparation,
                movement.part("preparation"),
                only=("noise_features", "scaling"),
            ),
            Panel("stream", "stream of examples", view.stream, movement.part("stream")),
            *_cards(view),
            Panel(
                "view",
                "view",
                view.display,
                movement.display,
                layout="whole",
                button=add if view.can_add else None,
                narrowed={"rug": letters},
            ),
        ],
    )


def _cards(view: View) -> Iterator[Panel]:
    """A card for each run."""
    loss = Loss[view.stream.loss]
    algorithms = [
        [key, algorithm.title, algorithm.family, loss in algorithm.losses]
        for key, algorithm in CATALOGUE.items()
    ]
    for slot, run in enumerate(name_runs(view.runs)):
        yield Panel(
            f"run_{slot}",
            f"run {run.letter}",
            run.algorithm,
            movement.run(slot),
            layout="column",
            mirrored=tuple(steps_of(run.algorithm)) if view.display.linked else (),
            heading={
                "letter": run.letter,
                "colour": run.colour,
                "dash": run.dash,
                "algorithm": run.algorithm.key,
                "algorithms": algorithms,
                "idea": run.algorithm.idea,
                "removable": len(view.runs) > 1,
            },
        )


@contextmanager
def progress(shown: bool) -> Iterator[Callable[[float], None] | None]:
    """Show a bar that long runs fill, gone when they have ended."""
    if not shown:
        yield None
        return
    bar = st.progress(0.0)
    try:
        yield lambda share: bar.progress(min(share, 1.0))
    finally:
        bar.empty()


def diverged(learned: list[Run]) -> None:
    """Say of each run that diverged where it did, and which knob to turn."""
    for run in learned:
        step = run.trace.diverged_at
        if step is not None:
            batch = run.algorithm.kind == "batch"
            st.warning(
                f"Run {run.letter}, {run.name}, diverged at step {step:,}: its "
                f"{'next step would overflow' if batch else 'prediction passed 1e100'}. "
                f"Try {_tamer(run.algorithm)}features of comparable size "
                "(scaling: unit variance), or the logistic loss. It is drawn as far as the scale "
                "of the others goes.",
                icon=":material/trending_up:",
            )


def _tamer(algorithm: Algorithm) -> str:
    """The knob that makes its steps shorter, where it has one."""
    for name, way in {"eta": "smaller", "alpha": "smaller", "gamma": "larger"}.items():
        if hasattr(algorithm, name):
            symbol = knobs_of(algorithm)[name].symbol
            return f"a {way} {symbol} (now {getattr(algorithm, name):g}), "
    return ""
