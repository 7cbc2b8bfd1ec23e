"""The parts of the data page alone: options of a dataset, what is in it, its groups."""
