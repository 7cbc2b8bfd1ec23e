"""What the engine says of settings: on both sides of a goal, and of what is no setting."""

from __future__ import annotations

import pytest

from pages.catalogue import PAGES
from ui.events.class_settings import setting_finder

find = setting_finder(lambda: PAGES)


@pytest.mark.parametrize(("period", "reached"), [(10, False), (30, True)])
def test_the_goal_of_a_step_is_looked_at(period, reached):
    found = find("rounding", f"period={period}&step=5")
    assert found.reached is reached and found.knobs == [("rounding", "period", period)]
    assert find("rounding", f"period={period}&step=5") is found, "a class costs one look"


def test_where_there_is_no_goal_the_knobs_are_said():
    found = find("playground", "a=rounding&a.period=4")
    assert found.reached is None and ("run_0", "period", 4.0) in found.knobs


@pytest.mark.parametrize(
    ("page", "query"),
    [("nowhere", ""), ("rounding", "period=banana"), ("rounding", "x=" + "y" * 4000)],
)
def test_what_is_no_setting_is_refused_with_a_sentence(page, query):
    with pytest.raises(ValueError, match=r"\w"):
        find(page, query)
