"""One step of every run in words and numbers: predict, step, pull, cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from algorithms.evaluation.one_step import OneStep
from charts.labels import shorten
from charts.playground.score import join_names
from charts.run import Run, in_powers
from charts.world.frames import stages_of
from charts.world.world import NAME, weight_name

PREDICT, STEP, PULL, CUT = PHASES = "predict", "step", "pull", "cut"
ROWS = 4
"""Weights of a run that are written out."""

NAMED = 2
"""Features that are named in a sentence."""

MOVED = 1e-12
"""A weight that moves by less stays where it is: it is rounding of the last digit."""


SIDES = ("+1", "−1")
"""Two classes without names."""


@dataclass(frozen=True, eq=False)
class StepWords:
    """What names the examples and the weights of a dataset.

    Parameters
    ----------
    feature_names, classes : of the dataset.
    loss : the loss that the runs learn from.
    sides : of two classes, words for the one that is +1 and for the one that is −1.
    """

    feature_names: Sequence[str]
    classes: Sequence[str]
    loss: str
    sides: tuple[str, str] = SIDES

    def name(self, position: int) -> str:
        """Return the name of a weight by its position in the raveled weights."""
        return shorten(weight_name(int(position), self.feature_names, self.classes), NAME)


def step_payload(
    runs: Sequence[Run],
    steps: Sequence[OneStep | str],
    words: StepWords,
    pair: Sequence[int] = (),
) -> dict[str, Any]:
    """Return one step of every run as the browser shows it, phase by phase.

    Parameters
    ----------
    steps : of each run, or the sentence that says why there is none.
    pair : the positions of the two weights of the plane, in the raveled weights.
    """
    there = [step for step in steps if isinstance(step, OneStep)]
    phases = [PREDICT, STEP]
    if any(_pulls(run) and _has_parts(step) for run, step in zip(runs, steps, strict=True)):
        phases.append(PULL)
    if any(_cuts(run) and _has_parts(step) for run, step in zip(runs, steps, strict=True)):
        phases.append(CUT)
    return {
        "moment": there[0].step if there else 0,
        "row": there[0].row + 1 if there else 0,
        "phases": phases,
        "runs": [_of_run(run, step, words, pair) for run, step in zip(runs, steps, strict=True)],
    }


def _of_run(run: Run, step: OneStep | str, words: StepWords, pair: Sequence[int]) -> dict[str, Any]:
    """One run: a sentence for each phase, the weights written out, and a path in the plane."""
    if isinstance(step, str):
        return {"letter": run.letter, "sentences": dict.fromkeys(PHASES, step), "rows": []}
    stages = stages_of(step)
    path = [[float(stage[p]) for p in pair] for stage in stages] if len(pair) else None
    rows = [
        {"name": words.name(p), "values": [_number(stage[p]) for stage in stages]}
        for p in _telling(step, pair)
    ]
    sentences = {
        PREDICT: _prediction(step, words),
        STEP: _step(step, words),
        PULL: _pull(run, step),
        CUT: _cut(run, step, words),
    }
    return {"letter": run.letter, "sentences": sentences, "rows": rows, "path": path}


def _has_parts(step: OneStep | str) -> bool:
    return isinstance(step, OneStep) and step.stepped is not None


def _telling(step: OneStep, pair: Sequence[int]) -> list[int]:
    """The weights that are written out: what is cut, what is pulled, the pair, what moves most."""
    _, stepped, pulled, after = stages_of(step)
    kept = np.where(after != 0.0, np.abs(pulled - stepped), 0.0)
    shorter = [int(kept.argmax())] if kept.any() else []
    gone = np.flatnonzero((after == 0.0) & (stepped != 0.0))
    gone = gone[np.argsort(-np.abs(stepped[gone]), kind="stable")][:1]
    most = np.argsort(-np.abs(after - step.before), kind="stable")[:ROWS]
    moved = [int(p) for p in most if after[p] != step.before[p]]
    return list(dict.fromkeys([*map(int, gone), *shorter, *map(int, pair), *moved]))[:ROWS]


def _prediction(step: OneStep, words: StepWords) -> str:
    p = step.prediction
    if len(p) > 1:
        guess, label = (words.classes[int(k)] for k in (np.argmax(p), step.label))
        return f"It predicts {guess}; the label is {label}."
    value = float(p[0])
    if words.loss in ("squared", "clipped"):
        return f"It predicts {_number(value)}; the target is {_number(step.label)}."
    label = words.sides[int(step.label <= 0)]
    if value == 0.0:
        return f"It predicts 0: neither +1 nor −1. The label is {label}."
    guess = words.sides[int(value <= 0)]
    if words.loss == "logistic":
        chance = 100.0 / (1.0 + np.exp(-abs(value)))
        said = f"It predicts {_number(value)}, so {guess}, and is {chance:.0f}% sure."
        return f"{said} The label is {label}."
    return f"It predicts {_number(value)}, so {guess}. The label is {label}."


def _step(step: OneStep, words: StepWords) -> str:
    if step.stepped is None:
        return _whole_step(step)
    change = step.stepped - step.before
    if not np.any(change):
        return "The loss is flat here: the step moves no weight."
    most = int(np.argmax(np.abs(change)))
    size = _number(abs(step.step_size * step.slope))
    return (
        f"Each weight moves by {size} times its feature: step size {_number(step.step_size)} times "
        f"slope {_number(abs(step.slope))}. Most: {words.name(most)}, by {_number(change[most])}."
    )


def _whole_step(step: OneStep) -> str:
    """A step that cannot be taken apart."""
    moved = int(np.count_nonzero(step.before != step.after))
    gone = int(np.count_nonzero((step.before != 0.0) & (step.after == 0.0)))
    came = int(np.count_nonzero((step.before == 0.0) & (step.after != 0.0)))
    parts = [f"{_weights(moved)} changed"]
    parts += [f"{gone:,} became 0"] if gone else []
    parts += [f"{came:,} left 0"] if came else []
    return f"This method finds its new weights in one go: {', '.join(parts)}."


def _pull(run: Run, step: OneStep) -> str:
    if step.stepped is None:
        return "Its step was all of it."
    if not _pulls(run):
        return "This method has no pull."
    if not step.due:
        return _wait(run, step, "pulls")
    distance = np.abs(step.pulled - step.stepped)
    moved = int(np.count_nonzero(distance > MOVED))
    if not moved:
        gone = np.any((step.after == 0.0) & (step.pulled != 0.0))
        near = "Small weights are nearer to 0 than the pull: they become 0 in the next part."
        return near if gone else "The pull moves no weight."
    verb = "moves" if moved == 1 else "move"
    return f"{_weights(moved)} {verb} towards 0, by {_number(distance.max())} at most."


def _cut(run: Run, step: OneStep, words: StepWords) -> str:
    if step.stepped is None:
        return "Its step was all of it."
    if not _cuts(run):
        return "This method cuts nothing."
    if not step.due:
        return _wait(run, step, "cuts")
    gone = np.flatnonzero((step.after == 0.0) & (step.pulled != 0.0))
    if not len(gone):
        return "No weight falls to 0."
    gone = gone[np.argsort(-np.abs(step.pulled[gone]), kind="stable")]
    names = [words.name(p) for p in gone[:NAMED]]
    if len(gone) > NAMED:
        names.append(f"{len(gone) - NAMED:,} more")
    verb = "is" if len(gone) == 1 else "are"
    return f"{_weights(len(gone))} {verb} set to exactly 0: {join_names(names)}."


def _wait(run: Run, step: OneStep, verb: Literal["pulls", "cuts"]) -> str:
    stride = run.algorithm.stride
    following = (step.step // stride + 1) * stride
    return f"It {verb} every {stride:,} examples: next at example {following:,}."


def _pulls(run: Run) -> bool:
    """Return whether the rule makes weights smaller that it does not set to 0."""
    names = ("gravity", "l1", "l2")
    return run.separable and any(getattr(run.algorithm, name, 0.0) > 0.0 for name in names)


def _cuts(run: Run) -> bool:
    """Return whether the rule sets weights to 0: one close to 0 shows it."""
    if not run.separable:
        return False
    small = np.array([1e-12])
    return bool(run.algorithm.shrink(small, 1)[0] == 0.0)


def _weights(number: int) -> str:
    return f"{number:,} weight{'' if number == 1 else 's'}"


def _number(value: float) -> str:
    """A number with three digits and a true minus sign."""
    size = f"{abs(value):.3g}"
    text = in_powers(size) if abs(value) < 1.0 else f"{float(size):,.12g}"
    return f"−{text}" if value < 0.0 else text
