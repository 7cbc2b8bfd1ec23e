"""Batch algorithms: they see all examples at every step.

A run is watched like an online one, by the entries of X that it has read. Those that ``solve`` also
give the optimum in hindsight, to a duality gap.
"""
