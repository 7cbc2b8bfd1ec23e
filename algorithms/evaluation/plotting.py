"""The one place where what learns knows of pictures: ``Trace.plot`` and its like, for notebooks.

Imports go one way, from charts to algorithms. A person in a notebook asks the trace itself; so, as
pandas does with the backend of its ``plot``, charts are imported when a method is called, not
before: learning alone loads no picture.
"""

from __future__ import annotations

from types import ModuleType


def backend() -> ModuleType:
    """Return ``charts.notebook``, which makes the figures and the tables of a notebook."""
    from charts import notebook

    return notebook
