"""Adaptive methods: each weight has a step size of its own, which falls with the gradients it met.

G_j = Σ g_j² is the sum of the squared gradients of weight j, and its step size is η/(δ + √G_j):
what occurs in every example soon moves little, a rare feature still far (Duchi, Hazan & Singer
2011; McMahan et al. 2013). ``coordinate_steps`` has the arithmetic that all of them share.
"""
