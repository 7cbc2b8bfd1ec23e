"""Tables → Datasets: cleaning, encoding, choice of the target, and a report."""

from datasets.tables.target import target_sentence
from datasets.tables.to_dataset import table_dataset

__all__ = ["table_dataset", "target_sentence"]
