"""A small language for rules of one's own: what becomes of a weight after a step.

A rule is a formula, or some lines that name parts of it; the last line is the new weight:

    pull = eta * K * g
    sign(w) * max(abs(w) - pull, 0) if abs(w) <= theta else w

``compile_rule`` makes a ``Program`` of the text. Nothing of the text is ever run by Python: the
program is a list of numbers, which a kernel goes through once from the first to the last, so every
rule ends. docs/design/rules.md has the language and its bounds.
"""

from algorithms.rule_language.errors import RuleError
from algorithms.rule_language.option import RuleOption
from algorithms.rule_language.parser import compile_rule
from algorithms.rule_language.program import Program

__all__ = ["Program", "RuleError", "RuleOption", "compile_rule"]
