"""An element of ours: mounted by a run of the page, updated by events between two runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from ui.visit import Visit

_runs = count(1)


@dataclass(frozen=True)
class LiveElement:
    """An element by its key, and all that it shows.

    Parameters
    ----------
    key : one page has it once; the browser finds the element by it.
    component : returns the registered component.
    data : JSON, as the module of the element reads it.
    reports : movements of the hand are reported by it.
    """

    key: str
    component: Callable[[], ComponentRenderer]
    data: Mapping[str, Any]
    reports: bool = True


def mount(element: LiveElement, **listeners: Callable[[], None]) -> None:
    """Show an element, in a run of the page.

    Parameters
    ----------
    listeners : called where the browser reports something else than movements:
        ``on_<name>_change`` as Streamlit has them.
    """
    # By the number the browser knows a new run from the same data drawn again, for instance in
    # another theme: updates of the element by events since stay there.
    data = {**element.data, "element": element.key, "run": next(_runs)}
    reports = {"on_moved_change": listener(element.key)} if element.reports else {}
    element.component()(key=element.key, data=data, **reports, **listeners)


def listener(key: str) -> Callable[[], None]:
    """Return what is to be called when the element of that key reports movements.

    They may be of any panel: a message brings all that the browser does not know to be heard.
    """
    return lambda: Visit.current().hear(st.session_state[key].get("moved"))
