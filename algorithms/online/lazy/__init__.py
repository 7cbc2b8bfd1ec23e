"""Lazy shrinkage: all shrinkage of a weight since it was last read, applied in one step.

An example touches few features, but shrinkage is due for all of them. Between two readings a
weight meets nothing but shrinkage, so all of it can be done when the weight is next read: a run
keeps a running total of what has been due, and each weight the total at which it last paid.
Truncations add up (``truncation``), with a ridge they also multiply (``ridge``), those of a group
add up in its norm (``group_shrink``). Sub-gradient pushes go past zero and back and do not add up:
they are replayed, or cut short where that changes nothing (``pushes``).
"""
