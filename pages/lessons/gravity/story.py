"""Tell the story of a thousand weights under gravity: zeros, their price, and who is kept."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np

from pages.lessons.gravity import pictures
from pages.lessons.gravity.evidence import GRAVITIES, ORDERS, Evidence, Outcome, without_gravity
from pages.lessons.gravity.pictures import ALL, CUT, OFFER, PULLED, SMALL
from ui.lessons import OBSERVED, Claim, Scene, Step, Story

START, FILM, END = (0, 0), (0, -1), (-1, -1)
FEW = 30
"""The features that the reader may keep at most."""
REAL = "30 real features"
SPARED = 0.05
"""The threshold beyond which the story leaves weights alone."""


# The stage ---------------------------------------------------------------------------------------


def dials(evidence: Evidence) -> list:
    """Return the film of the weights as bars, with ticks where they stand without gravity."""
    return [pictures.film(evidence, pictures.dials(evidence))]


def bars_alone(evidence: Evidence) -> list:
    """Return the film of the weights as bars alone."""
    return [pictures.film(evidence, pictures.dials(evidence, marked=False))]


def kept_by_gravity(evidence: Evidence) -> list:
    """Return the features kept against gravity."""
    return [[pictures.kept_by_gravity(evidence)]]


def empty_sweep(evidence: Evidence) -> list:
    """Return the axes of features kept against gravity, without the curve."""
    return [[pictures.kept_by_gravity(evidence, ())]]


def price(*drawn: str):
    """Return the stage of the loss against gravity, with some of its curves."""
    return lambda evidence: [[pictures.price(evidence, drawn)]]


def frontier(*drawn: str):
    """Return the stage of loss against features kept, with some of its curves and points."""
    return lambda evidence: [[pictures.frontier(evidence, drawn)]]


def errors(evidence: Evidence) -> list:
    """Return the errors against the features kept."""
    return [[pictures.errors(evidence)]]


def orders(rows: int):
    """Return the stage of the features kept in some orders of the examples."""
    return lambda evidence: [[pictures.orders(evidence, rows)]]


def last_pulls(evidence: Evidence) -> list:
    """Return the features in use after each of the last pulls."""
    return [[pictures.last_pulls(evidence)]]


# What the steps claim ----------------------------------------------------------------------------


def drawn_noise(evidence: Evidence) -> int:
    """Return how many of the noise features that are drawn as bars are in use at the end."""
    return int(np.count_nonzero(pictures.dials(evidence)[1].heights[-1]))


def path(evidence: Evidence) -> list[Outcome]:
    """Return the runs from no gravity to the strongest."""
    return [evidence.none, *evidence.sweep]


def all_in_use(evidence: Evidence) -> bool:
    """Return whether all of the weights are in use at the end."""
    return evidence.now.nonzeros == len(evidence.truth.useful)


def some_dozens(evidence: Evidence) -> bool:
    """Return whether some dozens of weights are in use at the end."""
    return 12 <= evidence.now.nonzeros <= 60


def no_drawn_noise(evidence: Evidence) -> bool:
    """Return whether none of the noise features that are drawn is in use at the end."""
    return drawn_noise(evidence) == 0


def noise_goes_first(evidence: Evidence) -> bool:
    """Return whether a larger share of the noise is gone, wherever any is and any is not."""
    useful = evidence.truth.useful
    of_use, of_none = useful.sum(), (~useful).sum()
    shares = [(o.useless / of_none, o.useful / of_use) for o in evidence.sweep]
    return all(noise < real for noise, real in shares if noise < 1.0 and real > 0.0)


def all_go_at_last(evidence: Evidence) -> bool:
    """Return whether the strongest gravity leaves nothing."""
    return evidence.sweep[-1].nonzeros == 0


def first_clean(evidence: Evidence) -> Outcome:
    """Return the run of the weakest gravity that keeps no noise; of the strongest if all keep."""
    runs = evidence.unspared
    return next((outcome for outcome in runs if not outcome.useless), runs[-1])


def two_in_three_are_left(evidence: Evidence) -> bool:
    """Return whether about two in three measurements are left where the noise has just gone."""
    return bool(0.6 < first_clean(evidence).useful / evidence.truth.useful.sum() < 0.75)


def keeps_noise(evidence: Evidence) -> bool:
    """Return whether some noise is kept."""
    return evidence.now.useless > 0


def clean(outcome: Outcome) -> bool:
    """Return whether a run keeps no noise and at least 18 useful features."""
    return outcome.useless == 0 and outcome.useful >= 18


def now_is_clean(evidence: Evidence) -> bool:
    """Return whether the run keeps no noise and at least 18 useful features."""
    return clean(evidence.now)


def noise_does_little_harm(evidence: Evidence) -> bool:
    """Return whether rounding, which pulls at no weight, saves hardly any loss by its zeros."""
    return all(outcome.loss > evidence.none.loss - 0.002 for outcome in evidence.rounding)


def costs_half_as_much_again(evidence: Evidence) -> bool:
    """Return whether the loss is more than one and a half times that without gravity."""
    return evidence.now.loss > 1.5 * evidence.none.loss


def loss_rises(evidence: Evidence) -> bool:
    """Return whether every stronger gravity costs more loss, until no feature is kept."""
    some = [outcome for outcome in path(evidence) if outcome.nonzeros]
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


def unspared_loss(evidence: Evidence) -> float:
    """Return the loss at the gravity of the knobs where all weights are pulled."""
    at = np.log(max(evidence.knobs.gravity, GRAVITIES[0]))
    return float(np.interp(at, np.log(GRAVITIES), pictures.losses(evidence.unspared)))


def fewer_with_more_gravity(evidence: Evidence) -> bool:
    """Return whether no stronger gravity keeps more features."""
    return bool((np.diff(pictures.kept_features(path(evidence))) <= 0).all())


def cheap(evidence: Evidence) -> bool:
    """Return whether few features are left for one more error per 100 examples at most."""
    now, none = evidence.now, evidence.none
    return bool(0 < now.nonzeros <= FEW and now.mistakes <= none.mistakes + 0.01)


def keeps_too_many(evidence: Evidence) -> bool:
    """Return whether more features are kept than the goal allows."""
    return evidence.now.nonzeros > FEW


def wiggles(evidence: Evidence) -> bool:
    """Return whether the errors go up and down by two patients at most while many are kept."""
    some = [outcome for outcome in path(evidence) if outcome.nonzeros > 20]
    patients = np.diff([o.mistakes for o in some[:-1]]) * evidence.pulled.steps[-1]
    return bool((np.abs(patients) < 2.5).all())


def cliff(evidence: Evidence) -> tuple[Outcome, Outcome]:
    """Return the two neighbouring runs of rounding between which the loss rises most."""
    place = int(np.diff(pictures.losses(evidence.rounding)).argmax())
    return evidence.rounding[place], evidence.rounding[place + 1]


def longest(outcomes: list[Outcome]) -> float:
    """Return how far the loss rises at most from one run to the next."""
    return float(np.diff(pictures.losses(outcomes)).max())


def rounding_leaps(evidence: Evidence) -> bool:
    """Return whether rounding's loss leaps much further than if every weight is pulled."""
    return longest(evidence.rounding) > 1.5 * longest(evidence.unspared)


def threshold_leaps(evidence: Evidence) -> bool:
    """Return whether the loss with the threshold leaps further than without it."""
    return longest(evidence.sweep) > 1.5 * longest(evidence.unspared)


def better_for_few(evidence: Evidence, rival: list[Outcome]) -> bool:
    """Return whether a rival has less loss wherever pulling every weight keeps few features."""
    few = [outcome for outcome in evidence.unspared if 0 < outcome.nonzeros <= FEW]
    return all(
        any(o.nonzeros <= outcome.nonzeros and o.loss < outcome.loss for o in rival)
        for outcome in few
    )


def rounding_is_better(evidence: Evidence) -> bool:
    """Return whether rounding has less loss with as few features."""
    return better_for_few(evidence, evidence.rounding)


def threshold_is_better(evidence: Evidence) -> bool:
    """Return whether gravity on small weights has less loss with as few features."""
    return better_for_few(evidence, evidence.sweep)


def two_in_three_in_all(evidence: Evidence) -> bool:
    """Return whether about two in three of a run's features are kept in every order."""
    return bool(0.6 < in_all(evidence) / max(evidence.now.nonzeros, 1) < 0.75)


def leap(evidence: Evidence) -> tuple[Outcome, Outcome]:
    """Return the two neighbouring gravities between which the loss rises most."""
    place = int(np.diff(pictures.losses(evidence.sweep)).argmax())
    return evidence.sweep[place], evidence.sweep[place + 1]


def leaps(evidence: Evidence) -> bool:
    """Return whether the loss rises by half from one gravity to the next."""
    before, after = leap(evidence)
    return after.loss > 1.5 * before.loss


def leaps_where_useful_go(evidence: Evidence) -> bool:
    """Return whether useful features are lost where the loss leaps."""
    before, after = leap(evidence)
    return after.useful < before.useful


def spared_sweep(evidence: Evidence) -> list[Outcome]:
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


def rival(evidence: Evidence) -> Outcome:
    """Return the run with the most features, but fewer than the setting on offer."""
    fewer = [outcome for outcome in evidence.sweep if outcome.nonzeros < OFFER[0]]
    return max(fewer, key=lambda outcome: outcome.nonzeros, default=evidence.sweep[-1])


def most_keep_more(evidence: Evidence) -> bool:
    """Return whether most runs keep more features than the setting on offer."""
    return 2 * sum(outcome.nonzeros > OFFER[0] for outcome in evidence.sweep) > len(GRAVITIES)


def some_cost_more(evidence: Evidence) -> bool:
    """Return whether some runs have more loss than the setting on offer."""
    return any(outcome.loss > OFFER[1] for outcome in evidence.sweep)


def some_beat_it(evidence: Evidence) -> bool:
    """Return whether more than one run keeps fewer features at less loss."""
    return sum(o.nonzeros < OFFER[0] and o.loss < OFFER[1] for o in evidence.sweep) > 1


def rival_beats_it(evidence: Evidence) -> bool:
    """Return whether the run that is named is one of them."""
    return rival(evidence).loss < OFFER[1]


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
    cleaned = first_clean(evidence)
    high, low = cliff(evidence)
    before, after = leap(evidence)
    return {
        "every": f"{knobs.period}",
        "eta": f"{knobs.eta:g}",
        "strength": f"{knobs.gravity:g}",
        "pull": f"{knobs.eta * knobs.period * knobs.gravity:.2g}",
        "pulls": f"{evidence.pulled.steps[-1] // knobs.period}",
        "leap_low": f"{before.loss:.2f}",
        "leap_high": f"{after.loss:.2f}",
        "noise": f"{now.useless}",
        "offered": f"{OFFER[0]}",
        "offered_loss": f"{OFFER[1]:g}",
        "rival": f"{rival(evidence).nonzeros}",
        "rival_loss": f"{rival(evidence).loss:.2f}",
        "theta": f"{min(knobs.threshold, 1.0):g}",
        "strongest": f"{GRAVITIES[-1]:g}",
        "kept": f"{now.nonzeros:,}",
        "useful": f"{now.useful}",
        "clean_g": f"{cleaned.knob:.2g}",
        "clean": f"{cleaned.useful}",
        "loss_free": f"{none.loss:.2f}",
        "loss": f"{now.loss:.2f}",
        "loss_all": f"{unspared_loss(evidence):.2f}",
        "errors_free": f"{100 * none.mistakes:.1f}",
        "errors": f"{100 * now.mistakes:.1f}",
        "high": f"{high.nonzeros}",
        "low": f"{low.nonzeros}",
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
        new="gravity",
        claims=(
            Claim(some_dozens, fails_at=({"gravity": 0.01}, {"gravity": 1.0})),
            Claim(no_drawn_noise, fails_at={"gravity": 0.001}),
        ),
    ),
    Step(
        "first",
        Scene(empty_sweep),
        after=Scene(kept_by_gravity),
        claims=(
            Claim(noise_goes_first, always=OBSERVED),
            Claim(two_in_three_are_left, fails_at=({"period": 1}, {"period": 5})),
            Claim(all_go_at_last, fails_at={"threshold": 0.005}),
        ),
    ),
    Step(
        "clean",
        Scene(kept_by_gravity),
        knobs=("gravity",),
        goal=now_is_clean,
        solution={"gravity": 0.1},
        claims=(Claim(keeps_noise, fails_at={"gravity": 0.1}),),
    ),
)

PRICE = (
    Step(
        "cost",
        Scene(price(), at={"gravity": 0.1}),
        after=Scene(price(ALL), at={"gravity": 0.1}),
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
        "trade",
        Scene(frontier(PULLED), at={"gravity": 0.1}),
        new="trade-off",
        claims=(
            Claim(fewer_with_more_gravity, fails_at={"threshold": 0.005}),
            Claim(loss_rises, fails_at={"eta": 0.1}),
        ),
    ),
    Step(
        "frontier",
        Scene(frontier(PULLED), at={"gravity": 0.1}),
        after=Scene(frontier(PULLED, pictures.NEW), at={"gravity": 0.1}),
        new="frontier",
        claims=(
            Claim(fewer_with_more_gravity, fails_at={"threshold": 0.005}),
            Claim(loss_rises, fails_at={"eta": 0.1}),
            Claim(most_keep_more, fails_at={"period": 50}),
            Claim(some_cost_more, fails_at={"threshold": 0.005}),
            Claim(some_beat_it, fails_at=({"eta": 0.001}, {"threshold": 0.005})),
            Claim(rival_beats_it, fails_at={"eta": 0.001}),
        ),
    ),
    Step(
        "choose",
        Scene(errors, at={"gravity": 0.01}),
        knobs=("gravity",),
        goal=cheap,
        solution={"gravity": 0.08},
        claims=(
            Claim(keeps_too_many, fails_at={"gravity": 0.08}),
            Claim(wiggles, fails_at={"period": 50}),
        ),
    ),
    Step(
        "cliff",
        Scene(frontier(ALL, SMALL, CUT), at={"gravity": 0.1, "threshold": SPARED}),
        claims=(
            Claim(rounding_leaps, fails_at={"period": 1}),
            Claim(threshold_leaps, fails_at={"threshold": math.inf}),
            Claim(rounding_is_better, fails_at={"period": 50}),
            Claim(threshold_is_better, fails_at={"threshold": math.inf}),
        ),
    ),
)

CHANCE = (
    Step(
        "order",
        Scene(orders(1)),
        after=Scene(orders(ORDERS)),
        claims=(Claim(two_in_three_in_all, fails_at=({"gravity": 0.0}, {"period": 1})),),
    ),
    Step(
        "last",
        Scene(last_pulls),
        claims=(Claim(comes_and_goes, fails_at={"gravity": 0.0}),),
    ),
    Step(
        "claim",
        Scene(frontier(PULLED), at={"gravity": 0.1}),
        claims=(
            Claim(noise_goes_first, always=OBSERVED),
            Claim(useful_shrink, fails_at={"gravity": 0.0}),
            Claim(loss_rises, fails_at={"eta": 0.1}),
            Claim(a_threshold_saves, always=OBSERVED),
            Claim(a_threshold_leaps, fails_at={"eta": 0.1}),
            Claim(comes_and_goes, fails_at={"gravity": 0.0}),
        ),
    ),
    Step(
        "yours",
        Scene(kept_by_gravity),
        knobs=("gravity", "period"),
        goal=lambda e: not e.now.useless and e.knobs.gravity <= 0.07,
        solution={"period": 50},
        claims=(Claim(keeps_noise, fails_at={"period": 50}),),
    ),
)

STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=8,
    needs="rounding",
    steps=(*ZEROS, *PRICE, *CHANCE),
)
