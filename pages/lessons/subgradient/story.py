"""The story of a weight that is pushed past zero, and of one that is stopped there."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pages.lessons.subgradient import pictures
from pages.lessons.subgradient.evidence import LONG, PULLED, WEAK, Evidence, T, leads_on_datasets
from ui.lessons import OBSERVED, Claim, Scene, Step, Story

PUSHED = "subgradient"
NEAR, TOO_FAR = 4, 0.1
"""The step after which the lone weight is nearer to 0 than a push; a last cut that costs loss."""
JUMP = 0.005
"""The distance from 0 that a goal allows the lone weight."""
ROOM, GOOD = 80, 0.45
"""In another goal, so many weights at most at any time, and a loss below this."""
COUNTED = "comparisons on twelve datasets, those of the claim fairness.competitive"


def lone(evidence: Evidence) -> list:
    """Return the film of one weight under the obvious push."""
    return [pictures.lone_weight_film(evidence, [PUSHED])]


def both(evidence: Evidence) -> list:
    """Return the film of one weight under both rules."""
    return [pictures.lone_weight_film(evidence)]


def penalty(evidence: Evidence) -> list:
    """Return the picture of the penalty."""
    return [[pictures.penalty(evidence)]]


def weights_pushed(evidence: Evidence) -> list:
    """Return the film of all weights under the obvious push."""
    return [pictures.near_zero(evidence, PUSHED)]


def weights_pulled(evidence: Evidence) -> list:
    """Return the film of all weights under truncated gradient."""
    return [pictures.near_zero(evidence, PULLED)]


def jitter(evidence: Evidence) -> list:
    """Return the film of one weight of the data under both rules."""
    return [pictures.noise_weight(evidence)]


def memory(evidence: Evidence) -> list:
    """Return the film of the weights that are not 0."""
    return [pictures.memory(evidence)]


def memory_with_goal(evidence: Evidence) -> list:
    """Return the same film with the line of a goal."""
    return [pictures.memory(evidence, ROOM)]


def trade_at_weak_gravity(evidence: Evidence) -> list:
    """Return the picture of all last cuts at a weak gravity, of both rules."""
    return [[pictures.trade_at_weak_gravity(evidence)]]


def shorter(evidence: Evidence) -> list:
    """Return the film of one weight under shorter pushes."""
    return [pictures.shorter(evidence, JUMP)]


def corner(evidence: Evidence) -> list:
    """Return the picture of the penalty, and of a line through its corner."""
    return [[pictures.penalty(evidence, line=True)]]


def sizes(evidence: Evidence) -> list:
    """Return the picture of all sizes under the obvious push, and of the last cut."""
    return [[pictures.sizes(evidence)]]


def kinds(evidence: Evidence) -> list:
    """Return the same picture, with noise and useful weights apart."""
    return [[pictures.sizes(evidence, kinds=True)]]


def trade(evidence: Evidence) -> list:
    """Return the picture of all last cuts."""
    return [[pictures.trade(evidence)]]


def trade_with_goal(evidence: Evidence) -> list:
    """Return the same picture with the corner of a goal."""
    return [[pictures.trade(evidence, goal=True)]]


# The claims of the prose ------------------------------------------------------------------------


def falls_by_a_push(evidence: Evidence) -> bool:
    """Return whether the weight falls by one push at each of the first steps."""
    return bool(np.allclose(np.diff(evidence.alone[PUSHED][: NEAR + 1]), -evidence.knobs.push))


def comes_near(evidence: Evidence) -> bool:
    """Return whether the weight is then nearer to 0 than one push, and above it."""
    return bool(0.0 < evidence.alone[PUSHED][NEAR] < evidence.knobs.push)


def pushes_are_equally_long(evidence: Evidence) -> bool:
    """Return whether every push is as long as gravity times step size."""
    path = evidence.alone[PUSHED]
    return bool(np.allclose(np.abs(np.diff(path))[path[:-1] != 0.0], evidence.knobs.push))


def penalty_is_a_price(evidence: Evidence) -> bool:
    """Return whether the penalty of a weight that is drawn is gravity times its size."""
    (curve,) = pictures.penalty(evidence).data
    return bool(np.allclose(curve["y"], evidence.knobs.gravity * np.abs(curve["x"])))


def cuts_the_corner(evidence: Evidence) -> bool:
    """Return whether the line through the corner is steeper than the V, and so gets above it."""
    return bool(abs(evidence.knobs.slope) > evidence.knobs.gravity * (1.0 + 1e-9))


def is_steepest(evidence: Evidence) -> bool:
    """Return whether the line is as steep as the V, but for one stop of its slider."""
    steep = abs(evidence.knobs.slope) > evidence.knobs.gravity - 0.0025
    return steep and not cuts_the_corner(evidence)


def jumps(evidence: Evidence) -> bool:
    """Return whether the weight changes its side at every step from there on."""
    path = evidence.alone[PUSHED][NEAR:]
    return bool((path[1:] * path[:-1] < 0.0).all())


def comes_back(evidence: Evidence) -> bool:
    """Return whether every second push brings the weight back to where it was."""
    path = evidence.alone[PUSHED][NEAR:]
    return bool(np.allclose(path[2:], path[:-2]))


def last_quarter(path: np.ndarray) -> np.ndarray:
    """Return the last part of a path of the lone weight."""
    return path[-len(path) // 4 :]


def jumps_little(evidence: Evidence) -> bool:
    """Return whether the lone weight jumps over 0 at last, and ends no farther from it than the
    goal allows."""
    return jumps_at_last(evidence) and reach(evidence) <= JUMP


def jumps_far(evidence: Evidence) -> bool:
    """Return whether the weight jumps over 0 at last, but farther than the goal allows."""
    return jumps_at_last(evidence) and reach(evidence) > JUMP


def jumps_at_last(evidence: Evidence) -> bool:
    """Return whether the lone weight jumps between two places, one on each side of 0."""
    end = last_quarter(evidence.longer["equal"])
    return bool((end[1:] * end[:-1] < 0.0).all() and np.allclose(end[2:], end[:-2]))


def reach(evidence: Evidence) -> float:
    """Return how far from 0 the lone weight is at most, at last."""
    return float(np.abs(last_quarter(evidence.longer["equal"])).max())


def a_push_is_longer(evidence: Evidence) -> bool:
    """Return whether a push is longer than the distance that the goal allows."""
    return evidence.knobs.push > JUMP


def still_never_zero(evidence: Evidence) -> bool:
    """Return whether the lone weight is never 0, with equal steps and with falling ones."""
    return all(bool((path != 0.0).all()) for path in evidence.longer.values())


def falling_jumps_shrink(evidence: Evidence) -> bool:
    """Return whether with falling steps the weight jumps over 0 to the end, ever less far."""
    end = last_quarter(evidence.longer["falling"])
    sizes = np.abs(end)
    crosses = bool((end[1:] * end[:-1] < 0.0).any())
    return crosses and bool(sizes[-4:].max() < sizes[:4].max())


def arrival(evidence: Evidence) -> int:
    """Return after how many equal steps the lone weight is nearer to 0 than a push."""
    near = np.abs(evidence.longer["equal"]) < evidence.knobs.push
    return int(near.argmax())


def stops(evidence: Evidence) -> bool:
    """Return whether truncated gradient holds the weight at 0."""
    return bool((evidence.alone[PULLED][NEAR + 1 :] == 0.0).all())


def never_zero(evidence: Evidence) -> bool:
    """Return whether no weight is 0 under the obvious push, though each once was."""
    return zeros(evidence, PUSHED) == 0


def some_are_near(evidence: Evidence) -> bool:
    """Return whether three in four weights of the obvious push are nearer to 0 than one push."""
    return near_weights(evidence) > 0.75 * features(evidence)


def most_rest(evidence: Evidence) -> bool:
    """Return whether truncated gradient has most weights at 0 after every step."""
    return fewest_zeros(evidence) > features(evidence) / 2


def more_rest_at_last(evidence: Evidence) -> bool:
    """Return whether at the end more weights are at 0 than when the fewest are."""
    return fewest_zeros(evidence) < zeros(evidence, PULLED)


def shows_noise(evidence: Evidence) -> bool:
    """Return whether the weight shown is that of a noise feature."""
    return "noise feature" in pictures.noise_weight(evidence).scenes[0].title


def crosses_again_and_again(evidence: Evidence) -> bool:
    """Return whether the obvious push carries the weight shown past 0 at nearly every step."""
    return jitters(evidence)[0] > 0.9 * pictures.STRETCH


def leaves_once(evidence: Evidence) -> bool:
    """Return whether truncated gradient has the weight shown off 0 after one step, and no other."""
    return jitters(evidence)[1] == pictures.STRETCH - 1


def met_once(evidence: Evidence) -> bool:
    """Return whether one of the patients shown has a vote on the weight, and no other."""
    return steps_with_a_vote(evidence) == 1


def pushed_remembers_all(evidence: Evidence) -> bool:
    """Return whether the obvious push has to remember every weight."""
    return int(evidence.runs[PUSHED].used.max()) == features(evidence)


def pulled_remembers_fewer(evidence: Evidence) -> bool:
    """Return whether truncated gradient never remembers half as many as the obvious push."""
    most = {key: int(run.used.max()) for key, run in evidence.runs.items()}
    return 2 * most[PULLED] < most[PUSHED]


def more_on_the_way(evidence: Evidence) -> bool:
    """Return whether truncated gradient remembers more on the way than at the end."""
    used = evidence.runs[PULLED].used
    return int(used[-1]) < int(used.max())


def noise_is_gone(evidence: Evidence) -> bool:
    """Return whether the last cut takes all noise."""
    return evidence.now.random == 0


def useful_go_too(evidence: Evidence) -> bool:
    """Return whether the last cut takes most of the useful features, too."""
    return 2 * evidence.now.real < evidence.whole.real


def costs_loss(evidence: Evidence) -> bool:
    """Return whether the last cut makes the loss larger by more than a twentieth."""
    return evidence.now.loss > (1.0 + pictures.CLOSE) * evidence.whole.loss


def no_more_features(evidence: Evidence) -> bool:
    """Return whether the cut leaves no more features than truncated gradient has."""
    return evidence.now.features <= evidence.truncated.features


def hardly_more_loss(evidence: Evidence) -> bool:
    """Return whether the cut's loss is at most the one that the goal allows."""
    return evidence.now.loss <= pictures.LIMIT


def nothing_is_left(evidence: Evidence) -> bool:
    """Return whether the cut leaves no feature."""
    return evidence.now.features == 0


def as_good(evidence: Evidence) -> bool:
    """Return whether the cut is as good as truncated gradient."""
    return no_more_features(evidence) and hardly_more_loss(evidence)


def not_yet_as_good(evidence: Evidence) -> bool:
    """Return whether the cut is not yet as good as truncated gradient."""
    return not as_good(evidence)


def push_is_ahead_elsewhere(_: Evidence) -> bool:
    """Return whether on every dataset of the comparison the obvious push is ahead in the mean."""
    return max(leads_on_datasets()) < 0.0


def weak_gravity_will_do(evidence: Evidence) -> bool:
    """Return whether with a weak gravity and a last cut the obvious push has no more features than
    truncated gradient, and half its loss at most."""
    few = pictures.weak_and_few(evidence)
    fewer = few.features <= evidence.truncated.features
    return fewer and few.loss < 0.5 * evidence.truncated.loss


def needs_too_much_room(evidence: Evidence) -> bool:
    """Return whether truncated gradient remembers more at times than the last goal allows."""
    return int(evidence.runs[PULLED].used.max()) > ROOM


def fits_and_is_good(evidence: Evidence) -> bool:
    """Return whether it never does, and ends with a loss that the last goal allows."""
    return not needs_too_much_room(evidence) and bool(evidence.truncated.loss < GOOD)


def fits_but_is_bad(evidence: Evidence) -> bool:
    """Return whether it never does, but ends with too large a loss."""
    return not needs_too_much_room(evidence) and not fits_and_is_good(evidence)


def uncut_keeps_more(evidence: Evidence) -> bool:
    """Return whether at weak gravity truncated gradient without a cut keeps twice the features of
    the obvious push with one."""
    return evidence.weak[PULLED][0].features > 2 * pictures.weak_and_few(evidence).features


def a_cut_helps_both(evidence: Evidence) -> bool:
    """Return whether truncated gradient, cut as well, is as good as the obvious push."""
    few = pictures.weak_and_few(evidence)
    cut = [one.loss for one in evidence.weak[PULLED] if one.features <= few.features]
    return bool(min(cut) < 1.01 * few.loss)


def features(evidence: Evidence) -> int:
    """Return how many features the data have."""
    return len(evidence.names)


def zeros(evidence: Evidence, key: str) -> int:
    """Return how many weights are exactly 0 at the end."""
    return features(evidence) - int(evidence.runs[key].used[-1])


def fewest_zeros(evidence: Evidence) -> int:
    """Return how many weights of truncated gradient are exactly 0 when the fewest are."""
    return features(evidence) - int(evidence.runs[PULLED].used.max())


def near_weights(evidence: Evidence) -> int:
    """Return how many weights of the obvious push are not 0, and nearer to it than one push."""
    w = np.abs(evidence.runs[PUSHED].final.weights)
    return int(np.count_nonzero((w > 0.0) & (w <= evidence.knobs.push)))


def jitters(evidence: Evidence) -> tuple[int, int]:
    """Return at how many steps the weight shown changes its side, and after how many it is 0."""
    one, other = (track.y for track in pictures.noise_weight(evidence).scenes[0].tracks)
    return int(np.count_nonzero(one[1:] * one[:-1] < 0.0)), int(np.count_nonzero(other[1:] == 0.0))


def steps_with_a_vote(evidence: Evidence) -> int:
    """Return at how many steps a vote moves the weight shown, and not the push alone."""
    path = pictures.noise_weight(evidence).scenes[0].tracks[0].y
    return int(np.count_nonzero(pictures.moved_by_votes(path, evidence.knobs.push)))


def noise_largest(evidence: Evidence) -> float:
    """Return the size of the largest weight of a noise feature under the obvious push."""
    run = evidence.runs[PUSHED]
    noise = [evidence.names[feature].startswith("noise") for feature in run.tracked]
    return float(np.abs(run.weights[-1][noise]).max(initial=0.0))


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    path, whole, knobs = evidence.alone[PUSHED], evidence.whole, evidence.knobs
    counts = {
        "features": features(evidence),
        "real": whole.real,
        "noise": whole.random,
        "steps": T,
        "stretch": pictures.STRETCH,
        "long": LONG,
        "arrival": arrival(evidence),
        "weak_features": pictures.weak_and_few(evidence).features,
        "weak_pulled": evidence.weak[PULLED][0].features,
        "sets": len(leads_on_datasets()),
        "near_weights": near_weights(evidence),
        "pulled_zeros": zeros(evidence, PULLED),
        "pulled_fewest": fewest_zeros(evidence),
        "room": ROOM,
        "crossings": jitters(evidence)[0],
        "pushed_most": evidence.runs[PUSHED].used.max(),
        "pulled_most": evidence.runs[PULLED].used.max(),
        "pulled_end": evidence.truncated.features,
        "now_features": evidence.now.features,
    }
    lengths = {
        "start": path[0],
        "near": path[NEAR],
        "past": path[NEAR + 1],
        "jump": JUMP,
        "reach": round(reach(evidence), 4),
        "noise_largest": round(noise_largest(evidence), 2),
        "weak": WEAK,
        "weak_cut": pictures.weak_cut(evidence),
        "good": GOOD,
        "limit": pictures.LIMIT,
        **{name: getattr(knobs, name) for name in ("push", "threshold", "gravity", "eta")},
    }
    losses = {
        "whole_loss": whole.loss,
        "now_loss": evidence.now.loss,
        "pulled_loss": evidence.truncated.loss,
        "weak_loss": pictures.weak_and_few(evidence).loss,
        "idle": float(np.log(2.0)),
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
    minutes=8,
    needs="gravity",
    steps=(
        Step(
            "push",
            Scene(lone, frames=(0, NEAR)),
            claims=(
                Claim(falls_by_a_push, fails_at={"gravity": 0.5}),
                Claim(comes_near, fails_at=({"gravity": 0.01}, {"gravity": 0.15})),
            ),
        ),
        Step(
            "end",
            Scene(lone, frames=(NEAR, NEAR)),
            after=Scene(lone, frames=(NEAR, -1)),
            claims=(
                Claim(jumps, fails_at={"gravity": 0.01}),
                Claim(comes_back, fails_at={"gravity": 0.01}),
            ),
        ),
        Step(
            "shorter",
            Scene(shorter, frames=(0, -1)),
            knobs=("eta",),
            goal=jumps_little,
            solution={"eta": 0.04},
            claims=(
                Claim(jumps_far, fails_at={"eta": 0.04}),
                Claim(a_push_is_longer, fails_at={"eta": 0.04}),
                Claim(still_never_zero, always=OBSERVED),
                Claim(falling_jumps_shrink, fails_at={"gravity": 0.01}),
            ),
        ),
        Step(
            "penalty",
            Scene(penalty, look=("penalty of one weight",)),
            claims=(Claim(penalty_is_a_price, always="what the penalty is"),),
        ),
        Step(
            "subgradient",
            Scene(corner),
            knobs=("slope",),
            new="sub-gradient",
            goal=is_steepest,
            solution={"slope": 0.12},
            claims=(
                Claim(cuts_the_corner, fails_at={"slope": 0.12}, holds_at={"slope": 0.2}),
                Claim(pushes_are_equally_long, always="the penalty is equally steep"),
            ),
        ),
        Step(
            "stop",
            Scene(both, frames=(0, -1)),
            claims=(
                Claim(stops, fails_at={"gravity": 0.01}),
                Claim(jumps, fails_at={"gravity": 0.01}),
            ),
        ),
        Step(
            "many",
            Scene(weights_pushed, frames=(0, 0)),
            after=Scene(weights_pushed, frames=(0, -1)),
            claims=(
                Claim(never_zero, always=OBSERVED),
                Claim(some_are_near, fails_at={"gravity": 0.01}),
            ),
        ),
        Step(
            "truncated",
            Scene(weights_pulled, frames=(0, -1)),
            claims=(
                Claim(most_rest, fails_at={"gravity": 0.01}),
                Claim(more_rest_at_last, always=OBSERVED),
            ),
        ),
        Step(
            "jitter",
            Scene(jitter, frames=(0, -1)),
            claims=(
                Claim(shows_noise, always=OBSERVED),
                Claim(met_once, fails_at={"gravity": 0.01}),
                Claim(crosses_again_and_again, fails_at={"gravity": 0.01}),
                Claim(leaves_once, fails_at={"gravity": 0.01}),
            ),
        ),
        Step(
            "memory",
            Scene(memory, frames=(0, -1)),
            claims=(
                Claim(pushed_remembers_all, always=OBSERVED),
                Claim(pulled_remembers_fewer, fails_at={"gravity": 0.01}),
                Claim(more_on_the_way, always=OBSERVED),
            ),
        ),
        Step(
            "cut",
            Scene(sizes, at={"threshold": TOO_FAR}),
            after=Scene(kinds, at={"threshold": TOO_FAR}),
            claims=(
                Claim(noise_is_gone, fails_at={"threshold": 0.001}),
                Claim(useful_go_too, fails_at={"threshold": 0.016}),
                Claim(costs_loss, fails_at={"threshold": 0.016}),
            ),
        ),
        Step(
            "goal",
            Scene(trade_with_goal, at={"threshold": TOO_FAR}),
            knobs=("threshold",),
            goal=as_good,
            solution={"threshold": 0.016},
            claims=(
                Claim(not_yet_as_good, fails_at={"threshold": 0.016}),
                Claim(no_more_features, fails_at={"threshold": 0.001}),
                Claim(hardly_more_loss, fails_at={"threshold": 1.0}, holds_at={"threshold": 0.016}),
                Claim(nothing_is_left, fails_at={"threshold": 0.016}, holds_at={"threshold": 1.0}),
            ),
        ),
        Step(
            "fair",
            Scene(trade_at_weak_gravity, at={"threshold": 0.016}),
            claims=(
                Claim(no_more_features, fails_at={"threshold": 0.001}),
                Claim(hardly_more_loss, fails_at={"threshold": 0.1}),
                Claim(weak_gravity_will_do, fails_at={"gravity": 0.01}),
                Claim(uncut_keeps_more, fails_at={"eta": 0.01}),
                Claim(a_cut_helps_both, fails_at={"eta": 0.5}),
                Claim(pulled_remembers_fewer, fails_at={"gravity": 0.01}),
            ),
        ),
        Step(
            "claim",
            Scene(both, frames=(0, -1)),
            claims=(
                Claim(jumps, fails_at={"gravity": 0.01}),
                Claim(stops, fails_at={"gravity": 0.01}),
                Claim(most_rest, fails_at={"gravity": 0.01}),
                Claim(push_is_ahead_elsewhere, always=COUNTED),
            ),
        ),
        Step(
            "you",
            Scene(memory_with_goal),
            knobs=("gravity",),
            goal=fits_and_is_good,
            solution={"gravity": 0.2},
            claims=(
                Claim(pushed_remembers_all, always=OBSERVED),
                Claim(needs_too_much_room, fails_at={"gravity": 0.2}),
                Claim(fits_but_is_bad, fails_at={"gravity": 0.2}, holds_at={"gravity": 0.5}),
            ),
        ),
    ),
)
