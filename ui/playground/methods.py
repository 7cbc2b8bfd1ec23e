"""The list of methods, as panels offer it: in families by what makes their zeros."""

from __future__ import annotations

from algorithms import CATALOGUE, Algorithm, Loss, sparsity_knob

BY_KNOB = {
    "gravity": "Pull or cut small weights",
    "threshold": "Pull or cut small weights",
    "n_nonzeros": "Keep the largest weights",
    "radius": "Stay within a ball",
    "l1": "Pay a penalty",
}
"""The family of an online method, by the knob that makes its zeros."""

NO_ZEROS, GROUPS, BATCH = "Make no zeros", "Zeros in groups", "Batch: all examples at hand"
FAMILIES = (*dict.fromkeys(BY_KNOB.values()), NO_ZEROS, GROUPS, BATCH)


def family(algorithm: type[Algorithm]) -> str:
    """Return the family of a method, one of ``FAMILIES``."""
    if hasattr(algorithm, "structure"):
        return GROUPS
    if algorithm.kind == "batch":
        return BATCH
    return BY_KNOB.get(sparsity_knob(algorithm), NO_ZEROS)


def choices(loss: Loss) -> list[list]:
    """Return [key, title, family, whether it learns from the loss] of every method, by family."""
    methods = [
        [key, algorithm.title, family(algorithm), loss in algorithm.losses]
        for key, algorithm in CATALOGUE.items()
    ]
    return sorted(methods, key=lambda method: FAMILIES.index(method[2]))
