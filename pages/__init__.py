"""The lessons in reading order. Each is a file that never touches the page; ``ui.lessons`` does."""

from pages import (
    coordinates,
    counting,
    fobos_rda,
    gravity,
    groups,
    l1_ball,
    regret,
    rounding,
    scale,
    shrinking,
    subgradient,
)

LESSONS = (
    shrinking.LESSON,
    rounding.LESSON,
    gravity.LESSON,
    regret.LESSON,
    subgradient.LESSON,
    fobos_rda.LESSON,
    l1_ball.LESSON,
    counting.LESSON,
    coordinates.LESSON,
    groups.LESSON,
    scale.LESSON,
)
