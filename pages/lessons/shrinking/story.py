"""The story of four rules that shrink, and of the price of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import numpy as np

from pages.lessons.shrinking import twin
from pages.lessons.shrinking.evidence import WEIGHTS, Evidence
from pages.lessons.shrinking.hand import Sight
from pages.lessons.shrinking.pictures import stage
from ui.lessons import Claim, Scene, Step, Story

FAR, HIGH, LARGE, MILD, LOW, FIRST = 1.2, 0.7, 1.3, 0.5, -0.9, -1.0
"""Places of the weight in hand."""
BELOW, BEYOND = 0.58, 0.62
"""Places of a weight on both sides of the threshold, one small vote apart."""
PULLS = (0.0, 0.2, 0.4, 0.8, 1.2)
FOUR = "rounding", "truncation", "soft_threshold", "keep_largest"
THIRD, FOURTH, GROWN = 2, 3, -0.45
"""Two weights, and the place at which the former has outgrown the latter."""


def one_weight(rule: str, start: float, end: float, beside: str = "", whole: bool = False) -> Scene:
    """Return the scene of one weight on its way through a rule, another rule's graph behind it."""
    sight = Sight((rule,), path=(start, end), beside=beside, whole=whole)
    return Scene(partial(stage, sight=sight))


def all_weights(
    *rules: str,
    hand: int = 1,
    path: tuple[float, float] = (0.55, 0.55),
    at: Mapping[str, float] | None = None,
    **more,
) -> Scene:
    """Return the scene of all weights as bars, one of them on its way, as ``Sight`` has it."""
    return Scene(partial(stage, sight=Sight(rules, hand, path, bars=True, **more)), at=at or {})


# The claims of the prose ------------------------------------------------------------------------


def image_of(rule: Callable[..., np.ndarray], v: float, *knobs: float) -> float:
    """Return the place to which a rule sends one weight."""
    return float(rule(np.array([v]), *knobs)[0])


def never_larger(evidence: Evidence) -> bool:
    """Return whether no rule of the lesson makes a weight larger."""
    sizes = np.abs(evidence.weights)
    return all(bool((np.abs(evidence.sent[rule]) <= sizes).all()) for rule in FOUR)


def cuts(evidence: Evidence) -> bool:
    """Return whether rounding gives 0 up to the threshold in size, and the weight beyond."""
    theta = evidence.knobs.theta
    beyond, inside = [theta + 1e-9, -theta - 1e-9], [theta, -theta, 0.5 * theta]
    kept = [image_of(twin.round_small, v, theta) for v in beyond] == beyond
    return kept and not any(image_of(twin.round_small, v, theta) for v in inside)


def comes_out_again(evidence: Evidence) -> bool:
    """Return whether rounding leaves alone both ends of the way, the second below 0."""
    theta = evidence.knobs.theta
    return all(image_of(twin.round_small, v, theta) == v for v in (HIGH, LOW))


def zero_up_to_the_pull(evidence: Evidence) -> bool:
    """Return whether truncated gradient sends a weight as long as the pull to 0."""
    knobs = evidence.knobs
    return image_of(twin.truncate, knobs.alpha, knobs.alpha, knobs.theta) == 0.0


def smaller_by_the_pull(evidence: Evidence) -> bool:
    """Return whether a weight between the pull and the threshold comes out smaller by the pull."""
    theta, alpha = evidence.knobs.theta, evidence.knobs.alpha
    return bool(np.isclose(image_of(twin.truncate, MILD, alpha, theta), MILD - alpha))


def beyond_unchanged(evidence: Evidence) -> bool:
    """Return whether a weight beyond the threshold comes out unchanged."""
    return image_of(twin.truncate, FAR, evidence.knobs.alpha, evidence.knobs.theta) == FAR


def jumps_less_far(evidence: Evidence) -> bool:
    """Return whether truncated gradient jumps at the threshold, but less far than rounding."""
    theta, alpha = evidence.knobs.theta, evidence.knobs.alpha
    inside = image_of(twin.truncate, theta, alpha, theta)
    return bool(0.0 < inside < theta - 1e-9)


def same(evidence: Evidence) -> bool:
    """Return whether truncated gradient does what rounding does, wherever a weight stands."""
    v = np.linspace(-1.6, 1.6, 3201)
    theta, alpha = evidence.knobs.theta, evidence.knobs.alpha
    return bool((twin.truncate(v, alpha, theta) == twin.round_small(v, theta)).all())


def differ(evidence: Evidence) -> bool:
    """Return whether truncated gradient does not do all that rounding does."""
    return not same(evidence)


def large_pays(evidence: Evidence) -> bool:
    """Return whether a large weight survives the soft threshold, smaller by the pull."""
    alpha = evidence.knobs.alpha
    return bool(np.isclose(image_of(twin.soft, LARGE, alpha), LARGE - alpha))


def all_pay(evidence: Evidence) -> bool:
    """Return whether every weight that the soft threshold leaves is smaller by the pull."""
    before, after = evidence.weights, evidence.sent["soft_threshold"]
    left = after != 0.0
    return bool(np.allclose((np.abs(before) - np.abs(after))[left], evidence.knobs.alpha))


def beyond_are_left(evidence: Evidence) -> bool:
    """Return whether the weights that are left are those larger than the pull."""
    left = evidence.sent["soft_threshold"] != 0.0
    return bool((left == (np.abs(evidence.weights) > evidence.knobs.alpha)).all())


def soft_never_jumps(evidence: Evidence) -> bool:
    """Return whether the soft threshold moves no two places farther apart."""
    v = np.linspace(-1.6, 1.6, 3201)
    return bool((np.abs(np.diff(twin.soft(v, evidence.knobs.alpha))) <= np.diff(v) + 1e-12).all())


def one_left(evidence: Evidence) -> bool:
    """Return whether the soft threshold leaves one weight."""
    return evidence.n_kept("soft_threshold") == 1


def none_left(evidence: Evidence) -> bool:
    """Return whether the soft threshold leaves no weight."""
    return evidence.n_kept("soft_threshold") == 0


def longer_pulls_leave_fewer(evidence: Evidence) -> bool:
    """Return whether the soft threshold leaves the fewer weights, the longer the pull is."""
    left = [np.count_nonzero(twin.soft(evidence.weights, pull)) for pull in PULLS]
    return bool((np.diff(left) <= 0).all() and left[0] > left[-1])


def keeps_the_largest(evidence: Evidence) -> bool:
    """Return whether keep-k leaves the k largest weights as they are, and no other."""
    v, after, k = evidence.weights, evidence.sent["keep_largest"], evidence.knobs.k
    first = np.argsort(-np.abs(v))[:k]
    return bool((after[first] == v[first]).all()) and evidence.n_kept("keep_largest") == k


def a_rival_wins(evidence: Evidence) -> bool:
    """Return whether keep-k drops the fourth weight when the third outgrows it."""
    k, v = evidence.knobs.k, np.array(WEIGHTS)
    grown = v.copy()
    grown[THIRD] = GROWN
    kept = [np.flatnonzero(twin.keep_largest(w, k)).tolist() for w in (v, grown)]
    return kept == [[0, 1, FOURTH], [0, 1, THIRD]]


def can_be_alike(evidence: Evidence) -> bool:
    """Return whether some threshold leaves rounding the weights that keep-k keeps."""
    v, after = evidence.weights, evidence.sent["keep_largest"]
    return any((twin.round_small(v, theta) == after).all() for theta in (0.0, *np.abs(v)))


def rounding_keeps_fewer(evidence: Evidence) -> bool:
    """Return whether rounding keeps fewer weights than keep-k."""
    return evidence.n_kept("rounding") < evidence.n_kept("keep_largest")


def rounding_keeps_more(evidence: Evidence) -> bool:
    """Return whether rounding keeps more weights than keep-k."""
    return evidence.n_kept("rounding") > evidence.n_kept("keep_largest")


def same_two(evidence: Evidence) -> bool:
    """Return whether rounding and keep-k leave the same two weights."""
    sent = evidence.sent
    agree = (sent["rounding"] == sent["keep_largest"]).all()
    return bool(agree and evidence.n_kept("rounding") == 2)


def leaps(evidence: Evidence) -> bool:
    """Return whether what comes out grows more than ten times as much as the weight."""
    low, high = outs(evidence)
    return bool(high == BEYOND and high - low > 10 * (BEYOND - BELOW))


def outs(evidence: Evidence) -> tuple[float, float]:
    """Return what truncated gradient makes of the two places at the threshold."""
    knobs = evidence.knobs
    return tuple(image_of(twin.truncate, v, knobs.alpha, knobs.theta) for v in (BELOW, BEYOND))


def three_of_the_fourth(evidence: Evidence) -> bool:
    """Return whether the four rules make three different weights of the fourth."""
    return len({round(float(evidence.sent[rule][FOURTH]), 9) for rule in FOUR}) == 3


def fourth_is_small(evidence: Evidence) -> bool:
    """Return whether the pull takes all of the fourth weight."""
    return abs(float(evidence.weights[FOURTH])) <= evidence.knobs.alpha


def fourth_is_large(evidence: Evidence) -> bool:
    """Return whether the fourth weight is so large that the soft threshold alone changes it."""
    size = float(evidence.weights[FOURTH])
    changed = [rule for rule in FOUR if float(evidence.sent[rule][FOURTH]) != size]
    return changed == ["soft_threshold"]


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    knobs = evidence.knobs
    low, high = outs(evidence)
    values = {
        "theta": knobs.theta,
        "alpha": knobs.alpha,
        "mild": image_of(twin.truncate, MILD, knobs.alpha, knobs.theta),
        "inside": image_of(twin.truncate, knobs.theta, knobs.alpha, knobs.theta),
        "large": image_of(twin.soft, LARGE, knobs.alpha),
        "largest": evidence.sent["soft_threshold"][0],
        "far": FAR,
        "high": HIGH,
        "below": BELOW,
        "above": BEYOND,
        "from": low,
        "leap": high - low,
        "k": knobs.k,
    }
    return {name: f"{round(float(value), 4):g}" for name, value in values.items()}


# The steps --------------------------------------------------------------------------------------

STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=6,
    needs="gravity",
    steps=(
        Step(
            "rounding",
            one_weight("rounding", FAR, HIGH),
            after=one_weight("rounding", FAR, LOW),
            new="shrinkage rule",
            claims=(
                Claim(never_larger, always="what a shrinkage rule is"),
                Claim(cuts, always="what rounding is"),
                Claim(comes_out_again, fails_at={"theta": 1.0}),
            ),
        ),
        Step(
            "truncated",
            one_weight("truncation", 0.0, 0.0),
            after=one_weight("truncation", 0.0, FAR),
            claims=(
                Claim(zero_up_to_the_pull, fails_at={"alpha": 1.0}),
                Claim(smaller_by_the_pull, fails_at=({"alpha": 0.6}, {"theta": 0.4})),
                Claim(beyond_unchanged, fails_at={"theta": 1.5}),
            ),
        ),
        Step(
            "jump",
            one_weight("truncation", BELOW, BELOW, whole=True),
            after=one_weight("truncation", BELOW, BEYOND, whole=True),
            claims=(
                Claim(jumps_less_far, fails_at=({"alpha": 0.0}, {"alpha": 1.5})),
                Claim(leaps, fails_at=({"alpha": 0.2}, {"theta": 0.7})),
            ),
        ),
        Step(
            "same",
            one_weight("truncation", MILD, MILD, beside="rounding", whole=True),
            knobs=("alpha",),
            goal=same,
            solution={"alpha": 0.6},
            claims=(Claim(differ, fails_at={"alpha": 0.6}),),
        ),
        Step(
            "soft",
            one_weight("soft_threshold", 0.0, 0.0),
            after=one_weight("soft_threshold", FIRST, LARGE, beside="truncation"),
            new="soft threshold",
            claims=(
                Claim(large_pays, fails_at={"alpha": 1.5}),
                Claim(beyond_unchanged, fails_at={"theta": 1.5}),
                Claim(jumps_less_far, fails_at=({"alpha": 0.0}, {"alpha": 1.5})),
                Claim(soft_never_jumps, always="it moves no two places farther apart"),
                Claim(all_pay, always="what the soft threshold is"),
            ),
        ),
        Step(
            "left",
            all_weights("soft_threshold", loose="none"),
            knobs=("alpha",),
            goal=one_left,
            solution={"alpha": 0.8},
            claims=(
                Claim(none_left, holds_at={"alpha": 1.4}, fails_at={"alpha": 1.2}),
                Claim(beyond_are_left, always="what the soft threshold is"),
                Claim(longer_pulls_leave_fewer, always="what the soft threshold is"),
                Claim(all_pay, always="what the soft threshold is"),
            ),
        ),
        Step(
            "keep",
            all_weights("keep_largest", hand=THIRD, path=(-0.25, -0.25), fixed=("k",)),
            after=all_weights("keep_largest", hand=THIRD, path=(-0.25, GROWN), fixed=("k",)),
            new="keep-k",
            claims=(
                Claim(keeps_the_largest, always="what keep-k is"),
                Claim(a_rival_wins, fails_at={"k": 2}),
            ),
        ),
        Step(
            "claim",
            all_weights(
                *FOUR, hand=FOURTH, path=(0.3, 0.3), fixed=("alpha", "theta"), loose="hand"
            ),
            knobs=("fourth",),
            goal=three_of_the_fourth,
            solution={"fourth": 0.5},
            claims=(
                Claim(fourth_is_small, fails_at={"fourth": 0.5}),
                Claim(fourth_is_large, holds_at={"fourth": 0.7}, fails_at={"fourth": 0.5}),
                Claim(cuts, always="what rounding is"),
                Claim(jumps_less_far, fails_at=({"alpha": 0.0}, {"alpha": 1.5})),
                Claim(soft_never_jumps, always="it moves no two places farther apart"),
                Claim(all_pay, always="what the soft threshold is"),
                Claim(keeps_the_largest, always="what keep-k is"),
                Claim(a_rival_wins, fails_at={"k": 2}),
            ),
        ),
        Step(
            "you",
            all_weights("rounding", "keep_largest", loose="none"),
            knobs=("theta", "k"),
            goal=same_two,
            solution={"theta": 0.35, "k": 2},
            claims=(
                Claim(can_be_alike, always="no two of the six weights have the same size"),
                Claim(rounding_keeps_fewer, fails_at={"theta": 0.05}),
                Claim(rounding_keeps_more, holds_at={"theta": 0.05}, fails_at={"theta": 1.0}),
            ),
        ),
    ),
)
