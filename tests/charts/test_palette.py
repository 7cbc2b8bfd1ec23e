"""A letter or an algorithm's class says a colour; all that can meet are distinct, and read."""

from __future__ import annotations

import tomllib
from itertools import chain, combinations

import numpy as np
import pytest

from algorithms import CATALOGUE
from charts import name_runs, palette
from charts.palette import (
    DASHES,
    HUES,
    LETTER_COLOURS,
    LETTER_DASHES,
    PARTNERS,
    REFERENCE,
    colour,
    dashes,
    hue_of,
)
from tests.support.browser import ROOT
from tests.support.many.turns import in_turn
from tests.support.views import make
from ui.view import opening


@in_turn("key", CATALOGUE)
def test_the_class_says_hue_and_dash(key):
    algorithm = CATALOGUE[key]
    assert algorithm.hue in HUES and algorithm.dash in DASHES
    shades = HUES[hue_of(key)]
    assert [colour(key, i) for i in range(2 * len(shades))] == [*shades] * 2
    assert dashes(key, 0)[0] == algorithm.dash and sorted(dashes(key, 1)) == sorted(DASHES)


def test_two_algorithms_of_one_hue_differ_in_dash():
    alike = [
        (one.key, other.key)
        for one, other in combinations(CATALOGUE.values(), 2)
        if (one.hue, one.dash) == (other.hue, other.dash)
    ]
    assert alike == []


def test_a_new_algorithm_recolours_nothing(monkeypatch):
    class Newcomer(type(make("sgd"))):
        key, hue, dash = "newcomer", "ochre", "dot"

    before = {key: (colour(key, 0), dashes(key, 0)) for key in CATALOGUE}
    monkeypatch.setattr(palette, "CATALOGUE", {"newcomer": Newcomer, **CATALOGUE})
    assert {key: (colour(key, 0), dashes(key, 0)) for key in CATALOGUE} == before
    assert colour("newcomer", 0) == HUES["ochre"][0]


def test_a_letter_has_a_dash_of_its_own():
    assert list(LETTER_COLOURS) == list(LETTER_DASHES) == list("ABCD")
    assert sorted(LETTER_DASHES.values()) == sorted(DASHES)


def test_every_colour_has_one_partner():
    colours = [*LETTER_COLOURS.values(), *chain(*HUES.values()), REFERENCE]
    assert list(PARTNERS) == colours and len(set(PARTNERS.values())) == len(colours)


# What eyes see -----------------------------------------------------------------------------------

SEEN = {
    "normal": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
"""Machado, Oliveira & Fernandes (2009) at severity 1, in linear RGB."""
XYZ = np.array([
    [0.4124564, 0.3575761, 0.1804375],
    [0.2126729, 0.7151522, 0.0721750],
    [0.0193339, 0.1191920, 0.9503041],
])  # fmt: skip
"""Of linear sRGB (IEC 61966-2-1); white is the sum of each row."""
MEETING = {
    "letters": [*LETTER_COLOURS.values(), REFERENCE],
    "lessons": [*chain(*HUES.values()), REFERENCE],
}
CONFIG = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["theme"]
in_both_themes = in_turn("theme", ["light", "dark"])


def linear(colour: str) -> np.ndarray:
    """Linear RGB from 0 to 1."""
    c = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def lab(rgb: np.ndarray) -> np.ndarray:
    """CIE Lab of linear RGB."""
    t = XYZ @ rgb / XYZ.sum(axis=1)
    x, y, z = np.where(t > (6 / 29) ** 3, np.cbrt(t), t / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def difference(one: str, other: str, seen: str) -> float:
    """ΔE of CIE76."""
    here, there = (lab(np.clip(SEEN[seen] @ linear(c), 0, 1)) for c in (one, other))
    return float(np.linalg.norm(here - there))


def contrast(one: str, other: str) -> float:
    """WCAG 2.2, from 1 to 21."""
    low, high = sorted(0.05 + XYZ[1] @ linear(c) for c in (one, other))
    return high / low


@in_both_themes
@pytest.mark.parametrize("seen", SEEN)
@pytest.mark.parametrize("family", MEETING)
def test_colours_that_can_meet_are_told_apart(family, seen, theme):
    colours = [c if theme == "light" else PARTNERS[c] for c in MEETING[family]]
    assert min(difference(*pair, seen) for pair in combinations(colours, 2)) >= 10


@in_both_themes
@pytest.mark.parametrize("behind", ["backgroundColor", "secondaryBackgroundColor"])
def test_a_colour_can_be_read_as_text(behind, theme):
    paper = CONFIG[theme][behind]
    colours = PARTNERS if theme == "light" else PARTNERS.values()
    assert min(contrast(colour, paper) for colour in colours) >= 4.5


@in_both_themes
def test_a_button_can_be_read(theme):
    assert contrast("#ffffff", CONFIG[theme]["primaryColor"]) >= 4.5


def test_the_measures_are_those_of_their_papers():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert lab(linear("#ff0000")) == pytest.approx([53.24, 80.09, 67.20], abs=0.01)
    assert difference("#ff0000", "#ff0000", "protanopia") == 0
    # What the palette was before: green and grey, the same to one who cannot see green.
    assert difference("#44aa99", "#8a8f98", "deuteranopia") < 10


def test_the_methods_of_the_opening_view_have_each_a_colour():
    runs = name_runs(opening().runs)
    assert len({run.colour for run in runs} | {REFERENCE}) == len(runs) + 1 > 2
