"""Where a leader's window and its class stand, when there is another leader, too."""

from __future__ import annotations

import pytest

from tests.support.modules import evaluate

pytestmark = pytest.mark.browser

MODULE = "ui/live/browser/classroom/leader_place"
# Of each step what the window says there, or whether it is taken elsewhere.
WALK = """(steps) => {
    let state = START;
    const found = [];
    for (const [what, place, more, now = 0] of steps) {
        if (what === "hears") {
            const before = state.way;
            state = hear(state, place, more, now);
            found.push(state.way !== before);
            continue;
        }
        state = arrive(state, place);
        if (what === "passes") continue;
        const { state: next, changes } = speak(state, place, now);
        state = next;
        found.push(changes);
        if (changes && what === "says") state = wasKept(state, place, more);
    }
    return found;
}"""


def at(step: int, **more: object) -> dict:
    return {"page": "rounding", "query": f"step={step}", **more}


def room(step: int, revision: int) -> dict:
    return at(step, revision=revision)


def walk(browser, *steps: list) -> list:
    """What comes of each step of one window; ``fails`` is a message that is not answered."""
    return evaluate(browser, [MODULE], WALK, [list(step) for step in steps])


def test_only_what_is_new_is_said_with_what_was_seen(browser):
    first, nothing, look, onward = walk(
        browser,
        ("says", at(3, frame=-1), 2),
        ("says", at(3, frame=-1), 2),
        ("says", at(3, frame=7), 3),
        ("says", at(4, frame=7), 4),
    )
    assert first == at(3, frame=-1) and nothing is None
    assert look == {"frame": 7, "seen": at(3)}
    assert onward == at(4, seen=at(3))


def test_another_leader_takes_the_window_along_and_it_says_nothing_on_its_way(browser):
    assert walk(
        browser,
        ("says", at(3), 2),
        ("hears", room(3, 3), at(3)),  # the same place: somebody has joined
        ("hears", room(4, 4), at(3)),
        ("hears", room(4, 5), at(3)),  # it is on its way already
        ("says", at(3), 0),
        ("says", at(4), 0),
        ("says", at(5), 6),
    ) == [at(3), False, True, False, None, None, at(5, seen=at(4))]


def test_a_press_on_the_way_is_not_lost(browser):
    assert walk(browser, ("says", at(3), 2), ("hears", room(4, 3), at(3)), ("says", at(7), 4)) == [
        at(3),
        True,
        at(7, seen=at(4)),
    ]


def test_a_press_that_leads_back_at_once_is_no_standing_still(browser):
    assert walk(
        browser,
        ("says", at(4), 2),
        ("hears", room(3, 3), at(4)),
        ("passes", at(3)),  # there, and with the next press back before anything was said
        ("says", at(4), 4),
    ) == [at(4), True, at(4, seen=at(3))]


def test_what_its_own_hand_did_is_said_before_it_goes_where_another_leads(browser):
    assert walk(
        browser,
        ("says", at(3), 2),
        ("hears", room(7, 3), at(4)),  # Next was pressed here, and is not said yet
        ("says", at(4), 4),
        ("hears", room(7, 4), at(4)),  # the server let the other one stand
    ) == [at(3), False, at(4, seen=at(3)), True]


def test_news_from_before_its_last_word_leads_nowhere(browser):
    assert walk(browser, ("says", at(4), 5), ("hears", room(3, 4), at(4))) == [at(4), False]


def test_a_message_that_failed_is_said_again(browser):
    assert walk(browser, ("says", at(3), 2), ("fails", at(4)), ("says", at(4), 3)) == [
        at(3),
        at(4, seen=at(3)),
        at(4, seen=at(3)),
    ]


def test_a_window_that_cannot_go_there_stays_and_is_not_asked_again(browser):
    assert walk(
        browser,
        ("says", at(3), 2),
        ("hears", room(4, 3), at(3)),
        ("says", at(3), 0, 10_001),
        ("hears", room(4, 4), at(3), 10_002),
    ) == [at(3), True, None, False]
