"""Find what the guide adds in the menus, and hold the added algorithm to its twin.

Run in the copy of the project, without compiling: what is learned here is small.
"""

from __future__ import annotations

import json

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from algorithms import CATALOGUE, random_order
from pages.catalogue import PAGES
from pages.lessons import LESSONS
from tests import naive
from tests.support.twins import hold_to_twin
from tests.support.views import framed_app, open_lesson
from ui.view import opening

PROMISES = (
    "test_as_it_opens_it_is_in_form_and_not_too_large",
    "test_the_memory_that_is_foreseen_is_that_of_its_arrays_and_more",
)
RULES = (
    "tests/house/test_docs_hooks.py::test_the_lessons_are_those_of_the_readme",
    "tests/house/test_documents.py::test_the_readme_lists_the_lesson",
    "tests/house/test_documents.py::test_what_is_read_first_is_short",
    "tests/house/test_shape.py::test_no_room_is_crowded",
    "tests/charts/test_palette.py::test_two_algorithms_of_one_hue_differ_in_dash",
    "tests/algorithms/test_cards.py",
    *(f"tests/datasets/synthetic/test_all.py::{test}[coin_flips]" for test in PROMISES),
)
"""General tests, which fail where a new thing says too little or has no room."""


def open_page(**parameters: str) -> AppTest:
    """The app at an address."""
    app = framed_app()
    for name, value in parameters.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception and not app.error, (app.exception, app.error)
    return app


def payload(app: AppTest, key: str) -> dict:
    """The plain data of a live part."""
    parts = [node for node in app.main if getattr(node, "key", None) == key]
    (data,) = json.loads(parts[0].proto.json)
    return data


def links(node) -> list[str]:
    """The pages to which the links below ``node`` lead."""
    below = [path for child in getattr(node, "children", {}).values() for path in links(child)]
    return below + ([node.proto.page] if node.type == "page_link" else [])


def menus() -> None:
    """The three stand in the menus of the playground, which learns with two of them."""
    app = open_page(data="coin_flips", a="sign_sgd", b="sgd")
    assert "Flips of a coin (made up)" in app.selectbox(key="choose_dataset").options
    panels = {panel["source"]: panel for panel in payload(app, "panels_playground")["panels"]}
    first = panels["run_0"]["heading"]
    assert first["algorithm"] == "sign_sgd"
    assert "Sign SGD" in [title for _, title, *_ in first["algorithms"]]
    pictures = payload(app, "stage_playground")["rows"][0]["pictures"]
    assert any("Sign SGD" in picture["alt"] for picture in pictures)
    assert any("coin" in page for page in links(app.main)), links(app.main)


def lesson() -> None:
    """The lesson is listed, and opens on its claim."""
    (claim,) = (each.entry.claim for each in LESSONS if each.key == "coin")
    app = open_lesson("coin")
    assert not app.exception and not app.error, (app.exception, app.error)
    assert any(claim in text.value for text in app.markdown)


def page() -> None:
    """The page is in the menu, opens, and is found by whoever answers its movements."""
    app = framed_app()
    app.run()
    assert any(path == "tally" for path in links(app.main)), links(app.main)
    app.switch_page("pages/tally.py").run()
    assert not app.exception and not app.error, (app.exception, app.error)
    assert [title.value for title in app.title] == ["How many examples are of each class?"]
    (picture,) = payload(app, "stage_tally")["rows"][0]["pictures"]
    assert picture["alt"] and PAGES["tally"].title(opening()).startswith("Tally, ")


def twin() -> None:
    """Kernel and twin agree on every step."""
    draw = np.random.default_rng(0)
    data = naive.dataset(draw.standard_normal((20, 4)), draw.choice([-1.0, 1.0], 20))
    for loss in ("squared", "logistic", "hinge"):
        held = hold_to_twin(CATALOGUE["sign_sgd"](), data, random_order(20, 2, 0), loss)
        assert held.complete, loss


def rules() -> None:
    """The three keep what general tests ask of all: see ``RULES``."""
    assert pytest.main(["-q", "-n0", "-p", "no:cacheprovider", *RULES]) == pytest.ExitCode.OK


if __name__ == "__main__":
    menus()
    lesson()
    page()
    twin()
    rules()
    print("found")
