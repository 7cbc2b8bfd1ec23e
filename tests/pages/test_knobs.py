"""The page opens at its defaults, and at both ends of every knob, set through the address."""

from __future__ import annotations

import numpy as np
import pytest

import algorithms
from algorithms import Loss
from charts import verdict
from charts.playground.score import features
from datasets import CATALOGUE, Preparation
from knobs import format_value, knobs_of, words_of
from tests.support import three_runs
from tests.support.pages import ends, stands
from tests.support.views import numbers, open_app, payload_of, pictures, runs_of_view, values
from ui import engine
from ui.live.panel import wire
from ui.view import Display, Stream, opening


def test_it_opens_on_the_opening_view():
    app = open_app()
    stands(app)
    assert app.selectbox("choose_dataset").value == "digits_4_9"
    assert not app.warning and app.query_params == {}
    panels = values(app)
    assert list(panels) == ["run_0", "run_1", "common", "data", "stream", "view"]
    assert list(panels["common"]) == ["eta", "schedule"]
    for slot, run in enumerate(opening().runs):
        of_the_run = panels["common"] | panels[f"run_{slot}"]
        assert of_the_run == {n: getattr(run, n) for n in knobs_of(run)}


def test_the_pictures_are_the_runs():
    app = open_app(**three_runs.parameters())
    view, drawn = three_runs.three_runs(), pictures(app)
    _, learned = runs_of_view(view)
    for run in learned:
        name = f"{run.letter} · {run.name}"
        counts = {
            c["name"]: numbers(c["y"])
            for c in drawn["sparsity"]["figure"]["data"]
            if c["name"].startswith(name)
        }
        assert list(counts) == [f"{name}: useful", f"{name}: useless"]
        assert np.array_equal(sum(counts.values()), run.trace.sparsity.nonzeros)
        (lost,) = [c for c in drawn["regret"]["figure"]["data"] if c["name"] == name]
        assert np.array_equal(numbers(lost["x"]), run.trace.steps)
    assert "A Rounding" in drawn["regret"]["alt"]
    stage = payload_of(app, "stage_playground")
    sentence = verdict(learned, engine.spread(engine.Material.of(view), view).losses)
    assert stage["headline"].startswith(f"{sentence}\n**On 142 held-out rows, ")
    rows = [(row["letter"], *row["cells"][:2]) for row in stage["score"]["rows"]]
    assert rows == [(run.letter, run.name, f"{features(run):,}") for run in learned]


def open_with(prefix: str, chosen: dict, **more: str):
    """The app with knobs set through the address, and what their panel then says."""
    parameters = {f"{prefix}.{name}": format_value(value) for name, value in chosen.items()}
    return open_app(**parameters, **more)


def at_ends():
    """(algorithm, loss, end): each algorithm at both ends, one of them with each loss it takes."""
    for key, algorithm in algorithms.CATALOGUE.items():
        fitting = [loss for loss in ("logistic", "hinge") if Loss[loss] in algorithm.losses]
        for end in (0, 1):
            if fitting:
                yield key, fitting[end % len(fitting)], end


@pytest.mark.parametrize(("key", "loss", "end"), list(at_ends()))
def test_every_algorithm_at_both_ends(key, loss, end):
    kind = algorithms.CATALOGUE[key]
    chosen = ends(kind)[end]
    app = open_with("a", chosen, **{"a": key, "stream.loss": loss})
    stands(app, "suboptimality" if kind.kind == "batch" else "regret")
    panels = values(app)
    texts = {name: getattr(kind(), name) for name in words_of(kind)}
    shown = panels.get("common", {}) | panels["run_0"]
    assert shown == texts | {n: wire(v) for n, v in chosen.items()}
    expected = {"data": opening().recipe.key, "a": key}
    assert {name: app.query_params[name] for name in expected} == expected
    assert not [w.value for w in app.warning if "diverged" not in w.value]


@pytest.mark.parametrize("end", [0, 1])
def test_preparation_at_both_ends(end):
    chosen = ends(Preparation)[end]
    app = open_with("data", chosen, data="breast_cancer")
    stands(app)
    assert values(app)["data"] == {n: chosen[n] for n in ("noise_features", "scaling")}
    (split,) = values(app, "panels_about").values()
    assert split == {name: chosen[name] for name in ("test_fraction", "seed")}


@pytest.mark.parametrize("end", [0, 1])
def test_the_stream_at_both_ends(end):
    # The last loss of all is for targets of many classes.
    chosen = ends(Stream)[end] | {"loss": ("squared", "clipped")[end]}
    app = open_with(
        "stream", chosen, **{"a": "truncated_gradient", "data.scaling": "unit variance"}
    )
    stands(app)
    assert values(app)["stream"] == chosen


@pytest.mark.parametrize("end", [0, 1])
def test_the_view_at_both_ends(end):
    chosen = ends(Display)[end]
    four = {"a": "sgd", "b": "rounding", "c": "fobos", "d": "subgradient"}
    app = open_with("view", chosen, **four)
    middle = ("regret", "suboptimality")[end]
    stands(app, middle)
    of_the_fourth = ("cloud", "at_most")
    assert values(app)["view"] == {n: v for n, v in chosen.items() if n not in of_the_fourth}
    drawn = pictures(app)
    assert ("log" in str(drawn[middle]["figure"]["layout"])) == bool(end)
    assert f"weights of {chosen['rug']}" in [
        c["name"] for c in drawn["truncation"]["figure"]["data"]
    ]


@pytest.mark.parametrize(
    "name", [n for n in CATALOGUE if n != "sparse_linear" and CATALOGUE[n].family != "remote"]
)
def test_every_dataset_without_knobs(name):
    """Its own, that is: the best weights under a large penalty are found at once."""
    many = {"a": "projected_gradient", "stream.loss": "softmax"}
    runs = many if name == "digits_ten" else {"a": "truncated_gradient"}
    app = open_app(data=name, **runs, **{"stream.comparator": "1"})
    stands(app)
    assert app.selectbox("choose_dataset").value == name


@pytest.mark.parametrize("name", knobs_of(CATALOGUE["sparse_linear"]))
@pytest.mark.parametrize("end", [0, 1])
def test_the_recipe_at_both_ends(name, end):
    """One knob at a time: all at once would be 10 million rows × features."""
    kind = CATALOGUE["sparse_linear"]
    value = ends(kind)[end][name]
    small = {"data": "sparse_linear", "data.n_rows": "100", "data.n_nonzeros": "3",
             "stream.passes": "1", "a": "sgd",
             "data.density": "0.02", "stream.loss": "squared", "stream.comparator": "0.1",
             "a.schedule": "inv"}  # fmt: skip
    if name == "n_nonzeros":
        small["data.n_features"] = "2000"
    app = open_app(**{**small, f"data.{name}": format_value(value)})
    stands(app)
    assert values(app, "panels_about")["recipe"][name] == value


def test_four_runs_can_stand_and_a_fifth_cannot_be_added():
    app = open_app(a="sgd", b="rounding", c="fobos", d="subgradient")
    stands(app)
    panels = {p["source"]: p for p in payload_of(app, "panels_playground")["panels"]}
    assert [s for s in panels if s.startswith("run")] == ["run_0", "run_1", "run_2", "run_3"]
    assert not any(panel["button"] for name, panel in panels.items() if name != "data")
    names = [c["name"] for c in pictures(app)["sparsity"]["figure"]["data"]]
    assert len([name for name in names if name[1:4] == " · "]) == 4
