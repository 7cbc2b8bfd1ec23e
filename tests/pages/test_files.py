"""A file that cannot be used says so in the page; the controls stay, and other data still opens."""

from __future__ import annotations

import lzma

import pytest

from tests.support.pages import still_there
from tests.support.views import STAGE, open_app, pictures

GOOD = "a,b,target\n" + "".join(f"{i % 7},{i * i % 11},{i % 2}\n" for i in range(60))
PACKED = lzma.compress(GOOD.encode())


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    return tmp_path


def refusal_of(folder, name: str, content: str | bytes, **more: str) -> str:
    """The sentence in the page for one file; then another dataset is opened on the same page."""
    (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    key = name.split(".")[0]
    app = open_app(data=key, a="sgd", **more)
    still_there(app)
    assert app.selectbox("choose_dataset").value == key
    (error,) = app.error
    assert error.value.startswith(f"{name}: ") and error.value.endswith(".")
    assert not pictures(app) and not app.table
    app.selectbox("choose_dataset").select("digits_4_9").run()
    still_there(app)
    assert not app.error and tuple(pictures(app)) == STAGE
    return error.value


def test_broken(folder):
    assert "cut short: copy it here again" in refusal_of(folder, "b.csv.xz", PACKED[:60])


def test_empty(folder):
    assert "the file is empty: put rows into it" in refusal_of(folder, "e.csv", "")


def test_no_rows(folder):
    assert "no rows: add some" in refusal_of(folder, "h.csv", "a,b,target\n")


def test_single_class(folder):
    assert "target is 1 in every row" in refusal_of(folder, "s.csv", "a,target\n1,1\n2,1\n3,1\n")


def test_constant(folder):
    sentence = refusal_of(folder, "c.csv", "a,b,target\n1,2,0\n1,2,1\n1,2,1\n")
    assert "no feature ever changes (a and b)" in sentence


def test_all_missing(folder):
    assert "every feature is missing" in refusal_of(folder, "m.csv", "a,b,target\n,,0\n,,1\n")


def test_target_missing(folder):
    assert "empty in every row" in refusal_of(folder, "t.csv", "a,target\n1,\n2,\n")


def test_not_text(folder):
    assert "save it as CSV UTF-8" in refusal_of(folder, "n.csv", bytes(range(256)) * 4)


def test_a_word_among_numbers(folder):
    sentence = refusal_of(folder, "w.csv", "a,target\n1,0\n2,1\nlots,1\n4,0\n")
    assert "'lots' in row 3" in sentence


def test_words_alone_are_categories(folder):
    (folder / "k.csv").write_text("a,b,target\n" + "red,x,0\nblue,y,1\ngreen,x,1\n" * 5)
    app = open_app(data="k", a="sgd")
    still_there(app)
    assert not app.error and tuple(pictures(app)) == STAGE


def test_infinity(folder):
    sentence = refusal_of(folder, "i.csv", "a,target\n1,0\ninf,1\n-inf,1\n4,0\n")
    assert "'a'" in sentence and "row 2" in sentence and "finite number" in sentence


def test_nan_in_svmlight(folder):
    assert "NaN" in refusal_of(folder, "v.svm", "1 1:2\n0 2:nan\n1 1:3\n")


def test_infinite_target(folder):
    assert "'target'" in refusal_of(folder, "it.csv", "a,target\n1,0\n2,inf\n3,1\n")


def test_several_words_as_target_and_one_picked(folder):
    (folder / "p.csv").write_text("a,b,kind\n" + "1,4,u\n2,3,v\n3,9,w\n" * 6)
    app = open_app(**{"data": "p", "data.positive": "v", "a": "sgd"})
    still_there(app)
    assert not app.error and tuple(pictures(app)) == STAGE
    assert app.text_input("option_positive").value == "v"
    app.text_input("option_positive").input("w").run()
    assert not app.error and app.query_params["data.positive"] == "w"
    app.text_input("option_positive").input("z").run()
    still_there(app)
    assert "'z' is no value of the target" in app.error[0].value


def test_too_few_rows_to_split(folder):
    sentence_of = "a,b,target\n1,2,0\n2,1,0\n3,5,1\n"
    (folder / "f.csv").write_text(sentence_of)
    app = open_app(**{"data": "f", "data.test_fraction": "0.25", "a": "sgd"})
    still_there(app)
    assert app.error and app.error[0].value.endswith(".")


def test_a_numeric_target_of_many_values_is_regression(folder):
    (folder / "r.csv").write_text(
        "a,b,y\n" + "".join(f"{i % 5},{i},{i * 0.37}\n" for i in range(60))
    )
    app = open_app(data="r", a="sgd")
    still_there(app)
    assert not app.error and app.query_params["stream.loss"] == "squared"


def test_a_loss_that_was_asked_for_is_not_changed(folder):
    (folder / "r.csv").write_text("a,y\n" + "".join(f"{i % 5},{i * 0.37}\n" for i in range(60)))
    app = open_app(**{"data": "r", "stream.loss": "logistic", "a": "sgd"})
    still_there(app)
    assert "labels −1/+1" in app.error[0].value


def test_a_file_that_vanishes_while_it_is_shown(folder):
    (folder / "gone.csv").write_text(GOOD)
    app = open_app(data="gone", a="sgd")
    assert not app.error
    (folder / "gone.csv").unlink()
    app.run()
    still_there(app)
    assert app.error or app.warning
    app.selectbox("choose_dataset").select("digits_4_9").run()
    assert not app.error and tuple(pictures(app)) == STAGE


def test_a_file_that_is_mended_while_it_is_shown(folder):
    (folder / "late.csv").write_text("")
    app = open_app(data="late", a="sgd")
    assert "empty" in app.error[0].value
    (folder / "late.csv").write_text(GOOD)
    app.run()
    still_there(app)
    assert not app.error and tuple(pictures(app)) == STAGE
