"""The parts of the data page: options of a dataset, what is in it, its groups, and a lost file."""
