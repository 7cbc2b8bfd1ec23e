"""Kernels that can wait: the first pictures of a server do not stand in line for its compiler.

Compiling takes a hundred times as long as the first pictures spend in some of their kernels. Where
no compiled code is kept yet, a server makes its first pictures without these: what a kernel does
is done by Python, or by other kernels. They are compiled when the pictures are there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from threading import Lock
from types import FunctionType
from typing import Any

import numpy as np

from algorithms.cache.files import KernelCache
from algorithms.kernel import kernel


class CompileQueue:
    """The kernels that are to be compiled when there is time for it, while a server starts."""

    def __init__(self) -> None:
        self._lock, self._postponing, self._compiling = Lock(), False, False
        self._missing: dict[tuple[Any, tuple], None] = {}

    @property
    def urgent(self) -> bool:
        """First pictures are being made, and kernels are missing: all else had better wait."""
        return bool(self._missing) and not self._compiling

    @contextmanager
    def deferring(self) -> Iterator[None]:
        """Have kernels wait that callers can do without; at the end all of these are compiled."""
        self._postponing = True
        try:
            yield
            self._compiling = True
            while self._missing:
                with self._lock:  # others may add to them in this moment
                    compiled, types = next(iter(self._missing))
                compiled.compile(types)
                with self._lock:
                    del self._missing[compiled, types]
        finally:
            with self._lock:
                self._postponing = self._compiling = False
                self._missing.clear()

    def is_ready(self, compiled: Any, given: tuple) -> bool:
        """Return whether to call a kernel with what is ``given``, and not to do without it."""
        if not self._postponing or not hasattr(compiled, "overloads"):
            return True
        types = tuple(map(compiled.typeof_pyval, given))
        if types in compiled.overloads:
            return True
        files = compiled._cache
        if isinstance(files, KernelCache) and files.holds(types, compiled.targetctx):
            return True
        with self._lock:
            if self._postponing:
                self._missing[compiled, types] = None
        return False


COMPILE_QUEUE = CompileQueue()
"""The ones of this process."""


def deferred_kernel(function: Callable) -> Callable:
    """Compile ``function`` as ``kernel`` does; Python runs it as long as it is postponed.

    It is called by no other kernel, and what it calls itself is within its file.
    """
    compiled = kernel(function)

    @wraps(function)
    def run(*given: Any) -> Any:
        if COMPILE_QUEUE.is_ready(compiled, given):
            return compiled(*given)
        with np.errstate(all="ignore"):  # as compiled code does
            return as_python(compiled)(*given)

    run.compiled = compiled
    return run


@cache
def as_python(compiled: Any) -> Callable:
    """Return the function of a kernel as Python runs it, and all kernels that it calls."""
    own = getattr(compiled, "py_func", compiled)
    known = dict(own.__globals__)
    for name, value in own.__globals__.items():
        if hasattr(value, "py_func"):
            known[name] = FunctionType(value.py_func.__code__, known)
    return FunctionType(own.__code__, known)
