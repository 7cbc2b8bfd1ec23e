"""A comparator is sought once for a view, and long runs are announced."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from pathlib import Path
from threading import Event, Thread

import numpy as np
import pytest

from algorithms import comparator_loss, evaluate, find_comparator, over_orders, row_losses
from algorithms.budget import chunks
from algorithms.cache.compile_queue import CompileQueue
from datasets import Preparation, TooLarge
from pages import playground
from tests.support.three_runs import three_runs
from tests.support.views import make, on, open_app, pictures
from ui import engine, movement
from ui.address import decode, encode
from ui.engine import comparators, loading, material, repeats, runs, spreads
from ui.look import Look
from ui.memo import Memo
from ui.view import Stream, View, opening

SCALED = Preparation(scaling="unit variance")
of = engine.Material.of


def solve(stream):
    view = View(recipe=on("breast_cancer"), preparation=SCALED, stream=stream, runs=(make("sgd"),))
    return engine.comparator(of(view))


def test_it_is_computed_once():
    first = solve(Stream())
    again = solve(Stream(passes=3, order=4))
    assert first.l1 == Stream().comparator
    assert solve(Stream(comparator=0.01, intercept=True)).l1 == 0.01
    assert solve(Stream(comparator=0.01, intercept=True)).intercept.any()
    assert first.weights is again.weights, "neither passes nor their order change the examples"


@pytest.mark.parametrize(("price", "heading"), [(0.001, "the best fixed"), (0.3, "small fixed")])
def test_weights_that_a_price_keeps_small_are_not_called_the_best(price, heading):
    """At λ = 0.3 the last weights of the opening's runs, held fixed, lose less than u."""
    view = replace(opening(), stream=replace(opening().stream, comparator=price))
    material = of(view)
    data, u, traces = material.data, engine.comparator(material), engine.traces(material, view)
    fixed = row_losses(u.weights, data, "logistic").mean()
    held = min(row_losses(trace.final.weights, data, "logistic").mean() for trace in traces)
    assert (held < fixed) == (price == 0.3)
    (picture,) = [
        picture
        for row in playground.pictures(view, playground.evidence(view, Look(moving=True)))
        for picture in row
        if picture.name == "regret"
    ]
    assert picture.heading == f"Loss beyond {heading} weights"


def test_a_dataset_that_is_too_large_is_refused_and_tried_once(monkeypatch):
    monkeypatch.setenv("SPARSITY_LAB_MEMORY", "10")
    built = []
    kind = type(on("yang_groups"))
    build = kind.build
    monkeypatch.setattr(kind, "build", lambda self: built.append(1) or build(self))
    asked = kind(n_rows=1234), Preparation(expansion="pairs")
    for _ in range(3):
        with pytest.raises(TooLarge, match=r"take at most \d+ examples, or a smaller expansion"):
            engine.dataset(*asked)
    assert built == [1]


@pytest.fixture
def late(monkeypatch):
    """Best weights that are found when the event is set, and no patience to wait for them."""
    event = Event()

    def find(*asked):
        assert event.wait(30)
        return find_comparator(*asked)

    monkeypatch.setattr(comparators, "COMPARATORS", Memo(8))
    monkeypatch.setattr(comparators, "find_comparator", find)
    monkeypatch.setattr(comparators, "PATIENCE", 0.01)
    yield event
    event.set()


def test_what_takes_long_is_sought_once_in_the_background(late):
    view = View(on("breast_cancer"), preparation=SCALED, runs=(make("sgd"),))
    material = of(view)
    assert [engine.comparator_soon(material) for _ in range(2)] == [None, None]
    assert len(comparators.SOUGHT) == 1
    late.set()
    found = engine.comparator_soon(material, patience=30.0)
    assert found is engine.comparator(material) is engine.comparator_soon(of(view))
    assert not comparators.SOUGHT


def test_nothing_is_sought_while_first_pictures_wait_for_the_compiler(monkeypatch):
    stream = Stream(comparator=0.02)
    view = View(on("breast_cancer"), preparation=SCALED, stream=stream, runs=(make("sgd"),))
    with monkeypatch.context() as start:
        start.setattr(CompileQueue, "urgent", True)
        assert engine.comparator_soon(of(view), patience=30.0) is None
        assert not comparators.SOUGHT
        found = engine.comparator(of(view))
        assert engine.comparator_soon(of(view)) is found


def test_an_impossible_loss_is_told_by_what_is_sought_in_the_background():
    view = View(on("diabetes"), stream=Stream(loss="logistic"), runs=(make("sgd"),))
    with pytest.raises(ValueError, match="logistic"):
        engine.comparator_soon(of(view))


def test_the_page_stands_without_the_best_weights_and_has_them_when_they_are_found(late):
    app = open_app(data="breast_cancer", a="sgd", b="rounding")
    before = pictures(app)
    assert list(before) == ["truncation", "regret", "sparsity", "tradeoff"]
    assert before["regret"]["figure"]["data"] == []
    assert "still being sought" in before["regret"]["alt"]
    assert before["sparsity"]["figure"]["data"] and not app.exception
    late.set()
    engine.comparator_soon(of(app.session_state["visit"].view), patience=30.0)
    after = pictures(app.run())
    assert len(after["regret"]["figure"]["data"]) > 2
    assert after["regret"]["heading"] == before["regret"]["heading"]


def test_long_runs_are_announced_and_classes_count():
    for name, loss in (("breast_cancer", "logistic"), ("digits_ten", "softmax")):
        batch = (make("projected_gradient"),)
        data = engine.dataset(on(name), Preparation())
        work = data.X.nnz * max(len(data.classes), 1)
        for passes in (1, 50):
            stream = Stream(loss=loss, passes=passes)
            long = View(recipe=on(name), stream=stream, runs=batch * 4)
            assert engine.is_slow(of(long), long) == (4 * passes * work > runs.SLOW_WORK)
    assert engine.is_slow(of(long), long), "ten digits in fifty passes are announced"


def drag_view(view: View, *gravities: float):
    """The view while a hand drags the gravity of run C, as the page follows it."""
    for gravity in gravities:
        moved = movement.Movement({"gravity": gravity}, live=True)
        view = movement.run(2)(view, moved)
        evidence = playground.evidence(view, Look(moving=True))
        yield playground.pictures(view, evidence)


def test_what_the_comparator_suffers_is_computed_once_while_a_run_moves(monkeypatch):
    monkeypatch.setattr(comparators, "SUFFERED", Memo(8))
    computed = []

    def count(*asked):
        computed.append(asked)
        return comparator_loss(*asked)

    monkeypatch.setattr(comparators, "comparator_loss", count)
    assert len(list(drag_view(opening(), 0.11, 0.12, 0.13))) == 3
    assert len(computed) == 1, "neither u nor the examples move"
    other_order = replace(opening(), stream=Stream(order=1))
    list(drag_view(other_order, 0.11))
    assert len(computed) == 2


def test_it_is_what_the_run_is_compared_with_at_each_of_its_checkpoints():
    view = opening()
    material = of(view)
    u, traces = engine.comparator(material), engine.traces(material, view)
    fixed = engine.comparator_losses(material, u, traces)
    for trace, suffered in zip(traces, fixed, strict=True):
        asked = (material.data, view.stream.loss, material.order, trace.steps, u.intercept)
        assert np.array_equal(suffered, comparator_loss(u.weights, *asked))


@pytest.fixture
def listings(tmp_path, monkeypatch) -> list[Path]:
    """The listings of the data folder, as they happen."""
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    happened, iterdir = [], Path.iterdir

    def list_dir(path):
        if path == tmp_path:
            happened.append(path)
        return iterdir(path)

    monkeypatch.setattr(Path, "iterdir", list_dir)
    return happened


def test_a_movement_lists_no_folder(listings):
    assert len(list(drag_view(opening(), 0.21, 0.22))) == 2
    view = replace(opening(), stream=Stream(passes=3))
    assert decode(encode(view)) == (view, []) and not listings


def test_a_page_lists_the_folder_for_its_menu_alone(listings):
    app = open_app()
    assert not app.exception and len(listings) == 1
    app.run()
    assert len(listings) == 2


def test_a_name_that_may_be_a_files_is_looked_for(listings, tmp_path):
    (tmp_path / "crx.csv").write_text("a,target\n1,0\n2,1\n3,1\n")
    assert on("crx").family == "file" and on("wine").family == "builtin"
    assert len(listings) == 1
    (tmp_path / "wine.csv").write_text("a,target\n1,0\n2,1\n3,1\n")
    assert on("wine").family == "builtin" and on("wine.csv").family == "file"


SMALL = replace(
    opening(),
    preparation=Preparation(scaling="unit variance", test_fraction=0.25),
    stream=Stream(passes=1, order=3),
)


@pytest.mark.parametrize("splits", [True, False])
def test_the_spread_is_what_ten_single_runs_give(splits, monkeypatch):
    """Each has a split of its own, and the regret is against the comparator's loss on this one.

    Where the split stays, it is against that in the order of each.
    """
    monkeypatch.setattr(repeats, "SPLIT_WORK", 5e6 if splits else 0.0)
    monkeypatch.setattr(spreads, "SPREADS", Memo(8))
    view = replace(SMALL, runs=(make("truncated_gradient", gravity=0.1), make("rda", l1=0.02)))
    u = engine.comparator(of(view))
    spread = engine.spread(of(view), view, u)
    assert (spread.orders, spread.measure, spread.splits) == (10, "test AUC", splits)
    here = engine.comparator_losses(of(view), u, engine.traces(of(view), view, 25))
    for k in range(10):
        one = replace(view, stream=replace(view.stream, order=3 + k))
        if splits:
            one = replace(one, preparation=replace(view.preparation, seed=k))
        data = of(one).data
        traces = engine.traces(of(one), one, engine.SPREAD_CHECKPOINTS)
        fixed = here if splits else engine.comparator_losses(of(one), u, traces)
        for i, (trace, lost) in enumerate(zip(traces, fixed, strict=True)):
            steps, regret = spread.regret[i]
            assert np.array_equal(steps, trace.steps) and len(steps) <= 25
            assert np.allclose(regret[k], trace.loss - lost, rtol=1e-12, atol=1e-12)
            score = evaluate(trace.final.weights, data, trace.loss_name, trace.final.intercept)
            numbers = (
                trace.sparsity.nonzeros[-1],
                trace.loss[-1] / trace.steps[-1],
                score["test AUC"],
            )
            assert (spread.features[i, k], spread.losses[i, k], spread.values[i, k]) == numbers
    low, middle, high = spread.quartiles("losses")
    assert np.allclose(middle, np.median(spread.losses, axis=1))
    assert (low <= middle).all() and (middle <= high).all()


def test_each_repeat_has_held_out_rows_of_its_own_and_is_scaled_by_the_others():
    whole, parts = of(SMALL).data, repeats.datasets_of(of(SMALL))
    assert parts[0] is whole and len(parts) == 10
    held_out = [frozenset(row.tobytes() for row in part.test.X.toarray()) for part in parts]
    assert len(set(held_out)) == 10
    for part in parts:
        assert (part.n_rows, part.test.n_rows) == (whole.n_rows, whole.test.n_rows)
        spread = part.X.toarray().std(axis=0)  # some pixels are white in all pictures
        assert spread[spread > 0.0] == pytest.approx(1.0, rel=0.01)
    assert repeats.datasets_of(of(SMALL))[1] is parts[1], "they are made once"


def test_rows_that_a_file_holds_out_or_time_orders_stay(tmp_path, monkeypatch):
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    rows = "".join(f"{i % 5},{i * i % 7},{i % 2}\n" for i in range(40))
    for name in ("two.csv", "two.t.csv"):
        (tmp_path / name).write_text("size,weight,kind\n" + rows)
    in_time = replace(SMALL, recipe=on("drift"))
    nothing = replace(SMALL, preparation=Preparation())
    for view in (replace(SMALL, recipe=on("two")), in_time, nothing):
        mine = of(view)
        assert not repeats.split_varies(mine)
        assert all(part is mine.data for part in repeats.datasets_of(mine))
    assert of(replace(SMALL, recipe=on("two"))).data.test_name == "two.t.csv"


def test_of_a_spread_only_the_run_that_moved_is_computed_again(monkeypatch):
    computed = []

    def count(runs, *asked):
        computed.append(len(runs))
        return over_orders(runs, *asked)

    monkeypatch.setattr(spreads, "SPREADS", Memo(8))
    monkeypatch.setattr(spreads, "over_orders", count)
    view = replace(SMALL, runs=(make("sgd"), make("rounding", threshold=0.07)))
    before = engine.spread(of(view), view)
    after = engine.spread(of(view), view.with_run(1, make("rounding", threshold=0.08)))
    other = replace(view, stream=replace(view.stream, comparator=0.01))
    engine.spread(of(other), other)
    assert computed == [2, 1] and np.array_equal(before.losses[0], after.losses[0])


def test_the_run_of_the_view_is_the_first_of_its_orders(monkeypatch):
    """At rest it has been looked at more often than a spread is, at the same steps among others."""
    firsts = []

    def note(*asked):
        firsts.append(asked[-1])
        return over_orders(*asked)

    monkeypatch.setattr(spreads, "over_orders", note)
    made, material = [], of(three_runs())
    for traces_first in (False, True):
        found = Memo(8)
        monkeypatch.setattr(spreads, "SPREADS", Memo(8))
        for module in (spreads, runs):
            monkeypatch.setattr(module, "TRACES", found)
        traces = engine.traces(material, three_runs()) if traces_first else [None] * 3
        made.append(engine.spread(material, three_runs()))
        assert firsts.pop() == traces
    assert np.array_equal(made[0].losses, made[1].losses)
    assert np.array_equal(made[0].values, made[1].values)
    ends = [trace.costs.first_pass.mean_loss for trace in traces]
    assert np.array_equal(made[1].losses[:, 0], ends)


def test_a_run_that_diverges_in_an_order_has_no_numbers_there():
    view = View(on("diabetes"), runs=(make("sgd", eta=10.0), make("sgd", eta=0.01)))
    view = replace(view, preparation=SCALED, stream=Stream(loss="squared", passes=3))
    spread = engine.spread(of(view), view, engine.comparator(of(view)))
    for numbers in (spread.features, spread.losses, spread.values):
        assert np.isnan(numbers[0]).all() and np.isfinite(numbers[1]).all()
    assert np.isnan(spread.regret[0][1]).all() and spread.measure == "loss"


def test_where_there_is_no_spread_a_sentence_says_why():
    def has_spread(view: View) -> bool:
        return engine.spread(of(view), view) is not None

    def note(view: View) -> str:
        return engine.spread_note(of(view), view)

    assert has_spread(SMALL) and note(SMALL) == ""
    slow = replace(SMALL, runs=(make("smidas"),), stream=Stream(passes=10))
    assert not has_spread(slow) and "would take long" in engine.spread_note(of(slow), slow)
    in_time = View(
        on("drift", n_rows=200, n_features=50), stream=Stream(passes=1), runs=(make("sgd"),)
    )
    assert not has_spread(in_time) and "no other order" in engine.spread_note(of(in_time), in_time)
    batch = replace(SMALL, runs=(make("proximal_gradient"), make("sgd")))
    assert not has_spread(batch) and note(batch) == ""


class SessionGone(BaseException):
    """An end of a script, as Streamlit raises one out of any call of the page."""


INTERRUPTED = {
    "in one compiled call": ("sgd", "truncated_gradient"),
    "look by look, for its fit": ("proximal_gradient", "truncated_gradient"),
    "a batch solver": ("sgd", "proximal_gradient"),
}


def forget_all(monkeypatch) -> None:
    """Empty the memories of datasets, their orders and runs."""
    for module, memory in ((loading, "DATASETS"), (runs, "TRACES"), (material, "ORDERS")):
        monkeypatch.setattr(module, memory, Memo(8))


@pytest.mark.parametrize("kind", INTERRUPTED)
def test_a_run_that_is_interrupted_leaves_nothing_half_done(kind, monkeypatch):
    methods = tuple(make(key) for key in INTERRUPTED[kind])
    view = View(on("breast_cancer"), preparation=SCALED, stream=Stream(passes=1), runs=methods)
    for name in ("FIRST", "MOST"):
        monkeypatch.setattr(chunks, name, 2_000)
    alone, others, others_ask = [], [], Event()

    def ask(traces: list) -> None:
        others_ask.set()
        traces += engine.traces(of(view), view)

    def leave(share: float) -> None:
        if share > 0.7:  # in the middle of the second run
            waiting.start()
            assert others_ask.wait(10)
            raise SessionGone

    forget_all(monkeypatch)
    waiting = Thread(target=ask, args=(others,))
    with pytest.raises(SessionGone):
        engine.traces(of(view), view, progress=leave)
    waiting.join(30)
    forget_all(monkeypatch)
    ask(alone)
    for trace, expected in zip(others, alone, strict=True):
        assert not trace.final.diverged_at
        for name in ("steps", "sparsity.nonzeros", "weights", "final.weights"):
            assert np.array_equal(attrgetter(name)(trace), attrgetter(name)(expected)), name
