"""The opening view compares like with like, in whatever order the examples come."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from algorithms import sparsity_knob
from charts import verdict
from charts.playground.score import cost, keep_as_many
from knobs import knobs_of
from tests.support.many.turns import in_turn
from tests.support.runs import LazyRuns
from tests.support.views import runs_of_view
from ui import engine, openings
from ui.view import opening, sweep_opening

RUNS = LazyRuns(lambda: runs_of_view(opening())[1])


def test_two_digits_of_64_pixels_pulled_and_cut_after_every_step():
    data, _ = runs_of_view(opening())
    assert data.n_features == 64 and data.n_noise == 0 and data.test is not None
    assert [run.algorithm.key for run in RUNS] == ["truncated_gradient", "rounding"]
    assert [run.algorithm.period for run in RUNS] == [1, 1]


def test_one_step_size():
    assert len({run.algorithm.eta for run in RUNS}) == 1


def _search_again(start):
    """The same runs with the knobs that a search finds, wherever these stood."""
    names = [sparsity_knob(type(run)) for run in start.runs]
    apart = [replace(run, **{name: 0.5}) for run, name in zip(start.runs, names, strict=True)]
    return openings.refit(replace(start, runs=tuple(apart)))[0]


def test_a_sweep_opens_with_the_knobs_that_the_search_finds():
    assert _search_again(sweep_opening()) == sweep_opening()


def test_with_the_knobs_that_the_search_finds_the_story_is_the_same():
    view = _search_again(opening())
    spread = engine.spread(engine.Material.of(view), view)
    assert (np.median(spread.features, axis=1) > np.median(_spread().features, axis=1)).all()
    assert (spread.losses[0] < spread.losses[1]).all()


def _spread():
    return engine.spread(engine.Material.of(opening()), opening())


def test_the_runs_compare_like_for_like_and_the_sentence_says_in_which_sense():
    assert keep_as_many(RUNS)
    kept = [run.features for run in RUNS]
    assert max(kept) - min(kept) <= 1 and max(kept) <= 64 / 4
    assert np.argmin([cost(run) for run in RUNS]) == 0
    spread = _spread()
    assert spread.losses.shape == (2, 10)
    assert (spread.losses[0] < spread.losses[1]).all(), "in every order"
    assert (spread.values[0] > spread.values[1]).all(), spread.measure
    sentence = verdict(RUNS, spread.losses)
    assert "**In the first pass, A (truncated gradient) has the lower loss**" in sentence
    assert "A is better in all 10 orders" in sentence


def test_nobody_diverges():
    assert all(run.trace.final.diverged_at is None for run in RUNS)
    assert "diverged" not in verdict(RUNS)


def some_stops(knob):
    """Values of a knob from end to end."""
    stops = list(knob.choices) or ([False, True] if knob.flag else knob.stops())
    return list(dict.fromkeys([*stops[:: max(1, len(stops) // 4)], stops[-1]]))


def of_a_run(slot):
    return lambda view, values: view.with_run(slot, replace(view.runs[slot], **values))


def of_all(part):
    return lambda view, values: replace(view, **{part: replace(getattr(view, part), **values)})


START = opening()
OWNERS = {
    **{f"run {letter}": (START.runs[i], of_a_run(i)) for i, letter in enumerate(START.letters)},
    "preparation": (START.preparation, of_all("preparation")),
    "stream": (START.stream, of_all("stream")),
}
DRAGS = [
    (owner, name, value)
    for owner, (declared, _) in OWNERS.items()
    for name, knob in knobs_of(declared).items()
    for value in some_stops(knob)
    # A loss for other targets is refused in a sentence of its own.
    if name != "comparator" and value != "softmax" and name != "expansion"
]


@in_turn(("owner", "name", "value"), DRAGS)
def test_no_drag_contradicts_the_sentence(owner, name, value):
    _, runs = runs_of_view(OWNERS[owner][1](START, {name: value}))
    sentence = verdict(runs)
    sound = [run for run in runs if run.trace.final.diverged_at is None]
    counts = [np.count_nonzero(run.trace.final.weights) for run in sound]
    for run in runs:
        assert (f"{run.letter} diverged" in sentence) == (run.trace.final.diverged_at is not None)
    if len(sound) < 2 or not any(counts):
        assert len(sound) < 2 or "No run keeps a feature" in sentence
        return
    if "do not compare" in sentence:
        for run, count in zip(sound, counts, strict=True):
            assert f"{run.letter} {count:,}" in sentence
    else:
        middle = np.median(counts)
        assert max(abs(count - middle) for count in counts) <= 0.2 * middle
    compared_rightly(sentence, sound)


def compared_rightly(sentence, runs):
    """Whoever is said to lose least does, among those that keep a feature."""
    able = {run.letter: cost(run) for run in runs if run.features}
    kept = {run.letter: run.features for run in runs}
    least = min(able.values())
    senses = "**While learning, ", "**In the first pass, "
    (line,) = [line for line in sentence.split("\n") if line.startswith(senses)]
    named = re.findall(r"\b[A-D]\b", line)
    if "about equally much" in line:
        assert max(able[x] for x in named or able) <= 1.01 * least
        return
    assert "lower loss" in line and able[named[0]] == pytest.approx(least, rel=5e-3)
    if " features; " in line:
        fewer = {x: able[x] for x in able if kept[x] * 1.2 < kept[named[0]]}
        assert f"{kept[named[0]]:,} features; {named[1]}, with {kept[named[1]]:,}, " in line
        if "hardly worse" in line:
            assert named[1] in fewer and fewer[named[1]] <= 1.01 * least
        else:
            assert named[1] == min(fewer, key=fewer.get)
