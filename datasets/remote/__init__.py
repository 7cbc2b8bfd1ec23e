"""Datasets downloaded on first use and cached in the data folder."""
