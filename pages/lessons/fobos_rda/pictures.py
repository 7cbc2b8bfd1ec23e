"""Draw votes, their average, and what FOBOS and RDA make of them: in time and against λ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

import charts
from algorithms.truth import real_or_random
from charts import Picture
from charts.film import Bars, Curves, Film, Track
from charts.palette import HUES, REFERENCE, colour
from charts.playground.sparsity import sparsity
from charts.run import Run
from pages.lessons.fobos_rda.evidence import BATCHES, PENALTIES, Evidence, held_out

FIRST = 60
"""Examples whose votes stand side by side."""
NOISE, USEFUL = HUES["purple"][0], HUES["blue"][0]
"""Colours of a noise feature and of a useful one, which are no rule's."""
DASHES = {"fobos": "solid", "truncated_gradient": "dot", "rda": "solid"}
SWEPT = {
    "fobos": ("FOBOS", colour("fobos", 0)),
    "m": ("mini-batch", colour("fobos", 1)),
    "rda": ("RDA", colour("rda", 0)),
}
VARIANTS = {
    "η": ("FOBOS, steps η", "solid", 0),
    "η/√t": ("FOBOS, steps η/√t", "dash", 0),
    "η/t": ("FOBOS, steps η/t", "dot", 0),
    "½": ("FOBOS, ½λ at first", "dot", 1),
    "m": ("FOBOS, mini-batches", "solid", 1),
    "R": ("RDA", "solid", 0),
}
"""Name, dash and shade of each run that is drawn in time, by its letter."""


def stage(evidence: Evidence) -> list[Film | list[Picture]]:
    """Return one weight and its gradients as a film, then all weights against λ and time."""
    return [film(evidence), [kept_by_penalty(evidence), kept_in_time(evidence)]]


# Of the story ------------------------------------------------------------------------------------


def digits(evidence: Evidence) -> Picture:
    """Return eight examples: four pictures of each digit."""
    return charts.digits(evidence.data, held_out(evidence.data))


def votes(evidence: Evidence) -> Bars:
    """Return the first votes on the useless feature as bars, up where the weight should grow.

    An empty bar comes first, so that the bar of picture 1 stands at 1.
    """
    single = np.append(0.0, -evidence.useless.single[:FIRST])
    n = len(single)
    loud = np.abs(single) > evidence.knobs.l1
    heights = np.where(np.arange(n) <= np.arange(n)[:, None], single, 0.0)
    return Bars(
        "Votes on the weight of one noise feature",
        ["no picture", *(f"picture {i}" for i in range(1, n))],
        heights,
        "vote on the weight",
        [colour("fobos", 0) if one else REFERENCE for one in loud],
        band=evidence.knobs.l1,
        x_label="picture",
    )


def votes_film(evidence: Evidence, plain: bool = False) -> Film:
    """Return the film of the first votes on the useless feature; ``plain``, without the penalty."""
    scene = votes(evidence)
    if plain:
        scene = replace(scene, colours=REFERENCE, band=None)
    n = len(scene.names)
    alt = f"The votes of {n - 1} pictures on one weight, up and down, most of them quiet."
    caption = "" if plain else "Grey band: sizes up to the penalty λ. Green: louder votes."
    return Film("votes", np.arange(n), [scene], alt, caption, unit="picture")


def votes_and_weight(evidence: Evidence) -> Film:
    """Return the film of the first votes, and of what FOBOS makes of the weight meanwhile."""
    scene = votes(evidence)
    at = np.arange(len(scene.names))
    path = path_of(evidence, "fobos", evidence.useless.feature)[: len(at)]
    weight = Curves(
        "The weight under FOBOS",
        at,
        [Track("FOBOS", path, colour("fobos", 0))],
        "pictures seen",
        "weight",
        levels=[("", 0.0)],
    )
    alt = f"Votes, and the weight of FOBOS; it is 0 after {int((path[1:] == 0).sum())} of them."
    return Film("votes_and_weight", at, [scene, weight], alt, unit="picture")


def weight_film(evidence: Evidence, keys: tuple[str, ...] = ("fobos",)) -> Film:
    """Return the film of the useless feature's weight under some of the runs."""
    paths = {key: path_of(evidence, key, evidence.useless.feature) for key in keys}
    at = np.arange(len(paths[keys[0]]))
    zeros = "; ".join(
        f"{SWEPT[key][0]} at 0 after {int((path[1:] == 0.0).sum())}" for key, path in paths.items()
    )
    scene = Curves(
        "The weight of one noise feature",
        at,
        [Track(SWEPT[key][0], path, colour(key, 0)) for key, path in paths.items()],
        "pictures seen",
        "weight",
        levels=[("", 0.0)],
    )
    alt = f"One weight over {at[-1]} pictures: {zeros}."
    caption = (
        "RDA predicts differently, so the votes it hears differ a little from those of FOBOS."
        if "rda" in keys
        else ""
    )
    return Film("weight", at, [scene], alt, caption, unit="picture")


def average_film(evidence: Evidence) -> Film:
    """Return the film of the average of FOBOS's votes on the useless feature."""
    average = Track("noise feature", -running_mean(evidence.useless.single), NOISE)
    scene = averages("The average of all votes so far", average, evidence.knobs.l1)
    alt = f"{scene.title}; at the end: {average.y[-1]:.3f}."
    return Film("average", scene.x, [scene], alt, unit="picture")


def useful_film(evidence: Evidence) -> Film:
    """Return the film of the average of RDA's votes on the useful feature, and of its weight."""
    average = Track("average", -evidence.useful.average, USEFUL)
    penalty = evidence.knobs.l1
    scene = averages("The average of RDA's votes so far", average, penalty)
    scene = replace(scene, levels=[("λ", penalty), ("−λ", -penalty)])  # names beside the scene
    path = path_of(evidence, "rda", evidence.useful.feature)
    weight = Curves(
        "The weight under RDA",
        scene.x,
        [Track("RDA", path, colour("rda", 0))],
        "pictures seen",
        "weight",
        levels=[("", 0.0)],
    )
    alt = f"{scene.title}, and the weight; at the end: {average.y[-1]:.3f} and {path[-1]:.3f}."
    return Film("useful", scene.x, [scene, weight], alt, unit="picture")


def averages(title: str, average: Track, penalty: float) -> Curves:
    """Return an average vote, 0 before the first picture, between the penalty's two lines."""
    average = replace(average, y=np.append(0.0, average.y))
    at = np.arange(len(average.y))
    levels = [("the penalty λ", penalty), ("minus λ", -penalty)]
    return Curves(title, at, [average], "pictures seen", "average vote", levels=levels)


def running_mean(values: np.ndarray) -> np.ndarray:
    """Return the mean of the first values, of the first two, and so on."""
    return np.cumsum(values) / np.arange(1, len(values) + 1)


def counts_film(evidence: Evidence) -> Film:
    """Return the film of the useful features and of the noise features in use, a strip for each."""
    useful = real_or_random(evidence.data).useful[evidence.each["fobos"].tracked]
    at = np.arange(len(evidence.useless.single) + 1)

    def strip(title: str, among: np.ndarray) -> Curves:
        tracks = []
        for key in ("fobos", "rda"):
            used = np.count_nonzero(evidence.each[key].weights[:, among], axis=1)
            y = np.append(0, used).astype(float)
            tracks.append(Track(SWEPT[key][0], y, colour(key, 0)))
        return Curves(title, at, tracks, "pictures seen", "weights that are not 0")

    scenes = [strip("Pixels and products in use", useful), strip("Noise features in use", ~useful)]
    ends = "; ".join(
        f"{SWEPT[key][0]} {evidence.kept_by(key).real} and {evidence.kept_by(key).random}"
        for key in ("fobos", "rda")
    )
    return Film("counts", at, scenes, f"Features in use, useful and noise: {ends}.", unit="picture")


def fair(evidence: Evidence) -> Picture:
    """Return the mistakes on held-out rows against the features kept, one point per λ."""
    lines = []
    for key in ("rda", "fobos"):
        some = [end for end in evidence.swept[key] if sum(end.kept)]
        now = sum(evidence.kept_by(key)), evidence.mistakes(key)
        lines.append(
            charts.Line(
                SWEPT[key][0],
                SWEPT[key][1],
                "solid",
                [end.mistakes for end in some],
                [sum(end.kept) for end in some],
                now if now[0] else None,
                SWEPT[key][0],
            )
        )
    rows = len(held_out(evidence.data))
    labels = ("features kept", f"mistakes on {rows} held-out pictures")
    caption = f"A dot: the penalty λ at {evidence.knobs.l1:.3g}. On a curve λ grows to the left."
    picture = charts.sweep("fair", labels, None, lines, caption=caption)
    for name in picture.layout["annotations"]:
        name["yshift"] += 8  # the curve of FOBOS rises once more beside its dot
    return picture


def kept_by_batch(evidence: Evidence) -> Picture:
    """Return the useful and the noise features that FOBOS keeps against the mini-batch."""
    kinds = {"noise": ("noise features", NOISE), "useful": ("pixels and products", USEFUL)}
    counts = {
        "noise": [end.kept.random for end in evidence.by_batch],
        "useful": [end.kept.real for end in evidence.by_batch],
    }
    lines = [charts.Line(name, ink, "solid", counts[kind]) for kind, (name, ink) in kinds.items()]
    labels = ("pictures to a mini-batch, m", "features that FOBOS keeps")
    caption = (
        f"Each dot: one m (7 and 15, too), at the penalty λ = {evidence.knobs.l1:.3g}. "
        "Along the bottom the numbers get closer together to the right. "
        f"RDA keeps {evidence.kept_by('rda').random} noise features at this penalty."
    )
    picture = charts.sweep("batches", labels, BATCHES, lines, caption=caption)
    marks = [m for m in BATCHES if m not in (7, 15)]  # their numbers would touch
    picture.layout["xaxis"] |= {"tickvals": marks, "ticktext": [f"{m}" for m in marks]}
    return picture


def path_of(evidence: Evidence, key: str, feature: int) -> np.ndarray:
    """Return the weight of a feature in a run, [T + 1], before the first example and after each."""
    run = evidence.each[key]
    place = int(np.searchsorted(run.tracked, feature))
    return np.append(0.0, run.weights[:, place])


# Free play ---------------------------------------------------------------------------------------


def film(evidence: Evidence) -> Film:
    """Return the film of one feature in the three runs, example by example."""
    runs, feature = evidence.each, evidence.useless.feature
    at = np.arange(len(evidence.useless.single) + 1)
    paths = {key: path_of(evidence, key, feature) for key in runs}
    counts = {key: np.append(0, run.used).astype(float) for key, run in runs.items()}
    ends = ", ".join(f"{run.algorithm.title} {run.used[-1]}" for run in runs.values())
    return Film(
        "shrink_or_average",
        at,
        [
            Curves(_title(evidence), at, tracks(evidence, paths), "examples seen", "weight"),
            Curves(
                "How loud its votes are",
                at,
                vote_tracks(evidence),
                "examples seen",
                "size of the vote",
                levels=[("λ", evidence.knobs.l1)],
                log=True,
            ),
            Curves("All weights that are not 0", at, tracks(evidence, counts), "examples seen", ""),
        ],
        alt=f"One weight, its votes against λ, and all nonzero weights; at the end: {ends}.",
        caption="Dotted over FOBOS: truncated gradient without a threshold, with period K = 1 and "
        "gravity g = λ.",
        unit="example",
    )


def _title(evidence: Evidence) -> str:
    feature = evidence.useless.feature
    noise = not real_or_random(evidence.data).useful[feature]
    kind = "noise feature " if noise else ""
    return f"The weight of {kind}{evidence.data.feature_names[feature]}"


def tracks(evidence: Evidence, paths: Mapping[str, np.ndarray]) -> list[Track]:
    """Return a curve per run; truncated gradient is dotted over FOBOS."""
    return [
        Track(run.algorithm.title, paths[key], colour(key, 0), DASHES[key])
        for key, run in evidence.each.items()
    ]


def vote_tracks(evidence: Evidence) -> list[Track]:
    """Return the sizes of the feature's gradients: one by one in FOBOS, their average in RDA."""
    single, average = evidence.useless.single, evidence.useless.average
    return [
        Track("one vote", sizes(single), colour("fobos", 0), faint=True),
        Track("average vote", sizes(average), colour("rda", 0)),
    ]


def sizes(values: np.ndarray) -> np.ndarray:
    """Return |values| after a first frame; the size of nothing has no logarithm and is NaN."""
    size = np.append(np.nan, np.abs(values))
    return np.where(size > 0.0, size, np.nan)


def kept_by_penalty(evidence: Evidence) -> Picture:
    """Return the real and random features kept against λ, curves per method."""
    counts = {
        SWEPT[key][0]: (
            SWEPT[key][1],
            [end.kept.real for end in ended],
            [end.kept.random for end in ended],
        )
        for key, ended in evidence.swept.items()
    }
    return charts.counts_against("kept", "penalty λ", PENALTIES, counts, evidence.knobs.l1)


def kept_in_time(evidence: Evidence) -> Picture:
    """Return the weights kept by FOBOS under three schedules, in rounds and in mini-batches, and
    by RDA."""
    runs = []
    for letter, trace in {**evidence.more, "R": evidence.each["rda"]}.items():
        name, dash, shade = VARIANTS[letter]
        algorithm = trace.algorithm
        runs.append(Run(letter, name, colour(algorithm.key, shade), dash, algorithm, trace))
    caption = "FOBOS with steps η, η/√t, η/t; ½: λ/2 at first; m: mini-batches. R: RDA."
    return replace(sparsity(runs), caption=caption)
