"""The state of one visitor: read from the address, changed by widgets, written back.

The address is written when a movement has ended, not while it goes on: browsers refuse more than
some hundred address changes a minute. Whoever goes back in the browser goes back here, because an
address that is not the one last written is read as new.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields, replace
from time import perf_counter

import streamlit as st

from datasets import DatasetError
from knobs import knobs_of
from ui import engine
from ui.address import Form
from ui.live.panels import Movement, moved_to
from ui.shelf import absent, recipe
from ui.view import View

PASSED = ("present", "show", "frame", "point", "student")
"""Parameters that stay in the address whatever the view: how to look, not at what."""


def current(form: Form) -> View:
    """The view a page shows; at the start of a full run the address is read if it is not ours.

    Who turns to another page there finds the view they left.
    """
    parameters = told()
    known = st.session_state.get("view")
    elsewhere = known is not None and st.session_state["page"] != form.page
    turned = elsewhere and not parameters
    # A movement that left before the browser had heard of the last address brings the one before.
    moved = ended() and not elsewhere
    if known is None or not (turned or moved or parameters == st.session_state["address"]):
        view, st.session_state["notes"] = form.decode(parameters, known)
        # Who names a dataset and no loss wants one that fits.
        named = "data" in parameters and "stream.loss" not in parameters
        st.session_state["view"] = fitted(view) if named else view
        st.session_state["address"] = parameters
    st.session_state["page"] = form.page
    st.session_state["ended"] = st.session_state["moving"] = False
    st.session_state["settled"] = st.session_state["view"]
    return st.session_state["view"]


def told() -> dict[str, str]:
    """What the address says of the view; what it says of how to look at it is left out."""
    return {name: v for name, v in st.query_params.to_dict().items() if name not in PASSED}


def here() -> View:
    """The view as it stands, within a run."""
    return st.session_state["view"]


def settled() -> View:
    """The view as it was at the last full run: what the panels are told.

    While a knob is dragged its panel knows better than the server where it stands. Telling it the
    same as before costs nothing: an element that does not change is neither sent nor drawn.
    """
    return st.session_state["settled"]


def notes() -> list[str]:
    """What had to be changed in the address or in a movement, in sentences."""
    return st.session_state.get("notes", [])


def write_address(form: Form) -> None:
    """Let the address bar say what is shown."""
    parameters = form.encode(here())
    if parameters != told():
        kept = {name: st.query_params[name] for name in PASSED if name in st.query_params}
        st.query_params.from_dict(parameters | kept)
    st.session_state["address"] = parameters


def ended() -> bool:
    """Whether a movement has ended since the last full run, so that all of the page must follow."""
    return st.session_state.get("ended", False)


def refusals() -> int:
    """How many movements were not followed."""
    return st.session_state.get("refusals", 0)


def answered() -> str:
    """The mark of the last movement, for the picture that answers it."""
    return st.session_state.get("mark", "")


def took() -> float:
    """Milliseconds since the last movement arrived."""
    return 1e3 * (perf_counter() - st.session_state.get("arrived", perf_counter()))


def moving() -> bool:
    """Whether a hand is still moving a knob."""
    return st.session_state.get("moving", False)


def change(state: View, live: bool = False) -> None:
    """Show ``state`` from now on."""
    st.session_state["view"] = state
    st.session_state["notes"] = []
    st.session_state["moving"] = live
    st.session_state["ended"] = not live


def refuse(sentence: str) -> None:
    """Say why what was asked for is not done; the view stays as it is."""
    st.session_state["notes"] = [sentence]
    st.session_state["refusals"] = refusals() + 1
    st.session_state["ended"] = True


def mover(of: Callable[[View, Movement], View]) -> Callable[[Movement], None]:
    """What a panel calls: ``of`` says what a movement makes of the state."""

    def moved(movement: Movement) -> None:
        st.session_state["mark"] = movement.mark
        st.session_state["arrived"] = perf_counter()
        try:
            change(of(here(), movement), movement.live)
        except ValueError as error:
            # Knobs that exclude each other: say so and stay where we are.
            refuse(f"{error}.")

    return moved


def moved_part(part: str) -> Callable[[Movement], None]:
    """A movement of the knobs of ``preparation``, ``stream`` or ``view``."""
    return mover(lambda state, m: replace(state, **{part: moved_to(getattr(state, part), m)}))


def fitted(asked: View) -> View:
    """The same with a loss and runs that fit its data, where there is such data here."""
    if absent(asked.data):
        return asked
    with suppress(DatasetError, ValueError):  # the page says why there is none
        return asked.fitted_to(engine.dataset(engine.source_of(asked)).task)
    return asked


def recipe_of(state: View):
    """The recipe of the view's dataset, with its options."""
    return recipe(state.data)(**dict(state.options))


def moved_recipe(state: View, movement: Movement) -> View:
    """A movement of a recipe's own knobs."""
    return with_recipe(state, moved_to(recipe_of(state), movement))


def with_recipe(state: View, owner) -> View:
    """The state with a recipe's options; those at their default are not kept."""
    defaults = type(owner)()
    names = {field.name for field in fields(owner)} | set(knobs_of(owner))
    changed = {n: getattr(owner, n) for n in names if getattr(owner, n) != getattr(defaults, n)}
    return replace(state, options=tuple(sorted(changed.items())))


def moved_view(movement: Movement) -> None:
    """A movement of the view's knobs, or its button: one more run."""

    def of(state: View, movement: Movement) -> View:
        state = replace(state, display=moved_to(state.display, movement))
        return state.with_added_run() if movement.action else state

    mover(of)(movement)


def moved_run(slot: int) -> Callable[[Movement], None]:
    """A movement in the card of a run: its knobs, another algorithm, or its removal."""

    def of(state: View, movement: Movement) -> View:
        if movement.action == "remove":
            return state.without_run(slot)
        if movement.values:
            state = state.with_run(slot, moved_to(state.runs[slot], movement))
        if movement.action == "algorithm":
            return state.with_algorithm(slot, movement.value)
        return state

    return mover(of)
