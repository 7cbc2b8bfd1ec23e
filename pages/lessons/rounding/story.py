"""The story of a useful and a useless weight under rounding and under truncated gradient."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from charts.sweep_marks import mark_level_goal
from pages.lessons.rounding.evidence import (
    ALWAYS,
    COINS,
    PERIODS,
    SPARSE,
    THRESHOLDS,
    Evidence,
    coin_paths,
    features_kept,
    learners,
    rounding_ahead,
)
from pages.lessons.rounding.pictures import (
    MEASURED,
    WIDE,
    comparisons,
    kept_by_period,
    kept_by_threshold,
    large_weights,
    many_coins,
    two_weights,
)
from papers.fairness.rounding import BOUNDED, FREE
from ui.lessons import OBSERVED, Claim, Scene, Step, Story
from ui.lessons.evidence import KeptFeatures

COUNTED = "comparisons on twelve datasets, those of the claim fairness.rounding"
START, FILM, END = (0, 0), (0, -1), (-1, -1)
# The stage ---------------------------------------------------------------------------------------


def film_of(evidence: Evidence, *rules: str, **shown) -> list:
    """Return the film of the two weights under some rules."""
    return [two_weights(evidence, rules, **shown)]


def periods_of(evidence: Evidence, *rules: str) -> list:
    """Return the features that some rules keep, against the period."""
    return [[kept_by_period(evidence, rules, MEASURED)]]


def both_knobs_of(evidence: Evidence, *rules: str) -> list:
    """Return the features that some rules keep, against the threshold and against the period."""
    pictures = [over(evidence, rules, MEASURED) for over in (kept_by_threshold, kept_by_period)]
    for picture, text in zip(pictures, (f"goal: {WANTED}", ""), strict=True):
        mark_level_goal(picture, WANTED, text)
    return [pictures]


def every_pull(*goal: float):
    """Return the stage of both weights under rounding, and if every weight is pulled."""
    return lambda evidence: [large_weights(evidence, *goal)]


def coins(evidence: Evidence) -> list:
    """Return the film of many coins under rounding."""
    return [many_coins(evidence)]


def fights(free: bool):
    """Return the stage of how often each rule was clearly better on twelve datasets."""
    return lambda evidence: [[comparisons(free)]]


def film(*rules: str, **shown):
    """Return the stage of a film under some rules."""
    return lambda evidence: film_of(evidence, *rules, **shown)


def sweep(over, *rules: str):
    """Return the stage of a picture of features kept by some rules."""
    return lambda evidence: over(evidence, *rules)


PLAIN, CUT, PULLED = "sgd", "rounding", "truncated_gradient"
WANTED = 28
"""The measurements that the reader is to keep in the end."""
LARGE = 0.35
"""The size that the reader is to leave a useful weight at least."""
unnamed = partial(film, limit="", called="weight")


# What the steps claim ----------------------------------------------------------------------------


def weight_path(evidence: Evidence, rule: str, useful: bool = True) -> np.ndarray:
    """Return one of the two weights after each step, [T]."""
    return (evidence.one if useful else evidence.coin)[rule].weights[:, 0]


def after_each(evidence: Evidence, rule: str, useful: bool = True) -> np.ndarray:
    """Return one of the two weights just after each cut or pull."""
    return weight_path(evidence, rule, useful)[evidence.knobs.period - 1 :: evidence.knobs.period]


def agrees_nine_in_ten(evidence: Evidence) -> bool:
    """Return whether the useful feature agrees with the label in nine of ten examples, about."""
    return bool(0.85 < np.mean(evidence.stream.y > 0.0) < 0.95)


def useful_grows(evidence: Evidence) -> bool:
    """Return whether plain steps take the useful weight far from 0."""
    return bool(weight_path(evidence, PLAIN)[-1] > 0.3)


def coin_wanders_off(evidence: Evidence) -> bool:
    """Return whether plain steps take the coin's weight clearly away from 0."""
    return bool(abs(weight_path(evidence, PLAIN, False)[-1]) > 0.05)


def dies(evidence: Evidence) -> bool:
    """Return whether rounding cuts the useful weight every time."""
    return not after_each(evidence, CUT).any()


def lives(evidence: Evidence) -> bool:
    """Return whether rounding leaves the useful weight alone at the end."""
    return bool(weight_path(evidence, CUT)[-1] > evidence.knobs.threshold)


def adds_half_at_most(evidence: Evidence) -> bool:
    """Return whether no example lifts a useful weight that stands at 0 or above by more."""
    w = np.append(0.0, weight_path(evidence, CUT))
    return bool((np.diff(w)[w[:-1] >= 0.0] <= evidence.knobs.eta / 2 * (1 + 1e-12)).all())


def coin_gets_past(evidence: Evidence) -> bool:
    """Return whether the coin's weight is beyond the threshold when a cut is due."""
    return bool(after_each(evidence, CUT, False).any())


def too_short(evidence: Evidence) -> bool:
    """Return whether the steps between two cuts cannot bring the useful weight past θ."""
    knobs = evidence.knobs
    return knobs.period * knobs.eta / 2 <= knobs.threshold * (1 + 1e-12)


def coin_is_cut(evidence: Evidence) -> bool:
    """Return whether rounding cuts the coin's weight every time."""
    return not after_each(evidence, CUT, False).any()


def most_coins_are_cut(evidence: Evidence) -> bool:
    """Return whether rounding leaves the weights of some coins at the end, but of few."""
    return 0 < coins_left(evidence) <= COINS // 4


def coins_left(evidence: Evidence) -> int:
    """Return the number of coins whose weight is not 0 at the end under rounding."""
    paths = coin_paths(learners(evidence.knobs)[CUT])
    return int(np.count_nonzero(paths[-1]))


def takes_a_part(evidence: Evidence) -> bool:
    """Return whether the first pull takes only a part of the useful weight's climb."""
    return bool(0.0 < after_each(evidence, PULLED)[0] < evidence.knobs.threshold)


def gets_past(evidence: Evidence) -> bool:
    """Return whether the useful weight is past θ from the second pull on."""
    return bool((after_each(evidence, PULLED)[1:] > evidence.knobs.threshold).all())


def grows_far_beyond(evidence: Evidence) -> bool:
    """Return whether the useful weight ends at five times θ or more."""
    return bool(weight_path(evidence, PULLED)[-1] > 5 * evidence.knobs.threshold)


def coin_is_pulled_to_zero(evidence: Evidence) -> bool:
    """Return whether every pull brings the coin's weight back to 0."""
    return not after_each(evidence, PULLED, False).any()


def same_for_the_useful(evidence: Evidence) -> bool:
    """Return whether both rules lead the useful weight the same way."""
    return np.array_equal(weight_path(evidence, CUT), weight_path(evidence, PULLED))


def same_for_the_coin(evidence: Evidence) -> bool:
    """Return whether both rules lead the coin's weight the same way."""
    return np.array_equal(weight_path(evidence, CUT, False), weight_path(evidence, PULLED, False))


def ends_at_half(evidence: Evidence) -> bool:
    """Return whether the useful weight ends at half of rounding's, about, if always pulled."""
    pulled, whole = (weight_path(evidence, rule)[-1] for rule in (ALWAYS, CUT))
    return bool(0.45 * whole < pulled < 0.6 * whole)


def gains_twice_a_pull(evidence: Evidence) -> bool:
    """Return whether the useful weight gains about twice as much between two pulls as one takes."""
    knobs = evidence.knobs
    pull = knobs.eta * knobs.period * knobs.gravity
    ways = np.append(0.0, weight_path(evidence, ALWAYS))
    gains = np.diff(ways[:: knobs.period]) + pull
    return bool(1.5 < gains.mean() / pull < 2.5)


def stays_large(evidence: Evidence) -> bool:
    """Return whether the useful weight ends large enough though every weight is pulled."""
    return bool(weight_path(evidence, ALWAYS)[-1] >= LARGE)


def loses_size(evidence: Evidence) -> bool:
    """Return whether pulls take more off the useful weight than the goal allows."""
    return not stays_large(evidence)


def loses_all(evidence: Evidence) -> bool:
    """Return whether the useful weight ends at 0, where all weights are pulled."""
    return bool(weight_path(evidence, ALWAYS)[-1] == 0.0)


def pulls_lose_the_coin(evidence: Evidence) -> bool:
    """Return whether the coin's weight is off 0 after most pulls."""
    after = after_each(evidence, ALWAYS, False)
    return bool(2 * np.count_nonzero(after) > len(after))


def few_at_first(evidence: Evidence) -> bool:
    """Return whether rounding keeps a few measurements with period 1."""
    return 0 < evidence.kept[CUT][0].real <= 5


def more_later(evidence: Evidence) -> bool:
    """Return whether rounding keeps many more measurements with period 50."""
    real = [kept.real for kept in evidence.kept[CUT]]
    return real[-1] > 3 * real[0]


def no_noise(evidence: Evidence) -> bool:
    """Return whether rounding keeps no noise with any period."""
    return not any(kept.random for kept in evidence.kept[CUT])


def noise_is_rare(evidence: Evidence) -> bool:
    """Return whether noise features are 0 for about nineteen patients in twenty, else 1."""
    data = evidence.data
    noise = data.X[:, data.n_features - data.n_noise :].toarray()
    return bool(0.045 < noise.mean() < 0.055 and np.isin(noise, (0.0, 1.0)).all())


def seldom_large(evidence: Evidence) -> bool:
    """Return whether most measurements lie between −2 and 2, and few, but some, above 5."""
    data = evidence.data
    values = data.X[:, : data.n_features - data.n_noise].toarray()
    between, above = (np.abs(values) < 2).mean(), (values > 5).mean()
    return bool(between > 0.9 and 0 < above < 0.01 and values.min() > -5)


def one_step_needs_five(evidence: Evidence) -> bool:
    """Return whether only a measurement above 5 makes a step longer than the threshold."""
    return bool(np.isclose(evidence.knobs.threshold / evidence.knobs.eta, 5.0))


def pulling_keeps_more(evidence: Evidence) -> bool:
    """Return whether with period 1 truncated gradient keeps more measurements than rounding."""
    return evidence.kept[PULLED][0].real > evidence.kept[CUT][0].real


def pulling_keeps_noise(evidence: Evidence) -> bool:
    """Return whether with period 1 truncated gradient keeps noise, and rounding less of it."""
    return evidence.kept[PULLED][0].random > evidence.kept[CUT][0].random


def must_be_the_same(evidence: Evidence) -> bool:
    """Return whether a pull is no shorter than the threshold: then both rules are the same."""
    knobs = evidence.knobs
    return knobs.eta * knobs.period * knobs.gravity >= knobs.threshold * (1.0 - 1e-12)


def pull_is_shorter(evidence: Evidence) -> bool:
    """Return whether a pull is shorter than the threshold."""
    return not must_be_the_same(evidence)


def alike_by_chance(evidence: Evidence) -> bool:
    """Return whether both rules keep equal numbers with a period whose pull is too short."""
    knobs = evidence.knobs
    short = [K for K in PERIODS if knobs.eta * K * knobs.gravity < 0.99 * knobs.threshold]
    kept = (evidence.kept[key][: len(short)] for key in SPARSE)
    return any(one == other for one, other in zip(*kept, strict=True))


def mostly_level(_: Evidence) -> bool:
    """Return whether most comparisons with a threshold were level."""
    bounded = rounding_ahead(BOUNDED)
    return bounded.level > 0.5 * sum(bounded)


def wins_most_of_the_others(_: Evidence) -> bool:
    """Return whether rounding won most of the comparisons with a threshold that were not level."""
    bounded = rounding_ahead(BOUNDED)
    return bounded.ahead > 2 * bounded.behind


def clearly_better(_: Evidence) -> bool:
    """Return whether rounding won most comparisons where every weight is pulled, and lost none."""
    free = rounding_ahead(FREE)
    return free.ahead > 0.5 * sum(free) and not free.behind


def needs_a_longer_period(evidence: Evidence) -> bool:
    """Return whether no threshold will do at period 1."""
    knobs = replace(evidence.knobs, period=1)
    rounds = [learners(replace(knobs, threshold=threshold))[CUT] for threshold in THRESHOLDS]
    return not any(does(kept) for kept in features_kept(rounds, evidence.data))


def does(kept: KeptFeatures) -> bool:
    """Return whether at least WANTED measurements are kept, and no noise."""
    return kept.real >= WANTED and not kept.random


def keeps_too_few(evidence: Evidence) -> bool:
    """Return whether rounding keeps fewer than WANTED measurements."""
    return evidence.now[CUT].real < WANTED


def keeps_noise(evidence: Evidence) -> bool:
    """Return whether rounding keeps noise."""
    return evidence.now[CUT].random > 0


def nearly_all(evidence: Evidence) -> bool:
    """Return whether rounding keeps at least WANTED measurements and no noise."""
    return does(evidence.now[CUT])


# The steps ---------------------------------------------------------------------------------------


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    knobs, kept, now = evidence.knobs, evidence.kept, evidence.now
    bounded, free = rounding_ahead(BOUNDED), rounding_ahead(FREE)
    return {
        "every": f"{knobs.period}",
        "theta": f"{knobs.threshold:g}",
        "half": f"{knobs.eta / 2:g}",
        "most": f"{knobs.period * knobs.eta / 2:g}",
        "gain": f"{0.8 * knobs.period * knobs.eta / 2:.2g}",
        "eta": f"{knobs.eta:g}",
        "strength": f"{knobs.gravity:g}",
        "pull": f"{knobs.eta * knobs.period * knobs.gravity:.3g}",
        "coins": f"{COINS}",
        "coins_left": f"{coins_left(evidence)}",
        "large": f"{LARGE:g}",
        "useful_end": f"{weight_path(evidence, ALWAYS)[-1]:.2f}",
        "just_where": f"{weight_path(evidence, ALWAYS)[-1]:.3f}",
        "rounding_end": f"{weight_path(evidence, CUT)[-1]:.2f}",
        "coin_off": f"{np.count_nonzero(after_each(evidence, ALWAYS, False))}",
        "pulls": f"{len(after_each(evidence, ALWAYS, False))}",
        "rounding_real": f"{kept[CUT][0].real}",
        "rounding_real_last": f"{kept[CUT][-1].real}",
        "pulling_real": f"{kept[PULLED][0].real}",
        "pulling_noise": f"{kept[PULLED][0].random}",
        "real_now": f"{now[CUT].real}",
        "real_said": count_of(now[CUT].real, "measurement"),
        "noise_said": count_of(now[CUT].random, "noise feature"),
        "level": f"{bounded.level}",
        "bounded_ahead": f"{bounded.ahead}",
        "bounded_behind": f"{bounded.behind}",
        "ahead": f"{free.ahead}",
        "compared": f"{sum(free)}",
    }


def count_of(n: int, name: str) -> str:
    """Return how many there are, with the verb: "1 measurement is", "2 measurements are"."""
    return f"{n} {name} is" if n == 1 else f"{n} {name}s are"


WHY = Step(
    "why",
    Scene(unnamed(CUT), frames=END, look=("useful feature",)),
    new="rounding",
    claims=(
        Claim(
            adds_half_at_most,
            always="the slope of the logistic loss is ½ at most where the guess is not wrong",
        ),
        Claim(too_short, fails_at={"eta": 0.02}),
        Claim(dies, fails_at={"period": 15}),
    ),
)

ONE_WEIGHT = (
    Step(
        "weights",
        Scene(film(PLAIN, reach=WIDE), frames=FILM),
        claims=(
            Claim(agrees_nine_in_ten, always="the stream is drawn so"),
            Claim(useful_grows, fails_at={"eta": 0.001}),
            Claim(coin_wanders_off, fails_at={"eta": 0.001}),
        ),
    ),
    Step(
        "cut",
        Scene(unnamed(CUT), frames=START),
        after=Scene(unnamed(CUT), frames=FILM),
        claims=(Claim(dies, fails_at={"period": 15}),),
    ),
    WHY,
    Step(
        "near",
        Scene(film(CUT), frames=END),
        new="threshold",
        claims=(Claim(coin_is_cut, fails_at={"period": 50}),),
    ),
    Step(
        "wait",
        Scene(film(CUT, reach=WIDE), frames=END),
        knobs=("period",),
        new="period",
        goal=lives,
        solution={"period": 15},
        claims=(
            Claim(dies, fails_at={"period": 15}),
            Claim(coin_gets_past, holds_at={"period": 50}, fails_at={"period": 15}),
        ),
    ),
    Step(
        "longer",
        Scene(coins, at={"period": 50}, frames=START),
        after=Scene(coins, at={"period": 50}, frames=FILM),
        claims=(Claim(most_coins_are_cut, fails_at={"period": 10}),),
    ),
    Step(
        "pull",
        Scene(film(PULLED, reach=WIDE, called="weight"), frames=START),
        after=Scene(film(PULLED, reach=WIDE, called="weight"), frames=FILM),
        new="pull",
        claims=(
            Claim(takes_a_part, fails_at=({"gravity": 0.5}, {"period": 11})),
            Claim(gets_past, fails_at={"period": 1}),
            Claim(grows_far_beyond, fails_at={"gravity": 0.5}),
            Claim(coin_is_pulled_to_zero, fails_at={"gravity": 0.01}),
        ),
    ),
    Step(
        "gentle",
        Scene(film(CUT, PULLED, reach=WIDE), frames=FILM),
        new="truncated gradient",
        claims=(
            Claim(dies, fails_at={"period": 15}),
            Claim(gets_past, fails_at={"period": 1}),
            Claim(grows_far_beyond, fails_at={"gravity": 0.5}),
            Claim(coin_is_pulled_to_zero, fails_at={"gravity": 0.01}),
            Claim(same_for_the_coin, fails_at={"gravity": 0.01}),
        ),
    ),
    Step(
        "strong",
        Scene(film(CUT, PULLED), at={"gravity": 0.5}, frames=START),
        after=Scene(film(CUT, PULLED), at={"gravity": 0.5}, frames=FILM),
        claims=(
            Claim(same_for_the_useful, fails_at={"gravity": 0.2}),
            Claim(same_for_the_coin, fails_at={"gravity": 0.01}),
            Claim(dies, fails_at={"period": 15}),
        ),
    ),
    Step(
        "large",
        Scene(every_pull(), at={"period": 15}, frames=START),
        after=Scene(every_pull(), at={"period": 15}, frames=FILM),
        claims=(
            Claim(lives, fails_at={"period": 10}),
            Claim(ends_at_half, fails_at={"gravity": 0.05}),
            Claim(gains_twice_a_pull, fails_at={"gravity": 0.05}),
        ),
    ),
    Step(
        "weaker",
        Scene(every_pull(LARGE), at={"period": 15}, frames=END),
        knobs=("gravity",),
        new="gravity",
        goal=stays_large,
        solution={"gravity": 0.05},
        claims=(
            Claim(lives, fails_at={"period": 10}),
            Claim(coin_is_cut, fails_at={"period": 50}),
            Claim(loses_all, holds_at={"gravity": 1.0}, fails_at={"gravity": 0.05}),
            Claim(loses_size, fails_at={"gravity": 0.05}),
            Claim(pulls_lose_the_coin, holds_at={"gravity": 0.05}, fails_at={"gravity": 0.3}),
        ),
    ),
)

DATA = (
    Step(
        "data",
        Scene(sweep(periods_of), at={"period": 1}),
        after=Scene(sweep(periods_of, CUT), at={"period": 1}),
        claims=(
            Claim(few_at_first, fails_at=({"threshold": 0.005}, {"threshold": 0.2})),
            Claim(more_later, fails_at=({"threshold": 0.2}, {"eta": 0.1})),
            Claim(no_noise, fails_at={"threshold": 0.005}),
            Claim(noise_is_rare, always="the example's noise is drawn so"),
            Claim(seldom_large, always="the example's measurements, at unit variance"),
            Claim(one_step_needs_five, fails_at={"eta": 0.02}),
        ),
    ),
    Step(
        "both",
        Scene(sweep(periods_of, CUT, PULLED), at={"period": 1}),
        knobs=("period",),
        goal=must_be_the_same,
        solution={"period": 25},
        claims=(
            Claim(pulling_keeps_more, fails_at={"threshold": 0.005}),
            Claim(pulling_keeps_noise, fails_at={"gravity": 1.0}),
            Claim(pull_is_shorter, fails_at={"period": 25}),
            Claim(alike_by_chance, fails_at={"gravity": 0.01}),
        ),
    ),
    Step(
        "claim",
        Scene(fights(free=False)),
        after=Scene(fights(free=True)),
        claims=(
            Claim(dies, fails_at={"period": 15}),
            Claim(mostly_level, always=COUNTED),
            Claim(wins_most_of_the_others, always=COUNTED),
            Claim(clearly_better, always=COUNTED),
        ),
    ),
    Step(
        "yours",
        Scene(sweep(both_knobs_of, CUT), at={"period": 1}),
        knobs=("threshold", "period"),
        goal=nearly_all,
        solution={"threshold": 0.02, "period": 15},
        claims=(
            Claim(keeps_too_few, fails_at={"threshold": 0.02, "period": 15}),
            Claim(
                keeps_noise,
                holds_at={"threshold": 0.005},
                fails_at={"threshold": 0.02, "period": 15},
            ),
            Claim(needs_a_longer_period, always=OBSERVED),
        ),
    ),
)

STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=8,
    needs="",
    steps=(*ONE_WEIGHT, *DATA),
)
