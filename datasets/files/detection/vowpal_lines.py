"""Detection of Vowpal Wabbit lines, which look like a table with bars between its cells."""

from __future__ import annotations

import re

NUMBER = r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?"
HEAD = re.compile(rf"\s*((?:{NUMBER}\s+)*)(?:'[^\s|]*\s*|[^\s|]*)")
VALUED = re.compile(rf"(?<!\S)[^\s:|]*[^\W\d][^\s:|]*:{NUMBER}(?!\S)")
SIGNED = {"1", "-1"}


def is_vowpal(lines: list[str]) -> bool:
    """Return whether each line is a label and features after bars, rather than cells between bars.

    Bars between cells stand the same way to both sides, and each line has as many.
    """
    rows = [line.split("|") for line in lines]
    heads = [HEAD.fullmatch(row[0]) for row in rows]
    if not rows or any(len(row) < 2 for row in rows) or not all(heads):
        return False
    uneven = len({len(row) for row in rows}) > 1
    if all(not row[0] or row[0][-1].isspace() for row in rows):
        named = all(part[:1].strip() for row in rows for part in row[1:])
        values = sum(":" in "".join(row[1:]) for row in rows) * 2 > len(rows)
        return named or values or uneven or is_bag(rows)
    labels = [head[1].split() for head in heads]
    tags = [row[0][head.end(1) :] for row, head in zip(rows, heads, strict=True)]
    if any(tag[-1:].isspace() for tag in tags) or not any(labels):
        return False
    values = sum(VALUED.search("".join(row[1:])) is not None for row in rows) * 2 > len(rows)
    return values or uneven or has_one_namespace(rows) or (is_lopsided(rows) and is_uneven(rows))


def is_bag(rows: list[list[str]]) -> bool:
    """Return whether each line is a label, one bar, and words: uneven in number, or after ±1.

    Some lines may lack the label.
    """
    n_labelled = sum(bool(row[0].strip()) for row in rows)
    if any(len(row) != 2 for row in rows) or 2 * n_labelled <= len(rows):
        return False
    if is_uneven(rows):
        return True
    signs = {row[0].strip().replace("+", "") for row in rows}
    words = [row[1].strip() for row in rows]
    return signs == SIGNED and not any(word.replace(".", "").isdigit() for word in words)


def is_uneven(rows: list[list[str]]) -> bool:
    """Return whether some lines have several words after the bar, and others another number."""
    counts = {len(row[1].split()) for row in rows}
    return len(counts) > 1 and max(counts) > 1


def is_lopsided(rows: list[list[str]]) -> bool:
    """Return whether each line has one bar, with a blank behind it."""
    return all(len(row) == 2 and row[1][:1].isspace() for row in rows)


def has_one_namespace(rows: list[list[str]]) -> bool:
    """Return whether the same word touches the first bar of each line, and features follow it."""
    first = {row[1].split(None, 1)[0] for row in rows if row[1][:1].strip()}
    return len(rows) > 1 and len(first) == 1 and all(len(row[1].split()) > 1 for row in rows)
