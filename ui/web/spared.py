"""Work of Streamlit that is left out: this app has no use for it, and the first picture waited."""

from __future__ import annotations

from streamlit.components.v2 import manifest_scanner
from streamlit.components.v2.bidi_component import serialization


def spare() -> None:
    """Have Streamlit do without it; to be called before its server starts.

    At its start it reads what all installed packages say of themselves, to find components among
    them: ours belong to none. For each message to an element it looks for tables in it, and imports
    pandas for that: ours are given plain data.
    """
    manifest_scanner.scan_component_manifests = list
    serialization.is_dataframe_like = lambda value: False
