"""Words of the lesson: the lead above its pictures, and the explanation below them."""

from __future__ import annotations

from pages.lessons.coordinates.evidence import BY_EXAMPLE, NAMES, Evidence
from pages.lessons.coordinates.pictures import LABELS


def lead(evidence: Evidence) -> str:
    """Return which way is near enough first, and which method is ahead by example."""
    t, m = ([side.ends[key] for side in evidence.sides.values()] for key in BY_EXAMPLE)
    ahead = [NAMES[side.first(BY_EXAMPLE)] for side in evidence.sides.values()]
    rows, columns = evidence.shape.shape
    first = LABELS[evidence.winner] if evidence.winner else "no method"
    return (
        f"On a table of {rows:,} rows and {columns:,} columns **{first}** is first to a distance "
        f"of {evidence.knobs.near:g}. Of the rules that learn by example **{ahead[0]}** ends "
        f"nearer with sparse noise: truncated gradient {t[0]:.2g} away, SMIDAS {m[0]:.2g}; and "
        f"**{ahead[1]}** with dense noise: {t[1]:.2g} and {m[1]:.2g}."
    )


def explanation(evidence: Evidence) -> str:
    """Return the explanation, Markdown."""
    both = list(evidence.sides.values())
    (n, d), cells = both[0].data.X.shape, [side.data.X.nnz for side in both]
    eta = {key: " and ".join(f"{side.eta[key]:.2g}" for side in both) for key in BY_EXAMPLE}
    picked = " and ".join(str(side.traces["greedy_cd"].steps[-1]) for side in both)
    size = [f"from {a:.3g} to {b:.3g}" for a, b in zip(*(side.size for side in both), strict=True)]
    return f"""
The objective is F(w), the average loss plus λ‖w‖₁. Its least value is F*, at the best weights w*.
The work is the number of table entries xᵢⱼ that are read, as in the paper; SMIDAS also shrinks
every nonzero entry of the set it steps in, which is not counted.

**Wide or tall.** By the paper's bounds stochastic coordinates read entries in proportion to nd/ε
until they are ε away, and rules by example to d/ε², whatever the number n of rows: online learning
is ahead where n is large beside 1/ε. On the made table its steps fall as η/√t, with a quarter of
the step factor.

**Sparse or dense.** X has {n} rows and {d} columns here, of which {evidence.knobs.noise} are noise:
0/1 with 1 in twenty (sparse), or ±1 (dense): {cells[0]:,} or {cells[1]:,} entries that are not 0.

| | distance F − F* at the end | | weights not 0 at the end | |
| --- | --- | --- | --- | --- |
| noise | sparse | dense | sparse | dense |
{table(evidence)}

**One feature.** A step reads one column and moves one weight to the lowest point of a parabola
above F; for the squared loss that is F itself. Stochastic coordinates draw the column at random,
and work on w⁺ − w⁻ (Alg. 2). Greedy coordinates read the whole table to find the best column:
{picked} steps.

**One example.** A step reads one row and moves all its weights. The step size has to be chosen:
{evidence.knobs.steps:g} times what the theorems say is η = {eta["truncated_gradient"]} for
truncated gradient, and {eta["smidas"]} for SMIDAS, with sparse and with dense noise. The paper
calls the numbers that SMIDAS moves θ.

**Why the noise matters.** By the bounds, truncated gradient needs entries in proportion to
‖w*‖₂²·X₂², and SMIDAS to ‖w*‖₁²·X∞²·log d. From sparse to dense noise X₂² goes
{size[0]}, and X∞² {size[1]}.

**The paper** (Fig. 1: magic04 with 1000 such features, the best η searched for) finds SMIDAS much
better on dense noise, truncated gradient competitive on sparse, and greedy slow. The useful
features of this lesson's example are made. On other data one rule may be ahead on both kinds.
"""


def table(evidence: Evidence) -> str:
    """Return the rows of the table of methods, Markdown."""
    rows = []
    for key, name in NAMES.items():
        ends = [f"{side.ends[key]:.2g}" for side in evidence.sides.values()]
        kept = [f"{side.traces[key].used[-1]}" for side in evidence.sides.values()]
        rows.append(f"| {name} | {' | '.join(ends)} | {' | '.join(kept)} |")
    return "\n".join(rows)
