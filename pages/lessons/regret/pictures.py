"""Draw Theorem 3.1 along a run, its right side as bands, and that side against c and g."""

from __future__ import annotations

import math

import numpy as np

from algorithms.bounds import Terms
from algorithms.orders import checkpoint_steps
from charts import Picture
from charts.film import Film, Stacked, Track, Written
from charts.palette import HUES, REFERENCE, colour
from charts.sweep import Line, sweep
from pages.lessons.regret.evidence import Evidence

FRAMES = 240
PACES = np.geomspace(0.3, 30.0, 33)
RUN = colour("truncated_gradient", 0)
BOUND = HUES["vermilion"][0]
BANDS = {
    "loss_of_u": ("loss of u", "ℓ(u)", REFERENCE),
    "pull_of_u": ("gravity on u", "g‖u‖₁", HUES["green"][0]),
    "step": ("price of the step", "ηB/2", HUES["vermilion"][1]),
    "distance": ("price of the way to u", "‖u‖²/2ηt", HUES["purple"][0]),
}
"""Field of the terms: its name, letters and colour, from the bottom up."""


def stage(evidence: Evidence) -> list[Film | list[Picture]]:
    """Return the film of the theorem; below it what c and g do to its right side."""
    return [film(evidence), [bound_by_pace(evidence), bound_by_gravity(evidence)]]


# The film ----------------------------------------------------------------------------------------


def film(evidence: Evidence) -> Film:
    """Return the film of both sides at some steps: bands and a line, and all of it in numbers."""
    at, idle = checkpoint_steps(evidence.knobs.steps, FRAMES), evidence.idle
    terms = Terms(*(term[at - 1] for term in evidence.terms))
    left, right = terms.measured, terms.bound
    bands = [
        Track(name, getattr(terms, field), ink, letter=letter)
        for field, (name, letter, ink) in BANDS.items()
    ]
    # The first steps' price is beyond any picture.
    top = max(1.3 * idle, 1.15 * float(right[-1]), 1.1 * float(left.max()))
    return Film(
        "bound_run",
        at,
        [
            Stacked(
                "The right side of the theorem in bands, the left side a line",
                at,
                bands,
                Track("the run", left, RUN, letter="the run"),
                ("without learning", idle),
                top,
                "examples seen, t",
                "mean of t steps",
            ),
            Written("Step t, written out", written_out(terms, idle)),
        ],
        alt=f"Both sides of Theorem 3.1 over {at[-1]:,} steps. At the end the run is at "
        f"{left[-1]:.4g}, the bound at {right[-1]:.4g}; without learning it would be {idle:.4g}.",
        caption="Faint: what is still to come. Bands that reach above the picture are cut there.",
    )


def written_out(terms: Terms, idle: float) -> list[tuple[str, list[str]]]:
    """Return both sides at each step in numbers; "!" lights what is wrong or says nothing."""
    left, right = terms.measured, terms.bound
    own = zip(terms.loss, terms.pull, left, strict=True)
    other = zip(terms.loss_of_u, terms.pull_of_u, strict=True)
    return [
        (
            "the run: its loss + gravity on w",
            [f"{loss:.4g} + {pull:.4g} = {whole:.4g}" for loss, pull, whole in own],
        ),
        ("u: its loss + gravity on u", [f"{loss:.4g} + {pull:.4g}" for loss, pull in other]),
        ("price of the step", [f"ηB/2 = {price:.4g}" for price in terms.step]),
        ("price of the way to u", [f"‖u‖²/2ηt = {price:.4g}" for price in terms.distance]),
        ("the bound", [verdict(a, b) for a, b in zip(left, right, strict=True)]),
        ("does it say anything?", [message(bound, idle) for bound in right]),
    ]


def verdict(left: float, right: float) -> str:
    if left <= right:
        return f"{left:.4g} ≤ {right:.4g}: it holds"
    return f"!{left:.4g} > {right:.4g}: broken"


def message(bound: float, idle: float) -> str:
    if bound >= idle:
        return f"!no: without learning {idle:.4g}"
    return f"yes: it is below {idle:.4g}"


# The right side after all steps ------------------------------------------------------------------


def bound_by_pace(evidence: Evidence) -> Picture:
    """Return what the theorem promises of the mean loss against c of η = c/√T, for the same u."""
    terms, (A, B) = evidence.terms, (evidence.constants.A, evidence.constants.B)
    T = len(terms.loss)
    eta = PACES / math.sqrt(T)
    counts = 1.0 - 0.5 * A * eta
    counts = np.where(counts > 0.0, counts, np.nan)
    lines = {
        "step": 0.5 * eta * B / counts,
        "distance": evidence.u @ evidence.u / (2.0 * eta * T) / counts,
    }
    prices = sum(lines.values())
    bound = (terms.loss_of_u[-1] + terms.pull_of_u[-1]) / counts + prices
    # A term that is 0 has no place on a logarithmic axis.
    lines = {key: y for key, y in lines.items() if np.nanmax(y) > 0.0}
    drawn = [*bands(lines), bound_line(bound), idle_line(evidence.loss_at_0, len(PACES))]
    axes = ("pace c", "mean of T steps")
    return sweep("bound_by_pace", axes, PACES, drawn, evidence.knobs.pace, log=True)


def bound_by_gravity(evidence: Evidence) -> Picture:
    """Return the right side against g, at each g with the u that is best for it."""
    knobs, swept = evidence.knobs, evidence.by_gravity
    lines = {
        "loss_of_u": swept.loss,
        "pull_of_u": swept.gravity * swept.l1_norm,
        "distance": swept.square / (2.0 * knobs.eta * knobs.steps),
    }
    # The price of the step is the same for all.
    bound = evidence.terms.step[-1] + sum(lines.values())
    drawn = [*bands(lines), bound_line(bound), idle_line(evidence.idle, len(bound))]
    axes = ("gravity g", "mean of T steps")
    return sweep("bound_by_gravity", axes, swept.gravity, drawn, knobs.gravity)


def bands(lines: dict[str, np.ndarray]) -> list[Line]:
    """Return terms of the right side in the colours of their bands."""
    return [Line(BANDS[key][1], BANDS[key][2], "solid", y) for key, y in lines.items()]


def bound_line(y: np.ndarray) -> Line:
    return Line("the bound", BOUND, "solid", y)


def idle_line(height: float, n: int) -> Line:
    return Line("without learning", REFERENCE, "dot", np.full(n, height))
