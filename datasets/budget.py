"""Memory limit: an estimate of the peak while a dataset is built and prepared.

One address may ask for a hundred thousand rows with all products of their features. The peak is
what counts, not the result: while columns are put together they are there several times. The
factors were measured as the peak of the resident memory of a process of its own; between two
measurements they are rounded up.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock

from datasets.dataset import Dataset
from datasets.errors import DatasetError
from datasets.preparation import Preparation, prepare, prepare_splits
from datasets.preparation.expansion import count_nonzeros
from datasets.preparation.noise import KINDS, PROBABILITY, SHUFFLED
from datasets.preparation.pipeline import apply_groups
from datasets.recipes import Recipe

LIMIT = 3_000_000_000
"""Bytes at the peak, where there is memory for twice that in each process; the environment
variable SPARSITY_LAB_MEMORY says another number, in MB. As many processes as
SPARSITY_LAB_PROCESSES says share the memory."""

LARGE = 200_000_000
"""Datasets that take more bytes are made one after the other."""

COPY, SCALING, CENTRING, UNIT_ROWS, EXPANSION, EXTRA_COLUMNS = 24, 32, 90, 40, 60, 64
"""Bytes per nonzero at the peak: rows copied, columns scaled, columns centred of which a part is
zero, rows made as long as one, columns expanded, columns added."""

KERNEL = 64
"""Bytes at the peak for each row and support example, what is made of them later included."""

NONZERO, FEATURE = 12, 200
"""Bytes of a nonzero in CSR, and of all that there is once for each feature."""


class TooLarge(DatasetError):
    """Error for a dataset that would exceed the memory limit."""


def memory_limit() -> int:
    """Return the bytes that a dataset may take while it is made."""
    asked = os.environ.get("SPARSITY_LAB_MEMORY", "")
    if asked.isdecimal():
        return int(asked) * 1_000_000
    processes = os.environ.get("SPARSITY_LAB_PROCESSES", "")
    share = 2 * max(int(processes), 1) if processes.isdecimal() else 2
    with suppress(ValueError, OSError, AttributeError):  # a system that does not say
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        return min(LIMIT, memory // share)
    return LIMIT


def make_within_limit(
    recipe: Recipe, preparation: Preparation, split: int | None = None
) -> Dataset:
    """Return the dataset of a recipe, prepared, if it can be made within ``memory_limit()`` bytes.

    A made dataset is refused before it is built; of a file it is known only then how large it is,
    and it is refused before it is prepared. Large ones are made one after the other.

    Raises TooLarge, a DatasetError, with a sentence on what it would take and what would fit; else
    as ``build`` and ``prepare`` do.

    Parameters
    ----------
    split : draws the test rows, in place of the seed of ``preparation``, which draws all else.
    """
    needed = recipe.memory()
    if needed > memory_limit():
        size = recipe.n_rows, getattr(recipe, "n_features", 0)
        raise _too_large(needed, recipe, preparation, *map(int, size))
    with _one_at_a_time(needed):
        built = recipe.build()
    needed = memory_of(built, preparation)
    if needed > memory_limit():
        raise _too_large(needed, recipe, preparation, built.n_rows, built.n_features)
    with _one_at_a_time(needed):
        if split is None:
            return prepare(built, preparation)
        return prepare_splits(built, preparation, [split])[0]


def memory_of(dataset: Dataset, preparation: Preparation) -> float:
    """Return the bytes that ``prepare`` takes at its peak, about, those of ``dataset`` included."""
    X = dataset.X
    whole = apply_groups(dataset, preparation.groups)
    nonzeros = count_nonzeros(whole, preparation.expansion, int(preparation.random_pairs))
    held_out = 0 if dataset.test is None else dataset.test.n_rows
    more = 1 + held_out / dataset.n_rows
    filled = {KINDS[0]: PROBABILITY, SHUFFLED: dataset.density}.get(preparation.noise_kind, 1.0)
    added = dataset.n_rows * (preparation.noise_features * filled + preparation.constant)
    centred = CENTRING if X.nnz < math.prod(X.shape) else SCALING
    factors = [
        COPY * (preparation.test_fraction > 0 or held_out > 0),
        SCALING * (preparation.scaling == "max-abs 1"),
        centred * (preparation.scaling == "unit variance"),
        UNIT_ROWS * (preparation.scaling == "unit rows"),
        EXPANSION * (preparation.expansion != "none"),
        EXTRA_COLUMNS * (added > 0),
    ]
    made = max(factors) * (nonzeros + added)
    compared = KERNEL * min(preparation.support_examples, dataset.n_rows) * dataset.n_rows
    return more * (NONZERO * X.nnz + made + compared) + FEATURE * dataset.n_features


def _too_large(
    needed: float, recipe: Recipe, preparation: Preparation, n_rows: int, n_features: int
) -> TooLarge:
    """Error with the bytes needed, the bytes available, and a size that would fit."""
    there, fixed = memory_limit(), FEATURE * n_features
    rows = _round_down(n_rows * max(there - fixed, 0) / (needed - fixed))
    examples = "examples" if hasattr(recipe, "n_rows") else "rows"
    remedies = [f"at most {rows:,} {examples}"] if rows else ["fewer features"]
    if preparation.expansion != "none":
        remedies.append("a smaller expansion")
    if preparation.support_examples:
        remedies.append("fewer support examples")
    if preparation.noise_features:
        remedies.append("fewer noise features")
    return TooLarge(
        f"{recipe.title}: this would take {_format_bytes(needed)} of memory while it is made, and "
        f"a dataset may take {_format_bytes(there)} here: take {', or '.join(remedies)}."
    )


def _round_down(number: float) -> int:
    """The number with two digits that are not zero."""
    unit = 10 ** max(int(math.log10(max(number, 1))) - 1, 0)
    return int(number // unit) * unit


def _format_bytes(n_bytes: float) -> str:
    """Bytes in words, with two digits."""
    return f"{n_bytes / 1e9:.1f} GB" if n_bytes >= 1e9 else f"{math.ceil(n_bytes / 1e6):,} MB"


@contextmanager
def _one_at_a_time(needed: float) -> Iterator[None]:
    """Hold a lock while a large dataset is built, so that one is built at a time."""
    if needed <= LARGE:
        yield
        return
    with _large:
        yield


_large = Lock()
