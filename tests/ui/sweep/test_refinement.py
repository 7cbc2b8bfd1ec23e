"""Settings that a sweep adds by itself: ranges widened, jumps filled, and sentences on both."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms import Algorithm, Outcomes
from charts import Contest, name_runs
from datasets import CATALOGUE as DATASETS
from datasets import Preparation
from sweeps import Request
from tests.support.views import make
from ui.sweep import sentences
from ui.sweep.query import Ladder, SweepDisplay, SweptMethod
from ui.sweep.refinement import (
    FILLS,
    MOST_WIDENINGS,
    Refinement,
    frontiers,
    ladders,
    widen_ladder,
)

World = Callable[[Algorithm], tuple[float, float]]
"""Setting → its number of features and its AUC; nan for one that diverged."""


def outcomes(request: Request, world: World) -> Outcomes:
    counts, values = np.array([world(each) for each in request.settings]).T[:, :, None]
    wild = np.isnan(values)
    taken = {"features": counts, "features held": counts, "test AUC": values}
    return Outcomes(request.settings, taken, wild)


def run_sweep(
    world: World, *methods: SweptMethod, at_most: int = 10
) -> tuple[Request, Refinement, int]:
    """Ask, and ask for more until it is enough; the rounds that were added."""
    refinement = Refinement(
        methods, [(m.algorithm,) for m in methods], SweepDisplay(at_most=at_most), 100
    )
    request, rounds = data_of(refinement), 0
    while (more := refinement(request, outcomes(request, world))) is not None:
        assert set(request.settings) <= set(more.settings)
        request, rounds = more, rounds + 1
        assert rounds < 20
    return request, refinement, rounds


def data_of(refinement: Refinement) -> Request:
    return Request(DATASETS["breast_cancer"](), Preparation(), refinement.requested_methods())


def sentences_on(world: World, request: Request, refinement: Refinement) -> list[str]:
    """The sentences on what was added."""
    runs = name_runs([method.algorithm for method in refinement.methods])
    found = frontiers(request, outcomes(request, world), refinement.look)
    contests = [
        Contest(run, own, tuple(one.knob for one in method.ladders))
        for run, own, method in zip(runs, found, refinement.methods, strict=True)
    ]
    return sentences.additions(SimpleNamespace(contests=contests), refinement, True)


def best_features(world: World, request: Request, refinement: Refinement) -> float:
    (own,) = frontiers(request, outcomes(request, world), refinement.look)
    return own.best(refinement.look.at_most).features


ROUNDING = SweptMethod(make("rounding", threshold=0.1), (Ladder("threshold", 0.01, 1.0, 7),))


def smooth(setting: Algorithm) -> tuple[float, float]:
    """The larger θ, the fewer features: 10 of them at θ = 5."""
    kept = max(math.floor(50.0 / setting.threshold), 0)
    return float(kept), 1.0 - 0.5 / (1.0 + kept)


def test_a_range_in_which_nothing_is_sparse_enough_goes_on_to_where_something_is():
    request, refinement, _ = run_sweep(smooth, ROUNDING)
    (ladder,) = refinement.methods[0].ladders
    assert ladder.low == 0.01 and ladder.high >= 10.0
    assert 8 <= best_features(smooth, request, refinement) <= 10
    (first, *_) = sentences_on(smooth, request, refinement)
    assert first == (
        "A Rounding: no setting had so few features, so the range was widened: threshold θ now "
        "goes up to 10, instead of 1."
    )


def longer_is_better(setting: Algorithm) -> tuple[float, float]:
    """All are sparse, and the longer the steps, the better."""
    return 10.0, 1.0 - 1.0 / (2.0 + setting.eta)


def test_a_best_setting_at_the_end_has_its_range_widened_so_often_and_is_told_then():
    method = SweptMethod(make("sgd"), (Ladder("eta", 0.01, 0.1, 5),))
    request, refinement, rounds = run_sweep(longer_is_better, method)
    assert rounds == MOST_WIDENINGS
    assert refinement.methods[0].ladders == (Ladder("eta", 0.01, 100.0, 17),)
    widening, end = sentences_on(longer_is_better, request, refinement)
    assert "step size η now goes up to 100, instead of 0.1." in widening
    assert "still stands at the end of the range, at η = 100." in end


def test_the_ladder_in_the_end_is_what_was_computed():
    for method in (ROUNDING, SweptMethod.of(make("rounding", eta=0.3), "threshold", "eta")):
        request, refinement, _ = run_sweep(smooth, method)
        (own,) = refinement.methods
        for name, values in ladders(own):
            assert set(values) <= {getattr(each, name) for each in request.settings}


def test_the_end_of_a_knob_is_the_end():
    method = SweptMethod(make("rounding", threshold=5.0), (Ladder("period", 1, 4, 4),))

    def oftener_is_better(setting: Algorithm) -> tuple[float, float]:
        return 5.0, 1.0 / (1.0 + setting.period)

    request, _, rounds = run_sweep(oftener_is_better, method)
    assert rounds == 0 and len(request.settings) == 4


CUTS = np.geomspace(0.11, 0.19, 14)


def stepping(setting: Algorithm) -> tuple[float, float]:
    """From 14 features to none between two values of the ladder, one by one."""
    kept = float(np.count_nonzero(setting.threshold < CUTS))
    return kept, 0.5 + 0.03 * kept


def test_a_jump_over_the_number_is_filled():
    coarse = SweptMethod(ROUNDING.algorithm, (Ladder("threshold", 0.01, 1.0, 5),))
    request, refinement, _ = run_sweep(stepping, coarse)
    counts = {stepping(setting)[0] for setting in data_of(refinement_of(coarse)).settings}
    assert counts == {0.0, 14.0}
    assert best_features(stepping, request, refinement) in (8.0, 9.0, 10.0)
    (sentence,) = sentences_on(stepping, request, refinement)
    assert "the number of features jumps past 10" in sentence


def refinement_of(method: SweptMethod) -> Refinement:
    return Refinement([method], [()], SweepDisplay(), 100)


def test_a_jump_that_no_value_fills_is_told():
    def all_or_none(setting: Algorithm) -> tuple[float, float]:
        return (14.0, 0.9) if setting.threshold < 0.15 else (0.0, 0.5)

    request, refinement, rounds = run_sweep(all_or_none, ROUNDING)
    assert rounds <= FILLS
    *_, sentence = sentences_on(all_or_none, request, refinement)
    assert "the number of features goes from 14 to 0" in sentence
    assert sentence.endswith("No value that was tried between them comes nearer to 10.")


def test_whole_numbers_are_filled_to_the_very_number():
    method = SweptMethod(make("l0_sgd", n_nonzeros=30), (Ladder("n_nonzeros", 1, 100, 5),))
    world = lambda setting: (float(setting.n_nonzeros), 0.5 + 0.001 * setting.n_nonzeros)  # noqa: E731
    request, refinement, _ = run_sweep(world, method, at_most=17)
    assert best_features(world, request, refinement) >= 14


def test_where_every_setting_diverged_nothing_is_added():
    _, _, rounds = run_sweep(lambda setting: (math.nan, math.nan), ROUNDING)
    assert rounds == 0


def test_what_is_added_depends_on_the_outcomes_alone():
    assert run_sweep(smooth, ROUNDING)[0].settings == run_sweep(smooth, ROUNDING)[0].settings


@settings(max_examples=30)
@given(
    st.floats(1e-4, 10.0),
    st.floats(1.5, 1e4),
    st.integers(2, 20),
    st.booleans(),
)
def test_a_wider_ladder_holds_the_values_of_before(low, factor, n, up):
    low, high = float(f"{low:.1e}"), float(f"{low * factor:.2g}")
    before = Ladder("threshold", low, high, n)
    method = replace(ROUNDING, ladders=(before,))
    after = widen_ladder(method, before, up, 100)
    assert after.n > n
    assert (after.low, after.high)[not up] == (before.low, before.high)[not up]
    ((_, old),), ((_, new),) = ladders(method), ladders(replace(method, ladders=(after,)))
    steps = np.abs(np.log(np.array(old)[:, None] / np.array(new)[None, :])).min(axis=1)
    assert steps.max() <= 0.06  # but for the rounding to two digits
