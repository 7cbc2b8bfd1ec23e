"""The picture of the weights without the app: its table, its contours, its pixels."""

from __future__ import annotations

import json

import numpy as np
import pytest

from charts.film import Film
from charts.world.scenes import QUANTA, WeightPixels, WeightPlane, WeightWords
from tests.support.modules import evaluate
from ui.live.stage import text_of

pytestmark = pytest.mark.browser

OF_A = "A  SGD", "A", "#b9460a", "solid", np.array([0, 2, 1])
PLANE = WeightPlane(
    *OF_A,
    names=("age", "height"),
    path=np.array([[0.0, 0.0], [0.5, 0.25], [1.0, 0.0]]),
    window=((-1.0, 1.0), (-1.0, 1.0)),
    losses=np.eye(3),
)
PIXELS = WeightPixels(
    *OF_A,
    classes=[""],
    cells=np.array([[0, 0, 0], [0, 1, 1]]),
    side=(2, 2),
    names=["pixel_0_0", "pixel_1_1"],
    values=np.array([[0.0, 0.0], [1.0, -0.5], [0.25, 0.0]]),
    largest=1.0,
)
WORDS = WeightWords(
    *OF_A,
    names=["oil", "ship"],
    rows=np.array([[-1, -1], [1, 0], [1, -1]]),
    values=np.array([[0.0, 0.0], [2.0, -1.0], [2.5, 0.0]]),
    cut=np.array([[-1], [-1], [0]]),
    dropped=np.array([0, 0, 1]),
)
TABLE = """(film) => tableOf(decodeArrays(JSON.parse(film))).map((row) => [...row])"""


@pytest.mark.parametrize("scene", [PLANE, PIXELS, WORDS], ids=["plane", "pixels", "words"])
def test_its_csv_is_the_table_of_python(browser, scene):
    film = Film("weights", np.array([0, 4, 9]), [scene], "", unit="example")
    modules = ["ui/live/browser/world/world", "ui/live/browser/film/film"]
    head, *rows = evaluate(browser, modules, TABLE, text_of(film))
    table = film.table()
    assert head == list(table)
    for row, expected in zip(rows, table.to_numpy(), strict=True):
        for here, there in zip(row, expected, strict=True):
            assert here == (there if isinstance(there, str) else pytest.approx(there, abs=1e-4))


def test_a_contour_runs_where_the_height_is_its_level(browser):
    n = 5
    heights = [float(j) for _ in range(n) for j in range(n)]
    pieces = evaluate(
        browser,
        ["ui/live/browser/world/plane"],
        "({ heights, n }) => crossings(heights, n, 1.25)",
        {"heights": heights, "n": n},
    )
    assert len(pieces) == n - 1
    assert all(x == 1.25 for piece in pieces for x, _ in piece)


def test_a_square_is_empty_where_a_weight_is_0(browser):
    draw = """(given) => {
        const canvas = document.createElement("canvas");
        const size = { width: 216, height: 248 };
        const look = { text: "#000", grid: "#eee", font: "sans-serif", paper: "#fff" };
        const scene = { ...given, cells: Uint16Array.from(given.cells),
                        values: Int16Array.from(given.values) };
        const pen = canvas.getContext("2d");
        [canvas.width, canvas.height] = [size.width, size.height];
        pixels(pen, scene, 0, null, look, size);
        const [{ left, top, cell }] = placesIn(scene, size);
        return [0, 1, 2, 3].map((i) => {
            const [x, y] = [left + ((i % 2) + 0.3) * cell, top + (Math.floor(i / 2) + 0.3) * cell];
            return [...pen.getImageData(x, y, 1, 1).data];
        });
    }"""
    cells = [[0, 0, 0], [0, 0, 1], [0, 1, 0]]
    scene = PIXELS.payload() | {
        "kept": [3.0],
        "cells": [number for cell in cells for number in cell],
        "names": ["a", "b", "c"],
        "values": [QUANTA, -QUANTA, 0],
    }
    given = json.loads(json.dumps(scene))
    red, blue, dropped, missing = evaluate(browser, ["ui/live/browser/world/pixels"], draw, given)
    assert red[0] > red[2] and blue[2] > blue[0] and red[3] == blue[3] == 255
    assert dropped[3] == missing[3] == 0


def test_a_letter_stands_where_a_run_has_come_to(browser):
    draw = """({ curves, right }) => {
        const written = [];
        const pen = { strokeText: () => {}, fillText: (...what) => written.push(what) };
        const place = { x: (x) => 10 * x, y: (y) => 100 - y };
        const axes = { xaxis: {}, yaxis: {} };
        const panes = { y: { axes, place, box: { top: 0, bottom: 100 } } };
        writeHeads(pen, curves, panes, right, { font: "", paper: "" });
        return written;
    }"""
    line = {"mode": "lines", "line": {"color": "#000"}, "x": [0, 1, 2, 3], "y": [0, 10, 20, 30]}
    names = "A · SGD", "B · SGD", "zero", "A · SGD, middle half"
    curves = [line | {"name": name} for name in names]
    curves[1]["y"] = [0, 12, 60, None]
    curves[3]["fill"] = "toself"
    modules = ["ui/live/browser/world/heads"]
    written = evaluate(browser, modules, draw, {"curves": curves, "right": 25.0})
    assert [(letter, y) for letter, _, y in written] == [("A", 80), ("B", 40)]
    near = evaluate(browser, modules, draw, {"curves": curves, "right": 11.0})
    (_, _, low), (_, _, high) = near
    assert low - high == 14, "letters are kept apart"
