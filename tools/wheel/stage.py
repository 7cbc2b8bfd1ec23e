"""The contents of the wheel, as files: ``python -m tools.wheel.stage FOLDER`` writes them."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from tools.wheel.rewrite import FILES, FOLDERS, PARENT, below_parent

PARENT_MODULE = Path(__file__).with_name("parent.py")
SETTINGS = ".streamlit/config.toml"
NOTEBOOKS = "docs/notebooks"
LINK = re.compile(r"\[([^]]+)\]\((?!https?:)[^)]+\)")
"""A link to another document, which the wheel does not have."""


def stage(root: Path, target: Path) -> None:
    """Write the package ``sparsity_lab`` of the project in ``root`` into the folder ``target``.

    Data files are copied as they are; what is hidden, or compiled, is not.
    """
    sources = [root / f"{name}.py" for name in FILES] + [root / SETTINGS]
    for folder in FOLDERS:
        inside = sorted((root / folder).rglob("*"))
        sources += [path for path in inside if _belongs(path.relative_to(root), path)]
    for source in sources:
        write(source, target / PARENT / source.relative_to(root))
    for source in sorted((root / NOTEBOOKS).glob("*.ipynb")):
        write(source, target / PARENT / "notebooks" / source.name)
    write(PARENT_MODULE, target / PARENT / "__init__.py")
    (target / PARENT / "py.typed").touch()


def write(source: Path, copy: Path) -> None:
    """Copy a file; of Python and of notebooks, with its imports below the parent."""
    copy.parent.mkdir(parents=True, exist_ok=True)
    if source.suffix in (".py", ".pyi"):
        copy.write_text(below_parent(source.read_text("utf-8")), "utf-8")
    elif source.suffix == ".ipynb":
        copy.write_text(_notebook_below_parent(source.read_text("utf-8")), "utf-8")
    else:
        copy.write_bytes(source.read_bytes())


def _notebook_below_parent(text: str) -> str:
    """A notebook with its imports below the parent, and without links to other documents."""
    notebook = json.loads(text)
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        is_code = cell["cell_type"] == "code"
        source = below_parent(source) if is_code else LINK.sub(r"\1", source)
        cell["source"] = source.splitlines(keepends=True)
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def _belongs(name: Path, path: Path) -> bool:
    hidden = any(part.startswith((".", "__pycache__")) for part in name.parts)
    return path.is_file() and not hidden


if __name__ == "__main__":
    stage(Path(__file__).resolve().parents[2], Path(sys.argv[1]))
