"""The settings that were tried on the same data, and their dots as a picture takes them."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from algorithms import Algorithm
from charts import TriedSettings

Setting = tuple[str, Algorithm]
"""The letter of a run, and its algorithm with its knobs."""


@dataclass(frozen=True)
class Trial:
    """A setting that was tried.

    Parameters
    ----------
    number : by which a click tells it; later ones have larger numbers.
    letter : of its run.
    algorithm : the setting.
    words : the setting as it is read off a dot.
    features : the number of features that it used at the end.
    loss : the loss per example of the first pass; of a batch run that of its final weights.
    value : the measure; nan where the run diverged.
    rested : the hand let go of its knob there.
    """

    number: int
    letter: str
    algorithm: Algorithm
    words: str
    features: int
    loss: float
    value: float
    rested: bool

    @property
    def setting(self) -> Setting:
        """Return that by which it is found."""
        return self.letter, self.algorithm


class TrialLog:
    """The trials on the same data, the oldest first.

    Their dots are kept column by column: to gather five hundred of them anew took 3 ms each time
    that a knob was let go.
    """

    def __init__(self) -> None:
        self._trials: dict[Hashable, Trial] = {}
        self._dots: dict[str, _Dots] = {}
        self._passed = 0

    def __len__(self) -> int:
        return len(self._trials)

    def __iter__(self) -> Iterator[Trial]:
        return iter(self._trials.values())

    def get(self, setting: Setting) -> Trial | None:
        """Return the trial of a setting; None where it was not tried."""
        return self._trials.get(setting)

    def add(self, trial: Trial) -> None:
        """Add a trial of a setting that was not tried before, later than all others."""
        self._trials[trial.setting] = trial
        self._passed += not trial.rested
        if np.isfinite(trial.value):
            self._dots.setdefault(trial.letter, _Dots()).add(trial)

    def rest(self, trial: Trial) -> None:
        """Note that the hand let go of its knob at a setting that it had only passed."""
        self._trials[trial.setting] = replace(trial, rested=True)
        self._passed -= 1

    def drop(self, trial: Trial) -> None:
        """Forget a trial."""
        del self._trials[trial.setting]
        self._passed -= not trial.rested
        if np.isfinite(trial.value):
            self._dots[trial.letter].drop(trial)

    def thin(self, most: int) -> None:
        """Drop every second one of those that were only passed, if they are more than ``most``."""
        if self._passed > most:
            for trial in [trial for trial in self if not trial.rested][::2]:
                self.drop(trial)

    def dots(self, present: Iterable[Setting]) -> list[TriedSettings]:
        """Return the dots of each letter, those of runs that diverged and of ``present`` left out.

        Parameters
        ----------
        present : settings with different letters.
        """
        hidden = {setting[0]: self.get(setting) for setting in present}
        every = [dots.without(letter, hidden.get(letter)) for letter, dots in self._dots.items()]
        return [tried for tried in every if tried.names]


@dataclass(eq=False)
class _Dots:
    """The dots of a letter, by the numbers of their trials."""

    numbers: list[int] = field(default_factory=list)
    features: array = field(default_factory=lambda: array("d"))
    values: array = field(default_factory=lambda: array("d"))
    words: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    def add(self, trial: Trial) -> None:
        self.numbers.append(trial.number)
        self.features.append(trial.features)
        self.values.append(trial.value)
        self.words.append(trial.words)
        self.names.append(f"t{trial.number}")

    def drop(self, trial: Trial) -> None:
        place = bisect_left(self.numbers, trial.number)
        for column in (self.numbers, self.features, self.values, self.words, self.names):
            column.pop(place)

    def without(self, letter: str, trial: Trial | None) -> TriedSettings:
        """A copy, for pictures outlive what is noted later."""
        columns = [self.features[:], self.values[:], self.words[:], self.names[:]]
        if trial is not None and np.isfinite(trial.value):
            place = bisect_left(self.numbers, trial.number)
            for column in columns:
                column.pop(place)
        features, values, words, names = columns
        return TriedSettings(letter, np.array(features), np.array(values), words, names)
