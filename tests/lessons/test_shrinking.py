"""Rules that shrink weights: what the page says of them, and the browser's closed forms."""

from __future__ import annotations

import inspect
import re
from dataclasses import replace

import numpy as np
import pytest

from algorithms import shrinkage
from pages.lessons.shrinking import LESSON, twin
from pages.lessons.shrinking.cards import FIVE, MAP_CARDS
from pages.lessons.shrinking.evidence import SIZE, Knobs, all_maps, gather
from pages.lessons.shrinking.exercises import KINDS
from pages.lessons.shrinking.hand import Sight
from pages.lessons.shrinking.pictures import MOST
from tests.support.many.turns import in_turn
from tests.support.modules import evaluate

OPENING = gather(Knobs(), None)


def test_five_shrink_each_in_its_way_and_the_link_makes_no_zero():
    for key in FIVE:
        assert (np.abs(OPENING.sent[key]) <= np.abs(OPENING.weights)).all()
        assert 0 < OPENING.n_kept(key) < len(OPENING.weights)
    assert len({tuple(OPENING.sent[key]) for key in FIVE}) == len(FIVE) == 5
    assert OPENING.n_kept("link") == len(OPENING.weights)


def test_the_new_maps_are_what_they_say():
    v = np.array([0.5, -2.0, 0.5, 2.0, -0.1])
    np.testing.assert_array_equal(shrinkage.keep_largest(v, 3), [0.5, -2.0, 0.0, 2.0, 0.0])
    np.testing.assert_array_equal(shrinkage.keep_largest(v, 9), v)
    for alpha in (0.0, 0.3, 4.0):
        w, norm = shrinkage.group_shrink(v, alpha), np.linalg.norm(v)
        np.testing.assert_allclose(np.linalg.norm(w), max(norm - alpha, 0.0), atol=1e-15)
        np.testing.assert_allclose(w * norm, v * np.linalg.norm(w), atol=1e-14)
    assert not shrinkage.group_shrink(np.zeros(3), 0.0).any()


def test_the_twins_are_the_rules():
    for v, knobs in vectors():
        rules = all_maps(v, knobs)
        for key, after in {
            "rounding": twin.round_small(v, knobs.theta),
            "truncation": twin.truncate(v, knobs.alpha, knobs.theta),
            "soft_threshold": twin.soft(v, knobs.alpha),
            "keep_largest": twin.keep_largest(v, knobs.k),
        }.items():
            np.testing.assert_allclose(after, rules[key], atol=1e-15)


def test_a_step_shows_one_rule_and_begins_anew_at_another_path():
    one, other = (Sight(("truncation",), path=path).payload(MAP_CARDS) for path in ((0, 1), (1, 0)))
    assert one["id"] != other["id"] and one["levels"] == ["alpha", "theta"]
    assert Sight(FIVE, bars=True).payload(MAP_CARDS)["levels"] == [], "lines would cover the bars"


def test_the_words_follow_the_knobs():
    def words(**changed):
        return LESSON.words(gather(replace(Knobs(), **changed), None))

    assert "T₁ is T₀" in words(alpha=1.5) and "T₁ is T₀" not in words()
    same = gather(replace(Knobs(), alpha=0.6), None).sent
    np.testing.assert_array_equal(same["truncation"], same["rounding"])
    assert "neither do S and G" in words(alpha=0.0)
    still = gather(replace(Knobs(), alpha=0.0), None)
    for key in ("truncation", "soft_threshold", "group_shrink"):
        np.testing.assert_array_equal(still.sent[key], still.weights)
    assert "is dropped whole" in words() and "stays, and none" in words(alpha=0.3)
    assert "p = 2 it changes nothing" in words(p=2.0)
    np.testing.assert_allclose(
        gather(replace(Knobs(), p=2.0), None).sent["link"], OPENING.weights, atol=1e-15
    )
    far = gather(replace(Knobs(), p=20.0), None).sent["link"][-1]
    assert 0.0 < far < 1e-20 and f"becomes {far:.1g}: small" in words(p=20.0)


@in_turn("card", MAP_CARDS)
def test_the_code_on_a_card_is_the_code(card):
    text = "".join(text for _, text in card.payload()["code"])
    source = inspect.getsource(getattr(card.function, "py_func", card.function))
    assert "".join(text.split()) in "".join(source.split())
    lines = {name for names, _, _ in card.branches for name in names.split()}
    pieces = {name for names, _ in card.payload()["code"] for name in names.split()}
    assert lines == pieces


def vectors():
    """(v, knobs): random ones, ties, zeros, and weights on their thresholds."""
    draw = np.random.default_rng(0)
    for i in range(200):
        v = draw.uniform(-MOST, MOST, 6)
        if i % 2:
            v = v.round(1)
        knobs = Knobs(
            float(draw.uniform(0.05, 1.5).__round__(1) or 0.1),
            float(draw.uniform(0.0, 1.5).__round__(1)),
            int(draw.integers(1, 7)),
            float(draw.choice([2.0, 3.5, 20.0])),
        )
        yield (np.zeros(6) if i == 0 else v), knobs


@pytest.mark.browser
def test_the_browser_sends_weights_where_python_does(browser):
    given = [
        [list(v), {"theta": k.theta, "alpha": k.alpha, "k": k.k, "p": k.p, "size": SIZE}]
        for v, k in vectors()
    ]
    sent = evaluate(
        browser,
        ["pages/lessons/shrinking/maps"],
        """(given) => given.map(([v, knobs]) => Object.fromEntries(
            Object.entries(MAPS).map(([key, map]) => [key, v.map((_, j) => map(v, j, knobs))])
        ))""",
        given,
    )
    branches = {
        card.key: {name for names, _, _ in card.branches for name in names.split()}
        for card in MAP_CARDS
    }
    fired = {key: set() for key in branches}
    for (v, knobs), by_map in zip(vectors(), sent, strict=True):
        for key, expected in all_maps(v, knobs).items():
            np.testing.assert_allclose([to["w"] for to in by_map[key]], expected, atol=1e-12)
            fired[key] |= {to["branch"] for to in by_map[key]}
    assert fired == branches


@in_turn("seed", range(6))
def test_what_is_revealed_is_right(seed):
    by_hand, whole, leaving = (exercise(seed) for exercise in LESSON.exercises)
    right = float(re.search(r"\*\*(-?[\d.]+)\*\*", by_hand.reveal)[1])
    assert by_hand.check(right).right and not by_hand.check(right + 0.1).right
    assert f"{right:.1f}" not in by_hand.check(right + 0.1).why
    low = float(re.search(r"from ([\d.]+)", whole.reveal)[1])
    assert whole.check(gather(replace(Knobs(), alpha=low), None)).right
    assert not whole.check(gather(replace(Knobs(), alpha=low - 0.05), None)).right
    name = leaving.reveal.strip("*.")
    assert leaving.check(name).right
    assert not any(leaving.check(other).right for other in KINDS if other != name)
