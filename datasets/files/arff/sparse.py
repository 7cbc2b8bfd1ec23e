"""Sparse rows of an ARFF file: an attribute absent from a row is 0, or its first category."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import scipy.sparse as sp

from datasets.content import Rows
from datasets.errors import DatasetError
from datasets.files import limits
from datasets.files.arff.cells import QUOTED, Lines
from datasets.files.arff.dense import (
    CHUNK,
    NO_CATEGORY,
    NUMBERS,
    as_numbers,
    column_values,
    fractions,
)
from datasets.files.arff.header import Attribute
from datasets.files.limits import check_rows, check_values
from datasets.report import Step, steps
from datasets.tables.target import chosen_target
from datasets.tables.to_dataset import names_left_out
from datasets.wording import join_words, pluralize, quote

VALUE = rf"(?:{QUOTED}|[^ \t,'\"{{}}][^ \t,{{}}]*+)"
MARKS = "'\"{}"
DIGITS = re.compile(r"[0-9]+")
PAIR = re.compile(rf"([0-9]{{1,9}})[ \t]+({VALUE})")
PAIRS = re.compile(rf"(?:[0-9]{{1,9}}[ \t]++{VALUE}[ \t,]*+)*+")


class Cells(NamedTuple):
    """Cells as arrays [n_cells]: their rows, the places of their attributes, and their values.

    A value is a number, or a place among the attribute's categories, and NaN where it is missing.
    """

    rows: np.ndarray
    places: np.ndarray
    values: np.ndarray

    def select(self, kept: np.ndarray) -> Cells:
        """The cells of a mask."""
        return Cells(*(array[kept] for array in self))


def sparse_rows(
    data: str,
    first: int,
    attributes: list[Attribute],
    target: str,
    left_out: str,
    report: tuple[Step, ...],
) -> Rows:
    """The rows, of which those without a target are left out and counted.

    A numeric attribute is one column; each category but the first, which is 0, is one of its own.

    Parameters
    ----------
    data : the text after the line @data.
    first : the number of its first line in the file.
    target, left_out : as in ``table_dataset``.

    Raises DatasetError, which names line and column, for a row that is not as declared.
    """
    place, unused, reason = target_and_unused(attributes, target, left_out)
    lines = Lines(data, first)
    n_rows, cells = read_cells(lines, attributes, unused)
    own = cells.select(cells.places == place)
    y = np.zeros(n_rows)
    y[own.rows] = own.values
    has_target = ~np.isnan(y)
    features = cells.select((cells.places != place) & has_target[cells.rows])
    missing = np.isnan(features.values)
    if not has_target.any() or missing.all():
        raise DatasetError("no row has both a target and a feature: fill some in.")
    kept = features.select(~missing)
    kept = kept._replace(rows=(np.cumsum(has_target) - 1)[kept.rows])
    X, names = matrix(kept, attributes, {place, *unused}, np.count_nonzero(has_target))
    y, classes = target_values(y[has_target], attributes[place])
    notes = [*lines.notes(), *fractions(whole_numbers(cells, attributes))]
    gaps = missing_notes(features.select(missing), attributes)
    done = steps("cleaned", [*missing_target_notes(~has_target), *gaps])
    report = (*report, *steps("read", [width_note(attributes), *notes]), *done)
    return Rows(X, y, names, report, classes, attributes[place].name, reason)


def target_and_unused(
    attributes: list[Attribute], target: str, left_out: str
) -> tuple[int, set[int], str]:
    """The place of the target among the attributes, of those left out, and why it is that one."""
    import pandas as pd

    names = [attribute.name for attribute in attributes]
    header = pd.DataFrame(columns=names)
    name, reason = chosen_target(header, target)
    place = names.index(name)
    unused = {names.index(name) for name in names_left_out(header, left_out, names[place])}
    for at, attribute in enumerate(attributes):
        if at not in unused and attribute.kind not in (*NUMBERS, "categories"):
            held = "dates" if attribute.kind == "dates" else "text of any kind"
            raise DatasetError(
                f"attribute {quote(attribute.name)} of sparse rows holds {held}: declare its "
                "categories, or leave it out."
            )
    return place, unused, reason


def read_cells(lines: Lines, attributes: list[Attribute], unused: set[int]) -> tuple[int, Cells]:
    """The number of rows, and all of their cells but those of ``unused`` attributes."""
    check_rows(lines.data.count("\n"))
    parts: list[Cells] = []
    numbers: list[int] = []
    counts: list[int] = []
    places: list[str] = []
    cells: list[str] = []
    n_rows = 0

    def gather() -> None:
        """Turn the cells cut so far into arrays."""
        rows = np.repeat(np.arange(n_rows - len(counts), n_rows), counts)
        at = check_places(places, counts, numbers, len(attributes))
        values = values_by_attribute(at, cells, np.repeat(numbers, counts), attributes, unused)
        used = ~np.isin(at, list(unused))
        parts.append(Cells(rows[used], at[used], values[used]))
        check_values(sum(len(part.rows) for part in parts), limits.MOST_CUT)
        for each in (numbers, counts, places, cells):
            each.clear()

    for number, line in lines:
        row_places, row_cells = split_pairs(line, number)
        numbers.append(number)
        counts.append(len(row_cells))
        places += row_places
        cells += row_cells
        n_rows += 1
        if len(cells) + len(numbers) > CHUNK:
            gather()
    gather()
    return n_rows, Cells(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def split_pairs(line: str, number: int) -> tuple[list[str], list[str]]:
    """The places of a row's attributes, counted from 0, and their cells, still in their quotes."""
    if not line.startswith("{"):
        raise DatasetError(
            f"line {number} is no sparse row, and those before it are: write all rows in the same "
            "way."
        )
    body = line[1:-1]
    if line.endswith("}") and not any(mark in body for mark in MARKS):
        words = body.replace(",", " ").split()
        places, cells = words[::2], words[1::2]
        if len(places) == len(cells) and (not words or DIGITS.fullmatch("".join(places))):
            return places, cells
    elif line.endswith("}") and PAIRS.fullmatch(body.strip(" \t,")):
        pairs = PAIR.findall(body)
        return [place for place, _ in pairs], [cell for _, cell in pairs]
    raise DatasetError(
        f"line {number} is no sparse row: write {{place value, place value}}, places counted from "
        "0, and put text that holds blanks or commas in quotes."
    )


def check_places(
    places: list[str], counts: list[int], numbers: list[int], n_attributes: int
) -> np.ndarray:
    """The places as numbers. Raises DatasetError for one beyond the last, or twice in a row."""
    longest = len(str(n_attributes))
    ints = [int(place) if len(place) <= longest else n_attributes for place in places]
    at = np.array(ints, np.int64)
    lines = np.repeat(numbers, counts)
    beyond = np.flatnonzero(at >= n_attributes)
    if beyond.size:
        raise DatasetError(
            f"line {lines[beyond[0]]} names attribute {places[beyond[0]][:20]}, and the last one "
            f"is {n_attributes - 1}: attributes are counted from 0."
        )
    keys = np.sort(lines.astype(np.int64) * n_attributes + at)
    twice = keys[1:][keys[1:] == keys[:-1]]
    if twice.size:
        raise DatasetError(
            f"line {twice[0] // n_attributes} names attribute {twice[0] % n_attributes} twice: "
            "give it one value."
        )
    return at


def values_by_attribute(
    places: np.ndarray,
    cells: list[str],
    numbers: np.ndarray,
    attributes: list[Attribute],
    unused: set[int],
) -> np.ndarray:
    """The value of each cell, as ``Cells`` has it; those of ``unused`` attributes are NaN."""
    if all(attribute.kind in NUMBERS for attribute in attributes) and not unused:
        try:
            return as_numbers(cells)
        except ValueError:  # the way below says where
            pass
    values = np.full(len(cells), np.nan)
    in_order = np.argsort(places, kind="stable")
    ends = np.flatnonzero(np.diff(places[in_order], append=-1)) + 1
    for start, end in pairwise([0, *ends.tolist()]):
        own = in_order[start:end]
        at = int(places[own[0]])
        if at in unused:
            continue
        attribute = attributes[at]
        read = column_values([cells[i] for i in own], attribute, numbers[own].tolist())
        if attribute.kind == "categories":
            read = np.where(read == NO_CATEGORY, np.nan, read)
        values[own] = read
    return values


def matrix(
    cells: Cells, attributes: list[Attribute], skipped: set[int], n_rows: int
) -> tuple[sp.csr_array, tuple[str, ...]]:
    """All cells and their columns' names, in the order of the attributes and their categories."""
    is_number = np.array([attribute.kind in NUMBERS for attribute in attributes])
    in_number = is_number[cells.places]
    is_zero = ~in_number & (cells.values == 0)  # the first category
    cells, in_number = cells.select(~is_zero), in_number[~is_zero]
    category = np.where(in_number, 0, cells.values).astype(np.int64)
    width = max(len(attribute.categories) for attribute in attributes) + 1
    keys = cells.places * width + category
    always = [at * width for at in np.flatnonzero(is_number).tolist() if at not in skipped]
    columns = np.unique(np.concatenate([keys, np.array(always, np.int64)]))
    values = np.where(in_number, cells.values, 1.0)
    shape = (n_rows, len(columns))
    X = sp.csr_array((values, (cells.rows, np.searchsorted(columns, keys))), shape=shape)
    names = []
    for at, place in zip(*(part.tolist() for part in np.divmod(columns, width)), strict=True):
        attribute = attributes[at]
        is_category = attribute.kind == "categories"
        names.append(attribute.name + (f"={attribute.categories[place]}" if is_category else ""))
    return X, tuple(names)


def target_values(y: np.ndarray, target: Attribute) -> tuple[np.ndarray, tuple[str, ...]]:
    """The target and its classes: those of its categories that occur, in their order."""
    if target.kind != "categories":
        return y, ()
    occurring, numbers = np.unique(y, return_inverse=True)
    return numbers.astype(np.float64), tuple(target.categories[int(at)] for at in occurring)


def whole_numbers(cells: Cells, attributes: list[Attribute]) -> dict[str, np.ndarray]:
    """The values of each attribute that is declared to hold whole numbers, where they do not."""
    is_whole = np.array([attribute.kind == "whole numbers" for attribute in attributes])
    odd = cells.select(is_whole[cells.places] & (cells.values != np.trunc(cells.values)))
    return {attributes[at].name: odd.values[odd.places == at] for at in np.unique(odd.places)}


def width_note(attributes: list[Attribute]) -> str:
    """A sentence about the number of attributes."""
    count = pluralize(len(attributes), "attribute")
    return f"Sparse rows of {count}; what they do not name is 0."


def missing_target_notes(left_out: np.ndarray) -> list[str]:
    """A sentence about the rows of a mask, which are left out."""
    n_rows = np.count_nonzero(left_out)
    return [f"{pluralize(n_rows, 'row')} without a target left out."] if n_rows else []


def missing_notes(missing: Cells, attributes: list[Attribute]) -> list[str]:
    """A sentence about the missing cells, which are filled in with 0."""
    if not len(missing.rows):
        return []
    places, counts = np.unique(missing.places, return_counts=True)
    pairs = zip(places.tolist(), counts.tolist(), strict=True)
    where = join_words(f"{count:,} in {attributes[at].name}" for at, count in pairs)
    return [f"{pluralize(len(missing.rows), 'missing cell')} of sparse rows taken as 0: {where}."]
