"""The first lines of the playground: its heading, and what is learned from what."""

from __future__ import annotations

import re

import streamlit as st

from charts.world.steps import SIDES
from datasets import Dataset, Preparation, Recipe
from datasets.wording import shorten
from ui import engine
from ui.markdown import plain
from ui.view import View

TITLE = "How few features are enough?"
WAYS = {
    1: "One way to learn weights is shown",
    2: "Two ways to learn weights are compared",
    3: "Three ways to learn weights are compared",
    4: "Four ways to learn weights are compared",
}
"""The beginning of the second sentence, by the number of runs."""
MADE = "features made of "
"""The beginning of columns that are no longer those of the data."""

PLURAL = re.compile(r"(\w+?)(ie)?s(?= (?:of|about|on|that|made)\b|$)")
"""The first noun of some columns: the last word of all, or the one that something is said about."""


def heading(view: View, presenting: bool = False) -> None:
    """Show the heading, and a sentence about the examples where they can be read.

    On a page for the projector a pinned view has the name and the sentence that it was given.
    """
    pin = view.pins.current if presenting else None
    st.title(plain((pin and pin.name) or (pin and view.pins.title) or TITLE), anchor=False)
    with st.container(key="playground_sentence"):
        if pin and pin.sentence:
            st.markdown(plain(pin.sentence))
        else:
            _examples(view)


def _examples(view: View) -> None:
    """Say what is learned from what, where the examples can be read."""
    try:
        data = engine.dataset(view.recipe, view.preparation)
    except ValueError:  # the page says what is wrong
        return
    text = plain(examples(view.recipe, data, view.preparation))
    st.markdown(f"{text} {WAYS[len(view.runs)]}; weight 0 drops a feature.")


def examples(recipe: Recipe, data: Dataset, preparation: Preparation) -> str:
    """Return a sentence on what is learned from what.

    Parameters
    ----------
    recipe : the words for the columns, the rows and the goal.
    data : prepared.
    preparation : what was done to the columns.
    """
    parts = [columns(recipe, data, preparation)]
    if preparation.constant:
        parts.append("a constant")
    if data.n_noise:
        parts.append(count_phrase(data.n_noise, "columns of pure noise"))
    given = f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]
    return f"{given}, read one {recipe.row_is} at a time. The goal: {goal(recipe, data)}."


def columns(recipe: Recipe, data: Dataset, preparation: Preparation) -> str:
    """Return the number and the kind of the columns that are neither a constant nor noise."""
    own = data.n_features - data.n_noise - int(preparation.constant)
    used = sum(column.first < column.last for column in data.columns)
    if preparation.expansion == "none" and not preparation.support_examples:
        if used in (0, own):
            return count_phrase(own, recipe.columns_are)
        return f"{count_phrase(used, recipe.columns_are)} as {count_phrase(own, 'features')}"
    source = count_phrase(used, recipe.columns_are) if used else recipe.columns_are
    return count_phrase(own, f"{MADE}{source.removeprefix(MADE)}")


def sides_of(recipe: Recipe) -> tuple[str, str]:
    """Return words for the two classes, such as "the digit 4 (+1)"."""
    pair = getattr(recipe, "plus", ""), getattr(recipe, "minus", "")
    if all(pair):
        return f"the digit {pair[0]} (+1)", f"the digit {pair[1]} (−1)"
    positive = shorten(str(getattr(recipe, "positive", "")).strip())
    return (f"{positive} (+1)", f"not {positive} (−1)") if positive else SIDES


def goal(recipe: Recipe, data: Dataset) -> str:
    """Return the task; a class that was chosen against the rest is named."""
    named = shorten(data.target_name)
    positive = str(getattr(recipe, "positive", "")).strip()
    if positive:
        return f"tell whether {named or 'the target'} is {shorten(positive)}"
    if recipe.goal:
        return recipe.goal
    of = f"the column {named}" if named else "the target"
    if data.task == "regression":
        return f"predict the number in {of}"
    return f"tell the {count_phrase(max(len(data.classes), 2), 'classes')} of {of} apart"


def count_phrase(count: int, plural: str) -> str:
    """Return a number and what is counted, one thing in the singular."""
    words = PLURAL.sub(_singular, plural, count=1) if count == 1 else plural
    return f"{count:,} {words}"


def _singular(noun: re.Match) -> str:
    return f"{noun[1]}y" if noun[2] else noun[1]
