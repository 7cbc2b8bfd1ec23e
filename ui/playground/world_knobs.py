"""The knobs of the picture of the weights, as the address holds them."""

from __future__ import annotations

from dataclasses import dataclass

from knobs import SWITCH, check_knobs, knob, linear, words


@dataclass(frozen=True)
class WorldKnobs:
    """Whether the picture of the weights is shown, which two weights, and which single step."""

    shown: bool = knob(
        False, "", "see the weights", SWITCH, "A large picture of the weights as the run goes on."
    )
    moment: int = knob(
        0,
        "",
        "one step",
        linear(0, 10**9, integer=True, unset="off"),
        "The example whose step is shown part by part.",
    )
    across: str = words("weight across", "The name of the weight that is drawn across.")
    up: str = words("weight up", "The name of the weight that is drawn upward.")

    def __post_init__(self) -> None:
        check_knobs(self)
