"""Tell the story of the walk back into a ball with corners."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np

from algorithms import order_of
from algorithms.projection import project_l1_ball
from pages.lessons.l1_ball import pictures
from pages.lessons.l1_ball.evidence import MANY, Evidence, many_weights, sharp_share
from pages.lessons.l1_ball.hand import START, BallScene
from ui.lessons import Scene, Step, Story
from ui.lessons.evidence import kept

POINT = np.array(START[:2])
"""The point of the story in the plane."""


def ball(key: str, *parts: str, **more) -> Scene:
    """Return the scene of the ball with some of its parts."""
    scene = BallScene(key, parts, **more)
    return Scene(lambda e: [pictures.ball(e, scene)])


def survivors(evidence: Evidence) -> int:
    """Return how many of the two weights of the story's point are not 0 after the walk."""
    return int(np.count_nonzero(project_l1_ball(POINT, evidence.knobs.radius)))


def _left() -> int:
    """The number of the many weights that survive a radius of 1."""
    return int(np.count_nonzero(project_l1_ball(many_weights(), 1.0)))


def _off() -> float:
    """The amount that a radius of 1 takes off the largest of the many weights."""
    x = many_weights()
    return float((x - project_l1_ball(x, 1.0)).max())


def _only_larger_ones_survive(_: Evidence) -> bool:
    return 15 < _left() < 30 and _left() == int(np.count_nonzero(many_weights() > _off()))


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    walked = project_l1_ball(POINT, evidence.knobs.radius)
    two, three, five = (f"{100 * sharp_share(n):.0f}" for n in (2, 3, 5))
    ends = kept(evidence.runs["projected_gradient"].final_weights, evidence.data)
    return {
        "amount": f"{(POINT - walked).max():.2f}",
        "two": two,
        "three": three,
        "five": five,
        "many": f"{MANY}",
        "left": f"{_left()}",
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
    return kept(np.where(last == 0.0, 0.0, run.final_weights), data).random


def _corner(evidence: Evidence) -> bool:
    """Say whether the walk ends in the corner, the nearest of the points that the bet names."""
    z = evidence.knobs.radius
    ends = np.array([[z, 0.0], POINT * z / POINT.sum(), [z / 2, z / 2]])
    away = np.hypot(*(ends - POINT).T)
    nearest = bool(away.argmin() == 0 and np.allclose(project_l1_ball(POINT, z), ends[0]))
    return nearest and [f"{a:.2f}" for a in away[:2]] == ["0.78", "0.88"]


def _amount(evidence: Evidence) -> bool:
    off = POINT - project_l1_ball(POINT, evidence.knobs.radius)
    return bool(np.isclose(off[0], 0.6) and off[1] == POINT[1] < 0.6)


def _shares(low: float, high: float, n: int, _: Evidence) -> bool:
    return low < sharp_share(n) < high


def _no_zero_on_the_circle(evidence: Evidence) -> bool:
    """Say whether no direction, but along an axis, ends at a weight of 0 on the circle."""
    angles = 2.0 * np.pi * (np.arange(360) + 0.5) / 360
    starts = 2.0 * np.column_stack([np.cos(angles), np.sin(angles)])
    on_circle = starts * evidence.knobs.radius / np.linalg.norm(starts, axis=1, keepdims=True)
    return bool((on_circle != 0.0).all())


def _two_ways_keep_all(evidence: Evidence) -> bool:
    """Say whether another point, or a larger radius, keeps the weight that the walk sets to 0."""
    radius, drawn = evidence.knobs.radius, np.array(ASIDE)
    lost = np.flatnonzero(project_l1_ball(drawn, radius) == 0.0).tolist() == [0]
    dragged = project_l1_ball(np.full(3, 2.0), radius).all()
    return bool(lost and dragged and project_l1_ball(drawn, 2.2).all())


def _learned(evidence: Evidence) -> bool:
    """Say whether the ball keeps most useful features and little noise, much of it the latest."""
    ends = kept(evidence.runs["projected_gradient"].final_weights, evidence.data)
    some = ends.real > 20 and 0 < ends.random < 150 and evidence.data.n_noise == 1000
    return some and _latest(evidence) > ends.random / 3


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
            holds=lambda e: e.knobs.radius == 1.0,
        ),
        Step(
            "outside",
            ball("outside", "diamond"),
            after=ball("outside", *WALK),
            new="projection",
            holds=_corner,
        ),
        Step("amount", ball("amount", *WALK, "amounts"), holds=_amount),
        Step(
            "both",
            ball("both", *WALK, "amounts"),
            knobs=("radius",),
            goal=lambda e: survivors(e) == 2,
            solution={"radius": 1.5},
            holds=lambda e: survivors(e) == 1,
        ),
        Step(
            "directions",
            ball("directions", "diamond", plane=FAR),
            after=ball("directions", *AROUND, "walk", plane=FAR, moves=True),
            holds=partial(_shares, 0.45, 0.6, 2),
        ),
        Step(
            "circle",
            ball("circle", "circle", plane=FAR),
            after=ball("circle", "circle", "directions", "round walk", plane=FAR, moves=True),
            holds=_no_zero_on_the_circle,
        ),
        Step(
            "space",
            ball("space", sides=("space",), space=ASIDE),
            after=ball("space", "walk", sides=("space",), space=ASIDE, moves=True),
            holds=lambda e: sharp_share(3) > sharp_share(2),
        ),
        Step(
            "more",
            Scene(lambda e: [[pictures.shares(e)]]),
            holds=partial(_shares, 0.97, 1.0, 5),
        ),
        Step(
            "many",
            Scene(lambda e: [pictures.many_film(e)], frames=(0, 0)),
            after=Scene(lambda e: [pictures.many_film(e)], frames=(0, -1)),
            holds=_only_larger_ones_survive,
        ),
        Step("learn", Scene(lambda e: [pictures.kept_film(e)], frames=(0, -1)), holds=_learned),
        Step("claim", Scene(lambda e: [[pictures.shares(e)]]), holds=_learned),
        Step(
            "you",
            ball("you", "walk", sides=("space",), space=ASIDE),
            knobs=("radius",),
            holds=_two_ways_keep_all,
        ),
    ),
)
