"""The end of the first pass is marked where it is, and only where passes follow."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import comparator_loss, random_order
from algorithms.truth import truth_of
from charts import regret, sparsity
from charts.placing import HEIGHT
from charts.playground.first_pass import CAPTION, LABEL, end_of_first_pass, label, mark
from charts.x_axis import LABELS
from tests.support.views import NOTHING, make, named_runs, toy

DATA = toy(n_noise=4)
METHODS = make("sgd"), make("truncated_gradient", gravity=0.3)


def both(passes: int, **asked):
    runs = named_runs(DATA, *METHODS, passes=passes)
    order = random_order(DATA.n_rows, passes, 0)
    zero = np.zeros(DATA.n_features)
    fixed = [comparator_loss(zero, DATA, "logistic", order, run.trace.steps) for run in runs]
    truth = truth_of(DATA)
    return regret(runs, fixed, NOTHING, **asked), sparsity(runs, truth=truth)


def lines(picture):
    return [line for line in picture.data if line["name"] == LABEL]


@pytest.mark.parametrize("passes", [1, 2, 5])
def test_both_pictures_mark_it_where_passes_follow(passes):
    for picture, panes in zip(both(passes), (1, 2), strict=True):
        marks = lines(picture)
        labels = [note for note in picture.layout["annotations"] if note["text"] == LABEL]
        narrow = picture.layout["meta"]["narrow"]["annotations"]
        assert [line["x"] for line in marks] == [[DATA.n_rows] * 2] * panes * (passes > 1)
        assert len(labels) == (passes > 1) == [note["text"] for note in narrow].count(LABEL)
        # Once is enough: the pictures stand beside each other.
        assert (CAPTION in picture.caption) == (passes > 1 and picture.name == "regret")
        assert LABEL not in set(picture.table()["curve"])


@pytest.mark.parametrize("against", LABELS)
def test_it_stands_where_each_run_ends_its_first_pass(against):
    runs = named_runs(DATA, *METHODS)
    expected = {
        "steps": DATA.n_rows, "data accesses": DATA.X.nnz, "gradient evaluations": DATA.n_rows,
    }  # fmt: skip
    assert end_of_first_pass(runs, against) == expected.get(against)


def test_runs_that_read_all_examples_at_every_step_have_no_first_pass():
    runs = named_runs(DATA, make("sgd"), make("proximal_gradient"))
    assert end_of_first_pass(runs, "steps") is None


def test_on_log_axes_it_stands_at_its_logarithm():
    picture = both(2, log=True)[0]
    (line,), (note,) = lines(picture), [
        note for note in picture.layout["annotations"] if note["text"] == LABEL
    ]  # fmt: skip
    assert note["x"] == pytest.approx(np.log10(line["x"][0]))
    assert np.log10(line["y"]) == pytest.approx(picture.layout["yaxis"]["range"])


@pytest.mark.parametrize("level", [0.05, 0.5, 0.95])
def test_its_label_keeps_off_curves_and_notes(level):
    layout = {"xaxis": {"range": [0.0, 100.0]}, "yaxis": {"range": [0.0, 1.0]}}
    flat = {"x": np.array([0.0, 100.0]), "y": np.array([level, level])}
    note = {"y": 0.95 - 0.9 * (level > 0.5), "text": "elsewhere"}
    line = mark(20.0, layout, [flat])
    assert line["y"] == [0.0, 1.0]
    for other in (level, note["y"]):
        assert abs(label(line, layout, [flat], [note])["y"] - other) >= 0.6 * HEIGHT
    assert label(line | {"y": [0.0, 0.5]}, layout, [flat])["y"] < 0.5
