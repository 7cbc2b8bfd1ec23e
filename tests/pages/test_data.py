"""The data page without a browser: both ends of every knob, every dataset that is here, uploads."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import datasets
from algorithms.estimators import CLASSIFIERS
from algorithms.models import Model
from datasets import Preparation
from knobs import knobs_of
from tests.support.pages import bound, data_pictures, open_data
from tests.support.views import extremes, open_app, payload_of, pictures

HERE = [key for key, kind in datasets.CATALOGUE.items() if kind.family != "remote"]
AWAY = [key for key, kind in datasets.CATALOGUE.items() if kind.family == "remote"]


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
    assert offered == datasets.CATALOGUE[key].is_available
    app.switch_page("pages/playground.py").run()
    assert any("is not on this computer yet" in said.value for said in app.markdown)


@pytest.mark.parametrize(
    ("name", "stop"),
    [(name, stop) for name, knob in knobs_of(Preparation).items() for stop in extremes(knob)],
)
def test_it_stands_at_the_ends_of_its_knobs(name, stop):
    app = open_data(**{"data": "wine", f"data.{name}": stop})
    assert data_pictures(app)


def test_rows_compared_with_support_examples_are_told_and_kept_in_the_address():
    asked = {"data.support_examples": "40", "data.kernel_width": "9", "data.test_fraction": "0.2"}
    app = open_data(data="wine", **asked)
    assert data_pictures(app)
    assert {name: app.query_params[name] for name in asked} == asked
    app.segmented_control(key="data_section").set_value("What was done").run()
    (said,) = [one.value for one in app.markdown if "compared with support examples" in one.value]
    assert "40 support examples drawn from 142 training rows" in said and "²/9)" in said


@pytest.mark.parametrize("groups", ["none", "blocks 4", "prefix _", "numbers 0x13"])
def test_groups_by_a_line(groups):
    app = open_data(**{"data": "wine", "data.groups": groups})
    assert data_pictures(app)
    app.segmented_control(key="data_section").set_value("Groups").run()
    assert not app.exception
    assert bound(app, "selectbox", "group_rule").value == groups.split()[0]


def test_groups_that_do_not_fit_are_refused_in_a_sentence():
    app = open_data(**{"data": "wine", "data.groups": "numbers 0,1"})
    assert len(app.error) == 1 and "13" in app.error[0].value


@pytest.mark.parametrize(
    "section", ["Features", "What was done", "Groups", "Rows", "Take it home", "Predict"]
)
def test_every_section_opens(section, no_files):
    (no_files / "own.csv").write_text("a,b,target\n" + "1,u,0\n2,v,1\n3,,0\n" * 5)
    app = open_data(data="own")
    app.segmented_control(key="data_section").set_value(section).run()
    assert data_pictures(app)


def test_a_file_that_cannot_be_used_says_why_and_what_can_be_asked_of_it(no_files):
    (no_files / "own.csv").write_text("a,b,target\n1,2,0\n3,4,0\n")
    app = open_data(data="own")
    assert len(app.error) == 1 and "the target is 0 in every row" in app.error[0].value
    bound(app, "selectbox", "option_target").set_value("b").run()
    assert data_pictures(app) and app.query_params["data.target"] == "b"


def test_the_page_says_what_an_upload_may_be_and_what_the_folder_does_not_take(no_files):
    (no_files / "model.pkl").write_bytes(b"\x80\x04]\x94.")
    (no_files / "*notes*.md").write_text("Buy milk.\nCall home.\n")
    app = open_data(data="wine")
    assert app.file_uploader[0].label == "A file of up to 200 MB"
    assert any("marked red and not sent" in said.value for said in app.caption)
    (fold,) = [each for each in app.expander if "not taken" in each.label]
    assert fold.label == "2 files of the data folder not taken"
    (text,) = [said.value for said in fold.markdown]
    assert "**\\*notes\\*.md**: neither its name nor its first lines" in text
    assert "**model.pkl**: it is a pickle" in text


def test_an_upload_is_chosen_and_another_dataset_forgets_its_groups():
    app = open_data(**{"data": "wine", "data.groups": "blocks 4"})
    app.file_uploader(key="upload_file_0").upload(
        "mine.csv", b"a,target\n1,0\n2,1\n3,0\n", "text/csv"
    )
    app.run()
    assert data_pictures(app) and app.query_params["data"].startswith("upload-")
    bound(app, "selectbox", "choose_dataset").set_value("diabetes").run()
    assert data_pictures(app) and "data.groups" not in app.query_params


GLASS = "label,RI,Type\n" + "".join(
    f"{i % 2},{i % 7}.5,{(1, 2, 3, 5, 6, 7)[i % 6]}\n" for i in range(60)
)


def sentence(app) -> str:
    """The sentence that says what is predicted."""
    (line,) = [said.value for said in app.markdown if said.value.startswith("Predicted: ")]
    return line


def test_what_is_predicted_stands_beside_the_counts_and_is_changed_by_a_click(no_files):
    (no_files / "glass.csv").write_text(GLASS.replace("label", "Na"))
    app = open_data(data="glass")
    assert sentence(app) == "Predicted: **Type**, the last column — 6 classes"
    assert any("6 values of Type (1, 2, 3, 5, 6 and 7)" in said.value for said in app.caption)
    assert (
        axis_of_balance(app) == "Type"
        and bound(app, "segmented_control", "goal_task").value == "classes"
    )
    bound(app, "segmented_control", "goal_task").set_value("amounts").run()
    assert data_pictures(app) and app.query_params["data.task"] == "regression"
    assert sentence(app) == "Predicted: **Type**, the last column — amounts from 1 to 7"
    bound(app, "segmented_control", "goal_task").set_value("classes").run()
    assert data_pictures(app) and app.query_params["data.task"] == "multiclass"
    bound(app, "selectbox", "goal_column").set_value("RI").run()
    assert data_pictures(app) and app.query_params["data.target"] == "RI"
    assert "data.task" not in app.query_params
    assert sentence(app).startswith("Predicted: **RI**, as asked for — amounts from 0.5 to 6.5")


def test_a_mark_of_missing_cells_is_named_on_the_page(no_files):
    cells = ["BDL" if i % 4 == 0 else i * 0.5 for i in range(40)]
    lines = [f"{i % 7},{cell},{'uv'[i % 2]},row {i}" for i, cell in enumerate(cells)]
    (no_files / "lab.csv").write_text("\n".join(["a,b,kind,note", *lines]))
    app = open_data(data="lab")
    assert "write 'BDL' under “read as missing”" in app.error[0].value
    bound(app, "text_input", "option_missing").input("BDL").run()
    assert data_pictures(app) and app.query_params["data.missing"] == "BDL"
    assert sentence(app) == (
        "Predicted: **kind**, the last column but note, which differs in every row — 2 classes"
    )


def test_a_preferred_name_and_two_classes_are_said_too(no_files):
    (no_files / "glass.csv").write_text(GLASS)
    app = open_data(data="glass")
    assert sentence(app) == "Predicted: **label**, by its name — 2 classes"
    assert any("Target: 1 is +1 (30 rows)" in said.value for said in app.caption)
    app = open_data(**{"data": "glass", "data.target": "Type", "data.positive": "7"})
    assert sentence(app) == "Predicted: **Type**, as asked for — 7 against the rest"
    assert not [control for control in app.segmented_control if control.key.startswith("goal_task")]


def test_sparse_rows_say_where_the_target_stands(no_files):
    (no_files / "own.svm").write_text("".join(f"{i % 3} 1:{i % 5} 2:1\n" for i in range(30)))
    app = open_data(data="own")
    assert sentence(app) == "Predicted: the first number of each line — 3 classes"
    assert axis_of_balance(app) == "class"


def axis_of_balance(app) -> str:
    """The words under the bars of the target."""
    return pictures(app, "stage_data")["balance"]["figure"]["layout"]["xaxis"]["title"]["text"]


def test_features_that_no_row_has_are_counted_apart():
    """On the data page, and wherever the playground tells a share of the features."""
    chosen = {"data": "zipf_text", "data.n_rows": "200"}
    data = datasets.load("zipf_text", n_rows=200, test_fraction=0.25)
    unseen = data.n_features - len(set(data.X.indices.tolist()))
    app = open_data(**chosen, **{"data.test_fraction": "0.25"})
    assert f"**{unseen:,}** features in no example" in payload_of(app, "stage_data")["headline"]
    app = open_app(
        **chosen, **{"data.test_fraction": "0.25"}, a="truncated_gradient", **{"a.gravity": "0"}
    )
    headline = payload_of(app, "stage_playground")["headline"]
    seen = data.n_features - unseen
    assert f"keeps {seen:,} of {seen:,} features that occur in the examples" in headline
    assert f"{unseen:,} of the {data.n_features:,} features occur in none" in headline
    assert "A removes no feature at g = 0" in headline
    app.button_group("section").set_value("About the data").run()
    assert any(f"{unseen:,} of the {data.n_features:,} features" in m.value for m in app.markdown)


def test_a_model_predicts_new_rows_and_the_dataset_above():
    """Whatever is wrong with a file is said, and what was right before stays."""
    frame = pd.DataFrame({"age": [20, 30, 40, 50] * 5, "dose": [1.0, 2.5, 3.0] * 6 + [4.0, 5.0]})
    learner = CLASSIFIERS["sgd"](eta=0.001, random_state=0)
    model = Model.of(learner.fit(frame, np.where(frame["age"] > 30, "old", "young")))
    app = open_data(data="wine")
    app.segmented_control(key="data_section").set_value("Predict").run()
    assert not [each for each in app.file_uploader if "same columns" in each.label]

    def upload(key: str, name: str, content: str) -> None:
        app.file_uploader(key=key).upload(name, content.encode(), "text/plain")
        app.run()
        assert not app.exception

    upload("model_file_0", "m.json", "{}")
    assert "no model of Sparsity Lab" in app.error[0].value
    upload("model_file_1", "m.json", model.text())
    assert not app.error and any("2 weights of 2 columns" in m.value for m in app.markdown)
    upload("rows_file_2", "new.csv", "dose,name\n1,x\n2,y\n")
    assert "have no column 'age'" in app.error[0].value and not app.dataframe
    upload("rows_file_3", "new.csv", "\n")
    assert app.error[0].value.startswith("new.csv: ") and not app.dataframe
    upload("rows_file_4", "new.csv", "dose,name,age\n1,=x,20\n2,y,70\n")
    table = app.dataframe[0].value
    asked = pd.DataFrame({"age": [20, 70], "dose": [1, 2]})
    assert table["prediction"].tolist() == model.predict(asked).tolist()
    assert table["decision value"].tolist() == learner.decision_function(asked).tolist()
    (button,) = (each for each in app.button if each.label.startswith("Predict Wine"))
    button.click().run()
    assert "have no columns 'age' and 'dose'" in app.error[0].value and not app.dataframe
