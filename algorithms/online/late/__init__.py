"""Shrinkage paid late: what a weight missed since it was last read, in one step."""
