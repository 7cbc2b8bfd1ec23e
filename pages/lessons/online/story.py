"""Tell the story of two weights that patients move, one patient at a time."""

from __future__ import annotations

from pathlib import Path

from pages.lessons.online.evidence import (
    ETAS,
    FIRST,
    IDLE,
    LAST,
    Evidence,
    Knobs,
    gather,
    mean_losses,
)
from pages.lessons.online.pictures import (
    GUESSES,
    first_patients,
    frame_of,
    loss_by_eta,
    loss_curve,
    whole_run,
)
from ui.lessons import Scene, Step, Story

TYPICAL, ODD, SURE = 5, 8, 25
"""A patient like most; the first one who is malignant and has small nuclei; one easy to judge."""
LARGE, SMALL = 5.0, 0.003
LIMIT, AIM = 0.31, 0.285


def dots(evidence: Evidence) -> list:
    """Return the first patients alone, their answers not known yet."""
    return [first_patients(evidence, line=False, known=False)]


def answers(evidence: Evidence) -> list:
    """Return the first patients with their answers."""
    return [first_patients(evidence, line=False)]


def dials(evidence: Evidence) -> list:
    """Return the first patients beside the two weights."""
    return [first_patients(evidence, "weights")]


def sums(evidence: Evidence) -> list:
    """Return the first patients beside the prediction written out."""
    return [first_patients(evidence, "sum")]


def guesses(evidence: Evidence) -> list:
    """Return three predictions on their axis."""
    return [[loss_curve(known=False)]]


def losses(evidence: Evidence) -> list:
    """Return three predictions and what they cost."""
    return [[loss_curve(known=True)]]


def run(evidence: Evidence) -> list:
    """Return the whole run."""
    return [whole_run(evidence)]


def run_to_goal(evidence: Evidence) -> list:
    """Return the whole run with the loss that is to be reached."""
    return [whole_run(evidence, LIMIT)]


def trials(evidence: Evidence) -> list:
    """Return the loss of every step size."""
    return [[loss_by_eta(evidence)]]


def moved(evidence: Evidence, patient: int) -> tuple[float, float]:
    """Return by how much a patient (from 1) moves the two weights."""
    before, after = evidence.weights[patient - 1 : patient + 1]
    return tuple(after - before)


def odd_one_out(evidence: Evidence) -> bool:
    """Return whether the odd patient was misjudged, and moved radius down and texture up."""
    down, up = moved(evidence, ODD)
    x, p = evidence.x[ODD - 1], evidence.predictions[ODD - 1]
    return bool(evidence.y[ODD - 1] > 0 and x[0] < 0 < x[1] and p < 0 and down < 0 < up)


def first_lifts(evidence: Evidence) -> bool:
    """Return whether the first patient is malignant and above average, and lifts both weights."""
    return bool(evidence.y[0] > 0 and (evidence.x[0] > 0).all() and min(moved(evidence, 1)) > 0)


def hardly_moves(evidence: Evidence) -> bool:
    """Return whether the sure patient has large features and moves the weights less than others."""
    sure, odd = (max(map(abs, moved(evidence, patient))) for patient in (SURE, ODD))
    large = evidence.x[SURE - 1].min() > 1.0 and evidence.predictions[SURE - 1] > 2.0
    return bool(large and evidence.y[SURE - 1] > 0 and sure < 0.05 * odd)


def learned(evidence: Evidence) -> bool:
    """Return whether the learner pays far less than one that never learns."""
    return evidence.mean_loss < 0.5 * IDLE


def best_between(evidence: Evidence) -> bool:
    """Return whether the best of all step sizes is neither the smallest nor the largest."""
    return bool(0 < evidence.by_eta.argmin() < len(ETAS) - 1)


def opening() -> Evidence:
    """Return the run of the knobs that the lesson opens with."""
    return gather(Knobs(), None)


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    before, after = evidence.weights[ODD - 1, 0], evidence.weights[ODD, 0]
    plain = {
        "odd_x": f"{evidence.x[ODD - 1, 0]:.2f}",
        "odd_before": f"{before:.2f}",
        "odd_after": f"{after:.2f}",
        "sure_p": f"{evidence.predictions[SURE - 1]:.2f}",
        "eta": f"{evidence.knobs.eta:g}",
        "mean": f"{evidence.mean_loss:.2f}",
        "best": f"{ETAS[mean_losses(1).argmin()]:.1g}",
        "best_now": f"{ETAS[evidence.by_eta.argmin()]:.1g}",
        "opening_mean": f"{opening().mean_loss:.2f}",
    }
    return {
        "rows": f"{evidence.data.n_rows}",
        "first": f"{FIRST}",
        "typical": f"{TYPICAL}",
        "odd": f"{ODD}",
        "sure": f"{SURE}",
        "idle": f"{IDLE:.2f}",
        "large": f"{LARGE:g}",
        "opening_eta": f"{Knobs().eta:g}",
        "limit": f"{LIMIT:g}",
        "aim": f"{AIM:g}",
        "last": f"{LAST}",
        "right": f"{evidence.right}",
    } | {name: text.replace("-", "−") for name, text in plain.items()}


STILL = (-1, -1)
ARRIVED, MOVED = frame_of(ODD, moved=False), frame_of(ODD, moved=True)
STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=8,
    steps=(
        Step("patients", Scene(dots, frames=(0, -1)), holds=lambda e: True, new="example"),
        Step("measured", Scene(dots, frames=(12, 12)), holds=lambda e: True, new="feature"),
        Step(
            "answer",
            Scene(answers, frames=STILL),
            holds=lambda e: set(e.y[:FIRST]) == {-1.0, 1.0},
            new="label",
        ),
        Step(
            "dials",
            Scene(dials, frames=(0, 0), look=("radius", "texture")),
            holds=lambda e: not e.weights[0].any(),
            new="weight",
        ),
        Step(
            "guess",
            Scene(sums, frames=(frame_of(TYPICAL, False), frame_of(TYPICAL, False))),
            holds=lambda e: bool(e.predictions[TYPICAL - 1] < 0 > e.y[TYPICAL - 1]),
            new="prediction",
        ),
        Step(
            "price",
            Scene(guesses),
            after=Scene(losses),
            holds=lambda e: GUESSES["A"] < GUESSES["B"] == 0 < GUESSES["C"],
            new="loss",
        ),
        Step(
            "vote",
            Scene(dials, frames=(1, 1)),
            after=Scene(dials, frames=(1, 2)),
            holds=first_lifts,
            new="gradient",
        ),
        Step(
            "odd",
            Scene(dials, frames=(ARRIVED, ARRIVED)),
            after=Scene(dials, frames=(ARRIVED, MOVED)),
            holds=odd_one_out,
        ),
        Step(
            "sure",
            Scene(dials, frames=(frame_of(SURE, False), frame_of(SURE, False))),
            after=Scene(dials, frames=(frame_of(SURE, False), frame_of(SURE, True))),
            holds=hardly_moves,
        ),
        Step(
            "far",
            Scene(dials, frames=(0, -1)),
            knobs=("eta",),
            holds=lambda e: True,
            new="step size",
        ),
        Step("round", Scene(run, frames=(0, -1)), holds=learned, new="pass"),
        Step(
            "tenfold",
            Scene(run, frames=STILL),
            after=Scene(run, at={"eta": LARGE}, frames=(0, -1)),
            holds=lambda e: e.mean_loss > 1.5 * opening().mean_loss,
        ),
        Step(
            "small",
            Scene(run_to_goal, at={"eta": SMALL}, frames=STILL),
            knobs=("eta",),
            goal=lambda e: e.mean_loss < LIMIT,
            solution={"eta": 0.5},
            holds=best_between,
        ),
        Step(
            "claim",
            Scene(run, frames=STILL),
            holds=lambda e: learned(e) and e.right >= 0.8 * LAST,
            new="online learning",
        ),
        Step(
            "now",
            Scene(trials),
            knobs=("eta", "passes"),
            goal=lambda e: e.knobs.passes == 10 and e.mean_loss < AIM,
            solution={"eta": 0.1, "passes": 10},
            holds=best_between,
        ),
    ),
)
