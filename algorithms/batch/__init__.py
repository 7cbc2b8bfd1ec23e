"""Batch algorithms: they see all examples at every step, and serve as the optimum in hindsight."""
