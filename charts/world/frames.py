"""Frames of several runs in one clock: the moments at which their weights are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from algorithms.evaluation.one_step import OneStep
from charts.run import Run


@dataclass(frozen=True, eq=False)
class RunFrames:
    """Moments of several runs, and the checkpoint of each run that was the last before.

    Parameters
    ----------
    runs : with their traces.
    most : that many frames at most, beside the one before the first example.
    """

    runs: Sequence[Run]
    most: int

    @cached_property
    def at(self) -> np.ndarray:
        """The moments in examples seen, int64 [F], increasing from 0: checkpoints of one run."""
        # The run that was looked at most often, where several were, the first.
        clocks = [clock_of(run, self.last) for run in self.runs]
        steps = max(clocks, key=len)
        chosen = np.linspace(0, len(steps) - 1, min(self.most, len(steps))).round().astype(int)
        return np.unique(np.concatenate([[0], steps[chosen], [self.last]]))

    @cached_property
    def last(self) -> int:
        """The end of the longest run."""
        return length_of(self.runs)

    def places(self, run: Run) -> np.ndarray:
        """Return the checkpoint of each frame of a run, int64 [F]; -1 before the first one."""
        return np.searchsorted(clock_of(run, self.last), self.at, side="right") - 1

    def weights(self, run: Run, chosen: np.ndarray | Sequence[int]) -> np.ndarray:
        """Return weights of a run frame by frame, float64 [F, n]; all are 0 before the first.

        Parameters
        ----------
        chosen : n places in ``run.trace.tracked``.
        """
        places = self.places(run)
        values = run.trace.weights[np.maximum(places, 0)][:, chosen]
        return np.where(places[:, None] >= 0, values, 0.0)

    def features_kept(self, run: Run) -> np.ndarray:
        """Return the number of features that a run keeps at each frame, int64 [F]."""
        places = self.places(run)
        return np.where(places >= 0, run.trace.used[np.maximum(places, 0)], 0)


@dataclass(frozen=True, eq=False)
class StepFrames:
    """The four phases of one step as frames, where ``RunFrames`` has moments of the run.

    Parameters
    ----------
    runs : with their traces.
    steps : the step of each run.
    """

    runs: Sequence[Run]
    steps: Sequence[OneStep]

    @property
    def at(self) -> np.ndarray:
        """The number of the step, int64 (4,), once for each phase."""
        return np.full(len(stages_of(self.steps[0])), self.steps[0].step)

    def weights(self, run: Run, chosen: np.ndarray | Sequence[int]) -> np.ndarray:
        """Return weights of a run after each phase, float64 (4, n); see ``RunFrames.weights``."""
        return self._stages_of(run)[:, run.trace.tracked[chosen]]

    def features_kept(self, run: Run) -> np.ndarray:
        """Return the number of features that a run has after each phase, int64 (4,)."""
        stages = self._stages_of(run)
        width = run.trace.final.weights.shape[-1]
        return (stages.reshape(len(stages), -1, width) != 0.0).any(axis=1).sum(axis=1)

    def _stages_of(self, run: Run) -> np.ndarray:
        place = [other.letter for other in self.runs].index(run.letter)
        return np.array(stages_of(self.steps[place]))


def stages_of(step: OneStep) -> list[np.ndarray]:
    """Return the weights after predict, step, pull and cut; without parts the step is all of it."""
    if step.stepped is None:
        return [step.before, step.after, step.after, step.after]
    return [step.before, step.stepped, step.pulled, step.after]


def length_of(runs: Sequence[Run]) -> int:
    """Return the length of the longest run in examples; of batch runs alone in steps."""
    online = [run for run in runs if run.algorithm.kind == "online"]
    return max(int(run.trace.steps[-1]) for run in online or runs)


def clock_of(run: Run, last: int) -> np.ndarray:
    """Return when the checkpoints of a run were taken, int64 (c,).

    A batch run beside online ones has no examples: it goes along by the entries that it has read.
    """
    steps, accesses = run.trace.steps, run.trace.costs.accesses
    if run.algorithm.kind == "online" or int(steps[-1]) == last:
        return steps
    return np.maximum(1, accesses * (last / max(accesses[-1], 1))).astype(np.int64)
