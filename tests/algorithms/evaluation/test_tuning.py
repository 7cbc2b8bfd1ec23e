"""Knobs that fit a dataset: equal numbers of features, no divergence, the same data the same."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from scipy import sparse

from algorithms import CATALOGUE, evaluate, record, sparsity_knob, tune
from algorithms.evaluation.selection import (
    AimSelector,
    ClosestSelector,
    fewest,
    flicker_note,
    missed_aim_note,
    shortfall_notes,
)
from algorithms.evaluation.trials import LONG, Trial, Trials
from algorithms.evaluation.tuning import FARTHEST, NEARLY_ALL, USUAL, knob_reaches, reset_tunable
from algorithms.evaluation.validation import Validation, validation_of
from algorithms.losses import Loss
from algorithms.orders import order_of
from algorithms.trace import median_used
from benchmarks.openings.odd_data import odd_data
from datasets import Dataset, Preparation, load, prepare
from datasets.preparation.usual import usual_intercept, usual_passes, usual_preparation
from knobs import knobs_of
from tests.support.many.turns import in_turn

ROUNDING, TRUNCATED = CATALOGUE["rounding"], CATALOGUE["truncated_gradient"]
WITHIN = TRUNCATED(period=10, threshold=1.0)
OPENING = (ROUNDING(period=1), ROUNDING(period=10), WITHIN)
LOSSES = {"classification": "logistic", "regression": "squared", "multiclass": "softmax"}
ODD = odd_data()
SMALL = ("breast_cancer", "digits_4_9", "diabetes", "wine")
NUMBERS = np.random.default_rng(0).standard_normal((200, 8))
PLAIN = Dataset.from_arrays(NUMBERS, np.where(NUMBERS @ (3, -2, 1, 1, 0, 0, 0, 0) > 0, 1.0, -1.0))


def open_data(raw: Dataset, runs=OPENING, **asked):
    """Return the prepared dataset, the arguments, and what is fitted to it."""
    data = prepare(raw, usual_preparation(raw))
    asked = {"passes": usual_passes(data), "intercept": usual_intercept(data), **asked}
    if data.task == "multiclass":
        runs = (CATALOGUE["projected_gradient"](), CATALOGUE["exponentiated_gradient"]())
    return data, asked, tune(runs, data, LOSSES[data.task], **asked)


def shown_by_sliders(algorithm) -> bool:
    """Return whether an address can hold all knobs of a run."""
    return all(
        declared.allows(getattr(algorithm, name))
        and (declared.choices or declared.flag or declared.clamp(getattr(algorithm, name)))
        == (declared.choices or declared.flag or getattr(algorithm, name))
        for name, declared in knobs_of(algorithm).items()
    )


@pytest.mark.parametrize("name", [*ODD, *SMALL])
def test_what_a_dataset_opens_with(name):
    data, _, result = open_data(ODD[name] if name in ODD else load(name))
    assert all(map(math.isfinite, result.losses)), "a run diverged"
    assert all(map(shown_by_sliders, result.algorithms))
    setter = 0 if data.task == "multiclass" else 2
    least = min(result.plain, result.losses[setter])
    assert least < result.idle
    gain = (result.idle - result.losses[setter]) / (result.idle - least)
    features = np.count_nonzero(np.diff(data.X.tocsc().indptr))
    assert max(result.features) <= features, "a feature counts once for all classes"
    noted = any("of what learning gains" in note for note in result.notes)
    kept = result.features[setter], result.at_end[setter]
    assert noted or (gain >= 0.6 and min(kept) > 0 and max(kept) <= 0.8 * features)
    off = [abs(count - result.aim) > 0.2 * result.aim for count in result.features]
    assert sum(off) == sum("not about" in note for note in result.notes)
    odd = [
        abs(end - mostly) > 0.2 * mostly
        for end, mostly in zip(result.at_end, result.features, strict=True)
    ]
    assert sum(odd) == sum("but ends with" in note for note in result.notes)


def counts_of(data, asked, result) -> list[tuple[int, int]]:
    """Return what each run mostly keeps in its last quarter and at its end, as the pictures say."""
    traces = [record(run, data, LOSSES[data.task], **asked) for run in result.algorithms]
    return [
        (median_used(trace.used, trace.steps, trace.algorithm.stride), int(trace.used[-1]))
        for trace in traces
    ]


@pytest.mark.parametrize("seed", [0, 5])
@pytest.mark.parametrize("name", ["diabetes", "wide"])
def test_runs_are_alike_not_only_after_the_last_example(name, seed):
    """Judged by their ends alone, runs of both flickered: 9, 5, 9 features became 8, 8, 8."""
    raw = load("diabetes") if name == "diabetes" else flickering()
    data, asked, result = open_data(raw, seed=seed)
    assert not result.notes
    counts = np.array(counts_of(data, asked, result))
    assert counts.T.tolist() == [list(result.features), list(result.at_end)]
    assert np.abs(counts - result.aim).max() <= 0.2 * result.aim


def flickering() -> Dataset:
    """A table of 400 rows and 40 columns, five of which decide the class."""
    rng = np.random.default_rng(7)
    X = rng.standard_normal((400, 40))
    score = X[:, :5] @ [2.0, -1.5, 1.0, 1.0, -1.0] + 0.3 * rng.standard_normal(400)
    return Dataset.from_arrays(X, np.where(score > 0, 1.0, -1.0))


def trial(run, features: int, at_end: int, loss: float = 0.5, lately: int = 0) -> Trial:
    """Return a setting that mostly keeps so many features, so many at its end, and lately."""
    return Trial(run, features, lately or at_end, at_end, loss, 1.0, 1.0)


def test_a_run_that_no_knob_holds_is_told():
    aim = trial(TRUNCATED(period=10), 42, 86)
    assert shortfall_notes(aim, aim) == [
        "Truncated gradient (K = 10) mostly keeps 42 features but ends with 86: its weights near "
        "zero come and go, whichever gravity g was tried."
    ]
    assert shortfall_notes(trial(ROUNDING(period=10), 40, 47), aim) == []
    assert shortfall_notes(trial(ROUNDING(period=10), 60, 66), aim) == [
        "Rounding (K = 10) mostly keeps 60 features, not about 42: no threshold θ that was tried "
        "comes nearer."
    ]


def test_a_single_feature_is_no_plural():
    aim = trial(TRUNCATED(period=10), 1, 2)
    assert flicker_note(aim).startswith(
        "Truncated gradient (K = 10) mostly keeps 1 feature but ends"
    )
    assert missed_aim_note(aim, trial(ROUNDING(), 3, 3)).endswith(
        "mostly keeps 1 feature, not about 3: no gravity g that was tried comes nearer."
    )


@pytest.mark.parametrize(
    ("features", "words"),
    [(1, ""), (3, "with a single feature left out"), (30, "one feature in 5 left out")],
)
def test_what_is_left_out_is_told_of_so_few_features(features, words):
    whole = trial(TRUNCATED(), features, features, 0.5)
    notes = " ".join(AimSelector(whole, idle=0.7).notes(whole))
    assert words in notes and bool(words) == bool(notes)


def test_of_knobs_as_near_the_one_whose_end_is_near_is_taken():
    near, run = ClosestSelector(10), ROUNDING()
    steady, lucky, other = trial(run, 10, 10), trial(run, 5, 10, 0.1), trial(run, 10, 5, 0.2)
    assert near.best([lucky, other, steady]) == steady
    assert near.best([lucky, other]) == other, "mostly as many counts for more than the end"
    assert near.best([trial(run, 9, 9), other]).at_end == 9
    restless = trial(run, 10, 10, 0.1, lately=17)
    assert near.best([restless, other, steady]) == steady
    assert near.best([restless, other]) == restless
    assert fewest([trial(run, 7, 2, 0.1), trial(run, 9, 9)]).features == 9
    assert fewest([trial(run, 7, 7, 0.1, lately=12), trial(run, 9, 9)]).features == 9
    assert fewest([trial(run, 7, 2, 0.1), trial(run, 20, 20)]).features == 7


def test_what_is_said_is_what_the_runs_come_to():
    data, asked, result = open_data(load("breast_cancer"))
    judged = validation_of(Trials(data, Loss.logistic, order_of(data), False), 1, 0)
    assert isinstance(judged, Validation) and len(judged.parts) > 1
    for algorithm, features, at_end, loss in zip(
        result.algorithms, result.features, result.at_end, result.losses, strict=True
    ):
        trace = record(algorithm, data, "logistic", **asked)
        assert median_used(trace.used, trace.steps, algorithm.stride) == features
        assert trace.sparsity.nonzeros[-1] == at_end
        assert loss == pytest.approx(loss_kept_back(algorithm, judged.parts, asked), rel=1e-9)
    assert {algorithm.eta for algorithm in result.algorithms} == {result.eta}


def loss_kept_back(algorithm, parts, asked) -> float:
    """The mean loss on the rows kept back from each part, by the weights learned from the rest."""
    total, rows = 0.0, 0
    for part, _ in parts:
        final = record(algorithm, part, "logistic", **asked).final
        error = evaluate(final.weights, part, "logistic", final.intercept)["test loss"]
        total, rows = total + error * part.test.n_rows, rows + part.test.n_rows
    return total / rows


def test_no_row_that_is_judged_by_is_learned_from_or_held_out():
    numbered = np.c_[np.arange(1.0, 201.0), np.random.default_rng(0).standard_normal(200)]
    data = prepare(
        Dataset.from_arrays(numbered, np.where(numbered[:, 1] > 0, 1.0, -1.0)),
        Preparation(test_fraction=0.25),
    )
    ids = set(data.X.toarray()[:, 0])
    judged = validation_of(Trials(data, Loss.logistic, order_of(data), False), 1, 0)
    back = []
    for part, order in judged.parts:
        learned, kept_back = (set(X.toarray()[:, 0]) for X in (part.X, part.test.X))
        assert learned | kept_back == ids and not learned & kept_back
        assert len(order) == part.n_rows
        back += kept_back
    assert len(back) == len(set(back)) and not ids & set(data.test.X.toarray()[:, 0])


def test_of_rows_in_time_the_last_are_kept_back_and_those_before_them_tried_first():
    data = dataclasses.replace(PLAIN, in_time=True)
    judged = validation_of(Trials(data, Loss.logistic, order_of(data), False), 1, 0)
    ((part, order),) = judged.parts
    assert (data.X[160:] != part.test.X).nnz == 0
    ((_, end),) = judged.beginning(30).parts
    assert np.array_equal(end, order[-30:])


def test_few_rows_are_judged_by_what_they_suffer():
    few = Trials(dataclasses.replace(PLAIN, X=PLAIN.X[:20], y=PLAIN.y[:20]), Loss.logistic,
                 np.arange(20), False)  # fmt: skip
    assert validation_of(few, 1, 0) is few


def test_the_fewest_features_within_noise_of_the_best_are_taken():
    def with_losses(features: int, losses) -> Trial:
        row_losses = np.array(losses)
        one = trial(TRUNCATED(gravity=1.0 / features), features, features, float(row_losses.mean()))
        return dataclasses.replace(one, row_losses=row_losses)

    best = with_losses(20, [0.1, 0.5] * 8)  # 0.3, with a standard error of 0.05
    within, beyond = with_losses(6, [0.34] * 16), with_losses(3, [0.36] * 16)
    selector = AimSelector(with_losses(30, [0.4] * 16), idle=0.7)
    assert selector.best([best, within, beyond]) == within
    assert selector.others([best, within, beyond], within) == [beyond]
    sure = with_losses(20, [0.3] * 16)
    assert selector.best([sure, within, beyond]) == sure
    assert selector.best([sure, with_losses(6, [0.319] * 16)]).features == 6, (
        "nearly all of the gain"
    )


def test_many_columns_of_few_words_open_with_few_features():
    """Judged by the loss over all passes, it was thousands: most of it was learned by heart."""
    rng = np.random.default_rng(0)
    X = sparse.random_array((800, 4000), density=0.005, rng=rng).astype(bool).astype(float).tolil()
    useful = rng.choice(4000, 25, replace=False)
    X[:, useful] = rng.random((800, 25)) < 0.2
    score = X.tocsr()[:, useful] @ (rng.choice([-1, 1], 25) * rng.uniform(1, 2.5, 25))
    raw = Dataset.from_arrays(X, np.where(score > np.median(score), 1.0, -1.0))
    data, asked, result = open_data(raw, runs=(ROUNDING(period=10), WITHIN))
    assert 10 <= result.aim <= 100 and not result.notes
    learned = record(result.algorithms[1], data, "logistic", **asked).final
    plain = record(CATALOGUE["sgd"](eta=result.eta), data, "logistic", **asked).final
    few, all_of_them = (evaluate(f.weights, data, "logistic")["test AUC"] for f in (learned, plain))
    assert few >= all_of_them - 0.01


def test_what_is_said_of_a_long_run_that_keeps_all_is_what_it_comes_to():
    """Of a run for several classes without a knob for its zeros only the loss is of a beginning."""
    X = np.random.default_rng(1).standard_normal((4000, 12))
    y = np.digitize(X[:, 0] - X[:, 1], (-0.5, 0.5)).astype(float)
    data = Dataset.from_arrays(X, y, task="multiclass")
    kept = CATALOGUE["exponentiated_gradient"]()
    order = order_of(data, 5, 0)
    assert Trials(data, Loss.softmax, order, False).reads > LONG
    result = tune((kept,), data, "softmax", passes=5)
    trace = record(result.algorithms[0], data, "softmax", order=order, checkpoints=1)
    assert result.features == (trace.used[-1],) == (12,)
    fit = record(result.algorithms[0], data, "softmax", order=order, checkpoints=1, fit=True).fit
    assert result.losses[0] == pytest.approx(fit[-1], rel=0.2)


def test_the_same_data_have_the_same_knobs():
    assert tune(OPENING, PLAIN, "logistic") == tune(OPENING, PLAIN, "logistic")


def test_other_knobs_stay():
    runs = (TRUNCATED(period=7, schedule="inv_sqrt"), ROUNDING(period=3, schedule="inv_sqrt"))
    found = tune(runs, PLAIN, "hinge")
    for before, after in zip(runs, found.algorithms, strict=True):
        same = {name: getattr(before, name) for name in ("eta", sparsity_knob(type(before)))}
        assert dataclasses.replace(after, **same) == before
    assert tune(tuple(map(reset_tunable, found.algorithms)), PLAIN, "hinge") == found


def test_scaled_columns_scale_the_step_size():
    one = tune(OPENING, PLAIN, "logistic")
    larger = dataclasses.replace(PLAIN, X=PLAIN.X * 2.0**10)
    other = tune(OPENING, larger, "logistic")
    assert other.features == one.features
    assert other.eta == pytest.approx(one.eta / 2.0**20, rel=0.06)


@in_turn("key", [key for key in CATALOGUE if key != "interior_point"])
def test_every_method_is_fitted(key):
    run = CATALOGUE[key]()
    data = PLAIN if Loss.logistic in run.losses else None
    result = tune((run,), data or PLAIN, "logistic" if data else "squared")
    assert all(map(math.isfinite, result.losses))
    assert shown_by_sliders(result.algorithms[0])


def test_a_run_without_a_knob_for_it_is_told():
    result = tune((CATALOGUE["sgd"](), TRUNCATED(period=10)), PLAIN, "logistic")
    assert result.algorithms[0] == CATALOGUE["sgd"](eta=result.eta)
    assert result.notes == (
        f"SGD keeps 8 features, not about {result.aim}: none of its knobs makes weights exactly 0.",
    )


def test_no_run_is_named_that_is_not_there():
    runs = (CATALOGUE["projected_gradient"](), CATALOGUE["exponentiated_gradient"]())
    notes = tune(runs, PLAIN, "logistic").notes
    assert any(note.startswith("Exponentiated gradient keeps 8 features") for note in notes)
    assert not any("truncated" in note for note in notes)


def test_data_from_which_nothing_can_be_learned_are_told():
    coins = np.where(np.random.default_rng(5).random(200) < 0.5, 1.0, -1.0)
    result = tune(OPENING, Dataset.from_arrays(NUMBERS, coins), "logistic")
    assert min(result.plain, *result.losses) >= result.idle - 0.03
    beginnings = ("Learning gains nothing", "Few features are not enough")
    assert any(note.startswith(beginnings) for note in result.notes)


def test_the_loss_of_weights_of_zero():
    order = order_of(PLAIN, 2, 0)
    assert Trials(PLAIN, Loss.logistic, order, False).idle() == pytest.approx(math.log(2))
    number = Dataset.from_arrays(NUMBERS, 5 + NUMBERS[:, 0], task="regression")
    assert Trials(number, Loss.squared, order, True).idle() == pytest.approx(number.y.var() / 2)


def test_no_runs_are_refused():
    with pytest.raises(ValueError, match="give one run at least"):
        tune((), PLAIN, "logistic")


def test_a_loss_that_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="softmax"):
        tune(OPENING, PLAIN, "softmax")


def test_a_rare_class_is_learned_with_an_intercept():
    raw = ODD["one class of 2 %"]
    _, _, without = open_data(raw, intercept=False)
    _, _, result = open_data(raw)
    assert without.plain > 0.99 * without.idle and result.plain < 0.5 * result.idle


def counts_far_from(algorithm, name: str, data: Dataset, powers: range, **asked) -> list[int]:
    """The features at the end of runs whose knob is so many powers of ten larger."""
    value = getattr(algorithm, name)
    settings = [dataclasses.replace(algorithm, **{name: value * 10.0**power}) for power in powers]
    loss = LOSSES[data.task]
    return [int(record(each, data, loss, **asked).used[-1]) for each in settings]


@in_turn("name", ["breast_cancer", "diabetes"])
def test_a_knob_reaches_to_nearly_all_features_and_to_none(name):
    data, asked, fit = open_data(load(name))
    found = knob_reaches(fit.algorithms, data, LOSSES[data.task], **asked)
    for algorithm, (down, up) in zip(fit.algorithms, found, strict=True):
        if math.isfinite(getattr(algorithm, "threshold", 0.0)) and algorithm.key != "rounding":
            continue  # weights beyond the threshold stay, whatever the gravity
        own = sparsity_knob(type(algorithm))
        counts = counts_far_from(algorithm, own, data, range(-4, 5), **asked)
        assert counts[4 - down] >= NEARLY_ALL * max(counts[:4])
        assert counts[4 + up] == 0 < counts[3 + up] or up == 1


def test_a_radius_reaches_the_other_way_and_a_number_of_features_as_usual():
    data, asked, _ = open_data(load("diabetes"))
    runs = (CATALOGUE["projected_gradient"](), CATALOGUE["l0_sgd"](), CATALOGUE["sgd"]())
    fit = tune(runs, data, "squared", **asked)
    (down, up), *others = knob_reaches(fit.algorithms, data, "squared", **asked)
    counts = counts_far_from(fit.algorithms[0], "radius", data, range(-down, up + 1), **asked)
    assert counts[0] < counts[-1] and counts[-1] >= NEARLY_ALL * max(counts)
    assert others == [USUAL, USUAL]


def test_where_nothing_is_left_out_a_knob_reaches_as_far_as_it_may():
    mild = CATALOGUE["fobos"](l1=1e-10, eta=0.01)
    data, _, _ = open_data(load("diabetes"))
    ((_, up),) = knob_reaches([mild], data, "squared")
    assert up == FARTHEST
