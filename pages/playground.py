"""Playground: one stream of examples, up to four learners, every knob live."""

import streamlit as st

import charts
from datasets import DatasetError
from ui import chooser, engine, session, shelf
from ui.address import PLAYGROUND
from ui.header import about, header, notes
from ui.live.stage import live_stage
from ui.markdown import plain
from ui.playground import controls, details

HEIGHT = "clamp(230px, calc(100vh - 470px), 460px)"


def learn(state, checkpoints=engine.CHECKPOINTS):
    """The dataset and the runs of a view, or a sentence that says why there are none."""
    try:
        source = engine.source_of(state)
        data = engine.dataset(source)
        with controls.progress(engine.is_slow(state, data)) as told:
            found = engine.traces(source, state, checkpoints, told)
        return data, charts.name_runs(state.runs, found), ""
    except (DatasetError, ValueError) as error:
        return None, [], str(error).removesuffix(".") + "."


def pictures(state, data, learned):
    """The three that move under the hand."""
    source, stream, view = engine.source_of(state), state.stream, state.display
    u, log = engine.comparator(source, stream), view.axes == "log-log"
    if state.measures_objective:
        middle = charts.suboptimality(learned, u, log, view.against)
    else:
        suffered = engine.comparator_losses(source, stream, u, [run.trace for run in learned])
        average = view.regret == "average"
        middle = charts.regret(learned, suffered, u, average, log, view.against)
    rug = next((run for run in learned if run.letter == view.rug), None)
    separable = [run.separable for run in learned]
    truth = data.true_weights
    true_nonzeros = None if truth is None else int((truth != 0).sum())
    return [
        charts.truncation(learned, rug) if any(separable) else charts.profile(learned),
        middle,
        charts.sparsity(learned, view.sparsity, true_nonzeros, view.against),
    ]


@st.fragment
def stage() -> None:
    """What moves under the hand. A movement reruns this alone, its end the whole page."""
    if session.ended():
        st.rerun()
    controls.knobs(session.settled())
    state = session.here()
    with controls.waiting(session.moving()):
        often = engine.SKETCHED if session.moving() else engine.CHECKPOINTS
        data, learned, problem = learn(state, often)
        drawn = [] if problem else pictures(state, data, learned)
    if problem:
        st.error(plain(problem), icon=":material/error:")
        return
    controls.diverged(learned)
    live_stage(
        "playground",
        [drawn],
        HEIGHT,
        headline=charts.story(learned),
        answers=session.answered(),
        took=session.took(),
        moving=session.moving(),
    )


def page() -> None:
    """All of it. Names of the module itself would outlive the run, and the session too."""
    state = session.current(PLAYGROUND)
    header(state, {"About the data": about})
    notes()
    if shelf.absent(state.data):
        chooser.offer(state)
    else:
        stage()
    session.write_address(PLAYGROUND)
    if not shelf.absent(session.here().data):
        data, learned, problem = learn(session.here())
        if not problem:
            details.show(session.here(), data, learned)


page()
