"""The docstring of an estimator, drawn from the card of its method and from its knobs."""

from __future__ import annotations

from typing import Any

from algorithms.cards import about_lines, knob_text, section
from algorithms.losses import Loss
from knobs import knobs_of, words_of

COMMON = {
    "loss": "The loss that is minimised.",
    "groups": "The group of each feature, (d,) of whole numbers from 0, or lists of features that "
    "may overlap; None where there are none.",
    "fit_intercept": "Learn a constant term, which is never shrunk.",
    "passes": "Passes over the examples.",
    "shuffle": "Draw a new order for each pass; else the rows are read as they stand.",
    "random_state": "What the order, and all else that is drawn, comes from; a whole number is the "
    "``seed`` of ``record``.",
}
OF_GROUP_METHODS = {
    "structure": "G: Which groups there are: those of ``groups`` (data), consecutive blocks of "
    "``group_size`` columns (blocks), blocks that share half their columns with the next "
    "(overlapping), or each column with the next (chain); all but data pass over ``groups``.",
    "groups": "The group of each feature, (d,) of whole numbers from 0, or lists of features that "
    "may overlap. None, with structure='data', makes each column a group of its own: then it is a "
    "plain L1 method. For blocks of neighbours ask by structure='blocks'.",
}
FITTED = {
    "coef_": "The weights: (1, d) of a classifier, (d,) of a regressor.",
    "intercept_": "The constant term, (1,); 0 without one.",
    "n_iter_": "Passes over the examples, calls of ``partial_fit`` among them.",
    "t_": "Steps taken: examples learned from, of a batch method its own steps.",
    "n_features_in_": "The number d of features.",
    "feature_names_in_": "Their names, where X had any.",
}
MOST_PASSES = (
    "The most entries that it reads, in passes over the examples; fit warns where they are too few."
)
CLASSES = "The two labels, sorted; the second is the positive one."
CONVERGED = (
    "Whether the run arrived: its objective is less than 1e-4 of that at weights 0 above the least."
)


def class_docstring(method: Any, task: str, parameters: dict[str, Any]) -> str:
    """Return the docstring of an estimator's class: idea, update, source, parameters, attributes.

    Parameters
    ----------
    method : the class of its algorithm.
    task : "classifier" or "regressor".
    parameters : the defaults by name, see ``parameters_of``.
    """
    lines = [f"{method.title}, as a {task}.", "", *about_lines(method)]
    lines += section("Parameters", parameter_texts(method, parameters))
    lines += section("Attributes", attribute_texts(method, task))
    return "\n".join(lines)


def parameter_texts(method: Any, parameters: dict[str, Any]) -> dict[str, str]:
    """By parameter and default, a sentence about it and the rule it obeys."""
    knobs, words = knobs_of(method), words_of(method)
    texts = {}
    for name, default in parameters.items():
        if "structure" in knobs and name in OF_GROUP_METHODS:
            text = OF_GROUP_METHODS[name]
        elif name in knobs:
            text = knob_text(knobs[name])
        elif name in words:
            text = words[name].about
        elif name == "passes" and method.kind == "batch":
            text = MOST_PASSES
        else:
            text = COMMON[name]
        if name == "loss":
            names = [loss.name for loss in method.losses if loss != Loss.softmax]
            text += f" One of {', '.join(names)}."
        texts[f"{name}, default {default!r}"] = text
    return texts


def attribute_texts(method: Any, task: str) -> dict[str, str]:
    """By attribute of a fitted estimator, a sentence about it."""
    more = {"classes_": CLASSES} if task == "classifier" else {}
    return FITTED | more | ({"converged_": CONVERGED} if method.kind == "batch" else {})
