"""A view with three runs on known data, for tests that are not about what the app opens on."""

from __future__ import annotations

from functools import cache
from urllib.parse import urlencode

from datasets import Preparation
from tests.support.views import make, on
from ui.address import encode
from ui.view import Stream, View


@cache
def three_runs() -> View:
    """Return two runs that round and one that truncates, among a thousand columns of noise."""
    shared = {"eta": 0.02, "schedule": "constant"}
    return View(
        recipe=on("breast_cancer"),
        preparation=Preparation(noise_features=1000, scaling="unit variance", test_fraction=0.25),
        stream=Stream(order=5),
        runs=(
            make("rounding", period=1, threshold=0.029, **shared),
            make("rounding", period=10, threshold=0.051, **shared),
            make("truncated_gradient", period=10, threshold=0.05, gravity=0.13, **shared),
        ),
    )


def parameters() -> dict[str, str]:
    """Return the address of the view, as parameters."""
    return encode(three_runs())


def path(**more: str) -> str:
    """Return the address of the view in the playground; ``more`` changes some of it."""
    changed = {name.replace("__", "."): value for name, value in more.items()}
    return f"/playground?{urlencode(parameters() | changed)}"
