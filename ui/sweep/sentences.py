"""The results in sentences: the best method, and the best settings of each."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from algorithms import ALL_MEASURES as BETTER
from algorithms import Frontier, Point, has_objective, removes
from algorithms.dataset_stats import DatasetStats
from algorithms.evaluation.on_demand import BOUNDED
from charts import Contest
from charts.frontier.settings import (
    equal_decimals,
    features_in_words,
    in_words,
    letter_of,
    short_number,
    title_of,
)
from charts.playground.score import never_occurring
from ui.address import PLAYGROUND
from ui.sweep import moves
from ui.sweep.measure_words import AMOUNT, better
from ui.sweep.refinement import (
    CLOSE,
    Growth,
    Refinement,
    at_limit,
    best_within,
    ends_reached,
    gaps_of,
    zeros_swept,
)
from ui.sweep.results import SweepResults

if TYPE_CHECKING:
    from datasets import Dataset

PLAYGROUND_PAGE = "pages/playground.py"
NO_RESULT = "has no result yet."
ALL_OR_NONE = "has no setting with so few features, but for those that keep none at all."
WORSE_THAN_NONE = (
    "has settings with so few features, but none of them comes out better than all weights at 0."
)
TOO_GOOD = (
    "These settings were picked because they came out best on the very rows that judge them. So "
    "their numbers are a little too good: expect slightly worse ones on new rows."
)
PICKED = {
    "objective": "These settings were picked by how well they fit the very rows that they learned "
    "from. So expect a larger loss on new rows.",
    "sign F1": "These settings were picked because their signs came closest to the true weights, "
    "which nobody knows of real data. So expect slightly worse signs where the truth is unknown.",
}
"""The same of measures that no rows judge which were held out."""

Ranked = list[tuple[Contest, Point | None]]


def few(most: int) -> str:
    """Return a bound in words, such as "at most 10 features"."""
    return f"at most {most:,} {'feature' if most == 1 else 'features'}"


def features_of(point: Point) -> str:
    """Return the number of features of a setting; one that removes none is given no credit."""
    text = features_in_words(point.features)
    return text if removes(point.algorithm) else f"{text} (none was removed)"


def unseen_note(data: Dataset) -> str:
    """Return a sentence on features that no row to learn from has; empty where there are none."""
    count = data.n_features - int(DatasetStats.of(data).occurring.sum())
    return never_occurring(count, data.n_features) if count else ""


def verdict(current: SweepResults, finished: bool) -> str:
    """Return who is best with as few features as are allowed, and how to read the picture."""
    return f"{_winner(current, finished)} {better(current.measure)}"


def lacking(current: SweepResults, contest: Contest) -> str:
    """Return why a method has no objective; empty where it has one, or another measure counts."""
    settings = contest.frontier.outcomes.algorithms
    if current.measure != "objective" or any(map(has_objective, settings)):
        return ""
    if hasattr(settings[0], "effective_groups"):
        return "has no objective here: its groups overlap."
    if hasattr(settings[0], "gravity"):
        return "has no objective here: gravity leaves weights beyond the threshold θ alone."
    return "has no objective: it adds no penalty to the loss."


def _winner(current: SweepResults, finished: bool) -> str:
    bound = few(current.view.sweep.look.at_most)
    there = [(c, p) for c, p in _best(current) if p is not None and p.features > 0.0]
    if not there and any(_has_few(current, contest) for contest in current.contests):
        return f"With {bound}, no setting comes out better than all weights at 0."
    if not there:
        some = "setting with an objective" if current.measure == "objective" else "setting"
        return f"No {some} gets by with {bound}."
    (contest, point), *others = there
    name = f"**{contest.run.name}**"
    result = f"{_value(current, point)} with {features_of(point)}"
    level = [c.run.name for c, p in others if p.value == point.value]
    if level:
        names = _list_methods([contest.run.name, *level])
        return f"With {bound}, **{names}** are equally good: {_value(current, point)}."
    far = "" if finished else " so far"
    if len(current.contests) == 1:
        return f"With {bound}, {name} reaches {result}{far}."
    # Settings with penalties of different strength have different objectives.
    best = "comes out lowest" if current.measure == "objective" else "is best"
    first = f"With {bound}, {name} {best}{far}: {result}"
    if current.request.repeats == 1:
        return f"{first}. Each setting ran only once, so another order of the rows may change this."
    rivals = [c.run.name for c, p in others if p.low <= point.high and point.low <= p.high]
    if not rivals:
        return f"{first}."
    chance = "the order of the rows" if current.request.folds < 2 else "the choice of the rows"
    names = _list_methods([contest.run.name, *rivals])
    return f"{first}, but the middle halves of {names} overlap, so {chance} may decide."


def additions(current: SweepResults, refinement: Refinement, finished: bool) -> list[str]:
    """Return what the sweep has added by itself to what it was asked for, and what it has not."""
    return [
        f"{contest.run.letter} {contest.run.name}: {sentence}"
        for contest, growth in zip(current.contests, refinement.growths, strict=True)
        for sentence in [
            *_widenings(contest, growth),
            *_fillings(contest, growth, refinement),
            *(_left_open(contest, growth, refinement) if finished else []),
        ]
    ]


def _widenings(contest: Contest, growth: Growth) -> Iterator[str]:
    for one in growth.widenings:
        way = "up" if one.up else "down"
        why = (
            "its best setting stood at the end of the range"
            if one.best
            else "no setting had so few features"
        )
        yield (
            f"{why}, so the range was widened: {title_of(contest.run, one.knob)} now goes {way} to "
            f"{short_number(one.after)}, instead of {short_number(one.before)}."
        )


def _fillings(contest: Contest, growth: Growth, refinement: Refinement) -> Iterator[str]:
    if growth.filled:
        knob = title_of(contest.run, zeros_swept(growth.method))
        most = refinement.look.at_most
        yield (
            f"from one value of {knob} to the next, the number of features jumps past {most:,}. "
            f"So {growth.filled:,} more settings were tried, with values between."
        )


def _left_open(contest: Contest, growth: Growth, refinement: Refinement) -> Iterator[str]:
    """Sentences on a best setting that stands at an end still, and on a gap that is still there."""
    most, own = refinement.look.at_most, contest.frontier
    best = best_within(own, most)
    for which, up in ends_reached(growth.method, own, most):
        if best is not None and not at_limit(growth.method, which, up, refinement.most):
            value = getattr(best.algorithm, which.knob)
            yield (
                f"its best setting still stands at the end of the range, at "
                f"{letter_of(contest.run, which.knob)} = {short_number(value)}. A wider range may "
                "hold a better one."
            )
    name = zeros_swept(growth.method)
    if not name or (best is not None and best.features >= CLOSE * most):
        return
    gaps = gaps_of(own, name, most)
    if gaps:
        gap = min(gaps, key=lambda gap: (-gap.fewer.features, gap.more.features))
        letter = letter_of(contest.run, name)
        ends = [short_number(getattr(point.algorithm, name)) for point in gap]
        yield (
            f"between {letter} = {ends[0]} and {letter} = {ends[1]}, the number of features goes "
            f"from {gap.more.features:,.4g} to {gap.fewer.features:,.4g}. No value that was tried "
            f"between them comes nearer to {most:,}."
        )


def _list_methods(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def lists(current: SweepResults) -> None:
    """Show two lists of settings: the best with few features, and the lightest nearly as good."""
    bound = few(current.view.sweep.look.at_most)
    with st.container(gap="xsmall"):
        st.markdown(f"**Best with {bound}**")
        for contest, point in _best(current):
            if point is not None and point.features == 0.0:
                few_kept = _has_few(current, contest)
                _line(current, contest, None, WORSE_THAN_NONE if few_kept else ALL_OR_NONE)
            else:
                none = lacking(current, contest) or "has no setting with so few features."
                _line(current, contest, point, none)
    with st.container(gap="xsmall"):
        st.markdown(
            "**Fewest features within 1 % of each method's own best**",
            help="Langford, Li and Zhang (2009), §6.1: of all settings whose result is at most "
            "1 % worse than the method's best, the one with the fewest features.",
        )
        for contest, point in _lightest(current):
            _line(current, contest, point, lacking(current, contest) or NO_RESULT)
    if len(current.request.settings) > len(current.contests):
        folds = " With folds it is the same." if current.request.folds > 1 else ""
        st.caption(PICKED.get(current.measure, TOO_GOOD) + folds)


def _has_few(current: SweepResults, contest: Contest) -> bool:
    """Return whether a setting has some features, and as few as are allowed."""
    most = current.view.sweep.look.at_most
    return any(
        0.0 < point.features <= most and np.isfinite(point.value) and not point.diverged
        for point in contest.frontier.points
    )


def _best(current: SweepResults) -> Ranked:
    """The best of each method within the bound, the best method first."""
    most = current.view.sweep.look.at_most
    return _sort_points(current, lambda f: f.best(most), lambda p: (_cost(current, p), p.features))


def _lightest(current: SweepResults) -> Ranked:
    """Of each method the lightest setting nearly as good as its best, the lightest first."""
    return _sort_points(current, lambda f: f.lightest(), lambda p: (p.features, _cost(current, p)))


def _cost(current: SweepResults, point: Point) -> float:
    """The value of a point, turned so that less is better."""
    return -point.value if BETTER[current.measure] else point.value


def _sort_points(
    current: SweepResults,
    choose: Callable[[Frontier], Point | None],
    rank: Callable[[Point], tuple[float, float]],
) -> Ranked:
    """The methods with their points, those without one last."""
    pairs = [(contest, choose(contest.frontier)) for contest in current.contests]
    return sorted(pairs, key=lambda pair: (np.inf,) if pair[1] is None else rank(pair[1]))


def _value(current: SweepResults, point: Point) -> str:
    (value,) = equal_decimals([point.value], current.measure in BOUNDED)
    return f"{AMOUNT[current.measure]} {value}"


def has_begun(contest: Contest) -> bool:
    """Return whether any run of a method is there."""
    points = contest.frontier.points
    return any(point.diverged or not math.isnan(point.features) for point in points)


def _line(current: SweepResults, contest: Contest, point: Point | None, otherwise: str) -> None:
    """A setting in words, and the way to see it run."""
    if point is None:
        st.markdown(f"**{contest.run.name}** {otherwise if has_begun(contest) else NO_RESULT}")
        return
    numbers = equal_decimals([point.value, point.low, point.high], current.measure in BOUNDED)
    spread = f" (middle half {numbers[1]}–{numbers[2]})" if numbers[1] != numbers[2] else ""
    with st.container(horizontal=True, vertical_alignment="center", gap="xxsmall"):
        st.markdown(
            f"**{contest.run.name}** reaches {AMOUNT[current.measure]} {numbers[0]}{spread} with "
            f"{features_of(point)} at {in_words(point.algorithm, contest.knobs)}.",
            width="content",
        )
        st.page_link(
            PLAYGROUND_PAGE,
            label="Open in the playground",
            icon=":material/arrow_forward:",
            query_params=PLAYGROUND.encode(moves.in_playground(current.view, point.algorithm)),
        )
