"""The text of a model's file → its parts, each of them checked: anybody may have written it.

``parse_model`` reads the whole, every other function a part of it. All of them raise ValueError,
with one sentence for whoever brought the file.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable
from typing import Any

from algorithms.catalogue import CATALOGUE
from algorithms.losses import Loss, fitting_loss

FORMAT, VERSION = "sparsity-lab-model", 1
"""What a file says of itself; of later versions nothing is read.

The version rises when a reader of today would predict otherwise from a new file than it says: a
part means something else, or one is there that must not be passed over. A new part that may be
missing, such as ``about``, does not raise it: parts of no name known here are passed over.
"""

MOST_BYTES = 20_000_000
"""Of a whole file."""
MOST_FEATURES, MOST_CLASSES, MOST_FACTORS = 200_000, 100, 3
MOST_WEIGHTS = 2_000_000
"""Of all classes, those that are 0 among them."""
LARGEST, LONGEST = 1e100, 10_000
"""The size of a number, and the letters of a name."""
TASKS = ("classification", "regression", "multiclass")
KINDS = ("numbers", "categories", "yes or no", "dates")
REQUIRED = {
    "method": dict,
    "task": str,
    "loss": str,
    "classes": list,
    "weights": dict,
    "features": dict,
    "columns": dict,
    "absent": str,
}
"""The parts that must be there, and of which type."""
OPTIONAL = {"reading": dict, "about": dict}
JSON_WORDS = {dict: "object", list: "list", str: "text"}
MODELS = "save one on the playground (“Take it home”) or by Model.save"
"""What to do instead: the end of sentences on a file that is no model."""


def parse_model(text: str | bytes) -> dict[str, Any]:
    """Return the fields of the model in the text of a file, by the names of those of ``Model``.

    Raises ValueError, in one sentence, for any other text.
    """
    whole = read_json(text)
    check_head(whole)
    for part, kind in (REQUIRED | OPTIONAL).items():
        if part in REQUIRED and part not in whole:
            raise ValueError(f"the model's file has no {part!r}: {MODELS}.")
        if part in whole and not isinstance(whole[part], kind):
            raise ValueError(f"{part!r} in the model's file is no {JSON_WORDS[kind]}: {MODELS}.")
    task, loss = read_task(whole), read_loss(whole)
    classes = read_classes(whole["classes"], task)
    columns = {n: read_column(n, column) for n, column in whole["columns"].items()}
    features = read_features(whole["features"], columns)
    return {
        "algorithm": read_method(whole["method"]),
        "task": task,
        "loss": loss,
        "classes": classes,
        "weights": read_weights(whole["weights"], task, classes, features),
        "intercept": read_intercept(whole.get("intercept"), task, classes),
        "features": features,
        "columns": columns,
        "absent": one_of("absent", whole["absent"], ("error", "zero")),
        "reading": read_reading(whole.get("reading", {})),
        "about": whole.get("about", {}),
    }


def read_json(text: str | bytes) -> Any:
    """Return the JSON in a text. Raises ValueError for one too large, or that is none."""
    if len(text) > MOST_BYTES:
        raise ValueError(
            f"the model's file has {len(text) / 1e6:.1f} MB, and at most {MOST_BYTES / 1e6:.0f} MB "
            "are read."
        )
    try:
        return json.loads(text, parse_constant=refuse_constant, object_pairs_hook=object_of)
    except _WrongFile:
        raise
    except (ValueError, RecursionError):
        raise ValueError(f"the file is no JSON, and so no model: {MODELS}.") from None


class _WrongFile(ValueError):
    """What is JSON, but wrong all the same."""


def refuse_constant(name: str) -> None:
    """Raise ValueError for what JSON has no word for."""
    raise _WrongFile(f"the model's file holds {name}, which is no finite number.")


def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object, all of whose names differ."""
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        twice = next(name for name, count in counts.items() if count > 1)
        raise _WrongFile(f"the model's file names {short(twice)} twice in one place.")
    return found


def check_head(whole: Any) -> None:
    """Raise ValueError for JSON of another format, or of another version of it."""
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise ValueError(f"the file is JSON, but no model of Sparsity Lab: {MODELS}.")
    found = whole.get("version")
    if type(found) is not int or found < 1:
        raise ValueError("the model's file does not say its version, a whole number from 1.")
    if found > VERSION:
        raise ValueError(
            f"the model's file is of version {found}, and this program reads versions up to "
            f"{VERSION}: take a newer Sparsity Lab."
        )


def read_method(method: dict) -> Any:
    """Return the algorithm with its knobs."""
    key, knobs = method.get("key"), method.get("knobs")
    if not isinstance(key, str) or key not in CATALOGUE:
        raise ValueError(f"the model's method is {short(key)}, which is none of the catalogue.")
    if not isinstance(knobs, dict):
        raise ValueError("the knobs of the model's method are no object.")
    values = {}
    for name, value in knobs.items():
        if not isinstance(value, (bool, int, float, str)):
            raise ValueError(f"the model's knob {short(name)} is neither a number nor a text.")
        if isinstance(value, str):
            check_name(value)
        values[name] = math.inf if value == "inf" else value
    try:
        return CATALOGUE[key](**values)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"the knobs of the model's method do not fit it: {error}") from None


def read_task(whole: dict) -> str:
    """Return the task."""
    return one_of("task", whole["task"], TASKS)


def read_loss(whole: dict) -> str:
    """Return the loss, one that fits the task and whose predictions are of the features alone."""
    loss = one_of("loss", whole["loss"], [each.name for each in Loss if each.name != "clipped"])
    try:
        fitting_loss(loss, whole["task"])
    except ValueError as error:
        raise ValueError(f"the model's loss does not fit its task: {error}") from None
    return loss


def read_classes(classes: list, task: str) -> tuple:
    """Return the labels: two, some or none, as the task asks."""
    least, most = {"classification": (2, 2), "regression": (0, 0)}.get(task, (2, MOST_CLASSES))
    if not least <= len(classes) <= most:
        raise ValueError(f"the model has {len(classes)} classes, which does not fit {task}.")
    for label in classes:
        if not isinstance(label, (str, int, float)) or (
            isinstance(label, str) and len(label) > LONGEST
        ):
            raise ValueError("a class of the model is neither a number nor a text.")
        if not isinstance(label, str):
            number("a class of the model", label, allows_bool=True)
    if len({str(label) for label in classes}) < len(classes):
        raise ValueError("two classes of the model have the same name.")
    return tuple(classes)


def read_column(name: str, column: Any) -> dict[str, Any]:
    """Return a column."""
    check_name(name)
    if not isinstance(column, dict):
        raise ValueError(f"column {short(name)} of the model is no object.")
    found = {"kind": one_of(f"the kind of column {name!r}", column.get("kind"), KINDS)}
    if found["kind"] == "categories":
        found |= read_categories(name, column)
    elif "median" in column:
        found["median"] = number(f"the median of column {short(name)}", column["median"])
    return found


def read_categories(name: str, column: dict) -> dict[str, list[str]]:
    """Return the categories with a feature, and those without one where the file lists them."""
    found = {"values": column.get("values")}
    if "others" in column:  # some files do not list them
        found["others"] = column["others"]
    for values in found.values():
        if not isinstance(values, list) or not all(isinstance(v, str) for v in values):
            raise ValueError(f"the values of column {short(name)} of the model are no texts.")
    together = [value for values in found.values() for value in values]
    check_count("categories", len(together))
    if len(set(together)) < len(together):
        raise ValueError(f"column {short(name)} of the model names a value twice.")
    for value in together:
        check_name(value)
    return found


def read_features(features: dict, columns: dict[str, dict]) -> dict[str, dict[str, Any]]:
    """Return the features, which are products of raw features that the columns have."""
    check_count("features", max(len(features), len(columns)))
    raw = [
        f"{name}={word}" if column["kind"] == "categories" else name
        for name, column in columns.items()
        for word in column.get("values", [""])
    ]
    check_count("features", len(raw))
    known = set(raw)
    if len(known) < len(raw):
        raise ValueError("two columns of the model have a feature of the same name.")
    return {name: read_feature(name, each, known) for name, each in features.items()}


def read_feature(name: str, feature: Any, known: set[str]) -> dict[str, Any]:
    """Return a feature."""
    check_name(name)
    of = feature.get("of") if isinstance(feature, dict) else None
    if not isinstance(of, list) or len(of) > MOST_FACTORS:
        raise ValueError(f"feature {short(name)} of the model does not say what it is made of.")
    for factor in of:
        if not isinstance(factor, str) or factor not in known:
            raise ValueError(
                f"feature {short(name)} of the model is made of {short(factor)}, which is in none "
                "of its columns."
            )
    offset = number(f"the offset of feature {short(name)}", feature.get("offset", 0.0))
    scale = number(f"the scale of feature {short(name)}", feature.get("scale", 1.0))
    if scale <= 0:
        raise ValueError(f"the scale of feature {short(name)} of the model is not above 0.")
    return {"of": of, "offset": offset, "scale": scale}


def read_weights(weights: dict, task: str, classes: tuple, features: dict) -> dict[str, Any]:
    """Return the weights, by feature, of a multiclass task by class and feature."""
    if task != "multiclass":
        return read_vector(weights, features)
    check_classes("weights", weights, classes)
    if len(classes) * len(features) > MOST_WEIGHTS:
        raise ValueError(
            f"the model has {len(classes)} classes of {len(features):,} features each, and at most "
            f"{MOST_WEIGHTS:,} weights are read."
        )
    if not all(isinstance(vector, dict) for vector in weights.values()):
        raise ValueError("the weights of a class of the model are no object.")
    return {name: read_vector(vector, features) for name, vector in weights.items()}


def read_vector(vector: dict, features: dict) -> dict[str, float]:
    """Return weights by feature."""
    for name in vector:
        if name not in features:
            raise ValueError(f"the model has a weight of {short(name)}, which is no feature of it.")
    return {name: number(f"the weight of {short(name)}", w) for name, w in vector.items()}


def read_intercept(intercept: Any, task: str, classes: tuple) -> Any:
    """Return the constant term, of a multiclass task one by class."""
    if task != "multiclass":
        return number("the intercept", intercept)
    if not isinstance(intercept, dict):
        raise ValueError("the intercept of the model is no object, and it has several classes.")
    check_classes("intercept", intercept, classes)
    return {name: number(f"the intercept of {short(name)}", b) for name, b in intercept.items()}


def read_reading(reading: dict) -> dict[str, str]:
    """Return the choices of what cells mean."""
    for name, value in reading.items():
        if name not in ("decimal", "dates", "missing") or not isinstance(value, str):
            raise ValueError(f"the model's reading of cells has {short(name)}, which is no choice.")
    if "decimal" in reading:
        one_of("decimal", reading["decimal"], (".", ","))
    if "dates" in reading:
        one_of("dates", reading["dates"], ("guess", "day first", "month first"))
    if len(reading.get("missing", "")) > LONGEST:
        raise ValueError("the model's marks of missing cells are too long.")
    return reading


def check_classes(what: str, found: dict, classes: tuple) -> None:
    """Raise ValueError where the names are not those of the classes."""
    if set(found) != set(map(str, classes)):
        raise ValueError(f"the {what} of the model are not those of its classes.")


def check_name(name: str) -> None:
    """Raise ValueError for a name that is too long."""
    if len(name) > LONGEST:
        raise ValueError(f"a text in the model's file has more than {LONGEST:,} letters.")


def check_count(what: str, count: int) -> None:
    """Raise ValueError for too many."""
    if count > MOST_FEATURES:
        raise ValueError(f"the model has {count:,} {what}, and at most {MOST_FEATURES:,} are read.")


def number(what: str, value: Any, allows_bool: bool = False) -> float:
    """Return a finite number within ±1e100; True is 1 where ``allows_bool``."""
    if isinstance(value, bool) and allows_bool:
        return float(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"{what} in the model's file is no number.")
    if not abs(value) <= LARGEST:
        raise ValueError(f"{what} in the model's file is beyond ±{LARGEST:g}.")
    return float(value)


def one_of(what: str, value: Any, allowed: Iterable[str]) -> str:
    """Return a word that is one of those allowed."""
    allowed = list(allowed)
    if not isinstance(value, str) or value not in allowed:
        raise ValueError(
            f"{what} in the model's file is {short(value)}: it must be one of {', '.join(allowed)}."
        )
    return value


def short(value: Any) -> str:
    """Return a value in quotation marks, its first letters alone."""
    text = value if isinstance(value, str) else type(value).__name__
    return repr(text if len(text) <= 40 else f"{text[:39]}…")
