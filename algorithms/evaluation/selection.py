"""Selection among runs: few features at little loss, and a given number of features.

Weights flicker around zero, so the number of features after the last example is partly chance. A
run is judged by what it mostly kept in its last quarter; among runs as good, one comes first whose
number at the end is near that, too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from algorithms.evaluation.grids import SPARSITY, Algorithm, sparsity_knob
from algorithms.evaluation.trials import Trial
from knobs import knobs_of

TOLERANCE, EQUAL = 0.2, 0.05
"""Runs are alike where their numbers of features differ by no more than the first share of the aim,
and as good as equal where by no more than the second."""
MOST_AIMS, STEP = 4, 0.1
"""The most other aims tried for a run that cannot keep as many features, and the least relative
difference between them."""
FAR_MORE = 3.0
"""So many times as many features are not aimed at instead: one run that cannot keep few would have
all runs keep many."""
HARDLY_MORE = 1.5
"""The most features of a steady run that sets the aim, as a multiple of the fewest."""
GAIN, LEAST_GAIN, MOST_FEATURES = 0.75, 0.6, 0.8
"""The least share of the best gain that the aim keeps where no rows are kept back to tell noise,
and anywhere; and the largest share of plain SGD's features."""
NEARLY = 0.05
"""A run or a step size is as good as the best if it loses no more than this share of its gain."""
NO_ZEROS = ("exponentiated_gradient",)
"""Methods whose weights are never 0."""


@dataclass(frozen=True)
class AimSelector:
    """Select an aim: the fewest features whose loss is within noise of the best.

    Parameters
    ----------
    plain : plain SGD at its step size.
    idle : the loss of weights 0.
    """

    plain: Trial
    idle: float

    def least(self, tried: Sequence[Trial]) -> Trial:
        """Return the trial with the least loss, plain SGD one of them."""
        return min([self.plain, *tried], key=lambda trial: trial.loss)

    def gain(self, trial: Trial, least: Trial) -> float:
        """Return the share of the gain of ``least`` that is left; −inf where it gains nothing."""
        whole = self.idle - least.loss
        return (self.idle - trial.loss) / whole if whole > 0 else -math.inf

    def is_good(self, trial: Trial, least: Trial) -> bool:
        """Return whether a run is as good as the best, but for noise.

        It is if it is within one standard error of it and keeps most of its gain, and if it keeps
        nearly all of its gain: where nearly all predictions are right, noise is next to nothing.
        """
        gain = self.gain(trial, least)
        if trial.row_losses is None or least.row_losses is None:
            return gain >= GAIN
        noise = trial.loss - least.loss <= standard_error(least.row_losses)
        return gain >= 1.0 - NEARLY or (noise and gain >= LEAST_GAIN)

    def is_sparse(self, trial: Trial) -> bool:
        """Return whether a run keeps at least one feature, and far fewer than plain SGD."""
        most = MOST_FEATURES * self.plain.features
        return 0 < trial.features <= most and 0 < trial.at_end <= most

    def best(self, tried: Sequence[Trial]) -> Trial:
        """Return the fewest features that are within noise of the best, else what comes nearest."""
        fine = [trial for trial in tried if trial.features and math.isfinite(trial.loss)]
        least = self.least(fine)
        sparse = [trial for trial in fine if self.is_sparse(trial)]
        good = [trial for trial in sparse if self.is_good(trial, least)]
        if good:
            return fewest(good)
        good = [trial for trial in sparse if self.gain(trial, least) >= LEAST_GAIN]
        if good:
            return min(steady_trials(good) or good, key=lambda trial: trial.loss)
        good = [trial for trial in fine if self.gain(trial, least) >= LEAST_GAIN]
        if good:
            return fewest(good)
        return min(fine or tried, key=lambda trial: trial.loss)

    def others(self, tried: Sequence[Trial], best: Trial) -> list[Trial]:
        """Return runs that would do, too, with other numbers of features, none with far more.

        Those within noise of the best come first, the fewest features foremost; then less loss.
        """
        least = self.least(tried)
        good = [
            trial
            for trial in tried
            if self.is_sparse(trial)
            and self.gain(trial, least) >= LEAST_GAIN
            and trial.features <= FAR_MORE * best.features
        ]
        good.sort(key=lambda trial: self._rank(trial, least))
        chosen = [best]
        for trial in steady_trials(good) + good:
            if all(relative_difference(trial.features, other.features) > STEP for other in chosen):
                chosen.append(trial)
        return chosen[1 : MOST_AIMS + 1]

    def _rank(self, trial: Trial, least: Trial) -> tuple[bool, float]:
        """The place of a run among those that would do."""
        if self.is_good(trial, least):
            return False, trial.features
        return True, trial.loss

    def notes(self, best: Trial) -> tuple[str, ...]:
        """Return sentences on the goals that ``best`` misses."""
        plain, idle = f"{self.plain.loss:.3g}", f"{self.idle:.3g}"
        least = self.least([best])
        if self.idle <= least.loss:
            return (
                f"Learning gains nothing on these data: the loss of plain SGD is {plain} per "
                f"example, and that of weights that stay 0 is {idle}.",
            )
        if self.is_sparse(best) and self.gain(best, least) >= LEAST_GAIN:
            return ()
        if self.plain.features <= 1:  # none could be left out
            return ()
        fewest = round(1.0 / (1.0 - MOST_FEATURES))
        one = f"one feature in {fewest}" if self.plain.features >= fewest else "a single feature"
        return (
            f"Few features are not enough here: with {one} left out, more than "
            f"{1.0 - LEAST_GAIN:.0%} of what learning gains is lost, whichever "
            f"{knob_words(best.algorithm)} was tried.",
        )


def standard_error(losses: np.ndarray) -> float:
    """Return the standard error of the mean of some losses."""
    return float(losses.std() / math.sqrt(len(losses)))


@dataclass(frozen=True)
class ClosestSelector:
    """Select a run that keeps about ``aim`` features."""

    aim: int

    def miss(self, trial: Trial) -> float:
        """Return by which share of the aim a run misses it."""
        return relative_difference(trial.features, self.aim)

    def worst(self, trial: Trial) -> float:
        """Return by which share of the aim a run misses it, mostly or at its end."""
        return max(self.miss(trial), relative_difference(trial.at_end, self.aim))

    def throughout(self, trial: Trial) -> float:
        """Return by which share of the aim a run misses it, mostly, lately or at its end."""
        return max(self.worst(trial), relative_difference(trial.lately, self.aim))

    def distance(self, trial: Trial) -> float:
        """Return by which factor a run misses the aim, as a logarithm; a half for a feature."""
        return abs(math.log((trial.features + 0.5 * (trial.features == 0)) / max(self.aim, 0.5)))

    def best(self, tried: Sequence[Trial]) -> Trial:
        """Return the least loss of those that are as good as equal, else the closest.

        Those that lately kept about as many, too, and end with them, come first; then those that
        end with them.
        """
        for measure in (self.throughout, self.worst):
            near = [trial for trial in tried if measure(trial) <= EQUAL]
            if near:
                return min(near, key=lambda trial: trial.loss)
            alike = [(measure(trial), trial) for trial in tried if measure(trial) <= TOLERANCE]
            if alike:
                return min(alike, key=lambda pair: (pair[0], pair[1].loss))[1]
        return min(tried, key=lambda trial: (self.distance(trial), self.worst(trial), trial.loss))


def relative_difference(features: int, aim: int) -> float:
    """Return by which share of ``aim`` a number of features differs from it."""
    return abs(features - aim) / max(aim, 1)


def steady_trials(trials: Sequence[Trial]) -> list[Trial]:
    """Return the trials that end with about as many features as they mostly kept.

    If some lately kept about as many, too, it is these.
    """
    calm = [trial for trial in trials if swing(trial) <= TOLERANCE]
    return calm or [t for t in trials if relative_difference(t.at_end, t.features) <= TOLERANCE]


def swing(trial: Trial) -> float:
    """Return by which share a run lately, or at its end, kept another number than it mostly did."""
    return max(
        relative_difference(number, trial.features) for number in (trial.lately, trial.at_end)
    )


def fewest(trials: Sequence[Trial]) -> Trial:
    """Return the trial with the fewest features; a steady one with hardly more comes first."""
    least = min(trial.features for trial in trials)
    steady = [trial for trial in steady_trials(trials) if trial.features <= HARDLY_MORE * least]
    return min(
        steady or trials,
        key=lambda trial: (trial.features, swing(trial), trial.loss),
    )


def are_comparable(counts: Sequence[int]) -> bool:
    """Return whether numbers of features are so near their median that losses are compared."""
    middle = float(np.median(counts))
    return all(abs(count - middle) <= TOLERANCE * middle for count in counts)


def shortfall_notes(run: Trial, aim: Trial) -> list[str]:
    """Return sentences on a run that cannot be compared with the others, or not at each moment."""
    return [sentence for sentence in (missed_aim_note(run, aim), flicker_note(run)) if sentence]


def missed_aim_note(run: Trial, aim: Trial) -> str:
    """Return a sentence on a run that does not keep about as many features, else nothing."""
    if ClosestSelector(aim.features).miss(run) <= TOLERANCE:
        return ""
    why = f"no {knob_words(run.algorithm)} that was tried comes nearer"
    if not zeros_by(run.algorithm):
        why = "none of its knobs makes weights exactly 0"
    name = capitalize(run_name(run))
    # What set the aim may be none of the runs.
    keeps = "keeps" if run.at_end == run.features else "mostly keeps"
    return f"{name} {keeps} {count_text(run.features)}, not about {aim.features:,}: {why}."


def flicker_note(run: Trial) -> str:
    """Return a sentence on a run that ends with another number of features than it mostly kept."""
    if steady_trials([run]):
        return ""
    why = "its weights near zero come and go"
    if zeros_by(run.algorithm):
        why += f", whichever {knob_words(run.algorithm)} was tried"
    return (
        f"{capitalize(run_name(run))} mostly keeps {count_text(run.features)} but ends "
        f"with {run.at_end:,}: {why}."
    )


def count_text(features: int) -> str:
    """Return a number of features in words."""
    return f"{features:,} {'feature' if features == 1 else 'features'}"


def run_name(trial: Trial) -> str:
    """Return the name of a run within a sentence, with its period where it has one."""
    title, period = trial.algorithm.title, getattr(trial.algorithm, "period", None)
    if title[1:2].islower():  # not SGD, FOBOS and the like
        title = title[0].lower() + title[1:]
    return title + (f" (K = {period})" if period else "")


def capitalize(text: str) -> str:
    """Return a text with an upper-case first letter, and the rest unchanged."""
    return text[:1].upper() + text[1:]


def knob_words(algorithm: Algorithm) -> str:
    """Return the label and the letter of a sparsity knob, such as "threshold θ"."""
    declared = knobs_of(algorithm)[sparsity_knob(type(algorithm))]
    return f"{declared.label} {declared.symbol}".strip()


def zeros_by(algorithm: Algorithm) -> str:
    """Return the knob by which a run keeps fewer features, empty where it has none."""
    name = sparsity_knob(type(algorithm))
    return name if name in SPARSITY and algorithm.key not in NO_ZEROS else ""
