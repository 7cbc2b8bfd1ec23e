"""A frontier is what brute force finds, and holds what its docstring promises."""

from __future__ import annotations

import sys
import threading
import weakref

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms import (
    CATALOGUE,
    MEASURES,
    Frontier,
    Outcomes,
    folds,
    frontier,
    grid,
    record,
)
from tests.support.problems.classes import many_classes
from tests.support.views import toy

SGD, ROUNDING, SCD = (CATALOGUE[key] for key in ("sgd", "rounding", "scd"))
NAN = np.nan


def outcomes(features, values, diverged=None, measure="loss") -> Outcomes:
    """Outcomes with these numbers, each (s, r)."""
    features, values = np.array(features, float), np.array(values, float)
    none = np.zeros(features.shape, bool)
    settings = tuple(SGD(eta=0.01 * (i + 1)) for i in range(len(features)))
    diverged = none if diverged is None else np.array(diverged)
    return Outcomes(settings, {"features": features, measure: values}, diverged)


@st.composite
def frontiers(draw):
    """A frontier of a few settings with few values, so that many tie."""
    s, r = draw(st.integers(1, 8)), draw(st.integers(1, 3))
    cells = st.lists(st.sampled_from([0.0, 1.0, 2.0, 3.0, NAN]), min_size=s * r, max_size=s * r)
    features, values = (np.array(draw(cells)).reshape(s, r) for _ in range(2))
    diverged = np.array(draw(st.lists(st.booleans(), min_size=s * r, max_size=s * r))) & True
    diverged = diverged.reshape(s, r)
    features[diverged], values[diverged] = NAN, NAN
    measure = draw(st.sampled_from(["loss", "test AUC"]))
    return Frontier(outcomes(features, values, diverged, measure), measure)


def cost(each: Frontier, point) -> float:
    return -point.value if MEASURES[each.measure] else point.value


def may_be_chosen(each: Frontier) -> list:
    return [p for p in each.points if p.diverged == 0 and p.value == p.value and p.features >= 0]


@given(frontiers())
def test_the_edge_is_what_brute_force_finds(each):
    def is_dominated(p):
        return any(
            (q.features, cost(each, q)) != (p.features, cost(each, p))
            and q.features <= p.features
            and cost(each, q) <= cost(each, p)
            for q in may_be_chosen(each)
        )

    expected = {(p.features, p.value) for p in may_be_chosen(each) if not is_dominated(p)}
    assert [(p.features, p.value) for p in each.edge] == sorted(expected)


@given(frontiers())
def test_every_point_is_on_the_edge_or_beaten_by_it(each):
    for p in may_be_chosen(each):
        assert any(q.features <= p.features and cost(each, q) <= cost(each, p) for q in each.edge)


@given(frontiers())
def test_more_features_are_never_worse_and_never_too_many(each):
    previous = None
    for most in (-1.0, 0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0):
        point = each.best(most)
        if point is None:
            assert previous is None
            assert all(p.features > most for p in may_be_chosen(each))
            continue
        assert point.features <= most
        assert previous is None or cost(each, point) <= cost(each, previous)
        previous = point


@given(frontiers(), st.sampled_from([0.0, 0.01, 0.5]))
def test_the_lightest_is_nearly_as_good_as_the_best(each, within):
    point, best = each.lightest(within), each.best(np.inf)
    if best is None:
        assert point is None
        return
    room = within if each.measure == "test AUC" else within * best.value
    room += 1e-9
    assert cost(each, point) <= cost(each, best) + room
    for p in may_be_chosen(each):
        assert p.features >= point.features or cost(each, p) > cost(each, best) + room


def test_one_per_cent_of_the_rows_is_not_more_by_rounding():
    counts, errors = [[9], [5], [3]], [[0.06], [0.07], [0.07010000000000001]]
    assert 0.06 + 0.01 < 0.07
    each = Frontier(outcomes(counts, errors, measure="test error"), "test error")
    assert each.lightest().features == 5


def test_of_a_loss_one_per_cent_is_of_its_size():
    counts, losses = [[9], [5], [3]], [[50.0], [50.4], [50.6]]
    assert Frontier(outcomes(counts, losses), "loss").lightest().features == 5


def test_points_are_medians_and_quartiles_over_the_repeats():
    (point,) = Frontier(outcomes([[4, 9, 5]], [[0.3, 0.1, 0.8]]), "loss").points
    assert (point.features, point.value) == (5.0, 0.3)
    assert (point.low, point.high) == pytest.approx((0.2, 0.55))


def test_a_setting_that_diverged_once_is_shown_but_not_on_the_edge():
    each = Frontier(
        outcomes([[1, NAN], [3, 3]], [[0.1, NAN], [0.2, 0.2]], [[0, 1], [0, 0]]), "loss"
    )
    assert each.points[0].value == 0.1 and each.points[0].diverged == 0.5
    assert [p.place for p in each.edge] == [1]


def test_where_all_diverged_there_is_no_edge_and_no_best():
    each = Frontier(outcomes([[NAN]] * 2, [[NAN]] * 2, [[True]] * 2), "loss")
    assert each.edge == () and each.best(10) is None and each.lightest() is None
    assert [p.diverged for p in each.points] == [1.0, 1.0]


def test_a_measure_that_was_not_measured_is_refused():
    with pytest.raises(ValueError, match="'test AUC' was not measured; there is loss"):
        Frontier(outcomes([[1]], [[1]]), "test AUC")


def test_features_of_a_kind_that_was_not_counted_are_refused():
    with pytest.raises(ValueError, match="'features held' was not measured"):
        Frontier(outcomes([[1]], [[1]]), "loss", "features held")


def test_each_method_has_its_settings_with_every_dataset_and_seed():
    data = toy(n=60)
    methods = {"SGD": [SGD(eta=0.1)], "rounding": grid(ROUNDING(), threshold=(0.01, 0.1, 1.0))}
    asked = dict(checkpoints=3, passes=2, intercept=True)
    found = frontier(methods, folds(data, 3), "hinge", seeds=(4, 5), **asked)
    assert list(found) == ["SGD", "rounding"]
    for name, each in found.items():
        assert each.outcomes.algorithms == tuple(methods[name])
        assert each.outcomes.diverged.shape == (len(methods[name]), 6)
        assert each.measure == "test AUC"
    part = folds(data, 3)[1]
    trace = record(methods["rounding"][2], part, "hinge", seed=5, **asked)
    alone = Outcomes.of([trace], part)
    for name, values in found["rounding"].outcomes.values.items():
        assert values[2, 3] == alone.values[name][0, 0]


def test_without_rows_kept_back_methods_are_compared_by_the_loss_on_the_way():
    assert frontier({"SGD": [SGD()]}, toy(), seeds=[0])["SGD"].measure == "loss"


def test_many_classes():
    found = frontier(
        {"SGD": [CATALOGUE["projected_gradient"]()]}, folds(many_classes(), 3), "softmax", seeds=[0]
    )
    assert found["SGD"].measure == "test error" and found["SGD"].edge


def test_batch_and_online_methods_meet_on_rows_kept_back():
    methods = {"SCD": grid(SCD(), l1=(0.001, 0.1)), "SGD": [SGD()]}
    found = frontier(methods, folds(toy(), 2), seeds=[0])
    assert found["SCD"].edge and np.isnan(found["SCD"].outcomes.values["loss"]).all()


def test_traces_are_let_go_as_they_come(monkeypatch):
    module = sys.modules["algorithms.evaluation.frontier"]
    alive, most = weakref.WeakSet(), []

    def one_by_one(settings, data, loss, *, seed, **_):
        for place, algorithm in enumerate(settings):
            trace = record(algorithm, data, loss, seed=seed)
            alive.add(trace)
            most.append(len(alive))
            yield place, trace
            del trace

    monkeypatch.setattr(module, "sweeping", one_by_one)
    monkeypatch.setattr(module, "CHUNK", 3)
    frontier({"SGD": grid(SGD(), eta=np.linspace(0.01, 1.0, 20))}, toy(), seeds=[0, 1])
    assert len(most) == 40 and max(most) <= 4


def test_the_progress_rises_to_the_whole():
    shares: list[float] = []
    frontier({"SGD": [SGD()]}, folds(toy(), 2), seeds=(0, 1), progress=shares.append)
    assert shares == sorted(shares) and shares[-1] == 1.0


def test_traces_come_in_any_order(monkeypatch):
    module = sys.modules["algorithms.evaluation.frontier"]

    def backwards(settings, data, loss, *, seed, **_):
        yield from ((i, record(settings[i], data, loss, seed=seed)) for i in (2, 0, 1))

    settings = grid(SGD(), eta=(0.01, 0.1, 1.0))
    expected = frontier({"SGD": settings}, toy(), seeds=[0])["SGD"].outcomes.values["loss"]
    monkeypatch.setattr(module, "sweeping", backwards)
    monkeypatch.setattr(module, "CHUNK", 2)
    found = frontier({"SGD": settings}, toy(), seeds=[0])["SGD"].outcomes
    assert found.algorithms == tuple(settings)
    np.testing.assert_array_equal(found.values["loss"], expected)


def test_an_algorithm_without_an_update_for_the_loss_is_refused():
    with pytest.raises(ValueError, match="has no update for it"):
        frontier({"SCD": [SCD()]}, toy(), "hinge", seeds=[0])


def test_a_sweep_that_is_broken_off_is_closed():
    class Enough(Exception):
        pass

    def progress(share):
        raise Enough

    before = set(threading.enumerate())
    with pytest.raises(Enough):
        frontier({"SGD": [SGD()] * 3}, toy(), seeds=[0], progress=progress)
    assert set(threading.enumerate()) <= before


@pytest.mark.parametrize(
    ("methods", "data", "seeds"),
    [({}, [toy()], [0]), ({"SGD": []}, [toy()], [0]), ({"SGD": [SGD()]}, [], [0]),
     ({"SGD": [SGD()]}, [toy()], [])],
)  # fmt: skip
def test_nothing_to_compare_is_refused(methods, data, seeds):
    with pytest.raises(ValueError, match="a frontier needs"):
        frontier(methods, data, seeds=seeds)


def test_a_measure_of_rows_that_are_not_there_is_refused_before_any_run(monkeypatch):
    monkeypatch.delattr(sys.modules["algorithms.evaluation.frontier"], "sweeping")
    with pytest.raises(ValueError, match="'test AUC' was not measured; there is loss, mistakes"):
        frontier({"SGD": [SGD()]}, toy(), measure="test AUC", seeds=[0])
