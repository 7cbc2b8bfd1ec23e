"""Datasets that come with scikit-learn."""
