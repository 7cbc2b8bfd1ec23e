"""Every dataset has words for the sentence on what is learned from what."""

from __future__ import annotations

from datasets.catalogue import CATALOGUE
from datasets.recipes import Recipe
from tests.support.many.turns import in_turn


@in_turn("key", CATALOGUE)
def test_every_recipe_has_words_of_its_own(key):
    recipe = CATALOGUE[key]()
    for words in (recipe.columns_are, recipe.row_is, recipe.goal):
        assert words and words == words.strip() and not words.endswith(".")
    assert recipe.columns_are != Recipe.columns_are


def test_the_digits_that_are_chosen_are_in_the_goal():
    recipe = CATALOGUE["digits_4_9"](plus="3", minus="8")
    assert recipe.goal == "tell the digit 3 from the digit 8"


def test_the_topic_that_is_chosen_is_in_the_goal():
    assert "markets" in CATALOGUE["rcv1"](topic="MCAT").goal
