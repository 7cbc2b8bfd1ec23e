"""What only the data page shows: options of a dataset, what is in it, its groups."""
