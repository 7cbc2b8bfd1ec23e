"""Sparsity Lab, installed: sparse online learning in Python, and an app that shows it.

>>> from sparsity_lab import datasets
>>> from sparsity_lab.algorithms import CATALOGUE, record
>>> data = datasets.load("breast_cancer", noise_features=1000, scaling="unit variance")
>>> trace = record(CATALOGUE["truncated_gradient"](gravity=0.1, period=10), data, passes=10)

The app starts with ``sparsity-lab`` or ``python -m sparsity_lab.ui.serve``.
"""
