"""A tour of the playground in eight steps, on the page itself."""

from __future__ import annotations

import streamlit as st

from ui import present
from ui.live.assets import BROWSER, element

HEADING, TABLE, VERDICT = ".st-key-workbench_heading", ".lab-score", ".lab-headline"
KNOB = '.lab-panel[aria-label="run A"] .lab-range:not(.lab-rare) input[type="range"]'
"""The first slider of the first card: the knob that makes the zeros of its run."""


def figure(name: str) -> str:
    """Return the selector of a picture with its heading."""
    return f'[data-figure="{name}"]'


STEPS = (
    (
        HEADING,
        "What is learned",
        "Examples are read one by one. A run predicts each example first, then it sees the answer "
        "and changes its weights. A weight says how much a feature counts. A feature whose weight "
        "is 0 is not used.",
    ),
    (
        TABLE,
        "What is compared",
        "Each line is a run: one method with its settings. Its letter and its colour are the same "
        "in every picture. “Features kept” counts the weights that are not 0.",
    ),
    (
        figure("truncation"),
        "What a method does to a weight",
        "Left to right is the weight before, upwards the weight after. On the dotted line a weight "
        "stays as it is. Where a line lies at 0, weights become exactly 0. This is done after "
        "every K steps; K is the period.",
    ),
    (
        KNOB,
        "Drag this",
        "It is the knob by which run A drops features. Drag it to the left, or press ←, and watch "
        "“features kept” in the table. Then drag it to the right.",
    ),
    (
        figure("regret"),
        "What learning costs",
        "Every wrong or unsure prediction costs a loss. A curve adds up how much more a run has "
        "lost than the best weights that never change. Lower is better. A flat curve says that "
        "the run loses no more than they do.",
    ),
    (
        figure("sparsity"),
        "Features kept",
        "The number of features that each run kept after so many examples. Compare runs where they "
        "keep about as many: who may keep more has it easier.",
    ),
    (
        figure("tradeoff"),
        "What counts in the end",
        "Each run is a dot: the further left, the fewer features. The arrow at the axis says which "
        "way it predicts better, on rows that it has never read. A cross shows how far a run is "
        "spread over ten orders of the examples.",
    ),
    (
        VERDICT,
        "Who is ahead",
        "The sentences say it in words, and they follow your hand. Now choose another method in a "
        "list, another dataset, or a file of your own. Every view has its link, and your "
        "browser’s Back undoes.",
    ),
)
"""The target of each step, a CSS selector; its title; its text. A target that the page does not
show is passed over."""


def tour() -> None:
    """Show the button that starts the tour; none on a projector."""
    if present.presenting():
        return
    steps = [{"target": target, "title": title, "text": text} for target, title, text in STEPS]
    _component()(key="tour", data={"steps": steps, "dragged": KNOB})


@st.cache_resource(show_spinner=False)
def _component():
    return element(BROWSER / "tour" / "tour.js", BROWSER / "lib" / "buttons.css")
