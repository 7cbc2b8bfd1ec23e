"""Playground: one stream of examples, up to four learners, every knob live."""

import streamlit as st

import charts
from datasets import DatasetError
from ui import controls, details, runs, session
from ui.live.figure import live_figure
from ui.live.panel import live_panel

HEIGHT = "clamp(230px, calc(100vh - 425px), 460px)"


def learn(state):
    """The runs of a view with their dataset, or a sentence that says why there are none."""
    try:
        source = runs.source_of(state)
        data = runs.dataset(source)
        stream = state.stream
        asked = (stream.loss, stream.passes, stream.order)
        traces = [runs.run(source, algorithm, *asked) for algorithm in state.runs]
    except (DatasetError, ValueError) as error:
        return None, charts.name_runs(state.runs), str(error)
    return data, charts.name_runs(state.runs, traces), ""


@st.fragment
def stage() -> None:
    """Everything that moves under the hand. A movement reruns this alone, its end the whole page."""
    if session.ended():
        st.rerun()
    state = session.here()
    data, learned, problem = learn(state)
    controls.dataset_line(state)
    controls.cards(state, learned)
    if problem:
        st.error(problem, icon=":material/error:")
        return
    controls.diverged(learned)
    st.markdown(f"**Sparsity Lab** · {charts.story(learned)}")
    live_panel("view", "view", state.view, session.moved_part("view"))
    left, middle, right = st.columns(3, gap="small")
    rug = next((r for r in learned if r.letter == state.view.rug), None)
    with left:
        live_figure(charts.truncation(learned, rug), HEIGHT)
    with middle:
        source, stream = runs.source_of(state), state.stream
        picture = charts.regret(
            learned,
            runs.comparator_losses(source, state, [r.trace for r in learned]),
            runs.comparator(source, stream.loss, stream.comparator),
            average=state.view.regret == "average",
            log=state.view.axes == "log-log",
        )
        live_figure(picture, HEIGHT)
    with right:
        truth = data.true_weights
        known = None if truth is None else int((truth != 0).sum())
        live_figure(charts.sparsity(learned, state.view.sparsity, known), HEIGHT, session.answered())


state = session.current()
for note in session.notes():
    st.warning(note, icon=":material/info:")
stage()
session.write_address(session.here())
data, learned, problem = learn(session.here())
if not problem:
    details.show(session.here(), data, learned)
