"""A linear model with the preparation of its features: it predicts rows of raw columns."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from scipy.special import expit, softmax

from algorithms.batch.base import BatchAlgorithm
from algorithms.models.parse import FORMAT, VERSION, parse_model
from algorithms.models.sources import estimator_fields, run_fields
from algorithms.online.base import OnlineAlgorithm
from algorithms.trace import Trace
from datasets import Dataset

CELLS = 2_000_000
"""Cells of features that are computed at a time."""


class Prediction(NamedTuple):
    """Predictions of ``n`` rows.

    Parameters
    ----------
    labels : the class of each row (n,), of the type of the labels learned from; or its amount.
    decision : w·x + b (n,); of more than two classes (n, k).
    probability : of each class (n, k), where the loss gives one; else None.
    notes : sentences about cells that were filled in or are not known.
    """

    labels: np.ndarray
    decision: np.ndarray
    probability: np.ndarray | None
    notes: list[str]


@dataclass(frozen=True, repr=False)
class Model:
    """Weights that were learned, and all that is needed to predict a new row with them.

    Parameters
    ----------
    algorithm : the method with its knobs.
    task : "classification", "regression" or "multiclass".
    loss : the name of the loss that was learned from.
    classes : the labels, of two classes −1's first; none for amounts.
    weights : the weights that are not 0, by feature; of a multiclass task by class and feature.
    intercept : the constant term; of a multiclass task one by class.
    features : of each feature with a weight, ``of``: the raw features it is the product of; then
        ``offset`` is taken away, and the rest divided by ``scale``.
    columns : the raw columns that are needed: their ``kind``, the ``median`` that fills a gap, and
        ``values``, the categories that are a feature each, called column=value; ``others``, those
        of the dataset that are none, where they are listed.
    absent : "zero" where a column that is not there is 0, else "error".
    reading : ``decimal``, ``dates`` and ``missing``: what cells mean that leave it open.
    about : where it comes from: dataset, target, preparation, passes, seed.
    """

    algorithm: OnlineAlgorithm | BatchAlgorithm
    task: str
    loss: str
    classes: tuple
    weights: dict[str, Any]
    intercept: float | dict[str, float]
    features: dict[str, dict[str, Any]]
    columns: dict[str, dict[str, Any]]
    absent: str = "error"
    reading: dict[str, str] = field(default_factory=dict)
    about: dict[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        several = self.task == "multiclass"
        n = sum(map(len, self.weights.values())) if several else len(self.weights)
        counts = f"weights={n}, columns={len(self.columns)}"
        return f"Model({self.algorithm.key}, {self.task}, {self.loss}, {counts})"

    @classmethod
    def of(
        cls,
        learned: Any,
        plan: Any = None,
        data: Dataset | None = None,
        **more: Any,
    ) -> Model:
        """Return the model of an estimator, a pipeline that ends in one, or a trace.

        Parameters
        ----------
        learned : an estimator that was fitted; before it in a pipeline may stand a StandardScaler
            or a MaxAbsScaler. Or a ``Trace``, with ``data``.
        plan : for a trace, the ``datasets.FeaturePlan`` of that dataset. It may be left out where
            ``load`` or ``load_file`` gave ``data``, and where nothing prepared it.
        data : for a trace, the dataset that it learned from, prepared.
        more : ``reading`` and ``about``, as above.

        Raises ValueError for what has not learned, diverged, or cannot be written: noise features
        that are kept, kernel features, unit rows, the clipped loss; and for a trace, a plan and
        data that do not belong together.

        Examples
        --------
        >>> from algorithms import CATALOGUE, record
        >>> from datasets import load
        >>> data = load("breast_cancer", scaling="unit variance", test_fraction=0.25)
        >>> trace = record(CATALOGUE["rda"](l1=0.05), data, intercept=True)
        >>> Model.of(trace, data=data)
        Model(rda, classification, logistic, weights=14, columns=14)
        """
        if isinstance(learned, Trace):
            return cls(**run_fields(learned, plan, data), **more)
        return cls(**estimator_fields(learned), **more)

    @classmethod
    def parse(cls, text: str | bytes) -> Model:
        """Return the model in the text of a file. Raises ValueError, a sentence, for any other."""
        return cls(**parse_model(text))

    @classmethod
    def load(cls, path: str | Path) -> Model:
        """Return the model in a file. Raises ValueError as ``parse``, and OSError."""
        return cls.parse(Path(path).read_bytes())

    def save(self, path: str | Path) -> None:
        """Write the model into a file. Raises OSError, and TypeError and ValueError as ``text``."""
        Path(path).write_text(self.text(), encoding="utf-8")

    def text(self) -> str:
        """Return the model as JSON; each number has the digits that give it back exactly.

        Raises TypeError for what JSON has no form for in ``about``, ValueError for nan there.
        """
        knobs = {
            name: str(value) if isinstance(value, float) and np.isinf(value) else value
            for name, value in vars(self.algorithm).items()
        }
        own = {name: getattr(self, name) for name in PARTS}
        head = {"format": FORMAT, "version": VERSION}
        method = {"key": self.algorithm.key, "knobs": knobs}
        whole = head | {"method": method} | own
        return json.dumps(whole, ensure_ascii=False, allow_nan=False, indent=1, default=json_form)

    def decision_function(self, rows: Any) -> np.ndarray:
        """Return w·x + b of each row (n,), of more than two classes (n, k).

        ``rows`` and errors are those of ``examine``.
        """
        return self.examine(rows).decision

    def predict(self, rows: Any) -> np.ndarray:
        """Return the class of each row, or its amount (n,); ``rows`` as in ``examine``."""
        return self.examine(rows).labels

    def predict_proba(self, rows: Any) -> np.ndarray:
        """Return the probability of each class (n, k); ``rows`` as in ``examine``.

        Raises ValueError where the loss is neither logistic nor softmax.
        """
        probability = self.examine(rows).probability
        if probability is None:
            raise ValueError(f"the {self.loss} loss gives no probabilities: take predict")
        return probability

    def examine(self, rows: Any) -> Prediction:
        """Return the predictions of new rows.

        Parameters
        ----------
        rows : a DataFrame of raw columns, in any order, others beside them; a Dataset that was not
            prepared, or an array whose columns are called x1, x2, ….

        A category without a weight counts as none, a missing number as the column's median over
        the dataset as it was read, rows held out later among them; ``notes`` say what was filled,
        and where a category is new, or may be. Raises ValueError for columns that
        are missing or hold something else.
        """
        raw, names, notes = Dataset.read_new_rows(rows, self.columns, self.absent, self.reading)
        W, b = self._matrix()
        decision = np.empty((raw.shape[0], len(b)))
        with np.errstate(over="ignore", invalid="ignore"):  # what overflows is refused
            for part, Z in self._features_of(raw, names):
                decision[part] = Z @ W.T + b
        if not np.isfinite(decision).all():
            raise ValueError("a prediction is too large for a number: rescale the columns")
        if self.task == "multiclass":
            places = decision.argmax(axis=1)
            labels = self._labels()[places]
            return Prediction(labels, decision, softmax(decision, axis=1), notes)
        decision = decision[:, 0]
        if self.task == "regression":
            return Prediction(decision, decision, None, notes)
        labels = self._labels()[(decision > 0.0).astype(int)]
        positive = expit(decision)
        both = np.column_stack([1.0 - positive, positive])
        return Prediction(labels, decision, both if self.loss == "logistic" else None, notes)

    def _labels(self) -> np.ndarray:
        """The classes, of the type that all of them have; else objects."""
        kinds = {type(label) for label in self.classes}
        return np.array(self.classes, dtype=None if len(kinds) == 1 else object)

    def _matrix(self) -> tuple[np.ndarray, np.ndarray]:
        """The weights (k, m) in the order of ``features``, and the constant terms (k,)."""
        if self.task != "multiclass":
            own, constants = [self.weights], [self.intercept]
        else:
            names = list(map(str, self.classes))
            own = [self.weights[name] for name in names]
            constants = [self.intercept[name] for name in names]
        W = np.array([[w.get(name, 0.0) for name in self.features] for w in own], dtype=np.float64)
        return W.reshape(len(own), len(self.features)), np.array(constants, dtype=np.float64)

    def _features_of(
        self, raw: sparse.csr_array, names: list[str]
    ) -> Iterator[tuple[slice, np.ndarray]]:
        """The features of some rows at a time, dense, scaled as the training rows were."""
        place = {name: j for j, name in enumerate(names)}
        most = max((len(each["of"]) for each in self.features.values()), default=0)
        # A factor of 1 behind all columns fills up the products of fewer.
        factors = np.full((most, len(self.features)), len(names))
        for j, each in enumerate(self.features.values()):
            factors[: len(each["of"]), j] = [place[name] for name in each["of"]]
        offset = np.array([each["offset"] for each in self.features.values()])
        scale = np.array([each["scale"] for each in self.features.values()])
        n = raw.shape[0]
        step = max(CELLS // max(len(self.features), len(names), 1), 1)
        for first, last in pairwise([*range(0, n, step), n]):
            part = slice(first, last)
            cells = np.ones((last - first, len(names) + 1))
            cells[:, :-1] = raw[part].toarray()
            Z = np.ones((last - first, len(self.features)))
            for row in factors:
                Z *= cells[:, row]
            yield part, (Z - offset) / scale


PARTS = (
    "task",
    "loss",
    "classes",
    "intercept",
    "weights",
    "features",
    "columns",
    "absent",
    "reading",
    "about",
)
"""The parts of a file behind its head, in their order, which are fields of the same name."""


def json_form(value: Any) -> Any:
    """Return a mapping, a number or an array of NumPy as JSON has it.

    Raises TypeError for anything else.
    """
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    raise TypeError(f"a model's file cannot hold a {type(value).__name__}")
