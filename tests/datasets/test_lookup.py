"""Names and options: what there is, which file has which key, and how a slip is answered."""

import dataclasses

import numpy as np
import pytest

import datasets
from datasets import DatasetError
from datasets.files import PROJECTS_FOLDER, data_folder
from knobs import knobs_of

TABLE = "a,b,target\n1,2,0\n3,4,1\n5,6,1\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty data folder."""
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    return tmp_path


def test_built_in_datasets_come_first_and_a_missing_folder_is_no_files(folder, monkeypatch):
    assert list(datasets.available()) == list(datasets.CATALOGUE)
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(folder / "nowhere"))
    assert list(datasets.available()) == list(datasets.CATALOGUE)
    monkeypatch.delenv("SPARSITY_LAB_DATA")
    assert data_folder() == PROJECTS_FOLDER and PROJECTS_FOLDER.name == "data"


def test_a_file_is_found_by_its_stem(folder):
    for name in ("mine.csv", "zeta.CSV", "v1.2.csv", ".hidden.csv", ".csv"):
        (folder / name).write_text(TABLE)
    (folder / "notes.md").write_text("# Notes\n\nThree files, of which two are small.\n")
    (folder / "folder.csv").mkdir()
    found = list(datasets.available().items())[len(datasets.CATALOGUE) :]
    assert found == [("mine", "mine.csv"), ("v1.2", "v1.2.csv"), ("zeta", "zeta.CSV")]
    assert datasets.load("mine").X.toarray().tolist() == [[1, 2], [3, 4], [5, 6]]
    assert datasets.load("zeta").n_rows == 3


def test_the_source_of_a_file_names_the_data_folder_only_where_it_lies_there(folder):
    (folder / "below").mkdir()
    sources = []
    for path in (folder / "mine.csv", folder / "below" / "mine.csv"):
        path.write_text(TABLE)
        sources.append(datasets.load_file(path).provenance.source)
    assert sources == ["the file mine.csv of the data folder", "the file mine.csv"]
    assert datasets.load("mine").provenance.source == sources[0]


def test_a_name_that_is_taken_twice_is_spelled_out(folder):
    for name in ("digits_4_9.csv", "twin.csv", "other.csv"):
        (folder / name).write_text(TABLE)
    (folder / "twin.svm").write_text("1 1:2\n0 1:3\n")
    keys = list(datasets.available())[len(datasets.CATALOGUE) :]
    assert keys == ["digits_4_9.csv", "other", "twin.csv", "twin.svm"]
    assert datasets.load("digits_4_9").n_features == 64
    assert datasets.load("digits_4_9.csv").n_features == 2
    assert datasets.load("twin.svm").n_features == 1


def test_a_file_is_read_afresh_each_time(folder):
    (folder / "mine.csv").write_text(TABLE)
    assert datasets.load("mine").n_rows == 3
    (folder / "mine.csv").write_text(TABLE + "7,8,0\n")
    assert datasets.load("mine").n_rows == 4


def test_options_reach_the_recipe_and_the_preparation(folder):
    (folder / "mine.csv").write_text(TABLE)
    made = datasets.load("sparse_linear", n_rows=50, n_features=30, noise_features=5, seed=2)
    assert made.X.shape == (50, 35) and made.n_noise == 5
    flipped = datasets.load("mine", positive="0", scaling="max-abs 1")
    assert flipped.y.tolist() == [1, -1, -1] and flipped.X.max() == 1
    assert datasets.load("mine", positive=0).y.tolist() == [1, -1, -1]


def test_a_recipe_lists_its_options(folder):
    (folder / "mine.csv").write_text(TABLE)
    (folder / "wide.svm").write_text("1 1:2\n0 1:3\n")
    for key in datasets.available():
        kind = datasets.recipe(key)
        assert kind is datasets.recipe(key) and kind.key == key
        assert issubclass(kind, datasets.Recipe) and kind.about and kind.source and kind.licence
        names = {f.name for f in dataclasses.fields(kind)}
        assert not names & {f.name for f in dataclasses.fields(datasets.Preparation)}
    assert "separator" in knobs_of(datasets.recipe("mine"))
    assert datasets.recipe("mine")().positive == ""
    assert "n_rows" in knobs_of(datasets.recipe("sparse_linear"))


def test_an_unknown_name_is_answered_with_those_there_are(folder):
    (folder / "mine.csv").write_text(TABLE)
    for ask in (datasets.load, datasets.recipe):
        with pytest.raises(DatasetError, match=r"'xyz': choose among breast_cancer, .*mine"):
            ask("xyz")
        with pytest.raises(DatasetError, match=r"'Breast': did you mean 'breast_cancer'\?"):
            ask("Breast")
        with pytest.raises(DatasetError, match=r"'mein': did you mean 'mine'\?"):
            ask("mein")
    with pytest.raises(DatasetError, match="no dataset"):
        datasets.load("../mine")


def test_an_unknown_option_is_answered_with_those_there_are():
    with pytest.raises(DatasetError) as refused:
        datasets.load("sparse_linear", n_row=3)
    for part in ("sparse_linear", "'n_row'", "n_rows", "draw", "noise_features", "seed"):
        assert part in str(refused.value)


def test_an_option_out_of_range_is_a_value_error():
    with pytest.raises(ValueError, match="noise_features = 20001"):
        datasets.load("breast_cancer", noise_features=20_001)


def test_what_is_loaded_is_what_is_prepared():
    options = {"noise_features": 7, "scaling": "unit rows", "test_fraction": 0.25, "seed": 5}
    loaded = datasets.load("digits_4_9", **options)
    by_hand = datasets.prepare(
        datasets.CATALOGUE["digits_4_9"]().build(), datasets.Preparation(**options)
    )
    assert np.array_equal(loaded.X.toarray(), by_hand.X.toarray())
    assert loaded.notes == by_hand.notes and len(loaded.notes) == 5


@pytest.mark.parametrize("path", [None, 3, ["a.csv"]])
def test_what_names_no_file_is_a_dataset_error(path):
    with pytest.raises(DatasetError, match="names no file: give a path"):
        datasets.load_file(path)


def test_help_says_what_each_option_means_and_which_values_it_has():
    about = datasets.Preparation.__doc__
    for field in dataclasses.fields(datasets.Preparation):
        assert f"\n{field.name} : default {field.default!r}\n    " in about
    assert "One of 'none', 'unit variance', 'max-abs 1', 'unit rows'." in " ".join(about.split())
    files = datasets.load_file.__doc__
    for option in ("separator", "left_out", "positive", "sheet", "n_features"):
        assert f"\n{option} : default " in files
    assert "'semicolon'" in files


def test_a_list_of_columns_is_a_list_or_text(folder):
    path = folder / "ward.csv"
    path.write_text('sex,"ward, bed",dose,cured\n1,2,5,0\n2,3,6,1\n1,1,8,1\n2,2,7,0\n')
    for names in (["sex", "ward, bed"], 'sex,"ward, bed"'):
        data = datasets.load_file(path, categories=names, left_out=["dose"])
        assert data.feature_names == (
            *("sex=1", "sex=2", "ward, bed=1", "ward, bed=2", "ward, bed=3"),
        )
    with pytest.raises(ValueError, match="age"):
        datasets.load_file(path, categories=["age"])


def test_prepare_takes_options_by_name():
    raw = datasets.load("breast_cancer")
    scaled = datasets.prepare(raw, datasets.Preparation(scaling="unit variance", seed=3))
    for same in (
        datasets.prepare(raw, scaling="unit variance", seed=3),
        datasets.prepare(raw, {"scaling": "unit variance", "seed": 3}),
        datasets.prepare(raw, datasets.Preparation(seed=3), scaling="unit variance"),
    ):
        assert np.array_equal(same.X.data, scaled.X.data) and same.report == scaled.report
    with pytest.raises(DatasetError, match="no option 'scalling': did you mean 'scaling'"):
        datasets.prepare(raw, scalling="unit variance")
    with pytest.raises(DatasetError, match=r"'unit variance' is no preparation: prepare\(data, sc"):
        datasets.prepare(raw, "unit variance")


def test_a_path_given_to_load_names_load_file(folder):
    with pytest.raises(DatasetError, match=r"no dataset 'pat.csv': load_file\('pat.csv'\) reads"):
        datasets.load("pat.csv")
    (folder / "pat.csv").write_text(TABLE)
    assert datasets.load("pat").n_rows == 3
