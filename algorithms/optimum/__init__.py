"""Solvers that reach an optimum and prove it by a duality gap."""
