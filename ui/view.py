"""The view: what a visitor is shown, as one frozen value, equal to what the address says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any

from algorithms import CATALOGUE, Algorithm, Loss
from algorithms.losses import fitting_loss
from charts.x_axis import LABELS
from datasets import CATALOGUE as DATASETS
from datasets import Preparation, Recipe
from knobs import SWITCH, Knob, check_knobs, knob, knobs_of, linear, log, one_of
from ui.playground.pin_list import NO_PINS, PinList
from ui.playground.world_knobs import WorldKnobs
from ui.sweep.query import Sweep, fitted_methods

MOST_RUNS = 4
RUN_LETTERS = "ABCD"[:MOST_RUNS]
LINKED = ("eta", "schedule", "decay")
"""The knobs that are one for all runs while their step sizes are linked."""

LINKED_CUTS = ("threshold", "period")
"""The knobs that are one for all runs while their cuts are linked."""

CLOUDS = ("nothing", "one knob", "one knob and K")
"""The settings beside its own that the trade-off shows of each run."""


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

    @cached_property
    def of_runs(self) -> Stream:
        """The stream as runs know it: the comparator moves none of them."""
        return replace(self, comparator=1.0)


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
    count_axis: str = knob(
        "linear",
        "",
        "its axis",
        one_of("linear", "log"),
        "The axis on which features are counted.",
    )
    linked: bool = knob(
        True,
        "η",
        "one for all",
        SWITCH,
        "One step size and schedule for all runs: moving one moves all.",
    )
    linked_cuts: bool = knob(
        False,
        "θ, K",
        "one for all",
        SWITCH,
        "One threshold and one period for all runs that have them.",
    )
    cloud: str = knob(
        CLOUDS[0],
        "",
        "sweep around each run",
        one_of(*CLOUDS),
        "Many settings of each run at once: of the knob that makes its zeros, or of it and K.",
    )
    at_most: int = knob(
        0,
        "",
        "features at most",
        linear(0, 1000, integer=True, most=10**6, unset="any"),
        "The largest number of features that you want to keep; “any” stands for no bound.",
    )


@dataclass(frozen=True)
class Place:
    """The place of a visitor in a lesson.

    Parameters
    ----------
    knobs : the lesson's own knobs.
    chosen : the lesson learns from the dataset that is chosen for all pages, not from its own.
    step : the step of its story, from 1; 0 in free play.
    bet : what was said on the step's bet; see ``ui.lessons.story``.
    """

    knobs: Any
    chosen: bool = False
    step: int = 0
    bet: int = -1


@dataclass(frozen=True)
class View:
    """State of one visit that the pages show.

    Parameters
    ----------
    recipe : where the dataset comes from, with its options.
    preparation : what is done to the dataset before learning.
    stream : the loss, and the order of the examples.
    display : how the pictures of the playground are drawn.
    runs : the algorithms of the playground.
    letters : the letter of each run, which it keeps whatever happens to others.
    pins : the views of the playground that were pinned.
    lessons : the place in each lesson that was opened, by its key.
    sweep : what the sweep page asks of the same dataset and stream.
    world : the picture of the weights, and what it shows.
    """

    recipe: Recipe = field(default_factory=DATASETS["breast_cancer"])
    preparation: Preparation = field(default_factory=Preparation)
    stream: Stream = field(default_factory=Stream)
    display: Display = field(default_factory=Display)
    runs: tuple[Algorithm, ...] = ()
    lessons: Mapping[str, Place] = field(default_factory=dict, hash=False)
    sweep: Sweep = field(default_factory=Sweep)
    letters: tuple[str, ...] = ()
    pins: PinList = NO_PINS
    world: WorldKnobs = field(default_factory=WorldKnobs)

    def __post_init__(self) -> None:
        if len(self.letters) != len(self.runs):  # runs that were given without any
            object.__setattr__(self, "letters", tuple(RUN_LETTERS[: len(self.runs)]))

    def with_place(self, lesson: str, place: Place) -> View:
        """The same with another place in one lesson."""
        return replace(self, lessons={**self.lessons, lesson: place})

    @property
    def linked_groups(self) -> list[tuple[str, ...]]:
        """The names of the knobs that are one for all runs, those that move together in one."""
        switches = {LINKED: self.display.linked, LINKED_CUTS: self.display.linked_cuts}
        return [group for group, on in switches.items() if on]

    @property
    def linked_knobs(self) -> tuple[str, ...]:
        """The names of the knobs that are one for all runs."""
        return tuple(name for group in self.linked_groups for name in group)

    def with_run(self, slot: int, algorithm: Algorithm) -> View:
        """The same with run ``slot`` changed; the others take what is one for all runs."""
        before = self.runs[slot]
        runs = list(self.runs)
        runs[slot] = algorithm
        for group in self.linked_groups:
            values = {name: getattr(algorithm, name) for name in group if hasattr(algorithm, name)}
            if any(value != getattr(before, name, None) for name, value in values.items()):
                runs = [with_knobs(run, values) for run in runs]
        return replace(self, runs=tuple(runs))

    def with_knobs(self, values: Mapping[str, Any]) -> View:
        """The same with some knobs of all runs that have them."""
        return replace(self, runs=tuple(with_knobs(run, values) for run in self.runs))

    def with_added_run(self) -> View:
        """One more run: the last one again, to be changed in one knob and compared.

        It takes the first letter that is free, and stands in the order of the letters.
        """
        if not self.can_add:
            return self
        letter = next(letter for letter in RUN_LETTERS if letter not in self.letters)
        slot = sum(other < letter for other in self.letters)
        runs = (*self.runs[:slot], self.runs[-1], *self.runs[slot:])
        letters = (*self.letters[:slot], letter, *self.letters[slot:])
        return replace(self, runs=runs, letters=letters)

    def without_run(self, slot: int) -> View:
        """One run fewer; the last one stays."""
        if len(self.runs) == 1:
            return self
        runs = self.runs[:slot] + self.runs[slot + 1 :]
        letters = self.letters[:slot] + self.letters[slot + 1 :]
        rug = self.display.rug if self.display.rug in letters else letters[min(slot, len(runs) - 1)]
        return replace(self, runs=runs, letters=letters, display=replace(self.display, rug=rug))

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
        able = [
            pair for pair in zip(self.letters, self.runs, strict=True) if loss in pair[1].losses
        ]
        if not able:
            kinds = [kind for kind in CATALOGUE.values() if loss in kind.losses][:2]
            able = [(letter, kind()) for letter, kind in zip(RUN_LETTERS, kinds, strict=False)]
        letters, runs = zip(*able, strict=True)
        rug = self.display.rug if self.display.rug in letters else letters[0]
        return replace(
            self,
            stream=replace(self.stream, loss=loss.name),
            display=replace(self.display, rug=rug),
            runs=runs,
            letters=letters,
            sweep=self.sweep.fitted_to(loss),
        )

    @property
    def measures_objective(self) -> bool:
        """The objective gap is drawn in place of the regret, which batch runs do not have."""
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


def with_knobs(algorithm: Algorithm, values: Mapping[str, Any]) -> Algorithm:
    """The same algorithm with those of the knobs that it has."""
    return replace(algorithm, **{name: v for name, v in values.items() if hasattr(algorithm, name)})


@cache
def opening() -> View:
    """The view the app opens on: small weights pulled, or cut, after every step.

    Both runs have one step size and keep about a dozen of 64 pixels, fewer than with the knobs that
    a search finds: the fewer, the more the methods differ. ``docs/openings.md`` has both.
    """
    shared = {"eta": 0.02, "schedule": "constant", "period": 1}
    return View(
        recipe=DATASETS["digits_4_9"](),
        preparation=Preparation(scaling="unit variance", test_fraction=0.25),
        stream=Stream(order=5),
        runs=(
            CATALOGUE["truncated_gradient"](threshold=0.06, gravity=0.25, **shared),
            CATALOGUE["rounding"](threshold=0.048, **shared),
        ),
    )


@cache
def sweep_opening() -> View:
    """The view a sweep opens on: a few useful features among many columns of pure noise.

    On the digits of ``opening`` all methods predict well with few features, so a sweep would have
    little to tell. The knobs of the runs are those that ``ui.openings`` finds; a test makes the
    search again.
    """
    shared = {"eta": 0.05, "schedule": "constant", "period": 1}
    return View(
        recipe=DATASETS["breast_cancer"](),
        preparation=Preparation(noise_features=1000, scaling="unit variance", test_fraction=0.25),
        stream=Stream(order=5),
        runs=(
            CATALOGUE["truncated_gradient"](threshold=0.057, gravity=0.29, **shared),
            CATALOGUE["rounding"](threshold=0.065, **shared),
        ),
        sweep=Sweep(fitted_methods()),
    )


def opening_on(recipe: Recipe) -> View | None:
    """Return the view that opens on a dataset without a search, or None."""
    return next((view for view in (opening(), sweep_opening()) if view.recipe == recipe), None)
