"""The story of a thousand weights under gravity: zeros, their price, and who is kept."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np

from pages.lessons.gravity import pictures, story_pictures
from pages.lessons.gravity.evidence import (
    GRAVITIES,
    ORDERS,
    PERIODS,
    Evidence,
    GravityRun,
    by_period,
    outcome,
    run,
    without_gravity,
)
from pages.lessons.gravity.held_out import HeldOutSweep, held_out
from pages.lessons.gravity.pictures import ALL, OFFER, SMALL, leap, unspared_loss
from pages.lessons.gravity.story_pictures import (
    MEASURED,
    one_small_weight,
    slopes,
    survivors,
    without_threshold,
)
from ui.lessons import OBSERVED, Claim, Scene, Step, Story

START, FILM, END = (0, 0), (0, -1), (-1, -1)
FEW, ACCEPTED = 200, 5.0
"""The features that the reader may keep at most, and the errors per 100 held-out rows."""
REAL = "30 measurements"
SPARED = 0.05
"""The threshold beyond which the story leaves weights alone."""


# The stage ---------------------------------------------------------------------------------------


def dials(evidence: Evidence) -> list:
    """Return the film of the weights as bars, with ticks where they stand without gravity."""
    shown = survivors(evidence)
    return [pictures.film(evidence, pictures.dials(evidence, evidence.free, MEASURED, shown))]


def bars_alone(evidence: Evidence) -> list:
    """Return the film of the weights as bars alone."""
    shown = survivors(evidence)
    return [pictures.film(evidence, pictures.dials(evidence, good=MEASURED, first=shown))]


def useful_bars(both: bool):
    """Return the stage of the useful weights if all are pulled, and of those of the run itself."""
    return lambda evidence: [
        pictures.film(evidence, story_pictures.spared_and_unspared(evidence, both))
    ]


def votes(evidence: Evidence) -> list:
    """Return the film of how hard examples vote."""
    return [story_pictures.votes(evidence)]


def kept_by_period(evidence: Evidence) -> list:
    """Return the features kept against the period."""
    return [[story_pictures.kept_by_period(evidence)]]


def kept_by_gravity(evidence: Evidence) -> list:
    """Return the features kept against gravity."""
    return [[pictures.kept_by_gravity(evidence, good=MEASURED)]]


def price(*drawn: str):
    """Return the stage of the loss against gravity, with some of its curves."""
    return lambda evidence: [[pictures.price(evidence, drawn)]]


def frontier(evidence: Evidence) -> list:
    """Return the loss against the features kept, with another setting beside the curve."""
    return [[pictures.frontier(evidence, offer=True, sparing=spared_sweep(evidence))]]


def errors(evidence: Evidence) -> list:
    """Return the errors on held-out rows against the features kept."""
    return [[story_pictures.errors(evidence, (FEW, ACCEPTED))]]


def orders(rows: int):
    """Return the stage of the features kept in some orders of the examples."""
    return lambda evidence: [[pictures.orders(evidence, rows, MEASURED)]]


def last_pulls(evidence: Evidence) -> list:
    """Return the features in use after each of the last pulls."""
    return [[pictures.last_pulls(evidence, MEASURED)]]


def both_sides(evidence: Evidence) -> list:
    """Return the features kept, all weights pulled, and the loss against gravity, side by side."""
    kept = pictures.kept_by_gravity(without_threshold(evidence), good=MEASURED)
    kept = replace(kept, heading="Features kept, every weight pulled")
    return [[kept, pictures.price(evidence)]]


# What the steps claim ----------------------------------------------------------------------------


def drawn_noise(evidence: Evidence) -> int:
    """Return how many of the noise features that are drawn as bars are in use at the end."""
    return int(np.count_nonzero(pictures.dials(evidence)[1].heights[-1]))


def runs_by_gravity(evidence: Evidence) -> list[GravityRun]:
    """Return the runs from no gravity to the strongest."""
    return [evidence.none, *evidence.sweep]


def all_in_use(evidence: Evidence) -> bool:
    """Return whether all of the weights are in use at the end."""
    return evidence.now.nonzeros == len(evidence.truth.useful)


def some_dozens(evidence: Evidence) -> bool:
    """Return whether some dozens of weights are in use at the end."""
    return 12 <= evidence.now.nonzeros <= 60


def all_noise_is_drawn(evidence: Evidence) -> bool:
    """Return whether the noise features in use at the end are all drawn."""
    return drawn_noise(evidence) == evidence.now.useless


def noise_goes_first(evidence: Evidence) -> bool:
    """Return whether a larger share of the noise is gone, wherever any is and any is not."""
    useful = evidence.truth.useful
    of_use, of_none = useful.sum(), (~useful).sum()
    shares = [(o.useless / of_none, o.useful / of_use) for o in evidence.sweep]
    return all(noise < real for noise, real in shares if noise < 1.0 and real > 0.0)


def all_go_at_last(evidence: Evidence) -> bool:
    """Return whether the strongest gravity leaves nothing."""
    return evidence.sweep[-1].nonzeros == 0


def keeps_no_noise(evidence: Evidence) -> bool:
    """Return whether no noise is kept, neither by this run nor if all weights are pulled."""
    return not (evidence.now.useless or unspared_run(evidence).useless)


def small_ones_are_gone(evidence: Evidence) -> bool:
    """Return whether nearly all measurements' weights within the threshold are 0."""
    weights = np.abs(evidence.pulled.final.weights[evidence.truth.useful])
    small = weights[weights <= evidence.knobs.threshold]
    return bool(len(small) and np.mean(small == 0.0) > 0.9)


def noise_is_zero_or_one(evidence: Evidence) -> bool:
    """Return whether noise features are 0 or 1, so that no vote moves a weight by more than η."""
    return bool(np.isin(evidence.data.X[:, ~evidence.truth.useful].toarray(), (0.0, 1.0)).all())


def keeps_noise(evidence: Evidence) -> bool:
    """Return whether some noise is kept."""
    return evidence.now.useless > 0


def keeps_useful_alone(outcome: GravityRun) -> bool:
    """Return whether a run keeps no noise and at least 18 useful features."""
    return outcome.useless == 0 and outcome.useful >= 18


def too_few_are_left(evidence: Evidence) -> bool:
    """Return whether the noise is gone, and more measurements with it than the goal allows."""
    return evidence.now.useless == 0 and not keeps_useful_alone(evidence.now)


def now_is_clean(evidence: Evidence) -> bool:
    """Return whether the run keeps no noise and at least 18 useful features."""
    return keeps_useful_alone(evidence.now)


def periods_with_noise(evidence: Evidence) -> list[int]:
    """Return the periods at which noise is kept, all other knobs as they stand."""
    runs = by_period(replace(evidence.knobs, period=1), evidence.data)
    return [period for period, run in zip(PERIODS, runs, strict=True) if run.useless]


def first_with_noise_after(evidence: Evidence) -> int:
    """Return the next longer period at which noise is kept, 0 where there is none."""
    return next((K for K in periods_with_noise(evidence) if evidence.knobs.period < K), 0)


def no_noise_from_here(evidence: Evidence) -> bool:
    """Return whether no noise is kept, nor with any longer period."""
    return not (keeps_noise(evidence) or first_with_noise_after(evidence))


def clean_by_chance(evidence: Evidence) -> bool:
    """Return whether no noise is kept, but some is with a longer period."""
    return not keeps_noise(evidence) and first_with_noise_after(evidence) > 0


def longer_than_needed(evidence: Evidence) -> bool:
    """Return whether no noise is kept from this period on, nor from a shorter one on."""
    last = max(periods_with_noise(evidence), default=0)
    return no_noise_from_here(evidence) and any(last < K < evidence.knobs.period for K in PERIODS)


def shortest_without_noise(evidence: Evidence) -> bool:
    """Return whether this is the shortest period from which on no noise is kept."""
    return no_noise_from_here(evidence) and not longer_than_needed(evidence)


def every_order_keeps_measurements(evidence: Evidence) -> bool:
    """Return whether what every order keeps is some features, and no noise among them."""
    always = evidence.kept.all(axis=0)
    return bool(always.any() and not (always & ~evidence.truth.useful).any())


def large_weights_are_larger(evidence: Evidence) -> bool:
    """Return whether weights beyond the threshold end larger than if all weights are pulled."""
    knobs, tracked = evidence.knobs, evidence.pulled.tracked
    unspared = run(replace(knobs, threshold=math.inf), evidence.data, checkpoints=1)
    own, other = (
        np.abs(w[tracked]) for w in (evidence.pulled.final.weights, unspared.final.weights)
    )
    large = own > knobs.threshold
    return bool(large.any() and (own > other)[large].all())


def threshold_is_better(evidence: Evidence) -> bool:
    """Return whether each run that pulls all weights is beaten by one with the threshold.

    Only where both loss and features are not those of nearly no gravity, or of none left.
    """
    sparing = spared_sweep(evidence)
    between = [run for run in evidence.unspared if 8 <= run.nonzeros <= 500]
    return all(
        any(other.nonzeros <= run.nonzeros and other.loss < run.loss for other in sparing)
        for run in between
    )


def noise_does_little_harm(evidence: Evidence) -> bool:
    """Return whether rounding, which pulls at no weight, saves hardly any loss by its zeros."""
    return all(outcome.loss > evidence.none.loss - 0.002 for outcome in evidence.rounding)


def costs_half_as_much_again(evidence: Evidence) -> bool:
    """Return whether the loss is more than one and a half times that without gravity."""
    return evidence.now.loss > 1.5 * evidence.none.loss


def loss_rises(evidence: Evidence) -> bool:
    """Return whether every stronger gravity on all weights costs more loss, until none is left."""
    some = [outcome for outcome in (evidence.none, *evidence.unspared) if outcome.nonzeros]
    return bool((np.diff(pictures.losses(some)) > 0.0).all())


def level_at_last(evidence: Evidence) -> bool:
    """Return whether the loss stays as it is from where no feature is kept."""
    losses = pictures.losses([outcome for outcome in evidence.sweep if not outcome.nonzeros])
    return bool(np.ptp(losses) < 0.005) if len(losses) else True


def useful_shrink(evidence: Evidence) -> bool:
    """Return whether nearly all useful weights are smaller with gravity than without."""
    useful = evidence.truth.useful[evidence.pulled.tracked]
    pulled, free = (np.abs(run.weights[-1, useful]) for run in (evidence.pulled, evidence.free))
    return bool((pulled < free).mean() > 0.9)


def still_costs(evidence: Evidence) -> bool:
    """Return whether gravity costs loss, with the threshold, too."""
    return evidence.none.loss < evidence.now.loss


def costs_less(evidence: Evidence) -> bool:
    """Return whether a threshold makes the loss smaller than pulling at all weights does."""
    return evidence.now.loss < unspared_loss(evidence)


def unspared_run(evidence: Evidence) -> GravityRun:
    """Return the run with the gravity of the knobs where all weights are pulled."""
    if math.isinf(evidence.knobs.threshold):
        return evidence.now
    knobs = replace(evidence.knobs, threshold=math.inf)
    trace = run(knobs, evidence.data, checkpoints=1)
    return outcome(trace, knobs.gravity, knobs.period, evidence.data)


def keeps_fewer(evidence: Evidence) -> bool:
    """Return whether fewer features are kept with the threshold than if all weights are pulled."""
    return evidence.now.nonzeros < unspared_run(evidence).nonzeros


def votes_are_weaker(evidence: Evidence) -> bool:
    """Return whether the votes are weaker, on average, than if all weights are pulled."""
    knobs = evidence.knobs
    with_threshold, without = (
        slopes(at, evidence.data).mean() for at in (knobs, replace(knobs, threshold=math.inf))
    )
    return bool(with_threshold < without)


def a_small_weight_goes(evidence: Evidence) -> bool:
    """Return whether the drawn weight ends at 0 though it is never past the threshold."""
    _, every, small = one_small_weight(evidence)
    within = bool((np.abs(small) <= evidence.knobs.threshold).all())
    return bool(every[-1] != 0.0 and small[-1] == 0.0 and within)


def fewer_with_more_gravity(evidence: Evidence) -> bool:
    """Return whether no stronger gravity keeps more features."""
    return bool((np.diff(pictures.kept_features(runs_by_gravity(evidence))) <= 0).all())


def beats_the_offer(evidence: Evidence) -> bool:
    """Return whether the run keeps fewer features than the setting on offer, at less loss."""
    return not (keeps_too_many(evidence) or costs_too_much(evidence))


def keeps_too_many(evidence: Evidence) -> bool:
    """Return whether the run keeps no fewer features than the setting on offer."""
    return evidence.now.nonzeros >= OFFER[0]


def costs_too_much(evidence: Evidence) -> bool:
    """Return whether the run has no less loss than the setting on offer."""
    return evidence.now.loss >= OFFER[1]


def runs_on_a_part(evidence: Evidence) -> HeldOutSweep:
    """Return the runs on a part of the examples, judged on the others."""
    return held_out(evidence.knobs, evidence.data)


def too_many_for_the_goal(evidence: Evidence) -> bool:
    """Return whether the run on a part of the examples keeps more features than the goal allows."""
    return runs_on_a_part(evidence).now.kept > FEW


def errs_too_often(evidence: Evidence) -> bool:
    """Return whether it makes more errors on held-out rows than the goal accepts."""
    return runs_on_a_part(evidence).now.errors > ACCEPTED


def cheap(evidence: Evidence) -> bool:
    """Return whether it keeps few features, and makes no more errors than the goal accepts."""
    return not (too_many_for_the_goal(evidence) or errs_too_often(evidence))


def longest(outcomes: list[GravityRun]) -> float:
    """Return how far the loss rises at most from one run to the next."""
    return float(np.diff(pictures.losses(outcomes)).max())


def two_in_three_in_all(evidence: Evidence) -> bool:
    """Return whether about two in three of a run's features are kept in every order."""
    return bool(0.6 < in_all(evidence) / max(evidence.now.nonzeros, 1) < 0.75)


def leaps(evidence: Evidence) -> bool:
    """Return whether the loss rises by half from one gravity to the next."""
    before, after = leap(evidence.sweep)
    return after.loss > 1.5 * before.loss


def leaps_where_useful_go(evidence: Evidence) -> bool:
    """Return whether useful features are lost where the loss leaps."""
    before, after = leap(evidence.sweep)
    return after.useful < before.useful


def spared_sweep(evidence: Evidence) -> list[GravityRun]:
    """Return the runs of every gravity with the threshold that the story has."""
    knobs = replace(evidence.knobs, gravity=0.0, threshold=SPARED)
    return without_gravity(knobs, evidence.data).sweep


def a_threshold_saves(evidence: Evidence) -> bool:
    """Return whether a threshold lowers the loss at the gravity of the story."""
    place = GRAVITIES.index(0.1)
    return spared_sweep(evidence)[place].loss < evidence.unspared[place].loss


def a_threshold_leaps(evidence: Evidence) -> bool:
    """Return whether a threshold makes the loss leap further."""
    return longest(spared_sweep(evidence)) > 1.5 * longest(evidence.unspared)


def comes_and_goes(evidence: Evidence) -> bool:
    """Return whether some features are in use after some of the last pulls, and not after all."""
    used = evidence.pulled.weights[-pictures.LAST :] != 0.0
    return bool((used.any(axis=0) & ~used.all(axis=0)).sum() > 10)


def in_all(evidence: Evidence) -> int:
    """Return how many features every order keeps."""
    return int(evidence.kept.all(axis=0).sum())


def in_any(evidence: Evidence) -> int:
    """Return how many features at least one order keeps."""
    return int(evidence.kept.any(axis=0).sum())


# The steps ---------------------------------------------------------------------------------------


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    knobs, now, none = evidence.knobs, evidence.now, evidence.none
    before, after = leap(evidence.sweep)
    runs = runs_on_a_part(evidence)
    return {
        "every": f"{knobs.period}",
        "eta": f"{knobs.eta:g}",
        "strength": f"{knobs.gravity:g}",
        "pull": f"{knobs.eta * knobs.period * knobs.gravity:.2g}",
        "pulls": f"{evidence.pulled.steps[-1] // knobs.period}",
        "leap_low": f"{before.loss:.2f}",
        "leap_high": f"{after.loss:.2f}",
        "noise": f"{now.useless:,}",
        "noise_said": f"{now.useless:,} noise feature{'s' * (now.useless != 1)}",
        "worse": f"{first_with_noise_after(evidence)}",
        "offered": f"{OFFER[0]}",
        "offered_loss": f"{OFFER[1]:.2f}",
        "theta": f"{min(knobs.threshold, 1.0):g}",
        "strongest": f"{GRAVITIES[-1]:g}",
        "kept": f"{now.nonzeros:,}",
        "kept_all": f"{unspared_run(evidence).nonzeros:,}",
        "useful": f"{now.useful}",
        "loss_free": f"{none.loss:.2f}",
        "loss": f"{now.loss:.2f}",
        "loss_all": f"{unspared_loss(evidence):.2f}",
        "learned": f"{runs.learned}",
        "held": f"{runs.rows}",
        "kept_part": f"{runs.now.kept:,}",
        "errors_free": f"{runs.free.errors:.2g}",
        "errors": f"{runs.now.errors:.2g}",
        "in_all": f"{in_all(evidence)}",
        "in_any": f"{in_any(evidence)}",
    }


ZEROS = (
    Step(
        "dials",
        Scene(bars_alone, at={"gravity": 0.0}, frames=FILM),
        claims=(Claim(all_in_use, fails_at={"gravity": 0.07}),),
    ),
    Step(
        "gravity",
        Scene(bars_alone, frames=START),
        after=Scene(dials, frames=FILM),
        claims=(
            Claim(some_dozens, fails_at=({"gravity": 0.01}, {"gravity": 1.0})),
            Claim(all_noise_is_drawn, fails_at={"gravity": 0.001}),
        ),
    ),
    Step(
        "clean",
        Scene(kept_by_gravity, at={"gravity": 0.03}),
        knobs=("gravity",),
        goal=now_is_clean,
        solution={"gravity": 0.1},
        claims=(
            Claim(noise_goes_first, always=OBSERVED),
            Claim(keeps_noise, fails_at={"gravity": 0.1}),
            Claim(too_few_are_left, holds_at={"gravity": 0.5}, fails_at={"gravity": 0.1}),
        ),
    ),
)

PRICE = (
    Step(
        "cost",
        Scene(price(), at={"gravity": 0.1}),
        after=Scene(price(ALL), at={"gravity": 0.1}),
        new="trade-off",
        claims=(
            Claim(now_is_clean, fails_at={"gravity": 0.05}),
            Claim(noise_does_little_harm, fails_at={"eta": 0.1}),
            Claim(costs_half_as_much_again, fails_at={"gravity": 0.01}),
            Claim(loss_rises, fails_at={"eta": 0.1}),
            Claim(all_go_at_last, fails_at={"threshold": 0.005}),
            Claim(level_at_last, always=OBSERVED),
        ),
    ),
    Step(
        "shrunk",
        Scene(dials, at={"gravity": 0.1}, frames=END, look=(REAL,)),
        claims=(Claim(useful_shrink, fails_at={"gravity": 0.0}),),
    ),
    Step(
        "spare",
        Scene(price(ALL), at={"gravity": 0.1, "threshold": SPARED}),
        after=Scene(price(ALL, SMALL), at={"gravity": 0.1, "threshold": SPARED}),
        claims=(
            Claim(still_costs, fails_at={"gravity": 0.0}),
            Claim(costs_less, fails_at={"threshold": math.inf}),
            Claim(leaps, fails_at={"threshold": math.inf}),
            Claim(leaps_where_useful_go, fails_at={"threshold": 0.005}),
        ),
    ),
    Step(
        "fewer",
        Scene(useful_bars(both=False), at={"gravity": 0.1, "threshold": SPARED}, frames=END),
        after=Scene(useful_bars(both=True), at={"gravity": 0.1, "threshold": SPARED}, frames=FILM),
        claims=(
            Claim(keeps_fewer, fails_at={"threshold": math.inf}),
            Claim(keeps_no_noise, fails_at={"gravity": 0.01}),
            Claim(costs_less, fails_at={"threshold": math.inf}),
            Claim(large_weights_are_larger, fails_at={"threshold": math.inf}),
            Claim(small_ones_are_gone, fails_at={"gravity": 0.01}),
        ),
    ),
    Step(
        "weaker",
        Scene(votes, at={"gravity": 0.1, "threshold": SPARED}, frames=FILM),
        claims=(
            Claim(votes_are_weaker, fails_at={"threshold": math.inf}),
            Claim(costs_less, fails_at={"threshold": math.inf}),
            Claim(small_ones_are_gone, fails_at={"gravity": 0.01}),
            Claim(a_small_weight_goes, fails_at={"threshold": math.inf}),
        ),
    ),
    Step(
        "frontier",
        Scene(frontier, at={"gravity": 0.001}),
        knobs=("gravity",),
        new="frontier",
        goal=beats_the_offer,
        solution={"gravity": 0.03},
        claims=(
            Claim(fewer_with_more_gravity, fails_at={"threshold": 0.005}),
            Claim(loss_rises, fails_at={"eta": 0.1}),
            Claim(keeps_too_many, fails_at={"gravity": 0.03}),
            Claim(costs_too_much, holds_at={"gravity": 0.2}, fails_at={"gravity": 0.03}),
            Claim(threshold_is_better, fails_at={"eta": 0.001}),
        ),
    ),
    Step(
        "choose",
        Scene(errors, at={"gravity": 0.01}),
        knobs=("gravity",),
        goal=cheap,
        solution={"gravity": 0.045},
        claims=(
            Claim(too_many_for_the_goal, fails_at={"gravity": 0.045}),
            Claim(errs_too_often, holds_at={"gravity": 0.5}, fails_at={"gravity": 0.045}),
        ),
    ),
)

CHANCE = (
    Step(
        "order",
        Scene(orders(1)),
        after=Scene(orders(ORDERS)),
        claims=(
            Claim(two_in_three_in_all, fails_at=({"gravity": 0.0}, {"period": 1})),
            Claim(every_order_keeps_measurements, fails_at={"gravity": 0.0}),
        ),
    ),
    Step(
        "last",
        Scene(last_pulls),
        claims=(Claim(comes_and_goes, fails_at={"gravity": 0.0}),),
    ),
    Step(
        "claim",
        Scene(both_sides, at={"threshold": SPARED}),
        claims=(
            Claim(noise_goes_first, always=OBSERVED),
            Claim(still_costs, fails_at={"gravity": 0.0}),
            Claim(loss_rises, fails_at={"eta": 0.1}),
            Claim(a_threshold_saves, always=OBSERVED),
            Claim(a_threshold_leaps, fails_at={"eta": 0.1}),
            Claim(comes_and_goes, fails_at={"gravity": 0.0}),
        ),
    ),
    Step(
        "yours",
        Scene(kept_by_period, at={"period": 1}),
        knobs=("period",),
        goal=shortest_without_noise,
        solution={"period": 13},
        claims=(
            Claim(keeps_noise, fails_at={"period": 13}),
            Claim(clean_by_chance, holds_at={"period": 7}, fails_at={"period": 13}),
            Claim(longer_than_needed, holds_at={"period": 30}, fails_at={"period": 13}),
            Claim(noise_is_zero_or_one, always="the example's noise is drawn so"),
        ),
    ),
)

STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=8,
    needs="rounding",
    steps=(*ZEROS, *PRICE, *CHANCE),
)
