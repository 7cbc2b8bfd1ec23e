"""Addresses that nobody would write: every parameter with every oddity, and the page still says
what it shows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobs import knobs_of, words_of
from pages.lessons import LESSONS
from tests.support.hostile import DIGITS
from tests.support.many.examples import examples
from tests.support.pages import open_data
from tests.support.views import open_app, open_lesson
from ui.address import DATA, PLAYGROUND
from ui.home.form import HOME
from ui.home.weights import Knobs as HomeKnobs
from ui.lessons.show import form_of
from ui.sweep.form import SWEEP

ODD = (
    DIGITS,
    f"-{DIGITS}",
    f"0.{DIGITS}",
    f"1e{DIGITS}",
    "²",
    "٣",
    "\0",
    "a\0b\x1b[31m\n\r",
    "<img src=x onerror=alert(1)>",
    "__proto__",
    "{}",
    "NaN",
    "-inf",
    "é" * 3000,
    "x y " * 3000,
    "../../etc/passwd",
    "%00",
    " ",
    ",;",
    "blocks ²",
    f"blocks {DIGITS}",
    f"numbers {DIGITS}x{DIGITS}",
    f"upload-{DIGITS}",
)
PARTS = ("", "data.", "stream.", "view.", "plan.", "look.", "a.", "b.", "__proto__.")
NAMES = (
    "data",
    "a",
    "b",
    "pin1",
    "step",
    "bet",
    "groups",
    "eta",
    "sweep",
    "loss",
    "rug",
    "at_most",
)
FORMS = {
    form.page: (form, names)
    for form, names in [
        (PLAYGROUND, ()),
        (DATA, ()),
        (SWEEP, ()),
        (HOME, tuple(knobs_of(HomeKnobs))),
        *(
            (form_of(lesson), (*knobs_of(lesson.knobs), *words_of(lesson.knobs)))
            for lesson in LESSONS
        ),
    ]
}
TEXTS = st.one_of(st.sampled_from(ODD), st.text(max_size=20))


@pytest.mark.parametrize("page", FORMS)
@examples(15)
@given(data=st.data())
def test_no_parameter_breaks_the_reading_of_an_address(page, data):
    form, own = FORMS[page]
    keys = st.one_of(
        st.builds(str.__add__, st.sampled_from(PARTS), st.sampled_from(NAMES)),
        st.sampled_from([*own, *NAMES]),
        st.text(max_size=9),
    )
    view, notes = form.decode(data.draw(st.dictionaries(keys, TEXTS, max_size=8)), None)
    assert all(len(note) < 600 for note in notes), "what is quoted is cut"
    again, complaints = form.decode(form.encode(view), None)
    assert form.encode(again) == form.encode(view) and not complaints


def words(app) -> list[str]:
    return [shown.value for shown in (*app.warning, *app.error, *app.markdown, *app.caption)]


OPENED = {
    "l1_ball": lambda **odd: open_lesson("l1_ball", step="0", bet=DIGITS, **odd),
    "playground": lambda **odd: open_app(**{"a": "sgd", "a.eta": DIGITS, **odd}),
    "data": lambda **odd: open_data(**{"data.groups": "blocks ²", **odd}),
}


@pytest.mark.parametrize(
    ("page", "odd"), [("l1_ball", DIGITS), ("playground", DIGITS), ("data", "\0<b>²")]
)
def test_a_page_stands_whatever_its_address_says(page, odd):
    app = OPENED[page](**dict.fromkeys(("student", "frame", "point", "show"), odd))
    assert not app.exception, app.exception[0].message
    assert words(app) and max(map(len, words(app))) < 3000
    assert not any("integer string conversion" in text for text in words(app))
