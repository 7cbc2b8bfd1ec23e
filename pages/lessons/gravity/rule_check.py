"""The verdict on a rule that a reader wrote: is it truncated gradient, and if not, where not?"""

from __future__ import annotations

import math
from dataclasses import replace

from algorithms import CATALOGUE
from algorithms.rule_language import RuleError, compile_rule
from algorithms.rule_language.comparison import Counterexample, counterexample
from charts.frontier.settings import short_number
from ui.lessons import Verdict
from ui.markdown import plain
from ui.view import View, opening

LETTERS = {"eta": "η", "K": "K", "g": "g", "theta": "θ"}


def check_rule(text: str) -> Verdict:
    """Return whether a text is truncated gradient, or the first weight at which it is not."""
    try:
        program = compile_rule(text)
    except RuleError as error:
        return Verdict(False, f"This is no rule yet: {plain(str(error))}.")
    found = counterexample(program)
    if found is not None:
        return Verdict(False, difference(found))
    why = "At every weight and every setting that was tried it is truncated gradient."
    return Verdict(True, why, both_runs(text))


def difference(found: Counterexample) -> str:
    """Return where a rule and truncated gradient differ, and why, in two sentences."""
    inputs = found.inputs
    size, theta = abs(inputs["w"]), inputs["theta"]
    pull = inputs["eta"] * inputs["K"] * inputs["g"]
    why = f"The pull takes ηKg = {_number(pull)} off the size of a weight within θ."
    if size > theta:
        why = "A weight larger than θ stays as it is."
    elif size <= pull:
        why = f"The pull, ηKg = {_number(pull)}, reaches 0 from this weight, and stops there."
    step = f" at step {inputs['t']:,.0f}" if inputs["t"] != 1.0 else ""
    knobs = ", ".join(f"{letter} = {_number(inputs[name])}" for name, letter in LETTERS.items())
    given, expected = _number(found.given), _number(found.expected)
    if given == expected:
        given, expected = f"{found.given:.9g}", f"{found.expected:.9g}"
    return (
        f"At w = {_number(inputs['w'])} with {knobs}{step} your rule gives {given}; truncated "
        f"gradient gives {expected}. {why}"
    )


def _number(value: float) -> str:
    """A number as people read it, rounded so that 0.1 · 2 · 0.1 is 0.02."""
    return "no number" if math.isnan(value) else short_number(float(f"{value:.3g}") + 0.0)


def both_runs(text: str) -> View:
    """Return a view of the playground with truncated gradient beside a rule."""
    start = opening()
    known = next(run for run in start.runs if run.key == "truncated_gradient")
    shared = {name: getattr(known, name) for name in ("eta", "gravity", "threshold", "period")}
    own = CATALOGUE["your_rule"](rule=text, **shared)
    display = replace(start.display, linked_cuts=True)
    return replace(start, runs=(known, own), letters=("A", "B"), display=display)
