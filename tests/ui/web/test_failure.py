"""A failure of the app itself: the visitor reads a sentence, and nothing of the machine."""

from __future__ import annotations

import pytest
from streamlit import config
from streamlit.testing.v1 import AppTest

from tests.support.browser import ROOT
from ui.web.failure import SENTENCE


@pytest.fixture
def as_visitors_see_it():
    """The setting of ``.streamlit/config.toml``, which other tests have changed for themselves."""
    before = config.get_option("client.showErrorDetails")
    config.set_option("client.showErrorDetails", "none")
    yield
    config.set_option("client.showErrorDetails", before)


def failing() -> None:
    open("/there/is/no/such.file")  # noqa: SIM115


def test_a_page_that_fails_says_so_and_nothing_of_the_machine(as_visitors_see_it):
    app = AppTest.from_function(failing).run()
    (shown,) = app.exception
    everything = f"{shown.proto}"
    assert "such.file" not in everything and "Error" not in everything
    assert str(ROOT) not in everything and not shown.stack_trace


def telling() -> None:
    from ui.web.failure import show_sentence

    assert show_sentence(ValueError("/home/somebody/secret")) is True


def test_the_sentence_of_the_app_stands_where_the_page_would():
    app = AppTest.from_function(telling).run()
    assert [error.value for error in app.error] == [SENTENCE] and not app.exception
    assert "secret" not in str(app.error[0].proto)
