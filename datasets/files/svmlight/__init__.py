"""svmlight files: the reader of whole files, blocks of lines as arrays, and errors of lines."""

from datasets.files.svmlight.reader import read_svmlight

__all__ = ["read_svmlight"]
