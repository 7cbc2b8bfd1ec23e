"""The titles that tabs and the list behind the Back button show."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.views import on
from ui.title import title_of
from ui.view import opening


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("breast_cancer", "Data, breast cancer · Sparsity Lab"),
        ("wine", "Data, wine, three classes · Sparsity Lab"),
        ("rcv1", "Data, RCV1, a topic against the rest · Sparsity Lab"),
        ("housing", "Data, Boston housing (OpenML) · Sparsity Lab"),
    ],
)
def test_it_names_page_and_dataset(name, title):
    assert title_of("Data", replace(opening(), recipe=on(name))) == title


def test_a_page_without_a_dataset_of_its_own():
    assert title_of("Gravity") == "Gravity · Sparsity Lab"
