"""Pages as a test finds them: on the page, unbroken, with their pictures."""

from __future__ import annotations

import re
from typing import Any

import streamlit as st
from streamlit.testing.v1 import AppTest

from knobs import knobs_of
from tests.support.browser import ROOT
from tests.support.views import framed_app, payload_of, pictures, values


def ends(owner) -> list[dict]:
    """All knobs at their low ends, all at their high ends."""
    declared = knobs_of(owner)
    all_values = {
        n: [False, True] if k.flag else list(k.choices) or k.stops() for n, k in declared.items()
    }
    return [{n: held[end] for n, held in all_values.items()} for end in (0, -1)]


def stands(app, middle: str = "regret") -> None:
    """No exception, nothing to complain of, four pictures, and a table of numbers under them."""
    assert not app.exception, app.exception[0].message
    assert not app.error, app.error[0].value
    drawn = pictures(app)
    first, *others = drawn
    assert first in ("truncation", "profile") and others == [middle, "sparsity", "tradeoff"]
    for picture in drawn.values():
        assert picture["figure"]["data"] and picture["alt"]
    assert len(app.table) == 1 and tuple(pictures(app, "stage_details")) == ("weights", "paths")


def still_there(app) -> None:
    """Every control is on the page, and nothing broke."""
    assert not app.exception, app.exception[0].message
    assert app.selectbox("choose_dataset").options
    assert {"data", "stream", "run_0", "view"} <= set(values(app))
    assert payload_of(app, "panels_about") and payload_of(app, "share") is not None


def open_data(**parameters: str) -> AppTest:
    st.cache_resource.clear()
    app = framed_app().run()
    app.switch_page("pages/data.py")
    for name, value in parameters.items():
        app.query_params[name] = value
    return app.run()


def bound(app: AppTest, kind: str, name: str) -> Any:
    """The one widget that is bound to the view by ``name``; see ``ui.session.bind``."""
    (widget,) = (each for each in app.get(kind) if re.fullmatch(rf"{name}(_\d+)?", each.key or ""))
    return widget


def data_pictures(app: AppTest) -> list[str]:
    assert not app.exception and not app.error
    return list(pictures(app, "stage_data"))


def open_home(**parameters: str) -> AppTest:
    """The first page of the app, in its frame."""
    st.cache_resource.clear()
    app = framed_app()
    for name, value in parameters.items():
        app.query_params[name] = value
    return app.run()


def open_sweep(**parameters: str) -> AppTest:
    """The sweep page at an address, without a browser."""
    st.cache_resource.clear()
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.switch_page("pages/sweep.py")
    for name, value in parameters.items():
        app.query_params[name] = value
    return app.run()
