"""The opening view compares like with like, in whatever order the examples come."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from charts import verdict
from charts.playground.score import alike, cost
from knobs import knobs_of
from tests.support.many.turns import in_turn
from tests.support.runs import LazyRuns
from tests.support.views import runs_of_view
from ui import engine, openings
from ui.view import opening

RUNS = LazyRuns(lambda: runs_of_view(opening())[1])


def test_breast_cancer_with_a_thousand_noise_features():
    data, _ = runs_of_view(opening())
    assert data.n_features == 1030 and data.n_noise == 1000
    assert [run.algorithm.key for run in RUNS] == ["rounding", "rounding", "truncated_gradient"]
    assert [run.algorithm.period for run in RUNS] == [1, 10, 10]


def test_one_step_size():
    assert len({run.algorithm.eta for run in RUNS}) == 1


def test_its_knobs_are_those_that_the_search_finds():
    apart = [replace(run, **{name: 0.5}) for run, name in zip(
        opening().runs, ("threshold", "threshold", "gravity"), strict=True)]  # fmt: skip
    found, _ = openings.refit(replace(opening(), runs=tuple(apart)))
    assert found == opening()


def test_the_runs_compare_like_for_like_and_the_sentence_says_in_which_sense():
    assert alike(RUNS)
    losses = [cost(run) for run in RUNS]
    assert np.argmin(losses) == 2
    spread = engine.spread(engine.Material.of(opening()), opening())
    first = (np.argmin(spread.losses, axis=0) == 2).sum()
    sentence = verdict(RUNS, spread.losses)
    assert "**In the first pass, C (truncated gradient) has the lowest loss**" in sentence
    often = "all 10" if first == 10 else f"{first} of 10"
    assert f"C is best in {often} orders" in sentence and first > 5


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
    assert "lowest loss" in line and able[named[0]] == pytest.approx(least, rel=5e-3)
    if " features; " in line:
        fewer = {x: able[x] for x in able if kept[x] * 1.2 < kept[named[0]]}
        assert f"{kept[named[0]]:,} features; {named[1]}, with {kept[named[1]]:,}, is" in line
        if "hardly worse" in line:
            assert named[1] in fewer and fewer[named[1]] <= 1.01 * least
        else:
            assert named[1] == min(fewer, key=fewer.get)
