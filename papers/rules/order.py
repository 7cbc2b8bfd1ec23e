"""One method is ahead of another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import bdtr, stdtr

from papers.claim import Quantity
from papers.rules.statistics import means, medians, number_text
from papers.verdict import Finding, Verdict

T_TEST = "paired t-test"

SURE = 0.05
"""The largest p of a test (two-sided) that counts as a difference."""

CLAIMED, CONTRARY, DIFFERENT, TIE, UNCLEAR = (
    "as claimed", "the contrary", "a difference where none is claimed", "no difference", "not clear"
)  # fmt: skip
"""What can come of a pair, in the order in which a sentence has it."""

MOST_LISTED = 6
"""The most comparisons that are listed where all come out as claimed."""

IN_WORDS = {"=": "level with", "<=": "no more than", ">=": "no less than"}


@dataclass(frozen=True)
class Order:
    """Each pair of series stands in the order that the paper tells, at each place of the x axis.

    Repetitions are paired: both series saw the same data in the same order. A test over them says
    which pairs differ at all; with a single repetition, which is for methods without chance, the
    numbers themselves say it. Two middles that differ by less than ``tie`` are a tie: means where
    the test is of means, else medians.

    Parameters
    ----------
    pairs : ("SCD", "<", "SMIDAS"); with "=" the paper calls the two alike, with "<=" or ">=" one as
        good as the other or better.
    tie : a share of the larger one.
    at : the places of the x axis that count; all where empty.
    test : a key of ``TESTS``: the sign test, or the paired t-test where a paper uses that.

    Examples
    --------
    >>> values = np.array([[1.0, 2.0]] * 20)
    >>> Order((("a", "<", "b"),)).judge(values, (), [Quantity("a"), Quantity("b")]).because
    'a 1 < b 2.'
    """

    pairs: Sequence[tuple[str, str, str]]
    tie: float = 0.01
    at: Sequence[float | str] = ()
    test: str = "sign test"

    @property
    def sentence(self) -> str:
        """The rule, in a sentence."""
        stated = "; ".join(f"{a} {IN_WORDS.get(sign, sign)} {b}" for a, sign, b in self.pairs)
        return (
            f"It is the same where this holds: {stated}. A {self.test} over the repetitions (95 %) "
            f"tells whether two differ; {self.middle.__name__} less than {100 * self.tie:g} % "
            "apart are no difference."
        )

    @property
    def middle(self) -> Callable[[np.ndarray], np.ndarray]:
        """What stands for all repetitions: ``means`` or ``medians``."""
        return means if self.test == T_TEST else medians

    def judge(
        self,
        values: np.ndarray,
        printed: Sequence[float | None],
        quantities: Sequence[Quantity],
    ) -> Finding:
        """Return the verdict on float64 ``values`` (repetitions, quantities)."""
        column = {quantity: i for i, quantity in enumerate(quantities)}
        found, said = [], dict[str, dict[str, list[str]]]()
        for x in self.at or list(dict.fromkeys(q.x for q in quantities)):
            for first, stated, second in self.pairs:
                a, b = (values[:, column[Quantity(name, x)]] for name in (first, second))
                seen = self.relation(a, b)
                found.append((stated, seen))
                low, high = (number_text(self.middle(each)) for each in (a, b))
                between = {"=": " level with" if "=" in stated else " and", "?": " and"}
                pair = f"{first} {low}{between.get(seen, f' {seen}')} {second} {high}"
                said.setdefault(_outcome(stated, seen), {}).setdefault(_place(x), []).append(pair)
        verdict, kinds = verdict_of(found), [_outcome(*pair) for pair in found]
        return Finding(
            verdict,
            _in_words(said),
            kind=_kind(kinds) if verdict is Verdict.OTHER else "",
            aside=_how_many_clear(kinds) if verdict is Verdict.NOISY else "",
        )

    def relation(self, a: np.ndarray, b: np.ndarray) -> str:
        """Return "<", ">", "=" for a tie, or "?" where the repetitions do not tell.

        Parameters
        ----------
        a, b : float64 (repetitions,), paired.
        """
        middle = self.middle(a), self.middle(b)
        if not np.isfinite(middle).all():
            return "?"
        if abs(middle[0] - middle[1]) <= self.tie * max(map(abs, middle)):
            return "="
        if len(a) > 1 and TESTS[self.test](a, b) > SURE:
            return "?"
        if self.test == T_TEST:
            return "<" if middle[0] < middle[1] else ">"
        return "<" if (a < b).sum() > (a > b).sum() else ">"


def sign_test(a: np.ndarray, b: np.ndarray) -> float:
    """Return the p of a two-sided sign test on pairs, as ``scipy.stats.binomtest`` does.

    That module would take 0.4 s of each start of the app.
    """
    below, above = int((a < b).sum()), int((a > b).sum())
    return min(2.0 * bdtr(min(below, above), max(below + above, 1), 0.5), 1.0)


def t_test(a: np.ndarray, b: np.ndarray) -> float:
    """Return the p of a two-sided paired t-test, as ``scipy.stats.ttest_rel`` does.

    Pairs of which one number is missing do not count.
    """
    apart = (a - b)[np.isfinite(a - b)]
    if len(apart) < 2:
        return 1.0
    mean, error = apart.mean(), apart.std(ddof=1) / np.sqrt(len(apart))
    if error == 0.0:
        return float(mean == 0.0)
    return float(2.0 * stdtr(len(apart) - 1, -abs(mean) / error))


TESTS = {"sign test": sign_test, T_TEST: t_test}


def verdict_of(relations: Sequence[tuple[str, str]]) -> Verdict:
    """Return the verdict on pairs of what a paper tells and what was seen.

    Where the paper sees a difference and there is a tie, the order is not its own: *other*.
    """
    if all(seen in stated for stated, seen in relations):
        return Verdict.SAME
    clear = [(stated, seen) for stated, seen in relations if seen != "?"]
    if not clear or (len(clear) < len(relations) and all(seen in stated for stated, seen in clear)):
        return Verdict.NOISY
    agree = sum(seen in stated for stated, seen in clear)
    against = sum({stated[0], seen} == {"<", ">"} for stated, seen in clear)
    return Verdict.SAME_ORDER if not against and 2 * agree > len(clear) else Verdict.OTHER


def _outcome(stated: str, seen: str) -> str:
    """What came of a pair."""
    if seen in stated:
        return CLAIMED
    return {"?": UNCLEAR, "=": TIE}.get(seen, DIFFERENT if stated == "=" else CONTRARY)


def _kind(kinds: Sequence[str]) -> str:
    """In what way the pairs of a case that is *other* came out otherwise."""
    others = [kind for kind in (CONTRARY, DIFFERENT, TIE, UNCLEAR) if kind in kinds]
    return f"{'partly ' if CLAIMED in kinds else ''}{' or '.join(others)}"


def _how_many_clear(kinds: Sequence[str]) -> str:
    """How many pairs of a case the repetitions tell apart; "" where there is one."""
    clear = len(kinds) - kinds.count(UNCLEAR)
    return f"{clear or 'none'} of {len(kinds)} comparisons clear" if len(kinds) > 1 else ""


def _place(x: float | str) -> str:
    return f"at {x:g}: " if isinstance(x, float | int) else f"{x}: " if x else ""


def _in_words(said: Mapping[str, Mapping[str, Sequence[str]]]) -> str:
    """The pairs by what came of them, and by their places, in sentences."""
    sentences = []
    for kind in (CLAIMED, CONTRARY, DIFFERENT, TIE, UNCLEAR):
        places = said.get(kind, {})
        text = "; ".join(f"{place}{'; '.join(pairs)}" for place, pairs in places.items())
        sentences += [f"{kind[0].upper()}{kind[1:]}: {text}."] if text else []
    if set(said) == {CLAIMED}:  # as nothing else came, it needs no heading
        n = sum(len(pairs) for pairs in said[CLAIMED].values())
        if n > MOST_LISTED:
            return f"All {n} comparisons come out as claimed."
        text = sentences[0].partition(": ")[2]
        return f"At {text[3:]}" if text.startswith("at ") else text
    return " ".join(sentences)
