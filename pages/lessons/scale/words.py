"""Words of the lesson: the lead above its pictures, and the explanation below them."""

from __future__ import annotations

from pages.lessons.scale.evidence import DENSE, IDS, PLACE, QUARTERS, Evidence
from pages.lessons.scale.timing import EACH, EAGER, LAZY, LIVE


def lead(evidence: Evidence) -> str:
    """Return the table in numbers."""
    breath = evidence.breath
    return (
        f"{evidence.met[-1]:,} of a billion ids have turned up. At the end {breath.live[-1]:,} of "
        f"them are in the table. It never had more than {breath.places.max():,} places "
        f"({breath.places.max() * PLACE / 1e6:.1f} MB). A place for every possible id would take "
        f"{IDS * DENSE / 1e9:.0f} GB: {DENSE} bytes each, for a weight and the step up to which it "
        "has paid."
    )


def explanation(evidence: Evidence) -> str:
    """Return the explanation, Markdown."""
    knobs, breath = evidence.knobs, evidence.breath
    quarter = len(breath.at) // QUARTERS
    ends = ", ".join(f"{live:,}" for live in breath.live[quarter::quarter])
    eager, lazy, live = (evidence.times[name][-1] for name in (EAGER, LAZY, LIVE))
    with_g, without = breath.loss[-1], evidence.free[-1]
    gap = abs(round(with_g, 3) - round(without, 3))
    return f"""
**Lazy updates.** Gravity pulls every weight at every step, but a weight that is not read can pay
later. It remembers the step s_j up to which it has paid. When it is read, it pays η times the sum
of all gravity since then. This is exact, not an approximation: a weight that reaches 0 when it pays
all at once would have reached 0 step by step, too. So the time of a step grows with the {EACH}
features of its example, and not with the number d of all features. On this machine, with d = 10⁶, a
step on all weights takes {1e6 * eager:,.0f} µs, and a lazy step {1e6 * lazy:.2g} µs. With d = 10⁹
the first would take some {1e3 * eager:.2g} s per example.

**The table.** A weight of 0 needs no memory. When nearly half of the hash table is taken (three
eighths at least), weights that have come to 0 are dropped, and the rest moves to a table of the
size that it needs. The weights are bit for bit those of a table with a place for every id. With d =
10⁹ a step takes {1e6 * live:.2g} µs. This machine reads {1e-6 * EACH / lazy:.0f} million features a
second with a place for every feature (d = 10⁶), and {1e-6 * EACH / live:.0f} million from the
table.

**Breathing.** At the end of the four quarters, under g, g′, g, g′, the table holds {ends} ids. Most
ids occur only once. One occurrence gives an id the weight η/2 (where w·x is near 0), and gravity
takes back ηg per step, so the id is gone after 1/(2g) steps, whatever η is. The table holds about
what 1/(2g) examples bring: {0.5 / knobs.gravity:.0f} of them for g, {0.5 / knobs.turned:.0f} for
g′.

**The price.** The average loss is {with_g:.3f} with this gravity, and {without:.3f} with none:
gravity {"gains" if with_g < without else "costs"} {gap:.3f} per example.

**The paper.** Langford et al. (§6.1) went from 3·10⁹ to 24·10⁶ features, 125 times fewer, with an
error of 0.338 in place of 0.329. Their clicks are not public; ours are made up. The table of what
lives is this app's own.
"""
