"""The rules in the hand: all of them in free play, one in a step of the story."""

from __future__ import annotations

from pages.lessons.shrinking.cards import MAP_CARDS
from pages.lessons.shrinking.evidence import SIZE, Evidence
from pages.lessons.shrinking.hand import Shrinker, Sight

MOST = 1.6
"""So far from 0 a weight can be dragged."""


def stage(evidence: Evidence, sight: Sight | None = None) -> list[Shrinker]:
    """Return all that moves: the weights to be dragged, and the rules as cards."""
    knobs = evidence.knobs
    weights = evidence.weights.tolist()
    return [Shrinker(weights, SIZE, MOST, knobs, MAP_CARDS, follows="shrinking", sight=sight)]
