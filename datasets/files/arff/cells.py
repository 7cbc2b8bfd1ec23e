"""Tokenizer of ARFF rows: a line → its cells, with the rules of Weka.

Commas or blanks separate cells, either quotation mark encloses text, a backslash escapes, ``%``
begins a comment, and braces at the end hold the weight of the row.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass

from datasets.errors import DatasetError
from datasets.wording import pluralize, quote
from knobs import parse_number

QUOTED = r"""(?:'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*")"""
# What opens a quotation mark and does not close it as a cell goes on to the end of the line.
CELL = re.compile(rf",[ \t]*({QUOTED}(?=[ \t]*(?:,|$))|['\"].*|[^,]*)")
WORD = re.compile(rf"({QUOTED}(?=[ \t,]|$)|['\"].*|[^ \t,]+)([ \t]*,?[ \t]*)")
BEFORE_COMMENT = re.compile(rf"(?:(?<![^ \t,]){QUOTED}|[^%'\"]+|['\"]|(?<![ \t])%)*")
ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)")
ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}


@dataclass
class Lines:
    """Iterator over the rows of a file; counts the comments and weights that it drops.

    Parameters
    ----------
    data : the text after the line @data.
    first : the number of its first line in the file.
    n_commented, n_weighted : rows with a comment or a weight at their end.
    n_by_blanks : rows whose cells had no commas between them, or not everywhere.
    """

    data: str
    first: int
    n_commented: int = 0
    n_weighted: int = 0
    n_by_blanks: int = 0

    def __iter__(self) -> Iterator[tuple[int, str]]:
        """The number of each line that holds a row, and the row without comment and weight."""
        for number, line in enumerate(io.StringIO(self.data), self.first):
            line = line.strip()
            if not line or line[0] == "%":
                continue
            if "%" in line:
                line = self.without_comment(line)
            if line[-1] == "}":
                line = self.without_weight(line, number)
            yield number, line

    def without_comment(self, line: str) -> str:
        """The line up to a ``%`` after a blank."""
        row = BEFORE_COMMENT.match(line)[0]
        self.n_commented += len(row) < len(line)
        return row.rstrip()

    def without_weight(self, line: str, number: int) -> str:
        """The line without the braces at its end, unless they are the row itself."""
        at = line.rfind("{")
        if at <= 0:
            return line
        try:
            parse_number(line[at + 1 : -1])
        except ValueError:
            raise DatasetError(
                f"line {number} ends in {quote(line[at:])}, where only the weight of the row, a "
                "number, may stand in braces: take it away, or put text with braces in quotes."
            ) from None
        self.n_weighted += 1
        return line[:at].rstrip().removesuffix(",").rstrip()

    def cells(self, line: str, n_cells: int, number: int) -> list[str]:
        """The cells of a row of ``n_cells``, still in their quotes. Raises DatasetError."""
        if "'" in line or '"' in line:
            cells = [cell.strip() for cell in CELL.findall("," + line)]
        else:
            cells = [cell.strip() for cell in line.split(",")]
        if len(cells) == n_cells:
            return cells
        words = WORD.findall(line)
        # Two commas with nothing between them would be taken for one: the error says so.
        if len(words) == n_cells and sum(map(len, map("".join, words))) == len(line):
            self.n_by_blanks += 1
            return [word for word, _ in words]
        if cells[-1][:1] in ("'", '"') and not re.fullmatch(QUOTED, cells[-1]):
            raise DatasetError(
                f"line {number} opens a quotation mark that is never closed, at "
                f"{quote(cells[-1])}: close it, or take it away."
            )
        n_found = len(cells) if "," in line else len(words)
        raise DatasetError(
            f"line {number} has {pluralize(n_found, 'cell')} for "
            f"{pluralize(n_cells, 'attribute')}: write a row on one line, with ? for a missing "
            "cell, and put text that holds blanks or commas in quotes."
        )

    def notes(self) -> list[str]:
        """Sentences about what was taken off the rows, and about blanks between cells."""
        sentences = []
        if self.n_by_blanks:
            sentences.append(
                f"Blanks or tabs separate the cells of {pluralize(self.n_by_blanks, 'row')}."
            )
        if self.n_commented:
            rows = pluralize(self.n_commented, "row")
            sentences.append(f"A comment after % at the end of {rows} left out.")
        if self.n_weighted:
            rows = pluralize(self.n_weighted, "row")
            sentences.append(f"The weight in braces of {rows} left out: each row counts once.")
        return sentences


def unquote(cell: str) -> str | None:
    """The text of a cell; None where it is missing. Raises ValueError for an open quotation."""
    if cell in ("", "?"):
        return None
    if cell[0] not in "'\"":
        return cell
    if not re.fullmatch(QUOTED, cell):
        raise ValueError(
            f"begins with a quotation mark and does not end with it ({quote(cell)}): close it, or "
            "take it away"
        )
    return ESCAPE.sub(unescape, cell[1:-1]) if "\\" in cell else cell[1:-1]


def unescape(escape: re.Match[str]) -> str:
    """The sign that follows a backslash, or that it stands for."""
    code = escape[1]
    if len(code) == 1:
        return ESCAPES.get(code, code)
    sign = chr(int(code[1:], 16))
    return sign if sign.isprintable() else escape[0]
