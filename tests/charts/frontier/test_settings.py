"""Numbers of features in words."""

from __future__ import annotations

import pytest

from charts.frontier.settings import features_in_words


@pytest.mark.parametrize(
    ("features", "words"),
    [
        (1, "1 feature"),
        (1.5, "1.5 features"),
        (0, "0 features"),
        (27500.0, "27,500 features"),
    ],
)
def test_features_in_words(features, words):
    assert features_in_words(features) == words
