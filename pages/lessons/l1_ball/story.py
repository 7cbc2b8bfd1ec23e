"""Tell the story of the walk back into a ball with corners."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from algorithms import order_of
from algorithms.projection import project_l1_ball
from knobs import knobs_of
from pages.lessons.l1_ball import pictures
from pages.lessons.l1_ball.evidence import MANY, Evidence, many_weights, sharp_share
from pages.lessons.l1_ball.hand import START, BallScene
from ui.lessons import Claim, Scene, Step, Story
from ui.lessons.evidence import KeptFeatures, count_kept

POINT = np.array(START[:2])
"""The point of the story in the plane."""


def ball(key: str, *parts: str, **more) -> Scene:
    """Return the scene of the ball with some of its parts."""
    scene = BallScene(key, parts, **more)
    return Scene(lambda e: [pictures.ball(e, scene)])


def survivors(evidence: Evidence) -> int:
    """Return how many of the two weights of the story's point are not 0 after the walk."""
    return int(np.count_nonzero(project_l1_ball(POINT, evidence.knobs.radius)))


def _survivors() -> int:
    """The number of the many weights that survive a radius of 1."""
    return int(np.count_nonzero(project_l1_ball(many_weights(), 1.0)))


def _off() -> float:
    """The amount that a radius of 1 takes off the largest of the many weights."""
    x = many_weights()
    return float((x - project_l1_ball(x, 1.0)).max())


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    end = project_l1_ball(POINT, evidence.knobs.radius)
    two, three, five = (f"{100 * sharp_share(n):.0f}" for n in (2, 3, 5))
    ends = count_kept(evidence.runs["projected_gradient"].final.weights, evidence.data)
    return {
        "amount": f"{(POINT - end).max():.2f}",
        "two": two,
        "three": three,
        "five": five,
        "many": f"{MANY}",
        "left": f"{_survivors()}",
        "sum": f"{many_weights().sum():.0f}",
        "off": f"{_off():.2f}",
        "useful": f"{ends.real}",
        "noise": f"{ends.random}",
        "latest": f"{_latest(evidence)}",
    }


def _latest(evidence: Evidence) -> int:
    """The noise features in use at the end that the last example has."""
    run, data = evidence.runs["projected_gradient"], evidence.data
    last = data.X[order_of(data)[[run.steps[-1] - 1]]].toarray().ravel()
    return count_kept(np.where(last == 0.0, 0.0, run.final.weights), data).random


# The claims of the prose ------------------------------------------------------------------------


def projection(evidence: Evidence) -> np.ndarray:
    """Return where the walk of the story's point ends."""
    return project_l1_ball(POINT, evidence.knobs.radius)


def radius_is_one(evidence: Evidence) -> bool:
    """Return whether the sizes may add up to 1."""
    return evidence.knobs.radius == 1.0


def ends_in_the_corner(evidence: Evidence) -> bool:
    """Return whether the walk ends in the corner on the right, with a weight at exactly 0."""
    return bool(np.array_equal(projection(evidence), [evidence.knobs.radius, 0.0]))


def named_ends(evidence: Evidence) -> np.ndarray:
    """Return how far the point is from the corner, the side and its middle, as the bet has them."""
    z = evidence.knobs.radius
    ends = np.array([[z, 0.0], POINT * z / POINT.sum(), [z / 2, z / 2]])
    return np.hypot(*(ends - POINT).T)


def corner_is_nearest(evidence: Evidence) -> bool:
    """Return whether the corner is the nearest of the ends that the bet names."""
    return int(named_ends(evidence).argmin()) == 0


def distances_are_those(evidence: Evidence) -> bool:
    """Return whether the reply has the distances of corner and side as they are."""
    return [f"{away:.2f}" for away in named_ends(evidence)[:2]] == ["0.78", "0.88"]


def inside_stays(evidence: Evidence) -> bool:
    """Return whether a point inside stays where it is."""
    inside = POINT / np.abs(POINT).sum() * 0.9 * evidence.knobs.radius
    return bool(np.array_equal(project_l1_ball(inside, evidence.knobs.radius), inside))


def second_loses_all(evidence: Evidence) -> bool:
    """Return whether the second weight loses all it has."""
    return bool(projection(evidence)[1] == 0.0)


def first_loses_more(evidence: Evidence) -> bool:
    """Return whether the first weight loses 0.6, more than the second has."""
    return bool(np.isclose(POINT[0] - projection(evidence)[0], 0.6))


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


def first_of_three_is_lost(evidence: Evidence) -> bool:
    """Return whether the walk sets the first of the three weights to 0, and no other."""
    after = project_l1_ball(np.array(ASIDE), evidence.knobs.radius)
    return np.flatnonzero(after == 0.0).tolist() == [0]


def another_point_keeps_all(evidence: Evidence) -> bool:
    """Return whether a point of three equal weights keeps them all."""
    return bool(project_l1_ball(np.full(3, 2.0), evidence.knobs.radius).all())


def a_larger_radius_keeps_all(evidence: Evidence) -> bool:
    """Return whether the largest radius of the knob leaves the story's point all weights."""
    return bool(project_l1_ball(np.array(ASIDE), knobs_of(evidence.knobs)["radius"].high).all())


def useful_are_kept(evidence: Evidence) -> bool:
    """Return whether the ball keeps most of the useful features."""
    return ends_of(evidence).real > 20


def noise_is_small(evidence: Evidence) -> bool:
    """Return whether the ball keeps less than a tenth of the noise."""
    return ends_of(evidence).random < evidence.data.n_noise / 10


def last_brought_much(evidence: Evidence) -> bool:
    """Return whether the last patient alone brought half of the noise that is kept."""
    return _latest(evidence) > ends_of(evidence).random / 2


def ends_of(evidence: Evidence) -> KeptFeatures:
    """Return the features in use at the end."""
    return count_kept(evidence.runs["projected_gradient"].final.weights, evidence.data)


LARGER = {"radius": 1.5}
COUNTED = "counted at radius 1, wherever the knob stands"
NEAREST = "Duchi et al. (2008), Theorem 1: the nearest point of the ball"
WALK = ("diamond", "walk")
AROUND = ("diamond", "regions", "directions")
FAR = (1.4, 1.4283)
"""A point 2 away from the centre."""
ASIDE = (0.4, 1.17, 1.57)
"""A point in space, 2 away from the centre, that the view puts neither in front of the ball nor on
an axis."""

STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=7,
    needs="shrinking",
    steps=(
        Step(
            "budget",
            ball("budget", "diamond", plane=(0.4, 0.3)),
            new="L1 ball",
            claims=(Claim(radius_is_one, fails_at=LARGER),),
        ),
        Step(
            "outside",
            ball("outside", "diamond"),
            after=ball("outside", *WALK),
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
            goal=lambda e: survivors(e) == 2,
            solution={"radius": 1.5},
            claims=(Claim(one_survives, fails_at=LARGER),),
        ),
        Step(
            "directions",
            ball("directions", "diamond", plane=FAR),
            after=ball("directions", *AROUND, "walk", plane=FAR, moves=True),
            claims=(
                Claim(radius_is_one, fails_at=LARGER),
                Claim(about_half, always=COUNTED),
            ),
        ),
        Step(
            "circle",
            ball("circle", "circle", plane=FAR),
            after=ball("circle", "circle", "directions", "round walk", plane=FAR, moves=True),
            claims=(
                Claim(radius_is_one, fails_at=LARGER),
                Claim(no_zero_on_the_circle, always="the walk goes straight toward the centre"),
            ),
        ),
        Step(
            "space",
            ball("space", sides=("space",), space=ASIDE),
            after=ball("space", "walk", sides=("space",), space=ASIDE, moves=True),
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
            "many",
            Scene(lambda e: [pictures.many_film(e)], frames=(0, 0)),
            after=Scene(lambda e: [pictures.many_film(e)], frames=(0, -1)),
            claims=(
                Claim(about_twenty, always=COUNTED),
                Claim(larger_ones_survive, always=NEAREST),
            ),
        ),
        Step(
            "learn",
            Scene(lambda e: [pictures.kept_film(e)], frames=(0, -1)),
            claims=(
                Claim(radius_is_one, fails_at=LARGER),
                Claim(useful_are_kept, fails_at={"eta": 2.0}),
                Claim(noise_is_small, fails_at={"radius": 2.5}),
                Claim(last_brought_much, fails_at={"eta": 0.005}),
            ),
        ),
        Step(
            "claim",
            Scene(lambda e: [[pictures.shares(e)]]),
            claims=(
                Claim(nearly_all_of_five, always=COUNTED),
                Claim(same_off_all, always=NEAREST),
            ),
        ),
        Step(
            "you",
            ball("you", "walk", sides=("space",), space=ASIDE),
            knobs=("radius",),
            claims=(
                Claim(first_of_three_is_lost, fails_at={"radius": 2.2}),
                Claim(another_point_keeps_all, always="equal weights lose the same"),
                Claim(a_larger_radius_keeps_all, always="of one point, at the end of the knob"),
            ),
        ),
    ),
)
