"""The question on the page: panels, how much work it is, the buttons that start and stop it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from algorithms import Loss
from charts import Run, name_runs
from charts.frontier.settings import short_number
from knobs import knobs_of
from sweeps import Request
from ui import movement
from ui.live.panel import Panel, Selection
from ui.live.panels import PanelGroup, show_panels
from ui.markdown import plain
from ui.playground.methods import choices
from ui.sweep import jobs, measure_words, moves
from ui.sweep.cards import card_of, shown_knobs, sliders
from ui.sweep.query import FOLDS, MEASURES, Ladder, Sweep, SweptMethod, measures_on_demand
from ui.sweep.refinement import ladders
from ui.view import View
from ui.visit import Visit

if TYPE_CHECKING:
    from datasets import Dataset

ADD = {
    "textContent": "+ add a method",
    "title": "One more method, over the knob that makes its zeros.",
}

WATCHED = "sweep_watched"
"""Where the session keeps which run it has seen under way."""

NOTHING_HELD_OUT = (
    " No rows are held out, so the methods are compared by how well they predict each row before "
    "they learn from it. For held-out rows raise the test share, or choose folds."
)
JUDGES = {"objective": "the rows that were learned from", "sign F1": "the true weights"}
"""What measures judge by that need no held-out rows."""


def name_methods(sweep: Sweep) -> list[Run]:
    """Return the methods with letter, name, colour and dash."""
    return name_runs([method.algorithm for method in sweep.methods])


def panels(view: View) -> None:
    """Show every knob of the question: the data, the stream, a card for each method, repeats."""
    shown = [
        Panel(
            "data",
            "data",
            view.preparation,
            movement.part("preparation"),
            Selection(("noise_features", "scaling", "test_fraction")),
        ),
        Panel(
            "stream",
            "stream of examples",
            view.stream,
            movement.part("stream"),
            Selection(("loss", "passes", "intercept")),
        ),
        *_cards(view),
        Panel(
            "plan",
            "repeats",
            view.sweep.plan,
            moves.plan,
            layout="whole",
            button=ADD if view.sweep.can_add else None,
        ),
    ]
    show_panels(PanelGroup("sweep", shown))


def _cards(view: View) -> Iterator[Panel]:
    """A card for each method."""
    algorithms = choices(Loss[view.stream.loss])
    pairs = zip(name_methods(view.sweep), view.sweep.methods, strict=True)
    for slot, (run, method) in enumerate(pairs):
        yield Panel(
            f"method_{slot}",
            f"method {run.letter}",
            card_of(method),
            moves.method(slot),
            Selection(shown_knobs(method), ranges=sliders(method)),
            layout="column",
            heading={
                "letter": run.letter,
                "noun": "method",
                "colour": run.colour,
                "dash": run.dash,
                "algorithm": run.algorithm.key,
                "algorithms": algorithms,
                "idea": run.algorithm.idea,
                "subtitle": run.algorithm.idea,
                "name": run.algorithm.title,
                "removable": len(view.sweep.methods) > 1,
            },
        )


def amount(view: View, request: Request) -> str:
    """Return how much work a sweep is, in a sentence."""
    settings, runs = len(request.settings), jobs.runs_of(request)
    factors = [f"**{settings:,} settings**", _count_phrase(len(request.seeds), "order")]
    if request.folds > 1:
        factors.append(_count_phrase(request.folds, "fold"))
    product = " × ".join(factors)
    passes = _count_phrase(request.passes, "pass", "passes")
    judged = "" if held_out(request) or request.on_demand else NOTHING_HELD_OUT
    return (
        f"{product} = **{runs:,} runs** of {passes} each: {duration(jobs.seconds(request))}. "
        f"A setting is one choice of all knobs of a method.{judged}"
    )


def held_out(request: Request) -> bool:
    """Return whether there are rows that are not learned from."""
    return request.folds > 1 or request.dataset().test is not None


def _count_phrase(n: int, one: str, more: str = "") -> str:
    return f"{n:,} {one if n == 1 else more or f'{one}s'}"


def duration(seconds: float) -> str:
    """Return a time as people say it when they do not know it exactly."""
    if seconds < 1.5:
        return "about a second"
    for unit, size in (("hour", 3600.0), ("minute", 60.0)):
        if seconds >= 1.5 * size:
            return f"about {seconds / size:,.0f} {unit}s"
    return f"about {seconds:.0f} seconds"


def repeats(request: Request) -> str:
    """Return in words what a setting is repeated over."""
    orders = _count_phrase(len(request.seeds), "order of the rows", "orders of the rows")
    return f"{orders} in each of {request.folds} folds" if request.folds > 1 else orders


def look(before: View, taken: Sequence[str], data: Dataset) -> None:
    """Show the knobs of the comparison, with the measures that were taken or can be.

    Parameters
    ----------
    before : the view as it was at the last full run.
    """
    owner, more = before.sweep.look, measures_on_demand(before.sweep, data)
    choices = tuple(word for word in MEASURES if word in taken or word in more)
    if owner.measure not in choices:
        owner = replace(owner, measure=taken[0])
    abouts = {"measure": measure_words.about(MEASURES[word] for word in more)}
    knobs, narrowed = ("measure", "counted", "at_most"), {"measure": choices}
    shown = Selection(knobs, narrowed=narrowed, abouts=abouts)
    _looking(Panel("look", "pictures", owner, moves.look, shown, layout="whole"))


def details(before: View) -> None:
    """Show the knobs of the pictures of one method; ``before`` as that of ``look``."""
    sweep = before.sweep
    narrowed = {"method": tuple("ABCD"[: len(sweep.methods)])}
    shown = Selection(("method", "mapped"), narrowed=narrowed)
    _looking(Panel("details", "details", sweep.look, moves.look, shown, layout="whole"))


def _looking(panel: Panel) -> None:
    show_panels(PanelGroup(f"sweep_{panel.source}", [panel]))


def remarks(view: View) -> list[str]:
    """Return sentences on ladders that have fewer rungs than somebody may have meant."""
    sentences = []
    for run, method in zip(name_methods(view.sweep), view.sweep.methods, strict=True):
        for one, (_, values) in zip(method.ladders, ladders(method), strict=True):
            sentence = _remark(method, one, values)
            if sentence:
                sentences.append(f"{run.letter}, {method.algorithm.title}: {sentence}")
    return sentences


def _remark(method: SweptMethod, asked: Ladder, values: tuple[float, ...]) -> str:
    declared = knobs_of(method.algorithm)[asked.knob]
    name = f"{declared.label} {declared.symbol}".strip()
    if len(values) == 1:
        return (
            f"{name} has one value only, {short_number(values[0])}, so there is nothing to compare."
        )
    if asked.low > asked.high:
        return (
            f"“from” was larger than “to”; {name} goes from {short_number(values[0])} to "
            f"{short_number(values[-1])}."
        )
    if len(values) < asked.n:
        return (
            f"{name} is a whole number; only {len(values)} different ones are tried instead of "
            f"{asked.n}."
        )
    return ""


def empty(view: View, request: Request) -> None:
    """Say what will be run."""
    lines = [
        f"- **{run.letter} {run.name}**: {_tried_values(method)}"
        for run, method in zip(name_methods(view.sweep), view.sweep.methods, strict=True)
    ]
    tested = view.sweep.plan.tested
    judge = f"{tested}, each part held out once" if FOLDS[tested] else tested
    if request.on_demand:
        judge = JUDGES.get(MEASURES[view.sweep.look.measure], judge)
    if held_out(request) or request.on_demand:
        lines.append(f"- Judged on: {judge}.")
    lines.append(
        "- Added by itself: more values where a method's best setting stands at the end of its "
        f"range, and where its number of features jumps past {view.sweep.look.at_most:,}."
    )
    st.markdown("What will be run:\n\n" + "\n".join(lines))


def _tried_values(method: SweptMethod) -> str:
    parts = []
    for name, values in ladders(method):
        declared = knobs_of(method.algorithm)[name]
        title = f"{declared.label} {declared.symbol}".strip()
        ends = f"from {short_number(values[0])} to {short_number(values[-1])}"
        many = f"{len(values)} values of {title} {ends}"
        parts.append(many if len(values) > 1 else f"{title} = {short_number(values[0])}")
    return ", each with ".join(parts) + "."


def buttons(view: View, request: Request | None, current: jobs.Job | None) -> None:
    """Show the button that starts a sweep, or how far it is and the one that stops it."""
    if current is None or current.run.done:
        label = "Run" if current is None else "Run again"
        if current is None or current.run.share < 1.0:
            st.button(
                label,
                type="primary",
                icon=":material/play_arrow:",
                disabled=request is None,
                on_click=_begin,
                key="sweep_run",
            )
        return
    left = current.run.seconds_left
    text = f"{current.run.share:.0%} done"
    text += f", {duration(left)} left" if left is not None else ", starting …"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(min(current.run.share, 1.0), text)
        st.button("Cancel", icon=":material/stop:", on_click=_cancel, key="sweep_cancel")


def _begin() -> None:
    visit = Visit.current()
    try:
        jobs.begin(visit.view, visit.progress.token)
    except ValueError as error:
        visit.refuse(str(error))
        return
    st.session_state[WATCHED] = jobs.current(visit.view, visit.progress.token).key
    visit.change(visit.view)


def _cancel() -> None:
    visit = Visit.current()
    current = jobs.current(visit.view, visit.progress.token)
    if current is not None:
        current.leave(visit.progress.token)
        current.run.wait(0.5)
        visit.change(visit.view)


def notes(current: jobs.Job) -> None:
    """Say what a reader of the outcomes should know."""
    run = current.run
    if run.done and run.share < 1.0 and not run.failed:
        st.info(
            f"This sweep was stopped when {run.share:.0%} of it was done. What is drawn is what "
            "was there by then.",
            icon=":material/info:",
        )
    for note in run.notes:
        st.warning(plain(note), icon=":material/info:")
    if run.done and run.share == 1.0 and run.outcomes.diverged.all():
        st.warning(
            "Every setting diverged: the steps were so long that the predictions overflowed. Try "
            "smaller step sizes, or features of comparable size (scaling: unit variance).",
            icon=":material/trending_up:",
        )
