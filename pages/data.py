"""Data: what is in a dataset, what was done to it, and your own."""

import streamlit as st

import charts
from datasets import DatasetError
from ui import chooser, engine, session, shelf
from ui.address import DATA
from ui.data import inspection, options
from ui.header import header, notes
from ui.live.stage import live_stage
from ui.markdown import plain

HEIGHT = "260px"
KNOBS = (
    "scaling", "expansion", "noise_features", "noise_kind", "constant", "test_fraction", "seed",
)  # fmt: skip


def load(state):
    """The dataset of a view, or a sentence that says why there is none."""
    try:
        with st.spinner("Loading …", show_time=True):
            return engine.dataset(engine.source_of(state)), ""
    except (DatasetError, ValueError) as error:
        return None, str(error).removesuffix(".") + "."


@st.fragment
def stage() -> None:
    """The knobs, and the pictures that follow them. The end of a movement reruns the page."""
    if session.ended():
        st.rerun()
    options.preparation(session.settled(), KNOBS)
    data, problem = load(session.here())
    if problem:
        st.error(plain(problem), icon=":material/error:")
        return
    inspection.numbers(data)
    described, measure = engine.described(engine.source_of(session.here()))
    pictures = [
        charts.balance(data),
        charts.pattern(data),
        charts.relevance(described, measure),
    ]
    live_stage(
        "data",
        [pictures],
        HEIGHT,
        answers=session.answered(),
        took=session.took(),
    )


def page() -> None:
    """All of it. Names of the module itself would outlive the run, and the session too."""
    state = session.current(DATA)
    behind = {
        "Upload a file": chooser.upload,
        "Its options": lambda it: options.options(it, "own"),
    }
    header(state, behind)
    notes()
    if shelf.absent(state.data):
        chooser.offer(state)
    else:
        stage()
    session.write_address(DATA)
    if not shelf.absent(session.here().data):
        data, problem = load(session.here())
        if not problem:
            inspection.show(session.here(), data)


page()
