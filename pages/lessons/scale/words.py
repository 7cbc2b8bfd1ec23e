"""Words of the lesson: the lead above its pictures, and the explanation below them."""

from __future__ import annotations

from pages.lessons.scale.evidence import DENSE, IDS, PLACE, QUARTERS, Evidence
from pages.lessons.scale.timing import EACH, EAGER, LAZY, LIVE


def lead(evidence: Evidence) -> str:
    """Return the table in numbers."""
    breath = evidence.breath
    return (
        f"Of 10⁹ ids {evidence.met[-1]:,} have come by, and {breath.live[-1]:,} are live in the "
        f"end. The table never had more than {breath.places.max():,} places, "
        f"{breath.places.max() * PLACE / 1e6:.1f} MB; a place for every id would take "
        f"{IDS * DENSE / 1e9:.0f} GB."
    )


def explanation(evidence: Evidence) -> str:
    """Return the explanation, Markdown."""
    knobs, breath = evidence.knobs, evidence.breath
    quarter = len(breath.at) // QUARTERS
    ends = ", ".join(f"{live:,}" for live in breath.live[quarter::quarter])
    eager, lazy, live = (evidence.times[name][-1] for name in (EAGER, LAZY, LIVE))
    with_g, without = breath.loss[-1], evidence.free[-1]
    return f"""
**Lazy steps.** Gravity pulls every weight at every step, but one that is not read can pay later. It
remembers up to which step, s_j, it has paid; when it is read it pays all it owes, η times the sum
of g since then, at once. That is exact: where T₁ stops now, at 0, it would have stopped on the way.
A step costs what its example holds, {EACH} features here, not d. On this machine, d = 10⁶: all
weights at every step {1e6 * eager:,.0f} µs, lazily {1e6 * lazy:.2g} µs. At d = 10⁹ the first would
take some {1e3 * eager:.2g} s an example.

**Live features.** A weight of 0 needs no memory. A hash table holds what is live; when it is nearly
half full, what has come to 0 is dropped and the rest moves to a table of the size it needs. Weights
are bit for bit those of a table with a place for every id. With d = 10⁹ a step takes
{1e6 * live:.2g} µs. This machine reads {1e-6 * EACH / lazy:.0f} million nonzeros a second with a
place for every feature (d = 10⁶), {1e-6 * EACH / live:.0f} million on the table of the live.

**Breathing.** After the quarters, under g, g′, g, g′, live are {ends}. Most ids come
once. Where w·x is near 0 that puts η/2 on their weight; gravity takes ηg a step; after 1/(2g) steps
it is gone, whatever η. So memory holds about what 1/(2g) examples do: {0.5 / knobs.gravity:.0f} of
them for g, {0.5 / knobs.turned:.0f} for g′.

**The price.** Mean loss is {with_g:.3f} with this gravity, {without:.3f} with none: gravity
{"gains" if with_g < without else "costs"} {abs(with_g - without):.3f}. Langford et al. (§6.1) went
from 3·10⁹ to 24·10⁶ features, 125 times fewer, for an error of 0.338 in place of 0.329, on clicks
that are not public; ours are made up.
"""
