"""The functions of ``lanes`` for kernels: a type of Numba's that is a vector of LLVM's."""

from __future__ import annotations

import operator

from llvmlite import ir

from numba.core import cgutils, types  # isort: skip  # after the kernel module, which says where code is kept
from numba.extending import intrinsic, models, overload, register_model  # isort: skip

WIDTH = 16
VECTOR = ir.VectorType(ir.DoubleType(), WIDTH)
WORD = ir.IntType(32)
LINE = 64


class Lanes(types.Type):
    """The type, as Numba sees it. It is found by name in the code that was kept."""

    def __init__(self) -> None:
        super().__init__(name=f"Lanes{WIDTH}")


LANES = Lanes()


@register_model(Lanes)
class LanesModel(models.PrimitiveModel):
    """The type, as LLVM sees it."""

    def __init__(self, manager, kind) -> None:
        super().__init__(manager, kind, VECTOR)


@intrinsic
def load(typing, table, j):
    """See ``lanes.load``."""

    def generate(context, builder, signature, arguments):
        place = _place(context, builder, signature, arguments)
        return builder.load(builder.inttoptr(place, VECTOR.as_pointer()), align=8)

    return LANES(table, j), generate


@intrinsic
def store(typing, table, j, lanes):
    """See ``lanes.store``."""

    def generate(context, builder, signature, arguments):
        place = _place(context, builder, signature, arguments)
        builder.store(arguments[2], builder.inttoptr(place, VECTOR.as_pointer()), align=8)
        return context.get_dummy_value()

    return types.void(table, j, LANES), generate


@intrinsic
def fetch(typing, table, j):
    """See ``lanes.fetch``; a row is on two lines of the cache."""

    def generate(context, builder, signature, arguments):
        place, byte = _place(context, builder, signature, arguments), ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [byte, WORD, WORD, WORD])
        call = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        # To be written, to be kept close, data and not code.
        flags = [ir.Constant(WORD, 1), ir.Constant(WORD, 3), ir.Constant(WORD, 1)]
        for start in range(0, 8 * WIDTH, LINE):
            line = builder.add(place, ir.Constant(place.type, start))
            builder.call(call, [builder.inttoptr(line, byte), *flags])
        return context.get_dummy_value()

    return types.void(table, j), generate


@intrinsic
def spread(typing, x):
    """See ``lanes.spread``."""

    def generate(context, builder, signature, arguments):
        return _everywhere(context, builder, arguments[0], signature.args[0])

    return LANES(x), generate


@intrinsic
def magnitude(typing, a):
    """See ``lanes.magnitude``."""

    def generate(context, builder, signature, arguments):
        kind = ir.FunctionType(VECTOR, [VECTOR])
        call = cgutils.get_or_insert_function(builder.module, kind, f"llvm.fabs.v{WIDTH}f64")
        return builder.call(call, arguments)

    return LANES(LANES), generate


@intrinsic
def with_sign(typing, a, b):
    """See ``lanes.with_sign``."""

    def generate(context, builder, signature, arguments):
        kind = ir.FunctionType(VECTOR, [VECTOR, VECTOR])
        call = cgutils.get_or_insert_function(builder.module, kind, f"llvm.copysign.v{WIDTH}f64")
        return builder.call(call, arguments)

    return LANES(LANES, LANES), generate


@intrinsic
def where_above(typing, a, b, one, other):
    """See ``lanes.where_above``."""

    def generate(context, builder, signature, arguments):
        a, b, one, other = arguments
        return builder.select(builder.fcmp_ordered(">", a, b), one, other)

    return LANES(LANES, LANES, LANES, LANES), generate


def _place(context, builder, signature, arguments):
    """The address of row ``j`` of a table."""
    table = context.make_array(signature.args[0])(context, builder, arguments[0])
    stride = cgutils.unpack_tuple(builder, table.strides)[0]
    j = context.cast(builder, arguments[1], signature.args[1], types.intp)
    return builder.add(builder.ptrtoint(table.data, j.type), builder.mul(j, stride))


def _everywhere(context, builder, x, kind):
    """The vector with the number ``x`` in every lane."""
    x = context.cast(builder, x, kind, types.float64)
    nothing, first = ir.Constant(VECTOR, ir.Undefined), ir.Constant(WORD, 0)
    firsts = ir.Constant(ir.VectorType(WORD, WIDTH), [0] * WIDTH)
    return builder.shuffle_vector(builder.insert_element(nothing, x, first), nothing, firsts)


def _arithmetic(operation, instruction):
    """Give ``operation`` a meaning for two lanes, and for lanes and a number."""

    @intrinsic
    def compute(typing, a, b):
        def generate(context, builder, signature, arguments):
            a, b = (
                value if kind == LANES else _everywhere(context, builder, value, kind)
                for kind, value in zip(signature.args, arguments, strict=True)
            )
            return getattr(builder, instruction)(a, b)

        return LANES(a, b), generate

    @overload(operation)
    def meaning(a, b):
        return (lambda a, b: compute(a, b)) if LANES in (a, b) else None


_arithmetic(operator.add, "fadd")
_arithmetic(operator.sub, "fsub")
_arithmetic(operator.mul, "fmul")
_arithmetic(operator.truediv, "fdiv")
