"""The old name of ``charts.sweep``, until all lessons use the new one."""

from charts.sweep import Line
from charts.sweep import sweep as against

__all__ = ["Line", "against"]
