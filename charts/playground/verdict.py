"""The state of the comparison in words: how many features, and who does best in which sense.

Each sense is a line of its own, and its winner stands first and bold: the loss of the first pass,
in which all examples are new, and the measure on rows held out. Runs that keep different numbers of
features are compared where that is fair all the same: with those that keep fewer.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from algorithms import MEASURES, Spread, knob_at_0, removes
from charts.playground.first_pass import has_later_passes
from charts.playground.score import (
    ALIKE,
    amounts,
    cost,
    features,
    join_names,
    keep_as_many,
    never_occurring,
    room_of,
    short,
    usually,
)
from charts.playground.truncation import rounding_now
from charts.run import Run
from datasets import Dataset

GROUPS = {2: "Both runs", 3: "All three runs", 4: "All four runs"}
SPANS = {
    "test AUC": "AUC {}",
    "test error": "errors {}",
    "test mean squared error": "squared error {}",
    "test loss": "loss {} per row",
}
OTHER_ROWS = ", each with other held-out rows"
ROWS_OF_A_FILE = ", always on the rows of the test file"
"""What is said of the held-out rows of several orders."""
OF_TWO = {
    " the lowest loss": " the lower loss",
    " predicts best": " predicts better",
    " is best in ": " is better in ",
}
"""What is said of several runs, and of two."""
FAIR = ", so their losses compare like for like"


def verdict(
    runs: Sequence[Run],
    losses: np.ndarray | None = None,
    idle: float = math.inf,
    held_out: HeldOut | None = None,
    one_order: bool = False,
) -> str:
    """Return how the runs compare, a line for each sense; what decides is between ``**``.

    Parameters
    ----------
    runs : with their traces.
    losses : the mean loss of the first pass of each run in some orders of the examples
        [runs, orders], nan where one diverged; None where it is not known.
    idle : the loss per example of weights that stay 0.
    held_out : the measure of each run on rows held out, where there are any.
    one_order : no order of the examples but this one was tried, and none will be.
    """
    sound = [run for run in runs if not run.has_diverged]
    lines = [
        f"{r.letter} diverged at step {r.trace.final.diverged_at:,}."
        for r in runs
        if r.has_diverged
    ]
    if len(sound) == 1:
        lines.append(_alone(sound[0]))
    elif sound and not any(features(run) for run in sound):
        lines.append("No run keeps a feature, so there is nothing to compare.")
    elif sound:
        lines += [*rounding_now(sound), _features_line(sound)]
        lines += _senses(sound, losses, held_out, one_order)
    lines += [*_worse_than_nothing(sound, idle), *_not_removed(sound)]
    text = _named_once("\n".join(lines), sound)
    return _of_two(text) if len(sound) == 2 else text


def _of_two(text: str) -> str:
    """The sentences of several runs, as they are said of two."""
    for of_many, of_two in OF_TWO.items():
        text = text.replace(of_many, of_two)
    return text


def _senses(
    runs: Sequence[Run], losses: np.ndarray | None, held_out: HeldOut | None, one_order: bool
) -> list[str]:
    """The lines of the senses in which a run may be best; see ``verdict``."""
    lines = []
    if not _is_mixed(runs):
        lines.append(_comparison(runs, _learning(runs, losses)) + _in_later_passes(runs))
    if held_out is not None and np.isfinite(held_out.values).all():
        lines.append(_comparison(runs, held_out.sense()))
    if lines and one_order:
        lines[-1] += " Other orders of the examples were not tried."
    return lines


# How many features -------------------------------------------------------------------------------


def _alone(run: Run) -> str:
    """A run beside which there is no other."""
    seen = int(run.trace.sparsity.seen[-1])
    which = "" if seen == run.trace.final.weights.shape[-1] else " that occur in the examples"
    when = " in the first pass" if has_later_passes([run]) else ""
    return (
        f"{run.letter}, {run.in_a_sentence}, keeps {features(run):,} of {seen:,} features{which}, "
        f"at a loss of {short(cost(run))} per example{when}."
    )


def _features_line(runs: Sequence[Run]) -> str:
    """The numbers of features, and whether they are alike."""
    if not keep_as_many(runs):
        counts = join_names([f"{run.letter} {features(run):,}" for run in runs])
        return (
            f"The runs keep different numbers of features ({counts}{_shortly_before(runs)}), so "
            "their losses do not compare like for like."
        )
    counts = sorted({features(run) for run in runs})
    between = f"{counts[0]:,} to {counts[-1]:,}" if len(counts) > 1 else f"{counts[0]:,}"
    if _is_mixed(runs):
        return (
            f"{GROUPS[len(runs)]} keep about the same number of features ({between}). Their losses "
            "do not compare: some runs read one example per step, others read all of them."
        )
    odd = _shortly_before(runs)
    if odd:
        kept = f"{between} {'feature' if between == '1' else 'features'}"
        return f"{GROUPS[len(runs)]} keep {kept}{odd}."
    about = "about as many" if len(counts) > 1 else "as many"
    return f"{GROUPS[len(runs)]} keep {about} features, {between}{FAIR}."


def _is_mixed(runs: Sequence[Run]) -> bool:
    """Return whether some read one example per step, others all of them."""
    return len({run.trace.loss is None for run in runs}) > 1


def _shortly_before(runs: Sequence[Run]) -> str:
    """Words on runs whose last example left them with another number of features than usual."""
    usual = [(run, usually(run)) for run in runs]
    odd = [f"{run.letter} mostly kept {most:,}" for run, most in usual if most is not None]
    return f" at the end; shortly before, {join_names(odd)}" if odd else ""


def _worse_than_nothing(runs: Sequence[Run], idle: float) -> list[str]:
    """A sentence on runs that would have done better without learning."""
    # What the table does not show is no reason to turn a knob; nor is a first pass that is made up
    # for later.
    least = [(run.letter, min(cost(run), _later_loss(run))) for run in runs]
    lost = [name for name, loss in least if loss > idle and short(loss) != short(idle)]
    if not lost:
        return []
    steps = "its steps are" if len(lost) == 1 else "their steps are"
    return [
        f"Weights that stay 0 lose less than {join_names(lost)}, {short(idle)} per example: "
        f"{steps} too large, or these columns do not help. Make the step size smaller, "
        "or fit the knobs to this data."
    ]


def _not_removed(runs: Sequence[Run]) -> list[str]:
    """A sentence on runs that remove no feature, beside one on features that no example has.

    Where all runs remove some, the caption of the features kept has the latter alone.
    """
    if not runs or not any(features(run) for run in runs):
        return []
    d = runs[0].trace.final.weights.shape[-1]
    unseen = d - max(int(run.trace.sparsity.seen[-1]) for run in runs)
    idle = [run for run in runs if not removes(run.algorithm) and features(run) < d]
    sentences = [never_occurring(unseen, d)] if unseen and (idle or len(runs) == 1) else []
    for knob in dict.fromkeys(knob_at_0(run.algorithm) for run in idle):
        which = [run.letter for run in idle if knob_at_0(run.algorithm) == knob]
        verb, why = "removes" if len(which) == 1 else "remove", f" at {knob}" if knob else ""
        sentences.append(
            f"{join_names(which)} {verb} no feature{why}: weights that no example moved "
            "are 0 anyway."
        )
    return [" ".join(sentences)] if sentences else []


# Who does best, and in which sense ---------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Sense:
    """One sense in which a run may be best.

    Parameters
    ----------
    when : such as "While learning".
    pains : a number per run, less is better.
    texts : the same as the table shows it: who has the same text is level.
    is_best, are_best : what is said of one run, and of several.
    equal : what is said of all runs that hardly differ.
    span : what is said of their numbers, with a place for them.
    room : pains that differ by at most so much hardly differ.
    orders : the pains in some orders of the examples [runs, orders], where they are known.
    rows_in_orders : what is said of the held-out rows of these orders, after a comma; or nothing.
    """

    when: str
    pains: np.ndarray
    texts: Sequence[str]
    is_best: str
    are_best: str
    equal: str
    span: str
    room: float
    orders: np.ndarray | None = None
    rows_in_orders: str = ""

    def often(self, i: int, among: Sequence[int]) -> tuple[int, int] | None:
        """Return in how many orders a run is best, and how many there are, where they are known.

        Parameters
        ----------
        among : the runs with which it is compared, itself one of them.
        """
        if self.orders is None or not np.isfinite(self.orders).all():
            return None
        first = int((self.orders[i] == self.orders[list(among)].min(axis=0)).sum())
        return first, self.orders.shape[1]

    def level(self, i: int, j: int) -> bool:
        """Return whether two runs hardly differ."""
        return abs(float(self.pains[i] - self.pains[j])) <= self.room


@dataclass(frozen=True, eq=False)
class HeldOut:
    """The measure of runs on rows that they did not learn from.

    Parameters
    ----------
    rows : the number of these rows.
    measure : one of ``MEASURES``.
    values : one per run.
    orders : the same over several orders of the examples, shape (runs, orders), where known.
    rows_in_orders : what the function of this name returns.
    """

    rows: int
    measure: str
    values: Sequence[float]
    orders: np.ndarray | None = None
    rows_in_orders: str = ""

    def sense(self) -> Sense:
        """Return it as a sense in which a run may be best."""
        values = np.asarray(self.values, float)
        sign = -1.0 if MEASURES[self.measure] else 1.0
        return Sense(
            when=f"On {self.rows:,} held-out rows",
            pains=sign * values,
            texts=amounts(values, self.measure),
            is_best="predicts best",
            are_best="predict best",
            equal="predict about equally well",
            span=SPANS[self.measure],
            room=room_of(values, self.measure),
            orders=None if self.orders is None else sign * self.orders,
            rows_in_orders=self.rows_in_orders,
        )


def rows_in_orders(dataset: Dataset, spread: Spread | None) -> str:
    """Return what is said of the held-out rows of several orders, after a comma; or nothing."""
    if spread is not None and spread.splits:
        return OTHER_ROWS
    return ROWS_OF_A_FILE if dataset.test_name else ""


def _learning(runs: Sequence[Run], losses: np.ndarray | None) -> Sense:
    """The loss of the first pass; of runs that read all examples at every step that at the end."""
    costs = np.array([cost(run) for run in runs])
    online = "In the first pass" if has_later_passes(runs) else "While learning"
    return Sense(
        when=online if runs[0].trace.loss is not None else "At the end",
        pains=costs,
        texts=amounts(costs),
        is_best="has the lowest loss",
        are_best="have the lowest loss",
        equal="lose about equally much",
        span="{} per example",
        room=room_of(costs),
        orders=losses if losses is not None and len(losses) == len(runs) else None,
    )


def _in_later_passes(runs: Sequence[Run]) -> str:
    """A sentence on who loses least where the examples are repeated, if that is another run."""
    able = [run for run in runs if features(run)]
    if not has_later_passes(able) or not keep_as_many(runs):
        return ""
    first, later = (min(able, key=number) for number in (cost, _later_loss))
    losses = [_later_loss(run) for run in able]
    if first is later or _later_loss(first) - min(losses) <= room_of(losses):
        return ""
    return (
        f" In later passes, which repeat the same examples, {_full_name(later)} has the lowest "
        "loss."
    )


def _later_loss(run: Run) -> float:
    """The mean loss after the first pass; infinite where there is none."""
    return math.inf if run.trace.later_loss is None else run.trace.later_loss


def _comparison(runs: Sequence[Run], sense: Sense) -> str:
    """The line of one sense."""
    able = [i for i, run in enumerate(runs) if features(run)]
    best = min(able, key=lambda i: sense.pains[i])
    lighter = [i for i in able if features(runs[i]) * (1.0 + ALIKE) < features(runs[best])]
    if lighter and not keep_as_many(runs):
        return _with_fewer(runs, sense, best, lighter)
    if len(able) > 1 and all(sense.level(i, best) for i in able):
        which = "the runs" if len(able) == len(runs) else _letters(runs, able)
        numbers = " to ".join(dict.fromkeys(sense.texts[i] for i in _ends(sense, able)))
        span = sense.span.format(numbers)
        return f"**{sense.when}, {which} {sense.equal}**: {span}{_though(runs, sense, best, able)}."
    first = [i for i in able if sense.texts[i] == sense.texts[best]]
    is_fewest = not keep_as_many(runs) and len(able) == len(runs)
    fewest = ", and no run keeps far fewer features" if is_fewest else ""
    if len(first) > 1:
        return f"**{sense.when}, {_letters(runs, first)} {sense.are_best}**{fewest}."
    often = sense.often(best, able)
    if often is not None and 2 * often[0] <= often[1]:
        return _not_usually(runs, sense, best, able)
    near = [i for i in able if i != best and sense.level(i, best)]
    verb = "is" if len(near) == 1 else "are"
    hardly = f"; {_letters(runs, near)} {verb} hardly worse" if near else ""
    head = f"**{sense.when}, {_full_name(runs[best])} {sense.is_best}**{fewest}{hardly}."
    if often is None:
        return head
    orders = f"all {often[1]}" if often[0] == often[1] else f"{often[0]} of {often[1]}"
    return f"{head} {runs[best].letter} is best in {orders} orders{sense.rows_in_orders}."


def _not_usually(runs: Sequence[Run], sense: Sense, best: int, among: Sequence[int]) -> str:
    """The line of a sense in which the best run is not so in most orders: another one is, or none.

    Parameters
    ----------
    best : the run that is best in this order.
    among : the runs that are compared, itself one of them.
    """
    first, orders = sense.often(best, among)
    counts = {i: sense.often(i, among)[0] for i in among}
    usual = max(counts, key=counts.get)
    if 2 * counts[usual] > orders:
        mostly = f"{counts[usual]} of {orders} orders{sense.rows_in_orders}"
        return (
            f"**{sense.when}, {_full_name(runs[usual])} {sense.is_best} in {mostly}**, but not "
            f"in this one: here {runs[best].letter} {sense.is_best}."
        )
    return (
        f"**{sense.when}, no run clearly {sense.is_best}**: {runs[best].letter} "
        f"{sense.is_best} in {first} of {orders} orders{sense.rows_in_orders}, this one "
        "among them."
    )


def _though(runs: Sequence[Run], sense: Sense, best: int, among: Sequence[int]) -> str:
    """Words on a run that leads in most orders, if by little; runs that are even lead in none."""
    often = sense.often(best, among)
    if often is None:
        return ""
    others = sense.orders[[i for i in among if i != best]].min(axis=0)
    ahead = int((sense.orders[best] < others).sum())
    if 2 * ahead <= often[1]:
        return ""
    orders = f"{ahead} of {often[1]} orders{sense.rows_in_orders}"
    return f"; {runs[best].letter} leads in {orders}, by little"


def _ends(sense: Sense, places: Sequence[int]) -> list[int]:
    """The places of the smallest and the largest number, which are the best and the worst."""
    ends = sorted(places, key=lambda i: sense.pains[i])
    ends = [ends[0], ends[-1]]
    return ends if sense.pains[ends[0]] >= 0.0 else ends[::-1]


def _with_fewer(runs: Sequence[Run], sense: Sense, best: int, lighter: Sequence[int]) -> str:
    """The line of one sense where some runs keep far fewer features than the best."""
    level = [i for i in lighter if sense.level(i, best)]
    first = f"{_full_name(runs[best])} {sense.is_best}, with {features(runs[best]):,} features"
    if level:
        other = min(level, key=lambda i: (features(runs[i]), sense.pains[i]))
        which = f"{runs[other].letter}, with {features(runs[other]):,}, is hardly worse"
    else:
        other = min(lighter, key=lambda i: sense.pains[i])
        place = "keeps far fewer" if len(lighter) == 1 else "is best of those with far fewer"
        which = f"{runs[other].letter}, with {features(runs[other]):,}, {place}"
    return f"**{sense.when}, {first}; {which}.**"


def _named_once(text: str, runs: Sequence[Run]) -> str:
    """The text with the letter alone of who was named before."""
    for run in runs:
        before, name, after = text.partition(_full_name(run))
        text = before + name + after.replace(_full_name(run), run.letter)
    return text


def _full_name(run: Run) -> str:
    return f"{run.letter} ({run.in_a_sentence})"


def _letters(runs: Sequence[Run], places: Sequence[int]) -> str:
    return join_names([runs[i].letter for i in places])
