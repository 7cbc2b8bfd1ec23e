"""Clouds of settings: what they depend on, how large they are, and what is made of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from algorithms import frontier
from charts import name_runs
from charts.frontier.settings import in_words
from datasets import Preparation
from tests.support.many.turns import in_turn
from tests.support.views import make, on, open_app
from ui import engine
from ui.engine import Material
from ui.movement import Movement
from ui.playground import feature_limit, nearby_settings
from ui.view import CLOUDS, Display, Stream, View

ONE, BOTH = CLOUDS[1:]
SMALL = View(
    recipe=on("sparse_linear", n_features=20, n_rows=60),
    preparation=Preparation(test_fraction=0.3),
    stream=Stream(passes=1),
    display=Display(cloud=ONE),
    runs=(make("truncated_gradient", gravity=0.2, period=3), make("rounding", threshold=0.3)),
)


def contests_of(view, **more):
    """The clouds of a view, on its own data."""
    return nearby_settings.contests(Material.of(view), view, **more)


def plan_of(view):
    return nearby_settings.plan(Material.of(view), view)


def turn_runs(view, slot=0, **knobs):
    return view.with_run(slot, replace(view.runs[slot], **knobs))


def asking(view, **display):
    return replace(view, display=replace(view.display, **display))


def test_no_cloud_is_computed_where_none_is_asked_for():
    assert contests_of(asking(SMALL, cloud=CLOUDS[0])) == []


def test_a_cloud_holds_what_frontier_computes():
    contests = contests_of(SMALL)
    data = engine.dataset(SMALL.recipe, SMALL.preparation)
    for contest, run in zip(contests, SMALL.runs, strict=True):
        (name,) = contest.knobs
        settings = contest.frontier.outcomes.algorithms
        assert 20 <= len(settings) <= 25
        assert {replace(each, **{name: getattr(run, name)}) for each in settings} == {run}
        again = frontier({"": settings}, data, seeds=range(10))[""]
        assert again.points == contest.frontier.points


def test_the_swept_knob_moves_no_cloud_and_others_hide_it_until_the_hand_rests():
    before = [contest.frontier for contest in contests_of(SMALL)]
    along = contests_of(turn_runs(SMALL, gravity=0.7), moving=True)
    assert [contest.frontier for contest in along] == before
    assert along[0].run.algorithm.gravity == 0.7
    (left,) = contests_of(turn_runs(SMALL, period=7), moving=True)
    assert left.run.letter == "B" and left.frontier is before[1]
    assert len(contests_of(turn_runs(SMALL, period=7))) == 2


def test_with_k_neither_knob_moves_it():
    both = asking(SMALL, cloud=BOTH)
    before = contests_of(both)
    periods = {each.period for each in before[0].frontier.outcomes.algorithms}
    assert len(periods) == 6
    after = contests_of(turn_runs(both, gravity=0.01, period=50), moving=True)
    assert [c.frontier for c in after] == [c.frontier for c in before]


def test_runs_that_differ_in_what_is_swept_share_a_cloud():
    twins = replace(SMALL, runs=(SMALL.runs[1], replace(SMALL.runs[1], threshold=0.01)))
    first, second = contests_of(replace(twins, letters=("A", "B")))
    assert first.frontier is second.frontier and first.run.letter != second.run.letter


def test_the_search_goes_where_features_come_and_go():
    for contest in contests_of(SMALL):
        counts = [point.features for point in contest.frontier.points]
        assert sum(0 < count < 20 for count in counts) > len(counts) / 2


def test_a_method_without_a_knob_for_zeros_has_none():
    view = replace(SMALL, runs=(make("sgd"), make("rounding")), letters=("A", "B"))
    assert [contest.run.letter for contest in contests_of(view)] == ["B"]
    assert nearby_settings.swept_methods(replace(view, runs=view.runs[:1], letters=("A",))) == ()


def test_keep_k_keeps_no_more_features_than_there_are():
    view = replace(SMALL, runs=(make("l0_sgd"),), letters=("A",))
    (contest,) = contests_of(view)
    assert max(a.n_nonzeros for a in contest.frontier.outcomes.algorithms) <= 20


@pytest.mark.parametrize("work", [1e3, 3e6, 1e12])
def test_the_larger_the_work_the_smaller_the_cloud(monkeypatch, work):
    monkeypatch.setattr(nearby_settings, "_work", lambda *_: work)
    size = plan_of(asking(SMALL, cloud=BOTH))
    runs = None if size is None else 2 * size.runs(SMALL.runs[0])
    if work == 1e12:
        assert size is None and contests_of(asking(SMALL, cloud=BOTH)) == []
    else:
        assert (size == nearby_settings.Plan(10, 25, 6)) == (work == 1e3)
        assert runs * work <= nearby_settings.MOST_WORK


def test_rows_in_time_have_one_order():
    timed = replace(SMALL, recipe=on("drift"))
    assert engine.dataset(timed.recipe, timed.preparation).in_time
    assert plan_of(timed).orders == 1


# What is asked -----------------------------------------------------------------------------------


def test_a_bound_sweeps_by_itself_and_leaves_a_cloud_that_was_chosen():
    plain = asking(SMALL, cloud=CLOUDS[0])
    assert feature_limit.move(plain, Movement({"at_most": 5})).display == replace(
        plain.display, at_most=5, cloud=BOTH
    )
    assert feature_limit.move(SMALL, Movement({"at_most": 5})).display.cloud == ONE
    bounded = asking(plain, at_most=5)
    assert feature_limit.move(bounded, Movement({"at_most": 6})).display.cloud == CLOUDS[0]


def test_each_run_is_set_to_its_own_best():
    view = asking(SMALL, at_most=6)
    after = feature_limit.move(view, Movement({}, action="button"))
    for contest, run in zip(contests_of(view), after.runs, strict=True):
        assert run == contest.frontier.best(6).algorithm
        assert contest.frontier.best(6).features <= 6


def draw_view(view: View) -> list:
    return name_runs(view.runs, engine.traces(Material.of(view), view), letters=view.letters)


def test_a_run_that_keeps_more_in_the_order_that_is_drawn_is_told():
    more = []
    for most in range(1, 20):
        view = feature_limit.move(asking(SMALL, at_most=most), Movement({}, action="button"))
        contests = contests_of(view)
        sentences = feature_limit.remarks(draw_view(view), contests, most)
        best = {
            c.run.letter: p for c, p in feature_limit.rank_points(contests, most) if p is not None
        }
        above = [r for r in draw_view(view) if r.letter in best and r.features > most]
        said = [sentence for sentence in sentences if "in the order of the examples" in sentence]
        assert len(said) == len(above)
        for run, sentence in zip(above, said, strict=True):
            assert sentence.startswith(f"{run.letter} keeps {run.features} feature")
            assert f"the median of 10 is {best[run.letter].features:g} feature" in sentence
        more += above
    assert more  # the medians of some are within a bound that this order is not


def test_runs_that_became_one_are_told():
    rounding = [make("rounding", period=period, threshold=0.05) for period in (1, 10)]
    view = asking(replace(SMALL, runs=tuple(rounding)), cloud=BOTH, at_most=6)
    after = feature_limit.move(view, Movement({}, action="button"))
    assert after.runs[0] == after.runs[1]
    *_, sentence = feature_limit.remarks(draw_view(after), contests_of(after), 6)
    assert sentence.startswith("A and B are the same run now")
    assert feature_limit.remarks(draw_view(view), contests_of(view), 6) == []


def test_cuts_that_differ_afterwards_are_one_for_all_no_longer():
    view = asking(SMALL, at_most=6, linked_cuts=True)
    assert not feature_limit.move(view, Movement({}, action="button")).display.linked_cuts


def test_a_dot_sets_the_knobs_of_its_run_alone():
    after = feature_limit.pick(SMALL, Movement(value="B3"), {})
    assert after.runs[0] == SMALL.runs[0]
    assert after.runs[1] == contests_of(SMALL)[1].frontier.outcomes.algorithms[3]


@in_turn("name", ["", "B", "B99999", "Z1", "t99", "B³", "Bx"])
def test_a_name_that_is_no_dot_moves_nothing(name):
    assert feature_limit.pick(SMALL, Movement(value=name), {}) == SMALL


def test_the_answer_names_the_best_and_all_runs_in_their_order():
    contests = contests_of(SMALL)
    text = feature_limit.best_settings(contests, "test AUC", 6)
    bests = [contest.frontier.best(6) for contest in contests]
    best = int(np.argmax([best.value for best in bests]))
    run, setting = contests[best].run, in_words(bests[best].algorithm, contests[best].knobs)
    first = f"{run.letter} ({run.in_a_sentence}) predicts best, at {setting}**"
    sentences = feature_limit.winner(contests, "test AUC", 6)
    assert sentences.startswith(f"**With at most 6 features, {first}")
    first, _, *lines = text.split("\n")
    assert "at most 6 features" in first and "median of 10 orders" in first
    assert [line[4] for line in lines] == ["A", "B"]
    for line, best in zip(lines, bests, strict=True):
        assert f"AUC {best.value:.3f}" in line


def test_where_nothing_is_sparse_enough_the_answer_says_so():
    view = replace(SMALL, runs=(make("truncated_gradient", threshold=0.0),), letters=("A",))
    contests = contests_of(view)
    assert feature_limit.winner(contests, "test AUC", 1) == (
        "**With at most 1 feature, nothing: none of the settings tried gets by with so few.**"
    )
    assert "no setting with so few features" in feature_limit.best_settings(contests, "test AUC", 1)


def test_what_would_take_long_is_left_to_the_sweep_page(monkeypatch):
    for bound in ("WORK", "MOST_WORK"):
        monkeypatch.setattr(nearby_settings, bound, 1.0)
    app = open_app(a="rounding", **{"view.cloud": "one knob"})
    assert not app.exception and not app.error
    assert feature_limit.TOO_LARGE in [text.value for text in app.markdown]
    assert "Sweep these runs" in [link.proto.label for link in app.get("page_link")]


def test_runs_that_share_a_cloud_share_a_line():
    twins = replace(SMALL, runs=(SMALL.runs[1], replace(SMALL.runs[1], threshold=0.01)))
    contests = contests_of(twins)
    assert "A and B (rounding) predict best, at" in feature_limit.winner(contests, "test AUC", 6)
    assert (
        feature_limit.best_settings(contests, "test AUC", 6).count(
            "\n- **A and B (rounding):** AUC"
        )
        == 1
    )


def test_a_threshold_that_keeps_features_is_named():
    view = replace(SMALL, runs=(make("truncated_gradient", threshold=0.001),), letters=("A",))
    assert "a larger θ allows fewer" in feature_limit.best_settings(
        contests_of(view), "test AUC", 1
    )
