"""Drawn at random, each as one of the papers does, with the answer known."""
