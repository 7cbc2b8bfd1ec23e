"""Each kind of wrong file is refused in a sentence of its own."""

from __future__ import annotations

import json
from copy import deepcopy

import pandas as pd
import pytest

from algorithms.models import Model
from algorithms.models.parse import MOST_BYTES

GOOD = {
    "format": "sparsity-lab-model",
    "version": 1,
    "method": {"key": "rda", "knobs": {"gamma": 1.0, "l1": 0.01}},
    "task": "classification",
    "loss": "logistic",
    "classes": ["no", "yes"],
    "intercept": 0.5,
    "weights": {"age": 1.0, "hue=red": -2.0},
    "features": {
        "age": {"of": ["age"], "offset": 40.0, "scale": 10.0},
        "hue=red": {"of": ["hue=red"]},
    },
    "columns": {
        "age": {"kind": "numbers", "median": 41},
        "hue": {"kind": "categories", "values": ["red"]},
    },
    "absent": "error",
}
SEVERAL = GOOD | {
    "task": "multiclass",
    "loss": "softmax",
    "classes": ["a", "b", "c"],
    "intercept": {"a": 0.0, "b": 1.0, "c": 2.0},
    "weights": {"a": {"age": 1.0}, "b": {}, "c": {}},
}


def wrong(whole: dict, path: str, value) -> str:
    """The text of a file in which one thing, or its absence (...), is another."""
    whole = deepcopy(whole)
    *way, last = path.split("/")
    place = whole
    for step in way:
        place = place[step]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return json.dumps(whole)


def test_the_good_ones_are_read():
    assert Model.parse(json.dumps(GOOD)).predict(_row()).tolist() == ["no"]
    assert Model.parse(json.dumps(SEVERAL)).decision_function(_row()).tolist() == [[1.0, 1.0, 2.0]]


def _row() -> pd.DataFrame:
    return pd.DataFrame({"hue": ["red"], "age": [50]})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no JSON"),
        (b"\xff\xfe\x00", "no JSON"),
        (b"\x80\x04]\x94.", "no JSON"),
        ("[" * 100_000, "no JSON"),
        (" " * (MOST_BYTES + 1), "at most 20 MB"),
        ("[1]", "no model of Sparsity Lab"),
        ('{"a": 1, "a": 2}', "names 'a' twice"),
        ('{"a": NaN}', "NaN, which is no finite number"),
        ('{"a": -Infinity}', "-Infinity, which is no finite number"),
        ('{"a": ' + "9" * 5000 + "}", "no JSON"),
    ],
)
def test_what_is_no_model_at_all(text, reason):
    with pytest.raises(ValueError, match=reason):
        Model.parse(text)


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("format", "pickle", "no model of Sparsity Lab"),
        ("version", ..., "does not say its version"),
        ("version", True, "does not say its version"),
        ("version", 2, "version 2, and this program reads versions up to 1"),
        ("weights", ..., "no 'weights'"),
        ("weights", [1.0], "'weights' in the model's file is no object"),
        ("about", 3, "'about' in the model's file is no object"),
        ("method/key", "os.system", "none of the catalogue"),
        ("method/key", ["rda"], "none of the catalogue"),
        ("method/knobs", [], "are no object"),
        ("method/knobs/l1", None, "neither a number nor a text"),
        ("method/knobs/l1", -1.0, "do not fit it: l1"),
        ("method/knobs/memory", "x" * 10_001, "more than 10,000 letters"),
        ("method/knobs/strength", 1.0, "do not fit it"),
        ("task", "ranking", "task in the model's file is 'ranking'"),
        ("loss", "softmax", "does not fit its task"),
        ("loss", "clipped", "must be one of"),
        ("classes", ["no"], "has 1 classes"),
        ("classes", ["no", "no"], "same name"),
        ("classes", ["no", None], "neither a number nor a text"),
        ("intercept", "0", "the intercept in the model's file is no number"),
        ("intercept", True, "is no number"),
        ("intercept", 1e101, "beyond"),
        ("weights/age", 10**400, "beyond"),
        ("weights/height", 1.0, "is no feature of it"),
        ("features/age/of", ["height"], "made of 'height', which is in none"),
        ("features/age/of", ["age"] * 4, "does not say what it is made of"),
        ("features/age", 1, "does not say what it is made of"),
        ("features/age/offset", "x", "offset of feature 'age'"),
        ("features/age/scale", 0.0, "not above 0"),
        ("columns/age", 1, "column 'age' of the model is no object"),
        ("columns/age/kind", "pictures", "must be one of numbers"),
        ("columns/age/median", "x", "median of column 'age'"),
        ("columns/hue/values", "red", "are no texts"),
        ("columns/hue/values", ["red", "red"], "names a value twice"),
        ("columns/hue/others", ["red"], "names a value twice"),
        ("columns/hue/others", "blue", "are no texts"),
        ("columns/hue=red", {"kind": "numbers"}, "a feature of the same name"),
        ("columns/" + "a" * 10_001, {"kind": "numbers"}, "more than 10,000 letters"),
        ("absent", "guess", "must be one of error, zero"),
        ("reading", {"pickle": "x"}, "which is no choice"),
        ("reading", {"decimal": ";"}, "decimal in the model's file"),
    ],
)
def test_a_part_that_is_wrong_is_named(path, value, reason):
    with pytest.raises(ValueError, match=reason):
        Model.parse(wrong(GOOD, path, value))


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("intercept", 1.0, "has several classes"),
        ("intercept/d", 1.0, "not those of its classes"),
        ("weights/a", ..., "not those of its classes"),
        ("weights/a", 1.0, "of a class of the model are no object"),
        ("classes", [str(k) for k in range(101)], "has 101 classes"),
    ],
)
def test_so_it_is_of_several_classes(path, value, reason):
    with pytest.raises(ValueError, match=reason):
        Model.parse(wrong(SEVERAL, path, value))


def test_too_many_features_are_refused_before_they_are_read():
    many = {f"f{j}": None for j in range(200_001)}
    with pytest.raises(ValueError, match="200,001 features, and at most 200,000"):
        Model.parse(wrong(GOOD, "features", many))


def test_so_are_too_many_weights_of_classes():
    names = [f"c{k}" for k in range(100)]
    columns = {f"f{j}": {"kind": "numbers"} for j in range(20_001)}
    whole = SEVERAL | {
        "classes": names,
        "weights": {name: {} for name in names},
        "features": {name: {"of": [name]} for name in columns},
        "columns": columns,
    }
    with pytest.raises(ValueError, match="100 classes of 20,001 features each"):
        Model.parse(json.dumps(whole))


def test_a_prediction_beyond_all_numbers_is_refused():
    model = Model.parse(wrong(GOOD, "weights/age", 1e100))
    row = _row().assign(age=1.0e300)
    with pytest.raises(ValueError, match="too large for a number"):
        model.predict(row)
