"""Draw the run with gravity beside the one without, and what every other gravity leads to."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

import charts
from algorithms import Trace
from algorithms.truth import Truth
from charts.film import Bars, Curves, Film, Track
from charts.palette import REFERENCE, colour
from charts.picture import Picture
from charts.sweep import Line, sweep
from pages.lessons.gravity.evidence import YARDSTICK, Evidence, Outcome

HUE = colour("truncated_gradient", 0)
MOST = 40
"""So many weights of each kind are drawn as bars."""


def stage(evidence: Evidence) -> list[Film | list[charts.Picture]]:
    """Return the film of the run with g, then a row on what every other g would have led to."""
    return [film(evidence), [kept_shares(evidence), price(evidence), frontier(evidence)]]


# The film ----------------------------------------------------------------------------------------


def film(evidence: Evidence) -> Film:
    """Return the film of the run with g beside the one without: weights, features, regret."""
    pulled, free, truth = evidence.pulled, evidence.free, evidence.truth
    at = np.append(0, pulled.steps)
    regret = regret_tracks(evidence)
    kinds = f"R {truth.good}"
    if truth.useless:
        kinds += f", N {truth.useless}"
    kept = count_tracks(free, truth, "dot", ", g = 0") + count_tracks(pulled, truth, "solid", "")
    return Film(
        "gravity_run",
        at,
        [
            bars(evidence),
            Curves(f"Kept: {kinds}", at, kept, "example t", "features", log=True),
            Curves("Regret: with g, and 0 without", at, regret, "example t", "regret"),
        ],
        alt=f"Truncated gradient over {at[-1]:,} examples. At the end {pulled.nonzeros[-1]:,} "
        f"weights are nonzero and the regret is {regret[1].y[-1]:.3g}; without gravity "
        f"{free.nonzeros[-1]:,} and {regret[0].y[-1]:.3g}.",
        caption="Looked at just after each pull; a gap says 0. Dots and ticks: without gravity.",
        unit="example",
    )


def regret_tracks(evidence: Evidence) -> list[Track]:
    """Return the regret so far at every checkpoint, first without gravity, then with it."""
    free, pulled = (
        np.append(0.0, run.loss - evidence.suffered) for run in (evidence.free, evidence.pulled)
    )
    return [
        Track("without gravity", free, REFERENCE, "dot", "0"),
        Track("with g", pulled, HUE, "solid", "g"),
    ]


def count_tracks(run: Trace, truth: Truth, dash: str, suffix: str) -> list[Track]:
    """Return the nonzero weights of a run by kind; of all kinds where not all are tracked.

    A curve whose name has a suffix carries no letter.
    """
    counts = [("R", HUE, run.nonzeros)]
    if truth.useless and len(run.tracked) == len(truth.useful):
        nonzero = run.weights != 0.0
        counts = [
            ("R", HUE, np.count_nonzero(nonzero[:, truth.useful], axis=1)),
            ("N", REFERENCE, np.count_nonzero(nonzero[:, ~truth.useful], axis=1)),
        ]
    return [
        Track(f"{letter}{suffix}", np.append(0, count), ink, dash, "" if suffix else letter)
        for letter, ink, count in counts
    ]


def bars(evidence: Evidence) -> Bars:
    """Return some weights of each kind as bars, the useful ones first; ticks: without gravity."""
    truth, pulled, free = evidence.truth, evidence.pulled, evidence.free
    useful = truth.useful[pulled.tracked]
    places = np.concatenate([evenly(np.flatnonzero(kind)) for kind in (useful, ~useful)])
    names = evidence.data.feature_names
    return Bars(
        f"{len(places)} of {len(truth.useful):,} weights",
        [names[j] for j in pulled.tracked[places]],
        np.vstack([np.zeros(len(places)), pulled.weights[:, places]]),
        "weight w",
        [HUE if useful[j] else REFERENCE for j in places],
        marks=free.weights[-1, places],
        x_label=f"{truth.good} | {truth.useless}" if truth.useless else truth.good,
    )


def evenly(places: np.ndarray) -> np.ndarray:
    """Return at most MOST of ``places``, evenly spaced."""
    chosen = np.linspace(0, len(places) - 1, min(MOST, len(places)))
    return places[chosen.astype(np.int64)]


# The sweep ---------------------------------------------------------------------------------------


def kept_shares(evidence: Evidence) -> Picture:
    """Return the share of each kind of features that is kept, against g."""
    truth, now = evidence.truth, evidence.now
    at = gravity_on_axis(evidence)
    shares = []
    for kind, name, mask, ink, dash in (
        ("useful", truth.good, truth.useful, HUE, "solid"),
        ("useless", truth.useless, ~truth.useful, REFERENCE, "dash"),
    ):
        if not name:
            continue
        total = max(int(mask.sum()), 1)
        kept = np.array([getattr(outcome, kind) for outcome in evidence.sweep]) / total
        here = (at, getattr(now, kind) / total)
        shares.append(Line(name, ink, dash, kept, now=here, label=name))
    axes = ("gravity g", "share kept")
    return sweep("kept", axes, gravities(evidence), shares, at, tight=True)


def price(evidence: Evidence) -> Picture:
    """Return regret against g, beside the regret without gravity."""
    at, path = gravity_on_axis(evidence), regrets(evidence.sweep)
    regret = Line("regret", HUE, "solid", path, now=(at, evidence.now.regret), label="g")
    u = f"u makes mean loss + {YARDSTICK:g}‖u‖₁ least, to {evidence.u.gap:.1g}."
    return sweep(
        "price",
        ("gravity g", "regret an example"),
        gravities(evidence),
        [regret],
        at,
        levels={"g = 0": evidence.none.regret},
        tight=True,
        caption=f"{u} The level line: g = 0.",
    )


def frontier(evidence: Evidence) -> Picture:
    """Return regret against features kept, one point per g."""
    none, now = evidence.none, evidence.now
    path = [none, *evidence.sweep]
    kept = np.array([outcome.kept for outcome in path])
    now_here, start = (now.kept, now.regret), (none.kept, none.regret)
    return sweep(
        "frontier",
        ("features kept", "regret an example"),
        kept,
        [
            Line("regret", HUE, "solid", regrets(path), now=now_here, label="g"),
            Line("g = 0", HUE, "solid", regrets([none]), kept[:1], now=start, label="0"),
        ],
        tight=True,
        caption="From g = 0 on the right to too much on the left; low and left is better.",
    )


def gravities(evidence: Evidence) -> np.ndarray:
    return np.array([outcome.gravity for outcome in evidence.sweep])


def gravity_on_axis(evidence: Evidence) -> float:
    """Return where g stands on a logarithmic axis, on which 0 has no place."""
    return max(evidence.now.gravity, evidence.sweep[0].gravity)


def regrets(outcomes: Sequence[Outcome]) -> np.ndarray:
    return np.array([outcome.regret for outcome in outcomes])
