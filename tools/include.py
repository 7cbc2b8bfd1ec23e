"""Fill the marked blocks of the documents with the source they name, so that it is never stale.

``python -m tools.include`` rewrites every document in ``docs/``. A block begins with the line
``<!-- include PATH -->`` and ends with ``<!-- end -->``; PATH may go on with ``::NAME``, for one
function, class or constant of the file.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"<!-- include (\S+) -->\n.*?<!-- end -->", re.DOTALL)


def names(node: ast.stmt) -> list[str]:
    """Return the names that a statement of a module gives to something."""
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets if isinstance(target, ast.Name)]
    return [getattr(node, "name", "")]


def source(named: str) -> str:
    """Return the text of ``PATH`` or of ``PATH::NAME``, below the root.

    Raises
    ------
    FileNotFoundError, KeyError
        where there is no such file, or no such name in it.
    """
    path, _, name = named.partition("::")
    text = (ROOT / path).read_text(encoding="utf-8")
    if not name:
        return text.strip()
    nodes = [node for node in ast.parse(text).body if name in names(node)]
    if not nodes:
        raise KeyError(named)
    return "\n".join(text.splitlines()[nodes[0].lineno - 1 : nodes[0].end_lineno])


def fill(document: str) -> str:
    """Return ``document`` with every block filled from its present source."""

    def block(match: re.Match) -> str:
        return f"<!-- include {match[1]} -->\n```python\n{source(match[1])}\n```\n<!-- end -->"

    return BLOCK.sub(block, document)


def main() -> None:
    """Rewrite the documents."""
    for path in sorted((ROOT / "docs").glob("*.md")):
        path.write_text(fill(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
