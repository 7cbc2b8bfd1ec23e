"""While a server starts, what can be done without a kernel is; the kernel is compiled after."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from algorithms.cache import compile_queue
from algorithms.cache.compile_queue import CompileQueue, as_python, deferred_kernel
from algorithms.evaluation import measures
from algorithms.kernel import kernel

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")


@kernel
def double(value):
    return 2.0 * value


def quotients(values):
    """Ask whether it is compiled, by a division that Python has an error or a warning for."""
    for i in range(values.size):
        values[i] = double(1.0) / values[i]
    return values


@pytest.fixture
def kernels(tmp_path, monkeypatch) -> CompileQueue:
    """The postponed kernels of a server that begins with no compiled ones."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))  # read again at the first compilation
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    fresh = CompileQueue()
    monkeypatch.setattr(compile_queue, "COMPILE_QUEUE", fresh)
    return fresh


def ask_compiled(function) -> bool:
    """Return whether it was compiled when it was asked; it computes the right thing anyway."""
    np.testing.assert_array_equal(function(np.array([0.0, 4.0])), [np.inf, 0.5])
    return bool(function.compiled.signatures)


def test_python_does_the_work_until_the_kernel_is_compiled(kernels):
    first, next_process = deferred_kernel(quotients), deferred_kernel(quotients)
    assert not kernels.urgent
    with kernels.deferring():
        assert not ask_compiled(first) and not ask_compiled(first) and kernels.urgent
    assert first.compiled.signatures and not kernels.urgent
    with kernels.deferring():
        assert ask_compiled(next_process) and not kernels.urgent, "it is kept in a file"
    assert next_process.compiled.stats.cache_hits


def test_nothing_is_postponed_once_the_server_has_started(kernels):
    assert ask_compiled(deferred_kernel(quotients))


def test_what_fails_leaves_nothing_postponed(kernels):
    with pytest.raises(ZeroDivisionError), kernels.deferring():
        assert not ask_compiled(deferred_kernel(quotients))
        raise ZeroDivisionError
    assert not kernels.urgent and ask_compiled(deferred_kernel(quotients))


def test_kernels_that_are_asked_for_while_others_are_compiled_follow_them(kernels, monkeypatch):
    first, second = deferred_kernel(quotients), deferred_kernel(quotients)
    compile_first, urgent = first.compiled.compile, []

    def asking(types):
        urgent.append((ask_compiled(second), kernels.urgent))
        return compile_first(types)

    monkeypatch.setattr(first.compiled, "compile", asking)
    with kernels.deferring():
        ask_compiled(first)
    assert urgent == [(False, False)] and second.compiled.signatures


def test_pairs_are_counted_alike():
    rng = np.random.default_rng(0)
    scores = np.sort(rng.integers(0, 9, (2, 5, 30)).astype(float), axis=2)
    counted = measures.pairs_won(*scores)
    np.testing.assert_array_equal(counted, as_python(measures.pairs_won.compiled)(*scores))
