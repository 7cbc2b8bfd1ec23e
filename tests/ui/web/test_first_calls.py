"""What Streamlit does at the first of its calls is done, in silence, before the first visit."""

from __future__ import annotations

import subprocess
import sys

from tests.support.browser import ROOT

CALLED = """
import inspect, sys
import streamlit as st
from ui.web.first_calls import make_first_calls

make_first_calls()
print("called", file=sys.stderr)
inspect.stack = lambda: print("looked for a console")
st.empty()
"""


def test_the_first_visitor_does_not_wait_for_the_search_of_a_console():
    process = subprocess.run(
        [sys.executable, "-c", CALLED], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert process.stdout == "" and process.stderr.startswith("called")
