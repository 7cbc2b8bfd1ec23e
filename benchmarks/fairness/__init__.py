"""The cost of the long work of some sessions to the others."""
