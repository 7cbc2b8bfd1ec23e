"""Text from outside made safe for Streamlit's Markdown: the one door to it.

From outside is all that comes with a file or an address: file names, names of columns, features and
classes, cells, units, parameters. Streamlit reads more than CommonMark in a text: formulas, bare
addresses of web sites and of people, emoji and icons between colons, colours and badges in
brackets, arrows written with hyphens. Some of these it looks for after backslashes have been
resolved, so no backslash helps against them; a span without any style (``:color[…]{}``) ends a text
in its middle, and neither half is one of them. The reader sees, searches and copies what there was.
"""

from __future__ import annotations

import re

_SPLIT = re.compile(
    r"(?P<emoji>:(?=[\w+-]+:))"
    r"|(?P<address>(?<=http):(?=//)|(?<=https):(?=//)|(?<=www)\.|@)"
    r"|(?P<arrow><-+>?|-+>|--+|[<>~]=)"
    r"|(?P<icon>(?<=:material)/)"
    r"|(?P<entity>&(?=\#?\w+;))"
    r"|(?P<mark>[\\`*\[\]<$~]|(?<![^\W_])_|_(?![^\W_])|:(?=\S))"
    r"|(?P<line>\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029])",
    re.IGNORECASE,
)
_BEGINNING = re.compile(r"(?P<mark>[#+=|>-])|(?P<number>\d{1,9})(?P<stop>[.)])|(?P<blank>[ \t])")
"""Pattern that would make a heading, a list, a quotation or code of a line."""


def plain(sentence: str) -> str:
    """Return a sentence that quotes what comes from outside, so that nothing in it is markup."""
    first = _BEGINNING.match(sentence)
    if first is None or _SPLIT.match(sentence):
        return _SPLIT.sub(_escape, sentence)
    rest = _SPLIT.sub(_escape, sentence[first.end() :])
    if first["blank"]:
        return f"&#{ord(first['blank'])};{rest}"
    return f"{first['number'] or ''}\\{first['stop'] or first['mark']}{rest}"


def _escape(part: re.Match) -> str:
    kind, text = part.lastgroup, part[0]
    if kind in ("emoji", "address"):
        return _apart(text)
    if kind == "arrow":
        return "".join(map(_apart, text[:-1])) + f"\\{text[-1]}"
    if kind == "line":
        return "&#10;"
    return "&#47;" if kind == "icon" else f"\\{text}"


def _apart(letter: str) -> str:
    """Return a letter that stands in a text of its own, without any look of its own."""
    return f":color[\\{letter}]{{}}"
