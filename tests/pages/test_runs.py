"""Single algorithms on the page: groups, memory, cards, and runs that diverge."""

from __future__ import annotations

import inspect
from textwrap import dedent

import numpy as np
import pytest

from algorithms import CATALOGUE, card
from algorithms.cards import HEADINGS
from knobs import knobs_of
from tests.support.pages import stands, still_there
from tests.support.views import make, numbers, open_app, payload_of, pictures, values
from ui.markdown import plain

YANG = {"data": "yang_groups", "stream.passes": "3"}
LIVE = [key for key, kind in CATALOGUE.items() if "memory" in knobs_of(kind)]
UNSCALED = {"stream.loss": "squared", "data.scaling": "none"}


def features_of(app) -> dict[str, np.ndarray]:
    """The features of each run at its checkpoints, useful and useless ones together."""
    data = pictures(app)["sparsity"]["figure"]["data"]
    counts: dict[str, np.ndarray] = {}
    for c in data:
        if c["name"][1:4] == " · ":
            counts[c["name"][0]] = counts.get(c["name"][0], 0) + numbers(c["y"])
    return counts


def test_groups_of_the_data_come_and_go_as_a_whole():
    app = open_app(**YANG, a="group_rda", b="rda", **{"a.l1": "0.02", "b.l1": "0.02"})
    stands(app)
    counts = features_of(app)
    assert np.all(counts["A"] % 10 == 0) and 0 < counts["A"][-1] < 100
    assert np.any(counts["B"] % 10 != 0)
    table = app.table[0].value
    assert {"useful features missed", "useless features kept"} <= set(table.columns)
    false, missed = (
        int(table[column].iloc[0]) for column in ("useless features kept", "useful features missed")
    )
    assert counts["A"][-1] == 31 - missed + false
    names = [c["name"] for c in pictures(app)["sparsity"]["figure"]["data"]]
    assert "all useful features" in names


@pytest.mark.parametrize("structure", ["blocks", "overlapping", "chain"])
def test_groups_of_another_shape(structure):
    app = open_app(**YANG, a="group_rda", **{"a.structure": structure, "a.group_size": "20"})
    stands(app)
    whole = open_app(**YANG, a="group_rda")
    assert not np.array_equal(features_of(app)["A"], features_of(whole)["A"])


@pytest.mark.parametrize("key", LIVE)
def test_live_memory_gives_the_same_picture(key):
    asked = {"data.noise_features": "300", "data.scaling": "unit variance", "stream.passes": "2"}
    dense = open_app(**asked, a=key)
    live = open_app(**asked, a=key, **{"a.memory": "live"})
    for app in (dense, live):
        stands(app)
    assert values(live)["run_0"]["memory"] == "live"
    assert list(pictures(dense)) == list(pictures(live))
    for name, picture in pictures(dense).items():
        assert pictures(live)[name]["figure"] == picture["figure"], name
        assert pictures(live)[name]["alt"] == picture["alt"]
    assert (
        pictures(live, "stage_details")["paths"]["figure"]["data"]
        == (pictures(dense, "stage_details")["paths"]["figure"]["data"])
    )


def kernels_of(*keys: str, **more: str):
    app = open_app(**dict(zip("abcd", keys, strict=False)), **{"stream.passes": "1"}, **more)
    app.button_group("section").set_value("Read the kernel").run()
    assert not app.exception
    return app


@pytest.mark.parametrize("first", range(0, len(CATALOGUE), 4))
def test_read_the_kernel_shows_the_card_and_the_loop(first):
    keys = list(CATALOGUE)[first : first + 4]
    app = kernels_of(*keys)
    codes = app.code[: len(keys)]  # what they call may follow
    for key, shown, code in zip(keys, app.table, codes, strict=True):
        kind = CATALOGUE[key]
        told_of = {name: row.iloc[0] for name, row in shown.value.iterrows()}
        assert list(told_of) == list(HEADINGS)
        assert told_of == {name: plain(text) for name, text in card(kind).items()}
        loop = getattr(kind.loop, "py_func", kind.loop)
        assert code.value == dedent(inspect.getsource(loop)).strip()
    assert [latex.value for latex in app.latex] == [f"$$\n{CATALOGUE[k].formula}\n$$" for k in keys]


def test_a_card_is_shown_once_for_two_runs_of_one_algorithm_with_each_loop_that_is_run():
    app = kernels_of("rda", "rda", "rounding", "rounding", **{"c.period": "10", "d.period": "1"})
    assert len(app.table) == 2
    _, at_once, late, called = (code.value for code in app.code)
    assert "all weights are cut as soon as a cut is due" in at_once
    assert called.count("def slope(") == called.count("def cut(") == 1, "once, whoever calls it"
    assert "def entries(" not in called, "that is how kernels are made"
    assert "def learn(" in late


@pytest.mark.parametrize(
    ("key", "way"),
    [
        ("sgd", "smaller η (now 0.1), "),
        ("rda", "larger γ (now 1), "),
        ("smidas", "smaller η"),
    ],
)
def test_a_run_that_diverges_names_the_knob_it_has(key, way):
    app = open_app(**UNSCALED, a=key)
    still_there(app)
    (warning,) = app.warning
    assert f"Run A, {make(key).title}, diverged at step" in warning.value
    assert f"Try a {way}" in warning.value and "scaling: unit variance" in warning.value
    assert "A diverged at" in payload_of(app, "stage_playground")["headline"]


def test_a_batch_run_that_diverges_predicts_nothing_on_the_way():
    turned = {"a.schedule": "constant", "stream.passes": "50"}
    app = open_app(**UNSCALED, a="subgradient_descent", **turned)
    still_there(app)
    (warning,) = app.warning
    assert "its next step would overflow. Try a smaller η (now 0.3), " in warning.value
    assert tuple(pictures(app))[1:] == ("suboptimality", "sparsity", "tradeoff")


def test_numbers_in_the_headline_stay_short_though_a_run_goes_astray():
    more = {"stream.loss": "squared", "data.scaling": "unit variance"}
    app = open_app(data="breast_cancer", a="rda", **more)
    stands(app)
    headline = payload_of(app, "stage_playground")["headline"]
    assert "·10" in headline and len(headline) < 320
