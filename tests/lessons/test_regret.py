"""The learner's cost never rises above the bound; the words say what is so."""

from __future__ import annotations

import re

import numpy as np
import pytest

import datasets
from algorithms import CATALOGUE, comparator_loss, order_of, record
from algorithms.bounds import (
    Constants,
    gradient_constants,
    truncated_gradient_bound,
    truncated_gradient_terms,
)
from charts import Film
from knobs import knobs_of
from pages.lessons.regret import LESSON
from pages.lessons.regret.evidence import GRAVITIES, weight_path
from pages.lessons.regret.story import target_is_reached
from pages.lessons.regret.twin import cost_and_bound
from tests.support.many.turns import in_turn
from tests.support.runs import record_runs
from tests.support.views import toy

NAME, OPTIONS = LESSON.example
DATA = datasets.load(NAME, **OPTIONS)
ENDS = [
    {name: stop}
    for name, knob in knobs_of(LESSON.knobs).items()
    for stop in (knob.choices or (knob.stops()[0], knob.stops()[-1]))
]


def evidence_with(data=DATA, **knobs):
    """The evidence with some knobs turned."""
    return LESSON.evidence(LESSON.knobs(**knobs), data)


@in_turn("knobs", [{}, *ENDS, {"loss": "squared", "eta": 0.95}])
def test_the_bound_holds(knobs):
    terms = evidence_with(**knobs).terms
    assert (terms.left_side <= terms.bound * (1.0 + 1e-9)).all()


@pytest.mark.parametrize("loss", ["logistic", "squared"])
def test_the_bands_are_the_theorem(loss):
    evidence = evidence_with(loss=loss)
    knobs, order = evidence.knobs, order_of(DATA)[: evidence.knobs.steps]
    run = CATALOGUE["truncated_gradient"](eta=knobs.eta, gravity=knobs.gravity)
    trace = record(run, DATA, loss, order=order, checkpoints=knobs.steps)
    own = np.diff(trace.loss, prepend=0.0)
    theirs = np.diff(comparator_loss(evidence.u, DATA, loss, order, trace.steps), prepend=0.0)
    constants = gradient_constants(loss, DATA.X)
    both = truncated_gradient_bound(run, constants, own, trace.weights, evidence.u, theirs)
    assert evidence.terms.left_side == pytest.approx(both.measured)
    assert evidence.terms.bound == pytest.approx(both.bound)


def test_the_twin_is_the_theorem():
    draw = np.random.default_rng(1)
    run = CATALOGUE["truncated_gradient"](eta=0.3, gravity=0.07)
    losses, sizes, theirs, u = (
        draw.random(50),
        draw.random(50),
        draw.random(50),
        draw.normal(size=4),
    )
    norms = np.full(50, np.abs(u).sum())
    terms = truncated_gradient_terms(run, Constants(0.0, 4.0), losses, sizes, u, norms, theirs)
    cost, bound = cost_and_bound(losses, sizes, u, theirs, eta=0.3, gravity=0.07, longest=2.0)
    np.testing.assert_allclose(cost, terms.left_side)
    np.testing.assert_allclose(bound, terms.bound)


def test_it_opens_on_a_bound_that_says_something_in_the_end():
    evidence = evidence_with()
    bound = evidence.terms.bound
    assert 1 < evidence.says_from < len(bound)
    assert bound[evidence.says_from - 2] >= evidence.idle
    assert (bound[evidence.says_from - 1 :] < evidence.idle).all()
    assert evidence.terms.left_side[-1] < bound[-1] < evidence.idle == pytest.approx(np.log(2.0))
    assert f"Before step {evidence.says_from:,} the bound is **vacuous**" in LESSON.lead(evidence)


@in_turn("knobs", ENDS)
def test_where_it_is_vacuous_it_says_so(knobs):
    evidence = evidence_with(**knobs)
    lead = LESSON.lead(evidence)
    assert f"{knobs.get('steps', 1000):,} of {knobs.get('steps', 1000):,} steps" in lead
    if evidence.terms.bound[-1] >= evidence.idle:
        assert "The bound is **vacuous** to the end" in lead
    else:
        assert f"Before step {evidence.says_from:,} the bound is **vacuous**" in lead


@in_turn("knobs", [{}, *ENDS])
def test_the_least_price_is_where_the_words_say(knobs):
    evidence, text = evidence_with(**knobs), LESSON.words(evidence_with(**knobs))
    match = re.search(r"‖u‖/√\(BT\) = ([\d.e+-]+)\.", text)
    assert bool(match) == bool(evidence.constants.B and evidence.u.any())
    if match:
        sizes, T = np.geomspace(1e-4, 10.0, 4001), evidence.knobs.steps
        prices = sizes * evidence.constants.B / 2 + evidence.u @ evidence.u / (2 * sizes * T)
        assert float(match[1]) == pytest.approx(sizes[prices.argmin()], rel=0.06)


def test_the_comparator_moves_with_gravity():
    swept = evidence_with().by_gravity
    # From the first gravity on at which no weight is left, nothing changes any more.
    none = int(np.argmin(swept.nonzeros)) + 1
    assert not swept.nonzeros[none - 1 :].any() and (swept.loss[none - 1 :] == swept.loss[-1]).all()
    g, loss, norm, size, kept = (column[:none] for column in swept)
    assert (np.diff(g) > 0).all() and (np.diff(loss) > 0).all()
    assert (np.diff(norm) < 0).all() and (np.diff(size) < 0).all()
    assert (np.diff(kept) <= 0).all() and kept[0] > kept[-1]


def test_a_movement_looks_only_for_the_comparators_that_it_changes(monkeypatch):
    runs, data, solver = record_runs(monkeypatch), toy(), CATALOGUE["proximal_gradient"]
    searches, solve = [], solver.solve

    def count(self, *args, **asked):
        searches.append(self)
        return solve(self, *args, **asked)

    monkeypatch.setattr(solver, "solve", count)

    def runs_of(**knobs) -> tuple[int, int]:
        runs.clear()
        searches.clear()
        evidence_with(data, **knobs)
        return len(runs), len(searches)

    assert runs_of(steps=200) == (1, 1 + len(GRAVITIES))
    assert runs_of(steps=200, eta=0.1) == (1, 0)
    assert runs_of(steps=200, gravity=0.05) == (1, 1)
    assert runs_of(steps=300) == (1, 1 + len(GRAVITIES))


def test_four_times_the_examples_half_the_price_of_the_same_u():
    one, four = evidence_with(steps=500, eta=0.2), evidence_with(steps=2000, eta=0.1)
    assert four.terms.step[-1] == pytest.approx(one.terms.step[-1] / 2)
    way = one.u @ one.u / (2 * four.knobs.eta * 2000)
    assert way == pytest.approx(one.terms.distance[-1] / 2)


def test_the_walk_is_the_run_s_own_from_zero_to_its_last_weights():
    evidence = evidence_with(steps=300, eta=0.3)
    for times, eta in ((1.0, 0.3), (2.0, 0.6), (5.0, 1.0)):
        run = CATALOGUE["truncated_gradient"](eta=eta, gravity=evidence.knobs.gravity)
        last = record(run, DATA, "logistic", order=order_of(DATA)[:300]).final.weights
        path = weight_path(evidence, times)
        assert len(path) == 301 and not path[0].any()
        assert path[-1] == pytest.approx(last[evidence.two_largest])
    assert set(evidence.two_largest) == set(np.flatnonzero(evidence.u))


def test_no_knob_alone_reaches_the_last_goal():
    step = LESSON.story.steps[-1]
    for name in step.knobs:
        stops = knobs_of(LESSON.knobs)[name].stops()
        for stop in {*stops[:: len(stops) // 12], stops[-1]}:
            assert not target_is_reached(evidence_with(**{name: stop})), (name, stop)
    assert target_is_reached(evidence_with(**step.solution))


def test_where_the_theorem_is_silent_it_says_so():
    with pytest.raises(ValueError, match="silent there; lower η"):
        evidence_with(loss="squared", eta=1.0)


@pytest.mark.parametrize("data", [toy(d=1, n=3), toy(d=2500, n=30)], ids=["one", "wide"])
def test_it_learns_from_other_data(data):
    evidence = evidence_with(data, steps=100)
    assert (evidence.terms.left_side <= evidence.terms.bound * (1.0 + 1e-9)).all()
    film, pictures = LESSON.stage(evidence)
    assert isinstance(film, Film) and all(picture.figure for picture in pictures)
    assert len(film.table()) == len(film.at) and LESSON.words(evidence)


@in_turn("seed", range(5))
def test_the_exercises_take_what_they_reveal(seed):
    best, early = (make(seed) for make in LESSON.exercises)
    answer = float(re.search(r"= ([\d.]+)\*\*", best.reveal)[1])
    assert best.check(answer).right
    assert not best.check(2 * answer).right
    for nonsense in (0.0, -answer, float("inf")):
        assert "positive number" in best.check(nonsense).why
    assert early.check(evidence_with(steps=1000, eta=0.25, gravity=0.025)).right
    assert "T = 1000 steps, step size η = 0.25 and gravity g = 0.025" in early.reveal
    assert not early.check(evidence_with()).right
    assert not early.check(evidence_with(loss="squared")).right
    assert not early.check(evidence_with(eta=0.02)).right
