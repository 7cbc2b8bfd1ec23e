"""Programs: a rule as a list of operations on registers, and the builder that makes one.

A program has a register for each input, each constant and each operation. An operation reads
registers before its own and writes its own, once: there are no jumps. Both sides of a choice are
computed, and one is taken.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from algorithms.rule_language.interpreter import OPERATIONS, run_program

INPUTS = ("w", "eta", "g", "theta", "K", "t")
"""What a rule may read: the weight after the gradient step, η_t, g, θ, K, the number of the step.
The weight comes first, as the kernel has it."""


@dataclass(frozen=True, eq=False)
class Program:
    """A compiled rule; programs of one text are the same object.

    Attributes
    ----------
    instructions : int64 (n, 4), an operation and the registers that it reads, or 0.
    constants : float64 (c,).
    n_scalar : the first instructions, which read no weight and are done once for all of them.
    result : the register of the new weight.
    """

    instructions: np.ndarray
    constants: np.ndarray
    n_scalar: int
    result: int

    def apply(self, w: Any, **inputs: float) -> np.ndarray:
        """Return the new weights, shape and order of ``w``; nan and inf where the rule gives them.

        Parameters
        ----------
        w : weights after the gradient step, any shape.
        inputs : ``eta``, ``g``, ``theta``, ``K`` and ``t``, those that the rule reads; else 0.
        """
        w = np.asarray(w, dtype=np.float64)
        given = np.array([float(inputs.get(name, 0.0)) for name in INPUTS[1:]])
        out = np.empty(w.size)
        run_program(*self.arrays, given, np.ascontiguousarray(w).ravel(), out)
        return out.reshape(w.shape)

    @property
    def arrays(self) -> tuple:
        """The program as kernels are given it."""
        return self.instructions, self.constants, self.n_scalar, self.result

    def scalars(self, **inputs: float) -> np.ndarray:
        """Return the numbers in the rule that are the same for all weights.

        Parameters
        ----------
        inputs : as for ``apply``.
        """
        first = len(INPUTS) + len(self.constants)
        parts = [replace(self, result=first + i) for i in range(self.n_scalar)]
        given = [float(inputs.get(name, 0.0)) for name in INPUTS[1:]]
        return np.array([*given, *self.constants, *(float(p.apply(0.0, **inputs)) for p in parts)])


class Operand(NamedTuple):
    """What a part of a rule comes to, while its program is made.

    Parameters
    ----------
    source : "input", "constant" or "operation".
    place : among those.
    is_condition : it is true or false, which count as 1 and 0.
    varies : it is another one for each weight.
    """

    source: str
    place: int
    is_condition: bool = False
    varies: bool = False


class ProgramBuilder:
    """The operations of a rule so far; an operation that was there already is not added again."""

    def __init__(self) -> None:
        self._constants: dict[float, int] = {}
        self._operations: dict[tuple, Operand] = {}

    def __len__(self) -> int:
        """The number of operations."""
        return len(self._operations)

    def input(self, name: str) -> Operand:
        """Return one of ``INPUTS``."""
        place = INPUTS.index(name)
        return Operand("input", place, varies=place == 0)

    def constant(self, value: float) -> Operand:
        """Return a number of the rule."""
        return Operand("constant", self._constants.setdefault(value, len(self._constants)))

    def operation(self, name: str, *operands: Operand, is_condition: bool = False) -> Operand:
        """Return what one of ``OPERATIONS`` makes of some operands."""
        key = (OPERATIONS.index(name), *operands)
        if key not in self._operations:
            varies = any(operand.varies for operand in operands)
            place = len(self._operations)
            self._operations[key] = Operand("operation", place, is_condition, varies)
        return self._operations[key]

    def program(self, result: Operand) -> Program:
        """Return the program that ends in ``result``, without what it does not need."""
        keys, made = list(self._operations), list(self._operations.values())
        needed = set[int]()
        for key, operand in reversed(list(zip(keys, made, strict=True))):
            if operand == result or operand.place in needed:
                needed.add(operand.place)
                needed |= {each.place for each in key[1:] if each.source == "operation"}
        order = sorted(needed, key=lambda place: (made[place].varies, place))
        first = {"input": 0, "constant": len(INPUTS)}
        at = {place: len(INPUTS) + len(self._constants) + i for i, place in enumerate(order)}

        def register(each: Operand) -> int:
            of_operation = each.source == "operation"
            return at[each.place] if of_operation else first[each.source] + each.place

        rows = [[keys[place][0], *map(register, keys[place][1:]), 0, 0][:4] for place in order]
        instructions = np.array(rows, dtype=np.int64).reshape(-1, 4)
        constants = np.array(list(self._constants), dtype=np.float64)
        for array in (instructions, constants):
            array.flags.writeable = False
        n_scalar = sum(not made[place].varies for place in order)
        return Program(instructions, constants, n_scalar, register(result))
