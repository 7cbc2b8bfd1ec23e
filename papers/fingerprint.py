"""Everything that can change a number: the code it runs through, its data, the versions."""

from __future__ import annotations

import ast
import hashlib
import platform
from functools import cache
from importlib import metadata
from pathlib import Path

import numpy as np

from datasets import Dataset
from papers.claim import Claim

ROOT = Path(__file__).resolve().parents[1]
FOLLOWED = ("algorithms", "papers", "knobs", "sweeps")
"""Packages whose code is part of a key. Of ``datasets`` the data themselves are."""

FRAMEWORK = ("claim", "rules", "verdict", "results", "compute", "fingerprint", "catalogue")
"""Modules of ``papers`` that change no number."""

NO_NUMBERS = ("algorithms.budget", "algorithms.cache")
"""Packages that decide when something is computed, and never what comes out."""

VERSIONS = ("numpy", "numba", "scipy", "scikit-learn")


def code_key(claim: Claim) -> str:
    """Return a digest of all code of ours that the measure of a claim can reach, and of versions.

    Comments, docstrings, layout, and the words of the claim itself are not part of it. What is
    reached is found by following imports from the file of the measure, name by name: a change of a
    kernel changes the keys of the claims that import it, and of no others. A claim therefore
    imports the algorithms that it runs, and not the catalogue of all.
    """
    return _code_key(claim.measure.__module__)


@cache
def _code_key(module: str) -> str:
    digest = hashlib.sha256()
    for path in sorted(reached_files(module)):
        digest.update(path.relative_to(ROOT).as_posix().encode())
        digest.update(_code_of(path).encode())
    for name in VERSIONS:
        digest.update(f"{name} {metadata.version(name)}".encode())
    return digest.hexdigest()[:16]


def reached_files(module: str) -> set[Path]:
    """Return the files of ours that ``module`` imports, directly or not, and its own."""
    todo, found = [module], set[Path]()
    while todo:
        path = _file(todo.pop())
        if path is None or path in found:
            continue
        found.add(path)
        todo += _imports(path)
    return found


@cache
def _file(module: str) -> Path | None:
    package, _, rest = module.partition(".")
    frames = package == "papers" and rest.split(".")[0] in FRAMEWORK
    if package not in FOLLOWED or frames or module.startswith(NO_NUMBERS):
        return None
    path = ROOT.joinpath(*module.split("."))
    for candidate in (path.with_suffix(".py"), path / "__init__.py"):
        if candidate.is_file():
            return candidate
    return None


@cache
def _imports(path: Path) -> tuple[str, ...]:
    """The modules that a file imports; of a package the module that a name comes from."""
    modules = []
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Import):
            modules += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules += [_origin(node.module, alias.name) for alias in node.names]
    return tuple(modules)


def _origin(module: str, name: str) -> str:
    """The module that defines a name which a package only passes on."""
    if _file(f"{module}.{name}"):
        return f"{module}.{name}"
    path = _file(module)
    if path is not None and path.name == "__init__.py":
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.ImportFrom) and any(a.name == name for a in node.names):
                return _origin(node.module, name)
    return module


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def _code_of(path: Path) -> str:
    """The code of a file: no comments, no docstrings, no declaration of a claim."""
    tree = ast.parse(path.read_text("utf-8"))
    tree.body = [node for node in tree.body if not _declares_claim(node)]
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [each for each in body if not _is_text(each)] or [ast.Pass()]
    return ast.unparse(tree)


def _declares_claim(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and any(
        isinstance(target, ast.Name) and target.id == "CLAIM" for target in node.targets
    )


def _is_text(node: ast.AST) -> bool:
    constant = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return constant and isinstance(node.value.value, str)


def data_key(dataset: Dataset | None) -> str:
    """Return a digest of the numbers of a dataset, with its held-out rows; "" for none."""
    if dataset is None:
        return ""
    digest = hashlib.sha256()
    for part in (dataset, dataset.test):
        if part is None:
            continue
        for array in (part.X.data, part.X.indices, part.X.indptr, part.y):
            digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()[:16]


def machine() -> dict[str, str]:
    """Return what numbers were computed with: the processor, Python, and the versions."""
    versions = {name: metadata.version(name) for name in VERSIONS}
    return {"machine": platform.machine(), "python": platform.python_version()} | versions
