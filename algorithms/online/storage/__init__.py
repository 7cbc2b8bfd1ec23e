"""The places where weights are kept, and asking for them ahead of need.

A step computes little and reads a few dozen places of a table that may be larger than any cache:
waiting for memory is what it costs. So what is read together stands together (``cache_lines``,
``group_layout``), is asked for an example earlier (``prefetch``), and a table of the weights that
are not 0 is smaller than one of all features (``hash_table``, ``live_features``, ``heap``).
"""
