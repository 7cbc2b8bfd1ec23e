"""The L1 ball in the plane and in space, under the hand: the browser projects, nothing is sent."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from ui import session
from ui.live.assets import HAND_STYLES, ROOT, element


@dataclass(frozen=True)
class L1Ball:
    """The ball of radius ``z``, and in each of two and three dimensions a point to be dragged."""

    z: float

    def show(self, height: str) -> None:
        """Put it on the page; ``height`` is a CSS length."""
        _registered()(
            key="l1_ball",
            data={
                "z": self.z,
                "height": height,
                "point": st.query_params.get("point", ""),
                "answers": session.answered(),
                "took": session.took(),
            },
        )


@st.cache_resource(show_spinner=False)
def _registered():
    return element(ROOT / "pages" / "lessons" / "l1_ball" / "l1_ball.js", *HAND_STYLES)
