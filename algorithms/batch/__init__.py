"""Batch algorithms: they see all examples at every step.

Checkpoints are taken as in an online run, by the entries of X that it has read. Those with
``solve`` also give the optimum in hindsight, to a duality gap.
"""
