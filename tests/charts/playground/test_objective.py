"""The objective gap, and what runs are plotted against: what online and batch runs share."""

from __future__ import annotations

from operator import attrgetter

import numpy as np
import pytest

import charts
from algorithms import CATALOGUE, Comparator, record
from charts.x_axis import COLUMNS, LABELS, abscissa, extent, label
from tests.naive import value
from tests.support.problems.classes import many_classes
from tests.support.runs import LazyRuns
from tests.support.views import make, toy

DATA = toy(d=8, n=50)
RUNS = LazyRuns(
    lambda: charts.name_runs(
        [make("truncated_gradient"), make("proximal_gradient", l1=0.02)],
        [
            record(make("truncated_gradient"), DATA, passes=6, fit=True, intercept=True),
            record(make("proximal_gradient", l1=0.02), DATA, passes=6, intercept=True),
        ],
    )
)
FOUND = LazyRuns(
    lambda: CATALOGUE["proximal_gradient"](l1=0.05, tolerance=1e-9).solve(DATA, intercept=True)
)
U = LazyRuns(
    lambda: Comparator(0.05, FOUND.gap, 3, FOUND.weights, FOUND.objective, FOUND.intercept)
)


def objective(w, b: float) -> float:
    """F(w) by hand, with the comparator's λ."""
    p = DATA.X.toarray() @ w + b
    fit = np.mean([value("logistic", *pair) for pair in zip(p, DATA.y, strict=True)])
    return float(fit + 0.05 * np.abs(w).sum())


def test_the_objective_gap_is_the_objective_less_its_optimum():
    picture = charts.suboptimality(RUNS, U)
    curves = [c for c in picture.data if c["name"] != "suboptimality 0"]
    assert [c["name"][0] for c in curves] == ["A", "B"]
    for run, curve in zip(RUNS, curves, strict=True):
        gap = objective(run.trace.final.weights, run.trace.final.intercept[0]) - FOUND.objective
        assert curve["y"][-1] == pytest.approx(gap, rel=1e-5, abs=1e-7)
        assert (np.asarray(curve["y"]) >= -1e-7).all(), "nothing is below the optimum"
    assert f"{curves[1]['y'][-1]:.3g}"[:4] in picture.alt


def test_the_caption_says_whose_objective_it_is():
    picture = charts.suboptimality(RUNS, U)
    assert "λ = 0.05 for every run whatever its own" in picture.details
    assert f"Its least value is {U.objective:.4g}" in picture.details
    assert "no regret" in picture.caption
    assert "no regret" not in charts.suboptimality(RUNS[:1], U).caption


def test_nothing_below_the_optimum_is_drawn_on_a_log_axis():
    high = Comparator(0.05, 0.0, 3, FOUND.weights, FOUND.objective + 0.05)
    drawn = np.asarray(charts.suboptimality(RUNS, high, log=True).data[0]["y"])
    assert np.isnan(drawn).any() and (drawn[np.isfinite(drawn)] > 0).all()


@pytest.mark.parametrize("against", LABELS)
def test_every_picture_stands_against_what_was_asked(against):
    for picture in (
        charts.suboptimality(RUNS, U, against=against),
        charts.sparsity(RUNS, against=against),
    ):
        assert picture.layout["xaxis"]["title"]["text"] == label(against, RUNS)
        curves = [c for c in picture.data if c["name"][0] in "AB"]
        for run, curve in zip(RUNS, curves, strict=True):
            expected = attrgetter(COLUMNS[against])(run.trace)
            assert np.allclose(curve["x"], expected, rtol=1e-6)
    low, high = extent(RUNS, against)
    assert low == 0.0 and high > max(abscissa(run, against)[-1] for run in RUNS)
    low, high = extent(RUNS, against, log=True)
    first = min(abscissa(run, against)[0] for run in RUNS)
    assert 10**low <= first * (1 + 1e-9) and 10**high > abscissa(RUNS[1], against)[-1]


def test_a_batch_step_is_no_example():
    assert label("steps", RUNS[:1]) == "examples seen"
    assert "batch" in label("steps", RUNS)


def test_the_table_leaves_out_what_a_batch_run_does_not_have():
    table = charts.numbers(RUNS, DATA)
    online, batch = table.iloc[0], table.iloc[1]
    assert online["mean loss"] == RUNS[0].trace.loss[-1] / RUNS[0].trace.steps[-1]
    assert np.isnan(batch["mean loss"]) and np.isnan(batch["progressive error"])
    assert batch["training loss"] == RUNS[1].trace.fit[-1]


def test_losses_of_a_batch_run_and_an_online_one_are_not_compared():
    assert charts.cost(RUNS[1]) == RUNS[1].trace.fit[-1]
    assert "lowest loss" not in charts.verdict(RUNS)


def test_what_one_weight_alone_does_not_decide_is_not_drawn():
    picture = charts.truncation(RUNS)
    assert [c["name"][0] for c in picture.data] == ["i", "A"]
    assert "No line for B: the rule looks at more than one weight." in picture.caption
    assert "depends on more than the weight" in picture.alt


def test_pictures_of_many_classes():
    data = many_classes()
    algorithm = make("projected_gradient", radius=3.0)
    (run,) = charts.name_runs([algorithm], [record(algorithm, data, "softmax", passes=3, fit=True)])
    paths = charts.weight_paths(run, data)
    assert {c["name"] for c in paths.data} <= {
        f"x{j} · {c}" for j in range(4) for c in ("red", "green", "blue")
    }
    kept = np.count_nonzero(run.trace.final.weights.any(axis=0))
    assert f"{kept} of 4 features at the end" in charts.sparsity([run]).alt
    share = charts.sparsity([run], "share of seen").data[0]["y"][-1]
    assert share == pytest.approx(kept / 4)
    assert len(charts.weights([run], data).data[0]["x"]) == 12
    row = charts.numbers([run], data).iloc[0]
    assert row["progressive error"] == run.trace.mistakes[-1] / 180
    assert f"of {run.trace.final.weights.shape[1]} features" in charts.verdict([run])


def test_weights_by_size_where_no_run_has_a_truncation_function():
    algorithms = [make("projected_gradient", radius=0.5), make("l0_sgd", n_nonzeros=3)]
    runs = charts.name_runs(algorithms, [record(a, DATA, passes=4) for a in algorithms])
    picture = charts.profile(runs)
    for run, line in zip(runs, picture.data, strict=True):
        sizes = np.sort(np.abs(run.trace.final.weights))[::-1]
        assert np.allclose(line["y"], sizes[sizes > 0], rtol=1e-6)
        assert f"{run.letter} {run.name}: {np.count_nonzero(sizes)} nonzero" in picture.alt
    assert [len(line["x"]) for line in picture.data][1] == 3
