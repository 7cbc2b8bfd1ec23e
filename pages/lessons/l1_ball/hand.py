"""The L1 ball in the plane and in space, under the hand: the browser projects.

In a step of the story the server hears where the point rests, for the sentences beside it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

import streamlit as st

from pages.lessons.l1_ball.evidence import Knobs
from ui.live.assets import HAND_STYLES, element
from ui.live.element import LiveElement
from ui.look import Look


@dataclass(frozen=True)
class BallScene:
    """A part of it, for a step of a story; the browser begins anew where the key changes.

    Parameters
    ----------
    key : a name of its own.
    parts : of "diamond", "circle", "walk", "round walk", "regions", "directions", "amounts" (what
        the walk takes off each weight), "ends" (three points that a walk could go to) and
        "distances" (how far these are) those drawn.
    sides : "plane", "space", or both.
    moves : whether the points go round by themselves.
    """

    key: str
    parts: tuple[str, ...]
    sides: tuple[str, ...] = ("plane",)
    moves: bool = False

    def payload(self) -> dict:
        """Return it as the browser reads it."""
        return asdict(self)


@dataclass(frozen=True)
class L1Ball:
    """The ball, and in each of two and three dimensions a point to be dragged.

    Parameters
    ----------
    knobs : the radius among them, and the point of a step.
    follows : the panel whose knobs move the ball before the server has heard of it.
    scene : the part of it that a step of a story shows; None for all.
    """

    knobs: Knobs
    follows: str
    scene: BallScene | None = None

    def element(self, height: str, look: Look) -> LiveElement:
        """Return it as an element; ``height`` is a CSS length."""
        data = {
            "knobs": asdict(self.knobs),
            "follows": self.follows,
            "height": height,
            "point": look.point,
            "scene": None if self.scene is None else self.scene.payload(),
        }
        return LiveElement("l1_ball", _component, data)


@st.cache_resource(show_spinner=False)
def _component():
    return element(Path(__file__).with_name("l1_ball.js"), *HAND_STYLES)
