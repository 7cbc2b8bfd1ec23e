"""Rules that shrink, under the hand: the browser computes them, the server hears of knobs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import streamlit as st

from knobs import knobs_of
from pages.lessons.shrinking.cards import MapCard
from ui.live.assets import HAND_STYLES, element
from ui.live.element import LiveElement
from ui.look import Look


@dataclass(frozen=True)
class Sight:
    """View of a step of the story.

    Parameters
    ----------
    rules : the keys of the cards.
    hand : the weight that moves, from 0.
    path : the place from which it moves, and that to which; two equal ones are a still.
    bars : whether all weights are shown, as bars, instead of the graph of one.
    beside : the key of a card whose graph is drawn thin behind that of one.
    whole : whether a graph is drawn as a whole, and not only where the weight has been.
    fixed : the knobs whose lines cannot be dragged: what the step says is about where they stand.
    loose : the weights that can be dragged; of "hand", that in hand alone, the server hears.
    """

    rules: tuple[str, ...]
    hand: int = 1
    path: tuple[float, float] = (0.0, 0.0)
    bars: bool = False
    beside: str = ""
    whole: bool = False
    fixed: tuple[str, ...] = ()
    loose: Literal["all", "hand", "none"] = "all"

    def payload(self, cards: Sequence[MapCard]) -> dict:
        """Return it as the browser is sent it; at another ``id`` the weights begin anew."""
        levels = {level for card in cards if card.key in self.rules for level in card.levels}
        # More than two lines would cover the bars: of more, those that cannot be dragged.
        drawn = sorted(levels) if len(levels) <= 2 else sorted(levels.intersection(self.fixed))
        return {"id": repr(self), "levels": drawn} | asdict(self)


@dataclass(frozen=True)
class Shrinker:
    """Weights to be dragged, and the places to which each card sends them.

    Parameters
    ----------
    weights : [d], in groups of ``size``.
    most : how far weights reach.
    knobs : theta, alpha, k and p.
    follows : the panel whose knobs move the picture before the server has heard of it.
    sight : all that a step of the story shows; None in free play.
    """

    weights: Sequence[float]
    size: int
    most: float
    knobs: Any
    cards: Sequence[MapCard]
    follows: str
    sight: Sight | None = None

    @property
    def names(self) -> list[str]:
        """The names that a step can point at."""
        return [card.title for card in self.cards]

    def element(self, height: str, look: Look) -> LiveElement:
        """Return it as an element; ``height`` is a CSS length, the cards not counted."""
        data = {
            "weights": list(self.weights),
            "size": self.size,
            "most": self.most,
            "knobs": asdict(self.knobs),
            "ranges": {name: [k.low, k.high] for name, k in knobs_of(self.knobs).items()},
            "cards": [card.payload() for card in self.cards],
            "scene": self.sight and self.sight.payload(self.cards),
            "follows": self.follows,
            "height": height,
            "point": look.point,
        }
        return LiveElement("shrinker", _component, data)


@st.cache_resource(show_spinner=False)
def _component():
    return element(Path(__file__).with_name("shrinker.js"), *HAND_STYLES)
