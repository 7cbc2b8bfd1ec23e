"""A table as people keep it → a Dataset, with a report of what was done on the way."""

from datasets.tables.target import target_sentence
from datasets.tables.to_dataset import table_dataset

__all__ = ["table_dataset", "target_sentence"]
