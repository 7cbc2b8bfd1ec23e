"""The check that a form runs on a table of every feature."""

from __future__ import annotations

from typing import Any


def check_dense(algorithm: Any) -> None:
    """Raise ValueError for a memory of live features: the printed forms have no kernel for it."""
    if getattr(algorithm, "memory", "dense") != "dense":
        raise ValueError(f"memory = {algorithm.memory!r}: it must be dense for {algorithm.title}")
