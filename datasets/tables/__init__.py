"""A table as people keep it → a Dataset, with a report of what was done on the way."""

from datasets.tables.target import predicted
from datasets.tables.to_dataset import table_dataset

__all__ = ["predicted", "table_dataset"]
