"""Films of runs, step by step, for the browser to play: one kind of scene per file."""

from charts.film.bars import Bars
from charts.film.curves import Curves, Track
from charts.film.film import Film
from charts.film.histogram import Histogram, spread_of
from charts.film.scene import Scene
from charts.film.stacked import Stacked
from charts.film.tiles import Tiles
from charts.film.written import Written

__all__ = [
    "Bars",
    "Curves",
    "Film",
    "Histogram",
    "Scene",
    "Stacked",
    "Tiles",
    "Track",
    "Written",
    "spread_of",
]
