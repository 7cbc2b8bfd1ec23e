"""The answer on the page: three pictures, the best settings in sentences, a table of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

import charts
from algorithms import MEASURES as BETTER
from algorithms import Frontier, Outcomes, Point
from algorithms.truth import truth_of
from charts import Cell, Contest, Grid
from charts.frontier.settings import brief, counted, in_words, title_of
from sweeps import Request
from ui import engine
from ui.address import PLAYGROUND
from ui.live.stage import live_stage
from ui.live.turn import turn_to
from ui.page import waiting
from ui.sweep import export, moves, work
from ui.sweep.asked import COUNTED, MEASURES, QUALITY
from ui.sweep.controls import named, repeats
from ui.view import View

if TYPE_CHECKING:
    import pandas as pd

HEIGHT = "clamp(260px, 44vh, 440px)"
PLAYGROUND_PAGE, PLAYGROUND_PATH = "pages/playground.py", ""
TITLES = {
    "test AUC": "AUC on rows kept back",
    "test error": "share of errors on rows kept back",
    "test loss": "loss per row kept back",
    "test mean squared error": "mean squared error on rows kept back",
    "loss": "loss per example while learning",
    "mistakes": "share of errors while learning",
}
"""The measures as axes name them."""
SHORT = {
    "test AUC": "AUC",
    "test error": "error",
    "test loss": "loss",
    "test mean squared error": "squared error",
    "loss": "loss",
    "mistakes": "error",
}
AUC = (
    "AUC: of all pairs of one row from each class, the share in which the row of class +1 has the "
    "larger prediction. 1 is best; 0.5 is guessing."
)


@dataclass(frozen=True, eq=False)
class Answer:
    """The outcomes of a sweep so far, in the measure that is asked for.

    Parameters
    ----------
    view, request : what the visitor is shown, and what was asked.
    measure : its name in the outcomes.
    taken : all measures that were taken, by the words of the page.
    contests : the frontier of each method.
    """

    view: View
    request: Request
    measure: str
    taken: tuple[str, ...]
    contests: tuple[Contest, ...]

    @property
    def shown(self) -> int:
        """The place of the method that the lower pictures show."""
        return "ABCD".index(self.view.sweep.look.method)


def measures(outcomes: Outcomes) -> tuple[str, ...]:
    """Return the measures that were taken, by the words of the page."""
    return tuple(
        word
        for word, name in MEASURES.items()
        if name in outcomes.values and np.isfinite(outcomes.values[name]).any()
    )


def answer(view: View, request: Request, outcomes: Outcomes) -> Answer | None:
    """Return the answer so far, or None while nothing is there."""
    taken = measures(outcomes)
    if not taken:
        return None
    look = view.sweep.look
    measure = MEASURES[look.measure if look.measure in taken else taken[0]]
    contests, first = [], 0
    for run, swept, method in zip(
        named(view.sweep), view.sweep.methods, request.methods, strict=True
    ):
        places = range(first, first + len(method.settings))
        first += len(method.settings)
        frontier = Frontier(outcomes.only(places), measure, COUNTED[look.counted])
        contests.append(Contest(run, frontier, tuple(one.knob for one in swept.ladders)))
    return Answer(view, request, measure, taken, tuple(contests))


def pictures(current: Answer, finished: bool) -> list[list[charts.Picture]]:
    """Return the frontier above, the map and the path of one method below."""
    look = current.view.sweep.look
    axis = "features at the end"
    if COUNTED[look.counted] != "features":
        axis = "features in use, on average"
    above = charts.frontier(
        current.contests,
        TITLES[current.measure],
        BETTER[current.measure],
        repeats(current.request),
        look.at_most,
        axis,
    )
    if current.measure == "test AUC":
        above = replace(above, caption=f"{above.caption} {AUC}")
    return [[above], [charts.grid(_grid(current)), _path(current, finished)]]


def _grid(current: Answer) -> Grid:
    """The settings of one method: how good each is, or how many features it uses."""
    contest = current.contests[current.shown]
    ladders = work.ladders(current.view.sweep.methods[current.shown])
    quality = current.view.sweep.look.mapped == QUALITY
    cells = [
        Cell(p.place, p.value, p.low, p.high, p.diverged > 0.0)
        if quality
        else Cell(p.place, p.features, p.features, p.features, p.diverged > 0.0)
        for p in contest.frontier.points
    ]
    title = TITLES[current.measure] if quality else "features in use"
    return Grid(contest.run, ladders, cells, title, BETTER[current.measure] if quality else None)


def _path(current: Answer, finished: bool) -> charts.Picture:
    if not finished:
        return charts.no_path("The path of the weights is drawn when the sweep has ended.")
    contest, view = current.contests[current.shown], current.view
    if not contest.frontier.edge:
        return charts.no_path("There is no setting whose weights could be drawn.")
    best = contest.frontier.edge[-1].algorithm
    try:
        path = work.path(view, current.shown, best)
    except ValueError as error:
        return charts.no_path(str(error))
    data = engine.dataset(view.recipe, view.preparation)
    largest = np.argsort(-np.nan_to_num(np.abs(path.weights)).max(axis=0), kind="stable")
    strongest = np.sort(largest[: charts.MOST_PATHS])
    rows, features = np.divmod(strongest, data.n_features)
    names = [
        f"{data.feature_names[f]} · {data.classes[r]}" if data.classes else data.feature_names[f]
        for r, f in zip(rows, features, strict=True)
    ]
    knob, values = work.ladders(view.sweep.methods[current.shown])[0]
    return charts.path(
        contest.run,
        knob,
        values,
        path.weights[:, strongest],
        names,
        ~truth_of(data).useful[features],
        in_words(best, contest.knobs[1:]),
    )


def show(current: Answer, finished: bool, **common) -> None:
    """Show all of it; ``common`` as ``live_stage`` takes it. The table follows at the end."""
    with waiting(common["moving"]):  # the path of the weights is learned when all else is there
        rows = pictures(current, finished)
    live_stage("sweep", rows, HEIGHT, picks=True, **common)
    for sentences in (_few, _light):
        with st.container(gap="xxsmall"):
            sentences(current)
    if finished:
        _table(current)
        export.take_home(current.view, current.request, current.contests)


def _few(current: Answer) -> None:
    """The best with at most so many features, best first."""
    most = current.view.sweep.look.at_most
    st.markdown(f"**Best with at most {most:,} {'feature' if most == 1 else 'features'}**")
    for contest, point in _ranked(current, [c.frontier.best(most) for c in current.contests]):
        if point is None:
            st.markdown(f"{contest.run.name}: no setting gets by with so few.")
        else:
            _sentence(current, contest, point, "few")


def _light(current: Answer) -> None:
    """The rule of Langford et al.: the fewest features that are nearly as good as the best."""
    st.markdown(
        "**Fewest features within 1 % of the best**",
        help="Langford, Li and Zhang (2009), §6.1: of all settings whose result is at most 1 % "
        "worse than the method's best, the one with the fewest features.",
    )
    for contest, point in _ranked(current, [c.frontier.lightest() for c in current.contests]):
        if point is None:
            st.markdown(f"{contest.run.name}: there is no result yet.")
        else:
            _sentence(current, contest, point, "light")


def _ranked(current: Answer, points: Sequence[Point | None]) -> list[tuple[Contest, Point | None]]:
    """The methods with their points, the best first, those without one last."""
    sign = -1.0 if BETTER[current.measure] else 1.0
    pairs = list(zip(current.contests, points, strict=True))
    return sorted(pairs, key=lambda pair: np.inf if pair[1] is None else sign * pair[1].value)


def _sentence(current: Answer, contest: Contest, point: Point, key: str) -> None:
    """A setting in words, and the way to see it run."""
    spread = f" (middle half {brief(point.low)} to {brief(point.high)})"
    text = (
        f"**{contest.run.name}**: {SHORT[current.measure]} {brief(point.value)}"
        f"{spread if point.low != point.high else ''} with {counted(point.features)}, at "
        f"{in_words(point.algorithm, contest.knobs)}."
    )
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(text, width="content")
        shown = moves.in_playground(current.view, point.algorithm)
        st.page_link(
            PLAYGROUND_PAGE,
            label="Open in the playground",
            icon=":material/arrow_forward:",
            query_params=PLAYGROUND.encode(shown),
        )


def _table(current: Answer) -> None:
    """All settings; a row that is chosen opens in the playground."""
    table, places = all_settings(current)
    st.markdown("**All settings**")
    chosen = st.dataframe(
        table,
        hide_index=True,
        on_select="rerun",
        selection_mode="single-row",
        key="sweep_table",
        placeholder="",  # a knob that the method does not have
        column_config={
            name: st.column_config.NumberColumn(format="%.4g")
            for name in table.select_dtypes("number")
        },
    )
    st.caption("Sort by a click on a name. Tick a row and its run opens in the playground.")
    selected = chosen["selection"]["rows"]
    if selected:
        letter, place = places[selected[0]]
        open_setting(current, letter, place)


def all_settings(current: Answer) -> tuple[pd.DataFrame, list[tuple[str, int]]]:
    """Return a row for each setting, and the method and place of each row."""
    import pandas as pd

    parts, places = [], []
    for contest in current.contests:
        for point in contest.frontier.points:
            outcomes = contest.frontier.outcomes
            line = {"method": f"{contest.run.letter} {contest.run.name}"}
            line |= {
                title_of(contest.run, name): getattr(point.algorithm, name)
                for name in contest.knobs
            }
            line |= {
                word: _median(outcomes.values[name][point.place])
                for word, name in MEASURES.items()
                if name in outcomes.values
            }
            line |= {
                "features at the end": _median(outcomes.values["features"][point.place]),
                "features in use": _median(outcomes.values["features held"][point.place]),
                "diverged": f"{point.diverged:.0%}" if point.diverged else "",
            }
            parts.append(line)
            places.append((contest.run.letter, point.place))
    return pd.DataFrame(parts), places


def _median(values: np.ndarray) -> float:
    known = values[np.isfinite(values)]
    return float(np.median(known)) if len(known) else np.nan


def open_setting(current: Answer, letter: str, place: int) -> None:
    """Turn to the playground with one setting; nothing where there is no such setting."""
    slot = "ABCD".find(letter)
    if 0 <= slot < len(current.contests):
        settings = current.contests[slot].frontier.outcomes.algorithms
        if 0 <= place < len(settings):
            shown = moves.in_playground(current.view, settings[place])
            turn_to(PLAYGROUND_PATH, PLAYGROUND.encode(shown))
