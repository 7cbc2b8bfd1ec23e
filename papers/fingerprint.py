"""Everything that can change a number: the code it runs through, its data, the versions."""

from __future__ import annotations

import hashlib
import platform
import tokenize
from functools import cache
from importlib import metadata
from pathlib import Path

import numpy as np

from datasets import Dataset
from papers.claim import Claim

ROOT = Path(__file__).resolve().parents[1]
PARENT = __name__.removesuffix("papers.fingerprint")
"""The package that ours are in: "sparsity_lab." in the wheel, none in the project."""

FOLLOWED = ("algorithms", "papers", "knobs", "sweeps")
"""Packages whose code is part of a key. Of ``datasets`` the data themselves are."""

FRAMEWORK = (
    "carry",
    "catalogue",
    "claim",
    "compute",
    "fingerprint",
    "once",
    "results",
    "rules",
    "verdict",
)
"""Modules of ``papers`` that change no number."""

NO_NUMBERS = ("algorithms.budget", "algorithms.cache")
"""Packages that decide when something is computed, and never what comes out."""

LAYOUT = (tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER)
VERSIONS = ("numpy", "numba", "scipy", "scikit-learn")


def code_key(claim: Claim) -> str:
    """Return a digest of all code of ours that the measure of a claim can reach, and of versions.

    Comments, docstrings, layout, and the words of the claim itself are not part of it. What is
    reached is found by following imports from the file of the measure, name by name: a change of a
    kernel changes the keys of the claims that import it, and of no others. A claim therefore
    imports the algorithms that it runs, and not the catalogue of all.
    """
    return _code_key(claim.measure.__module__.removeprefix(PARENT))


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
    for line in _lines(path):
        if line[0] == "import":
            modules += [name for name in line[1:] if name[0].isalpha()]
        elif line[0] == "from" and "import" in line:
            cut = line.index("import")
            module = "".join(line[1:cut])
            modules += [_origin(module, name) for name in line[cut + 1 :] if name.isidentifier()]
    return tuple(modules)


def _origin(module: str, name: str) -> str:
    """The module that defines a name which a package only passes on."""
    if _file(f"{module}.{name}"):
        return f"{module}.{name}"
    path = _file(module)
    if path is not None and path.name == "__init__.py":
        for line in _lines(path):
            if line[0] == "from" and name in line[line.index("import") :]:
                return _origin("".join(line[1 : line.index("import")]), name)
    return module


@cache
def _lines(path: Path) -> tuple[tuple[str, ...], ...]:
    """The logical lines of a file as tokens: no comments, no docstrings, no line breaks.

    ``ast.parse`` would do, but of several threads at once it fails in Python 3.11.
    """
    lines, line = [], list[str]()
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type == tokenize.NEWLINE:
                if not (len(line) == 1 and line[0][0] in "\"'rf"):
                    lines.append((*_in_project(line),))
                line = []
            elif token.type == tokenize.INDENT:
                lines.append(("{",))
            elif token.type == tokenize.DEDENT:
                lines.append(("}",))
            elif token.type not in LAYOUT:
                line.append(token.string)
    return (*lines,)


def _in_project(line: list[str]) -> list[str]:
    """An import as it stands in the project, where the wheel has it below a parent."""
    parent = PARENT.rstrip(".")
    if not parent or line[0] not in ("from", "import") or parent not in line:
        return line
    at = line.index(parent)
    return line[at + 1 :] if line[at + 1] == "import" else line[:at] + line[at + 2 :]


def _code_of(path: Path) -> str:
    """The code of a file, without the declaration of a claim."""
    lines = (" ".join(line) for line in _lines(path))
    return "\n".join(line for line in lines if not line.startswith("CLAIM ="))


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
