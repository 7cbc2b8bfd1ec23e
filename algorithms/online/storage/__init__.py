"""Storage of weights: memory layouts, tables and prefetching.

A step computes little and reads a few dozen places of a table that may be larger than any cache:
waiting for memory dominates its cost. So numbers that are read together lie together
(``cache_lines``, ``group_layout``), are fetched one example ahead (``prefetch``), and a table of
the weights that are not 0 is smaller than one of all features (``hash_table``, ``live_features``,
``heap``).
"""
