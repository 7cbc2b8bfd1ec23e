"""Tell the story of four rules that shrink, and of the price of each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from pages.lessons.shrinking import twin
from pages.lessons.shrinking.evidence import Evidence
from pages.lessons.shrinking.hand import Sight
from pages.lessons.shrinking.pictures import stage
from ui.lessons import Scene, Step, Story

FAR, HIGH, LARGE, MILD, LOW = 1.2, 0.7, 1.3, 0.5, -0.9
"""Places of the weight in hand."""
THIRD, FOURTH, GROWN = 2, 3, -0.45
"""Two weights, and the place at which the former has outgrown the latter."""


def alone(rule: str, start: float, end: float, beside: str = "", whole: bool = False) -> Scene:
    """Return the scene of one weight on its way through a rule, another rule's graph behind it."""
    sight = Sight((rule,), path=(start, end), beside=beside, whole=whole)
    return Scene(partial(stage, sight=sight))


def together(*rules: str, hand: int = 1, path: tuple[float, float] = (0.55, 0.55)) -> Scene:
    """Return the scene of all weights as bars, one of them on its way."""
    return Scene(partial(stage, sight=Sight(rules, hand, path, bars=True)))


# The claims of the prose ------------------------------------------------------------------------


def sent(rule: Callable[..., np.ndarray], v: float, *knobs: float) -> float:
    """Return the place to which a rule sends one weight."""
    return float(rule(np.array([v]), *knobs)[0])


def cuts(evidence: Evidence) -> bool:
    """Return whether rounding keeps what is above the threshold in size, and nothing else."""
    theta = evidence.knobs.theta
    beyond = [theta + 1e-9, -theta - 1e-9, HIGH, LOW]
    kept = [sent(twin.rounded, v, theta) for v in beyond] == beyond
    return kept and sent(twin.rounded, theta, theta) == sent(twin.rounded, -theta, theta) == 0.0


def pulls(evidence: Evidence) -> bool:
    """Return whether truncated gradient has the three pieces that the prose names."""
    theta, alpha = evidence.knobs.theta, evidence.knobs.alpha
    after = [sent(twin.truncated, v, alpha, theta) for v in (alpha, MILD, FAR)]
    return bool(alpha < MILD < theta and np.allclose(after, [0.0, MILD - alpha, FAR]))


def same(evidence: Evidence) -> bool:
    """Return whether truncated gradient does what rounding does, wherever a weight stands."""
    v = np.linspace(-1.6, 1.6, 3201)
    theta, alpha = evidence.knobs.theta, evidence.knobs.alpha
    return bool((twin.truncated(v, alpha, theta) == twin.rounded(v, theta)).all())


def pays(evidence: Evidence) -> bool:
    """Return whether every weight that the soft threshold leaves is smaller by the pull."""
    before, after = evidence.weights, evidence.sent["soft_threshold"]
    left = after != 0.0
    return bool(left.any() and np.allclose(np.abs(before - after)[left], evidence.knobs.alpha))


def one_left(evidence: Evidence) -> bool:
    """Return whether the soft threshold leaves one weight."""
    return evidence.kept("soft_threshold") == 1


def a_rival_wins(evidence: Evidence) -> bool:
    """Return whether keep-k drops the fourth weight when the third outgrows it."""
    k, v = evidence.knobs.k, evidence.weights
    grown = v.copy()
    grown[THIRD] = GROWN
    kept = [np.flatnonzero(twin.kept(w, k)).tolist() for w in (v, grown)]
    return kept == [[0, 1, FOURTH], [0, 1, THIRD]]


def alike(evidence: Evidence) -> bool:
    """Return whether some threshold leaves rounding the weights that keep-k keeps."""
    v, k = evidence.weights, evidence.knobs.k
    return any((twin.rounded(v, theta) == twin.kept(v, k)).all() for theta in np.abs(v))


def same_three(evidence: Evidence) -> bool:
    """Return whether rounding and keep-k leave the same three weights."""
    sent = evidence.sent
    agree = (sent["rounding"] == sent["keep_largest"]).all()
    return bool(agree and evidence.kept("rounding") == 3)


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    knobs, biggest = evidence.knobs, float(evidence.weights.max())
    values = {
        "theta": knobs.theta,
        "alpha": knobs.alpha,
        "mild": sent(twin.truncated, MILD, knobs.alpha, knobs.theta),
        "inside": sent(twin.truncated, knobs.theta, knobs.alpha, knobs.theta),
        "large": sent(twin.soft, LARGE, knobs.alpha),
        "biggest": biggest,
        "biggest_after": sent(twin.soft, biggest, knobs.alpha),
        "k": knobs.k,
        "soft_kept": evidence.kept("soft_threshold"),
    }
    return {name: f"{round(value, 4):g}" for name, value in values.items()}


# The steps --------------------------------------------------------------------------------------

STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=6,
    needs="gravity",
    steps=(
        Step("rule", alone("rounding", FAR, FAR), new="shrinkage rule", holds=cuts),
        Step(
            "rounding",
            alone("rounding", FAR, HIGH),
            after=alone("rounding", FAR, LOW),
            holds=cuts,
        ),
        Step(
            "truncated",
            alone("truncation", 0.0, 0.0),
            after=alone("truncation", 0.0, FAR),
            holds=pulls,
        ),
        Step("jump", alone("truncation", FAR, MILD, whole=True), holds=pulls),
        Step(
            "same",
            alone("truncation", -MILD, LARGE, beside="rounding", whole=True),
            knobs=("alpha",),
            goal=same,
            solution={"alpha": 0.6},
            holds=pulls,
        ),
        Step(
            "soft",
            alone("soft_threshold", 0.0, 0.0),
            after=alone("soft_threshold", 0.0, LARGE),
            new="soft threshold",
            holds=pays,
        ),
        Step("six", together("soft_threshold"), holds=pays),
        Step(
            "left",
            together("soft_threshold"),
            knobs=("alpha",),
            goal=one_left,
            solution={"alpha": 0.8},
            holds=pays,
        ),
        Step(
            "keep",
            together("keep_largest", hand=THIRD, path=(-0.25, -0.25)),
            after=together("keep_largest", hand=THIRD, path=(-0.25, GROWN)),
            new="keep-k",
            holds=a_rival_wins,
        ),
        Step(
            "claim",
            together("rounding", "truncation", "soft_threshold", "keep_largest"),
            holds=lambda e: pulls(e) and pays(e) and a_rival_wins(e),
        ),
        Step(
            "you",
            together("rounding", "keep_largest"),
            knobs=("theta", "k"),
            goal=same_three,
            solution={"theta": 0.27},
            holds=lambda e: alike(e) and e.kept("rounding") < e.kept("keep_largest") == 3,
        ),
    ),
)
