"""Words of the lesson: the lead above its pictures, and the explanation below them."""

from __future__ import annotations

from pages.lessons.l1_ball.evidence import ENTRIES, NAMES, Evidence, sharp_share
from ui.lessons.evidence import features_met

PAPER = "11.9 % errors against over 15 % for EG, with 5 % of the weights nonzero"


def lead(_: Evidence) -> str:
    """Return how sharp the ball is."""
    two, three, five = (f"{100 * sharp_share(n):.0f} %" for n in (2, 3, 5))
    return (
        "Start at a random point outside, twice as far from the centre as a corner, and walk to "
        f"the nearest point of the ball. In the plane {two} of the walks end where a weight is "
        f"exactly 0, in space {three}, in five dimensions {five}. On a round ball none does."
    )


def explanation(evidence: Evidence) -> str:
    """Return the explanation, Markdown."""
    z = evidence.knobs.radius
    steps = {name: len(search) - 2 for name, search in evidence.searches.items()}
    pg, eg = evidence.runs.values()
    loss = {key: run.loss[-1] / run.steps[-1] for key, run in evidence.runs.items()}
    ahead = NAMES[min(loss, key=loss.get)]
    return f"""
**To project is to shrink.** Outside the ball the projection takes the same amount off every size,
and what is smaller becomes 0. That is the soft threshold. Its amount is not given but found: with
it, what is left adds up to z. The paper calls this amount θ; nobody sets it.

**How the nearest point is found:** see the searches of free play. If you knew which entries
survive, you would know the amount: with ρ survivors of sum s it is θ = (s − z)/ρ. So each search
looks for the survivors. Here {evidence.rho} of {ENTRIES} entries survive, and
θ = {evidence.theta:.3f}.

* The *sort* puts the largest first. It goes down the list until an entry is not above the amount
  that those before it give: {steps["sort"]} looks, after sorting.
* The *pivot search* splits the entries at a random one. One look decides about a whole part, which
  is never looked at again: {steps["pivot"]} looks. The expected work grows in proportion to the
  number of entries.
* The *tree* keeps, at every node, the number and the sum of all larger entries, and goes down one
  path: {steps["tree"]} looks, and about log₂ n for n entries. A step on an example with few nonzero
  features changes few entries, so the tree need not be built anew.

**Two learners in one ball.** Both keep the sum of all sizes at {z:g} at most, on the same
{pg.steps[-1]:,} examples. *Projected gradient* takes a step and walks back. It ends with
**{pg.used[-1]:,} of {features_met(pg)}** in use; its average loss is
{loss["projected_gradient"]:.3f}. *Exponentiated gradient* (EG) multiplies each weight by a factor
where others add something, so that no weight it has touched is ever exactly 0:
**{eg.used[-1]:,}** in use, average loss {loss["exponentiated_gradient"]:.3f}. With these step
sizes {ahead} is ahead. Duchi et al. report {PAPER}, learning online from pairs of words in RCV1's
class CCAT. Our stream is another.

**What the corners do not do.** They make zeros, but each example leaves some noise features in use
for a while.
"""
