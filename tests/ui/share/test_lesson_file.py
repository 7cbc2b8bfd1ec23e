"""A lesson as a file: read as it was saved, and each bad file with a sentence of its own."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.views import make
from ui.movement import Movement
from ui.playground import pins
from ui.playground.pin_list import LONGEST_TEXT, MOST_PINS, Pin, PinList, one_line
from ui.share.lesson_file import FORMAT, LONGEST, LessonFileError, lesson_text, read_lesson
from ui.view import View, opening

VIEWS = [{"view": "a=sgd", "name": "Start"}, {"view": "a=rounding", "question": "Why?"}]


def lesson(**more) -> str:
    return json.dumps({"format": FORMAT, "version": 1, "title": "Zeros", "pins": VIEWS} | more)


TEXTS = st.text(max_size=40).map(lambda text: one_line(text, 40))


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_a_lesson_is_read_as_it_was_saved(title, name, sentence, question):
    own = PinList((Pin("a=sgd", name, sentence, question), Pin("a=rounding")), title, at=0)
    assert read_lesson(lesson_text(own)) == own


def test_a_lesson_is_opened_at_its_first_view():
    view = pins.move(opening(), Movement(action="lesson", value=lesson()))
    assert view.runs == (make("sgd"),) and view.pins.title == "Zeros" and view.pins.at == 0
    assert [pin.question for pin in view.pins] == ["", "Why?"]
    again = pins.move(view, Movement(action="lesson", value=lesson()))
    assert again == view, "following it twice changes nothing"


def test_the_opening_is_saved_in_full():
    """A later version may open with another view."""
    view = pins.move(opening(), Movement(action="pin"))
    text = pins.for_sharing(view)["lesson"]
    (saved,) = json.loads(text)["pins"]
    assert saved["view"].startswith("data=digits_4_9&")
    opened = pins.move(View(), Movement(action="lesson", value=text))
    assert opened.runs == opening().runs and pins.payload(opened)["shown"]


def test_a_lesson_on_a_file_that_is_not_here_is_opened_all_the_same():
    text = lesson(pins=[{"view": "data=upload-0123456789ab&a=sgd"}, *VIEWS])
    view = pins.move(opening(), Movement(action="lesson", value=text))
    assert len(view.pins) == 3 and view.pins.at == -1 and view.runs == opening().runs


LONG = "x" * 300


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "it is not JSON"),
        ("{", "it is not JSON"),
        ("[" * 50_000, "it is not JSON"),
        ("x" * (LONGEST + 1), "60,001 letters"),
        ("[]", "no lesson of Sparsity Lab"),
        ("null", "no lesson of Sparsity Lab"),
        ('{"format": "another"}', "no lesson of Sparsity Lab"),
        (lesson(version="1"), "does not say the version"),
        (lesson(version=True), "does not say the version"),
        (lesson(version=0), "does not say the version"),
        (lesson(version=2), "format 2, and this Sparsity Lab reads 1"),
        (lesson(title=7), "This lesson has a title that is no text"),
        (lesson(title=LONG), "a title of more than 80 letters"),
        (lesson(pins=[]), "has no views"),
        (lesson(pins="a=sgd"), "has no views"),
        (lesson(pins=None), "has no views"),
        (lesson(pins=[{"view": f"a={n}"} for n in range(MOST_PINS + 1)]), "has 9 views; 8 can be"),
        (lesson(pins=["a=sgd"]), "View 1 of this lesson has no address"),
        (lesson(pins=[*VIEWS, {"name": "x"}]), "View 3 of this lesson has no address"),
        (lesson(pins=[{"view": "x" * 1001}]), "an address of 1,001 letters"),
        (lesson(pins=[VIEWS[0], VIEWS[0]]), "the same view twice"),
        (lesson(pins=[VIEWS[0] | {"name": ["x"]}]), "View 1 of this lesson has a name that is"),
        (lesson(pins=[VIEWS[0] | {"question": LONG}]), "a question of more than 240 letters"),
        (
            lesson(
                pins=[
                    {"view": f"a={n}", "sentence": "é" * 240, "question": "é" * 240}
                    for n in range(MOST_PINS)
                ]
            ),
            "shorten a sentence or a question",
        ),
    ],
)
def test_a_bad_file_has_a_sentence_of_its_own(text, sentence):
    with pytest.raises(ValueError, match=sentence) as error:
        pins.move(opening(), Movement(action="lesson", value=text))
    assert "\n" not in str(error.value) and len(str(error.value)) < 250


@given(
    st.text(max_size=200)
    | st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=9),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["format", "version", "pins", "view", "title"]), inner
            )
        ),
        max_leaves=8,
    ).map(lambda made: json.dumps({"format": FORMAT, "version": 1, "pins": made}))
)
def test_any_text_is_a_lesson_or_none(text):
    try:
        read = read_lesson(text)
    except LessonFileError:
        return
    except ValueError as error:
        assert "shorten a sentence" in str(error)
        return
    assert all(
        len(getattr(pin, part)) <= most for pin in read for part, most in LONGEST_TEXT.items()
    )
