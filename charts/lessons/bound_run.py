"""Theorem 3.1 along a run: the terms of its right side as bands, its left side a line below."""

from __future__ import annotations

import numpy as np

from algorithms.bounds import Terms
from charts.film import Film, Stacked, Track, Written
from charts.palette import HUES, REFERENCE

BANDS = {
    "loss_of_u": ("loss of u", "ℓ(u)", REFERENCE),
    "pull_of_u": ("gravity on u", "g‖u‖₁", HUES[4][0]),
    "step": ("price of the step", "ηB/2", HUES[1][1]),
    "distance": ("price of the way to u", "‖u‖²/2ηt", HUES[2][0]),
}
"""Field of the terms: its name, letters and colour, from the bottom up."""


def bound_run(terms: Terms, idle: float, at: np.ndarray) -> Film:
    """The film of ``terms`` (T,) at the steps ``at``; ``idle``: the left side without learning."""
    shown = Terms(*(term[at - 1] for term in terms))
    left, right = shown.measured, shown.bound
    bands = [
        Track(name, getattr(shown, field), colour, letter=letter)
        for field, (name, letter, colour) in BANDS.items()
    ]
    # The first steps' price is beyond any picture.
    top = max(1.3 * idle, 1.15 * float(right[-1]), 1.1 * float(left.max()))
    rows = [
        ("the run: its loss + gravity on w", _sums(shown.loss, shown.pull, left)),
        ("u: its loss + gravity on u", _sums(shown.loss_of_u, shown.pull_of_u)),
        ("price of the step", [f"ηB/2 = {v:.4g}" for v in shown.step]),
        ("price of the way to u", [f"‖u‖²/2ηt = {v:.4g}" for v in shown.distance]),
        (
            "the bound",
            [
                f"{a:.4g} ≤ {b:.4g}: it holds" if a <= b else f"!{a:.4g} > {b:.4g}: broken"
                for a, b in zip(left, right, strict=True)
            ],
        ),
        (
            "does it say anything?",
            [
                f"!no: without learning {idle:.4g}" if b >= idle else f"yes: it is below {idle:.4g}"
                for b in right
            ],
        ),
    ]
    return Film(
        "bound_run",
        at,
        [
            Stacked(
                "The right side of the theorem in bands, the left side a line",
                at,
                bands,
                Track("the run", left, HUES[0][0], letter="the run"),
                ("without learning", idle),
                top,
                "examples seen, t",
                "mean of t steps",
            ),
            Written("Step t, written out", rows),
        ],
        alt=f"Both sides of Theorem 3.1 over {at[-1]:,} steps. At the end the run is at "
        f"{left[-1]:.4g}, the bound at {right[-1]:.4g}; without learning it would be {idle:.4g}.",
        caption="Faint: what is still to come. Bands that reach above the picture are cut there.",
    )


def _sums(a: np.ndarray, b: np.ndarray, total: np.ndarray | None = None) -> list[str]:
    ends = [""] * len(a) if total is None else [f" = {v:.4g}" for v in total]
    return [f"{x:.4g} + {y:.4g}{end}" for x, y, end in zip(a, b, ends, strict=True)]
