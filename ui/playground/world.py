"""The playground in time: the length of its runs, and the picture of their weights."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from algorithms import Comparator
from algorithms.evaluation.loss_plane import loss_plane
from algorithms.evaluation.one_step import OneStep, one_step
from charts import Picture, Run
from charts.run import name_runs
from charts.world.choice import interesting, usual_pair
from charts.world.frames import RunFrames, StepFrames, length_of
from charts.world.steps import StepWords, step_payload
from charts.world.world import (
    PlaneGround,
    WorldPicture,
    kind_of,
    most_frames,
    pixel_cells,
    plane_window,
    weight_name,
    weight_pixels,
    weight_plane,
    weight_words,
)
from ui import engine
from ui.engine import Material
from ui.engine.runs import run_key
from ui.look import Look
from ui.memo import Memo
from ui.movement import Movement, place_in
from ui.playground.heading import sides_of
from ui.playground.world_knobs import WorldKnobs
from ui.view import View

FRAMES, SKETCHED = 120, 40
"""Number of frames of the picture: at rest, and while a hand moves a knob."""

GRID = 25
"""The places of the loss along each axis of the plane."""

BATCH = "A batch run learns from all examples at once: it has no step for one of them."
SLOW = "To run up to this example would take long here. Take fewer passes, or fewer rows."

LOSSES, CELLS = Memo(32, in_keys=False), Memo(8, in_keys=False)
STEPS = Memo(64, in_keys=False, most_bytes=5e7)


def clock(view: View, runs: Sequence[Run]) -> dict:
    """Return the length of the longest run, what is counted in it, and the switches beside it."""
    online = any(run.algorithm.kind == "online" for run in runs)
    last = length_of(runs)
    shown = {"weights": view.world.shown}
    if view.world.shown and online:
        shown["moment"] = min(view.world.moment, last)
    return {"last": last, "unit": "example" if online else "step", **shown}


def rows(
    shown: WorldPicture, pictures: Sequence[Sequence[Picture]], presenting: bool
) -> list[WorldPicture | list[Picture]]:
    """Return the rows of the page: the weights first, then what moves with them in time."""
    (rules, losses), (counts, scores) = pictures
    if presenting:
        shown = replace(shown, film=replace(shown.film, caption=shown.key))
    return [shown, [losses, counts], [rules, scores]]


def picture(
    material: Material, view: View, runs: Sequence[Run], u: Comparator | None, look: Look
) -> WorldPicture:
    """Return the picture of the weights of all runs; while a hand moves, fewer frames of it.

    Parameters
    ----------
    u : the best fixed weights, None while they are sought.
    """
    data, most = material.data, SKETCHED if look.moving else FRAMES
    names, classes, sides = data.feature_names, data.classes, sides_of(view.recipe)
    cells = CELLS.get(material.key, lambda: pixel_cells(names, data.n_noise))
    kind, pair = kind_of(names, len(cells), data.density), None
    if kind == "pixels":
        n_weights = len(cells) * max(len(classes), 1)
        most = most_frames(n_weights, len(runs), most)
        draw = partial(weight_pixels, cells=cells, classes=classes, names=names)
        draw = partial(draw, plus=sides[0])
    elif kind == "words":
        draw = partial(weight_words, names=names, classes=classes)
    if kind != "plane":
        shown = draw(RunFrames(runs, most))
    else:
        frames, pair = RunFrames(runs, most), _pair(material, view, runs, look)
        choice = None if look.moving else _choice(material, runs, pair)
        shown = replace(weight_plane(frames, _ground(material, frames, pair, u)), choice=choice)
    if not view.world.moment or all(run.algorithm.kind != "online" for run in runs):
        return shown
    positions = [] if pair is None else [int(runs[0].trace.tracked[p]) for p in pair]
    moment = min(view.world.moment, length_of(runs))
    steps = [_one_step(material, view, run, moment) for run in runs]
    words = StepWords(names, classes, material.stream.loss, sides)
    shown = replace(shown, step=step_payload(runs, steps, words, positions))
    if kind == "plane" or any(isinstance(step, str) for step in steps):
        return shown
    return replace(shown, phases=draw(StepFrames(runs, steps)).film)


def _one_step(material: Material, view: View, run: Run, moment: int) -> OneStep | str:
    """One step of a run, or why there is none to be shown."""
    if run.algorithm.kind != "online":
        return BATCH
    if engine.is_slow(material, view):
        return SLOW
    stream = material.stream

    def find() -> OneStep:
        asked = run.algorithm, material.data, stream.loss, material.order, moment
        return one_step(*asked, stream.intercept)

    try:
        return STEPS.get((*run_key(material, run.algorithm), moment), find)
    except ValueError as error:
        text = str(error).removesuffix(".")
        return f"{text[:1].upper()}{text[1:]}."


def _ground(
    material: Material, frames: RunFrames, pair: tuple[int, int], u: Comparator | None
) -> PlaneGround:
    """The loss over the plane of a pair; a movement of a run's knob finds it again."""
    data, tracked = material.data, frames.runs[0].trace.tracked
    final = frames.runs[0].trace.final.weights
    held = np.zeros(final.shape) if u is None else u.weights
    intercept = np.zeros(max(len(data.classes), 1)) if u is None else u.intercept
    positions = int(tracked[pair[0]]), int(tracked[pair[1]])
    best = None if u is None else tuple(float(u.weights.ravel()[p]) for p in positions)
    window = plane_window(frames, pair, best)
    grid = tuple(np.linspace(low, high, GRID) for low, high in window)
    stream = material.stream
    key: Hashable = material.key, stream.loss, stream.intercept, positions, window
    key = *key, None if u is None else stream.comparator
    losses = LOSSES.get(
        key, lambda: loss_plane(data, stream.loss, held, intercept, positions, grid)
    )
    names = tuple(weight_name(p, data.feature_names, data.classes) for p in positions)
    return PlaneGround(names, pair, window, losses, best, "zero" if u is None else "best")


def _pair(material: Material, view: View, runs: Sequence[Run], look: Look) -> tuple[int, int]:
    """The places of the two weights that the view names; of those that it does not, usual ones."""
    data, tracked = material.data, runs[0].trace.tracked
    asked = view.world.across, view.world.up
    if all(asked):
        named = {
            weight_name(int(p), data.feature_names, data.classes): i for i, p in enumerate(tracked)
        }
        first, second = (named.get(name) for name in asked)
        if first is not None and second is not None and first != second:
            return first, second
    # Under a moving hand they stay those of the view before.
    if look.moving and look.before is not None:
        before = Material.of(look.before)
        if before.key == material.key:
            traces = engine.traces(before, look.before)
            return usual_pair(name_runs(look.before.runs, traces, look.before.letters))
    return usual_pair(runs)


def _choice(material: Material, runs: Sequence[Run], pair: tuple[int, int]) -> dict:
    """The weights to choose from, by name and place, and the two that are shown."""
    data, tracked = material.data, runs[0].trace.tracked
    listed = interesting(runs, pair)
    names = [weight_name(int(tracked[i]), data.feature_names, data.classes) for i in listed]
    return {"names": names, "places": listed, "chosen": list(pair)}


def move(view: View, movement: Movement) -> View:
    """Show or leave the picture, or choose the two weights of the plane.

    ``movement.value`` of the action "pair" are two places in ``trace.tracked``: "3 17".
    """
    world = replace(view.world, **movement.values)
    if not world.shown:
        world = replace(world, moment=0)
    if movement.action == "pair":
        places = [place_in(text) for text in movement.value.split(" ")]
        world = _with_pair(replace(view, world=world), places)
    return replace(view, world=world)


def _with_pair(view: View, places: Sequence[int | None]) -> WorldKnobs:
    """The knobs with the names of two weights; unchanged where there are no such places."""
    material = Material.of(view)
    data = material.data
    tracked = engine.traces(material, view)[0].tracked
    if len(places) != 2 or any(p is None or p >= len(tracked) for p in places):
        return view.world
    names = [weight_name(int(tracked[p]), data.feature_names, data.classes) for p in places]
    return replace(view.world, across=names[0], up=names[1])
