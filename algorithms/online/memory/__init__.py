"""The places where weights are kept: tables, hash tables, heaps; memory asked ahead of need."""
