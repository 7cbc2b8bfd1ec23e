"""The sweep page without a browser: asked, answered, stopped, refused in a sentence."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from urllib.parse import parse_qs

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.support.pages import open_sweep
from tests.support.views import make, numbers, open_app, payload_of, pictures, values
from ui.budget import audience
from ui.engine import Material
from ui.memo import Memo
from ui.sweep import export, jobs, show
from ui.sweep.query import Ladder, Plan, Sweep, SweptMethod
from ui.sweep.results import current_results
from ui.view import View

SMALL = {
    "data": "breast_cancer",
    "data.scaling": "unit variance",
    "data.test_fraction": "0.25",
    "plan.orders": "2",
    "a": "rounding",
    "a.values": "3",
    "b": "truncated_gradient",
    "b.values": "3",
    "b.also": "step_size",
    "b.values_2": "2",
}


WILD = {"data": "breast_cancer", "stream.loss": "squared", "a": "sgd", "a.values": "4"}


@pytest.fixture(autouse=True)
def no_runs(monkeypatch):
    monkeypatch.setattr(jobs, "RUNS", Memo(8))
    monkeypatch.setattr(jobs, "ANSWERED", Memo(8))


def run_to_end(app: AppTest) -> AppTest:
    """Press Run and wait until the sweep has ended."""
    app.button(key="sweep_run").click().run()
    wait(app)
    assert not app.error
    return app


def wait(app: AppTest) -> None:
    """Wait until a sweep has ended."""
    deadline = time.monotonic() + 60
    while any(button.key == "sweep_cancel" for button in app.button):
        assert time.monotonic() < deadline and not app.exception
        time.sleep(0.05)
        app.run()
    assert not app.exception


def texts(app: AppTest) -> str:
    return "\n".join(markdown.value for markdown in app.markdown)


def pictures_of(app: AppTest) -> dict[str, dict]:
    """The pictures of the page by name."""
    return pictures(app, "stage_sweep") | pictures(app, "stage_sweep_method")


def test_before_the_first_run_it_says_what_it_answers():
    app = open_sweep()
    assert not app.exception and not app.error
    assert texts(app).startswith("# Which method predicts best with few features?")
    assert "A **sweep** tries each method with many settings." in texts(app)
    assert "13 values of gravity g from 0.00013 to 1.3, each with 5 values" in texts(app)
    assert "13 values of nonzeros K from 1 to 1000" in texts(app)
    assert payload_of(app, "stage_sweep_amount")["headline"].startswith(
        "**263 settings** × 3 orders"
    )
    assert payload_of(app, "stage_sweep") is None


def test_a_small_sweep_from_the_question_to_the_table():
    app = run_to_end(open_sweep(**SMALL))
    assert list(pictures_of(app)) == ["frontier", "grid", "path"]
    assert "**Best with at most 10 features**" in texts(app)
    assert "**Fewest features within 1 % of each method's own best**" in texts(app)
    assert "numbers are a little too good" in app.caption[0].value
    table = app.dataframe[0].value
    assert list(table)[:3] == ["method", "features at the end", "AUC"]
    kept = table["features at the end"].to_numpy()
    assert (np.diff(kept[kept > 0]) >= 0).all() and "runs that diverged" not in table
    assert len(table) >= 9 and set(table["method"]) == {"A Rounding", "B Truncated gradient"}
    assert app.query_params["a.values"] == "3"


def test_the_path_is_drawn_at_the_best_setting_within_the_number():
    both = {"a.also": "step_size", "a.values_2": "4", "look.at_most": "5"}
    app = run_to_end(open_sweep(**SMALL | both))
    lines = [each.value for each in app.markdown if each.value.startswith("**Rounding** reaches")]
    (eta,) = re.findall(r"η = (\S+?)[,.]?(?: |$)", lines[0])
    assert f"η stands at {eta}" in pictures_of(app)["path"]["caption"]


def test_an_address_shows_at_once_what_another_visitor_has_run():
    run_to_end(open_sweep(**SMALL))
    other = open_sweep(**SMALL)
    assert list(pictures_of(other)) == ["frontier", "grid", "path"]
    assert not [button for button in other.button if button.key == "sweep_run"]


def test_another_look_needs_no_other_run():
    run_to_end(open_sweep(**SMALL))
    app = open_sweep(
        **SMALL, **{"look.method": "B", "look.mapped": "features", "look.at_most": "3"}
    )
    assert "over gravity g and step size η" in pictures_of(app)["grid"]["alt"]
    assert "**Best with at most 3 features**" in texts(app)


NARROW = {**SMALL, "a.lowest": "0.001", "a.highest": "0.002", "b.lowest": "5", "b.highest": "6"}


def test_a_range_that_is_too_narrow_is_widened_and_so_is_the_address():
    app = run_to_end(open_sweep(**NARROW))
    assert "**Added to what was asked for**" in texts(app)
    assert "no setting had so few features, so the range was widened: threshold θ now" in texts(app)
    highest = app.query_params["a.highest"]
    assert float(highest) > 0.01 and app.query_params["a.lowest"] == "0.001"
    assert values(app, "panels_sweep")["method_0"]["highest"] == pytest.approx(float(highest))
    assert f"{view_of(app).sweep.methods[0].ladders[0].n}" == app.query_params["a.values"]
    assert "**Rounding** reaches AUC" in texts(app)


def test_a_sweep_that_ends_while_the_page_is_drawn_widens_its_range_too(monkeypatch):
    question = show.question

    def longer():
        for job in list(jobs._all):
            assert job.run.wait(60)
        question()

    monkeypatch.setattr(show, "question", longer)
    app = run_to_end(open_sweep(**NARROW))
    assert float(app.query_params["a.highest"]) > 0.01


def test_the_address_of_before_stays_what_it_was():
    run_to_end(open_sweep(**NARROW))
    app = open_sweep(**NARROW)  # as Back leads there
    assert app.query_params["a.highest"] == "0.002" and "so the range was widened" in texts(app)
    assert "**Rounding** reaches AUC" in texts(app)
    (_, rungs), *_ = jobs.current(view_of(app)).run.request.methods[0].values
    assert len(rungs) > 3
    for curve in pictures_of(app)["path"]["figure"]["data"]:  # over the wider range, as the map is
        assert len(numbers(curve["x"])) == len(rungs)


def test_another_number_of_features_is_filled_by_itself():
    app = run_to_end(open_sweep(**SMALL))
    request = jobs.current(view_of(app)).run.request
    app = open_sweep(**SMALL, **{"look.at_most": "2"})
    wait(app)
    again = jobs.current(view_of(app)).run.request
    assert again.settings != request.settings and not app.exception
    assert "**Best with at most 2 features**" in texts(app)


def test_folds_judge_each_setting_on_all_rows():
    app = run_to_end(open_sweep(**{**SMALL, "plan.tested": "3 folds", "data.test_fraction": "0"}))
    assert "2 orders of the rows in each of 3 folds" in texts_of_pictures(app)
    assert any("With folds it is the same." in caption.value for caption in app.caption)


def test_a_measure_on_demand_runs_the_sweep_once_more_and_only_then():
    plain = run_to_end(open_sweep(**SMALL))
    assert "objective" not in plain.dataframe[0].value
    before = jobs.current(view_of(plain)).run
    app = open_sweep(**SMALL, **{"look.measure": "objective"})
    wait(app)
    run = jobs.current(view_of(app)).run
    assert run is not before and run.request.on_demand == ("objective", "test correlation")
    assert list(app.dataframe[0].value)[:3] == ["method", "features at the end", "objective"]
    assert "**Rounding** has no objective: it adds no penalty to the loss." in texts(app)
    assert "**Truncated gradient** reaches an objective of" in texts(app)
    assert "penalties are equally strong" in texts_of_pictures(app)
    assert "Rounding has no objective" in pictures_of(app)["path"]["caption"]
    known = open_sweep(**SMALL, **{"look.measure": "correlation"})
    wait(known)
    assert jobs.current(view_of(known)).run.request.on_demand == run.request.on_demand
    assert "reaches a correlation of" in texts(known)
    assert jobs.current(view_of(open_sweep(**SMALL))).run is before


def test_there_is_a_way_back_before_the_first_result(monkeypatch):
    run_to_end(open_sweep(**SMALL))
    monkeypatch.setattr(show, "current_results", lambda *_: None)
    app = open_sweep(**SMALL, **{"look.measure": "objective"})
    assert values(app, "panels_sweep_look")["look"]["measure"] == "objective"
    assert "AUC" in str(payload_of(app, "panels_sweep_look")) and not app.exception


def test_who_asked_for_more_measures_need_not_run_again_for_fewer():
    app = run_to_end(open_sweep(**SMALL, **{"look.measure": "correlation"}))
    other = open_sweep(**SMALL)
    wait(other)
    assert "reaches AUC" in texts(other) and "correlation" not in other.dataframe[0].value
    assert "correlation" in app.dataframe[0].value


def test_signs_are_compared_where_the_truth_is_known():
    small = {"data.n_rows": "120", "data.test_fraction": "0", "a": "fobos", "a.values": "3"}
    app = open_sweep(data="yang_groups", **small, **{"look.measure": "sign F1"})
    assert "Judged on: the true weights." in texts(app)
    app = run_to_end(app)
    assert "reaches a sign F1 of" in texts(app)
    assert any("closest to the true weights" in caption.value for caption in app.caption)
    offered = payload_of(app, "panels_sweep_look")
    assert "sign F1" in str(offered) and "correlation" not in str(offered)


def test_a_measure_that_the_data_do_not_allow_asks_for_nothing_more():
    app = run_to_end(open_sweep(**SMALL, **{"look.measure": "sign F1"}))
    assert jobs.current(view_of(app)).run.request.on_demand == ()
    assert values(app, "panels_sweep_look")["look"]["measure"] == "AUC"


def texts_of_pictures(app) -> str:
    return " ".join(picture["caption"] for picture in pictures_of(app).values())


def test_without_held_out_rows_methods_are_compared_while_learning():
    app = run_to_end(open_sweep(**{**SMALL, "data.test_fraction": "0"}))
    assert "loss per example while learning" in pictures(app, "stage_sweep")["frontier"]["alt"]
    assert values(app, "panels_sweep_look")["look"]["measure"] == "loss while learning"


@pytest.mark.parametrize(
    ("data", "loss"), [("diabetes", "squared"), ("wine", "softmax")], ids=["numbers", "classes"]
)
def test_other_tasks(data, loss):
    prepared = {"data": data, "data.test_fraction": "0.25", "data.scaling": "unit variance"}
    method = {"a": "projected_gradient", "a.values": "2", "a.eta": "0.001", "stream.loss": loss}
    app = run_to_end(open_sweep(**prepared, **method))
    assert list(pictures_of(app)) == ["frontier", "grid", "path"]


def test_settings_that_diverge_are_marked_and_the_others_stand():
    app = run_to_end(open_sweep(**WILD, **{"a.lowest": "0.001", "data.scaling": "unit variance"}))
    assert "diverged (×)" in pictures_of(app)["grid"]["caption"]


def test_where_every_setting_diverges_it_says_so():
    app = run_to_end(open_sweep(**WILD, **{"a.lowest": "1"}))
    assert (
        "Every setting diverged" in app.warning[0].value and payload_of(app, "stage_sweep") is None
    )


def test_too_many_settings_are_refused_with_the_count():
    many = {"a": "rounding", "a.also": "step_size", "a.values": "100", "a.values_2": "100"}
    app = open_sweep(**many, b="fobos")
    assert "10,015 settings" in app.error[0].value
    assert app.button(key="sweep_run").disabled


def test_a_fold_without_a_class_is_refused(tmp_path, monkeypatch):
    rows = "".join(f"{i},{i % 3},{int(i < 4)}\n" for i in range(40))
    (tmp_path / "rare.csv").write_text("a,b,target\n" + rows)
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    app = open_sweep(data="rare", **{"plan.tested": "10 folds"})
    assert len(app.error) == 1 and "class +1 has only 3 of the 30 examples" in app.error[0].value


def test_a_dataset_that_is_not_there_is_said():
    app = open_sweep(data="nowhere")
    assert "There is no dataset “nowhere” here" in app.warning[0].value
    assert app.button(key="sweep_run")


def test_a_row_opens_in_the_playground():
    app = run_to_end(open_sweep(**SMALL))
    app.session_state["sweep_picked"] = "B3"
    app.run()
    address = parse_qs(payload_of(app, "navigate")["address"].removeprefix("./playground?"))
    assert address["a"] == ["truncated_gradient"] and address["data"] == ["breast_cancer"]
    (method,) = [m for m in jobs.current(view_of(app)).run.request.methods if "grav" in str(m.base)]
    assert float(address["a.gravity"][0]) == method.settings[3].gravity


def view_of(app: AppTest) -> View:
    """The view of a session."""
    return app.session_state["visit"].view


@pytest.mark.parametrize("picked", ["", "Z3", "B99", "B-1", "Bx", "ABCD0", "A٣"])
def test_what_cannot_be_picked_opens_nothing(picked):
    app = run_to_end(open_sweep(**SMALL))
    app.session_state["sweep_picked"] = picked
    app.run()
    assert not app.exception and payload_of(app, "navigate") is None


def test_the_playground_sends_its_runs_here():
    app = open_app(a="fobos", b="rda")
    app.segmented_control(key="section").set_value("Take it home").run()
    (link,) = (node for node in app.main if "Sweep these runs" in str(node.proto))
    assert "a=fobos" in str(link.proto) and "b=rda" in str(link.proto)


def small_view() -> View:
    ladders = (Ladder("threshold", 0.01, 0.1, 2),)
    sweep = Sweep((SweptMethod(make("rounding"), ladders),), Plan(orders=2))
    return View(runs=(make("sgd"),), sweep=sweep)


def finish(view: View) -> jobs.Job:
    jobs.begin(view)
    current = jobs.current(view)
    assert current.run.wait(30)
    return current


def test_who_asks_the_same_joins_the_run():
    view = small_view()
    current = finish(view)
    jobs.begin(view)
    assert jobs.current(view) is current


def test_a_run_that_was_stopped_begins_anew(monkeypatch):
    view = small_view()
    current = finish(view)
    monkeypatch.setattr(type(current.run), "share", 0.5)
    jobs.begin(view)
    assert jobs.current(view) is not current


def test_a_run_at_which_nobody_looks_is_stopped(monkeypatch):
    monkeypatch.setattr(audience, "PATIENCE", -1.0)
    monkeypatch.setattr(jobs, "OFTEN", 0.01)
    view = small_view()
    long = View(runs=view.runs, sweep=Sweep(view.sweep.methods, Plan(orders=100)))
    assert finish(long).run.cancelled


@pytest.mark.parametrize(
    ("bound", "sentence"),
    [("MOST_WEIGHTS", "at most 0 are kept"), ("MOST_SECONDS", "longer than 0")],
)
def test_a_path_that_would_be_too_much_says_so(monkeypatch, bound, sentence):
    view = small_view()
    monkeypatch.setattr(jobs, bound, 0)
    with pytest.raises(ValueError, match=sentence):
        jobs.path(Material.of(view), "threshold", (0.01, 0.1), make("rounding"))


def test_a_diverged_setting_has_no_weights():
    view = small_view()
    wild = replace(view, stream=replace(view.stream, loss="squared"))
    path = jobs.path(Material.of(wild), "threshold", (0.01, 0.1), make("rounding", eta=10.0))
    assert path.weights.shape == (2, 30) and np.isnan(path.weights).all()


def test_the_script_makes_the_same_frontier():
    view = small_view()
    current = finish(view)
    results = current_results(view, *current.run.snapshot())
    names: dict = {"__name__": "script"}
    exec(export.script(view, current.run.request, results.contests), names)
    (theirs,), (ours,) = names["frontiers"].values(), results.contests
    assert [p.features for p in theirs.edge] == [p.features for p in ours.frontier.edge]
    # Losses of settings that go side by side are added up in another order.
    assert [p.value for p in theirs.edge] == pytest.approx([p.value for p in ours.frontier.edge])


def test_the_table_has_a_row_for_each_setting_in_each_repeat():
    view = small_view()
    current = finish(view)
    results = current_results(view, *current.run.snapshot())
    table = export.table(current.run.request, results.contests)
    settings = current.run.request.settings
    assert len(table) == 2 * len(settings) and set(table["order"]) == {0, 1}
    assert set(table["threshold"]) == {each.threshold for each in settings} >= {0.01, 0.1}
