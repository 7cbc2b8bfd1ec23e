"""The search tree that is kept from step to step, for projecting in O(log d)."""
