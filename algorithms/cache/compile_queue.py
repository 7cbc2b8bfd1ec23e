"""A queue of kernels to be compiled later, so that a server's first pictures need not wait.

Compiling takes a hundred times as long as the first pictures spend in some of their kernels. While
no compiled code is cached yet, a server makes its first pictures without these kernels, in Python
or by other kernels, and compiles them afterwards.
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
    """Kernels whose compilation is deferred while a server starts."""

    def __init__(self) -> None:
        self._lock, self._deferring, self._compiling = Lock(), False, False
        self._missing: dict[tuple[Any, tuple], None] = {}

    @property
    def urgent(self) -> bool:
        """True while first pictures are made and kernels are missing: other work should wait."""
        return bool(self._missing) and not self._compiling

    @contextmanager
    def deferring(self) -> Iterator[None]:
        """Defer the kernels that callers can do without; compile all of them at the end."""
        self._deferring = True
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
                self._deferring = self._compiling = False
                self._missing.clear()

    def is_ready(self, compiled: Any, given: tuple) -> bool:
        """Return whether a kernel is compiled, or cached, for the arguments ``given``."""
        if not self._deferring or not hasattr(compiled, "overloads"):
            return True
        types = tuple(map(compiled.typeof_pyval, given))
        if types in compiled.overloads:
            return True
        files = compiled._cache
        if isinstance(files, KernelCache) and files.holds(types, compiled.targetctx):
            return True
        with self._lock:
            if self._deferring:
                self._missing[compiled, types] = None
        return False


COMPILE_QUEUE = CompileQueue()
"""The queue of this process."""


def deferred_kernel(function: Callable) -> Callable:
    """Compile ``function`` as ``kernel`` does; Python runs it while its compilation is deferred.

    No other kernel may call it, and it may call functions of its own file alone.
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
    """Return the Python function of a kernel, which calls Python functions of other kernels."""
    own = getattr(compiled, "py_func", compiled)
    known = dict(own.__globals__)
    for name, value in own.__globals__.items():
        if hasattr(value, "py_func"):
            known[name] = FunctionType(value.py_func.__code__, known)
    return FunctionType(own.__code__, known)
