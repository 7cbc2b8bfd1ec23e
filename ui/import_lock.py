"""A lock held while the app is imported, by the first visitor's thread or the one that warms up.

Two threads that import one package, one through the package and the other through a module of it,
wait for each other; Python then breaks the deadlock by raising an error in one of them.
"""

from threading import Lock

IMPORT_LOCK = Lock()
"""Held while the app is imported."""
