"""The address bar of one visitor: what stands in it, what a run reads there, and what it writes.

A run of the page reads the parameters that Streamlit brings. Events write the address in the
browser, without Streamlit, so it may bring older ones: before the hand does anything by Streamlit,
the browser reports what stands in the bar (``ui/live/browser/events/session.js``).

The address is written when a movement has ended, not while it goes on: browsers refuse more than
some hundred address changes per minute.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

import streamlit as st

from ui.address import Form
from ui.view import View

HOW_TO_LOOK = ("present", "show", "picture", "frame", "point", "student", "class")
"""Parameters that stay in the address whatever the view: how to look, not at what."""

OF_A_STEP = ("frame", "point")
"""Those of them that mean something else in another step of a story."""

LOST_VIEW = "lost_view"
"""The parameter that keeps the view of a lost upload, so that a reload does not end it."""

KEEP_LOST_VIEW = ("playground", "sweep", "data")
"""The pages whose addresses have it."""

LONGEST_LOST = 2000
"""Letters of it: some servers take addresses of 8,000, and each % of it is written as three."""

MOST_REPLACED = 100
"""Addresses that stood in the bar before and are remembered: messages may bring one of them."""


@dataclass
class AddressBar:
    """The address bar, as far as the server knows it.

    Parameters
    ----------
    form : of the page of the last full run; None before there was any.
    written : the parameters of the view, last written or read; None before there were any.
    brought : all parameters as Streamlit brought them last, or was given them to write.
    query : all parameters as they stand in the bar.
    reported : the number of the last report of the browser.
    target : all parameters of an address that somebody went to, as the browser reports it.
    replaced : what stood in the bar before, the newest last.
    arrivals : how often somebody has gone to an address since the first one.
    lost_view : the view of an upload that is no longer here; see ``ui.data.lost_upload``.
    cue : the step of a story that is shown, "" for none; None before anything was shown.
    turned : it is another one since this run: the frame in the address was that of the step before.
    """

    form: Form | None = None
    written: dict[str, str] | None = None
    brought: dict[str, str] = field(default_factory=dict)
    query: dict[str, str] = field(default_factory=dict)
    reported: int = 0
    target: dict[str, str] | None = None
    replaced: deque[dict[str, str]] = field(default_factory=lambda: deque(maxlen=MOST_REPLACED))
    arrivals: int = 0
    lost_view: str = ""
    cue: str | None = None
    turned: bool = False

    @property
    def page(self) -> str:
        """Return the page of the last full run, "" before there was any."""
        return "" if self.form is None else self.form.page

    def parameters(self) -> dict[str, str]:
        """Return all that stands in the bar."""
        brought = _parameters_now()
        return self.query if brought == self.brought else brought

    def navigation(self, form: Form, acted: bool) -> dict[str, str] | None:
        """Return the address where somebody went to it by a link or by Back; None where not.

        The browser reports where somebody goes within a page. Else an address that is not the one
        last written is such a one, since there are links that it does not report. But a run in
        which the hand ``acted`` brings the address of the moment at which it left the browser,
        which may be older than the newest: one that stood there before is none then, however long
        the message took. And a visitor who turns to another page finds there what they left.
        """
        if self.target is not None:
            return self._aim(self.target, form)
        brought, elsewhere = _parameters_now(), self.page != form.page
        if brought == self.brought and not elsewhere and self.written is not None:
            return None
        parameters = of_view(brought)
        if not elsewhere and acted and parameters in self.replaced:
            return None
        self.brought = self.query = brought
        if self.written is None:
            return parameters
        if elsewhere:
            return parameters or None
        return None if parameters == self.written else parameters

    def _aim(self, target: dict[str, str], form: Form) -> dict[str, str] | None:
        """Return the address that the browser has said somebody went to.

        It stays the target until it is shown: this run may be stopped before.
        """
        self.brought, self.query = _parameters_now(), target
        parameters = of_view(target)
        if self.page == form.page and parameters == self.written:
            self.target = None
            return None
        return parameters

    def read_again(self) -> None:
        """Have the next run read the address as this one did, which shows nothing of it."""
        self.brought = {}

    def arrive(self, parameters: dict[str, str]) -> None:
        """Note that the view of an address is shown that somebody went to."""
        self.arrivals += self.written is not None
        self.written, self.target = parameters, None

    def follow(self, query: dict[str, str]) -> dict[str, str] | None:
        """Take over what events have written; return the parameters of the view, if others."""
        before, self.query = self.written, query
        self.written = of_view(query)
        if before is not None and self.written != before:
            self.replaced.append(before)
            return self.written
        return None

    def write(self, view: View) -> None:
        """Let the bar say what is shown; no step keeps the frame of the one before."""
        query = self.parameters()
        self.written, stood = self.form.encode(view), of_view(query)
        lost = self._lost_view()
        if self.written != stood or lost != query.get(LOST_VIEW, ""):
            self.replaced.append(stood)
            left_out = OF_A_STEP if self.turned else ()
            kept = {name: query[name] for name in HOW_TO_LOOK if name in query}
            kept = {name: text for name, text in kept.items() if name not in left_out}
            self.query = self.written | kept | ({LOST_VIEW: lost} if lost else {})
            self.brought = dict(self.query)
            st.query_params.from_dict(self.query)

    def navigate(self, cue: str) -> None:
        """Begin a run in which ``cue``, a step of a story or "", is shown."""
        self.turned = self.cue is not None and self.cue != cue
        self.cue = cue

    def keep_lost_view(self) -> None:
        """Keep what the address says of a lost upload; to be called where somebody went to it."""
        self.lost_view = self.lost_view or self.query.get(LOST_VIEW, "")[:LONGEST_LOST]

    def _lost_view(self) -> str:
        """Return the view of a lost upload as the address of this page keeps it."""
        fits = self.page in KEEP_LOST_VIEW and len(self.lost_view) <= LONGEST_LOST
        return self.lost_view if fits else ""


def _parameters_now() -> dict[str, str]:
    """All parameters as Streamlit brings them; it may change them while it lists them."""
    try:
        return st.query_params.to_dict()
    except KeyError:
        return st.query_params.to_dict()


def of_view(query: Mapping[str, str]) -> dict[str, str]:
    """Return what an address says of the view; what it says of how to look is left out."""
    return {name: text for name, text in query.items() if name not in (*HOW_TO_LOOK, LOST_VIEW)}
