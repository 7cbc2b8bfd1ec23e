"""Sentences under conditions: of a group the first is shown whose claim holds."""

from __future__ import annotations

import pytest

from ui.lessons.prose import passages
from ui.lessons.text import Text

STORY = """
## way · A way
Here it is {now}. Look.
when grows: It grows.
or when not falls: It stays.
otherwise: It falls.
Then it ends.
when ends: Now.

! Move it.
= Well done.
  when grows: And up.
"""


def body() -> Text:
    return passages(STORY)["way"].body


@pytest.mark.parametrize(
    ("held", "read"),
    [
        ({"grows", "falls"}, "Here it is {now}. Look. It grows. Then it ends."),
        (set(), "Here it is {now}. Look. It stays. Then it ends."),
        ({"falls", "ends"}, "Here it is {now}. Look. It falls. Then it ends. Now."),
    ],
)
def test_the_first_sentence_of_a_group_is_shown_whose_condition_holds(held, read):
    assert body().where(held.__contains__) == read


def test_readings_are_what_any_claims_can_bring_about():
    readings = body().readings
    assert len(readings) == 3 * 2 and len(set(readings)) == 6
    subsets = [set(), {"grows"}, {"falls"}, {"ends"}, {"grows", "ends"}, {"falls", "ends"}]
    assert {body().where(held.__contains__) for held in subsets} == set(readings)
    assert body().unconditional == "Here it is {now}. Look. Then it ends."
    assert body().conditions == {"grows", "falls", "ends"}


def test_an_outcome_goes_on_in_indented_lines():
    passage = passages(STORY)["way"]
    assert passage.outcome.readings == ["Well done. And up.", "Well done."]
    assert passage.goal.readings == ["Move it."] and passage.conditions == body().conditions
    assert "Move it." in passage.texts and "Well done." in passage.texts


@pytest.mark.parametrize("line", ["otherwise: no.", "or when x: no.", "A. \n\notherwise: no."])
def test_another_side_needs_a_first(line):
    with pytest.raises(ValueError, match="no “when” above it"):
        passages(f"## a · A\n{line}")
