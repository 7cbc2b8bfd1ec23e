"""Settings that share a test each have their turn, and those that fail are named."""

from __future__ import annotations

from inspect import signature

import pytest

from tests.support.many.turns import in_turn


def failing_settings(*bad: int) -> list[tuple[int, str]]:
    seen = []

    @in_turn("word", ["a", "b"])
    @in_turn(("number", "square"), [(n, n * n) for n in range(3)])
    def test(fixture, number, square, word):
        seen.append((number, word))
        assert fixture == "made" and square == number**2
        assert number not in bad

    assert list(signature(test).parameters) == ["fixture"]
    test(fixture="made")
    return seen


def test_each_has_its_turn():
    assert failing_settings() == [(0, "a"), (1, "a"), (2, "a"), (0, "b"), (1, "b"), (2, "b")]


def test_each_that_fails_is_named():
    with pytest.raises(BaseExceptionGroup, match="2 of 2 settings") as caught:
        failing_settings(1)
    notes = [failure.__notes__ for failure in caught.value.exceptions]
    assert notes == [["with number=1, square=1", f"with word='{word}'"] for word in "ab"]
    assert caught.group_contains(AssertionError)


def test_a_call_that_was_to_fail_is_named_as_well():
    @in_turn("text", ["1", "x"])
    def test(text):
        with pytest.raises(ValueError):
            int(text)

    with pytest.raises(pytest.fail.Exception) as caught:
        test()
    assert caught.value.__notes__ == ["with text='1'"]


def test_no_settings_are_none_that_hold():
    with pytest.raises(AssertionError, match="no settings of text"):
        in_turn("text", [])
