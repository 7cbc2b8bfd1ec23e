"""The checkpoints of a run, taken within one compiled call.

Two hundred checkpoints taken from Python cost ten times a short run: each is a call out of Python
and back, a materialised copy of all weights, and a handful of passes over it. Here the loop over
the checkpoints is compiled with two functions of the algorithm in it: the loop that learns, and the
weight of one feature as of now.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from time import perf_counter, thread_time
from typing import Any

import numpy as np

from algorithms.budget.chunks import CHECKPOINT_WORK, ChunkSizer
from algorithms.cache.compile_queue import COMPILE_QUEUE
from algorithms.kernel import kernel, read_only, specialise, ticks
from algorithms.truth import CountedFeatures

AT, CLOCK = -9, -1
"""The positions of these among the arguments of the compiled loop."""


class CheckpointLoop:
    """The checkpoints of one run, an entry for each of the steps ``at``.

    Parameters
    ----------
    at : int64 (c,), increasing, the steps after which a checkpoint is taken.
    tracked : int64, the features whose weights are kept.
    features : the features whose nonzero weights are counted separately.
    n_features : d.
    """

    def __init__(
        self, at: np.ndarray, tracked: np.ndarray, features: CountedFeatures, n_features: int
    ) -> None:
        self.at, self.counted_features = at, features
        self.tracked, self.positions = read_only(tracked, features.positions)
        self.n_taken, self.done, self.spent, self.compiled = 0, 0, 0.0, True
        self.weights = np.zeros(n_features)
        self.nonzeros = np.empty(len(at), np.int64)
        self.counted = np.empty(len(at), np.int64)
        self.l1_norm = np.empty(len(at))
        self.tracked_values = np.empty((len(at), len(tracked)))
        self.seconds = np.empty(len(at))

    def run(
        self,
        algorithm: Any,
        state: Any,
        examples: tuple,
        order: np.ndarray,
        entries: np.ndarray,
        sizer: ChunkSizer,
        report: Callable[[float, float], None],
    ) -> np.ndarray:
        """Learn from ``order`` with checkpoints; return predictions, fewer where the run diverged.

        Parameters
        ----------
        algorithm : one with a kernel for a single weight (``OnlineAlgorithm.weight``).
        examples : (indptr, indices, data, y, the loss's code), arrays that cannot be written.
        entries : int64 (steps,), the entries of the matrix that were read by each step.
        sizer : the sizes of the chunks of the run, for all its steps and checkpoints.
        report : called with the share that is done, and the seconds that all of it will take.
        """
        predictions = np.empty(len(order))
        run = self._compile(algorithm, state, examples, order, predictions)
        look = CHECKPOINT_WORK * len(self.weights)
        work = entries, look, entries[self.at - 1] + look * np.arange(1, len(self.at) + 1)
        over = False
        while self.n_taken < len(self.at) and not over:
            done, looks, before = self.done, self.n_taken, self._work_done(entries, look)
            most = before + sizer.chunk_work
            took, over = self._advance(algorithm, run, order, predictions, work, most)
            chunk = self._work_done(entries, look) - before
            sizer.add(chunk, self.done - done, took[0], self.n_taken - looks, took[1])
            report(self.done / len(order), sizer.seconds)
        if self.done == len(order) and algorithm.finish(state):
            self.n_taken -= 1
            self._look(algorithm, state)
        return predictions[: self.done]

    def _compile(
        self, algorithm: Any, state: Any, examples: tuple, order: np.ndarray, out: np.ndarray
    ) -> tuple:
        """The loop and its first arguments, compiled or read from the cache before a clock runs."""
        loop, nothing = compile_loop(*algorithm.kernels(state)), slice(0, 0)
        run = loop, (state, tuple(state), algorithm._settings(), *examples)
        self.compiled = COMPILE_QUEUE.is_ready(loop, self._arguments(run, order, out, nothing))
        if self.compiled:
            self._block(run, order, out, nothing)
        return run

    def _advance(
        self,
        algorithm: Any,
        run: tuple,
        order: np.ndarray,
        predictions: np.ndarray,
        work: tuple[np.ndarray, float, np.ndarray],
        most: float,
    ) -> tuple[tuple[float, float], bool]:
        """Learn until the work is ``most``; return times as ``_block``, and whether it diverged."""
        entries, look, ahead = work
        end = int(np.searchsorted(ahead, most, "right"))
        if end > self.n_taken and self.compiled:
            took = self._block(run, order, predictions, slice(self.n_taken, end))
            return took, self.n_taken < end or self.done < self.at[end - 1]
        fits = int(np.searchsorted(entries, most - look * self.n_taken, "right"))
        stop = min(max(fits, self.done + 1), self.at[self.n_taken])
        took = self._steps(algorithm, run[1], order, predictions, stop)
        return took, self.done < stop

    def _work_done(self, entries: np.ndarray, look: float) -> float:
        """The work so far; ``look`` is that of one checkpoint."""
        return (entries[self.done - 1] if self.done else 0) + look * self.n_taken

    def _block(
        self, run: tuple, order: np.ndarray, predictions: np.ndarray, block: slice
    ) -> tuple[float, float]:
        """Take the checkpoints of ``block``, and the steps before them.

        Returns the processor time of the steps, and that of the checkpoints.
        """
        given = self._arguments(run, order, predictions, block)
        at, clock = given[AT], given[CLOCK]
        begun, ticked = perf_counter(), thread_time()
        looks, made = run[0](*given)
        spent, took = thread_time() - ticked, perf_counter() - begun
        # Where the machine has no counter, learning is what took the time, step by step alike.
        shares = clock[:-1] / clock[-1] if clock[-1] > 0 else at / max(made, 1)
        self.seconds[block] = self.spent + np.minimum(shares, 1.0) * took
        learning = min(shares[looks - 1], 1.0) if looks else 0.0
        self.spent += learning * took
        self.n_taken += looks
        self.done += made
        return learning * spent, (1.0 - learning) * spent

    def _arguments(
        self, run: tuple, order: np.ndarray, predictions: np.ndarray, block: slice
    ) -> tuple:
        """The arguments with which the loop of ``run`` takes the checkpoints of ``block``."""
        at = self.at[block] - self.done
        stretch = slice(self.done, self.done + (at[-1] if at.size else 0))
        return (
            *run[1],
            order[stretch],
            predictions[stretch],
            at,
            self.weights,
            self.tracked,
            self.positions,
            self.nonzeros[block],
            self.counted[block],
            self.l1_norm[block],
            self.tracked_values[block],
            np.zeros(at.size + 1, np.int64),
        )

    def _steps(
        self, algorithm: Any, given: tuple, order: np.ndarray, predictions: np.ndarray, stop: int
    ) -> tuple[float, float]:
        """Take steps up to ``stop``, where the next checkpoint is far; return as ``_block``.

        The checkpoint is taken when they end there, or in a divergence.
        """
        state, head, settings, *examples, loss = given
        stretch, (loop, _) = slice(self.done, stop), algorithm.kernels(state)
        # Compiled before the clock runs.
        loop(*head, *examples, order[:0], loss, predictions[:0], *settings)
        begun, ticked = perf_counter(), thread_time()
        made = loop(*head, *examples, order[stretch], loss, predictions[stretch], *settings)
        learning = thread_time() - ticked
        self.spent += perf_counter() - begun
        self.done += made
        before = self.at[self.n_taken - 1] if self.n_taken else 0
        if self.done == self.at[self.n_taken] or before < self.done < stop:
            self._look(algorithm, state)
        return learning, thread_time() - ticked - learning

    def _look(self, algorithm: Any, state: Any) -> None:
        """Take a checkpoint from Python."""
        look, self.weights[:] = self.n_taken, algorithm.weights(state)
        self.nonzeros[look], self.l1_norm[look] = tally(self.weights)
        self.counted[look] = count(self.weights, self.positions)
        self.tracked_values[look] = self.weights[self.tracked]
        self.seconds[look] = self.spent
        self.n_taken += 1

    def columns(self) -> dict[str, np.ndarray]:
        """The columns of a trace that checkpoints fill."""
        taken = slice(0, self.n_taken)
        return {
            "nonzeros": self.nonzeros[taken],
            "used": self.nonzeros[taken],
            "useful": self.counted_features.useful_of(self.nonzeros[taken], self.counted[taken]),
            "l1_norm": self.l1_norm[taken],
            "seconds": self.seconds[taken],
            "weights": self.tracked_values[taken],
            "tracked": self.tracked,
        }


@cache
def compile_loop(learn: Callable, weight: Callable) -> Callable:
    """Compile the loop that learns from one checkpoint to the next.

    Parameters
    ----------
    learn : an algorithm's jitted loop, see ``OnlineAlgorithm.loop``.
    weight : jitted, ``weight(state, j, settings)``, the weight of feature j as of now.
    """
    return specialise(_checkpoints, learn=learn, weight=weight)


def _checkpoints(
    state, head, settings, indptr, indices, data, y, loss,
    order, out, at, w, tracked, positions, nonzeros, counted, l1, values, clock,
):  # fmt: skip
    """Learn from ``order``, with a checkpoint after each of the steps ``at``.

    Returns (checkpoints taken, steps made). ``head`` are the parts of ``state``; ``w`` holds the
    weights of the last checkpoint in the end, ``clock`` the time spent learning, and in its last
    place the time of all.
    """
    started, spent, done = ticks(), 0, 0
    for c in range(at.size):
        begun = ticks()
        stretch = indptr, indices, data, y, order[done : at[c]], loss, out[done : at[c]]
        made = learn(*(head + stretch + settings))  # noqa: F821, known to each copy
        spent += ticks() - begun
        clock[c] = spent
        clock[-1] = ticks() - started
        done += made
        if made == 0:
            return c, done
        for j in range(w.size):
            w[j] = weight(state, j, settings)  # noqa: F821
        nonzeros[c], l1[c] = tally(w)
        counted[c] = count(w, positions)
        keep(w, tracked, values[c])
        clock[-1] = ticks() - started
        if done < at[c]:
            return c + 1, done
    return at.size, done


@kernel
def tally(w):
    """(weights that are not 0, ‖w‖₁); four sums at a time, for each waits for its last addition."""
    nonzeros = 0
    for j in range(w.size):
        nonzeros += w[j] != 0.0
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    whole = w.size - w.size % 4
    for j in range(0, whole, 4):
        a += abs(w[j])
        b += abs(w[j + 1])
        c += abs(w[j + 2])
        d += abs(w[j + 3])
    for j in range(whole, w.size):
        a += abs(w[j])
    return nonzeros, (a + b) + (c + d)


@kernel
def count(w, positions):
    """Count the weights at ``positions`` that are not 0."""
    nonzeros = 0
    for i in range(positions.size):
        nonzeros += w[positions[i]] != 0.0
    return nonzeros


@kernel
def keep(w, tracked, out):
    """Copy the weights at the positions ``tracked``, increasing, to ``out``."""
    if tracked.size == w.size:  # all of them: numbers that lie together are copied together
        for j in range(w.size):
            out[j] = w[j]
    else:
        for i in range(tracked.size):
            out[i] = w[tracked[i]]


@kernel
def used_features(w):
    """The features that any class of ``w`` (k, d) has a nonzero weight for: bool (d,)."""
    features = np.zeros(w.shape[1], np.bool_)
    for c in range(w.shape[0]):
        for j in range(w.shape[1]):
            features[j] |= w[c, j] != 0.0
    return features
