"""The measures in words: on axes, before a number, explained, and which way is better."""

from __future__ import annotations

from collections.abc import Iterable

from algorithms import ALL_MEASURES, ON_DEMAND

AMOUNT = {
    "test AUC": "AUC",
    "test error": "a share of errors of",
    "test loss": "a loss of",
    "test mean squared error": "a mean squared error of",
    "loss": "a loss of",
    "mistakes": "a share of errors of",
    "objective": "an objective of",
    "sign F1": "a sign F1 of",
    "test correlation": "a correlation of",
}
"""The measures as a sentence names them before a number."""
ABOUT = {
    "test AUC": "AUC is the chance that a random row of class +1 gets a larger prediction than a "
    "random row of the other class: 1 is best, 0.5 is guessing.",
    "objective": "The objective is what a method with a penalty tries to make small: its mean loss "
    "on the rows that it learned from, plus the penalty on its weights. A stronger penalty makes "
    "the objective larger, so compare settings whose penalties are equally strong.",
    "sign F1": "Sign F1 tells how well the signs of the weights (+, − or 0) agree with those of "
    "the true weights, from which these data were made: 1 means that every sign is right.",
    "test correlation": "The correlation tells how well a single threshold on the predictions, the "
    "best one, separates the two classes: 1 means without an error, 0 means no better than chance.",
}
"""The measures that need sentences of their own."""
AGAIN = "These are measured only when you choose one: the sweep then runs once more."
BETTER = {
    "objective": "Down and to the left is better: a smaller objective with fewer features.",
    "sign F1": "Up and to the left is better: more signs are right with fewer features.",
}
UP = "Up and to the left is better: more is predicted right with fewer features."
DOWN = "Down and to the left is better: less goes wrong with fewer features."


def better(name: str) -> str:
    """Return which way in the picture is better, in a sentence."""
    return BETTER.get(name, UP if ALL_MEASURES[name] else DOWN)


def about(names: Iterable[str]) -> str:
    """Return sentences on the measures that are taken on demand; empty where there are none."""
    sentences = [ABOUT[name] for name in names if name in ON_DEMAND]
    return " ".join([*sentences, AGAIN]) if sentences else ""
