"""Put the six maps into the hand."""

from __future__ import annotations

from pages.lessons.shrinking.cards import MAP_CARDS
from pages.lessons.shrinking.evidence import SIZE, WEIGHTS, Evidence
from pages.lessons.shrinking.hand import Shrinker
from ui.movement import lesson

MOST = 1.6
"""So far from 0 a weight can be dragged."""


def stage(evidence: Evidence) -> list[Shrinker]:
    """Return all that moves: the weights to be dragged, and the maps as cards."""
    key, knobs = "shrinking", evidence.knobs
    return [Shrinker(WEIGHTS, SIZE, MOST, knobs, MAP_CARDS, key, lesson(key, type(knobs)))]
