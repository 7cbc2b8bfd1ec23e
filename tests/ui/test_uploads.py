"""Uploads: kept while their session lasts, bounded, removable; what came of them ends with them."""

from __future__ import annotations

import gc
import weakref

import pytest
import streamlit as st
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.runtime.caching import clear_session_resource_cache
from streamlit.runtime.uploaded_file_manager import UploadedFile, UploadedFileRec
from streamlit.testing.v1 import AppTest

import datasets
from datasets import DatasetError, Preparation
from tests.support.pages import data_pictures, open_data
from tests.support.views import framed_app, payload_of, values
from ui import dataset_library, engine, openings
from ui.dataset_library import Uploads, everybodys
from ui.engine.loading import DATASETS
from ui.view import opening

CSV = b"a,target\n1,0\n2,1\n3,0\n"


@pytest.fixture(autouse=True)
def no_files(tmp_path, monkeypatch):
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))


def upload(app: AppTest, name: str, content: bytes) -> AppTest:
    app.file_uploader[0].upload(name, content, "text/csv")
    return app.run()


def datasets_of(name: str) -> list[weakref.ref]:
    """The datasets of a file that the shared memory holds, without holding them."""
    return [weakref.ref(data) for data in DATASETS._values.values() if data.name == name]


def computed_from(name: str) -> set[str]:
    """The shared memories of datasets and openings that hold something computed from a file."""
    memories = {"DATASETS": DATASETS, "FITS": openings.FITS, "CENTRES": openings.CENTRES}
    return {
        kind
        for kind, memory in memories.items()
        if any(f"'{name}'" in repr(k) for k in memory._values)
    }


def test_no_more_is_kept_than_was_said(monkeypatch):
    monkeypatch.setattr(dataset_library, "MOST_MEGABYTES", 1)
    mine, half = Uploads(), b"1 1:1\n" * 100_000
    first = mine.put("first.svm", half)
    with pytest.raises(DatasetError, match=r"^second\.svm: .* more than the 1 MB .* remove one"):
        mine.put("second.svm", half + b"1 1:2\n")
    assert list(mine.kinds) == [first] and mine.size == len(half)
    assert mine.put("first.svm", half) == first, "the same file again takes no more room"
    mine.drop(first)
    assert mine.size == 0 and mine.put("second.svm", half + b"1 1:2\n")


def test_no_more_is_kept_of_all_sessions_than_the_server_allows(monkeypatch):
    gc.collect()
    kept = sum(each.size for each in dataset_library._everybodys)
    monkeypatch.setenv("SPARSITY_LAB_UPLOADS", "1")
    mine, yours, half = Uploads(), Uploads(), b"1 1:1\n" * ((1_000_000 - kept) // 12)
    first = mine.put("mine.svm", half)
    yours.put("yours.svm", half)
    sentence = r"^more\.svm: .* all visitors together may have 1 MB\. Try again later"
    with pytest.raises(DatasetError, match=sentence):
        yours.put("more.svm", half)
    assert len(yours.kinds) == 1
    mine.drop(first)
    assert yours.put("more.svm", half) in yours.kinds
    for key in list(yours.kinds):
        yours.drop(key)


@pytest.mark.parametrize(("asked", "most"), [("300", 300), ("", 2000), ("lots", 2000)])
def test_the_server_s_bound_is_asked_of_the_environment(monkeypatch, asked, most):
    monkeypatch.setenv("SPARSITY_LAB_UPLOADS", asked)
    monkeypatch.delenv("SPARSITY_LAB_PROCESSES", raising=False)
    assert 0 < everybodys() <= most and (asked != "300" or everybodys() == 300)
    alone = everybodys()
    monkeypatch.setenv("SPARSITY_LAB_PROCESSES", "4")
    assert everybodys() == alone // 4, "processes of one class share it"


def test_the_same_bytes_under_another_name_are_read_as_that_says():
    mine = Uploads()
    content = b"0 | 2\n1 | 3\n"
    as_table, as_rows = mine.put("a.csv", content), mine.put("a.vw", content)
    assert mine.kinds[as_table]().content().frame.shape == (2, 2)
    assert mine.kinds[as_rows]().build().X.shape == (2, 2)
    assert mine.put("a.csv", content) == as_table and len(mine.kinds) == 2


def test_a_renamed_upload_is_read_anew_on_the_page():
    content = "".join(
        f"{1 if i % 2 else -1} |user age:{i % 7} |item price:{i % 5}\n" for i in range(100)
    )
    app = upload(open_data(), "train.txt", content.encode())
    upload(app, "train.vw", content.encode())
    assert app.selectbox(key="choose_dataset").value == app.query_params["data"]
    app.segmented_control(key="data_section").set_value("What was done").run()
    text = " ".join(shown.value for shown in app.markdown)
    assert "the file train.vw of this session" in text and "train.txt of" not in text
    assert "**2** features" in payload_of(app, "stage_data")["headline"]


def test_strangers_share_nothing_that_is_computed_from_uploads():
    """The same bytes, even under one name: no dataset, no column list, no run of somebody else."""
    mine, yours = Uploads(), Uploads()
    a, b = (kept.kinds[kept.put("class.csv", CSV)]() for kept in (mine, yours))
    assert a.key == b.key and a.stamp() != b.stamp()
    assert engine.dataset(a, Preparation()) is engine.dataset(a, Preparation())
    assert engine.dataset(a, Preparation()) is not engine.dataset(b, Preparation())
    mine.drop(a.key)
    provenance = engine.dataset(b, Preparation()).provenance
    assert provenance.source == "the file class.csv of this session"
    assert len(datasets_of("class.csv")) == 1
    yours.drop(b.key)


def test_two_visitors_see_each_their_own_name_and_parse():
    rows = b"1 1:2\n-1 1:3\n1 1:4\n"
    here, there = open_data(), framed_app().run()
    there.switch_page("pages/data.py").run()
    upload(here, "mine.txt", rows)
    upload(there, "yours.svm", rows)
    for app, name, other in ((here, "mine.txt", "yours"), (there, "yours.svm", "mine")):
        app.run()
        choices = app.selectbox(key="choose_dataset").options
        shown = " ".join(said.value for said in [*app.markdown, *app.error])
        assert choices[-1] == f"{name} · upload" and other not in shown + str(choices)
    size = payload_of(there, "stage_data")["headline"]
    assert "**1** features" in size, "rows of svmlight, whatever a stranger called the same bytes"


def test_the_address_of_an_upload_opens_nothing_in_another_session():
    mine = upload(open_data(), "mine.csv", b"secret,target\n1,0\n2,1\n3,0\n")
    key = mine.query_params["data"]
    assert key.startswith(dataset_library.UPLOADED)
    strange = open_data(data=key)
    shown = [*strange.markdown, *strange.error, *strange.warning, *strange.caption]
    text = " ".join(one.value for one in shown) + str(strange.selectbox[0].options)
    assert "The file of this address is no longer here" in text
    assert "mine.csv" not in text and "secret" not in text
    assert strange.query_params["data"] == opening().recipe.key
    other = open_data(**{"data": "wine", "data.test": "mine.csv"})
    assert not other.exception and "secret" not in str([one.value for one in other.markdown])


@pytest.mark.parametrize("name", ["../../up.csv", "/etc/up.csv", "..\\up.csv", "con\0.csv"])
def test_the_name_of_an_upload_is_no_path(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mine = Uploads()
    recipe = mine.kinds[mine.put(name, CSV)]()
    assert recipe.build().n_rows == 3 and recipe.origin.name == name
    assert not list(tmp_path.parent.rglob("up.csv")), "an upload is never written anywhere"


def test_a_recipe_that_is_still_held_has_no_bytes_once_it_is_dropped():
    mine = Uploads()
    kind = mine.kinds[mine.put("a.csv", CSV)]
    recipe = kind()
    mine.drop(kind.key)
    with pytest.raises(DatasetError, match=r"a\.csv: this upload is no longer kept: upload"):
        recipe.build()
    assert kind.stamp(), "what was computed can still be found by it"


def test_nothing_but_the_caller_holds_an_upload():
    kind = datasets.upload_recipe("a.csv", CSV)
    gone = weakref.ref(kind.origin)
    del kind
    gc.collect()
    assert gone() is None


def test_the_page_says_what_is_kept_and_removes_it():
    app = upload(open_data(), "first.csv", CSV)
    first = app.query_params["data"]
    upload(app, "second.csv", CSV + b"4,1\n")
    second = app.query_params["data"]
    size = f"**Uploads**: {2 * len(CSV) + 4} bytes of 200 MB"
    assert any(said.value == size for said in app.markdown)
    assert any("200 MB" in said.value for said in app.caption)
    app.button(key=f"drop_{first}").click().run()
    assert data_pictures(app) and app.query_params["data"] == second
    app.button(key=f"drop_{second}").click().run()
    assert data_pictures(app) and app.query_params["data"] == opening().recipe.key
    assert not [button for button in app.button if button.label.startswith("Remove")]
    gc.collect()
    assert not datasets_of("first.csv") and not datasets_of("second.csv")


def test_an_upload_there_is_no_room_for_is_refused_in_a_sentence(monkeypatch):
    monkeypatch.setattr(dataset_library, "MOST_MEGABYTES", 1)
    app = upload(open_data(data="wine"), "mine.svm", b"1 1:1\n" * 200_000)
    assert any("mine.svm: its 1.2 MB" in said.value for said in app.warning)
    assert app.query_params["data"] == "wine"


def test_streamlit_keeps_no_copy_of_what_was_taken_in():
    app = upload(open_data(), "mine.csv", CSV)
    assert app.file_uploader[0].value is None
    assert app.file_uploader(key="upload_file_1")


def test_a_file_that_was_read_is_empty_wherever_streamlit_holds_it():
    record = UploadedFileRec(file_id="1", name="a.csv", type="text/csv", data=CSV)
    file = UploadedFile(record, FileURLs())
    content = file.getvalue()
    dataset_library.forget_file(file)
    assert file.getvalue() == b"" and content == CSV


def test_all_of_it_goes_when_the_browser_does(monkeypatch):
    monkeypatch.setattr(dataset_library, "PATIENCE", 0.0)
    app = upload(open_data(), "parted.csv", CSV)
    mine, kept = app.session_state["uploads"], datasets_of("parted.csv")
    assert mine.kinds and kept and computed_from("parted.csv") == {"DATASETS", "FITS", "CENTRES"}
    clear_session_resource_cache("test session id")
    mine._timer.join(20)
    gc.collect()
    assert not mine.kinds and not datasets_of("parted.csv")
    assert not computed_from("parted.csv") and {data() for data in kept} == {None}


def test_a_connection_that_was_only_lost_loses_no_upload(monkeypatch):
    monkeypatch.setattr(dataset_library, "PATIENCE", 30.0)
    app = upload(open_data(), "mine.csv", CSV)
    mine = app.session_state["uploads"]
    clear_session_resource_cache("test session id")
    waiting = mine._timer
    assert waiting.is_alive() and waiting.daemon
    app.run()
    waiting.join(20)
    assert not waiting.is_alive() and mine.kinds and data_pictures(app)
    st.cache_resource.clear()
    mine.back()


def test_files_are_kept_while_a_window_is_connected_for_events():
    mine = Uploads()
    key = mine.put("a.csv", CSV)
    mine.windows = 1
    mine.end()
    assert key in mine.kinds and mine._timer.is_alive()
    mine.back()
    mine.windows = 0
    mine.end()
    assert not mine.kinds


def test_an_upload_named_like_the_test_rows_of_another_joins_it():
    rows, more = b"1 1:1 2:1\n-1 2:1\n1 1:2\n", b"-1 1:3 2:1\n"
    app = upload(open_data(), "mine.svm", rows)
    first = app.query_params["data"]
    upload(app, "mine.t.svm", more)
    assert app.query_params["data"] == first and data_pictures(app)
    assert any("mine.t.svm is taken for the test rows" in said.value for said in app.warning)
    assert "**1** test rows from mine.t.svm" in payload_of(app, "stage_data")["headline"]
    chosen = app.selectbox(key="option_test")
    assert chosen.value == "" and chosen.options[:2] == ["mine.t.svm, by its name", "no file"]
    assert "test_fraction" not in values(app, "panels_preparation")["preparation"], (
        "no share is kept back beside them"
    )
    chosen.select("none").run()
    assert (
        app.query_params["data.test"] == "none"
        and "test_fraction" in values(app, "panels_preparation")["preparation"]
    )
    app.selectbox(key="option_test").select("mine.t.svm").run()
    assert app.query_params["data.test"] == "mine.t.svm"
    gc.collect()
    paired = [held for held in datasets_of("mine.svm") if held().test is not None]
    assert paired
    next(button for button in app.button if "mine.t.svm" in button.label).click().run()
    assert data_pictures(app) and "data.test" not in app.query_params
    gc.collect()
    assert not any(held() for held in paired), "what was computed from it goes with it"
