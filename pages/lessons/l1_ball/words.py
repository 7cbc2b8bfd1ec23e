"""Words of the lesson: the lead above its pictures, and the explanation below them."""

from __future__ import annotations

from pages.lessons.l1_ball.evidence import ENTRIES, NAMES, Evidence, sharp_share

PAPER = "11.9 % error against over 15 % for EG, with 5 % of the weights nonzero"


def lead(_: Evidence) -> str:
    """Return how sharp the ball is."""
    two, three, five = (f"{100 * sharp_share(n):.0f} %" for n in (2, 3, 5))
    return (
        "The nearest point of a ball with corners is often a corner or an edge, where weights "
        f"are 0. From 2z away from the centre, it is for {two} of all directions in the plane, for "
        f"{three} in space and {five} in five dimensions; on a round ball for none."
    )


def explanation(evidence: Evidence) -> str:
    """Return the explanation, Markdown."""
    z = evidence.knobs.radius
    steps = {name: len(search) - 2 for name, search in evidence.searches.items()}
    pg, eg = evidence.runs.values()
    d = len(pg.final_weights)
    loss = {key: run.loss[-1] / run.steps[-1] for key, run in evidence.runs.items()}
    ahead = NAMES[min(loss, key=loss.get)]
    return f"""
**To project is to shrink.** Outside the ball Π takes the same θ from every magnitude; what is
smaller becomes 0. So it is the soft threshold again, with a θ that is not given but *found*: the
one for which what is left adds up to z.

**Finding θ** is knowing who stays: θ = (s − z)/ρ of the ρ entries that do, whose sum is s. Here
{evidence.rho} of {ENTRIES} stay and θ = {evidence.theta:.3f}. The *sort* takes the largest first,
until one is not above the threshold of those so far: {steps["sort"]} looks, after sorting. The
*pivot search* splits at a random entry and never looks at one part again: {steps["pivot"]} rounds,
O(n) expected. The *tree* knows the number and sum of all that lies to the right of a node, and goes
down one path: {steps["tree"]} nodes, O(log n). It need not be built anew: a step on an example with
k features changes k of its entries.

**Online**, both learners keep ‖w‖₁ ≤ {z:g} on the same stream of {pg.steps[-1]} examples.
Projected gradient ends with **{pg.nonzeros[-1]} of {d:,}** weights nonzero and a mean loss of
{loss["projected_gradient"]:.3f}. Exponentiated gradient (EG) multiplies instead of subtracting, so
that no weight it has touched is exactly 0 again: **{eg.nonzeros[-1]:,}** nonzero, mean loss
{loss["exponentiated_gradient"]:.3f}. With these step sizes {ahead} is ahead. Duchi et al. report
{PAPER}, online on bigrams of RCV1's class CCAT; our stream is another.
"""
