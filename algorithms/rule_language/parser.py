"""The parser: from the text of a rule to its program, by recursive descent.

rule         lines, of which the last is the new weight
line         name = expression, or an expression
expression   either [if either else expression]
either       both {or both}
both         opposite {and opposite}
opposite     not opposite, or a comparison
comparison   sum {< sum}
sum          product {+ product}
product      signed {* signed}
signed       − signed, or a power
power        atom [^ signed]
atom         number, name, function(expression, …), (expression)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache

from algorithms.rule_language.errors import RuleError, quote
from algorithms.rule_language.functions import FUNCTIONS, call_function
from algorithms.rule_language.program import INPUTS, Operand, Program, ProgramBuilder
from algorithms.rule_language.tokens import GREEK, Token, tokens_of

MOST_OPERATIONS, DEEPEST = 200, 30
"""Operations of a program, and how deep parts of a rule stand in each other."""

COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
ARITHMETIC = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide"}


@lru_cache(maxsize=256)
def compile_rule(text: str) -> Program:
    """Return the program of a rule.

    Raises RuleError, with the place and what was expected there, for a text that is none.

    Examples
    --------
    >>> compile_rule("0 if abs(w) <= θ else w").apply([0.1, -0.3], theta=0.2)
    array([ 0. , -0.3])
    >>> compile_rule("w * (1 - eta")
    Traceback (most recent call last):
        ...
    algorithms.rule_language.errors.RuleError: column 13: “)” is expected at the end of the rule
    """
    return RuleParser(text).rule()


class RuleParser:
    """One reading of a text."""

    def __init__(self, text: str) -> None:
        self._tokens, self._at, self._depth = tokens_of(text), 0, 0
        self._several = "\n" in text.strip("\n")
        self._builder = ProgramBuilder()
        self._names = {name: self._builder.input(name) for name in INPUTS}

    def rule(self) -> Program:
        """Return the program of the whole text."""
        if self._next.kind == "end":
            raise RuleError("a rule is expected, such as “w” or “w * (1 - eta * g)”")
        while True:
            first = self._next
            name, value = self._line()
            if self._next.kind == "end":
                break
            if not name:
                self._fail(first, "only the last line is without a name; write “name = …” here")
            self._names[name] = value
        if name not in ("", "w"):
            self._fail(first, "the last line is the new weight: write “w = …”, or a formula alone")
        if value.is_condition:
            self._fail(first, "the new weight is a number, and this is true or false")
        return self._builder.program(value)

    def _line(self) -> tuple[str, Operand]:
        """The name that a line gives, "" without one, and what it stands for."""
        token, name = self._next, ""
        if token.text == "if":
            self._fail(token, "a choice is written “a if condition else b”, on one line")
        if token.kind == "name" and self._tokens[self._at + 1].text == "=":
            name = token.text
            if name in FUNCTIONS or (name in INPUTS and name != "w"):
                self._fail(token, f"{quote(name)} has a meaning already; take another name")
            self._at += 2
        value = self._expression()
        if self._next.kind != "line":
            self._fail_at_operator()
        self._at += 1
        return name, value

    def _expression(self) -> Operand:
        with self._deeper():
            value = self._disjunction()
            token = self._next
            if not self._take("if"):
                return value
            condition = self._condition(self._disjunction, token, "after “if”")
            self._expect("else", ", as in “a if condition else b”")
            other = self._expression()
            both = value.is_condition and other.is_condition
            return self._emit(token, "choose", condition, value, other, is_condition=both)

    def _disjunction(self) -> Operand:
        return self._join("or", "max", self._conjunction)

    def _conjunction(self) -> Operand:
        return self._join("and", "min", self._inversion)

    def _join(self, word: str, operation: str, part: Callable[[], Operand]) -> Operand:
        """Parts joined by a word; true is 1, so that of two the larger is “or”."""
        begin = self._next
        value = part()
        while self._next.text == word:
            token = self._advance()
            self._check_condition(value, begin, f"before “{word}”")
            other = self._condition(part, token, f"after “{word}”")
            value = self._emit(token, operation, value, other, is_condition=True)
        return value

    def _inversion(self) -> Operand:
        token = self._next
        if not self._take("not"):
            return self._comparison()
        with self._deeper():
            value = self._condition(self._inversion, token, "after “not”")
            return self._emit(token, "not", value, is_condition=True)

    def _comparison(self) -> Operand:
        left, value = self._sum(), None
        while self._next.text in COMPARISONS:
            token = self._advance()
            right = self._sum()
            one = self._compare(token, left, right)
            value = self._emit(token, "min", value, one, is_condition=True) if value else one
            left = right
        return value or left

    def _compare(self, token: Token, left: Operand, right: Operand) -> Operand:
        if token.text in (">", ">="):
            left, right = right, left
        words = {"<": "less", "<=": "less or equal", "==": "equal", "!=": "unequal"}
        name = words[token.text.replace(">", "<")]
        return self._emit(token, name, left, right, is_condition=True)

    def _sum(self) -> Operand:
        return self._chain(("+", "-"), self._product)

    def _product(self) -> Operand:
        return self._chain(("*", "/"), self._factor)

    def _chain(self, signs: tuple[str, ...], part: Callable[[], Operand]) -> Operand:
        value = part()
        while self._next.text in signs:
            token = self._advance()
            value = self._emit(token, ARITHMETIC[token.text], value, part())
        return value

    def _factor(self) -> Operand:
        token = self._next
        if token.text not in ("-", "+"):
            return self._power()
        self._at += 1
        with self._deeper():
            value = self._factor()
        return value if token.text == "+" else self._emit(token, "negate", value)

    def _power(self) -> Operand:
        value, token = self._atom(), self._next
        if not self._take("^"):
            return value
        with self._deeper():
            return self._emit(token, "power", value, self._factor())

    def _atom(self) -> Operand:
        token = self._advance()
        if token.kind == "number":
            value = float(token.text)
            if math.isinf(value):
                self._fail(token, f"{quote(token.text)} is too large a number")
            return self._builder.constant(value)
        if token.text == "(":
            value = self._expression()
            self._expect(")", "")
            return value
        if token.kind != "name":
            self._fail(token, f"a number, a name or “(” is expected{self._instead_of(token)}")
        if token.text in FUNCTIONS:
            return self._call(token)
        if token.text not in self._names:
            self._fail(token, _unknown_name(token.text, self._names))
        return self._names[token.text]

    def _call(self, token: Token) -> Operand:
        self._expect("(", f" after {token.text}")
        places, values = [self._next], [self._expression()]
        while self._take(","):
            places.append(self._next)
            values.append(self._expression())
        self._expect(")", f" after what {token.text} is of")
        least, most = FUNCTIONS[token.text]
        if not least <= len(values) <= most:
            number = f"{least}" if least == most else f"{least} or more"
            kind = "number" if least == most == 1 else "numbers"
            self._fail(token, f"{token.text} is of {number} {kind}, and here it has {len(values)}")
        if token.text == "where":
            self._check_condition(values[0], places[0], "first in where(condition, a, b)")
        return call_function(token.text, values, lambda *given: self._emit(token, *given))

    def _emit(self, token: Token, name: str, *operands: Operand, is_condition=False) -> Operand:
        value = self._builder.operation(name, *operands, is_condition=is_condition)
        if len(self._builder) > MOST_OPERATIONS:
            self._fail(token, f"a rule has at most {MOST_OPERATIONS} operations; this is one more")
        return value

    def _condition(self, part: Callable[[], Operand], token: Token, place: str) -> Operand:
        """What ``part`` reads, which has to be true or false."""
        begin = self._next
        value = part()
        self._check_condition(value, begin, place)
        return value

    def _check_condition(self, value: Operand, begin: Token, place: str) -> None:
        if not value.is_condition:
            self._fail(begin, f"a condition such as w > 0 is expected {place}, not a number")

    @contextmanager
    def _deeper(self) -> Iterator[None]:
        """One part within another."""
        self._depth += 1
        if self._depth > DEEPEST:
            self._fail(self._next, f"at most {DEEPEST} parts stand in each other")
        yield
        self._depth -= 1

    @property
    def _next(self) -> Token:
        return self._tokens[self._at]

    def _advance(self) -> Token:
        """The next token, read; the last one stays."""
        token = self._next
        self._at = min(self._at + 1, len(self._tokens) - 1)
        return token

    def _take(self, text: str) -> bool:
        """Read the next token if it is ``text``."""
        found = self._next.text == text
        self._at += found
        return found

    def _expect(self, text: str, place: str) -> None:
        if not self._take(text):
            self._fail(self._next, f"“{text}” is expected{place}{self._instead_of(self._next)}")

    def _fail_at_operator(self) -> None:
        """Refuse what stands behind a whole expression."""
        token = self._next
        if token.text == "=":
            self._fail(token, "equality is written “==”, and a name stands alone before “=”")
        self._fail(token, f"an operator such as * or + is expected{self._instead_of(token)}")

    def _fail(self, token: Token, reason: str) -> None:
        raise RuleError(reason, token.line, token.column, self._several)

    def _instead_of(self, token: Token) -> str:
        """What stands where something else is expected."""
        if token.kind in ("line", "end"):
            return f" at the end of the {'line' if self._several else 'rule'}"
        return f", not {quote(token.text)}"


def _unknown_name(name: str, known: dict[str, Operand]) -> str:
    """A sentence about a name that stands for nothing; letters in a row are meant as a product."""
    letters = [GREEK.get(letter, letter) for letter in name]
    if len(letters) > 1 and all(letter in known for letter in letters):
        return f"{quote(name)} is read as one name; write {' * '.join(letters)}"
    names = ", ".join(known)
    return f"{quote(name)} stands for nothing; known are {names}, and {', '.join(FUNCTIONS)}"
