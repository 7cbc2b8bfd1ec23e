"""The app's pictures as Plotly figures, and values as tables, for notebooks."""

from charts.notebook.figures import compare, compare_frontiers, plot_outcomes
from charts.notebook.tables import outcomes_html, trace_html

__all__ = ["compare", "compare_frontiers", "outcomes_html", "plot_outcomes", "trace_html"]
