"""Header of an ARFF file → its declared attributes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from datasets.errors import DatasetError
from datasets.files.arff.cells import QUOTED, WORD, unquote
from datasets.files.arff.dates import as_strptime
from datasets.files.limits import check_columns
from datasets.wording import quote

Kind = Literal["numbers", "whole numbers", "text", "categories", "dates"]
LARGEST_HEAD = 10_000_000
KINDS: dict[str, Kind] = {
    "numeric": "numbers",
    "real": "numbers",
    "float": "numbers",
    "double": "numbers",
    "integer": "whole numbers",
    "int": "whole numbers",
    "string": "text",
    "date": "dates",
}
ATTRIBUTE = re.compile(rf"(?i:@attribute)\s+({QUOTED}|[^\s{{'\"][^\s{{]*+)\s*(\S.*)")
TYPE = re.compile(r"[^\s\[{,%]+")
CATEGORY = re.compile(rf"\s*({QUOTED}(?=\s*[,}}])|[^,}}]*)\s*([,}}]?)")
DATE_FORM = re.compile(rf"date\s+({QUOTED}|[^\s%][^%]*)", re.IGNORECASE)


@dataclass(frozen=True)
class Attribute:
    """A column as the file declares it.

    Parameters
    ----------
    categories : those of the kind "categories", in their order.
    date_format : of dates, as ``strptime`` takes it; empty for ISO 8601.
    """

    name: str
    kind: Kind
    categories: tuple[str, ...] = ()
    date_format: str = ""


def read_header(header: str) -> list[Attribute]:
    """The attributes of a head, up to and with its line @data. Raises DatasetError with a line."""
    if len(header) > LARGEST_HEAD:
        raise DatasetError(
            f"its head, up to the line @data, is longer than {LARGEST_HEAD:,} characters, the most "
            "that are read: give fewer attributes, or declare those of many categories as string."
        )
    attributes: list[Attribute] = []
    lines: dict[str, int] = {}
    has_relation = False
    for number, line in enumerate(header.rstrip().split("\n"), start=1):
        line = line.strip()
        if not line or line.startswith("%"):
            continue
        keyword = line.split(None, 1)[0].lower()
        if keyword == "@attribute" and has_relation:
            attribute = read_attribute(line, number)
            if attribute.name and attribute.name in lines:
                raise DatasetError(
                    f"line {number} declares {quote(attribute.name)}, which is there already in "
                    f"line {lines[attribute.name]}: rename one."
                )
            lines[attribute.name] = number
            attributes.append(attribute)
            check_columns(len(attributes), noun="attribute")
        elif keyword == "@relation":
            has_relation = True
        elif not keyword.startswith("@data"):
            raise unexpected_line_error(keyword, number)
    return attributes


def unexpected_line_error(keyword: str, number: int) -> DatasetError:
    """Error for a line of the head that begins with none of ARFF's words."""
    if keyword == "@attribute":
        return DatasetError(
            f"line {number} declares an attribute before the file has a line @relation: put "
            "@relation and a name on top."
        )
    return DatasetError(
        f"line {number} begins with {quote(keyword)}, where @relation, @attribute or @data is "
        "expected: take the line out, or put % in front of it."
    )


def read_attribute(line: str, number: int) -> Attribute:
    """The attribute that one line declares."""
    match = ATTRIBUTE.fullmatch(line)
    if match is None:
        raise DatasetError(
            f"line {number} declares an attribute without a name or a type: write @attribute, a "
            "name, in quotes if it holds blanks, and a type such as numeric."
        )
    name, rest = (unquote(match[1]) or "").strip(), match[2]
    if rest.startswith("{"):
        return Attribute(name, "categories", categories(rest, name, number))
    kind = TYPE.match(rest)
    word = kind[0] if kind else rest
    if word.lower() == "relational":
        raise DatasetError(
            f"line {number} declares {quote(name)} as relational, a table inside a cell, which is "
            "not read: give a file whose cells are numbers and words."
        )
    if word.lower() not in KINDS:
        raise DatasetError(
            f"line {number} gives {quote(name)} the type {quote(word)}, which is none of numeric, "
            "integer, real, string, date and {categories}: write one of these."
        )
    # A range such as [1,10], a weight or a comment may follow, and declares nothing of the values.
    form = DATE_FORM.match(rest) if word.lower() == "date" else None
    try:
        written = as_strptime(unquote(form[1].strip()) or "") if form else ""
        return Attribute(name, KINDS[word.lower()], date_format=written)
    except ValueError as error:
        raise DatasetError(f"line {number}, attribute {quote(name)}: {error}.") from None


def categories(text: str, name: str, number: int) -> tuple[str, ...]:
    """The categories between braces, each once: commas separate them, or blanks if there is none.

    Parameters
    ----------
    text : from the opening brace to the end of the line.
    """
    pieces, at, end = [], 1, ","
    while end == ",":
        match = CATEGORY.match(text, at)
        pieces.append(match[1].strip())
        at, end = match.end(), match[2]
    if end != "}":
        raise DatasetError(
            f"line {number} opens a brace for the categories of {quote(name)} that is never "
            "closed: close it on the same line."
        )
    if len(pieces) == 1:
        pieces = [word for word, _ in WORD.findall(pieces[0])]
    try:
        words = [(unquote(piece) or "").strip() for piece in pieces]
    except ValueError as error:
        raise DatasetError(f"line {number}, attribute {quote(name)}: a category {error}.") from None
    if not any(words):
        raise DatasetError(
            f"line {number} gives {quote(name)} no category: write them between the braces, "
            "separated by commas."
        )
    return tuple(dict.fromkeys(filter(None, words)))
