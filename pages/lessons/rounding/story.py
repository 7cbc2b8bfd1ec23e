"""Tell the story of a useful and a useless weight under rounding and under truncated gradient."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np

from pages.lessons.rounding.evidence import FREE, HELD, PERIODS, THRESHOLDS, Evidence
from pages.lessons.rounding.pictures import (
    WIDE,
    comparisons,
    kept_by_period,
    kept_by_threshold,
    two_weights,
)
from ui.lessons import Scene, Step, Story

START, FILM, END = (0, 0), (0, -1), (-1, -1)
# The stage ---------------------------------------------------------------------------------------


def film_of(evidence: Evidence, *rules: str, **shown) -> list:
    """Return the film of the two weights under some rules."""
    return [two_weights(evidence, rules, **shown)]


def periods_of(evidence: Evidence, *rules: str) -> list:
    """Return the features that some rules keep, against the period."""
    return [[kept_by_period(evidence, rules, "measurements")]]


def thresholds_of(evidence: Evidence, *rules: str) -> list:
    """Return the features that some rules keep, against the threshold."""
    return [[kept_by_threshold(evidence, rules, "measurements")]]


def fights(evidence: Evidence) -> list:
    """Return how often each rule was clearly ahead of the other on twelve datasets."""
    return [[comparisons()]]


def film(*rules: str, **shown):
    """Return the stage of a film under some rules."""
    return lambda evidence: film_of(evidence, *rules, **shown)


def sweep(over, *rules: str):
    """Return the stage of a picture of features kept by some rules."""
    return lambda evidence: over(evidence, *rules)


PLAIN, CUT, PULLED = "sgd", "rounding", "truncated_gradient"
unnamed = partial(film, limit="", called="weight")


# What the steps claim ----------------------------------------------------------------------------


def path(evidence: Evidence, rule: str, useful: bool = True) -> np.ndarray:
    """Return one of the two weights after each step, [T]."""
    return (evidence.one if useful else evidence.coin)[rule].weights[:, 0]


def looks(evidence: Evidence, rule: str, useful: bool = True) -> np.ndarray:
    """Return one of the two weights just after each cut or pull."""
    return path(evidence, rule, useful)[evidence.knobs.period - 1 :: evidence.knobs.period]


def dies(evidence: Evidence) -> bool:
    """Return whether rounding cuts the useful weight at every look."""
    return not looks(evidence, CUT).any()


def lives(evidence: Evidence) -> bool:
    """Return whether rounding leaves the useful weight alone at the end."""
    return bool(path(evidence, CUT)[-1] > evidence.knobs.threshold)


def too_short(evidence: Evidence) -> bool:
    """Return whether the steps between two cuts cannot bring the useful weight past θ."""
    knobs = evidence.knobs
    return dies(evidence) and knobs.period * knobs.eta / 2 <= knobs.threshold * (1 + 1e-12)


def coin_stays(evidence: Evidence) -> bool:
    """Return whether rounding never touches the coin's weight, which is below −θ when looked at."""
    return bool((looks(evidence, CUT, False) < -evidence.knobs.threshold).all()) and lives(evidence)


def neither_touches(evidence: Evidence) -> bool:
    """Return whether both rules leave the coin's weight where plain steps take it."""
    paths = [path(evidence, rule, False) for rule in (PLAIN, CUT, PULLED)]
    return coin_stays(evidence) and all(np.array_equal(paths[0], other) for other in paths)


def pull_sorts(evidence: Evidence) -> bool:
    """Return whether pulling lets the useful weight grow and holds the coin's at 0."""
    grown = path(evidence, PULLED)[-1] > 5 * evidence.knobs.threshold
    past = (looks(evidence, PULLED)[1:] > evidence.knobs.threshold).all()
    return bool(grown and past) and not looks(evidence, PULLED, False).any()


def same(evidence: Evidence) -> bool:
    """Return whether both rules lead both weights the same way."""
    return all(
        np.array_equal(path(evidence, CUT, useful), path(evidence, PULLED, useful))
        for useful in (True, False)
    )


def many_without_noise(evidence: Evidence) -> bool:
    """Return whether rounding keeps at least 25 real features and no noise."""
    return evidence.now[CUT].real >= 25 and not evidence.now[CUT].random


def few_at_first(evidence: Evidence) -> bool:
    """Return whether rounding keeps few measurements with period 1, more later, and no noise."""
    kept = evidence.kept[CUT]
    steady = 0 < kept[0].real <= 5 < kept[-1].real and not any(k.random for k in kept)
    return steady and seldom_large(evidence)


def seldom_large(evidence: Evidence) -> bool:
    """Return whether most measurements lie between −2 and 2, and few, but some, above 5."""
    data = evidence.data
    values = data.X[:, : data.n_features - data.n_noise].toarray()
    between, above = (np.abs(values) < 2).mean(), (values > 5).mean()
    return bool(between > 0.9 and 0 < above < 0.01 and values.min() > -5)


def alike_later(evidence: Evidence) -> bool:
    """Return whether truncated gradient keeps more of both kinds at first, and the same later."""
    cut, pulled = evidence.kept[CUT], evidence.kept[PULLED]
    late = [i for i, period in enumerate(PERIODS) if period >= 10]
    first = pulled[0].real > cut[0].real and pulled[0].random > cut[0].random
    return first and all(
        abs(cut[i].real - pulled[i].real) <= 1 and cut[i].random == pulled[i].random for i in late
    )


def must_fit(evidence: Evidence) -> bool:
    """Return whether one threshold keeps most measurements and a somewhat larger one none."""
    return _at(evidence, 0.02) >= 25 and _at(evidence, 0.08) == 0


def strong(evidence: Evidence) -> bool:
    """Return whether fitting settings make rounding keep much, and it was level or ahead so far."""
    level = HELD[1] > 0.5 * sum(HELD)
    return must_fit(evidence) and level and FREE[0] > 0.5 * sum(FREE) and not FREE[2]


def no_threshold_will_do(evidence: Evidence) -> bool:
    """Return whether no threshold keeps 28 measurements and no noise at the period of the knobs."""
    return not any(k.real >= 28 and not k.random for k in evidence.by_threshold[CUT])


def nearly_all(evidence: Evidence) -> bool:
    """Return whether rounding keeps at least 28 measurements and no noise."""
    return evidence.now[CUT].real >= 28 and not evidence.now[CUT].random


def _at(evidence: Evidence, threshold: float) -> int:
    """The measurements that rounding keeps at a threshold."""
    return evidence.by_threshold[CUT][THRESHOLDS.index(threshold)].real


# The steps ---------------------------------------------------------------------------------------


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    knobs, kept = evidence.knobs, evidence.kept
    return {
        "every": f"{knobs.period}",
        "theta": f"{knobs.threshold:g}",
        "half": f"{knobs.eta / 2:g}",
        "most": f"{knobs.period * knobs.eta / 2:g}",
        "gain": f"{0.8 * knobs.period * knobs.eta / 2:.2g}",
        "eta": f"{knobs.eta:g}",
        "pull": f"{knobs.eta * knobs.period * knobs.gravity:.3g}",
        "each": f"{knobs.eta * knobs.gravity:.2g}",
        "rounding_real": f"{kept[CUT][0].real}",
        "rounding_real_last": f"{kept[CUT][-1].real}",
        "pulling_real": f"{kept[PULLED][0].real}",
        "pulling_noise": f"{kept[PULLED][0].random}",
        "real_now": f"{evidence.now[CUT].real}",
        "ahead": f"{FREE[0]}",
        "compared": f"{sum(FREE)}",
    }


ONE_WEIGHT = (
    Step(
        "weights",
        Scene(film(PLAIN, reach=WIDE), frames=FILM),
        holds=lambda e: bool(path(e, PLAIN)[-1] > 0.3 and abs(path(e, PLAIN, False)[-1]) > 0.05),
    ),
    Step(
        "cut",
        Scene(unnamed(CUT), frames=START),
        after=Scene(unnamed(CUT), frames=FILM),
        holds=dies,
    ),
    Step(
        "why",
        Scene(unnamed(CUT), frames=END, look=("useful feature",)),
        new="rounding",
        holds=too_short,
    ),
    Step(
        "near",
        Scene(film(CUT), frames=END),
        new="threshold",
        holds=lambda e: not looks(e, CUT, False).any(),
    ),
    Step(
        "wait",
        Scene(film(CUT), frames=END),
        knobs=("period",),
        new="period",
        goal=lives,
        solution={"period": 15},
        holds=dies,
    ),
    Step(
        "longer",
        Scene(film(CUT), at={"period": 50}, frames=START),
        after=Scene(film(CUT), at={"period": 50}, frames=FILM, look=("useless feature: a coin",)),
        holds=coin_stays,
    ),
    Step(
        "pull",
        Scene(film(PULLED, reach=WIDE, called="weight"), frames=START),
        after=Scene(film(PULLED, reach=WIDE, called="weight"), frames=FILM),
        new="pull",
        holds=pull_sorts,
    ),
    Step(
        "gentle",
        Scene(film(CUT, PULLED, reach=WIDE), frames=FILM),
        new="truncated gradient",
        holds=lambda e: dies(e) and pull_sorts(e),
    ),
    Step(
        "strong",
        Scene(film(CUT, PULLED), at={"gravity": 0.5}, frames=START),
        after=Scene(film(CUT, PULLED), at={"gravity": 0.5}, frames=FILM),
        holds=lambda e: same(e) and dies(e),
    ),
    Step(
        "catch",
        Scene(film(CUT, PULLED), at={"period": 50}, frames=END, look=("useless feature: a coin",)),
        holds=neither_touches,
    ),
)

DATA = (
    Step(
        "data",
        Scene(sweep(periods_of), at={"period": 1}),
        after=Scene(sweep(periods_of, CUT), at={"period": 1}),
        holds=few_at_first,
    ),
    Step(
        "both",
        Scene(sweep(periods_of, CUT, PULLED), at={"period": 1}),
        holds=alike_later,
    ),
    Step(
        "tune",
        Scene(sweep(thresholds_of, CUT)),
        knobs=("threshold", "period"),
        goal=many_without_noise,
        solution={"threshold": 0.02},
        holds=lambda e: e.now[CUT].real < 25,
    ),
    Step("claim", Scene(fights), holds=strong),
    Step(
        "yours",
        Scene(sweep(thresholds_of, CUT), at={"period": 1}),
        knobs=("threshold", "period"),
        goal=nearly_all,
        solution={"threshold": 0.02, "period": 15},
        holds=no_threshold_will_do,
    ),
)

STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=8,
    needs="",
    steps=(*ONE_WEIGHT, *DATA),
)
