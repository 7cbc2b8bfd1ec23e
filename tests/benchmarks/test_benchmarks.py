"""Every benchmark can be imported, and the cheapest part of each runs."""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import pkgutil
import subprocess
import sys
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

import benchmarks
from algorithms import sweep
from algorithms.projection import project_l1_ball
from benchmarks import (
    checkpoints,
    compare,
    coordinate,
    from_disk,
    kernels,
    lessons,
    load,
    loading,
    projection,
    report,
    soak,
    sweeps,
)
from benchmarks.estimators import search
from benchmarks.fairness import __main__ as fairness
from benchmarks.synthetic_stream import rcv1_shaped, uniform
from benchmarks.visits import classroom
from datasets import Dataset
from pages.lessons import LESSONS
from tests.support.many.turns import in_turn

MODULES = [module.name for module in pkgutil.iter_modules(benchmarks.__path__)]


@in_turn("name", [name for name in MODULES if name != "__main__"])
def test_it_can_be_imported(name):
    importlib.import_module(f"benchmarks.{name}")


def test_make_bench_measures_with_every_part():
    from benchmarks.__main__ import PARTS, measure

    assert all(callable(part) for part in PARTS.values())
    (row,) = measure("nothing", lambda: [][0])
    assert "not measured" in row.measured and row.verdict == "missed"


def test_both_searches_find_the_same_scores():
    X = np.random.default_rng(0).standard_normal((200, 20))
    y = np.where(X[:, 0] + X[:, 1] > 0.0, 1.0, -1.0)
    one, other = (run(X, y, (0.0, 0.1, 10.0)) for run in (search.by_search, search.by_sweep))
    assert np.allclose(one, other, rtol=0.0, atol=1e-12) and len(set(one)) == 3


def test_a_class_is_a_number_of_sessions_at_some_processes():
    assert load.size("30") == (30, 1) and load.size("200/2") == (200, 2)
    assert list(load.rows([(0, 1)], seconds=1.0)) == []
    assert load.family(os.getpid())[0] == os.getpid() and load.cpu_seconds(os.getpid()) > 0.0


def test_fairness_sees_when_a_server_has_stopped():
    """A server that computes for 0.15 s on one core after its visitor has left."""
    moments = np.arange(0.0, 3.0, 0.01)
    used = 7.0 + np.minimum(moments, 0.15) + 0.001 * moments
    marks = list(zip(moments.tolist(), used.tolist(), strict=True))
    assert 0.14 < fairness.last_compute(marks) < 0.15 + fairness.WINDOW
    assert fairness.quiet(marks) and not fairness.quiet(marks[:150]), "it is looked at for a while"
    busy = [(moment, moment) for moment in moments.tolist()]
    assert not fairness.quiet(busy)


def test_a_soak_tells_growth_from_the_first_quarter():
    """Memory that rises for a quarter and then by 2 MB a minute; threads that rise at the end."""
    minutes = np.arange(80) / 2
    megabytes = np.where(minutes < 10, 50 * minutes, 500 + 2 * (minutes - 10))
    threads = np.where(minutes < 30, 20, 25)
    named = [Counter(movement=n - 10, main=1) for n in threads]
    looks = [
        soak.Sample(*each, files=7, named=name)
        for *each, name in zip(minutes, megabytes, threads, named, strict=True)
    ]
    soaked = soak.SoakResult(looks)
    assert soaked.slope() == pytest.approx(2.0)
    assert (soaked.growth("threads"), soaked.growth("files")) == (5.0, 0.0)
    assert soaked.changed_threads() == "movement 10, 10, 10, 15"


@pytest.mark.parametrize(
    ("entries", "nbytes", "over"),
    [(8, 10.0, False), (9, 1.0, True), (2, 11.0, True), (1, 99, False)],
)
def test_a_memory_is_beyond_its_bound_in_entries_or_in_bytes(entries, nbytes, over):
    assert soak.MemoryUse(entries, 8, nbytes, 10.0).over() is over


def test_a_soak_looks_at_a_process_and_all_it_started():
    look = soak.measure(os.getpid(), 1.0)
    assert look.megabytes > 10.0 and look.threads >= 1 and look.files >= 3


def test_the_made_streams_have_the_kernels_form():
    X, y = rcv1_shaped(50, 4000)
    assert X.shape == (50, 4000) and set(y) <= {-1.0, 1.0} and X.has_canonical_format
    assert np.linalg.norm(X.toarray(), axis=1) == pytest.approx(1.0)
    X, _ = uniform(20, 100, 5)
    assert np.all(np.diff(X.indices.reshape(20, 5), axis=1) > 0)


def test_kernels_are_timed():
    assert kernels.step_cost("sgd", 100, 10) > 0.0
    X, y = rcv1_shaped(20, 4000)
    assert kernels.ours("truncated_gradient", X, y)() > 0.0
    assert all(kernels.ours(name, X, y)() > 0.0 for name in kernels.SAME_RULE)
    assert kernels.scikit_learn(X, y)() > 0.0


@pytest.fixture(scope="module")
def few_rows() -> Dataset:
    return Dataset.from_arrays(*rcv1_shaped(30, 4000))


def test_looking_is_timed(few_rows):
    order = np.arange(few_rows.n_rows)
    rows = checkpoints.rows_of_stream("a stream", few_rows, order, rounds=1)
    assert [row.bar for row in rows] == ["≤ 1.8 ×", "≤ 1.15 ×", ""]
    assert all(row.ratio.endswith("×") for row in rows)


def test_a_sweep_is_timed_against_its_settings_one_by_one(few_rows):
    rows = sweeps.side_by_side("a stream", few_rows, np.arange(few_rows.n_rows), 1, rounds=1)
    assert [row.peer.split(":")[0] for row in rows] == ["single runs", "bare kernels"]
    assert [bool(row.verdict) for row in rows] == [True, False]


def test_what_is_called_like_with_like_is(few_rows):
    """The settings are scikit-learn's, one by one, and come to its weights."""
    settings = sweeps.settings_of(sweeps.LIKE_WITH_LIKE)
    traces = sweep(settings, few_rows, order=np.arange(few_rows.n_rows), checkpoints=1)
    with sweeps.scikit_learns(few_rows.X, few_rows.y, "threading") as fits:
        theirs = fits()
    assert len(theirs) == len(traces) == len(sweeps.settings_of(sweeps.AS_MANY_STEPS)) == 64
    for trace, weights in zip(traces, theirs, strict=True):
        assert trace.final.weights == pytest.approx(weights.ravel(), abs=1e-12)


def test_numpys_projection_is_the_same():
    v = np.random.default_rng(0).standard_normal(100)
    z = projection.radius(v, 0.1)
    assert projection.by_numpys_sort(v, z) == pytest.approx(project_l1_ball(v, z))
    assert projection.draw_features("Zipf", np.random.default_rng(0)).max() < projection.D


def test_the_gap_of_a_solution_is_small(monkeypatch):
    for name, size in (("N", 60), ("D", 200)):
        monkeypatch.setattr(coordinate, name, size)
    _, task = next(coordinate.tasks(0.0, 1))
    weights = coordinate.ours(task, 1e-6, rows=True)()
    assert task.gap(weights) <= 1.01e-6 < task.gap(np.zeros(200))


@pytest.fixture
def within_this_process(monkeypatch):
    """Programs that benchmarks start are carried out here: their imports take most of the time."""

    def run(command, *, env=None, **_):
        python, option, program, *arguments = command
        assert (python, option) == (sys.executable, "-c")
        for name, value in (env or {}).items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "argv", ["-c", *arguments])
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(program, {"__name__": "__main__"})
        return SimpleNamespace(stdout=printed.getvalue())

    monkeypatch.setattr(subprocess, "run", run)


def test_files_are_loaded_and_streamed(tmp_path, monkeypatch, within_this_process):
    monkeypatch.setattr(loading, "ROUNDS", 1)
    few = tmp_path / "few.svm"
    loading.write_rows(few, 20, 10, 3)
    loading.write_table(tmp_path / "wide.csv", 20, 5)
    took, _, size = loading.measure(few, few, "dataset")
    assert took > 0.0 and size > 0
    assert loading.switching_back(tmp_path) > 0.0
    monkeypatch.setattr(from_disk, "ROWS", 20)
    from_disk.write(tmp_path / "stream.svm", 1)
    assert from_disk.measure_learning(tmp_path / "stream.svm", "truncated_gradient")[0] > 0.0


@pytest.mark.parametrize(("key", "film", "knobs"), [("gravity", 1, 3), ("shrinking", None, 4)])
def test_lessons_are_measured_at_their_first_film_and_their_first_slider(key, film, knobs):
    lesson = next(lesson for lesson in LESSONS if lesson.key == key)
    assert lessons.steps_measured(lesson) == (film, knobs)


def test_a_comparison_says_which_is_slower():
    times, rates = compare.Measure("change", "ms"), compare.Measure("drag", "1/s", rising=True)
    assert compare.row(times, [50.0, 40.0], [50.0, 40.0]).verdict == "met"
    slower = compare.row(times, [50.0, 40.0, 45.0], [60.0, 48.0, 54.0])
    assert slower.ratio == "1.20 ×" and slower.verdict.startswith("missed")
    assert compare.row(rates, [30.0], [24.0]).ratio == "1.25 ×"
    assert compare.row(rates, [24.0], [30.0]).verdict == "met"


def test_the_table_is_markdown():
    text = report.table([report.Row("a", "1 ms", bar="≤ 2 ms", verdict=report.at_most(1, 2))])
    head, rule, line = text.splitlines()
    assert head.startswith("| what") and set(rule) == {"|", "-"} and line.endswith("| met     |")


def test_a_screen_that_a_step_never_reached_counts_as_a_missed_one():
    led = {2: 10.0, 3: 15.0}
    met = classroom._on_screens(led, [{1: 9.0, 2: 10.2, 3: 15.3}] * 3, 100)
    assert met.verdict == "met" and met.what.startswith("100 seats") and "3 browsers" in met.what
    lost = classroom._on_screens(led, [{2: 10.2, 3: 15.3}, {2: 10.2}], 100)
    assert lost.verdict.startswith("missed") and "longest 5.00 s" in lost.measured
