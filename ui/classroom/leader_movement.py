"""What follows the leader of a class: a movement to the address where the class stands."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qsl

from ui.address import Form
from ui.live.panel import Panel
from ui.movement import Movement
from ui.view import View

SOURCE = "class"
"""The name under which browsers report that the class has moved."""


@dataclass(frozen=True)
class NoKnobs:
    """The owner of a panel of which nothing is seen."""


def class_panel(form: Form) -> dict[str, Panel]:
    """Return the hidden panel of a page whose movements name parameters of another view of it.

    A movement to an address that this page cannot show raises ValueError: a run says why.
    """

    def move(view: View, movement: Movement) -> View:
        if movement.action != "go":
            return view
        reached, notes = form.decode(dict(parse_qsl(movement.value, keep_blank_values=True)), view)
        if notes:
            raise ValueError(notes[0])
        return reached

    return {SOURCE: Panel(SOURCE, "", NoKnobs(), move)}
