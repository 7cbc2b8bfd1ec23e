"""Words of the lesson: the lead above its pictures, and the explanation below them."""

from __future__ import annotations

from pages.lessons.coordinates.evidence import BY_EXAMPLE, NAMES, Evidence


def lead(evidence: Evidence) -> str:
    """Return which method is ahead by example."""
    t, m = ([side.ends[key] for side in evidence.sides.values()] for key in BY_EXAMPLE)
    ahead = [NAMES[side.first(BY_EXAMPLE)] for side in evidence.sides.values()]
    return (
        f"By example, with sparse noise, **{ahead[0]}** comes nearer to the least objective F* "
        f"(gap F − F*: truncated gradient {t[0]:.2g}, SMIDAS {m[0]:.2g}); with dense noise "
        f"**{ahead[1]}** ({t[1]:.2g} and {m[1]:.2g})."
    )


def explanation(evidence: Evidence) -> str:
    """Return the explanation, Markdown."""
    both = list(evidence.sides.values())
    (n, d), cells = both[0].data.X.shape, [side.data.X.nnz for side in both]
    ends = {key: " and ".join(f"{side.ends[key]:.2g}" for side in both) for key in NAMES}
    eta = {key: " and ".join(f"{side.eta[key]:.2g}" for side in both) for key in BY_EXAMPLE}
    kept = {key: " and ".join(str(side.traces[key].nonzeros[-1]) for side in both) for key in NAMES}
    picked = " and ".join(str(side.traces["greedy_cd"].steps[-1]) for side in both)
    size = [f"from {a:.3g} to {b:.3g}" for a, b in zip(*(side.size for side in both), strict=True)]
    return f"""
The axis counts entries xᵢⱼ read, as the paper does; that SMIDAS also shrinks every nonzero θⱼ is
not in it. X has {n} rows and {d} columns, {evidence.knobs.noise} of them random: 0/1 with 1 in
twenty, or ±1. Of two numbers the first is for sparse noise.

**One feature.** A step reads one column, {cells[0] / d:.0f} and {cells[1] / d:.0f} entries on
average, and moves one weight; the curvature says how far. In turn (C) that ends at a gap of
{ends["coordinate_descent"]}; at random (S, on w⁺ − w⁻ as in Alg. 2) {ends["scd"]}. Greedy (G) reads
all {cells[0]:,} and {cells[1]:,} entries for the best column: {picked} steps, {ends["greedy_cd"]}.

**One example.** A step reads one row, {cells[0] / n:.0f} and {cells[1] / n:.0f} entries, and moves
all its weights. How far must be chosen: {evidence.knobs.steps:g} times what the theorems say is
η = {eta["truncated_gradient"]} for truncated gradient (T), {eta["smidas"]} for SMIDAS (M).

**Why the noise matters.** By their bounds, the entries that truncated gradient needs grow with
‖w*‖₂²·X₂², those that SMIDAS needs with ‖w*‖₁²·X∞²·log d. From sparse to dense noise X₂² goes
{size[0]}, X∞² {size[1]}: truncated gradient pays for every ±1, SMIDAS for the largest xⱼ alone.

**The paper** (Fig. 1: magic04 with 1000 such features, the best η searched for) finds SMIDAS much
better on dense noise, truncated gradient competitive on sparse, greedy slow. The real features of
this lesson's example are made; elsewhere one may be ahead on both: fetch magic04, and look.

**Not 0** at the end: C {kept["coordinate_descent"]}; T {kept["truncated_gradient"]};
M {kept["smidas"]} weights.
"""
