"""Small sweeps for the tests of requests, blocks and runs."""

from __future__ import annotations

from typing import Any

from algorithms import CATALOGUE
from datasets import parts_of, recipe
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
    recipe_and_preparation = parts_of(recipe(data), {"scaling": "unit variance", **changes})
    return Request(*recipe_and_preparation, methods or (method(),), **fields)
