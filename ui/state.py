"""What the playground shows: one frozen value, equal to what its address says."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any

from algorithms import CATALOGUE, ONLINE, Loss
from algorithms.online.base import OnlineAlgorithm
from datasets import Preparation
from knobs import check_knobs, knob

MOST_RUNS = 4


@dataclass(frozen=True)
class Stream:
    """What all runs share: the loss, and the order of the examples."""

    loss: str = knob(
        "logistic",
        "ℓ",
        "The loss a run suffers and learns from.",
        label="loss",
        choices=tuple(Loss.__members__),
    )
    passes: int = knob(
        10,
        "",
        "How often a run goes through the data.",
        label="passes",
        low=1,
        high=50,
        scale="log",
        integer=True,
        minimum=1,
    )
    order: int = knob(
        0,
        "",
        "Seed of the order the examples come in.",
        label="order seed",
        low=0,
        high=999,
        integer=True,
    )
    comparator: float = knob(
        0.001,
        "λ",
        "Regret is measured against the minimiser u of mean loss + λ‖u‖₁.",
        label="of u",
        low=1e-4,
        high=1.0,
        scale="log",
        above=True,
    )

    def __post_init__(self) -> None:
        check_knobs(self)


@dataclass(frozen=True)
class View:
    """How the pictures are drawn."""

    regret: str = knob(
        "cumulative",
        "Rₜ",
        "Regret so far, or its mean per example.",
        label="regret",
        choices=("cumulative", "average"),
    )
    axes: str = knob(
        "linear", "", "Axes of the regret picture.", label="its axes", choices=("linear", "log-log")
    )
    sparsity: str = knob(
        "count",
        "‖w‖₀",
        "Nonzero weights as a number or a share.",
        label="nonzeros",
        choices=("count", "share of d", "share of seen"),
    )
    rug: str = knob(
        "A",
        "",
        "Whose weights stand under the truncation functions.",
        label="weights of",
        choices=tuple("ABCD"),
    )
    linked: bool = knob(
        True,
        "η",
        "One step size and schedule for all runs: moving one moves all.",
        label="one for all",
        flag=True,
    )


@dataclass(frozen=True)
class State:
    """``data`` names the dataset; ``options`` are its recipe's knobs that are not at default."""

    data: str = "breast_cancer"
    options: tuple[tuple[str, Any], ...] = ()
    preparation: Preparation = field(default_factory=Preparation)
    stream: Stream = field(default_factory=Stream)
    view: View = field(default_factory=View)
    runs: tuple[OnlineAlgorithm, ...] = ()

    def with_run(self, slot: int, algorithm: OnlineAlgorithm) -> State:
        """The same with run ``slot`` changed; linked runs take its step size and schedule."""
        runs = list(self.runs)
        moved = (algorithm.eta, algorithm.schedule) != (runs[slot].eta, runs[slot].schedule)
        runs[slot] = algorithm
        if self.view.linked and moved:
            runs = [replace(r, eta=algorithm.eta, schedule=algorithm.schedule) for r in runs]
        return replace(self, runs=tuple(runs))

    def with_added_run(self) -> State:
        """One more run: the last one again, to be changed in one knob and compared."""
        return replace(self, runs=(*self.runs, self.runs[-1])) if self.can_add else self

    def without_run(self, slot: int) -> State:
        """One run fewer; the last one stays."""
        if len(self.runs) == 1:
            return self
        runs = self.runs[:slot] + self.runs[slot + 1 :]
        rug = "ABCD".index(self.view.rug)
        rug = min(rug - (slot < rug), len(runs) - 1)
        return replace(self, runs=runs, view=replace(self.view, rug="ABCD"[rug]))

    def with_algorithm(self, slot: int, key: str) -> State:
        """Run ``slot`` becomes another algorithm and keeps the knobs both have."""
        new, old = ONLINE[key], self.runs[slot]
        names = {f.name for f in fields(new)} & {f.name for f in fields(old)}
        runs = list(self.runs)
        runs[slot] = new(**{name: getattr(old, name) for name in names})
        return replace(self, runs=tuple(runs))

    @property
    def can_add(self) -> bool:
        return len(self.runs) < MOST_RUNS


def opening() -> State:
    """The view the app opens on: one threshold, cut at every step, cut at every tenth, or pulled.

    On these runs rounding at every step keeps 3 of 1030 features and suffers most; at every tenth
    step it keeps 9; truncated gradient keeps 17, all of them real, and suffers least.
    """
    shared = {"eta": 0.01, "schedule": "constant", "threshold": 0.05}
    return State(
        data="breast_cancer",
        preparation=Preparation(noise_features=1000, scaling="unit variance", test_fraction=0.25),
        view=View(rug="C"),
        runs=(
            CATALOGUE["rounding"](period=1, **shared),
            CATALOGUE["rounding"](period=10, **shared),
            CATALOGUE["truncated_gradient"](period=10, gravity=0.1, **shared),
        ),
    )
