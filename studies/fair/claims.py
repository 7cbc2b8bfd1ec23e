"""The claims, each judged by a rule that is stated beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from algorithms import Frontier, Outcomes
from studies.fair.choice import (
    AUC,
    LOSS,
    Entrants,
    Tally,
    best_setting,
    frontier_of,
    lead,
    of_frontier,
    part,
)
from studies.fair.measure import NOISE, Measurements
from studies.fair.methods import (
    FOBOS,
    LAST_CUT,
    PAID_BEFORE,
    RDA,
    ROUNDING,
    TRUNCATION,
)
from studies.fair.sensitivity import room

HOLDS, FAILS, DEPENDS, UNKNOWN = "holds", "does not hold", "depends", "not measured"
OPENING = "breast_cancer"
NOISE_ALLOWED = 5
FEWER, WIDER = 1.3, 1.25
OTHERS = (10, 100)
END, HELD, ORDERS, BEFORE = 0, 1, 3, 4  # columns of ``accident.watched``
SWOLLEN, LEAN = 3.0, 1.5


@dataclass(frozen=True)
class Bar:
    """The rule of a verdict, in shares of the cells.

    Parameters
    ----------
    enough : the claim holds where at least this share speaks for it …
    against : … and at most this share against it.
    refuted : it does not hold where more than this share speaks against it …
    few : … or less than this share for it.
    """

    enough: float = 0.5
    against: float = 0.1
    refuted: float = 0.5
    few: float = 0.1

    def verdict(self, tally: Tally) -> str:
        """Return the verdict on cells that speak for a claim (ahead), or against it (behind)."""
        if not tally.cells:
            return UNKNOWN
        ahead, behind = tally.ahead / tally.cells, tally.behind / tally.cells
        if ahead >= self.enough and behind <= self.against:
            return HOLDS
        if ahead < self.few or behind > self.refuted:
            return FAILS
        return DEPENDS

    def __str__(self) -> str:
        return (
            f"it holds where at least {self.enough:.0%} of the cells speak for it and at most "
            f"{self.against:.0%} against it; it does not hold where less than {self.few:.0%} speak "
            f"for it, or more than {self.refuted:.0%} against it"
        )


@dataclass(frozen=True)
class Claim:
    """One claim.

    Parameters
    ----------
    key : a short name, by which the report finds its sentence.
    text : the claim, as a sentence.
    cell : one cell of its count, and what speaks for the claim and against it.
    leads : of the results, 1 for each cell that speaks for it, −1 against it, 0 for neither.
    """

    key: str
    text: str
    cell: str
    leads: Callable[[Sequence[Measurements]], Iterator[int]] = field(repr=False)
    bar: Bar = Bar()

    def tally(self, results: Sequence[Measurements]) -> Tally:
        """Return the count of the cells."""
        return Tally.of(self.leads(results))


def cells(results: Sequence[Measurements]) -> Iterator[tuple[Entrants, int]]:
    """Every dataset with every number of features."""
    for result in results:
        entrants = result.entrants
        for budget in result.study.budgets:
            yield entrants, budget


def opening(results: Sequence[Measurements]) -> Iterator[int]:
    """Truncated gradient against rounding on the dataset that the playground opens on."""
    for entrants, k in cells([r for r in results if r.study.dataset == OPENING]):
        for measure in (AUC, LOSS):
            yield lead(
                entrants.cell(TRUNCATION, k, measure), entrants.cell(ROUNDING, k, measure), measure
            )


def every_step(results: Sequence[Measurements]) -> Iterator[int]:
    """Rounding at every step behind rounding at some."""
    for entrants, k in cells(results):
        yield lead(entrants.cell(ROUNDING, k, AUC, OTHERS), entrants.cell(ROUNDING, k, AUC, (1,)))


def without_noise(results: Sequence[Measurements]) -> Iterator[int]:
    """The same among the settings that keep hardly a random feature."""
    for result in results:
        outcomes = result.outcomes[ROUNDING]
        noise = np.median(outcomes.values[NOISE], axis=1)
        if result.outcomes[ROUNDING].values[NOISE].max(initial=0.0) == 0.0:
            continue
        clean = outcomes.take(np.flatnonzero(noise <= NOISE_ALLOWED))
        yield lead(
            best_setting(part(clean, period=OTHERS), np.inf),
            best_setting(part(clean, period=(1,)), np.inf),
        )


def rounding_ahead(results: Sequence[Measurements]) -> Iterator[int]:
    """Rounding against truncated gradient, each at its best knobs."""
    for entrants, k in cells(results):
        yield lead(entrants.cell(ROUNDING, k), entrants.cell(TRUNCATION, k))


def narrow(results: Sequence[Measurements]) -> Iterator[int]:
    """The room of θ narrower than that of g."""
    for result in results:
        theta = room(result.outcomes[ROUNDING], "threshold")
        gravity = room(result.outcomes[TRUNCATION], "gravity")
        if theta is not None and gravity is not None:
            wider = gravity.decades / max(theta.decades, 1e-9)
            yield int(wider >= WIDER) - int(wider <= 1 / WIDER)


def smooth(results: Sequence[Measurements]) -> Iterator[int]:
    """No step of gravity that takes more than a third of the way."""
    for result in results:
        gravity = room(result.outcomes[TRUNCATION], "gravity")
        if gravity is not None and np.isfinite(gravity.steepest):
            yield int(gravity.steepest <= 1 / 3) - int(gravity.steepest > 1 / 2)


def overlap(result: Measurements, name: str, column: int) -> float:
    """A median overlap of ``accident.watched``; nan where nothing is kept or was measured."""
    table = result.kept.get(name)
    if table is None or np.median(table[:, 0]) == 0.0:
        return np.nan
    return float(np.median(table[:, column]))


def accidental(results: Sequence[Measurements]) -> Iterator[int]:
    """Truncated gradient keeps other features 100 examples later."""
    for result in results:
        share = overlap(result, TRUNCATION, BEFORE)
        if np.isfinite(share):
            yield int(share < 0.8) - int(share > 0.95)


def steadier(results: Sequence[Measurements]) -> Iterator[int]:
    """RDA and the cumulative penalty keep more of the same features than truncated gradient."""
    for result in results:
        for name in (RDA, PAID_BEFORE):
            for column in (ORDERS, BEFORE):
                more = overlap(result, name, column) - overlap(result, TRUNCATION, column)
                if np.isfinite(more):
                    yield int(more >= 0.1) - int(more <= -0.1)


def swollen(results: Sequence[Measurements], names: Sequence[str]) -> Iterator[int]:
    """Methods that hold at least ``SWOLLEN`` times as many features on the way as at the end."""
    for result in results:
        for name in names:
            table = result.kept.get(name)
            if table is not None and np.median(table[:, END]) > 0.0:
                times = np.median(table[:, HELD]) / np.median(table[:, END])
                yield int(times >= SWOLLEN) - int(times <= LEAN)


def hungry(results: Sequence[Measurements]) -> Iterator[int]:
    """Rounding and truncated gradient at their best need much memory."""
    yield from swollen(results, (ROUNDING, TRUNCATION))


def lean(results: Sequence[Measurements]) -> Iterator[int]:
    """RDA and the cumulative penalty at their best do not."""
    yield from (-each for each in swollen(results, (RDA, PAID_BEFORE)))


def better(results: Sequence[Measurements]) -> Iterator[int]:
    """RDA and the cumulative penalty against truncated gradient."""
    for entrants, k in cells(results):
        for name in (RDA, PAID_BEFORE):
            yield lead(entrants.cell(name, k), entrants.cell(TRUNCATION, k))


def fewer(results: Sequence[Measurements]) -> Iterator[int]:
    """The cumulative penalty keeps fewer weights at equal η and λ, where AUC is the same."""
    for result in results:
        ratio = weights_kept(result)
        if np.isfinite(ratio):
            yield int(ratio >= FEWER) - int(ratio <= 1 / FEWER)


def weights_kept(result: Measurements) -> float:
    """Weights kept by truncated gradient (K = 1) per weight kept by the cumulative penalty.

    The median over equal settings of which the AUC differs by 0.01 at most and is within 0.05 of
    the best; nan where there are none. FOBOS is truncated gradient at K = 1 on the same grid.
    """
    one, other = result.outcomes[FOBOS], result.outcomes[PAID_BEFORE]
    aucs = [np.median(each.values["test AUC"], axis=1) for each in (one, other)]
    counts = [np.median(each.values["features"], axis=1) for each in (one, other)]
    with np.errstate(invalid="ignore"):
        alike = (np.abs(aucs[0] - aucs[1]) <= 0.01) & (aucs[0] >= np.nanmax(aucs[0]) - 0.05)
    alike &= (counts[0] > 0) & (counts[1] > 0)
    return float(np.median(counts[0][alike] / counts[1][alike])) if alike.any() else np.nan


def papers_figure(results: Sequence[Measurements]) -> Iterator[int]:
    """Truncated gradient against rounding, K = 10, and against the sub-gradient."""
    for entrants, k in cells(results):
        ours = entrants.cell(TRUNCATION, k, AUC, (10,))
        yield lead(ours, entrants.cell(ROUNDING, k, AUC, (10,)))
        yield lead(ours, entrants.cell(LAST_CUT, k))


def papers_tuning(results: Sequence[Measurements]) -> Iterator[int]:
    """The same with one step size for all numbers of features, as the paper has it."""
    for result in results:
        ours = tuned_frontier(part(result.outcomes[TRUNCATION], period=(10,)))
        rivals = (
            tuned_frontier(part(result.outcomes[ROUNDING], period=(10,))),
            tuned_frontier(result.outcomes[LAST_CUT]),
        )
        for k in result.study.budgets:
            yield from (lead(of_frontier(ours, k), of_frontier(rival, k)) for rival in rivals)


def tuned_frontier(outcomes: Outcomes) -> Frontier:
    """The frontier of the settings that have the step size of the best of all."""
    best = best_setting(outcomes, np.inf)
    if best is not None:
        knobs = {name: (getattr(best.algorithm, name),) for name in ("eta", "schedule")}
        outcomes = part(outcomes, **knobs)
    return frontier_of(outcomes, AUC)


def periods_matter(results: Sequence[Measurements]) -> Iterator[int]:
    """A larger K helps rounding and not truncated gradient, or the other way round."""
    for entrants, k in cells(results):
        gains = [
            lead(entrants.cell(name, k, AUC, OTHERS), entrants.cell(name, k, AUC, (1,)))
            for name in (ROUNDING, TRUNCATION)
        ]
        yield int(gains[0] > gains[1]) - int(gains[0] < gains[1])


PAPERS = Bar(enough=0.1, against=0.1, refuted=0.25, few=0.02)
"""Competitive throughout is: hardly ever behind; and ahead in some is: more than by chance."""

CLAIMS = (
    Claim(
        "opening",
        "The opening story: on breast cancer with random features, truncated gradient does better "
        "than rounding with as few features.",
        "a number of features, in AUC or in loss; for: truncated gradient clearly ahead",
        opening,
    ),
    Claim(
        "every_step",
        "1. Rounding at every step (K = 1) loses what rounding at every 10th or 100th step keeps.",
        "a dataset and a number of features, in AUC; for: K = 1 clearly behind",
        every_step,
    ),
    Claim(
        "without_noise",
        f"1. Any θ at which rounding at every step keeps at most {NOISE_ALLOWED} random features "
        "costs it useful ones, too.",
        "a dataset with random features, in AUC; for: K = 1 clearly behind K = 10 or 100 with as "
        "few random features",
        without_noise,
    ),
    Claim(
        "rounding_ahead",
        "2. With the right θ and K, rounding is a strong baseline, often ahead of truncated "
        "gradient (θ = ∞).",
        "a dataset and a number of features, in AUC; for: rounding clearly ahead",
        rounding_ahead,
        Bar(enough=0.25, against=0.25),
    ),
    Claim(
        "narrow",
        "2. Its price: the right θ is harder to hit than the right g.",
        f"a dataset; for: the room of g is at least {WIDER:g} times as wide as that of θ; against: "
        "the other way round",
        narrow,
    ),
    Claim(
        "smooth",
        "3. Gravity turns smoothly: the loss against log g has no cliff.",
        "a dataset; for: a fifth of a decade takes at most a third of the whole rise; against: "
        "more than half of it",
        smooth,
    ),
    Claim(
        "accidental",
        "3. Truncated gradient's set of features is partly an accident of the last examples.",
        "a dataset; for: the features at the end and those 100 examples before overlap by less "
        "than 0.8; against: by more than 0.95",
        accidental,
    ),
    Claim(
        "steadier",
        "4. RDA and the cumulative penalty remove that accident.",
        "a dataset, a method and an overlap (with other orders, with 100 examples before); for: "
        "at least 0.1 more than truncated gradient's; against: at least 0.1 less",
        steadier,
    ),
    Claim(
        "better",
        "4. RDA and the cumulative penalty do better than truncated gradient with as few features.",
        "a dataset, a number of features and a method, in AUC; for: clearly ahead",
        better,
    ),
    Claim(
        "hungry",
        "Rounding and truncated gradient, at their best AUC, hold many more features on the way "
        "than at the end.",
        f"a dataset and a method; for: at least {SWOLLEN:g} times as many in the mean of the last "
        f"pass; against: at most {LEAN:g} times",
        hungry,
    ),
    Claim(
        "lean",
        "RDA and the cumulative penalty, at their best AUC, hold hardly more on the way than at "
        "the end.",
        f"a dataset and a method; for: at most {LEAN:g} times as many in the mean of the last "
        f"pass; against: at least {SWOLLEN:g} times",
        lean,
    ),
    Claim(
        "fewer",
        f"At equal η and λ the cumulative penalty keeps at least {FEWER} times fewer weights than "
        "truncated gradient, at the same AUC.",
        f"a dataset; for: at least {FEWER} times fewer in the median; against: as many more",
        fewer,
    ),
    Claim(
        "figure_7",
        "Langford et al. §6.4: truncated gradient is competitive with rounding (K = 10) and the "
        "sub-gradient throughout, and ahead in some problems.",
        "a dataset, a number of features and a rival, in AUC; for: clearly ahead",
        papers_figure,
        PAPERS,
    ),
    Claim(
        "tuned",
        "The same, with the step size tuned once and for all numbers of features, as in §6.4.",
        "as above",
        papers_tuning,
        PAPERS,
    ),
    Claim(
        "periods",
        "Langford et al. §6.2: a larger K helps rounding much, truncated gradient hardly.",
        "a dataset and a number of features, in AUC; for: it helps rounding clearly and not "
        "truncated gradient; against: the other way round",
        periods_matter,
    ),
)
