"""Knobs that fit a dataset: a step size, and for every run the same number of features.

Two runs are compared at the same number of features, so their losses can be read side by side.
The step size is the smallest with which plain SGD gains nearly as much as with the best. Truncated
gradient then sets the aim: the fewest features whose loss is within noise of the best. Both are
judged on rows that are kept back, see ``validation``. All other runs get the value of their own
knob with which they keep as many features on the whole stream: as many as a run mostly kept in its
last quarter, see ``selection``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from algorithms.catalogue import CATALOGUE
from algorithms.checks import as_list, checked_loss, checked_order
from algorithms.dataset_stats import DatasetStats
from algorithms.evaluation.grids import SPARSITY, Algorithm, sparsity_knob
from algorithms.evaluation.selection import (
    MOST_AIMS,
    NEARLY,
    NO_ZEROS,
    TOLERANCE,
    AimSelector,
    ClosestSelector,
    are_comparable,
    shortfall_notes,
    swing,
    zeros_by,
)
from algorithms.evaluation.trials import LONG, Trial, Trials, settings_of, slider_value
from algorithms.evaluation.validation import Validation, validation_of
from algorithms.losses import SCALAR_LOSSES, Loss, loss_slopes
from algorithms.online.descent import Descent
from algorithms.side_by_side.blocks import lane_of
from datasets import Dataset
from knobs import knobs_of

SLOW_STEPS = 1000
"""The most examples on which slow methods search their step size."""
SEARCHED_AGAIN, AROUND = 64, 2.0
"""So many values are tried where sixteen, ever closer, came to nothing: for a number of features
between those that differ from it by the second factor at most."""
PULLED = 0.055
"""A run that pulls only weights below a finite threshold gets this share of plain SGD's largest
weight for it, as the opening view has; all weights are pulled where that is not enough."""
STEP_KNOBS = ("eta", "alpha", "gamma")
OWN_STEPS = ("exponentiated_gradient", "smidas", "adagrad_fobos", "adagrad_rda", "ftrl_proximal")
"""Methods whose step size means something else than that of SGD; so does γ of dual averaging."""
VALUES, STEPS_ALONE, FEWER, FEWEST, LAST = 16, 11, 8, 4, 2
"""So many values of a knob are tried at once; fewer where runs cannot go side by side, fewest of
those on the whole of a long stream, and the last so many on one ten times as long."""
FARTHEST, NEARLY_ALL, USUAL = 4, 0.95, (2, 2)
"""Powers of ten to which a range reaches at most; the share of the features that are nearly all;
the powers where there is nothing to look at."""
STEP_FACTORS, NEAR_FACTORS = (1.0, 6.3, 40.0, 250.0), (0.4, 2.5)
"""The multiples of plain SGD's step size that are tried with gravity, and those of the best of
them."""
LOWERED = 4
"""The most times that the step size is divided by three where a run diverges."""


@dataclass(frozen=True)
class Tuning:
    """Runs with knobs that fit a dataset, and what came of them.

    Parameters
    ----------
    algorithms : as they were given, with their step size and their sparsity knob found.
    eta : the step size.
    aim : the number of features aimed at.
    features : of each run, the features that it mostly kept in its last quarter; a feature counts
        once, however many classes have a weight for it.
    at_end : the same after the last example.
    losses : of each run the mean loss on rows kept back from it; of a run without a knob for its
        zeros that takes long, after the beginning of the stream. Where there are too few rows for
        that, the progressive loss per example, of a batch run that of its weights over all
        examples. inf where a run diverged.
    plain, idle : the same loss of plain SGD, and of weights that stay 0, at the best intercept
        where there is one.
    notes : a sentence for each thing that could not be reached.
    """

    algorithms: tuple[Algorithm, ...]
    eta: float
    aim: int
    features: tuple[int, ...]
    at_end: tuple[int, ...]
    losses: tuple[float, ...]
    plain: float
    idle: float
    notes: tuple[str, ...]


def tune(
    algorithms: Sequence[Algorithm],
    dataset: Dataset | tuple,
    loss: str | Loss | None = None,
    *,
    passes: int = 1,
    seed: int = 0,
    intercept: bool = False,
) -> Tuning:
    """Return ``algorithms`` with knobs that fit ``dataset``: the same data, the same knobs.

    Only step sizes, sparsity knobs and finite thresholds of methods that pull change; periods and
    schedules stay. Raises ValueError for no runs, and for a loss that does not fit the target or
    that a run has no update for.

    Parameters
    ----------
    dataset, loss, passes, seed, intercept : as in ``record``, but for streams.
    """
    dataset, algorithms = Dataset.of(dataset), as_list("algorithms", algorithms)
    if not algorithms:
        raise ValueError("algorithms: give one run at least")
    (code, *_) = [checked_loss(each, dataset, loss) for each in algorithms]
    order = checked_order(None, dataset, seed, passes)
    trials = Trials(dataset, code, order, intercept)
    scale = Scale.of(validation_of(trials, passes, seed), algorithms)
    for _ in range(LOWERED):
        result = _tune_at(trials, scale, algorithms)
        if all(map(math.isfinite, result.losses)):
            break
        scale = scale.lower()
    return result


@dataclass(frozen=True)
class Scale:
    """The sizes by which values of knobs are laid out.

    Parameters
    ----------
    trials : on which settings are judged.
    plain : plain SGD at its best step size, and what came of it.
    pull : the largest mean slope of the loss at w = 0 in the direction of one feature.
    """

    trials: Trials
    plain: Trial
    pull: float

    @classmethod
    def of(cls, trials: Trials, algorithms: Sequence[Algorithm]) -> Scale:
        """Return the sizes of a stream, and of the schedule that most of its runs have."""
        plain = best_steps(trials, plain_of(algorithms, trials.loss), "eta")
        scale = cls(trials, trials.one(plain), largest_pull(trials))
        return scale.with_gravity(algorithms)

    def with_gravity(self, algorithms: Sequence[Algorithm]) -> Scale:
        """Return the same at the step size with which truncated gradient needs fewest features.

        Without gravity short steps alone keep a run from learning noise by heart; with it longer
        ones may predict better. So both are sought together, where runs go side by side.
        """
        looking = self.trials.coarse()
        if not isinstance(looking, Validation):
            return self
        if not goes_side_by_side(aim_run(self, algorithms), looking):
            return self
        selector = AimSelector(looking.one(self.plain.algorithm), looking.idle())
        tried: dict[Algorithm, Scale] = {}
        found = self
        for factors in (STEP_FACTORS, NEAR_FACTORS):
            scales = found.beside(looking, factors)
            tried |= {run: scale for scale in scales for run in gravities(scale, algorithms)}
            found = tried[selector.best(looking.of(tried)).algorithm]
        return replace(found, trials=self.trials, plain=self.trials.one(found.plain.algorithm))

    def beside(self, trials: Trials, factors: Sequence[float]) -> list[Scale]:
        """Return the same at multiples of the step size at which plain SGD does not diverge."""
        base = self.plain.algorithm
        tried = trials.of(settings_of(base, "eta", base.eta * np.array(factors)))
        fine = [trial for trial in tried if math.isfinite(trial.loss)]
        return [replace(self, trials=trials, plain=trial) for trial in fine]

    def lower(self) -> Scale:
        """Return the same with a third of the step size."""
        base = self.plain.algorithm
        lower = replace(base, eta=slider_value(base, "eta", base.eta / 3))
        return replace(self, plain=self.trials.one(lower))

    def judged_loss(self, run: Trial) -> float:
        """Return the loss by which a run on the whole stream is judged; inf where it diverged."""
        if not math.isfinite(run.loss) or run.row_losses is not None:
            return run.loss
        slow = run.algorithm.key in NO_ZEROS and self.trials.reads > LONG
        return (self.trials.coarse() if slow else self.trials).one(run.algorithm).loss

    def ends(self, algorithm: Algorithm, name: str) -> tuple[float, float]:
        """Return the values of a sparsity knob between which there are all numbers of features."""
        declared = knobs_of(algorithm)[name]
        ends = {
            "gravity": (1e-4 * self.pull, 3 * self.pull),
            "l1": (1e-4 * self.pull, 3 * self.pull),
            "threshold": (1e-4 * self.plain.largest, 2 * self.plain.largest),
            "radius": (1e-3 * self.plain.norm, self.plain.norm),
        }.get(name, (declared.low, declared.high))
        if name == "radius":  # one ball for each class
            ends = tuple(end / max(len(self.trials.dataset.classes), 1) for end in ends)
        if algorithm.key == "ftrl_proximal":
            ends = (self.pull * 1e-2, self.pull * len(self.trials.order))
        low, high = (declared.clamp(max(end, 1e-300)) for end in ends)
        return (low, high) if low < high else (declared.low, declared.high)


def plain_of(algorithms: Sequence[Algorithm], loss: Loss) -> Algorithm:
    """Return plain SGD with the schedule of the first run that has one.

    For several classes it is the projection onto a ball so large that nothing is projected.
    """
    steps = next((each for each in algorithms if isinstance(each, Descent)), CATALOGUE["sgd"]())
    own = {"schedule": steps.schedule, "decay": steps.decay}
    if loss == Loss.softmax:
        return CATALOGUE["projected_gradient"](radius=1e99, way="sort", **own)
    return CATALOGUE["sgd"](**own)


def best_steps(trials: Trials, base: Algorithm, name: str) -> Algorithm:
    """Return ``base`` with the smallest step size at which it gains nearly the most.

    Short steps make small weights easy to tell from large ones; longer ones gain little more, most
    of it by learning the examples by heart in many passes.
    """
    together = goes_side_by_side(base, trials)
    looking = trials.coarse(SLOW_STEPS if base.key in OWN_STEPS else None)
    if isinstance(base, Descent) and base.key not in OWN_STEPS:
        n = VALUES if together else STEPS_ALONE
        values = _centre(looking, base.schedule) * np.logspace(-3, 3, n)
    else:
        declared = knobs_of(base)[name]
        values = np.geomspace(declared.low, declared.high, FEWER)
    tried = looking.of(settings_of(base, name, values))
    best = min(tried, key=lambda trial: trial.loss)
    if best.algorithm.kind == "online":
        enough = best.loss + NEARLY * max(looking.idle() - best.loss, 0.0)
        good = [trial for trial in tried if trial.loss <= enough]
        best = min(good, key=lambda trial: getattr(trial.algorithm, name))
    return best.algorithm


def _centre(trials: Trials, schedule: str) -> float:
    """A step size around which the best ones lie: one over the mean ‖x‖², larger if it falls."""
    X = DatasetStats.of(trials.dataset).rows(trials.loss)
    squares = float(np.square(X.data).sum()) / X.shape[0] + trials.intercept
    falls = {"constant": 1.0, "inv_sqrt": 0.5 * math.sqrt(len(trials.order))}
    return falls.get(schedule, math.sqrt(len(trials.order))) / max(squares, 1e-200)


def largest_pull(trials: Trials) -> float:
    """Return the largest mean slope of the loss at w = 0 along one feature."""
    X, y = DatasetStats.of(trials.dataset).rows(trials.loss), trials.dataset.y
    if trials.loss == Loss.softmax:
        slopes = loss_slopes(trials.loss, np.zeros((len(y), len(trials.dataset.classes))), y)
    else:
        offset = y.mean() if trials.intercept and trials.loss == Loss.squared else 0.0
        slopes = loss_slopes(trials.loss, np.full(len(y), offset), y)
    return max(float(np.abs(X.T @ slopes).max(initial=0.0)) / len(y), 1e-200)


def _tune_at(trials: Trials, scale: Scale, algorithms: Sequence[Algorithm]) -> Tuning:
    """Return the runs at the step size of ``scale``, with as many features on all of ``trials``."""
    idle = scale.trials.idle()
    bases = [with_steps(scale.trials, scale, each) for each in algorithms]
    own, aims = aims_of(scale, bases, idle)
    selector, attempts = AimSelector(scale.plain, idle), []
    for wanted in aims:
        aim = less_flickering(trials, scale, own, selector, wanted)
        runs = [
            aim if base == own else nearest(trials, scale, base, aim.features) for base in bases
        ]
        notes = tuple(note for run in dict.fromkeys(runs) for note in shortfall_notes(run, aim))
        missing = len(notes) + (not are_comparable([run.at_end for run in runs]))
        # On the whole stream it may keep more features than where it was judged.
        missing += MOST_AIMS * (not selector.is_sparse(aim))
        attempts.append((missing, aim, runs, notes))
        if not missing:
            break
    _, aim, runs, notes = min(attempts, key=lambda attempt: attempt[0])
    judged = replace(aim, loss=scale.judged_loss(aim))
    return Tuning(
        tuple(run.algorithm for run in runs),
        scale.plain.algorithm.eta,
        aim.features,
        tuple(run.features for run in runs),
        tuple(run.at_end for run in runs),
        tuple(scale.judged_loss(run) for run in runs),
        scale.plain.loss,
        idle,
        (*selector.notes(judged), *notes),
    )


def with_steps(trials: Trials, scale: Scale, algorithm: Algorithm) -> Algorithm:
    """Return the run with its step size found, its sparsity knob as mild as can be."""
    own = sparsity_knob(type(algorithm))
    if own in SPARSITY:
        low, high = scale.ends(algorithm, own)
        mildest = slider_value(algorithm, own, high if own in ("radius", "n_nonzeros") else low)
        algorithm = replace(algorithm, **{own: mildest})
    if pulls_within(algorithm):
        within = slider_value(algorithm, "threshold", PULLED * scale.plain.largest)
        algorithm = replace(algorithm, threshold=within)
    name = next((name for name in STEP_KNOBS if hasattr(algorithm, name)), None)
    if name is None:
        return algorithm
    if isinstance(algorithm, Descent) and algorithm.key not in OWN_STEPS:
        same = algorithm.schedule == scale.plain.algorithm.schedule
        steps = plain_of([algorithm], trials.loss)
        best = scale.plain.algorithm if same else best_steps(trials, steps, "eta")
        return replace(algorithm, eta=slider_value(algorithm, "eta", best.eta))
    return best_steps(trials, algorithm, name)


def reset_tunable(algorithm: Algorithm) -> Algorithm:
    """Return the algorithm with the knobs that ``tune`` sets at neutral values."""
    own, declared = sparsity_knob(type(algorithm)), knobs_of(algorithm)
    found = [name for name in STEP_KNOBS if name in declared][:1]
    if own in SPARSITY:
        found.append(own)
    values = {name: declared[name].low for name in found}
    if pulls_within(algorithm):
        values["threshold"] = 1.0
    return replace(algorithm, **values)


def pulls_within(algorithm: Algorithm) -> bool:
    """Return whether a run pulls only weights that a finite threshold does not spare."""
    if sparsity_knob(type(algorithm)) != "gravity":
        return False
    return math.isfinite(getattr(algorithm, "threshold", math.inf))


def aims_of(scale: Scale, bases: Sequence[Algorithm], idle: float) -> tuple[Algorithm, list[Trial]]:
    """Return ``aim_run``, and runs of it that may set the aim, best first."""
    trials, plain = scale.trials, scale.plain
    own = aim_run(scale, bases)
    selector, long = AimSelector(plain, idle), trials.coarse() is not trials
    tried = aim_trials(scale, own, selector)
    if selector.notes(selector.best(tried)) and pulls_within(own):
        tried += aim_trials(scale, replace(own, threshold=math.inf), selector)
    best = selector.best(tried)
    if long or selector.notes(best):
        return own, [best]
    return own, [best, *selector.others(tried, best)]


def aim_run(scale: Scale, algorithms: Sequence[Algorithm]) -> Algorithm:
    """Return truncated gradient without gravity, at the step size of ``scale``.

    It is the first one of the runs, else one with period 10, and leaves large weights alone even
    where that run pulls them, too: few features predict best so. For several classes it is
    projected gradient, whose knob is the radius.
    """
    softmax = scale.trials.loss == Loss.softmax
    key = "projected_gradient" if softmax else "truncated_gradient"
    own = next((each for each in algorithms if each.key == key), None)
    if own is None:
        steps = scale.plain.algorithm
        own = CATALOGUE[key](schedule=steps.schedule, decay=steps.decay)
        own = own if softmax else replace(own, period=10)
    if not softmax and not pulls_within(own):
        own = replace(own, threshold=1.0)
    return with_steps(scale.trials, scale, own)


def gravities(scale: Scale, algorithms: Sequence[Algorithm]) -> list[Algorithm]:
    """Return ``aim_run`` with values of its gravity from end to end."""
    own = aim_run(scale, algorithms)
    return settings_of(own, "gravity", np.geomspace(*scale.ends(own, "gravity"), VALUES))


def aim_trials(scale: Scale, own: Algorithm, selector: AimSelector) -> list[Trial]:
    """Return the trials of the run that sets the aim, close to what ``selector`` chooses."""
    trials, name = scale.trials, sparsity_knob(type(own))
    ends = scale.ends(own, name)
    search(trials, own, name, ends, lambda stream: selector_on(stream, scale.plain))
    tried = trials.trials_with(own, name)
    if not is_short(trials) or not goes_side_by_side(own, trials):
        return tried
    if selector.notes(selector.best(tried)):
        tried += trials.of(settings_of(own, name, np.geomspace(*ends, SEARCHED_AGAIN)))
    best = selector.best(tried)
    if best.row_losses is None and swing(best) > TOLERANCE:
        tried += around(trials, own, name, ClosestSelector(best.features))
    return tried


def less_flickering(
    trials: Trials, scale: Scale, own: Algorithm, selector: AimSelector, judged: Trial
) -> Trial:
    """Return the run of ``judged`` on all of ``trials``, or one with as many features.

    That one flickers less, and is good enough, too.
    """
    aim = trials.one(judged.algorithm)
    if swing(aim) <= TOLERANCE or not is_short(trials):
        return aim
    other = nearest(trials, scale, own, aim.features)
    same = other.features == aim.features
    same = same and not selector.notes(scale.trials.one(other.algorithm))
    return other if same and swing(other) < swing(aim) else aim


def selector_on(trials: Trials, plain: Trial) -> AimSelector:
    """Return the judge of runs on one stream, the whole or its beginning."""
    return AimSelector(trials.one(plain.algorithm), trials.idle())


def nearest(trials: Trials, scale: Scale, base: Algorithm, aim: int) -> Trial:
    """Return the run with the value of its sparsity knob that keeps about ``aim`` features.

    Of several that keep as many, but for one in twenty, it is the one that suffers least. Where
    weights flicker, few of the values that a slider can show may do: then many of them are tried.
    """
    name = zeros_by(base)
    if base.key in NO_ZEROS and trials.reads > LONG:
        seen = trials.n_occurring()
        return replace(trials.coarse().one(base), features=seen, lately=seen, at_end=seen)
    if not name:
        return trials.one(base)
    if name == "n_nonzeros":
        return trials.of(settings_of(base, name, [aim]))[0]
    near = ClosestSelector(aim)
    search(trials, base, name, scale.ends(base, name), lambda stream: near)
    tried = trials.trials_with(base, name)
    best = near.best(tried)
    if near.throughout(best) > TOLERANCE and is_short(trials) and goes_side_by_side(base, trials):
        best = near.best(tried + around(trials, base, name, near))
    if near.miss(best) > TOLERANCE and pulls_within(base):
        everywhere = replace(base, threshold=math.inf)
        return near.best([best, nearest(trials, scale, everywhere, aim)])
    return best


def around(trials: Trials, base: Algorithm, name: str, near: ClosestSelector) -> list[Trial]:
    """Return runs with many values of a knob between those that come near an aim."""
    close = [t for t in trials.trials_with(base, name) if near.distance(t) <= math.log(AROUND)]
    values = [getattr(trial.algorithm, name) for trial in close]
    if not values:
        return []
    between = np.geomspace(min(values), max(values), SEARCHED_AGAIN)
    return trials.of(settings_of(base, name, between))


def search(
    trials: Trials,
    base: Algorithm,
    name: str,
    ends: tuple[float, float],
    choice_on: Callable[[Trials], AimSelector | ClosestSelector],
) -> None:
    """Try values of a knob between ``ends``, then twice more around the best so far.

    Parameters
    ----------
    choice_on : returns what chooses the best of several runs on one stream.
    """
    stages = trials.stages()
    for stream, after in zip(stages, (*stages[1:], trials), strict=True):
        n = how_many(trials, base, stream is trials and trials is not stages[0])
        tried = stream.of(settings_of(base, name, np.geomspace(*ends, n)))
        values = sorted(getattr(trial.algorithm, name) for trial in tried)
        place = values.index(getattr(choice_on(stream).best(tried).algorithm, name))
        # What is best on the beginning of a stream may lie a little aside on the whole.
        reach = 1 if after is stream else 3
        ends = values[max(place - reach, 0)], values[min(place + reach, len(values) - 1)]
        if ends[0] == ends[1]:
            break


def how_many(trials: Trials, base: Algorithm, last: bool) -> int:
    """Return how many values are tried at once; the ``last`` on the whole of a long stream."""
    if goes_side_by_side(base, trials):
        return VALUES
    if not last:
        return FEWER
    return LAST if trials.reads > 10 * LONG else FEWEST


def knob_reaches(
    algorithms: Sequence[Algorithm],
    dataset: Dataset,
    loss: str | Loss,
    *,
    passes: int = 1,
    seed: int = 0,
    intercept: bool = False,
) -> tuple[tuple[int, int], ...]:
    """Return how far the sparsity knob of each run reaches from all features to none.

    They are powers of ten down and up from where the knob stands, up to ``FARTHEST``: the nearest
    at which a run keeps nearly all that it can keep, and as few as it can. Where runs are slow the
    beginning of the stream is looked at. Of a number of features, and where no knob makes zeros, it
    is ``USUAL``.

    Parameters
    ----------
    passes, seed, intercept : as in ``record``.
    """
    dataset = Dataset.of(dataset)
    code = checked_loss(algorithms[0], dataset, loss)
    order = checked_order(None, dataset, seed, passes)
    trials = Trials(dataset, code, order, intercept)
    return tuple(_reach(trials, each) for each in algorithms)


def _reach(trials: Trials, algorithm: Algorithm) -> tuple[int, int]:
    name = zeros_by(algorithm)
    if not goes_side_by_side(algorithm, trials) or trials.reads > 10 * LONG:
        trials = trials.coarse()  # on which weights are smaller than they become
    value = getattr(algorithm, name, 0.0)
    if name in ("", "n_nonzeros") or not 0.0 < value < math.inf:
        return USUAL
    powers = range(1, FARTHEST + 1)
    down, up = (
        _counts(trials, algorithm, name, [value * 10.0 ** (way * power) for power in powers])
        for way in (-1, 1)
    )
    if name == "radius":  # a small one leaves few features, all other knobs do so where large
        return _fewest(down), _nearly_all(up)
    return _nearly_all(down), _fewest(up)


def _nearly_all(counts: np.ndarray) -> int:
    return int(np.argmax(counts >= NEARLY_ALL * counts.max())) + 1


def _fewest(counts: np.ndarray) -> int:
    """The first power with the fewest features; the last where there are as many at all of them."""
    if counts.min() == counts.max() > 0:
        return FARTHEST
    return int(np.argmax(counts <= counts.min())) + 1


def _counts(trials: Trials, algorithm: Algorithm, name: str, values: Sequence[float]) -> np.ndarray:
    """The features at the end of a run with each value of a knob, as far as the knob goes."""
    declared = knobs_of(algorithm)[name]
    settings = [replace(algorithm, **{name: declared.clamp(value)}) for value in values]
    return np.array([trial.at_end for trial in trials.of(settings)])


def is_short(trials: Trials) -> bool:
    """Return whether a stream is so short that many values may be tried on the whole of it."""
    return trials.coarse() is trials


def goes_side_by_side(algorithm: Algorithm, trials: Trials) -> bool:
    """Return whether sixteen settings of an algorithm take little longer than one."""
    return trials.loss in SCALAR_LOSSES and lane_of(algorithm, len(trials.order)) is not None
