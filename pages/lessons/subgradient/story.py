"""Tell the story of a weight that is pushed past zero, and of one that is stopped there."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pages.lessons.subgradient import pictures
from pages.lessons.subgradient.evidence import PULLED, Evidence, T
from ui.lessons import Scene, Step, Story

PUSHED = "subgradient"
NEAR, TOO_FAR = 4, 0.1
"""The step after which the lone weight is nearer to 0 than a push; a last cut that costs loss."""
OBVIOUS, TRUNCATED = (pictures.NAMES[key] for key in (PUSHED, PULLED))


def lone(evidence: Evidence) -> list:
    """Return the film of one weight under the obvious push."""
    return [pictures.alone(evidence, [PUSHED])]


def both(evidence: Evidence) -> list:
    """Return the film of one weight under both rules."""
    return [pictures.alone(evidence)]


def penalty(evidence: Evidence) -> list:
    """Return the picture of the penalty."""
    return [[pictures.penalty(evidence)]]


def pushed(evidence: Evidence) -> list:
    """Return the film of all weights under the obvious push."""
    return [pictures.near_zero(evidence, PUSHED)]


def pulled(evidence: Evidence) -> list:
    """Return the film of all weights under truncated gradient."""
    return [pictures.near_zero(evidence, PULLED)]


def jitter(evidence: Evidence) -> list:
    """Return the film of one weight of the data under both rules."""
    return [pictures.noise_weight(evidence)]


def memory(evidence: Evidence) -> list:
    """Return the film of the weights that are not 0."""
    return [pictures.memory(evidence)]


def corner(evidence: Evidence) -> list:
    """Return the picture of the penalty, and of the flat line below its corner."""
    return [[pictures.penalty(evidence, flat=True)]]


def sizes(evidence: Evidence) -> list:
    """Return the picture of all sizes under the obvious push, and of the last cut."""
    return [[pictures.sizes(evidence)]]


def kinds(evidence: Evidence) -> list:
    """Return the same picture, noise and useful weights told apart."""
    return [[pictures.sizes(evidence, kinds=True)]]


def trade(evidence: Evidence) -> list:
    """Return the picture of all last cuts."""
    return [[pictures.trade(evidence)]]


# The claims of the prose ------------------------------------------------------------------------


def comes_near(evidence: Evidence) -> bool:
    """Return whether the weight falls by one push a step until it is nearer than a push."""
    path, push = evidence.alone[PUSHED][: NEAR + 1], evidence.knobs.push
    return bool(np.allclose(np.diff(path), -push) and 0.0 < path[-1] < push)


def jumps(evidence: Evidence) -> bool:
    """Return whether the weight changes its side at every step, and never is 0."""
    path = evidence.alone[PUSHED][NEAR:]
    return bool((path[1:] * path[:-1] < 0.0).all() and np.allclose(path[2:], path[:-2]))


def stops(evidence: Evidence) -> bool:
    """Return whether truncated gradient holds the weight at 0 where the obvious push does not."""
    return bool((evidence.alone[PULLED][NEAR + 1 :] == 0.0).all() and jumps(evidence))


def never_zero(evidence: Evidence) -> bool:
    """Return whether no weight is 0 under the obvious push, and some are small."""
    return zeros(evidence, PUSHED) == 0 and near_weights(evidence) > 0


def settles(evidence: Evidence) -> bool:
    """Return whether truncated gradient always has most at 0, and the obvious push none."""
    fewest = fewest_zeros(evidence)
    most = features(evidence) // 2 < fewest < zeros(evidence, PULLED)
    return most and never_zero(evidence)


def one_jumps(evidence: Evidence) -> bool:
    """Return whether the weight shown is noise that crosses 0 at most steps, and rests else."""
    noise = "noise feature" in pictures.noise_weight(evidence).scenes[0].title
    crossings, rest = jitters(evidence)
    return noise and crossings > 0.9 * T and rest > 0.9 * T and moved(evidence) < 10


def remembers_all(evidence: Evidence) -> bool:
    """Return whether the obvious push remembers all, and truncated gradient more than it keeps."""
    most = {key: int(run.nonzeros.max()) for key, run in evidence.runs.items()}
    end = int(evidence.runs[PULLED].nonzeros[-1])
    return most[PUSHED] == features(evidence) and end < most[PULLED] < most[PUSHED]


def cut_costs(evidence: Evidence) -> bool:
    """Return whether the last cut takes all noise, most useful features, and costs loss."""
    now, whole = evidence.now, evidence.whole
    return now.random == 0 and 2 * now.real < whole.real and now.loss > 1.05 * whole.loss


def as_good(evidence: Evidence) -> bool:
    """Return whether the cut leaves no more features than truncation has, at hardly more loss."""
    now, other = evidence.now, evidence.truncated
    return now.features <= other.features and now.loss <= 1.05 * other.loss


def features(evidence: Evidence) -> int:
    """Return how many features the data have."""
    return len(evidence.names)


def zeros(evidence: Evidence, key: str) -> int:
    """Return how many weights are exactly 0 at the end."""
    return features(evidence) - int(evidence.runs[key].nonzeros[-1])


def fewest_zeros(evidence: Evidence) -> int:
    """Return how many weights of truncated gradient are exactly 0 when the fewest are."""
    return features(evidence) - int(evidence.runs[PULLED].nonzeros.max())


def near_weights(evidence: Evidence) -> int:
    """Return how many weights of the obvious push are not 0, and nearer to it than one push."""
    w = np.abs(evidence.runs[PUSHED].final_weights)
    return int(np.count_nonzero((w > 0.0) & (w <= evidence.knobs.push)))


def jitters(evidence: Evidence) -> tuple[int, int]:
    """Return at how many steps the weight shown changes its side, and rests at 0."""
    one, other = (track.y[1:] for track in pictures.noise_weight(evidence).scenes[0].tracks)
    return int(np.count_nonzero(one[1:] * one[:-1] < 0.0)), int(np.count_nonzero(other == 0.0))


def moved(evidence: Evidence) -> int:
    """Return at how many steps a vote moves the weight shown, and not the push alone."""
    path, push = pictures.noise_weight(evidence).scenes[0].tracks[0].y, evidence.knobs.push
    return int(np.count_nonzero(np.abs(np.diff(path) + push * np.sign(path[:-1])) > 1e-9))


def noise_largest(evidence: Evidence) -> float:
    """Return the size of the largest weight of a noise feature under the obvious push."""
    run = evidence.runs[PUSHED]
    noise = [evidence.names[feature].startswith("noise") for feature in run.tracked]
    return float(np.abs(run.weights[-1][noise]).max(initial=0.0))


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    path, whole = evidence.alone[PUSHED], evidence.whole
    crossings, rest = jitters(evidence)
    counts = {
        "features": features(evidence),
        "real": whole.real,
        "noise": whole.random,
        "steps": T,
        "near_weights": near_weights(evidence),
        "pulled_zeros": zeros(evidence, PULLED),
        "pulled_fewest": fewest_zeros(evidence),
        "met": moved(evidence),
        "crossings": crossings,
        "rest": rest,
        "pushed_most": evidence.runs[PUSHED].nonzeros.max(),
        "pulled_most": evidence.runs[PULLED].nonzeros.max(),
        "pulled_end": evidence.truncated.features,
        "now_features": evidence.now.features,
    }
    lengths = {
        "start": path[0],
        "near": path[NEAR],
        "past": path[NEAR + 1],
        "push": evidence.knobs.push,
        "threshold": evidence.knobs.threshold,
        "noise_largest": round(noise_largest(evidence), 2),
        "gravity": evidence.knobs.gravity,
        "eta": evidence.knobs.eta,
    }
    losses = {
        "whole_loss": whole.loss,
        "now_loss": evidence.now.loss,
        "pulled_loss": evidence.truncated.loss,
    }
    return (
        {name: f"{count:,}" for name, count in counts.items()}
        | {name: f"{size:.3g}".replace("-", "−") for name, size in lengths.items()}
        | {name: f"{loss:.3f}" for name, loss in losses.items()}
        | {"pushed_zeros": f"{zeros(evidence, PUSHED) or 'Not one'}"}
    )


# The steps --------------------------------------------------------------------------------------

STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=7,
    needs="gravity",
    steps=(
        Step("push", Scene(lone, frames=(0, NEAR)), holds=comes_near),
        Step(
            "end",
            Scene(lone, frames=(NEAR, NEAR)),
            after=Scene(lone, frames=(NEAR, -1)),
            holds=jumps,
        ),
        Step(
            "penalty",
            Scene(penalty, look=("penalty of one weight",)),
            new="penalty",
            holds=lambda e: e.knobs.gravity > 0.0,
        ),
        Step("subgradient", Scene(corner), new="sub-gradient", holds=comes_near),
        Step("stop", Scene(both, frames=(0, -1)), holds=stops),
        Step(
            "many",
            Scene(pushed, frames=(0, 0)),
            after=Scene(pushed, frames=(0, -1)),
            holds=never_zero,
        ),
        Step("truncated", Scene(pulled, frames=(0, -1)), holds=settles),
        Step("jitter", Scene(jitter, frames=(0, -1)), holds=one_jumps),
        Step("memory", Scene(memory, frames=(0, -1)), holds=remembers_all),
        Step(
            "cut",
            Scene(sizes, at={"threshold": TOO_FAR}),
            after=Scene(kinds, at={"threshold": TOO_FAR}),
            holds=cut_costs,
        ),
        Step(
            "goal",
            Scene(trade, at={"threshold": TOO_FAR}),
            knobs=("threshold",),
            goal=as_good,
            solution={"threshold": 0.016},
            holds=cut_costs,
        ),
        Step("fair", Scene(trade, at={"threshold": 0.016}), holds=as_good),
        Step("claim", Scene(both, frames=(0, -1)), holds=stops),
        Step(
            "you",
            Scene(memory),
            knobs=("gravity",),
            goal=lambda e: e.truncated.features < 10,
            solution={"gravity": 0.5},
            holds=remembers_all,
        ),
    ),
)
