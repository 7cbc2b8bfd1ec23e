"""Pairs of a training file and a test file, matched by name, read as one dataset."""

from datasets.files.pairs.names import test_file_of
from datasets.files.pairs.rows import with_test_rows

__all__ = ["test_file_of", "with_test_rows"]
