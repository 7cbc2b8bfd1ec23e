"""What a paper leaves open about a run: where it ends, and which labels its loss had.

Each is a class to put before an algorithm's in a list of bases:
``class Other(OnePullMore, TruncatedGradient)``.
"""

from __future__ import annotations

from typing import Any


class AsExamplesEnd:
    """A run ends with its last example, wherever that is between two cuts."""

    def finish(self, state: Any) -> bool:
        """Leave the state as it is."""
        return False


class OnePullMore:
    """A run ends with a cut or a pull after its last example, even where there has just been one.

    Algorithm 1 truncates before it predicts, so whoever tests with it has pulled once more.
    """

    def finish(self, state: Any) -> bool:
        """Shrink once, in place."""
        return self.shrink_once(state)


class LabelsZeroOne:
    """The clipped loss of labels 0 and 1, with predictions in [0, 1]: weights begin at class 0.

    With q = 2p − 1 and w′ = 2w that is the loss of labels −1 and +1 with an offset of −1, which is
    not learned: the step size is the same, and gravity and threshold count twice. So these weights
    are twice those of the paper, as are those of labels −1 and +1, which begin in the middle.
    """

    def start(self, *setting: Any, **settings: Any) -> Any:
        """As :meth:`OnlineAlgorithm.start`, with predictions that begin at −1."""
        state = super().start(*setting, **settings)
        state.bias[0] = -1.0
        return state
