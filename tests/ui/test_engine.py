"""A comparator is sought once for a view, and long runs are announced."""

from __future__ import annotations

from datasets import Preparation
from tests.support.views import make, on
from ui import engine
from ui.view import Stream, View

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
