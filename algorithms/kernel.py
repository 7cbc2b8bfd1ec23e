"""The one place that compiles: ``@kernel`` is how every learning loop becomes machine code.

A cached kernel does not notice an edit in a function it imports from another file, so the cache
folder carries a hash of all the sources of this package: an edit anywhere gives a fresh folder.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable
from contextlib import suppress
from types import FunctionType

from algorithms.cache.folder import cache_folder, writable

# Numba reads the folder when it is imported and again whenever its configuration is reloaded.
FOLDER = cache_folder()
with suppress(OSError):  # not one folder takes a file: kernels are compiled, and not kept
    FOLDER = writable(FOLDER)
os.environ["NUMBA_CACHE_DIR"] = str(FOLDER)

import numba  # noqa: E402
import numpy as np  # noqa: E402

from algorithms.cache.files import KernelCache  # noqa: E402

numba.config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]


def kernel(function: Callable, **options: bool) -> Callable:
    """Compile ``function`` on its first call and keep the machine code for the next process.

    ``nogil`` lets other sessions of the app go on while one learns. There is no ``fastmath``:
    the order of additions is part of the result.
    """
    compiled = numba.njit(nogil=True, error_model="numpy", **options)(function)
    if not numba.config.DISABLE_JIT:
        compiled._cache = KernelCache(function)
    return compiled


def inline_kernel(function: Callable) -> Callable:
    """Compile ``function`` into each kernel that calls it.

    Of a longer one a call is made otherwise, with eight numbers for each array that it is given.
    """
    return kernel(function, forceinline=True)


@kernel
def entries(indptr, row):
    """The places of a row's entries, unsigned.

    For a signed index Numba checks at each entry whether it counts from the end, which takes a
    fifth of the time of learning.
    """
    return range(np.uint64(indptr[row]), np.uint64(indptr[row + 1]))


def specialise(function: Callable, **known: Callable) -> Callable:
    """Compile a copy of ``function`` that knows jitted functions by the names of ``known``.

    A function that a cached kernel is given, or encloses, is another one in the next process, and
    its code is never found again. One that it knows as a global is part of it; so each copy has
    globals of its own, and a name by which the cache tells it apart.
    """
    copy = FunctionType(function.__code__, {**function.__globals__, **known}, function.__name__)
    copy.__module__, copy.__doc__ = function.__module__, function.__doc__
    names = (f"{one.__module__.rpartition('.')[2]}_{one.__name__}" for one in known.values())
    copy.__qualname__ = "_".join((function.__name__.strip("_"), *names))
    return kernel(copy)


def read_only(*arrays: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return read-only views, for arrays that a kernel only reads.

    Numba compiles a kernel anew for an array that may not be written, and one that takes four
    arrays had four versions, each compiled on the day it was first met.
    """
    views = tuple(array.view() for array in arrays)
    for view in views:
        view.flags.writeable = False
    return views


def _prefetching(typingcontext, table, row):
    """The machine's own instruction, on the address of ``table[row]``."""
    from llvmlite import ir

    def generate(context, builder, signature, arguments):
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        stride = numba.core.cgutils.unpack_tuple(builder, array.strides)[0]
        place = context.cast(builder, arguments[1], signature.args[1], numba.types.intp)
        start = builder.ptrtoint(array.data, place.type)
        address = builder.add(start, builder.mul(place, stride))
        word, pointer = ir.IntType(32), ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [pointer, word, word, word])
        fetch = numba.core.cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        # To be written, to be kept close, data and not code.
        flags = [ir.Constant(word, 1), ir.Constant(word, 3), ir.Constant(word, 1)]
        builder.call(fetch, [builder.inttoptr(address, pointer), *flags])
        return context.get_dummy_value()

    return numba.types.void(table, row), generate


def prefetch(table, row):
    """Ask for ``table[row]`` to be brought near, and do not wait; a hint that changes nothing."""


# The counters that a program may read, by machine; others have none.
COUNTERS = {"x86_64": "cycle", "AMD64": "cycle", "aarch64": "steady", "arm64": "steady"}


def _counting(typingcontext):
    """The machine's own clock, which is read in some ten nanoseconds."""
    from llvmlite import ir

    def generate(context, builder, signature, arguments):
        counter = COUNTERS.get(platform.machine())
        if counter is None:
            return ir.Constant(ir.IntType(64), 0)
        kind = ir.FunctionType(ir.IntType(64), [])
        name = f"llvm.read{counter}counter"
        return builder.call(
            numba.core.cgutils.get_or_insert_function(builder.module, kind, name), []
        )

    return numba.types.int64(), generate


def ticks():
    """A count that goes up with time, at a pace of the machine's own; or 0 always."""
    return time.perf_counter_ns()


if not numba.config.DISABLE_JIT:
    from numba.extending import intrinsic

    prefetch = intrinsic(_prefetching)
    ticks = intrinsic(_counting)
