"""The cost of a visit: bytes, and the server's processor time beside that of the first pictures."""

from benchmarks.visits.costs import rows

__all__ = ["rows"]
