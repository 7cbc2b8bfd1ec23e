"""The live figure: a Plotly figure that is repainted in place."""

from __future__ import annotations

import streamlit as st

from charts import Picture
from ui.live.assets import element, plotly_js


def live_figure(picture: Picture, height: str, answers: str = "") -> None:
    """Show ``picture``; a later call under the same name repaints the same node.

    ``height`` is a CSS length. ``answers`` is the mark of the knob movement this picture answers:
    the browser sends no further movement before it has arrived.
    """
    _registered()(
        key=f"figure_{picture.name}",
        data={
            "name": picture.name,
            # Encoded by Plotly, which knows its own numbers (float32 as base64).
            "figure": picture.figure.to_json(),
            "alt": picture.alt,
            "caption": picture.caption,
            "height": height,
            "answers": answers,
            "plotly": plotly_js(),
        },
    )


@st.cache_resource(show_spinner=False)
def _registered():
    return element("figure")
