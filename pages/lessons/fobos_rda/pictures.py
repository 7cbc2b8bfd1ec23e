"""Pictures of votes, their average, and what FOBOS and RDA make of them: in time and against λ."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

import charts
from algorithms.truth import real_or_random
from charts import Picture
from charts.data.gallery import ACROSS, GAP, SIDE
from charts.film import Bars, Curves, Film, Track
from charts.palette import HUES, REFERENCE, colour
from charts.playground.sparsity import sparsity
from charts.run import Run
from charts.sweep_marks import (
    count_places,
    keep_names_inside,
    mark_goal,
    mark_level_goal,
    show_none,
)
from datasets import Dataset
from pages.lessons.fobos_rda.evidence import (
    BATCHES,
    OPENING,
    ORDERS,
    PENALTIES,
    End,
    Evidence,
    held_out,
)

FIRST = 60
"""Examples whose votes stand side by side."""
NOISE, USEFUL = HUES["purple"][0], HUES["blue"][0]
"""Colours of a noise feature and of a useful one, which are no rule's."""
LOUD, PULL = HUES["ochre"][0], HUES["violet"][0]
"""Colours of a vote that is louder than the penalty, and of the pull back toward 0."""
BESIDE = 0.25
"""The part of an axis of features, in decades, at its right end where dots lie close."""
RECIPE = (-0.03, 0.55)
"""Both ends of the axis of an average, and of that of a weight: they stand still under the knob."""
HIGHEST = 1.0
"""The largest average loss that is drawn."""
SLOW, BEFORE = 6, 54
"""Steps that are shown in their two halves, and how many come before them: a film takes its time,
so fewer are slower. At the first ones most votes are 0."""
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


def digits(evidence: Evidence, values: bool = False) -> Picture:
    """Return eight examples, with the two pixels of one product framed.

    ``values`` names each picture by its product.
    """
    data = evidence.data
    picture = charts.digits(data, held_out(data))
    feature, pixels = product_of_pixels(evidence)
    chosen = shown_digits(data)
    products = data.X[chosen][:, [feature]].toarray().ravel()
    frames = []
    for i, (product, name) in enumerate(zip(products, picture.layout["annotations"], strict=True)):
        if values:
            name["text"] += f": {product:.2f}"
        top, left = (i // ACROSS) * (SIDE + GAP) + GAP, (i % ACROSS) * (SIDE + GAP)
        frames += [pixel_frame(left + column, top + row) for row, column in pixels]
    said = [f"{product:.2f}" for product in products]
    alt = picture.alt + (f" The product of two pixels: {', '.join(said)}." if values else "")
    caption = "Framed: the two pixels of one product."
    if values:
        caption += " The number above a picture is their product, 0 to 1."
    layout = picture.layout | {"shapes": frames}
    heading = "Eight examples, and two pixels of each"
    return replace(picture, layout=layout, alt=alt, caption=caption, heading=heading)


def shown_digits(data: Dataset) -> np.ndarray:
    """Return the rows of the pictures that ``charts.digits`` shows."""
    rows = held_out(data)
    return np.concatenate([rows[data.y[rows] == label][:ACROSS] for label in (1.0, -1.0)])


def pixel_frame(x: float, y: float) -> dict:
    """Return a frame around the cell at a place of the picture of digits."""
    box = {"x0": x - 0.5, "x1": x + 0.5, "y0": y - 0.5, "y1": y + 0.5}
    return {"type": "rect", **box, "line": {"color": USEFUL, "width": 2.5}}


def product_of_pixels(evidence: Evidence) -> tuple[int, list[tuple[int, int]]]:
    """Return the product of two pixels that says most of the label, and row and column of both."""
    data = evidence.data
    names = data.feature_names[: data.n_features - data.n_noise]
    products = [j for j, name in enumerate(names) if name.count("pixel") == 2]
    says = np.abs(data.X[:, products].T @ data.y)
    best = products[int(says.argmax())]
    pairs = re.findall(r"pixel_(\d)_(\d)", names[best])
    return best, [(int(row), int(column)) for row, column in pairs]


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
        [LOUD if one else REFERENCE for one in loud],
        band=evidence.knobs.l1,
        band_name=f"λ = {evidence.knobs.l1:g}",
        x_label="picture",
    )


def votes_film(evidence: Evidence, plain: bool = False) -> Film:
    """Return the film of the first votes on the useless feature; ``plain``, without the penalty."""
    scene = votes(evidence)
    if plain:
        scene = replace(scene, colours=REFERENCE, band=None, band_name="")
    n = len(scene.names)
    alt = f"The votes of {n - 1} pictures on one weight, up and down, most of them quiet."
    caption = "Where no bar stands the feature is 0: that picture has no vote."
    if not plain:
        caption = "Grey band: sizes up to the penalty λ. Coloured: larger votes."
    return Film("votes", np.arange(n), [scene], alt, caption, unit="picture")


def halves(evidence: Evidence) -> tuple[np.ndarray, np.ndarray]:
    """Return FOBOS's weight of the noise feature after each step, [T + 1], and after each vote,
    before the pull, [T]."""
    w = path_of(evidence, "fobos", evidence.useless.feature)
    steps = step_sizes(evidence, np.arange(1, len(w)))
    return w, w[:-1] - steps * evidence.useless.single


def step_sizes(evidence: Evidence, steps: np.ndarray) -> np.ndarray:
    """Return how long FOBOS's steps of these numbers are."""
    power = {"constant": 0.0, "inv_sqrt": 0.5, "inv": 1.0}[evidence.knobs.schedule]
    return evidence.knobs.eta / steps**power


def forward_and_back(evidence: Evidence) -> Film:
    """Return the film of some of FOBOS's steps, each in its two halves: a vote and a pull.

    A step has three frames: before the vote, after it, and after the pull.
    """
    w, after_vote = (path[BEFORE : BEFORE + SLOW + 1] for path in halves(evidence))
    gap = np.full(SLOW, np.nan)
    forward = np.column_stack([w[:-1], after_vote[:SLOW], gap]).ravel()
    back = np.column_stack([gap, after_vote[:SLOW], w[1:]]).ravel()
    before = np.arange(BEFORE, BEFORE + SLOW, dtype=float)
    x = np.column_stack([before, before + 0.5, before + 1.0]).ravel()
    scene = Curves(
        "One weight in half steps: grey a vote, violet a pull",
        x,
        [Track("vote", forward, REFERENCE), Track("pull", back, PULL)],
        "pictures seen",
        "weight",
        levels=[("", 0.0)],
    )
    alt = f"{SLOW} steps of one weight, each forward with a vote and back by a pull."
    caption = (
        "Grey: step size times the vote of a picture, up or down. Violet: step size times λ, "
        f"toward 0. Pictures {BEFORE + 1} to {BEFORE + SLOW}; the step size at picture t is 1/√t."
    )
    return Film("halves", np.ceil(x), [scene], alt, caption, unit="picture")


def weight_film(evidence: Evidence, keys: tuple[str, ...] = ("fobos",)) -> Film:
    """Return the film of the useless feature's weight under some of the runs."""
    paths = {key: path_of(evidence, key, evidence.useless.feature) for key in keys}
    zeros = "; ".join(
        f"{SWEPT[key][0]} at 0 after {int((path[1:] == 0.0).sum())}" for key, path in paths.items()
    )
    scene = weights("The weight of one noise feature", paths)
    if keys == ("fobos",):
        (path,) = paths.values()
        scene = replace(scene, title=f"{scene.title}; violet: exactly 0")
        scene = replace(scene, tracks=[*scene.tracks, at_zero(path)])
    alt = f"One weight over {len(scene.x) - 1} pictures: {zeros}."
    caption = (
        "RDA predicts differently, so the votes it hears differ a little from those of FOBOS."
        if "rda" in keys
        else ""
    )
    return Film("weight", scene.x, [scene], alt, caption, unit="picture")


def at_zero(path: np.ndarray) -> Track:
    """Return the parts of a path [T + 1] that are exactly 0, each with the way to it."""
    zero = path == 0.0
    zero[0] = False  # before the first picture
    drawn = zero | np.append(zero[1:], False) & (np.arange(len(path)) > 0)
    return Track("exactly 0", np.where(drawn, 0.0, np.nan), PULL, faint=True)


def weights(title: str, paths: Mapping[str, np.ndarray]) -> Curves:
    """Return the scene of one weight under the runs of some keys, each path [T + 1]."""
    tracks = [Track(SWEPT[key][0], path, colour(key, 0)) for key, path in paths.items()]
    at = np.arange(len(tracks[0].y))
    return Curves(title, at, tracks, "pictures seen", "weight", levels=[("", 0.0)])


def average_film(evidence: Evidence, penalty: bool = True) -> Film:
    """Return the film of the average of FOBOS's votes on the useless feature.

    Without ``penalty`` its lines are left out, which would say where the average goes.
    """
    average = Track("noise feature", -running_mean(evidence.useless.single), NOISE)
    scene = averages("The average of all votes so far", average, evidence.knobs.l1)
    if not penalty:
        scene = replace(scene, levels=[("", 0.0)])
    alt = f"{scene.title}; at the end: {average.y[-1]:.3f}."
    return Film("average", scene.x, [scene], alt, unit="picture")


def useful_film(evidence: Evidence) -> Film:
    """Return the film of the average of RDA's votes on the useful feature, and of its weight under
    both rules."""
    average = Track("average", -evidence.useful.average, USEFUL)
    penalty = evidence.knobs.l1
    scene = averages("The average of RDA's votes so far", average, penalty)
    scene = replace(scene, levels=[("λ", penalty), ("−λ", -penalty)])  # names beside the scene
    paths = {key: path_of(evidence, key, evidence.useful.feature) for key in ("rda", "fobos")}
    weight = weights("The weight of one pixel", paths)
    alt = (
        f"{scene.title}, and the weight; at the end: {average.y[-1]:.3f}, {paths['rda'][-1]:.3f} "
        f"under RDA and {paths['fobos'][-1]:.3f} under FOBOS."
    )
    return Film("useful", scene.x, [scene, weight], alt, unit="picture")


def recipe_film(evidence: Evidence) -> Film:
    """Return the film of the average of RDA's votes on the useful feature, and of the weight that
    RDA makes of it; the axes stay where they are under the penalty."""
    film = useful_film(evidence)
    average, weight = film.scenes
    rda = [track for track in weight.tracks if track.name == SWEPT["rda"][0]]
    scenes = [
        replace(average, levels=[("λ", evidence.knobs.l1), ("", 0.0)], window=RECIPE),
        replace(weight, tracks=rda, window=RECIPE),
    ]
    caption = (
        "Dotted: 0, and the penalty λ. The weight: what is above λ, times √t at picture t. Under "
        "another λ RDA predicts differently, so its votes and their average are others."
    )
    return replace(film, name="recipe", scenes=scenes, caption=caption)


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
    most = max(
        np.count_nonzero(evidence.each["fobos"].weights[:, among], axis=1).max(initial=0)
        for among in (useful, ~useful)
    )

    def strip(title: str, among: np.ndarray) -> Curves:
        tracks = []
        for key in ("fobos", "rda"):
            used = np.count_nonzero(evidence.each[key].weights[:, among], axis=1)
            y = np.append(0, used).astype(float)
            tracks.append(Track(SWEPT[key][0], y, colour(key, 0)))
        label = "weights that are not 0"
        return Curves(title, at, tracks, "pictures seen", label, reach=(most,), digits=0)

    scenes = [strip("Pixels and products in use", useful), strip("Noise features in use", ~useful)]
    ends = "; ".join(
        f"{SWEPT[key][0]} {evidence.kept_by(key).real} and {evidence.kept_by(key).random}"
        for key in ("fobos", "rda")
    )
    return Film("counts", at, scenes, f"Features in use, useful and noise: {ends}.", unit="picture")


def average_loss(evidence: Evidence, key: str) -> np.ndarray:
    """Return the average loss of a run after each example, [T]."""
    loss = evidence.each[key].loss
    return loss / np.arange(1, len(loss) + 1)


def losses_film(evidence: Evidence, level: bool = True) -> Film:
    """Return the film of the average loss of FOBOS and of RDA while they learn.

    ``level`` draws the loss of who never learns, where both begin. The first averages, of
    predictions some of which are surely wrong, are above the frame.
    """
    losses = {key: average_loss(evidence, key) for key in ("fobos", "rda")}
    at = np.arange(1, len(losses["rda"]) + 1)
    tracks = [Track(SWEPT[key][0], y, colour(key, 0)) for key, y in losses.items()]
    levels = [("never learning", float(np.log(2.0)))] if level else []
    title, window = "Average loss per picture so far", (0.0, HIGHEST)
    scene = Curves(title, at, tracks, "pictures seen", "average loss", levels, window=window)
    ends = ", ".join(f"{SWEPT[key][0]} {y[-1]:.2f}" for key, y in losses.items())
    above = np.flatnonzero(np.max([*losses.values()], axis=0) > HIGHEST)
    caption = ""
    if len(above):
        caption = f"Arrow: until picture {at[above[-1]]} averages are above the frame."
    return Film("losses", at, [scene], f"{title}; at the end: {ends}.", caption, unit="picture")


def fair(
    evidence: Evidence,
    keys: Sequence[str] = ("rda", "fobos"),
    most: int | None = None,
    wrong: int | None = None,
    fewest: bool = False,
) -> Picture:
    """Return the mistakes on held-out rows against the features kept, one point per λ.

    A dot is where λ stands, with the features kept; ``most`` and ``wrong`` are the features and
    the mistakes that a goal allows. With ``fewest`` dots are where a rule has the fewest features
    with no more than ``wrong`` mistakes.
    """
    lines = [penalty_line(evidence, key, wrong if fewest else None) for key in keys]
    rows = len(held_out(evidence.data))
    labels = ("features in use", f"mistakes on {rows} held-out pictures")
    dots = f"The dots: the penalty λ at {evidence.knobs.l1:.3g}."
    if fewest:
        dots = f"The dots: the fewest features with at most {wrong} mistakes."
    caption = (
        f"{dots} Along the bottom the numbers get closer together to the right. A prediction of "
        "exactly 0 is a guess: half a mistake."
    )
    picture = charts.sweep("fair", labels, None, lines, caption=caption)
    heading = "Mistakes and features, one place for each penalty"
    if keys == ("rda", "m"):
        heading = "Mistakes and features; dark green: FOBOS in mini-batches"
    picture = replace(picture, heading=heading)
    show_none(picture)
    make_room_below(picture)
    picture.layout["xaxis"]["range"][1] += 0.15  # names of three digits end inside the frame
    keep_names_inside(picture)
    if fewest:
        mark_level_goal(picture, wrong, f"{wrong} mistakes")
    elif wrong is not None:
        for note in picture.layout["annotations"]:
            under = note["yanchor"] == "top"  # to its right this name would cross the goal's line
            if under and 0.7 < note["x"] <= np.log10(most):
                note |= {"xanchor": "right", "xshift": -7}
        mark_goal(picture, most, "goal", wrong)
    elif most is not None:
        mark_goal(picture, most, f"goal: {most}")
    return picture


def make_room_below(picture: Picture) -> None:
    """Let RDA's name stand under its dot where there are few mistakes: there all names meet."""
    axis, rda = picture.layout["yaxis"], SWEPT["rda"][0]
    axis["range"][0] -= 0.07 * (axis["range"][1] - axis["range"][0])
    dot = next(dot for dot in picture.data if dot["name"] == f"{rda}, now")
    (height,), far_out = dot["y"], dot["x"][0] > 100
    for note in picture.layout["annotations"]:
        # The curve of FOBOS rises once more beside its dot; far out RDA has its dot there.
        note["yshift"] += 24 if far_out else 8
        if rda in note["text"] and height < 0.2 * axis["range"][1]:
            note |= {"y": float(height), "yanchor": "top", "yshift": -9}
            if note["x"] > picture.layout["xaxis"]["range"][1] - BESIDE:
                note |= {"xanchor": "right", "xshift": 7}  # beside it FOBOS has its dot


def penalty_line(evidence: Evidence, key: str, wrong: int | None = None) -> charts.Line:
    """Return the curve of a method over λ, through every stop of its slider, with a dot.

    The dot is where λ stands, or has the fewest features with no more than ``wrong`` mistakes.
    """
    ends = evidence.by_penalty(key)
    here = ends[evidence.knobs.l1] if wrong is None else fewest_features(evidence, key, wrong)
    name, ink = SWEPT[key]
    places = count_places([sum(end.kept) for end in ends.values()])
    now = count_places([sum(here.kept)])[0], here.mistakes
    short = f"m = {evidence.knobs.batch_size}" if key == "m" else name
    label = f"{short}: {sum(here.kept)}"
    heights = [end.mistakes for end in ends.values()]
    return charts.Line(name, ink, "solid", heights, places, now, label)


def fewest_features(evidence: Evidence, key: str, wrong: int) -> End:
    """Return the end of a method with the fewest features among those with no more than ``wrong``
    mistakes; that with the fewest mistakes where there are none."""
    ends = [*evidence.by_penalty(key).values()]
    good = [end for end in ends if end.mistakes <= wrong]
    return min(good, key=lambda end: sum(end.kept)) if good else min(ends, key=lambda e: e.mistakes)


def kept_by_batch(evidence: Evidence, most: int) -> Picture:
    """Return the useful and the noise features that FOBOS keeps against the mini-batch, on average
    over some orders.

    ``most`` is how many noise features the goal allows.
    """
    size, kept = int(evidence.knobs.batch_size), evidence.by_batch()
    lines = []
    for field, name, ink in (("random", "noise features", NOISE), ("real", "useful", USEFUL)):
        counts = [getattr(means, field) for means in kept.values()]
        now = size, getattr(kept[size], field)
        label = f"{name.removesuffix(' features')}: {now[1]:.0f}"
        lines.append(charts.Line(name, ink, "solid", counts, [*kept], now, label))
    labels = ("pictures to a mini-batch, m", "features that FOBOS keeps")
    caption = (
        f"Dots: m = {size}. Average over {ORDERS} orders of the same pictures, at the penalty λ = "
        f"{OPENING.l1:g}. Along the bottom the numbers get closer together to the right."
    )
    picture = charts.sweep("batches", labels, None, lines, caption=caption)
    for name in picture.layout["annotations"]:
        right = {"xanchor": "right", "xshift": -7} if size > 0.5 * BATCHES[-1] else {}
        below = "noise" in name["text"] and kept[size].random <= most
        name |= right | ({"yanchor": "top", "yshift": -6} if below else {"yshift": 6})
    marks = [1, 2, 3, 5, 10, 20, 30, 50]
    picture.layout["xaxis"] |= {"tickvals": marks, "ticktext": [f"{m}" for m in marks]}
    picture.layout["xaxis"] |= {"tickmode": "array"}
    mark_level_goal(picture, most, f"goal: {most}")
    return replace(picture, heading="Features in use by the size of mini-batches")


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
    if not real_or_random(evidence.data).useful[feature]:
        return "The weight of one noise feature"
    return f"The weight of {evidence.data.feature_names[feature]}"


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
