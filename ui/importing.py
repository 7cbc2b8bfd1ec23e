"""One thread at a time imports the app: the first visitor's, or the one that warms up.

Two threads that import one package, the one through the package and the other through a module of
it, wait for each other; Python then breaks the tie by raising an error in one of them.
"""

from threading import Lock

ONE_AT_A_TIME = Lock()
"""Held while the app is imported."""
