"""What the claims have in common: numbers of features, the tie, axes."""

from __future__ import annotations

from papers.claim import Axes

BUDGETS = (10, 20, 40, 80, 160)
"""The most features k that a method may keep at the end of a run."""

FEW = 80
"""The k at which claims are tested that are not about AUC."""

TIE = 0.005
"""Medians of AUC that differ by less than this share are a tie."""

AUC_AXES = Axes("features at most", "AUC on rows that chose nothing", "x")
