"""Values have few fields, and functions few parameters.

Each test reports every offender at once, and each check is checked on a source that breaks it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import cache, lru_cache

from tests.support.sources import OUTSIDE, PACKAGES, sources, statements

MOST_FIELDS, MOST_PARAMETERS = 12, 8
TEMPLATE = re.compile(r"\bspecialise\((\w+),")
"""A function of which kernels are compiled."""


tree_of = lru_cache(maxsize=1)(ast.parse)
"""A source taken apart, for one check after the other; those of all together are large."""


def is_kernel(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any("kernel" in ast.unparse(decorator) for decorator in function.decorator_list)


def large_values(source: str) -> list[str]:
    """The dataclasses and named tuples of ``source`` with more fields than they may have."""
    classes = [node for node in statements(tree_of(source)) if isinstance(node, ast.ClassDef)]
    values = [node for node in classes if is_value(node)]
    counts = [(node.name, len(fields_of(node))) for node in values]
    return [f"{name}: {n} fields of {MOST_FIELDS}" for name, n in counts if n > MOST_FIELDS]


def is_value(node: ast.ClassDef) -> bool:
    named = any("NamedTuple" in ast.unparse(base) for base in node.bases)
    return named or any("dataclass" in ast.unparse(each) for each in node.decorator_list)


def fields_of(node: ast.ClassDef) -> list[str]:
    """The annotated names of a class, but for those that are of the class alone."""
    lines = [line for line in node.body if isinstance(line, ast.AnnAssign)]
    return [ast.unparse(x.target) for x in lines if "ClassVar" not in ast.unparse(x.annotation)]


def many_parameters(source: str) -> list[str]:
    """The functions of ``source`` that take more than they may; kernels take arrays, not values."""
    wrong, templates = [], set(TEMPLATE.findall(source))
    for function in statements(tree_of(source)):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        given = function.args
        names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
        n = len(names) - (names[:1] in (["self"], ["cls"]))
        if n > MOST_PARAMETERS and not (is_kernel(function) or function.name in templates):
            wrong.append(f"{function.name}: {n} parameters of {MOST_PARAMETERS}")
    return wrong


@cache
def complaints() -> dict[Callable, list[str]]:
    """Every complaint of each check about the project's sources."""
    found = {check: [] for check in (large_values, many_parameters)}
    for path, source in sources(*PACKAGES, *OUTSIDE).items():
        for check, wrong in found.items():
            wrong += [f"{path}: {each}" for each in check(source)]
    return found


def test_a_value_can_be_held_in_the_mind():
    assert complaints()[large_values] == []


def test_a_call_can_be_read_at_once():
    assert complaints()[many_parameters] == []


def test_a_large_value_is_seen():
    def of(n: int, opening: str) -> list[str]:
        return large_values(f"{opening}\n" + "\n".join(f"    a{i}: int" for i in range(n)))

    for opening in ("@dataclass(frozen=True)\nclass A:", "class A(NamedTuple):"):
        assert of(12, opening) == []
        assert of(13, opening) == ["A: 13 fields of 12"]
        assert of(12, f"{opening}\n    kind: ClassVar[str]") == []
    assert of(13, "class A:") == [], "attributes that are only annotated are no fields"


def test_a_long_signature_is_seen():
    def of(names: str, decorator: str = "") -> list[str]:
        return many_parameters(f"class A:\n    {decorator}\n    def f({names}): ...")

    assert of("self, a, b, c, d, e, f, g, h") == of("a, b, c, d, *, e, f, g, h") == []
    assert of("a, b, c, d, e, f, g, *, h, i") == ["f: 9 parameters of 8"]
    assert of("a, b, c, d, e, f, g, h, i", "@kernel") == []
    template = "def f(a, b, c, d, e, f, g, h, i): ..."
    assert many_parameters(template)
    assert many_parameters(f"{template}\nCUT = specialise(f, cut=cut)") == []
