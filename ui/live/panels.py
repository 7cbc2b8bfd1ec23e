"""Live panels: the knobs of dataclasses as sliders that report while they are dragged."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from typing import Any, NamedTuple

import streamlit as st

from ui import present
from ui.live.assets import BROWSER, element
from ui.live.element import LiveElement, mount
from ui.live.panel import Panel
from ui.look import Look
from ui.markdown import plain
from ui.visit import Visit, parameters

Payloads = MutableMapping[str, tuple[Panel, dict[str, Any]]]
"""The payload of each panel that was made last, by its source: most stay when one is turned."""


class PanelGroup(NamedTuple):
    """Panels that change together: they are one element.

    Parameters
    ----------
    key : of the element, without its prefix.
    panels : in their order.
    beside : the names of knobs that other panels of the page have.
    together : one button shows the hidden knobs of all panels, not one each.
    """

    key: str
    panels: Sequence[Panel]
    beside: Sequence[str] = ()
    together: bool = False


def panels_element(
    group: PanelGroup, look: Look, payloads: Payloads, heard: int = 0
) -> tuple[LiveElement, list[str]]:
    """Return the element of a group, and a sentence for each asked knob that is none.

    Parameters
    ----------
    heard : the number of the last movement that is in it.
    """
    panels, sentences = present.staying(group.panels, look, group.beside)
    payloads_now = [_payload(panel, payloads) for panel in panels]
    data = {"panels": payloads_now, "heard": heard, "together": group.together}
    return LiveElement(f"panels_{group.key}", _component, data), sentences


def show_panels(group: PanelGroup) -> None:
    """Show a group of panels, in a run of the page; a later one of its key moves its sliders."""
    visit = Visit.current()
    # On a projector a ring in a picture may move a knob that has no slider there.
    visit.panels |= {panel.source: panel for panel in group.panels}
    shown, sentences = panels_element(
        group, Look.at(parameters()), visit.payloads, visit.hand.acknowledged
    )
    mount(shown)
    for sentence in sentences:
        st.warning(plain(sentence), icon=":material/info:")


def _payload(panel: Panel, payloads: Payloads) -> dict[str, Any]:
    known, payload = payloads.get(panel.source, (None, {}))
    if panel != known:
        payload = panel.payload()
        payloads[panel.source] = panel, payload
    return payload


@st.cache_resource(show_spinner=False)
def _component():
    return element(
        BROWSER / "panels" / "panels.js",
        BROWSER / "lib" / "range.css",
        BROWSER / "panels" / "rule.css",
    )
