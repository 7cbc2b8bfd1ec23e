"""Many runs over one dataset: side by side in one pass where they can, and in threads."""

from algorithms.sweep.running import sweep, sweeping

__all__ = ["sweep", "sweeping"]
