"""The stub of ``algorithms.estimators``: what editors and type checkers know of classes that are
made when the package is imported; and the table of them in ``docs/estimators.md``.

    python -m tools.estimator_stubs

writes both anew; a test compares them.
"""

from __future__ import annotations

import dataclasses
import math
import re
import textwrap
from pathlib import Path
from typing import Any

from algorithms.estimators import CLASSIFIERS, REGRESSORS
from algorithms.estimators.factory import parameters_of

STUB = Path(__file__).parent.parent / "algorithms/estimators/__init__.pyi"
PAGE = STUB.parents[2] / "docs/estimators.md"
TABLE = re.compile(r"(?<=<!-- estimators -->\n).*?(?=<!-- end -->)", re.DOTALL)
"""Where the table stands in the page."""
HEAD = '''"""Written by ``python -m tools.estimator_stubs``: the classes that ``factory`` makes."""

# fmt: off

from math import inf
from typing import Any

from numpy.random import RandomState

from algorithms.estimators.base import SparseEstimator as SparseEstimator
from algorithms.estimators.batch import BatchEstimator
from algorithms.estimators.online import OnlineClassifier, OnlineRegressor
from algorithms.estimators.tasks import BinaryClassifier, LinearRegressor

CLASSIFIERS: dict[str, type[SparseEstimator]]
REGRESSORS: dict[str, type[SparseEstimator]]
'''
HELD = "\N{NO-BREAK SPACE}"
"""A space at which no line is broken."""
COMMON = {
    "loss": "str",
    "groups": "Any",
    "fit_intercept": "bool",
    "passes": "int",
    "shuffle": "bool",
    "random_state": "int | RandomState | None",
}


def class_stub(kind: Any, task: str) -> str:
    """Return the lines of one class: its bases and its constructor."""
    types = {field.name: str(field.type) for field in dataclasses.fields(kind.method)} | COMMON
    given = [
        f"{name}: {types[name]} = {default_text(default)}".replace(" ", HELD)
        for name, default in parameters_of(kind.method, task).items()
    ]
    bases = ", ".join(base.__name__ for base in kind.__bases__)
    indent = {"initial_indent": " " * 8, "subsequent_indent": " " * 8}
    body = textwrap.fill(f"self, *, {', '.join(given)},", 100, break_on_hyphens=False, **indent)
    return (
        f"class {kind.__name__}({bases}):\n    def __init__(\n{body.replace(HELD, ' ')}\n"
        "    ) -> None: ...\n"
    )


def default_text(value: Any) -> str:
    """A default as the stub writes it."""
    return "inf" if isinstance(value, float) and math.isinf(value) else repr(value)


def stub_text() -> str:
    """Return the whole stub."""
    tasks = {"classifier": CLASSIFIERS, "regressor": REGRESSORS}
    parts = [class_stub(kind, task) for task, kinds in tasks.items() for kind in kinds.values()]
    return "\n".join([HEAD, *parts])


def table_text() -> str:
    """Return the table of all classes: method, kind, classifier, regressor, knobs."""
    lines = ["| method | kind | classifier | regressor | knobs |", "|---|---|---|---|---|"]
    for key, kind in CLASSIFIERS.items():
        knobs = ", ".join(f"`{field.name}`" for field in dataclasses.fields(kind.method))
        names = f"`{kind.__name__}` | `{REGRESSORS[key].__name__}`"
        lines.append(f"| {kind.method.title} | {kind.method.kind} | {names} | {knobs} |")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    STUB.write_text(stub_text(), encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(TABLE.sub(lambda _: table_text(), page), encoding="utf-8")
