"""Addresses of uploads that are not here: the opening instead, and their knobs kept for later."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.support.pages import data_pictures, stands
from tests.support.views import framed_app
from ui.playground import pins
from ui.playground.pin_list import Pin
from ui.session.address_bar import LOST_VIEW
from ui.view import View, opening, sweep_opening
from ui.visit import Visit

ROWS = [f"{i % 7 + i / 100},{i % 5},{i % 3},{'yes' if i % 7 > 3 else 'no'}" for i in range(60)]
CSV = "\n".join(["rooms,floor,balcony,target", *ROWS]).encode()
OTHER = CSV.replace(b"balcony", b"garden").replace(b"rooms", b"doors")
GONE = "upload-0123456789ab"
PATHS = {page: f"pages/{page}.py" for page in ("playground", "sweep", "data")}
USE = "use_lost_knobs"


@pytest.fixture(autouse=True)
def no_files(tmp_path, monkeypatch):
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))


def open_page(page: str, **parameters: str) -> AppTest:
    """A page at an address, in a session of its own; a point in a name is written __."""
    st.cache_resource.clear()
    app = framed_app().run()
    app.switch_page(PATHS[page])
    for name, value in parameters.items():
        app.query_params[name.replace("__", ".")] = value
    return app.run()


def reload(app: AppTest, page: str) -> AppTest:
    """The same address in a session that knows nothing."""
    address = {name: app.query_params[name] for name in app.query_params}
    return open_page(page, **{n: v[0] if isinstance(v, list) else v for n, v in address.items()})


def upload(app: AppTest, name: str = "flats.csv", content: bytes = CSV) -> AppTest:
    if not app.file_uploader:
        app.switch_page(PATHS["data"]).run()
    app.file_uploader[0].upload(name, content, "text/csv")
    return app.run()


def view(app: AppTest) -> View:
    """The view that is shown, but for the places in lessons."""
    visit: Visit = app.session_state["visit"]
    return replace(visit.view, lessons={})


def warnings_of(app: AppTest) -> str:
    return " ".join(said.value for said in app.warning)


def captions(app: AppTest) -> str:
    return " ".join(said.value for said in app.caption)


def keys(app: AppTest) -> set[str]:
    return {button.key for button in app.button}


@pytest.mark.parametrize("page", PATHS)
def test_a_lost_upload_opens_the_opening_with_its_own_knobs(page):
    runs = {"a": "rounding", "a__eta": "1e-06", "b": "truncated_gradient", "b__gravity": "30"}
    runs = {} if page == "data" else runs
    app = open_page(page, data=GONE, data__target="price", **runs)
    assert not app.exception and not app.error
    assert view(app) == (sweep_opening() if page == "sweep" else opening())
    assert "The file of this address is no longer here" in warnings_of(app)
    assert "knobs that fit it" in warnings_of(app) and "take it in again" in warnings_of(app)
    assert USE not in keys(app), "nothing is there to use them on"
    if page == "playground":
        stands(app)


def test_a_reload_still_keeps_the_knobs_and_says_so():
    app = open_page("playground", data=GONE, a="rounding", a__eta="1e-06")
    again = reload(app, "playground")
    assert view(again) == opening() and not again.warning
    assert "take the file in again" in captions(again)
    third = reload(again, "playground")
    assert third.query_params[LOST_VIEW] == app.query_params[LOST_VIEW]


def own_view(app: AppTest) -> None:
    """Give the playground knobs that no fit would find, options of the file, and a pin."""
    app.query_params["data.target"] = "rooms"
    app.query_params["data.left_out"] = "floor"
    app.query_params["stream.loss"] = "squared"
    app.query_params["a"], app.query_params["a.eta"] = "truncated_gradient", "0.003"
    app.query_params["a.gravity"] = "0.7"
    app.query_params["pin1"] = urlencode({"data": app.query_params["data"], "a": "sgd"})
    app.run()


def test_the_file_that_is_back_gets_its_view_back():
    app = upload(open_page("data"))
    app.switch_page(PATHS["playground"]).run()
    own_view(app)
    earlier = view(app)
    assert earlier.recipe.target == "rooms" and earlier.runs[0].gravity == 0.7
    app = reload(app, "playground")
    assert (view(app).runs, view(app).recipe) == (opening().runs, opening().recipe)
    upload(app)
    assert "flats.csv is back" in captions(app) and view(app).runs != earlier.runs
    app.button(key=USE).click().run()
    found = view(app)
    for part in ("preparation", "stream", "display", "runs", "letters", "pins"):
        assert getattr(found, part) == getattr(earlier, part), part
    assert (found.recipe.target, found.recipe.left_out) == ("rooms", "floor")
    assert "earlier knobs are set again" in " ".join(said.value for said in app.markdown)
    assert USE not in keys(app) and LOST_VIEW not in app.query_params and not app.warning


def test_a_question_of_a_sweep_comes_back():
    app = upload(open_page("data"))
    app.switch_page(PATHS["sweep"]).run()
    app.query_params["plan.orders"] = "5"
    app.run()
    earlier = view(app).sweep
    app = reload(app, "sweep")
    assert view(app).sweep == sweep_opening().sweep != earlier
    upload(app)
    app.button(key=USE).click().run()
    assert view(app).sweep == earlier and data_pictures(app)


def test_options_that_another_file_does_not_have_are_left_out_and_told():
    left_out, missing = "floor,balcony", "rooms"
    app = open_page(
        "data", data=GONE, data__target=missing, data__left_out=left_out, data__noise_features="20"
    )
    upload(app, "houses.csv", OTHER)
    assert "houses.csv is another file" in captions(app)
    app.button(key=USE).click().run()
    assert "does not fit these options" in warnings_of(app) and data_pictures(app)
    assert "target" in warnings_of(app) and "noise" not in warnings_of(app)
    found = view(app)
    assert (found.recipe.target, found.recipe.left_out) == ("", "")
    assert found.preparation.noise_features == 20
    assert USE in keys(app), "they stay kept: the right file may still come"


def test_options_of_another_format_are_left_out_and_told():
    app = upload(
        open_page("data", data=GONE, data__target="x"), "rows.svm", b"1 1:1\n-1 2:1\n" * 20
    )
    app.button(key=USE).click().run()
    assert "left out: target." in warnings_of(app) and data_pictures(app)


def test_kept_knobs_can_be_forgotten():
    app = reload(open_page("data", data=GONE), "data")
    app.button(key="forget_lost_knobs").click().run()
    assert LOST_VIEW not in app.query_params and "take the file in" not in captions(app)


def test_an_address_with_the_kept_knobs_again_undoes_their_use():
    app = upload(open_page("data", data=GONE, data__noise_features="20"))
    before = {name: app.query_params[name] for name in app.query_params}
    app.button(key=USE).click().run()
    assert view(app).preparation.noise_features == 20
    app.query_params.clear()
    for name, value in before.items():
        app.query_params[name] = value
    app.run()
    assert view(app).preparation.noise_features == 0 and USE in keys(app)


def test_a_file_that_goes_while_it_is_shown_is_named_to_its_own_visitor():
    app = upload(open_page("data"))
    uploads = app.session_state["uploads"]
    uploads.drop(app.query_params["data"])
    app.run()
    assert "Your file flats.csv is no longer here" in warnings_of(app) and data_pictures(app)
    assert view(app) == opening()


def test_a_pin_of_a_lost_file_says_so_and_moves_nothing():
    pin = urlencode({"data": GONE, "a": "sgd"})
    with pytest.raises(ValueError, match="file of this pin is no longer here"):
        pins.view_of(pin, opening())
    assert pins.names_of([pin]) == ["a file that is no longer here: SGD"]


def test_what_an_upload_is_called_is_not_remembered_for_others():
    app = upload(open_page("data"))
    pin = urlencode({"data": app.query_params["data"], "a": "sgd"})
    app.switch_page(PATHS["playground"]).run()
    app.query_params["pin1"] = pin
    app.run()
    assert view(app).pins.pins == (Pin(pin),)
    pins.names_of([pin])
    assert "flats" not in str(pins.names_of([pin])), "this thread is another visitor"


@pytest.mark.parametrize("text", ["x", "data?", f"home?data={GONE}", "data?data=wine", "?&&=%ff"])
def test_kept_knobs_that_are_none_offer_nothing(text):
    app = open_page("data", **{LOST_VIEW: text})
    assert data_pictures(app) and "forget_lost_knobs" not in keys(app)
