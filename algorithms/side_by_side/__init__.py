"""Sixteen configurations of one algorithm in one pass over the examples, in SIMD lanes."""
