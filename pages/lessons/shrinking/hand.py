"""Six maps side by side, under the hand: the browser computes them, the server hears of knobs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from pages.lessons.shrinking.cards import MapCard
from ui import session
from ui.live.assets import HAND_STYLES, element
from ui.live.panels import Movement, Panel


@dataclass(frozen=True)
class Shrinker:
    """Weights to be dragged, and the places to which each card sends them.

    Parameters
    ----------
    weights : [d], in groups of ``size``.
    most : how far weights reach.
    knobs : theta, alpha, k and p.
    follows : the panel whose knobs move the picture before the server has heard of it.
    on_move : is called with the movement of a knob that is dragged in the picture.
    """

    weights: Sequence[float]
    size: int
    most: float
    knobs: Any
    cards: Sequence[MapCard]
    follows: str
    on_move: Callable[[Movement], None]

    def show(self, height: str) -> None:
        """Put it on the page; ``height`` is a CSS length, the cards not counted."""
        panel = Panel("shrinker", "levels", self.knobs, self.on_move)
        _registered()(
            key="shrinker",
            data={
                "weights": list(self.weights),
                "size": self.size,
                "most": self.most,
                "knobs": asdict(self.knobs),
                "ranges": {name: [k.low, k.high] for name, k in panel.declared.items()},
                "cards": [card.payload() for card in self.cards],
                "follows": self.follows,
                "height": height,
                "point": st.query_params.get("point", ""),
                "answers": session.answered(),
                "took": session.took(),
            },
            on_moved_change=lambda: panel.hear(st.session_state["shrinker"]["moved"]),
        )


@st.cache_resource(show_spinner=False)
def _registered():
    return element(Path(__file__).with_name("shrinker.js"), *HAND_STYLES)
