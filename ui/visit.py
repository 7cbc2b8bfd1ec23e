"""One visitor's session, as runs of the page know it: what is shown, and what was done.

All that the app keeps of a session stands in one ``Visit``; only what widgets hold, and the
visitor's uploads, stand beside it. Events, which are answered without a run, do not read it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NoReturn
from urllib.parse import parse_qsl

import streamlit as st

from ui.address import Form
from ui.live.panel import Panel
from ui.movement import follow, well_formed
from ui.session.address_bar import AddressBar, of_view
from ui.session.hand import Hand
from ui.session.one_run import OneRun
from ui.session.progress import Progress
from ui.view import View, opening

CARRIED = ("present", "student")
"""The parameters on how to look, and of who looks, that links to other pages of the app have, too;
lib/address.js has the same. ``show`` names knobs of one page, and a window knows its class."""

REPORTER = "reporter"
"""The key of the element by which the browser reports the address."""


@dataclass
class Visit:
    """One visitor's session.

    Parameters
    ----------
    view : what they are shown.
    last_view : the view as it was at the last full run. While a knob is dragged its panel knows
        better than the server where it stands.
    address : the address bar.
    notes : what had to be changed in the address or in a movement, in sentences.
    done : what was done to a dataset when it was opened, in sentences.
    hand : the movements.
    panels : every panel that was shown, by the name under which the browser reports its movements.
    payloads : what the browser was sent of each panel last.
    progress : what events need beside the address.
    forms : of the pages that were shown, by their keys.
    menu : shows the links on top of the page, once a run, when its address has been read.
    runs : lets one run at a time change all this.
    """

    view: View = field(default_factory=opening)
    last_view: View = field(default_factory=opening)
    address: AddressBar = field(default_factory=AddressBar)
    notes: list[str] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    hand: Hand = field(default_factory=Hand)
    panels: dict[str, Panel] = field(default_factory=dict)
    payloads: dict[str, tuple[Panel, dict[str, Any]]] = field(default_factory=dict)
    progress: Progress = field(default_factory=Progress)
    forms: dict[str, Form] = field(default_factory=dict)
    menu: Callable[[], None] = lambda: None
    runs: OneRun = field(default_factory=OneRun)

    @staticmethod
    def current(drawing: bool = False) -> Visit:
        """Return the visit of this session, which has heard of the events until now.

        A run waits here for the one before it. That one ends at its next look where it is
        ``drawing``; not in a callback, since what was chosen would be lost: Streamlit calls no
        callback twice.
        """
        if "visit" not in st.session_state:  # to make one that is not needed costs 0.3 ms
            st.session_state["visit"] = Visit()
        visit = st.session_state["visit"]
        if not visit.runs.enter() and drawing:
            st.stop()
        if REPORTER in st.session_state:
            visit.catch_up(st.session_state[REPORTER].get("moved"))
        return visit

    def catch_up(self, report: Any) -> None:
        """Follow the address that events have written, as the browser reports it.

        Parameters
        ----------
        report : ``{"n", "page", "query", "went"}``; anything else is left out, and so is an old
            one. Where somebody ``went`` to the address by a link or by Back, the run that follows
            is one of that address.
        """
        if not isinstance(report, dict) or type(report.get("n")) is not int:
            return
        query, bar = report.get("query"), self.address
        if report["n"] <= bar.reported or not isinstance(query, str) or bar.form is None:
            return
        bar.reported = report["n"]
        parameters = dict(parse_qsl(query, keep_blank_values=True))
        if report.get("went") is True:
            bar.target = parameters
        elif report.get("page") == bar.page:
            parameters = bar.follow(parameters)
            if parameters is not None:
                self.view, _ = bar.form.decode(parameters, self.view)
                self.last_view = self.view
                self.hand.acted = True
        elif report.get("page") in self.forms:
            self._leave(self.forms[report["page"]], of_view(parameters))

    def _take_target(self) -> None:
        """Show the address that somebody went to before the hand did more, if no run has yet."""
        bar = self.address
        if bar.target is not None:
            bar.query, bar.target = bar.target, None
            bar.written = of_view(bar.query)
            self.view, _ = bar.form.decode(bar.written, self.view)

    def _leave(self, form: Form, parameters: dict[str, str]) -> None:
        """Take over what events have done on a page that was left, where its data are shown yet."""
        view, _ = form.decode(parameters, self.view)
        if (view.recipe, view.preparation) == (self.view.recipe, self.view.preparation):
            self.view = view

    def go(self, view: View, notes: list[str], parameters: dict[str, str], done: list[str]) -> None:
        """Show the view of an address."""
        self.view, self.notes, self.done = view, notes, done
        self.address.arrive(parameters)

    def settle(self, form: Form) -> None:
        """Begin a run of the whole page."""
        self.address.form = self.forms[form.page] = form
        self.last_view = self.view
        self.hand.rest()

    def run_again(self) -> NoReturn:
        """Run all of the page, since a part of it that looks around by itself found something.

        Its look may have left the browser while a movement was being answered, with the address
        from before. Read as Back, that would undo the movement.
        """
        self.hand.acted = True
        st.rerun()

    def change(self, view: View, done: list[str] | None = None) -> None:
        """Show ``view`` from now on, and say what was done for it."""
        self.view, self.notes, self.done = view, [], done or []
        self.address.target = None
        self.hand.act()

    def refuse(self, sentence: str) -> None:
        """Say why what was asked for is not done; the view stays as it is."""
        self.notes = [sentence]
        self.hand.act()

    def hear(self, log: Any) -> None:
        """Follow what the hand did since it was last heard of: in its order, and once.

        Parameters
        ----------
        log : what the browser does not know to have been heard; some of it may have been. What is
            not well formed is left out.
        """
        self._take_target()
        self.hand.arrive()
        news = [entry for entry in well_formed(log) if entry["n"] > self.hand.acknowledged]
        if not news:
            return
        self.notes, self.done = [], []
        for entry in news:
            self.hand.acknowledged = entry["n"]
            self._follow(entry)
        self.hand.moving = news[-1]["live"]

    def _follow(self, entry: dict[str, Any]) -> None:
        try:
            self.view = follow(self.view, [entry], self.panels)
            self.hand.ended |= not entry["live"] and entry["source"] in self.panels
        except ValueError as error:
            # Knobs that exclude each other: say so and stay where we are.
            self.notes.append(f"{error}.")
            self.hand.ended = True


def parameters() -> dict[str, str]:
    """Return the parameters of the address."""
    return Visit.current().address.parameters()


def carried_on() -> dict[str, str]:
    """Return what links to other pages of the app say of how to look, and of who looks."""
    return {name: text for name, text in parameters().items() if name in CARRIED}
