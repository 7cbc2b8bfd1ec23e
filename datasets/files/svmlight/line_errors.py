"""Error messages for malformed svmlight lines, one check for each common mistake."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from datasets.errors import DatasetError
from datasets.files.dialect import is_number
from datasets.wording import quote

LARGEST_ID = 2**63 - 2
GIVE = "write label id:value id:value, as in 1 2:0.5 7:1"
COMMENT = re.compile(r"//|%|;|--|\*")
PAIR = re.compile(r"\d+:[^\s:]+", re.ASCII)
FIELDS = re.compile(r"[^\s:,;]+:\d+:[^\s:]+", re.ASCII)
DECIMAL_COMMA = re.compile(r"\d+:[-+]?\d*,\d+(?:[eE][-+]?\d+)?", re.ASCII)
BETWEEN = re.compile(r":[^\s:]*[,;]\d+:", re.ASCII)


def line_error(line: str, number: int) -> DatasetError:
    """Error for the ``number``-th line, with the message of the first check that fails."""
    text = line.partition("#")[0]
    sentence = next(filter(None, (trouble(text, number) for trouble in CHECKS)), "")
    return DatasetError(sentence or f"line {number} cannot be read: {GIVE}.")


def check_comment_or_bar(text: str, number: int) -> str:
    """A sentence about a comment with another mark, and about the lines of Vowpal Wabbit."""
    if mark := COMMENT.match(text.lstrip()):
        return (
            f"line {number} begins with {quote(mark[0])}: begin comments with #, or take the line "
            "out."
        )
    if "|" in text:
        return (
            f"line {number} has a bar |, as the lines of Vowpal Wabbit have: name the file .vw, or "
            f"{GIVE}."
        )
    return ""


def check_between_pairs(text: str, number: int) -> str:
    """A sentence about pairs with a comma between them, and about three parts in one."""
    if BETWEEN.search(text):
        return (
            f"line {number} has commas or semicolons between its pairs: put a blank there, as in "
            "1 2:0.5 7:1 of label and id:value."
        )
    for cell in text.split()[1:]:
        if FIELDS.fullmatch(cell):
            return (
                f"{quote(cell)} in line {number} has three parts, field:id:value, as libffm writes "
                "them: take the field and its colon away from each, and number the features so "
                "that an id comes once in a row."
            )
    return ""


def check_decimal_comma(text: str, number: int) -> str:
    """A sentence about a decimal comma."""
    for cell in text.split()[1:]:
        if DECIMAL_COMMA.fullmatch(cell):
            return (
                f"{quote(cell)} in line {number} has a decimal comma: write id:value with a "
                f"decimal point, {cell[:40].replace(',', '.')}."
            )
    return ""


def check_label(text: str, number: int) -> str:
    """A sentence about what stands before the first pair, where that is not one number."""
    cells = text.split()
    first = next((at for at, cell in enumerate(cells) if ":" in cell), len(cells))
    if not first:
        return (
            f"{quote(cells[0])} in line {number} stands where the label is expected, the target, a "
            "number: put one in front of the id:value pairs (a weight, as in label:weight, is not "
            "read)."
        )
    if first == len(cells) and is_number(cells[0]):
        return ""  # pairs without a colon
    before = " ".join(cells[:first])
    parts = before.replace(",", " ").split()
    if len(parts) == 1 and is_number(before):
        return ""
    if not parts or not all(map(is_number, parts)):
        return (
            f"the label {quote(before)} in line {number} is no number: {GIVE}, and number the "
            "classes, such as 1 and -1."
        )
    if "," in before:
        return (
            f"line {number} has several labels, {quote(before)}: a row has one label here, the "
            "target, a number, so write for example 1 where the label you look for is among them "
            "and -1 in the other rows."
        )
    return (
        f"line {number} has {len(parts)} numbers before its first pair, {quote(before)}: leave "
        "one, the label; further labels and weights of rows are not read."
    )


def check_pairs(text: str, number: int) -> str:
    """A sentence about the first pair that is none."""
    seen: set[int] = set()
    for cell in text.split()[1:]:
        name, colon, value = cell.partition(":")
        if name == "qid" and is_number(value):
            continue
        sentence = "".join(pair_errors(name, colon, value))
        if sentence:
            return f"{quote(cell)} in line {number} {sentence}."
        if int(name) in seen:
            return (
                f"{quote(cell)} in line {number} has an id that stands twice in the row: give each "
                "id once in a row, with one value."
            )
        seen.add(int(name))
    return ""


def pair_errors(name: str, colon: str, value: str) -> Iterator[str]:
    """The trouble with one pair, if any, as the end of a sentence."""
    if not colon:
        is_id = re.fullmatch("[0-9]{1,18}", name)
        yield f"is no id:value pair: {f'write {name}:1 if it is an id' if is_id else GIVE}"
    elif not name or (re.fullmatch(r"[-+]?[\d.]+", name) and not re.fullmatch("[0-9]+", name)):
        yield f"has no id that is a whole number from 0 on: {GIVE}"
    elif not re.fullmatch("[0-9]+", name):
        yield (
            "names its feature by a word: number the features, id:value, or write label | "
            "name:value lines into a file called .vw"
        )
    elif len(name) > 20 or int(name) > LARGEST_ID:
        yield f"has an id beyond {LARGEST_ID}: number the features from 1, id:value"
    elif not value:
        yield (
            "has no value: write id:value without a blank beside the colon, and leave the pair out "
            "where the value is 0"
        )
    elif not is_number(value):
        yield f"has a value that is no number: write id:value, as in {name[:20]}:0.5"


CHECKS: tuple[Callable[[str, int], str], ...] = (
    check_comment_or_bar,
    check_between_pairs,
    check_decimal_comma,
    check_label,
    check_pairs,
)
"""The troubles in the order in which they are looked for."""
