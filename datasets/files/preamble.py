"""Preamble of a text table: Excel's sep=, comments, titles and blank lines above it."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from typing import NamedTuple

from datasets.files.dialect import Line, cut_lines, guess_separator, is_number
from datasets.wording import join_words, pluralize, quote

SKIPS = tuple(map(str, range(21)))
SEPARATOR = re.compile(r'"?sep=(\\t|.)"?[ \t,;|]*', re.IGNORECASE)
END = re.compile(rb"\r\n|\n|\r")


class Preamble(NamedTuple):
    """The lines above a table.

    Parameters
    ----------
    lines : the number of them.
    separator : the character that they say stands between cells, or nothing.
    comment : the text of the comment just above the table, which may hold its names.
    notes : sentences about them.
    """

    lines: int = 0
    separator: str = ""
    comment: str = ""
    notes: tuple[str, ...] = ()


def read_preamble(text: str, separator: str, skip: str) -> Preamble:
    """Read the preamble of a table that begins with ``text``.

    Parameters
    ----------
    text : the first lines.
    separator : the character between cells as asked for, or nothing.
    skip : how many lines are asked to be skipped, or "guess".
    """
    lines = text.splitlines()
    if skip != "guess":
        said = declared_separator(lines[0]) if skip != "0" and lines else ""
        return Preamble(int(skip), said, "", skip_notes(lines[: int(skip)]))
    said = declared_separator(lines[0]) if lines else ""
    at = 1 if said else 0
    first_comment = at
    while at < len(lines) and lines[at].lstrip().startswith("#"):
        at += 1
    comments = lines[first_comment:at]
    rest = "\n".join(lines[at:])
    mark = separator or said or guess_separator(rest)
    if len(comments) == 1 and is_line_of_names(comments[0], rest, mark):
        return Preamble(first_comment, said)
    titles = count_title_lines(cut_lines(rest, mark))
    notes = []
    if said:
        notes.append("The first line says which character separates cells.")
    if comments:
        notes.append(f"{pluralize(len(comments), 'comment line')} on top left out.")
    notes.extend(skip_notes(lines[at : at + titles]))
    return Preamble(at + titles, said, "" if titles else comment_text(comments), tuple(notes))


def declared_separator(line: str) -> str:
    """The character that a line such as ``sep=;`` says, or nothing."""
    match = SEPARATOR.fullmatch(line.lstrip("\ufeff"))
    return match[1].replace("\\t", "\t") if match else ""


def is_line_of_names(line: str, rest: str, mark: str) -> bool:
    """Return whether a line is the names of the lines below, of which the first is ``#``."""
    below = cut_lines(rest, mark)
    cells = next(csv.reader([line], delimiter=mark), [])
    return (
        cells[0].strip() == "#" and mark != " " and bool(below) and len(cells) == len(below[0][1])
    )


def comment_text(comments: list[str]) -> str:
    """The text of the last comment."""
    return comments[-1].lstrip(" #").rstrip() if comments else ""


def skip_notes(lines: list[str]) -> tuple[str, ...]:
    """A sentence about lines that are no part of the table."""
    if not lines:
        return ()
    written = [quote(line) for line in lines if line.strip()]
    texts = f": {join_words(written, limit=3)}" if written else ""
    return (f"{pluralize(len(lines), 'line')} above the table left out{texts}.",)


def count_title_lines(lines: list[Line]) -> int:
    """The number of lines on top that have fewer cells than the steady rest.

    A line of names may lack one; a line of one word over many columns is a title.
    """
    widths = Counter(len(cells) for _, cells in lines if len(cells) > 1)
    if not widths:
        return 0
    width = widths.most_common(1)[0][0]
    above = 0
    for number, (_, cells) in enumerate(lines):
        if not is_title(cells, width):
            steady = [len(cells) for _, cells in lines[number:]]
            is_steady = len(steady) > 1 and steady[0] == steady[1] == width
            return above if is_steady and above < len(SKIPS) else 0
        above = lines[number][0]
    return 0


def is_title(cells: list[str], width: int) -> bool:
    """Return whether a line has too few cells for a row of so many, and is no row with gaps."""
    filled = [cell for cell in cells if cell]
    if not filled:
        return True
    if len(cells) < width:
        return len(filled) <= max(1, width - 2)
    lone = len(cells) == width > 2 and cells[0] and len(filled) == 1
    return bool(lone and not is_number(cells[0]))


def drop_lines(content: bytes, lines: int) -> bytes:
    """The content without so many lines on top."""
    at = 0
    for _ in range(lines):
        end = END.search(content, at)
        if end is None:
            return b""
        at = end.end()
    return content[at:]


def names_in_comment(comment: str, separator: str, width: int) -> list[str]:
    """The names in a comment that has as many cells as the table has columns, or none."""
    if not comment or width < 2:
        return []
    text = " ".join(comment.split()) if separator == " " else comment
    cells = [c.strip() for c in next(csv.reader(io.StringIO(text), delimiter=separator), [])]
    if len(cells) != width or any(not cell or is_number(cell) for cell in cells):
        return []
    return cells
