"""Films of runs, step by step, for the browser to play: one kind of scene per file."""

from charts.film.bars import Bars
from charts.film.curves import Curves, Track
from charts.film.film import Film
from charts.film.formulas import Formulas
from charts.film.histogram import Histogram, spread_of
from charts.film.scene import Scene
from charts.film.stacked_bands import StackedBands
from charts.film.tiles import Tiles

__all__ = [
    "Bars",
    "Curves",
    "Film",
    "Formulas",
    "Histogram",
    "Scene",
    "StackedBands",
    "Tiles",
    "Track",
    "spread_of",
]
