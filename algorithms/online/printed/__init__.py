"""Forms of truncated gradient and rounding that a paper prints and nobody should use.

What Langford, Li & Zhang (2009) print in three places is not the same: rule (6), Algorithm 1, and
the lazy formulas of §5. ``algorithms.online`` has rule (6), exactly; the others stand here, with
the ways to read where a run ends and which labels its loss had. They are in no catalogue: whoever
recomputes the paper's numbers says by them what a reading of the paper means.
"""
