"""The refusals of this package: each is one sentence for the person who brought the data."""

from __future__ import annotations


class DatasetError(ValueError):
    """Data that cannot be used; the message says what is wrong, where, and what to do about it.

    Rows are counted from 1 and a file's header is not counted.
    """
