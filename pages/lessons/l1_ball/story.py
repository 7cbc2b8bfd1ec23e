"""The story of the walk back into a ball with corners."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from algorithms import Trace
from algorithms.projection import project_l1_ball
from knobs import knobs_of
from pages.lessons.l1_ball import pictures
from pages.lessons.l1_ball.evidence import MANY, Evidence, many_weights, sharp_share
from pages.lessons.l1_ball.hand import BallScene
from ui.lessons import Claim, Scene, Step, Story

NOISE_GOAL = 70
"""No more noise features than that are to be in use, on average over the patients."""
FIVE, AMOUNT = np.array([0.8, 0.7, 0.4, 0.2, 0.1]), 0.3
"""Sizes of five weights, and what a walk to the radius 1 takes off them."""
FIRST_LOSS = 0.46
"""The average loss with a radius of 1 is a little less."""
SEEN = 0.01
"""A weight that is smaller is written as 0.00: to a reader it has not survived."""


def ball(key: str, *parts: str, at: Mapping[str, float] | None = None, **more) -> Scene:
    """Return the scene of the ball with some of its parts, the point at some knobs."""
    scene = BallScene(key, parts, **more)
    return Scene(lambda e: [pictures.ball(e, scene)], at=at or {})


def survivors(evidence: Evidence) -> int:
    """Return how many of the two weights of the point are not 0 after the walk."""
    return int(np.count_nonzero(projection(evidence)))


def _survivors() -> int:
    """The number of the many weights that survive a radius of 1."""
    return int(np.count_nonzero(project_l1_ball(many_weights(), 1.0)))


def _off() -> float:
    """The amount that a radius of 1 takes off the largest of the many weights."""
    x = many_weights()
    return float((x - project_l1_ball(x, 1.0)).max())


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    off = (np.abs(evidence.knobs.point[:2]) - np.abs(projection(evidence))).max()
    off_three = (np.abs(evidence.knobs.point) - np.abs(projection_in_space(evidence))).max()
    two, three, five = (f"{100 * sharp_share(n):.0f}" for n in (2, 3, 5))
    run = evidence.runs["projected_gradient"]
    return {
        "sum": f"{np.abs(evidence.knobs.point[:2]).sum():.2f}",
        "radius": f"{evidence.knobs.radius:g}",
        "amount": f"{off:.2f}",
        "amount_three": f"{off_three:.2f}",
        "smallest": f"{np.abs(evidence.knobs.point).min():.2f}",
        "above": f"{above_the_line(evidence):.2f}",
        "five_sum": f"{FIVE.sum():.1f}",
        "two": two,
        "three": three,
        "five": five,
        "many": f"{MANY}",
        "left": f"{_survivors()}",
        "many_sum": f"{many_weights().sum():.0f}",
        "off": f"{_off():.2f}",
        "noise": f"{pictures.noise_in_use(evidence)[1][-1]:.0f}",
        "found": f"{AMOUNT:g}",
        "noise_goal": f"{NOISE_GOAL}",
        "loss": f"{loss_of(run):.2f}",
    }


# The claims of the prose ------------------------------------------------------------------------


def projection(evidence: Evidence) -> np.ndarray:
    """Return where the walk of the point in the plane ends."""
    return project_l1_ball(evidence.knobs.point[:2], evidence.knobs.radius)


def projection_in_space(evidence: Evidence) -> np.ndarray:
    """Return where the walk of the point in space ends."""
    return project_l1_ball(evidence.knobs.point, evidence.knobs.radius)


def radius_is_one(evidence: Evidence) -> bool:
    """Return whether the sizes may add up to 1."""
    return evidence.knobs.radius == 1.0


def ends_in_the_corner(evidence: Evidence) -> bool:
    """Return whether the walk ends in the corner on the right, with a weight at exactly 0."""
    return bool(np.array_equal(projection(evidence), [evidence.knobs.radius, 0.0]))


def named_ends(evidence: Evidence) -> np.ndarray:
    """Return how far the point is from the corner, the side and its middle, as the bet has them."""
    z, point = evidence.knobs.radius, evidence.knobs.point[:2]
    ends = np.array([[z, 0.0], point * z / np.abs(point).sum(), [z / 2, z / 2]])
    return np.hypot(*(ends - point).T)


def corner_is_nearest(evidence: Evidence) -> bool:
    """Return whether the corner is the nearest of the ends that the bet names."""
    return int(named_ends(evidence).argmin()) == 0


def distances_are_those(evidence: Evidence) -> bool:
    """Return whether the replies have the distances of corner and side as they are."""
    return [f"{away:.2f}" for away in named_ends(evidence)] == ["0.78", "0.88", "1.10"]


def inside_stays(evidence: Evidence) -> bool:
    """Return whether a point inside stays where it is."""
    inside = np.array([0.6, 0.3]) * evidence.knobs.radius
    return bool(np.array_equal(project_l1_ball(inside, evidence.knobs.radius), inside))


def second_loses_all(evidence: Evidence) -> bool:
    """Return whether the second weight loses all it has."""
    return bool(projection(evidence)[1] == 0.0)


def first_loses_more(evidence: Evidence) -> bool:
    """Return whether the first weight loses 0.6, more than the second has."""
    return bool(np.isclose(evidence.knobs.first - projection(evidence)[0], 0.6))


def first_is_the_budget(evidence: Evidence) -> bool:
    """Return whether the first weight is the whole budget then."""
    return bool(projection(evidence)[0] == evidence.knobs.radius)


def one_survives(evidence: Evidence) -> bool:
    """Return whether the walk leaves one of the two weights."""
    return survivors(evidence) == 1


def about_half(_: Evidence) -> bool:
    """Return whether about half of the directions in the plane end in a corner."""
    return 0.45 < sharp_share(2) < 0.6


def more_in_space(_: Evidence) -> bool:
    """Return whether more directions end at a 0 in space than in the plane."""
    return sharp_share(3) > 1.1 * sharp_share(2)


def nearly_all_of_five(_: Evidence) -> bool:
    """Return whether with five weights nearly all directions end at a 0."""
    return 0.97 < sharp_share(5) < 1.0


def no_zero_on_the_circle(evidence: Evidence) -> bool:
    """Return whether no direction, but along an axis, ends at a weight of 0 on the circle."""
    angles = 2.0 * np.pi * (np.arange(360) + 0.5) / 360
    starts = 2.0 * np.column_stack([np.cos(angles), np.sin(angles)])
    return bool((round_walk(starts, evidence.knobs.radius) != 0.0).all())


def round_walk(starts: np.ndarray, radius: float) -> np.ndarray:
    """Return the nearest points of a circle, (n, 2)."""
    return starts * radius / np.linalg.norm(starts, axis=1, keepdims=True)


def about_twenty(_: Evidence) -> bool:
    """Return whether about twenty of the many weights survive."""
    return 15 < _survivors() < 30


def larger_ones_survive(_: Evidence) -> bool:
    """Return whether those survive that are larger than the amount taken off."""
    x = many_weights()
    return bool(((project_l1_ball(x, 1.0) > 0.0) == (x > _off())).all())


def same_off_all(_: Evidence) -> bool:
    """Return whether every weight that survives is smaller by the same amount."""
    x = many_weights()
    after = project_l1_ball(x, 1.0)
    return bool(np.allclose((x - after)[after > 0.0], _off()))


def outside(evidence: Evidence) -> bool:
    """Return whether the point in the plane is over the budget."""
    return bool(np.abs(evidence.knobs.point[:2]).sum() > evidence.knobs.radius)


def ends_on_a_side(evidence: Evidence) -> bool:
    """Return whether the walk of the point in the plane ends between two corners."""
    return outside(evidence) and survivors(evidence) == 2


def all_three_survive(evidence: Evidence) -> bool:
    """Return whether the walk of the point in space sets no weight to 0."""
    return bool(projection_in_space(evidence).all())


def one_of_three_is_lost(evidence: Evidence) -> bool:
    """Return whether the walk of the point in space sets a weight to 0."""
    return not all_three_survive(evidence)


def three_lose_something(evidence: Evidence) -> bool:
    """Return whether the point in space is outside the ball."""
    return bool(np.abs(evidence.knobs.point).sum() > evidence.knobs.radius)


def another_point_keeps_all(evidence: Evidence) -> bool:
    """Return whether a point of three equal weights keeps them all."""
    return bool(project_l1_ball(np.full(3, 2.0), evidence.knobs.radius).all())


def a_larger_radius_keeps_all(evidence: Evidence) -> bool:
    """Return whether the largest radius of the knob leaves the story's point all weights."""
    return bool(
        project_l1_ball(np.array([*ASIDE.values()]), knobs_of(evidence.knobs)["radius"].high).all()
    )


def little_noise(evidence: Evidence) -> bool:
    """Return whether no more noise features than the goal are in use on average."""
    return bool(pictures.noise_in_use(evidence)[1][-1] <= NOISE_GOAL)


def much_noise(evidence: Evidence) -> bool:
    """Return whether more noise features than the goal are in use on average."""
    return not little_noise(evidence)


def larger_ball(evidence: Evidence) -> bool:
    """Return whether the ball is larger than at first, and with it the noise; the loss is small."""
    run = evidence.runs["projected_gradient"]
    return evidence.knobs.radius > 1.0 and much_noise(evidence) and loss_of(run) < FIRST_LOSS


def hardly_learns(evidence: Evidence) -> bool:
    """Return whether the loss is nearly that of weights which are all 0."""
    return loss_of(evidence.runs["projected_gradient"]) > 0.6


def loss_of(run: Trace) -> float:
    """Return the average loss of a run."""
    return float(run.loss[-1] / run.steps[-1])


def above_the_line(evidence: Evidence) -> float:
    """Return what of five sizes stands above the line, together."""
    return float(np.maximum(FIVE - evidence.knobs.line, 0.0).sum())


def fits_exactly(evidence: Evidence) -> bool:
    """Return whether what stands above the line is the budget."""
    return bool(np.isclose(above_the_line(evidence), 1.0))


def too_little_is_left(evidence: Evidence) -> bool:
    """Return whether what stands above the line is less than the budget."""
    return above_the_line(evidence) < 1.0 and not fits_exactly(evidence)


def too_much_is_left(evidence: Evidence) -> bool:
    """Return whether what stands above the line is more than the budget."""
    return above_the_line(evidence) > 1.0 and not fits_exactly(evidence)


def most_noise_is_rare(evidence: Evidence) -> bool:
    """Return whether a noise feature is 0 for nine patients in ten."""
    noise = evidence.data.X[:, -evidence.data.n_noise :]
    return bool(noise.nnz < 0.1 * noise.shape[0] * noise.shape[1])


def amount_is_found(_: Evidence) -> bool:
    """Return whether what stands above the line at AMOUNT is where the walk of FIVE ends."""
    return bool(np.allclose(project_l1_ball(FIVE, 1.0), np.maximum(FIVE - AMOUNT, 0.0)))


LARGER = {"radius": 1.5}
COUNTED = "counted at radius 1, wherever the knob stands"
NEAREST = "Duchi et al. (2008), Theorem 1: the nearest point of the ball"
WALK = ("diamond", "walk")
AROUND = ("diamond", "regions", "directions")
INSIDE = {"first": 0.4, "second": 0.3}
FAR = {"first": 1.4, "second": 1.4283}
"""A point 2 away from the centre."""
ASIDE = {"first": 0.4, "second": 1.17, "third": 1.57}
"""A point in space, 2 away from the centre, that the view puts neither in front of the ball nor on
an axis."""

STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=8,
    needs="shrinking",
    steps=(
        Step(
            "budget",
            ball("budget", "diamond", at=INSIDE),
            knobs=("first", "second"),
            goal=outside,
            solution={"first": 1.2, "second": 0.8},
            new="L1 ball",
            claims=(Claim(radius_is_one, fails_at=LARGER),),
        ),
        Step(
            "outside",
            ball("outside", "diamond", "ends"),
            after=ball("outside", "diamond", "ends", "distances", "walk"),
            new="projection",
            claims=(
                Claim(ends_in_the_corner, fails_at=LARGER),
                Claim(corner_is_nearest, fails_at=LARGER),
                Claim(distances_are_those, fails_at=LARGER),
                Claim(inside_stays, always="it is the nearest point to itself"),
            ),
        ),
        Step(
            "amount",
            ball("amount", *WALK, "amounts"),
            claims=(
                Claim(second_loses_all, fails_at=LARGER),
                Claim(first_loses_more, fails_at=({"radius": 0.7}, LARGER)),
                Claim(first_is_the_budget, fails_at=LARGER),
            ),
        ),
        Step(
            "both",
            ball("both", *WALK, "amounts"),
            knobs=("radius",),
            goal=lambda e: np.abs(projection(e)).min() >= SEEN,
            solution={"radius": 1.5},
            claims=(
                Claim(one_survives, fails_at=LARGER),
                Claim(ends_on_a_side, holds_at=LARGER, fails_at={"radius": 2.2}),
            ),
        ),
        Step(
            "directions",
            ball("directions", "diamond", at=FAR),
            after=ball("directions", *AROUND, "walk", at=FAR, moves=True),
            claims=(
                Claim(radius_is_one, fails_at=LARGER),
                Claim(about_half, always=COUNTED),
            ),
        ),
        Step(
            "circle",
            ball("circle", "circle", at=FAR),
            after=ball("circle", "circle", "directions", "round walk", at=FAR, moves=True),
            claims=(
                Claim(radius_is_one, fails_at=LARGER),
                Claim(no_zero_on_the_circle, always="the walk goes straight toward the centre"),
            ),
        ),
        Step(
            "space",
            ball("space", sides=("space",), at=ASIDE),
            after=ball("space", "walk", sides=("space",), at=ASIDE, moves=True),
            claims=(
                Claim(radius_is_one, fails_at=LARGER),
                Claim(more_in_space, always=COUNTED),
            ),
        ),
        Step(
            "more",
            Scene(lambda e: [[pictures.shares(e)]]),
            claims=(Claim(nearly_all_of_five, always=COUNTED),),
        ),
        Step(
            "found",
            Scene(lambda e: [[pictures.waterline(FIVE, e.knobs.line)]]),
            knobs=("line",),
            goal=fits_exactly,
            solution={"line": AMOUNT},
            claims=(
                Claim(too_little_is_left, fails_at={"line": 0.1}),
                Claim(too_much_is_left, holds_at={"line": 0.1}, fails_at={"line": 0.5}),
                Claim(amount_is_found, always=NEAREST),
            ),
        ),
        Step(
            "many",
            Scene(lambda e: [[pictures.waterline(many_weights())]]),
            after=Scene(lambda e: [[pictures.waterline(many_weights(), _off())]]),
            claims=(
                Claim(about_twenty, always=COUNTED),
                Claim(larger_ones_survive, always=NEAREST),
            ),
        ),
        Step(
            "learn",
            Scene(lambda e: [pictures.kept_film(e, NOISE_GOAL)], frames=(-1, -1)),
            knobs=("radius",),
            goal=little_noise,
            solution={"radius": 0.5},
            claims=(
                Claim(larger_ball, holds_at={"radius": 2.0}, fails_at={"radius": 0.5}),
                Claim(hardly_learns, holds_at={"radius": 0.2}, fails_at={"radius": 0.6}),
                Claim(much_noise, fails_at={"radius": 0.5}),
                Claim(most_noise_is_rare, always="the dataset of the lesson is made so"),
            ),
        ),
        Step(
            "claim",
            ball("claim", "circle", "round walk", *WALK),
            claims=(
                Claim(ends_in_the_corner, fails_at=LARGER),
                Claim(no_zero_on_the_circle, always="the walk goes straight toward the centre"),
                Claim(same_off_all, always=NEAREST),
            ),
        ),
        Step(
            "you",
            ball("you", "walk", sides=("space",), at=ASIDE),
            knobs=("radius",),
            goal=lambda e: np.abs(projection_in_space(e)).min() >= SEEN,
            solution={"radius": 2.2},
            claims=(
                Claim(one_of_three_is_lost, fails_at={"radius": 2.2}),
                Claim(three_lose_something, fails_at={"first": 0.1, "second": 0.1, "third": 0.1}),
                Claim(another_point_keeps_all, always="equal weights lose the same"),
                Claim(a_larger_radius_keeps_all, always="of one point, at the end of the knob"),
            ),
        ),
    ),
)
