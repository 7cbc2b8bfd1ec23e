"""Online algorithms: one step per example, O(nonzeros of the example) per step.

All of them apply shrinkage lazily: a weight that no example touches is left alone, and the due
shrinkage is applied when its feature is next read. ``weights`` materialises a copy, so a checkpoint
never changes a run.
"""
