"""The openings of all datasets, measured: ``python -m benchmarks.openings [FOLDER]``."""
