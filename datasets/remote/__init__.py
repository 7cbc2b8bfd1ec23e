"""Fetched from the network when first asked for, and kept in the data folder."""
