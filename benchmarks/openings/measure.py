"""One dataset as it opens: what was found, in how many seconds, and whether more was possible."""

from __future__ import annotations

import math
from dataclasses import dataclass
from time import process_time

import numpy as np

from algorithms import Algorithm, Loss, Tuning, grid, order_of, sparsity_knob, tune
from algorithms.evaluation.trials import Trial, Trials
from algorithms.evaluation.validation import validation_of
from datasets import Dataset, prepare, usual_intercept, usual_passes, usual_preparation
from ui.view import opening

LOSSES = {"classification": "logistic", "regression": "squared", "multiclass": "softmax"}
GAIN, FEATURES, ALIKE, MOST_SECONDS = 0.6, 0.8, 0.2, 1.0
COLUMNS = "dataset", "scaling", "η", "mostly kept", "at the end", "gain kept", "seconds", "bars"
"""The columns of ``Opening.line``: the features that each run mostly kept in its last quarter, and
those at its end; the gain is that of the best run over weights of 0, on the rows kept back; the
seconds are those of the processor, on all cores together."""
LADDER, CLASS_LADDER = 96, 16
"""So many values between a millionth and a thousand times what was found are tried again; with
several classes, which take long, so many between a hundredth of it and ten times."""


@dataclass(frozen=True)
class Opening:
    """A dataset as it opens.

    Parameters
    ----------
    setter : the position of the run whose number of features the others aim at.
    most : the number of features of plain SGD.
    reachable : whether some value of the setter's knob keeps enough of the gain with few features.
    """

    name: str
    data: Dataset
    scaling: str
    passes: int
    tuning: Tuning
    setter: int
    most: int
    reachable: bool
    seconds: float

    @property
    def has_diverged(self) -> bool:
        """True if a run did."""
        return not all(map(math.isfinite, self.tuning.losses))

    @property
    def reaches_aim(self) -> bool:
        """True if the setter keeps enough of the best gain with few enough features."""
        fit, i = self.tuning, self.setter
        return enough(fit, fit.losses[i], (fit.features[i], fit.at_end[i]), self.most)

    @property
    def could_be_sparser(self) -> bool:
        """True if a value that was not chosen does what the chosen one does not."""
        return self.reachable and not self.reaches_aim

    @property
    def lacks_note(self) -> bool:
        """True if something was not reached, and no note says so."""
        return self.unlike + self.unsteady + (not self.reaches_aim) > len(self.tuning.notes)

    @property
    def unlike(self) -> int:
        """The number of runs that mostly keep another number of features than is aimed at."""
        aim = self.tuning.aim
        return sum(abs(count - aim) > ALIKE * aim for count in self.tuning.features)

    @property
    def unsteady(self) -> int:
        """The number of runs that end with another number of features than they mostly keep."""
        pairs = zip(self.tuning.at_end, self.tuning.features, strict=True)
        return sum(abs(end - mostly) > ALIKE * max(mostly, 1) for end, mostly in pairs)

    @property
    def verdict(self) -> str:
        """The bars that are missed, in a word each, else "met"."""
        missing = {
            "diverges": self.has_diverged,
            "could be sparser": self.could_be_sparser,
            "no value is sparse enough": not self.reaches_aim and not self.reachable,
            "unlike": self.unlike > 0,
            "unsteady": self.unsteady > 0,
            "slow": self.seconds > MOST_SECONDS,
            "not said": self.lacks_note,
        }
        return ", ".join(word for word, missed in missing.items() if missed) or "met"

    @property
    def line(self) -> str:
        """A row of a Markdown table, as ``COLUMNS`` says."""
        result = self.tuning
        whole = result.idle - min(result.plain, *result.losses)
        gains = [
            f"{100 * (result.idle - loss) / whole:.0f}" if whole > 0 else "–"
            for loss in result.losses
        ]
        cells = (
            self.name,
            self.scaling,
            f"{result.eta:g}",
            ", ".join(f"{count:,}" for count in result.features) + f" of {self.most:,}",
            ", ".join(f"{count:,}" for count in result.at_end),
            ", ".join(gains) + " %",
            f"{self.seconds:.2f}",
            self.verdict,
        )
        return f"| {' | '.join(cells)} |"


def open_dataset(name: str, raw: Dataset) -> Opening:
    """Prepare and fit a dataset, twice: compiled code is loaded before the clock runs."""
    preparation = usual_preparation(raw)
    data = prepare(raw, preparation)
    runs, setter = opening_runs(data)
    options = {
        "passes": usual_passes(data),
        "seed": opening().stream.order,
        "intercept": usual_intercept(data),
    }
    loss, seconds = LOSSES[data.task], []
    for _ in range(2):
        began = process_time()
        result = tune(runs, data, loss, **options)
        seconds.append(process_time() - began)
    most = np.unique(data.X.indices).size
    own = result.algorithms[setter]
    reachable = any(
        enough(result, trial.loss, (trial.features, trial.at_end), most)
        for trial in repeat_trials(own, data, loss, options)
    )
    return Opening(
        name,
        data,
        preparation.scaling,
        options["passes"],
        result,
        setter,
        most,
        reachable,
        min(seconds),
    )


def opening_runs(data: Dataset) -> tuple[tuple[Algorithm, ...], int]:
    """Return the runs of the opening, and which of them sets the number of features."""
    runs = opening().fitted_to(data.task).runs
    return runs, 0 if data.task == "multiclass" else len(runs) - 1


def repeat_trials(own: Algorithm, data: Dataset, loss: str, options: dict) -> list[Trial]:
    """Return trials of the setter over its whole knob, judged as the search judges."""
    name = sparsity_knob(type(own))
    values = np.geomspace(1e-6, 1e3, LADDER)
    if data.task == "multiclass":
        values = np.geomspace(1e-2, 1e1, CLASS_LADDER)
    order = order_of(data, options["passes"], options["seed"])
    trials = Trials(data, Loss[loss], order, options["intercept"])
    judged = validation_of(trials, options["passes"], options["seed"])
    return judged.of(grid(own, **{name: getattr(own, name) * values}))


def enough(result: Tuning, loss: float, counts: tuple[int, int], most: int) -> bool:
    """Return whether a run keeps enough of the best gain with few enough features.

    Parameters
    ----------
    loss : on the rows that are kept back.
    counts : the features that it mostly kept, and those at its end.
    """
    least = min(result.plain, *result.losses)
    gain = result.idle - loss >= GAIN * (result.idle - least)
    few = min(counts) > 0 and max(counts) <= FEATURES * most
    return least < result.idle and gain and few
