"""Playground: one stream of examples, up to four learners, every knob live."""

import streamlit as st

import charts
from datasets import DatasetError
from ui import controls, details, runs, session
from ui.live.figures import live_figures

HEIGHT = "clamp(230px, calc(100vh - 440px), 460px)"


def learn(state):
    """The dataset and the runs of a view, or a sentence that says why there are none."""
    try:
        source = runs.source_of(state)
        data = runs.dataset(source)
        return data, charts.name_runs(state.runs, runs.traces(source, state)), ""
    except (DatasetError, ValueError) as error:
        return None, charts.name_runs(state.runs), str(error)


def pictures(state, data, learned):
    """The three that move under the hand."""
    source, view = runs.source_of(state), state.view
    rug = next((run for run in learned if run.letter == view.rug), None)
    known = None if data.true_weights is None else int((data.true_weights != 0).sum())
    return [
        charts.truncation(learned, rug),
        charts.regret(
            learned,
            runs.comparator_losses(source, state, [run.trace for run in learned]),
            runs.comparator(source, state),
            average=view.regret == "average",
            log=view.axes == "log-log",
        ),
        charts.sparsity(learned, view.sparsity, known),
    ]


@st.fragment
def stage() -> None:
    """What moves under the hand. A movement reruns this alone, its end the whole page."""
    if session.ended():
        st.rerun()
    state = session.here()
    data, learned, problem = learn(state)
    controls.knobs(session.settled())
    if problem:
        st.error(problem, icon=":material/error:")
        return
    controls.diverged(learned)
    live_figures(
        "stage",
        pictures(state, data, learned),
        HEIGHT,
        headline=charts.story(learned),
        answers=session.answered(),
        moving=session.moving(),
    )


state = session.current()
controls.header(state)
if session.notes():
    st.warning("  \n".join(session.notes()), icon=":material/info:")
stage()
session.write_address(session.here())
data, learned, problem = learn(session.here())
if not problem:
    details.show(session.here(), data, learned)
