"""Where weights are kept: tables, hash tables, heaps, and asking memory ahead of need."""
