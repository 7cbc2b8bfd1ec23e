"""Small sweeps for the tests of requests, blocks and runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from algorithms import CATALOGUE, Outcomes
from datasets import recipe, split_options
from sweeps import Method, Request

TRUNCATED = CATALOGUE["truncated_gradient"]


def method(key: str = "truncated_gradient", **values: tuple) -> Method:
    """An algorithm and the values of its knobs; truncated gradient with three pulls by default."""
    if not values and key == "truncated_gradient":
        values = {"gravity": (0.001, 0.01, 0.1)}
    return Method(CATALOGUE[key](), tuple(values.items()))


def request(*methods: Method, data: str = "breast_cancer", **changes: Any) -> Request:
    """A request that takes no time: three settings, over 569 examples of 30 features.

    changes : options of the dataset, and fields of the request.
    """
    fields = {name: changes.pop(name) for name in Request.__dataclass_fields__ if name in changes}
    recipe_and_preparation = split_options(recipe(data), {"scaling": "unit variance", **changes})
    return Request(*recipe_and_preparation, methods or (method(),), **fields)


def adding(gravity: float, rounds: int = 1) -> Callable[[Request, Outcomes], Request | None]:
    """A function that asks, round by round, for one more setting beside those that are there."""

    def refine(asked: Request, outcomes: Outcomes) -> Request | None:
        assert outcomes.algorithms == asked.settings
        assert np.isfinite(outcomes.values["features"]).all()
        (own,) = asked.methods
        if len(own.extra) == rounds:
            return None
        more = replace(own.base, gravity=gravity * (1 + len(own.extra)))
        return replace(asked, methods=(replace(own, extra=(*own.extra, more)),))

    return refine
