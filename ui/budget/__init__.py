"""The time and the memory that the runs of a page may take."""
