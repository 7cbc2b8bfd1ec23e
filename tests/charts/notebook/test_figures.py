"""A trace's own figure is the app's picture, and what cannot be drawn is refused in a sentence."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import charts
from algorithms import CATALOGUE, Outcomes, frontier, grid, order_of, record, sweep
from charts.notebook.figures import OPTIONS
from datasets import load
from pages.playground import evidence as evidence_of
from pages.playground import pictures
from tests.support.views import make, on, toy
from ui.look import AT_REST
from ui.view import View

METHOD = make("truncated_gradient", gravity=0.1, period=10)
KINDS = ("loss", "features", "regret", "objective", "weights", "paths")
TABLE = load("breast_cancer", noise_features=20, scaling="unit variance", test_fraction=0.25)


@cache
def run():
    return record(METHOD, TABLE, passes=3, fit=True)


def same(figure, picture):
    """Whether a figure is the picture, but for its heading above and its caption below."""
    app, own = (each.to_plotly_json() for each in (picture.figure, figure))
    *own["layout"]["annotations"], below = own["layout"]["annotations"]
    for layout in (app["layout"], own["layout"]):
        layout.pop("title", None)
        layout["margin"] = {k: v for k, v in layout["margin"].items() if k not in "tb"}
    return app == own and in_one_line(below["text"]) == picture.caption


def in_one_line(text):
    return text.replace("<br>", " ")


@cache
def in_the_app():
    """The data, the run and the pictures of a view of the playground, without its ten orders."""
    view = View()
    view = replace(
        view,
        recipe=on("breast_cancer"),
        preparation=replace(view.preparation, noise_features=20, scaling="unit variance"),
        stream=replace(view.stream, passes=3),
        runs=(METHOD,),
        letters=("A",),
    )
    evidence = replace(evidence_of(view, AT_REST), spread=None, note="")
    (run,) = evidence.runs
    return evidence.material.data, run.trace, pictures(view, evidence)


@pytest.mark.parametrize(("kind", "row", "column"), [("features", 1, 0), ("regret", 0, 1)])
def test_the_apps_picture_of_a_run_is_the_same_figure(kind, row, column):
    data, trace, rows = in_the_app()
    assert same(trace.plot(kind, data), rows[row][column])
    again = record(METHOD, data, passes=3)
    assert same(again.plot(kind, data), rows[row][column])
    assert not same(again.plot("loss"), rows[row][column])


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_a_figure_with_a_title(kind):
    figure = run().plot(kind, TABLE)
    assert figure.layout.title.text and figure.layout.margin.t >= 44
    assert any(len(curve.x) for curve in figure.data)


def test_the_loss_is_the_mean_so_far():
    (line, curve) = run().plot().data
    assert line.line.dash == "dot" and set(line.x) == {TABLE.n_rows}
    assert np.allclose(curve.y, run().loss / run().steps, rtol=1e-6)
    batch = record(CATALOGUE["proximal_gradient"](), TABLE, passes=4)
    (curve,) = batch.plot().data
    assert np.allclose(curve.y, batch.fit, rtol=1e-6)


def test_a_run_that_diverged_hides_no_other():
    wild = record(make("sgd", eta=1e6), load("diabetes"), "squared", passes=3)
    calm = record(make("sgd", eta=0.01), load("diabetes", scaling="unit variance"), passes=3)
    assert wild.final.diverged_at is not None
    heights = [curve.y.max() for curve in charts.compare({"wild": wild, "calm": calm}).data[1:]]
    assert max(heights) <= 1.5 * (calm.loss / calm.steps).max()


def test_runs_have_the_names_that_are_given():
    figure = charts.compare({"mine": run(), "<b>yours": run()}, "features", TABLE)
    names = " ".join(curve.name for curve in figure.data)
    assert "A · mine" in names and "B · &lt;b>yours" in names and "<b>" not in names


def test_another_seed_is_another_regret():
    curves = [run().plot("regret", TABLE, seed=seed).data[-1].y for seed in (0, 1)]
    assert not np.array_equal(*curves)
    same_order = run().plot("regret", TABLE, order=order_of(TABLE, 3, seed=1)).data[-1].y
    assert np.array_equal(same_order, curves[1])


@pytest.mark.parametrize(
    ("kind", "data", "said"),
    [
        ("curve", TABLE, "kind = 'curve'"),
        ("regret", None, "needs the data"),
        ("paths", None, "needs the data"),
        ("objective", TABLE, "fit=True"),
        ("weights", load("breast_cancer"), "the data have 30 features, the run 50"),
    ],
)
def test_what_cannot_be_drawn_is_refused(kind, data, said):
    with pytest.raises(ValueError, match=said):
        record(METHOD, TABLE).plot(kind, data)


def test_an_objective_has_the_penalty_of_its_method_where_it_has_one():
    trace = record(CATALOGUE["coordinate_descent"](l1=0.01), TABLE, passes=200)
    figure, given = trace.plot("objective", TABLE), trace.plot("objective", TABLE, l1=0.01)
    assert figure.to_plotly_json() == given.to_plotly_json()
    assert figure.to_plotly_json() != trace.plot("objective", TABLE, l1=0.001).to_plotly_json()


@pytest.mark.parametrize(
    ("kind", "options", "error", "said"),
    [
        ("loss", {"foo": 3}, TypeError, "\"loss\" has no option 'foo'; its options: against"),
        ("weights", {"against": "steps"}, TypeError, "its options: none"),
        ("loss", {"against": "time"}, ValueError, "'time': it must be one of steps, data acc"),
        ("features", {"unit": "x"}, ValueError, "unit = 'x': it must be one of count, share"),
        ("features", {"count_axis": "x"}, ValueError, "count_axis = 'x': it must be one of linear"),
    ],
)
def test_an_option_that_is_none_names_those_there_are(kind, options, error, said):
    with pytest.raises(error, match=said):
        run().plot(kind, TABLE, **options)


@pytest.mark.parametrize("kind", KINDS)
def test_each_option_of_a_kind_is_taken(kind):
    choices = {"against": "operations", "unit": "share of d", "count_axis": "log", "l1": 0.01}
    drawn = {name: choices.get(name, True) for name in OPTIONS[kind] if name != "order"}
    assert run().plot(kind, TABLE, **drawn).data


def test_what_is_no_run_is_named():
    with pytest.raises(ValueError, match="'a' is of type int: it must be a Trace"):
        charts.compare({"a": 3})
    with pytest.raises(ValueError, match="'a' is of type int: it must be a Frontier"):
        charts.compare_frontiers({"a": 3})
    with pytest.raises(ValueError, match="have names"):
        charts.compare_frontiers([3])


def test_several_runs_that_cannot_share_a_picture_are_refused():
    batch = record(CATALOGUE["proximal_gradient"](), TABLE, passes=2)
    with pytest.raises(ValueError, match="no regret"):
        batch.plot("regret", TABLE)
    with pytest.raises(ValueError, match="one run at a time"):
        charts.compare({"a": run(), "b": run()}, "paths", TABLE)
    with pytest.raises(ValueError, match="5 curves"):
        charts.compare(dict.fromkeys("abcde", run()))
    with pytest.raises(ValueError, match="have names"):
        charts.compare([run()])


def test_outcomes_are_a_frontier_of_each_method():
    data = toy(d=8, n=60)
    gravities, thresholds = (0.0, 0.1, 0.4), (0.0, 0.2)
    settings = [
        *grid(CATALOGUE["truncated_gradient"], gravity=gravities),
        *grid(CATALOGUE["rounding"], threshold=thresholds),
    ]
    outcomes = Outcomes.of(sweep(settings, data), data)
    figure = outcomes.plot(at_most=4)
    names = {curve.name for curve in figure.data}
    assert {"A Truncated gradient", "B Rounding", "at most"} <= names
    assert figure.layout.yaxis.title.text == "loss per example while learning"
    assert figure.layout.title.text == "Loss per example while learning against features at the end"
    with pytest.raises(ValueError, match="not measured"):
        outcomes.plot("test AUC")
    edge = frontier({"pull": settings[:3]}, data)["pull"]
    assert edge.plot().data[-1].name.startswith("A")
    other = frontier({"pull": settings[:3]}, data, measure="mistakes")["pull"]
    with pytest.raises(ValueError, match="different measures"):
        charts.compare_frontiers({"a": edge, "b": other})


@pytest.mark.parametrize("fit", [False, True])
def test_a_run_that_diverged_at_its_first_example_says_so_everywhere(fit):
    trace = record(make("your_rule", rule="w/0"), TABLE, fit=fit)
    for said in (repr(trace), trace._repr_html_()):
        assert "at its first example" in said and "Look at the rule" in said
    for kind in KINDS:
        with pytest.raises(ValueError, match=r"at its first example.*Look at the rule"):
            trace.plot(kind, TABLE)
    with pytest.raises(ValueError, match=r"of broken: it diverged.*leave it out"):
        charts.compare({"fine": run(), "broken": trace}, data=TABLE)
    assert (trace.median_used, trace.later_loss) == (0, None)
    assert not run().failure and not record(make("sgd", eta=1e6), TABLE, "squared").failure


def test_what_a_picture_leaves_out_stands_in_the_figure():
    aucs = np.array([[0.83], [0.98], [0.985], [0.99]])
    values = {"features": np.array([[4.0], [30.0], [60.0], [90.0]]), "test AUC": aucs}
    settings = tuple(grid(CATALOGUE["rounding"], threshold=(0.0, 0.01, 0.1, 0.2)))
    figure = Outcomes(settings, values, np.zeros((4, 1), bool)).plot()
    below = figure.layout.annotations[-1]
    end = figure.layout.yaxis.range[0]
    said = f"leaves out 1 setting below {end:.3f}, beyond the axis. One of them is on the staircase"
    assert figure.layout.yaxis.range[0] > 0.95 and said in in_one_line(below.text)
    assert below.yshift == -42 and figure.layout.margin.b >= 42 + 15 * below.text.count("<br>")
    assert "staircase:" not in in_one_line(every_on_axis().plot().layout.annotations[-1].text)


def every_on_axis():
    """Three settings of which the axis holds all."""
    values = {"features": np.c_[[4.0, 30.0, 60.0]], "test AUC": np.c_[[0.97, 0.98, 0.99]]}
    settings = tuple(grid(CATALOGUE["rounding"], threshold=(0.0, 0.01, 0.1)))
    return Outcomes(settings, values, np.zeros((3, 1), bool))
