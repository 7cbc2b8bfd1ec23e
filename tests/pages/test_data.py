"""The data page without a browser: both ends of every knob, every dataset that is here, uploads."""

from __future__ import annotations

import pytest

import datasets
from datasets import Preparation
from knobs import knobs_of
from tests.support.pages import data_pictures, open_data
from tests.support.views import extremes

HERE = [key for key, kind in datasets.CATALOGUE.items() if kind.family != "fetched"]
AWAY = [key for key, kind in datasets.CATALOGUE.items() if kind.family == "fetched"]


@pytest.fixture(autouse=True)
def no_files(tmp_path, monkeypatch):
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("key", HERE)
def test_every_dataset_opens(key):
    app = open_data(data=key)
    assert data_pictures(app) == ["balance", "pattern", "relevance"]
    assert app.query_params["data"] == key


@pytest.mark.parametrize("key", AWAY)
def test_what_is_not_here_says_so_and_fetches_nothing(key):
    app = open_data(data=key)
    assert not app.exception and not app.error
    assert any("is not on this computer yet" in said.value for said in app.markdown)
    offered = any(button.label.startswith("Fetch it from") for button in app.button)
    assert offered == datasets.CATALOGUE[key].is_sent
    app.switch_page("pages/playground.py").run()
    assert any("is not on this computer yet" in said.value for said in app.markdown)


@pytest.mark.parametrize(
    ("name", "stop"),
    [(name, stop) for name, knob in knobs_of(Preparation).items() for stop in extremes(knob)],
)
def test_it_stands_at_the_ends_of_its_knobs(name, stop):
    app = open_data(**{"data": "wine", f"data.{name}": stop})
    assert data_pictures(app)


@pytest.mark.parametrize("groups", ["none", "blocks 4", "prefix _", "numbers 0x13"])
def test_groups_by_a_line(groups):
    app = open_data(**{"data": "wine", "data.groups": groups})
    assert data_pictures(app)
    app.segmented_control(key="data_section").set_value("Groups").run()
    assert not app.exception
    assert app.selectbox(key="group_rule").value == groups.split()[0]


def test_groups_that_do_not_fit_are_refused_in_a_sentence():
    app = open_data(**{"data": "wine", "data.groups": "numbers 0,1"})
    assert len(app.error) == 1 and "13" in app.error[0].value


@pytest.mark.parametrize("section", ["Features", "What was done", "Groups", "Rows", "Take it home"])
def test_every_section_opens(section, no_files):
    (no_files / "own.csv").write_text("a,b,target\n" + "1,u,0\n2,v,1\n3,,0\n" * 5)
    app = open_data(data="own")
    app.segmented_control(key="data_section").set_value(section).run()
    assert data_pictures(app)


def test_a_file_that_cannot_be_used_says_why_and_what_can_be_asked_of_it(no_files):
    (no_files / "own.csv").write_text("a,b,target\n1,2,0\n3,4,0\n")
    app = open_data(data="own")
    assert len(app.error) == 1 and "the target is 0 in every row" in app.error[0].value
    app.selectbox(key="option_target").set_value("b").run()
    assert data_pictures(app) and app.query_params["data.target"] == "b"


def test_an_upload_is_chosen_and_another_dataset_forgets_its_groups():
    app = open_data(**{"data": "wine", "data.groups": "blocks 4"})
    app.file_uploader(key="upload_file_0").upload(
        "mine.csv", b"a,target\n1,0\n2,1\n3,0\n", "text/csv"
    )
    app.run()
    assert data_pictures(app) and app.query_params["data"].startswith("upload-")
    app.selectbox(key="choose_dataset").set_value("diabetes").run()
    assert data_pictures(app) and "data.groups" not in app.query_params
