"""The base of every online algorithm: four methods, and the jitted loop behind one of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from numbers import Integral
from typing import Any, ClassVar

import numpy as np
from scipy import sparse

from algorithms.groups import Groups
from algorithms.kernel import read_only
from algorithms.losses import SCALAR_LOSSES, Loss, loss_code
from algorithms.online.common.examples import checked_examples
from knobs import check_knobs

# A prediction beyond this is a run that has diverged. Datasets hold no value beyond 1e100, so
# below it neither a loss nor an update can overflow.
OVERFLOW = 1e100


@dataclass(frozen=True)
class RunSetting:
    """The properties of a run that are known before its first example.

    Attributes
    ----------
    n_features : d.
    n_steps : examples to come; knobs that speak of the end or the middle of a run need it.
    per_pass : examples in one pass, for a step size that decays by the pass.
    groups : which feature belongs to which group, or None where the data does not say.
    intercept : whether a weight of no feature is learned: never penalised, never counted.
    n_classes : of a multiclass run, else 0.
    entries : the nonzeros of an example, on average; 0 where that is not known.
    """

    n_features: int
    n_steps: int
    per_pass: float = math.inf
    groups: Groups | None = None
    intercept: bool = False
    n_classes: int = 0
    entries: float = 0.0


@dataclass(frozen=True)
class OnlineAlgorithm:
    """Base of the online algorithms; the fields are knobs, checked when an instance is made.

    Raises ValueError, naming field, value and rule, for a knob out of range.

    Examples
    --------
    >>> from algorithms import CATALOGUE
    >>> from datasets import Dataset
    >>> data = Dataset.of(([[1.0, 0.0], [0.0, 1.0]], [1, -1]))
    >>> algorithm = CATALOGUE["sgd"](eta=1.0, schedule="constant")
    >>> state = algorithm.start(data.n_features, n_steps=2)
    >>> algorithm.advance(state, data.X, data.y, np.array([0, 1]), "logistic")
    array([0., 0.])
    >>> algorithm.weights(state)
    array([ 0.5, -0.5])
    """

    key: ClassVar[str]
    title: ClassVar[str]
    source: ClassVar[str]
    idea: ClassVar[str]
    formula: ClassVar[str]
    family: ClassVar[str]
    """Under which heading of the catalogue it stands: a paper, or "beyond the papers"."""
    hue: ClassVar[str]
    """The colour it is drawn in by every lesson, a name of ``charts.palette``. Methods that meet in
    a lesson have different ones."""
    dash: ClassVar[str]
    """The dash of its first run in a lesson; algorithms of one hue have different ones."""
    kind: ClassVar[str] = "online"
    losses: ClassVar[tuple[Loss, ...]] = SCALAR_LOSSES
    """The losses it has an update for."""
    loop: ClassVar[Any]
    """The jitted loop of :meth:`advance`."""
    weight: ClassVar[Any] = None
    """Jitted, ``weight(state, j, settings)``: the weight of feature j as of now, as in
    :meth:`weights`; runs of an algorithm that has it are looked at without leaving compiled code.
    None where a weight depends on others."""

    def __post_init__(self) -> None:
        check_knobs(self)

    def start(
        self,
        n_features: int,
        n_steps: int,
        per_pass: float = math.inf,
        groups: Groups | None = None,
        intercept: bool = False,
        n_classes: int = 0,
        entries: float = 0.0,
    ) -> Any:
        """The state before the first example, weights 0; see :class:`RunSetting`.

        Raises ValueError for numbers of features or steps that are none.
        """
        for name, count in (("n_features", n_features), ("n_steps", n_steps)):
            if isinstance(count, bool) or not isinstance(count, Integral) or count < 0:
                raise ValueError(f"{name} = {count!r}: it must be a whole number >= 0")
        setting = RunSetting(n_features, n_steps, per_pass, groups, intercept, n_classes, entries)
        return self._start(setting)

    def advance(
        self,
        state: Any,
        rows: sparse.csr_array,
        y: np.ndarray,
        order: np.ndarray,
        loss: str | Loss,
        *,
        check_input: bool = True,
    ) -> np.ndarray:
        """Learn from the examples ``order`` (int64) of ``rows``, one after the other, in place.

        Returns the predictions w·x + b, each made before its example was learned from, shape
        (len(order),), of a multiclass run (len(order), n_classes). It is shorter than ``order``
        when a prediction passed 1e100: the run has diverged, the state stands before that
        example, and it must not be advanced again.

        Raises ValueError for rows that do not exist or have other features than the run, for
        numbers that are not finite, for labels of no meaning for the loss, and for a loss that
        there is no update for. ``check_input=False`` skips these checks: a compiled
        loop reads and writes at any index that it is given.
        """
        code = loss_code(loss)
        if check_input:
            if code not in self.losses:
                known = ", ".join(one.name for one in self.losses)
                raise ValueError(f"loss = {code.name!r}: it must be one of {known}")
            width, n_classes = self._width(state), self._n_classes(state)
            y, order = checked_examples(rows, y, order, code, width, n_classes)
        return self._advance(state, rows, y, order, code)

    def _advance(self, state: Any, rows: Any, y: Any, order: Any, code: Loss) -> np.ndarray:
        """As :meth:`advance`, unchecked."""
        predictions = self._empty_predictions(state, len(order))
        examples = *read_only(rows.indptr, rows.indices, rows.data, y), order
        loop, _ = self.kernels(state)
        done = loop(*state, *examples, int(code), predictions, *self._settings())
        return predictions[:done]

    def weights(self, state: Any) -> np.ndarray:
        """The weights as of now, shape (n_features,), float64, materialised on a copy.

        Of a multiclass run (n_classes, n_features).
        """
        raise NotImplementedError

    def intercept(self, state: Any) -> np.ndarray:
        """The intercept as of now, shape (1,), of a multiclass run (n_classes,); 0 without one."""
        return state.bias[:1].copy()

    def extend(self, state: Any, n_steps: int) -> Any:
        """Return the state of the same run with ``n_steps`` more steps to come.

        ``state`` itself is not used any more. Raises ValueError for an algorithm whose steps
        depend on how many there are in all.
        """
        return state

    def finish(self, state: Any) -> bool:
        """Let the run end just after its zeros are made, in place; return whether that changed it.

        Call it once, after all steps.

        An algorithm that makes them every K steps, see :attr:`stride`, applies its rule once more
        where K does not divide the number of steps T: what would be due at the next multiple of K,
        with the step size of step T. So, whatever K and T are, weights that are counted have just
        been cut or pulled. All others leave the state as it is. ``record`` and all else that ends
        a run calls it; for the weights as the last example leaves them there is ``weights`` after
        ``advance``.
        """
        return False

    def has_weight_kernel(self, state: Any) -> bool:
        """Return whether there is a kernel ``weight`` for this state."""
        return type(self).weight is not None

    def kernels(self, state: Any) -> tuple[Any, Any]:
        """Return the jitted loop that continues from ``state``, and the kernel of one weight."""
        # Through the class: a jitted function found on an instance would be bound to it.
        return type(self).loop, type(self).weight

    def loop_for(self, n_features: int, entries: float) -> Any:
        """The jitted loop of a run on such data, see :class:`RunSetting`; for readers of it."""
        return type(self).loop

    @property
    def stride(self) -> int:
        """The period of the steps that make zeros; in between, weights are not shrunk."""
        return 1

    def shrink(self, v: np.ndarray, t: int) -> np.ndarray | None:
        """Return the weights ``v`` after the shrinkage of update ``t``, with a gradient of 0.

        None where the result depends on more than the weight itself.
        """
        return np.asarray(v, dtype=np.float64)

    def kinks(self, t: int) -> tuple[float, ...]:
        """Return the finite \\|v\\| > 0 at which ``shrink`` bends or jumps."""
        return ()

    def _start(self, setting: RunSetting) -> Any:
        raise NotImplementedError

    def _width(self, state: Any) -> int:
        """The number of features that ``state`` has room for."""
        return len(state[0])

    def _n_classes(self, state: Any) -> int:
        """The number of classes of a multiclass run, else 0."""
        return 0

    def _settings(self) -> tuple:
        """The knobs that are the last arguments of the jitted loop, in its order."""
        return ()

    def _empty_predictions(self, state: Any, n: int) -> np.ndarray:
        """An array for ``n`` predictions."""
        return np.empty(n)


def bias(setting: RunSetting) -> np.ndarray:
    """(b, 1) with an intercept, (0, 0) without: a loop adds its second number times the move."""
    return np.array([0.0, float(setting.intercept)])
