"""One method is ahead of another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import bdtr

from papers.claim import Quantity
from papers.rules.statistics import medians, number_text
from papers.verdict import Finding, Verdict

SURE = 0.05
"""The largest p of a sign test (two-sided) that counts as a difference."""


@dataclass(frozen=True)
class Order:
    """Each pair of series stands in the order that the paper tells, at each place of the x axis.

    Repetitions are paired: both series saw the same data in the same order. A sign test over them
    says which pairs differ at all; with a single repetition, which is for methods without chance,
    the numbers themselves say it. Two medians that differ by less than ``tie`` are a tie.

    Parameters
    ----------
    pairs : ("SCD", "<", "SMIDAS"); with "=" the paper calls the two alike.
    tie : a share of the larger one.
    at : the places of the x axis that count; all where empty.

    Examples
    --------
    >>> values = np.array([[1.0, 2.0]] * 20)
    >>> Order((("a", "<", "b"),)).judge(values, (), [Quantity("a"), Quantity("b")]).because
    'a 1 < b 2.'
    """

    pairs: Sequence[tuple[str, str, str]]
    tie: float = 0.01
    at: Sequence[float | str] = ()

    @property
    def sentence(self) -> str:
        """The rule, in a sentence."""
        stated = ", ".join(" ".join(pair) for pair in self.pairs)
        return (
            f"{stated}: by a sign test over the repetitions (95 %), where medians that differ by "
            f"less than {100 * self.tie:g} % are a tie."
        )

    def judge(
        self,
        values: np.ndarray,
        printed: Sequence[float | None],
        quantities: Sequence[Quantity],
    ) -> Finding:
        """Return the verdict on float64 ``values`` (repetitions, quantities)."""
        column = {quantity: i for i, quantity in enumerate(quantities)}
        found, said = [], []
        for x in self.at or list(dict.fromkeys(q.x for q in quantities)):
            for first, relation, second in self.pairs:
                a, b = (values[:, column[Quantity(name, x)]] for name in (first, second))
                seen = self.relation(a, b)
                found.append((relation, seen))
                place = f" at {x:g}" if isinstance(x, float | int) else f" {x}".rstrip()
                low, high = (number_text(medians(each)) for each in (a, b))
                said.append(f"{first} {low} {seen} {second} {high}{place}")
        return Finding(verdict_of(found), f"{'; '.join(said)}.")

    def relation(self, a: np.ndarray, b: np.ndarray) -> str:
        """Return "<", ">", "=" for a tie, or "?" where the repetitions do not tell.

        Parameters
        ----------
        a, b : float64 (repetitions,), paired.
        """
        middle = medians(a), medians(b)
        if not np.isfinite(middle).all():
            return "?"
        if abs(middle[0] - middle[1]) <= self.tie * max(map(abs, middle)):
            return "="
        below, above = int((a < b).sum()), int((a > b).sum())
        if len(a) > 1 and sign_test(below, above) > SURE:
            return "?"
        return "<" if below > above else ">"


def sign_test(below: int, above: int) -> float:
    """Return the p of a two-sided sign test, as ``scipy.stats.binomtest`` does.

    That module would take 0.4 s of each start of the app.
    """
    return min(2.0 * bdtr(min(below, above), max(below + above, 1), 0.5), 1.0)


def verdict_of(relations: Sequence[tuple[str, str]]) -> Verdict:
    """Return the verdict on pairs of what a paper tells and what was seen.

    Where the paper sees a difference and there is a tie, the order is not its own: *other*.
    """
    if all(stated == seen for stated, seen in relations):
        return Verdict.SAME
    clear = [(stated, seen) for stated, seen in relations if seen != "?"]
    if not clear or (len(clear) < len(relations) and all(stated == seen for stated, seen in clear)):
        return Verdict.NOISY
    agree = sum(stated == seen for stated, seen in clear)
    against = sum({stated, seen} == {"<", ">"} for stated, seen in clear)
    return Verdict.SAME_ORDER if not against and 2 * agree > len(clear) else Verdict.OTHER
