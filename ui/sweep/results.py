"""The results of a sweep: its outcomes so far, in the measure that is asked for."""

from __future__ import annotations

from dataclasses import dataclass

from algorithms import Outcomes
from charts import Contest
from knobs import knobs_of
from sweeps import Method, Request
from ui.engine import Material
from ui.sweep.controls import name_methods
from ui.sweep.query import measures
from ui.sweep.refinement import frontiers
from ui.view import View


@dataclass(frozen=True, eq=False)
class SweepResults:
    """The outcomes of a sweep so far, in the measure that is asked for.

    Parameters
    ----------
    material : the dataset.
    view, request : what the visitor is shown, and what was asked.
    measure : its name in the outcomes.
    taken : all measures that were taken, by the words of the page.
    contests : the frontier of each method.
    """

    material: Material
    view: View
    request: Request
    measure: str
    taken: tuple[str, ...]
    contests: tuple[Contest, ...]

    @property
    def method_place(self) -> int:
        """The place of the method that the lower pictures show."""
        return "ABCD".index(self.view.sweep.look.method)


def current_results(view: View, request: Request, outcomes: Outcomes) -> SweepResults | None:
    """Return the results so far, or None while nothing is there."""
    taken = measures(outcomes)
    if not taken:
        return None
    contests = tuple(
        Contest(run, own, _shown_knobs(method))
        for run, own, method in zip(
            name_methods(view.sweep),
            frontiers(request, outcomes, view.sweep.look),
            request.methods,
            strict=True,
        )
    )
    measure = view.sweep.look.name_of_measure(taken)
    return SweepResults(Material.of(view), view, request, measure, taken, contests)


def _shown_knobs(method: Method) -> tuple[str, ...]:
    """The knobs that are swept, and those in which a setting beside the ladders is another one."""
    swept = [name for name, _ in method.values]
    differing = [
        name
        for name in knobs_of(method.base)
        if any(getattr(each, name) != getattr(method.base, name) for each in method.extra)
    ]
    return tuple(dict.fromkeys([*swept, *differing]))
