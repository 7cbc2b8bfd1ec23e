"""A comparator is sought once for a view, and long runs are announced."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from algorithms import comparator_loss
from datasets import Preparation
from pages import playground
from tests.support.views import make, on, open_app
from ui import engine, movement
from ui.address import decode, encode
from ui.memo import Memo
from ui.view import Stream, View, opening

SCALED = Preparation(scaling="unit variance")


def solved(stream):
    view = View(recipe=on("breast_cancer"), preparation=SCALED, stream=stream, runs=(make("sgd"),))
    return engine.comparator(view)


def test_it_is_computed_once():
    first = solved(Stream())
    again = solved(Stream(passes=3, order=4))
    assert first.l1 == Stream().comparator
    assert solved(Stream(comparator=0.01, intercept=True)).l1 == 0.01
    assert solved(Stream(comparator=0.01, intercept=True)).intercept.any()
    assert first.weights is again.weights, "neither passes nor their order change the examples"


def test_long_runs_are_announced_and_classes_count():
    for name, loss in (("breast_cancer", "logistic"), ("digits_ten", "softmax")):
        runs = (make("projected_gradient"),)
        data = engine.dataset(on(name), Preparation())
        work = data.X.nnz * max(len(data.classes), 1)
        for passes in (1, 50):
            stream = Stream(loss=loss, passes=passes)
            long = View(recipe=on(name), stream=stream, runs=runs * 4)
            assert engine.is_slow(long, data) == (4 * passes * work > engine.SLOW_WORK)
    assert engine.is_slow(long, data), "ten digits in fifty passes are announced"


def dragged(view: View, *gravities: float):
    """The view while a hand drags the gravity of run C, as the page follows it."""
    for gravity in gravities:
        moved = movement.Movement({"gravity": gravity}, live=True)
        view = movement.run(2)(view, moved)
        evidence = playground.evidence(view, moving=True)
        yield playground.pictures(view, evidence)


def test_what_the_comparator_suffers_is_computed_once_while_a_run_moves(monkeypatch):
    monkeypatch.setattr(engine, "SUFFERED", Memo(8))
    computed = []

    def counted(*asked):
        computed.append(asked)
        return comparator_loss(*asked)

    monkeypatch.setattr(engine, "comparator_loss", counted)
    assert len(list(dragged(opening(), 0.11, 0.12, 0.13))) == 3
    assert len(computed) == 1, "neither u nor the examples move"
    other_order = replace(opening(), stream=Stream(order=1))
    list(dragged(other_order, 0.11))
    assert len(computed) == 2


def test_it_is_what_the_run_is_compared_with_at_each_of_its_checkpoints():
    view = opening()
    u, traces = engine.comparator(view), engine.traces(view)
    data = engine.dataset(view.recipe, view.preparation)
    for trace, suffered in zip(traces, engine.comparator_losses(view, u, traces), strict=True):
        asked = (data, view.stream.loss, engine.order(view), trace.steps, u.intercept)
        assert np.array_equal(suffered, comparator_loss(u.weights, *asked))


@pytest.fixture
def listings(tmp_path, monkeypatch) -> list[Path]:
    """The listings of the data folder, as they happen."""
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    happened, iterdir = [], Path.iterdir

    def listed(path):
        if path == tmp_path:
            happened.append(path)
        return iterdir(path)

    monkeypatch.setattr(Path, "iterdir", listed)
    return happened


def test_a_movement_lists_no_folder(listings):
    assert len(list(dragged(opening(), 0.21, 0.22))) == 2
    view = replace(opening(), stream=Stream(passes=3))
    assert decode(encode(view)) == (view, []) and not listings


def test_a_page_lists_the_folder_for_its_menu_alone(listings):
    app = open_app()
    assert not app.exception and len(listings) == 1
    app.run()
    assert len(listings) == 2


def test_a_name_that_may_be_a_files_is_looked_for(listings, tmp_path):
    (tmp_path / "crx.csv").write_text("a,target\n1,0\n2,1\n3,1\n")
    assert on("crx").family == "file" and on("wine").family == "shipped"
    assert len(listings) == 1
    (tmp_path / "wine.csv").write_text("a,target\n1,0\n2,1\n3,1\n")
    assert on("wine").family == "shipped" and on("wine.csv").family == "file"
