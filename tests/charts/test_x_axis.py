"""The x axis of runs, and how far it goes."""

from __future__ import annotations

from operator import attrgetter

import numpy as np
import pytest

from algorithms import Comparator, record
from charts import name_runs, sparsity, suboptimality
from charts.x_axis import COLUMNS, LABELS, abscissa, extent, label
from tests.support.many.turns import in_turn
from tests.support.runs import LazyRuns
from tests.support.views import make, named_runs, toy
from ui.live.stage import text_of

DATA = toy(d=8, n=50)
KINDS = [make("fobos", batch_size=1), make("coordinate_descent"), make("scd", l1=0.02)]
RUNS = LazyRuns(lambda: name_runs(KINDS, [record(a, DATA, passes=4, fit=True) for a in KINDS]))
U = Comparator(0.02, 1e-9, 1, np.zeros(8), 0.3)
ENTRIES = DATA.X.nnz


def test_an_online_step_reads_a_row_and_evaluates_one_gradient():
    run = RUNS[0]
    assert abscissa(run, "steps").tolist() == abscissa(run, "gradient evaluations").tolist()
    assert abscissa(run, "data accesses")[-1] == 4 * ENTRIES
    assert np.all(np.diff(abscissa(run, "seconds")) >= 0)


def test_a_batch_run_reads_as_much_in_steps_of_its_own():
    for run in RUNS[1:]:
        accesses = abscissa(run, "data accesses")
        assert 4 * ENTRIES <= accesses[-1] < 4 * ENTRIES + 2 * ENTRIES
        assert np.all(np.diff(abscissa(run, "steps")) > 0) and np.all(np.diff(accesses) > 0)


@pytest.mark.parametrize("against", LABELS)
def test_every_axis_has_a_field_and_a_title(against):
    for run in RUNS:
        x = abscissa(run, against)
        assert x is attrgetter(COLUMNS[against])(run.trace) and len(x) == len(
            run.trace.sparsity.nonzeros
        )
    assert label(against, RUNS[:1]) == LABELS[against]
    if against != "steps":
        assert label(against, RUNS) == LABELS[against]


def test_steps_are_examples_only_where_they_are():
    online, *batch = RUNS
    assert label("steps", [online]) == "examples seen"
    assert label("steps", batch) == "steps"
    assert label("steps", RUNS) == "steps: examples seen, or steps of a batch run"


@in_turn("against", LABELS)
@in_turn("log", [False, True])
def test_all_points_and_a_letter_fit(against, log):
    low, high = extent(RUNS, against, log)
    for run in RUNS:
        x = abscissa(run, against)
        at = np.log10(x[x > 0]) if log else x
        assert low <= at.min() + 1e-12 and at.max() + 0.03 * (high - low) <= high
    longest = max(abscissa(run, against)[-1] for run in RUNS)
    assert high <= (np.log10(longest) + 0.3 if log else 1.1 * longest) + 0.05 * (high - low)


def test_a_run_of_one_step_has_an_axis_too():
    (run,) = named_runs(toy(d=3, n=1), make("sgd"), passes=1)
    for against in LABELS:
        for log in (False, True):
            low, high = extent([run], against, log)
            assert np.isfinite([low, high]).all() and low < high


@pytest.mark.parametrize("against", LABELS)
def test_words_say_against_what(against):
    title = label(against, RUNS).removesuffix(", t")
    assert suboptimality(RUNS, U, against=against).alt.startswith(
        f"Distance from the best possible weights against {title}."
    )
    assert sparsity(RUNS, against=against).alt.startswith(f"Features kept against {title}.")


@pytest.mark.parametrize("against", LABELS)
def test_the_line_to_compare_with_is_as_long_as_the_longest_run(against):
    zero = suboptimality(RUNS, U, against=against).data[0]
    last = max(abscissa(run, against)[-1] for run in RUNS)
    assert (zero["x"], zero["y"]) == ([0, last], [0, 0])


def test_a_run_that_diverges_is_drawn_with_ticks_that_can_be_read():
    """It may fit worse than any number can say, and pass many decades on the way."""
    wild = make("sgd", eta=10.0)
    (run,) = name_runs([wild], [record(wild, DATA, "squared", passes=40, fit=True)])
    assert run.has_diverged
    for log in (False, True):
        picture = suboptimality([run], U, log)
        y = np.asarray(picture.data[-1]["y"], float)
        assert np.isfinite(y).all() and len(y) >= 2 and text_of(picture)
    decades = np.log10(y.max() / y.min())
    assert decades > 6 and 2 <= decades / picture.layout["yaxis"]["dtick"] <= 6
