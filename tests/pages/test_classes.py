"""Targets of many classes in the page: the loss that fits them, and what the pictures count."""

from __future__ import annotations

import pytest

from algorithms import CATALOGUE, Loss
from knobs import format_value
from tests.support.pages import ends, stands, still_there
from tests.support.views import numbers, open_app, payload_of, pictures, values

FOUR = ("profile", "regret", "sparsity", "tradeoff")
ABLE = [key for key, kind in CATALOGUE.items() if Loss.softmax in kind.losses]
TEN = {"data": "digits_ten", "stream.loss": "softmax", "data.scaling": "unit variance"}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A data folder with a table of three kinds."""
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    (tmp_path / "p.csv").write_text("a,kind\n" + "1,u\n2,v\n3,w\n" * 4)


def test_several_words_as_target_are_classes(folder):
    """A loss for two classes says which one to take instead."""
    app = open_app(**{"data": "p", "a": "sgd", "stream.loss": "logistic"})
    still_there(app)
    (error,) = app.error
    assert error.value == "loss = 'logistic': the target here is multiclass; take softmax."
    assert not pictures(app) and not app.table


def test_a_link_to_several_classes_and_no_loss_is_fitted(folder):
    app = open_app(data="p", a="sgd")
    still_there(app)
    assert not app.error and tuple(pictures(app)) == FOUR


def test_a_file_of_several_classes_is_fitted_when_it_is_chosen(folder):
    app = open_app(a="sgd")
    app.selectbox("choose_dataset").select("p").run()
    still_there(app)
    assert not app.error and tuple(pictures(app)) == FOUR
    assert app.query_params["stream.loss"] == "softmax"
    assert [app.query_params[slot] for slot in "ab"] == ABLE[:2]


def test_one_class_against_the_rest_fits_too(folder):
    app = open_app(data="p", a="projected_gradient", **{"stream.loss": "softmax"})
    app.text_input("option_positive").input("v").run()
    still_there(app)
    assert not app.error and "stream.loss" not in app.query_params
    assert app.query_params["a"] == "projected_gradient", "a run that can stay stays"
    app.text_input("option_positive").input("").run()
    assert not app.error and app.query_params["stream.loss"] == "softmax"


def test_digits_ten_is_fitted_when_it_is_chosen():
    app = open_app(a="sgd", b="exponentiated_gradient", **{"stream.passes": "1"})
    app.selectbox("choose_dataset").select("digits_ten").run()
    still_there(app)
    assert not app.error and tuple(pictures(app)) == FOUR
    assert app.query_params["b"] == "exponentiated_gradient" and "a" not in app.query_params
    app.selectbox("choose_dataset").select("breast_cancer").run()
    still_there(app)
    assert not app.error and "stream.loss" not in app.query_params
    assert app.query_params["b"] == "exponentiated_gradient"


@pytest.mark.parametrize("key", ABLE)
@pytest.mark.parametrize("end", [0, 1])
def test_every_algorithm_that_can_at_both_ends(key, end):
    chosen = ends(CATALOGUE[key])[end]
    turned = {f"a.{name}": format_value(value) for name, value in chosen.items()}
    app = open_app(**TEN, **turned, a=key, **{"stream.passes": "1"})
    stands(app)
    assert tuple(pictures(app)) == FOUR


def test_the_pictures_count_every_feature_once_and_every_weight_of_every_class():
    app = open_app(**TEN, a="projected_gradient", **{"stream.passes": "1", "view.rug": "A"})
    stands(app)
    drawn = pictures(app)
    (sparsity,) = drawn["sparsity"]["figure"]["data"]
    used = f"keeps {numbers(sparsity['y'])[-1]:.0f} of 61 features that occur in the examples"
    headline = payload_of(app, "stage_playground")["headline"]
    assert used in headline and "3 of the 64 features occur in none" in headline
    (profile,) = drawn["profile"]["figure"]["data"]
    table = app.table[0].value
    kept = int(table["weights not 0"].iloc[0].replace(",", ""))
    ranks = numbers(profile["x"])
    assert 64 < kept <= 640 and (ranks[0], ranks[-1]) == (1, kept)
    assert kept / 10 <= numbers(sparsity["y"])[-1] <= 64
    names = [curve["name"] for curve in pictures(app, "stage_details")["paths"]["figure"]["data"]]
    assert all(name.startswith("pixel_") and name.split(" · ")[1] in "0123456789" for name in names)


def test_only_what_can_learn_classes_can_be_chosen():
    app = open_app(**TEN, a="projected_gradient", **{"stream.passes": "1"})
    (card,) = [p for p in payload_of(app, "panels_playground")["panels"] if p["source"] == "run_0"]
    offered = {key: fits for key, _, _, fits in card["heading"]["algorithms"]}
    assert offered.keys() == CATALOGUE.keys()
    assert sorted(key for key, fits in offered.items() if fits) == sorted(ABLE)
    assert values(app)["stream"]["loss"] == "softmax"


def test_the_softmax_loss_where_there_are_no_classes():
    app = open_app(a="projected_gradient", **{"stream.loss": "softmax"})
    still_there(app)
    (error,) = app.error
    assert "the target here is classification; take another loss." in error.value


def test_numbers_of_classes_are_learned_as_classes_and_as_amounts_when_asked(folder, tmp_path):
    rows = "".join(f"{i % 3 + 1},{i % 5},{i % 3 * 2.5}\n" for i in range(60))
    (tmp_path / "w.csv").write_text(f"class,a,b\n{rows}")
    app = open_app(data="w", a="sgd")
    stands(app, "regret")
    assert app.query_params["stream.loss"] == "softmax"
    assert app.selectbox("option_task").options == ["as it comes", "classes", "amounts"]
    app.selectbox("option_task").select("regression").run()
    stands(app)
    assert app.query_params["stream.loss"] == "squared"
    assert app.query_params["data.task"] == "regression"
