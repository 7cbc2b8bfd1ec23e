"""Runs: outcomes as they come, the share done, the time left, an end that can be called."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import pytest

from algorithms import CATALOGUE, Outcomes
from sweeps import Block, Method, Run
from tests.support.sweeps import adding, method, request

LONG = {"passes": 200, "orders": 1000}
"""Of a request that takes minutes."""


def until(holds: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.005)


def is_done(run: Run) -> Run:
    assert run.start().wait(30.0)
    return run


def test_outcomes_are_those_of_the_blocks():
    asked = request(folds=2, orders=2, test_fraction=0.2)
    outcomes = is_done(Run(asked)).outcomes
    for block in asked.blocks():
        for name, values in block.run().values.items():
            np.testing.assert_array_equal(outcomes.values[name][:, [block.repeat]], values)


@pytest.mark.parametrize("rounds", [0, 1, 3])
def test_settings_that_are_added_come_out_as_if_they_had_been_asked_for(rounds):
    asked = request(orders=2)
    run = is_done(Run(asked, refine=adding(0.7, rounds)))
    whole, outcomes = run.snapshot()
    assert whole.settings[:3] == asked.settings and len(whole.settings) == 3 + rounds
    assert run.share == 1.0 and not run.notes
    alone = is_done(Run(whole)).outcomes
    for name, values in alone.values.items():  # sums of losses, but for their order
        np.testing.assert_allclose(outcomes.values[name], values, rtol=1e-12)


def test_the_share_only_rises_while_settings_are_added(monkeypatch):
    shares = []
    take = Run._take

    def note_outcomes(run: Run, *taken) -> None:
        take(run, *taken)
        shares.append(run.share)

    monkeypatch.setattr(Run, "_take", note_outcomes)
    is_done(Run(request(orders=3), refine=adding(0.7, 3)))
    assert shares == sorted(shares) and 0.0 < shares[0] < shares[-1] < 1.0


def test_what_is_known_is_not_computed_again(monkeypatch):
    first = is_done(Run(request(method(gravity=(0.1, 0.2)), orders=2)))
    asked = request(method(gravity=(0.05, 0.1, 0.2)), orders=2)
    computed, run_block = [], Block.run

    def note_outcomes(block: Block, *more) -> Outcomes:
        computed.extend(block.settings)
        return run_block(block, *more)

    monkeypatch.setattr(Block, "run", note_outcomes)
    half = Run(asked, known=first.outcomes)
    assert half.share == pytest.approx(2 / 3), "two of three settings, in both orders"
    run = is_done(Run(asked, known=first.outcomes))
    assert {setting.gravity for setting in computed} == {0.05} and run.share == 1.0
    again = is_done(Run(asked)).outcomes
    for name, values in again.values.items():
        np.testing.assert_allclose(run.outcomes.values[name], values, rtol=1e-12)


def test_measures_on_demand_are_taken_anew_and_left_out_where_nobody_asks_for_them():
    plain = is_done(Run(request())).outcomes
    asked = request(on_demand=("objective",))
    assert Run(asked, known=plain).share == 0.0, "the objective is not there yet"
    more = is_done(Run(asked)).outcomes
    assert np.isfinite(more.values["objective"]).all()
    assert Run(asked, known=more).share == 1.0
    fewer = is_done(Run(request(), known=more)).outcomes
    assert list(fewer.values) == list(plain.values)
    for name, values in plain.values.items():
        np.testing.assert_array_equal(more.values[name], values)
        np.testing.assert_array_equal(fewer.values[name], values)


def test_what_is_not_complete_is_no_knowledge():
    half = Run(request(orders=2))
    block = half.request.blocks()[0]
    half._take(block, block.run())
    run = is_done(Run(request(orders=2), known=half.outcomes))
    assert np.isfinite(run.outcomes.values["features"]).all()


def test_nothing_is_there_at_first():
    asked = request(orders=3)
    run = Run(asked)
    assert run.outcomes.diverged.shape == (3, 3)
    assert np.isnan(run.outcomes.values["features"]).all()
    assert (run.share, run.seconds_left, run.done, run.notes) == (0.0, None, False, ())
    assert not run.wait(0.0)


def test_the_share_reaches_one_and_the_time_left_nothing():
    run = is_done(Run(request(orders=5)))
    assert (run.share, run.seconds_left, run.done, run.notes) == (1.0, 0.0, True, ())
    assert run.seconds > 0.0


def test_the_time_left_follows_from_the_pace(monkeypatch):
    run = Run(request(orders=10))
    now = iter([100.0, 102.0, 104.0])
    monkeypatch.setattr("sweeps.run.time.monotonic", lambda: next(now))
    blocks = run.request.blocks()
    for block in blocks[:2]:
        run._take(block, block.run())
    assert run.seconds_left == pytest.approx((104.0 - 100.0) * 0.8 / 0.1)


def test_what_is_there_stays_when_it_is_cancelled():
    run = Run(request(**LONG)).start()
    until(lambda: run.share > 0.0 and not np.isnan(run.outcomes.values["features"]).all())
    began = time.monotonic()
    run.cancel()
    assert run.wait(5.0)
    assert time.monotonic() - began < 2.0
    features = run.outcomes.values["features"]
    assert 0 < np.isfinite(features).sum() < features.size
    assert run.cancelled and not run.failed
    assert run.share < 1.0 and run.seconds_left == 0.0


def test_a_diverging_setting_leaves_the_others_alone():
    steps = Method(CATALOGUE["sgd"](), (("eta", (0.01, 50.0)),))
    run = is_done(Run(request(steps, loss="squared", passes=5)))
    assert run.outcomes.diverged.tolist() == [[False], [True]]
    assert np.isnan(run.outcomes.values["features"]).tolist() == [[False], [True]]


def test_batch_and_online_methods_go_together():
    batch = next(a() for a in CATALOGUE.values() if a.kind == "batch" and _takes_logistic(a))
    run = is_done(Run(request(Method(batch), method("sgd"))))
    assert np.isfinite(run.outcomes.values["features"]).all()


def test_two_sweeps_take_turns():
    first, second = Run(request(**LONG)).start(), Run(request(orders=2)).start()
    assert second.wait(30.0) and not first.done
    first.cancel()
    assert first.wait(5.0)


def test_an_error_becomes_a_sentence(monkeypatch):
    run = Run(request())
    _breaks(monkeypatch, ValueError("The file is gone."))
    assert is_done(run).notes == ("The file is gone.",)
    assert run.failed and run.seconds_left == 0.0


def test_so_does_one_that_nobody_foresaw(monkeypatch, log_messages):
    run = Run(request())
    _breaks(monkeypatch, ZeroDivisionError("division by zero"))
    (note,) = is_done(run).notes
    assert "not foreseen" in note and run.failed
    assert "division" not in note, "details are for the log, visitors read this"
    assert log_messages == ["a sweep failed"]


def test_rows_in_time_are_noted():
    data = {"data": "drift", "scaling": "none", "n_rows": 200}
    run = is_done(Run(request(method(gravity=(0.1,)), orders=5, **data)))
    assert "one order" in run.notes[0]


def _takes_logistic(kind: type) -> bool:
    return any(loss.name == "logistic" for loss in kind.losses)


def _breaks(monkeypatch, error: Exception) -> None:
    def run(self, *arguments) -> Outcomes:
        raise error

    monkeypatch.setattr(Block, "run", run)
