"""Our packages below one parent, ``sparsity_lab``: the imports in a source, for the wheel.

In the project they stand at the top, as ``datasets`` and ``algorithms`` do. Installed they would
take these names from others, such as Hugging Face's ``datasets``.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator

PARENT = "sparsity_lab"
FILES = ("app", "knobs")
FOLDERS = ("algorithms", "charts", "datasets", "pages", "papers", "serving", "sweeps", "ui")
OURS = {*FILES, *FOLDERS}

LINE = re.compile(r"(\s*(?:>>> |#\s+)?)((?:from|import)\s.*)")
FIELD, NAMED_FIELD = re.compile(r"\{(\w+)\}"), re.compile(r"\b_field_(\w+)_\b")
"""A place that ``str.format`` fills, and a name that stands for it where Python is read."""

BREAK = re.compile(r"""(\\n|\n|["'])""")
"""What stands between the lines of a string, as the source has it."""

Change = tuple[int, int, str]
"""From, to, and the text that stands there from now on."""


def below_parent(source: str) -> str:
    """Return a source whose imports of ours are of ``sparsity_lab``.

    A line of a string that is such an import alone is one, too, also behind ``#``: scripts to take
    home, examples.
    Raises SyntaxError where the source is no Python.
    """
    starts = _line_starts(source)
    changes = [*_imports(source, starts), *_imports_in_strings(source, starts)]
    for first, last, text in sorted(changes, reverse=True):
        source = source[:first] + text + source[last:]
    return source


def _imports(source: str, starts: list[int]) -> Iterator[Change]:
    """The imports of ours, each as it has to be."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and not node.level and _is_ours(node.module):
            first = _place(source, starts, node.lineno, node.col_offset)
            module = source.index(node.module, first + len("from"))
            yield module, module, f"{PARENT}."
        elif isinstance(node, ast.Import) and any(_is_ours(each.name) for each in node.names):
            first = _place(source, starts, node.lineno, node.col_offset)
            last = _place(source, starts, node.end_lineno, node.end_col_offset)
            yield first, last, "; ".join(map(_import, node.names))


def _import(alias: ast.alias) -> str:
    """One import, which binds the name that it bound."""
    top, _, rest = alias.name.partition(".")
    if top not in OURS:
        return ast.unparse(ast.Import([alias]))
    if not rest:
        return f"from {PARENT} {ast.unparse(ast.Import([alias]))}"
    if alias.asname:
        return f"import {PARENT}.{alias.name} as {alias.asname}"
    return f"import {PARENT}.{alias.name}; from {PARENT} import {top}"


def _imports_in_strings(source: str, starts: list[int]) -> Iterator[Change]:
    for first, last in _strings(source, starts):
        at = first
        for piece in BREAK.split(source[first:last]):
            if line := LINE.fullmatch(piece):
                yield at + line.start(2), at + line.end(), _statement(line[2])
            at += len(piece)


def _statement(line: str) -> str:
    """A line of a string; only an import is another below the parent."""
    named = FIELD.sub(r"_field_\1_", line)
    try:
        (node,) = ast.parse(named).body
    except (SyntaxError, ValueError):  # a sentence; several statements
        return line
    if not isinstance(node, ast.Import | ast.ImportFrom):
        return line
    return NAMED_FIELD.sub(r"{\1}", below_parent(named))


def _strings(source: str, starts: list[int]) -> Iterator[tuple[int, int]]:
    """Where strings begin and end; since Python 3.12 an f-string is several tokens."""
    begun = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        kind = tokenize.tok_name[token.type]
        if kind == "FSTRING_START":
            begun.append(token.start)
        elif kind == "STRING" and not begun:
            yield _offset(starts, token.start), _offset(starts, token.end)
        elif kind == "FSTRING_END" and (start := begun.pop()) and not begun:
            yield _offset(starts, start), _offset(starts, token.end)


def _is_ours(module: str | None) -> bool:
    return (module or "").split(".")[0] in OURS


def _line_starts(source: str) -> list[int]:
    return [0, *(each.end() for each in re.finditer("\n", source)), len(source)]


def _offset(starts: list[int], place: tuple[int, int]) -> int:
    return starts[place[0] - 1] + place[1]


def _place(source: str, starts: list[int], line: int, column: int) -> int:
    """A place of ``ast``, which counts bytes of a line, as a place in the source."""
    start = starts[line - 1]
    text = source[start : starts[line]]
    return start + len(text.encode()[:column].decode())
