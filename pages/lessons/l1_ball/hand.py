"""The L1 ball in the plane and in space, under the hand: the browser projects, nothing is sent."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

import streamlit as st

from pages.lessons.l1_ball.evidence import Knobs
from ui.live.assets import HAND_STYLES, element
from ui.visit import Visit


@dataclass(frozen=True)
class L1Ball:
    """The ball, and in each of two and three dimensions a point to be dragged.

    Parameters
    ----------
    knobs : the radius among them.
    follows : the panel whose knobs move the ball before the server has heard of it.
    """

    knobs: Knobs
    follows: str

    def show(self, height: str) -> None:
        """Put it on the page; ``height`` is a CSS length."""
        visit = Visit.current()
        _registered()(
            key="l1_ball",
            data={
                "knobs": asdict(self.knobs),
                "follows": self.follows,
                "height": height,
                "point": st.query_params.get("point", ""),
                "heard": visit.heard,
                "took": visit.took(),
            },
        )


@st.cache_resource(show_spinner=False)
def _registered():
    return element(Path(__file__).with_name("l1_ball.js"), *HAND_STYLES)
