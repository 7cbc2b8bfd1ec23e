"""A module that is left out where others import it is there for whoever imports it by its name."""

from __future__ import annotations

import sys

import numpy as np

from ui.web.unimported import leave_out_tools


def test_tools_are_left_out_until_they_are_imported(monkeypatch):
    asserting = np.testing.assert_array_equal
    monkeypatch.delitem(sys.modules, "numpy.f2py", raising=False)
    monkeypatch.setattr(np, "f2py", None, raising=False)
    leave_out_tools()
    assert not hasattr(np.f2py, "get_include") and "numpy.f2py" not in sys.modules
    assert np.testing.assert_array_equal is asserting, "those that are there already stay"
    import numpy.f2py

    assert hasattr(np.f2py, "get_include") and np.f2py is numpy.f2py
