"""The interpreter: one kernel that goes through a program for a block of weights at a time.

Each operation is a loop over the block, so that which operation it is is asked once for all of its
weights, and vector instructions do the rest.
"""

from __future__ import annotations

import math

import numpy as np

from algorithms.kernel import kernel

BLOCK = 128
"""Weights that are computed together: a short program's registers stay in the fastest memory."""

ADD, SUBTRACT, MULTIPLY, DIVIDE, POWER, NEGATE = range(6)
ABS, SIGN, SQRT, EXP, LOG, MIN, MAX = range(6, 13)
LESS, LESS_OR_EQUAL, EQUAL, UNEQUAL, NOT, CHOOSE = range(13, 19)
LARGEST = 1e200
"""The largest size of a weight; beyond it a run has diverged."""

OPERATIONS = (
    *("add", "subtract", "multiply", "divide", "power", "negate"),
    *("abs", "sign", "sqrt", "exp", "log", "min", "max"),
    *("less", "less or equal", "equal", "unequal", "not", "choose"),
)
"""The operations by their numbers: sums and the like, functions, decisions."""


@kernel
def calculate(operation, a, b, out):
    """Write a sum, difference, product, quotient, power or negative into ``out``, all (BLOCK,)."""
    if operation == ADD:
        for i in range(BLOCK):
            out[i] = a[i] + b[i]
    elif operation == SUBTRACT:
        for i in range(BLOCK):
            out[i] = a[i] - b[i]
    elif operation == MULTIPLY:
        for i in range(BLOCK):
            out[i] = a[i] * b[i]
    elif operation == DIVIDE:
        for i in range(BLOCK):
            out[i] = a[i] / b[i]
    elif operation == POWER:
        for i in range(BLOCK):
            out[i] = a[i] * a[i] if b[i] == 2.0 else a[i] ** b[i]
    else:
        for i in range(BLOCK):
            out[i] = -a[i]


@kernel
def call(operation, a, b, out):
    """Write one of the functions into ``out``; of nan every one of them is nan."""
    if operation == ABS:
        for i in range(BLOCK):
            out[i] = abs(a[i])
    elif operation == SIGN:
        for i in range(BLOCK):
            positive, negative = 1.0 if a[i] > 0.0 else 0.0, 1.0 if a[i] < 0.0 else 0.0
            out[i] = a[i] if a[i] != a[i] else positive - negative
    elif operation == SQRT:
        for i in range(BLOCK):
            out[i] = math.sqrt(a[i])
    elif operation == EXP:
        for i in range(BLOCK):
            out[i] = math.exp(a[i])
    elif operation == LOG:
        for i in range(BLOCK):
            out[i] = math.log(a[i])
    elif operation == MIN:
        for i in range(BLOCK):
            out[i] = a[i] if a[i] <= b[i] or a[i] != a[i] else b[i]
    else:
        for i in range(BLOCK):
            out[i] = a[i] if a[i] >= b[i] or a[i] != a[i] else b[i]


@kernel
def decide(operation, a, b, c, out):
    """Write into ``out`` 1 or 0 of a comparison or its opposite, or b or c as a is true or not."""
    if operation == LESS:
        for i in range(BLOCK):
            out[i] = 1.0 if a[i] < b[i] else 0.0
    elif operation == LESS_OR_EQUAL:
        for i in range(BLOCK):
            out[i] = 1.0 if a[i] <= b[i] else 0.0
    elif operation == EQUAL:
        for i in range(BLOCK):
            out[i] = 1.0 if a[i] == b[i] else 0.0
    elif operation == UNEQUAL:
        for i in range(BLOCK):
            out[i] = 1.0 if a[i] != b[i] else 0.0
    elif operation == NOT:
        for i in range(BLOCK):
            out[i] = 1.0 - a[i]
    else:
        for i in range(BLOCK):
            out[i] = b[i] if a[i] != 0.0 else c[i]


@kernel
def run_program(instructions, constants, n_scalar, result, inputs, w, out):
    """Write the new weights into ``out`` (d,); return whether all are numbers up to ``LARGEST``.

    Parameters
    ----------
    instructions, constants, n_scalar, result : see ``Program``.
    inputs : float64 (5,), what a rule reads besides the weight.
    w : float64 (d,), the weights; it may be ``out``.
    """
    first, n = 1 + inputs.size + constants.size, instructions.shape[0]
    registers = np.zeros((first + n, BLOCK))
    for r in range(inputs.size):
        registers[1 + r] = inputs[r]
    for r in range(constants.size):
        registers[1 + inputs.size + r] = constants[r]
    begin, within = 0, True
    for start in range(0, max(w.size, 1), BLOCK):
        size = min(BLOCK, w.size - start)
        for i in range(size):
            registers[0, i] = w[start + i]
        for r in range(begin, n):
            operation, a, b, c = instructions[r]
            if operation <= NEGATE:
                calculate(operation, registers[a], registers[b], registers[first + r])
            elif operation <= MAX:
                call(operation, registers[a], registers[b], registers[first + r])
            else:
                decide(operation, registers[a], registers[b], registers[c], registers[first + r])
        begin = n_scalar
        for i in range(size):
            out[start + i] = registers[result, i]
            within = within and abs(out[start + i]) <= LARGEST
    return within
