"""Langford, Li & Zhang 2009, §6, on the data sets that are at hand, beside what the paper prints.

    python -m studies.langford [--set NAME …] [FOLDER]

The folder holds the UCI files by the paper's names (``spambase.csv``, …), of any format that the
app reads; without it ``SPARSITY_LAB_DATA`` or ``data/`` is looked into. A set that is not there is
said to be missing. ``sets`` says what the data are, ``sparsification`` is §6.1, ``periods`` §6.2.
"""
