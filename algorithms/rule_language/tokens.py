"""Tokens: the numbers, names and signs of a rule's text, each with its place."""

from __future__ import annotations

import re
from typing import NamedTuple

from algorithms.rule_language.errors import RuleError, quote

MOST_LETTERS, MOST_LINES = 1000, 10

KEYWORDS = ("and", "else", "if", "not", "or")

PART = re.compile(
    r"(?P<blank>[ \t\r]+|\#.*)"
    r"|(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[A-Za-z_α-ωΑ-Ω][A-Za-z_α-ωΑ-Ω0-9]*)"
    r"|(?P<sign>\*\*|<=|>=|==|!=|[-+*/^()<>=,−·×÷≤≥≠←])"
)

SIGNS = {"**": "^", "−": "-", "·": "*", "×": "*", "÷": "/"}
SIGNS |= {"≤": "<=", "≥": ">=", "≠": "!=", "←": "="}
"""Signs that mean another one."""

GREEK = {"η": "eta", "θ": "theta"}

HINTS = {
    "|": "the size of a weight is written abs(w)",
    "&": "two conditions are joined by “and”",
    "!": "the opposite of a condition is written “not”, and unequal “!=”",
    "²": "a square is written w^2",
    ":": "a choice is written “a if condition else b”, without a colon",
    "[": "parentheses are ( and )",
    "{": "parentheses are ( and )",
    "√": "a root is written sqrt(w)",
    ";": "each step stands on a line of its own",
}


class Token(NamedTuple):
    """A part of a text.

    Parameters
    ----------
    kind : "number", "name", "keyword", "sign", "line" at the end of one, or "end" of the text.
    text : as the language spells it: θ is ``theta``, ≤ is ``<=``.
    line, column : where it begins, both from 1.
    """

    kind: str
    text: str
    line: int
    column: int


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of a text; the end of a line within parentheses is none.

    Raises RuleError for a text that is too long, and at the first letter that means nothing.
    """
    if len(text) > MOST_LETTERS:
        raise RuleError(f"a rule has at most {MOST_LETTERS:,} letters, and this has {len(text):,}")
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        raise RuleError(f"a rule has at most {MOST_LINES} lines, and this has {len(lines)}")
    found, within = list[Token](), 0
    for number, line in enumerate(lines, 1):
        for token in _tokens_in(line, number, len(lines) > 1):
            within = max(0, within + (token.text == "(") - (token.text == ")"))
            found.append(token)
        if not within and found and found[-1].kind != "line":
            found.append(Token("line", "", number, len(line) + 1))
    found.append(Token("end", "", len(lines), len(lines[-1]) + 1))
    return found


def _tokens_in(line: str, number: int, several: bool) -> list[Token]:
    """The tokens of one line; ``several``: there are others."""
    found, at = [], 0
    while at < len(line):
        part = PART.match(line, at)
        if part is None:
            hint = HINTS.get(line[at], "it means nothing in a rule")
            raise RuleError(f"{quote(line[at])}: {hint}", number, at + 1, several)
        kind, text = str(part.lastgroup), part[0]
        if kind == "name":
            text = GREEK.get(text, text)
            kind = "keyword" if text in KEYWORDS else "name"
        if kind != "blank":
            found.append(Token(kind, SIGNS.get(text, text), number, at + 1))
        at = part.end()
    return found
