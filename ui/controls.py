"""The controls of the playground: the dataset line and a card for each run."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from algorithms import ONLINE
from charts import Run
from datasets import Dataset, available, recipe
from knobs import knobs_of
from ui import session
from ui.address import text_options
from ui.live.copy_link import copy_link
from ui.live.panel import live_panel
from ui.state import State


def dataset_line(state: State) -> None:
    """Which examples, in which order, with which loss; and the link to all of it."""
    widths = [1.7, 2.6, 0.75, 4.6, 0.95]
    which, how, more, stream, link = st.columns(widths, vertical_alignment="center", gap="small")
    with which:
        _choose_dataset(state)
    with how:
        live_panel(
            "data", "data", state.preparation, session.moved_part("preparation"),
            only=("noise_features", "scaling"),
        )
    with more, st.popover("Data", width="stretch"):
        _more_about_data(state)
    with stream:
        live_panel("stream", "stream of examples", state.stream, session.moved_part("stream"))
    with link:
        copy_link()


def _choose_dataset(state: State) -> None:
    titles = available()
    key = "choose_dataset"
    # The address may have changed the dataset behind the widget's back.
    st.session_state[key] = state.data

    def chosen() -> None:
        session.change(replace(session.here(), data=st.session_state[key], options=()))

    st.selectbox(
        "dataset", list(titles), key=key, format_func=titles.get, on_change=chosen,
        label_visibility="collapsed",
    )


def _more_about_data(state: State) -> None:
    kind = recipe(state.data)
    st.markdown(f"**{kind.title}**  \n{kind.about}")
    live_panel(
        "split", "split", state.preparation, session.moved_part("preparation"),
        only=("test_fraction", "seed"), layout="column",
    )
    if knobs_of(kind):
        try:
            owner = session.recipe_of(state)
        except ValueError:
            owner = kind()
        live_panel("recipe", "recipe", owner, session.mover(session.moved_recipe), layout="column")
    for name in text_options(state.data):
        _text_option(state, name)


def _text_option(state: State, name: str) -> None:
    key = f"option_{name}"
    st.session_state[key] = dict(state.options).get(name, "")

    def typed() -> None:
        old = session.here()
        owner = replace(session.recipe_of(old), **{name: st.session_state[key].strip()})
        session.change(session.with_recipe(old, owner))

    st.text_input(
        "one class against the rest", key=key, on_change=typed,
        help="The value of the target that becomes +1; all others become −1. Empty: as it is.",
    )


def told_of(data: Dataset) -> None:
    """What was done to the data, in sentences."""
    st.caption(
        f"{data.n_rows:,} examples to learn from × {data.n_features:,} features, "
        f"{data.density:.1%} of the entries nonzero. {' '.join(data.notes)} "
        f"Source: {data.source}. {data.licence}"
    )


def cards(state: State, runs: list[Run]) -> None:
    """One card a run, side by side, and the button for one more."""
    spare = [0.45] if state.can_add else []
    columns = st.columns([1.0] * len(runs) + spare, gap="medium")
    algorithms = [[key, algorithm.title] for key, algorithm in ONLINE.items()]
    for slot, (run, column) in enumerate(zip(runs, columns, strict=False)):
        with column:
            live_panel(
                f"run_{slot}", f"run {run.letter}", run.algorithm, session.moved_run(slot),
                layout="column",
                heading={
                    "letter": run.letter,
                    "colour": run.colour,
                    "dash": run.dash,
                    "algorithm": run.algorithm.key,
                    "algorithms": algorithms,
                    "idea": run.algorithm.idea,
                    "removable": len(runs) > 1,
                },
            )
    if state.can_add:
        with columns[-1]:
            st.button(
                "add a run", key="add_run", icon=":material/add:", type="tertiary",
                help="One more run: the last one again, to change in one knob and compare.",
                on_click=lambda: session.change(session.here().with_added_run()),
            )


def diverged(runs: list[Run]) -> None:
    """Say of each run that diverged where it did, and which knob to turn."""
    for run in runs:
        step = run.trace.diverged_at
        if step is not None:
            st.warning(
                f"Run {run.letter}, {run.name}, diverged at step {step:,}: its prediction passed "
                f"1e100. Try a smaller η (now {run.algorithm.eta:g}), features of comparable size "
                "(scaling: unit variance), or the logistic loss. It is drawn up to there.",
                icon=":material/trending_up:",
            )
