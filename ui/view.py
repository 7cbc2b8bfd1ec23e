"""The view: what a visitor is shown, as one frozen value, equal to what the address says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from algorithms import CATALOGUE, Algorithm, Loss
from algorithms.losses import fitting_loss
from charts.x_axis import LABELS
from datasets import CATALOGUE as DATASETS
from datasets import Preparation, Recipe
from knobs import SWITCH, Knob, check_knobs, knob, knobs_of, linear, log, one_of
from ui.sweep.asked import Sweep

MOST_RUNS = 4
LINKED = ("eta", "schedule", "decay")
"""The knobs that are one for all runs while runs are linked."""


@dataclass(frozen=True)
class Stream:
    """The part that all runs share: the loss, and the order of the examples."""

    loss: str = knob(
        "logistic",
        "ℓ",
        "loss",
        one_of(*Loss.__members__),
        "The loss a run suffers and learns from.",
    )
    passes: int = knob(
        10, "", "passes", log(1, 50, integer=True), "How often a run goes through the data."
    )
    intercept: bool = knob(
        False,
        "b",
        "intercept",
        SWITCH,
        "Learn a constant term too: never penalised, never truncated, never counted.",
    )
    order: int = knob(
        0,
        "",
        "order seed",
        linear(0, 999, integer=True, most=10**9),
        "Seed of the order the examples come in.",
        rare=True,
    )
    comparator: float = knob(
        0.001,
        "λ",
        "of u",
        log(1e-4, 1.0),
        "Regret is measured against the minimiser u of mean loss + λ‖u‖₁.",
    )

    def __post_init__(self) -> None:
        check_knobs(self)


@dataclass(frozen=True)
class Display:
    """The way the pictures of the playground are drawn."""

    regret: str = knob(
        "cumulative",
        "Rₜ",
        "regret",
        one_of("cumulative", "average", "objective gap"),
        "Regret so far, its mean per example, or how far the weights are from the optimum.",
    )
    axes: str = knob(
        "linear", "", "its axes", one_of("linear", "log-log"), "Axes of the regret picture."
    )
    against: str = knob(
        "steps",
        "",
        "against",
        one_of(*LABELS),
        "What the curves are plotted against; batch and online steps have no step in common.",
    )
    sparsity: str = knob(
        "count",
        "‖w‖₀",
        "nonzeros",
        one_of("count", "share of d", "share of seen"),
        "Nonzero weights as a number or a share.",
    )
    rug: str = knob(
        "A",
        "",
        "weights of",
        one_of("A", "B", "C", "D"),
        "Whose weights stand under the truncation functions.",
    )
    linked: bool = knob(
        True,
        "η",
        "one for all",
        SWITCH,
        "One step size and schedule for all runs: moving one moves all.",
    )


@dataclass(frozen=True)
class Place:
    """The place of a visitor in a lesson.

    Parameters
    ----------
    knobs : the lesson's own knobs.
    chosen : the lesson learns from the dataset that is chosen for all pages, not from its own.
    """

    knobs: Any
    chosen: bool = False


@dataclass(frozen=True)
class View:
    """All that the pages show of one visit.

    Parameters
    ----------
    recipe : where the dataset comes from, with its options.
    preparation : what is done to the dataset before learning.
    stream : the loss, and the order of the examples.
    display : how the pictures of the playground are drawn.
    runs : the algorithms of the playground, from A on.
    lessons : the place in each lesson that was opened, by its key.
    sweep : what the sweep page asks of the same dataset and stream.
    """

    recipe: Recipe = field(default_factory=DATASETS["breast_cancer"])
    preparation: Preparation = field(default_factory=Preparation)
    stream: Stream = field(default_factory=Stream)
    display: Display = field(default_factory=Display)
    runs: tuple[Algorithm, ...] = ()
    lessons: Mapping[str, Place] = field(default_factory=dict, hash=False)
    sweep: Sweep = field(default_factory=Sweep)

    def with_place(self, lesson: str, place: Place) -> View:
        """The same with another place in one lesson."""
        return replace(self, lessons={**self.lessons, lesson: place})

    def with_run(self, slot: int, algorithm: Algorithm) -> View:
        """The same with run ``slot`` changed; linked runs take its step size and schedule."""
        before, steps = steps_of(self.runs[slot]), steps_of(algorithm)
        runs = list(self.runs)
        runs[slot] = algorithm
        if self.display.linked and steps != before:
            runs = [
                replace(run, **{name: v for name, v in steps.items() if hasattr(run, name)})
                for run in runs
            ]
        return replace(self, runs=tuple(runs))

    def with_added_run(self) -> View:
        """One more run: the last one again, to be changed in one knob and compared."""
        return replace(self, runs=(*self.runs, self.runs[-1])) if self.can_add else self

    def without_run(self, slot: int) -> View:
        """One run fewer; the last one stays."""
        if len(self.runs) == 1:
            return self
        runs = self.runs[:slot] + self.runs[slot + 1 :]
        rug = "ABCD".index(self.display.rug)
        rug = min(rug - (slot < rug), len(runs) - 1)
        return replace(self, runs=runs, display=replace(self.display, rug="ABCD"[rug]))

    def with_algorithm(self, slot: int, key: str) -> View:
        """Run ``slot`` becomes another algorithm and keeps the knobs both have.

        Where batch and online runs come to stand side by side they are plotted against what they
        have in common: a batch run takes some tens of steps where an online one takes thousands.
        """
        new, old = CATALOGUE[key], self.runs[slot]
        rules = knobs_of(new)
        kept = {name: getattr(old, name) for name in rules.keys() & knobs_of(old).keys()}
        runs = list(self.runs)
        runs[slot] = new(**{name: v for name, v in kept.items() if _shows(rules[name], v)})
        display = self.display
        kinds = {run.kind for run in runs}
        if len(kinds) > len(self._kinds) and display.against == "steps":
            display = replace(display, against="data accesses")
        return replace(self, runs=tuple(runs), display=display)

    def fitted_to(self, task: str) -> View:
        """The same with a loss that fits ``task``, and the runs that can learn from it."""
        losses = [loss for loss in Loss if _fits(loss, task)]
        chosen = Loss[self.stream.loss]
        loss = chosen if chosen in losses else _PREFERRED[task]
        able = tuple(run for run in self.runs if loss in run.losses)
        if not able:
            able = tuple(kind() for kind in CATALOGUE.values() if loss in kind.losses)[:2]
        rug = self.display.rug if self.display.rug in "ABCD"[: len(able)] else "A"
        return replace(
            self,
            stream=replace(self.stream, loss=loss.name),
            display=replace(self.display, rug=rug),
            runs=able,
            sweep=self.sweep.fitted_to(loss),
        )

    @property
    def measures_objective(self) -> bool:
        """The middle picture is the objective gap: batch runs have no regret."""
        return "batch" in self._kinds or self.display.regret == "objective gap"

    @property
    def _kinds(self) -> set[str]:
        return {run.kind for run in self.runs}

    @property
    def can_add(self) -> bool:
        return len(self.runs) < MOST_RUNS


_PREFERRED = {
    "classification": Loss.logistic,
    "regression": Loss.squared,
    "multiclass": Loss.softmax,
}


def _fits(loss: Loss, task: str) -> bool:
    try:
        return fitting_loss(loss, task) == loss
    except ValueError:
        return False


def _shows(rule: Knob, value: Any) -> bool:
    """Return whether a slider can stand at ``value``: the address would move any other."""
    if rule.flag or rule.choices:
        return rule.allows(value)
    return rule.allows(value) and rule.clamp(value) == value


def steps_of(algorithm: Algorithm) -> dict[str, Any]:
    """The knobs of its step size, those it has."""
    return {name: getattr(algorithm, name) for name in LINKED if hasattr(algorithm, name)}


def opening() -> View:
    """The view the app opens on: one threshold, cut at every step, cut at every tenth, or pulled.

    On these runs rounding at every step keeps 3 of 1030 features and suffers most; at every tenth
    step it keeps 9; truncated gradient keeps 17, all of them real, and suffers least.
    """
    shared = {"eta": 0.01, "schedule": "constant", "threshold": 0.05}
    return View(
        preparation=Preparation(noise_features=1000, scaling="unit variance", test_fraction=0.25),
        display=Display(rug="C"),
        runs=(
            CATALOGUE["rounding"](period=1, **shared),
            CATALOGUE["rounding"](period=10, **shared),
            CATALOGUE["truncated_gradient"](period=10, gravity=0.1, **shared),
        ),
    )
