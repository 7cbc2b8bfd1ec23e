"""One visitor: what they are shown, what they did, and the address that says so.

All that the app keeps of a session stands in one ``Visit``; only what widgets hold, and the
visitor's uploads, stand beside it.

The address is written when a movement has ended, not while it goes on: browsers refuse more than
some hundred address changes per minute.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from secrets import token_hex
from threading import local
from time import perf_counter
from typing import TYPE_CHECKING, Any, NoReturn

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from ui.address import Form
from ui.movement import Move, Movement, well_formed
from ui.view import View, opening

if TYPE_CHECKING:
    from ui.live.panels import Panel
    from ui.page import Content
    from ui.playground.ledger import Ledger
    from ui.web.at_once import Way

PASSED = ("present", "show", "frame", "point", "student")
"""Parameters that stay in the address whatever the view: how to look, not at what."""

OF_A_STEP = ("frame", "point")
"""Those of them that mean something else in another step of a story."""

CARRIED = ("present", "show", "student")
"""Those of them that links to other pages of the app have, too."""

LOST_VIEW = "lost_view"
"""The parameter that keeps the view of a lost upload, so that a reload does not end it."""

KEEP_IT = ("playground", "sweep", "data")
"""The pages whose addresses have it."""

LONGEST_LOST = 2000
"""Letters of it: some servers take addresses of 8,000, and each % of it is written as three."""

LATE = 2.0
"""Seconds after which no message arrives any more that left before the address changed."""

_OF_THE_RUN = local()
"""The run of a page in this thread, and its visit. A thread runs pages of one session alone."""


@dataclass
class Visit:
    """All that is known of one visitor.

    Parameters
    ----------
    name : another one for each visit; by it a browser knows whether the server knows it still.
    view : what they are shown.
    settled : the view as it was at the last full run: what panels are told. While a knob is dragged
        its panel knows better than the server where it stands, and an element that is told the same
        as before is not drawn.
    page : the page of the last full run.
    address : the parameters last written or read; None before there were any.
    replaced : addresses that stood in the bar before it, each with the moment at which it went.
    left : the dataset that was shown before the last link was followed, and that moment.
    notes : what had to be changed in the address or in a movement, in sentences.
    done : what was done to a dataset when it was opened, in sentences.
    lost_view : the view of an upload that is no longer here; see ``ui.data.lost_upload``.
    panels : every panel that was shown, by the name under which the browser reports its movements.
    payloads : what the browser was sent of panels at the last full run, by their element, and
        sentences under them.
    told : what the browser was sent of each panel, by its source, and the panel that said it.
    heard : the number of the last movement that was heard; ``settled_heard``, at the last full run.
    acted : the hand did something in this run, or the run came of itself: nobody followed a link.
    ended : something was done for good since the last full run: all of the page must follow.
    moving : a hand is still moving a knob.
    begun : a run of all of the page has begun, which what follows is part of.
    follows : the top of the page is left as it is in this run.
    played : the run was shown as a film, as it is on first sight.
    answers : what was given as answers in exercises, and how many hints, by the exercise's key.
    cue : the step of a story that is shown, "" for none; None before anything was shown.
    turned : it is another one since this run: the frame in the address was that of the step before.
    trials : the settings that were tried in the playground, by data and stream; see
        ``ui.playground.ledger``.
    arrived : the moment at which the last movements arrived, in seconds.
    content : what the pictures of a full run were drawn from, until all of the page has followed.
    stands : what the top of the page was made from at the last run of all of it.
    telling : by their keys, what elements are told in place of a run of the page; None in a run.
    parameters : those of the address, while elements are told something.
    way : by which movements are answered without a run; see ``ui.web.at_once``.
    menu : shows the links on top of the page, once a run, when its address has been read.
    """

    name: str = field(default_factory=lambda: token_hex(4))
    view: View = field(default_factory=opening)
    settled: View = field(default_factory=opening)
    page: str = ""
    address: dict[str, str] | None = None
    replaced: list[tuple[dict[str, str], float]] = field(default_factory=list)
    left: tuple[str, float] = ("", -inf)
    notes: list[str] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    lost_view: str = ""
    panels: dict[str, Panel] = field(default_factory=dict)
    payloads: dict[str, tuple[dict[str, Any], list[str]]] = field(default_factory=dict)
    told: dict[str, tuple[Panel, dict[str, Any]]] = field(default_factory=dict)
    heard: int = 0
    settled_heard: int = 0
    acted: bool = False
    ended: bool = False
    moving: bool = False
    begun: bool = False
    follows: bool = False
    played: bool = False
    cue: str | None = None
    turned: bool = False
    answers: dict[str, Any] = field(default_factory=dict)
    trials: dict[Any, Ledger] = field(default_factory=dict)
    arrived: float = field(default_factory=perf_counter)
    content: Content | None = None
    stands: Any = None
    telling: dict[str, Mapping[str, Any]] | None = None
    parameters: dict[str, str] | None = None
    way: Way | None = None
    menu: Callable[[], None] = lambda: None

    @staticmethod
    def current() -> Visit:
        """Return the visit of this session."""
        # Some ten times in each movement; each look among all that a session holds takes 0.1 ms.
        run = get_script_run_ctx(suppress_warning=True)
        if run is not None and getattr(_OF_THE_RUN, "run", None) is run:
            return _OF_THE_RUN.visit
        # To make one that is not needed costs 0.3 ms.
        if "visit" not in st.session_state:
            st.session_state["visit"] = Visit()
        visit = st.session_state["visit"]
        _OF_THE_RUN.run, _OF_THE_RUN.visit = run, visit
        return visit

    @staticmethod
    def forget() -> None:
        """Forget in this thread which visit it worked for."""
        _OF_THE_RUN.__dict__.clear()

    def navigation(self, form: Form) -> dict[str, str] | None:
        """Return the address where somebody went to it by a link or by Back; None where not.

        An address that is not the one last written is such a one. But a run in which the hand did
        something brings the address of the moment at which it left the browser, which may be older
        than the newest: one that was replaced a moment ago counts only where the hand did nothing.
        A run that came of itself is as one in which the hand did something; see ``run_again``. And
        a visitor who turns to another page finds there what they left.
        """
        parameters = written()
        if self.address is None:
            return parameters
        if self.page != form.page:
            return parameters or None
        late = self.acted and parameters in (was for was, _at in self._replaced_of_late())
        return None if late or parameters == self.address else parameters

    def _replaced_of_late(self) -> list[tuple[dict[str, str], float]]:
        return [(was, at) for was, at in self.replaced if perf_counter() - at < LATE]

    def go(self, view: View, notes: list[str], parameters: dict[str, str], done: list[str]) -> None:
        """Show the view of an address."""
        # At first sight nothing was left, nor by a link to another view of the same dataset.
        if self.address is not None and view.recipe.key != self.view.recipe.key:
            self.left = self.view.recipe.key, perf_counter()
        self.view, self.notes, self.address, self.done = view, notes, parameters, done

    def keep_lost_view(self) -> None:
        """Keep what the address says of a lost upload; to be called where somebody went to it."""
        self.lost_view = self.lost_view or parameters().get(LOST_VIEW, "")[:LONGEST_LOST]

    def settle(self, form: Form, follows: bool = False) -> None:
        """Begin a run in which all of the page follows, or, of the same page, all but its top."""
        self.page, self.begun, self.follows = form.page, not follows, follows
        self.settled, self.settled_heard = self.view, self.heard
        self.acted = self.ended = self.moving = False

    def left_just_now(self, key: str) -> bool:
        """Return whether a link has led away from this dataset a moment ago."""
        was, at = self.left
        return was == key and perf_counter() - at < LATE

    def stand(self, stands: Any) -> None:
        """Note what the top of the page is made from: sentences stand there for once."""
        self.stands = None if self.notes or self.done else stands

    def moves_all(self, stands: Any) -> bool:
        """Return whether the top of the page must follow what the hand did, too."""
        return bool(self.notes or self.done) or self.stands is None or stands != self.stands

    def turn(self, cue: str) -> None:
        """Begin a run in which ``cue``, a step of a story or "", is shown."""
        self.turned = self.cue is not None and self.cue != cue
        self.cue = cue

    def write_address(self, form: Form) -> None:
        """Let the address bar say what is shown; no step keeps the frame of the one before."""
        self.address, stood = form.encode(self.view), written()
        lost = self._lost_view_in(form)
        if self.address != stood or lost != parameters().get(LOST_VIEW, ""):
            self.replaced = [*self._replaced_of_late(), (stood, perf_counter())]
            left_out = OF_A_STEP if self.turned else ()
            kept = {name: text for name, text in parameters().items() if name in PASSED}
            kept = {name: text for name, text in kept.items() if name not in left_out}
            kept |= {LOST_VIEW: lost} if lost else {}
            st.query_params.from_dict(self.address | kept)

    def _lost_view_in(self, form: Form) -> str:
        """Return the view of a lost upload as the address of a page keeps it."""
        fits = form.page in KEEP_IT and len(self.lost_view) <= LONGEST_LOST
        return self.lost_view if fits else ""

    def run_again(self) -> NoReturn:
        """Run all of the page, since a part of it that looks around by itself found something.

        Its look may have left the browser while a movement was being answered, with the address
        from before. Read as Back, that would undo the movement.
        """
        self.acted = True
        st.rerun()

    def change(self, view: View, done: list[str] | None = None) -> None:
        """Show ``view`` from now on, and say what was done for it."""
        self.view, self.notes, self.done = view, [], done or []
        self.acted = self.ended = True

    def refuse(self, sentence: str) -> None:
        """Say why what was asked for is not done; the view stays as it is."""
        self.notes = [sentence]
        self.acted = self.ended = True

    def hear(self, log: Any) -> None:
        """Follow what the hand did since it was last heard of: in its order, and once.

        Parameters
        ----------
        log : what the browser does not know to have been heard; some of it may have been. What is
            not well formed is left out.
        """
        self.acted = True
        self.arrived = perf_counter()
        news = self.news(log)
        if not news:
            return
        self.notes, self.done = [], []
        for entry in news:
            self.heard = entry["n"]
            panel = self.panels.get(entry["source"])
            if panel is not None:
                self._follow(panel.move, panel.movement(entry))
        self.moving = news[-1]["live"]

    def news(self, log: Any) -> list[dict[str, Any]]:
        """Return what a log brings that was not heard yet, in its order."""
        return [entry for entry in well_formed(log) if entry["n"] > self.heard]

    def _follow(self, move: Move, movement: Movement) -> None:
        try:
            self.view = move(self.view, movement)
            self.ended |= not movement.live
        except ValueError as error:
            # Knobs that exclude each other: say so and stay where we are.
            self.notes.append(f"{error}.")
            self.ended = True

    def took(self) -> float:
        """Return the milliseconds since the last movements arrived."""
        return 1e3 * (perf_counter() - self.arrived)


def parameters() -> dict[str, str]:
    """Return the parameters of the address."""
    visit = Visit.current()
    if visit.telling is None:
        return st.query_params.to_dict()
    # Some twenty looks in each movement, and Streamlit takes 0.03 ms for each of them.
    if visit.parameters is None:
        visit.parameters = st.query_params.to_dict()
    return visit.parameters


def written() -> dict[str, str]:
    """Return what the address says of the view; what it says of how to look is left out."""
    return {name: v for name, v in parameters().items() if name not in (*PASSED, LOST_VIEW)}


def carried_on() -> dict[str, str]:
    """Return what links to other pages of the app say of how to look, and of who looks."""
    return {name: text for name, text in parameters().items() if name in CARRIED}
