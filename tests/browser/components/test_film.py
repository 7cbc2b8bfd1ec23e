"""The player alone, in a browser without the app, on a film as a lesson sends it."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest

from charts import Curves, Film, Formulas, Tiles, Track
from tests.support.modules import evaluate
from tests.support.views import open_lesson, payload_of
from ui.live.stage import _film

pytestmark = pytest.mark.browser

# A player given a film, with or without motion, and what it does with keys.
PLAYED = """async ({ film, start, motion, keys }) => {
    window.matchMedia = () => ({ matches: !motion });
    const root = document.body.appendChild(document.createElement("div"));
    root.className = "lab-player";
    root.style.width = "900px";
    const player = new Player(root);
    const look = { text: "#000", grid: "#eee", font: "sans-serif", accent: "#00c", paper: "#fff" };
    player.tell(film, { height: "200px", start });
    player.draw(look, false);
    const played = player.playing === true;
    const frames = [];
    for (const [key, shiftKey] of keys) {
        document.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true }));
        frames.push(player.frame);
    }
    await new Promise((done) => setTimeout(done, 400));
    const { frame, last } = player;
    const shown = { text: root.querySelector("output").textContent,
                    slider: Number(player.slider.value), address: location.search };
    player.close();
    return { played, frames, frame, last, shown };
}"""

# The frame a player stands at when its film is another one, from the end and from within.
TOLD_ANEW = """({ film, other }) => [Infinity, 30].map((frame) => {
    const player = new Player(document.body.appendChild(document.createElement("div")));
    player.tell(film, { height: "200px", start: 0 });
    player.to(frame);
    player.tell(other, { height: "200px", start: 0 });
    const at = player.frame;
    player.close();
    return at;
})"""

TABLE = """async (film) => {
    const saved = [];
    HTMLAnchorElement.prototype.click = function () {
        saved.push(this.download, fetch(this.href).then((file) => file.text()));
    };
    const player = new Player(document.body.appendChild(document.createElement("div")));
    player.tell(film, { height: "200px", start: 0 });
    player.saveTable();
    player.close();
    return Promise.all(saved);
}"""


# Where the letters of curves that meet in one spot are written.
LETTERS_AT = """(film) => {
    const written = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
        if (this.font.includes("bold") && text.length === 1) written.push([text, x, y]);
    };
    const canvas = document.createElement("canvas");
    const layout = { margin: { l: 40, r: 20, b: 40 }, xaxis: { range: [0, 2], title: { text: "" } },
                     yaxis: { range: [0, 1], title: { text: "" } } };
    const track = (letter, y) => ({ letter, y: [0, y, y], colour: "#00c" });
    const scene = { kind: "curves", title: "", layout, x: [0, 1, 2], levels: [],
                    tracks: [track("P", 0.5), track("R", 0.5), track("T", 0.51), track("U", 0)] };
    for (const one of scene.tracks) one.y = Float64Array.from(one.y);
    scene.x = Float64Array.from(scene.x);
    const look = { text: "#000", grid: "#eee", font: "sans-serif", accent: "#00c", paper: "#fff",
                   scale: 1 };
    shoot(canvas, scene, 1, { width: 400, height: 300 }, look);
    CanvasRenderingContext2D.prototype.fillText = fillText;
    return written;
}"""


def run(browser, expression: str, given):
    return evaluate(browser, ["ui/live/browser/film/player"], expression, given)


def film_of(**parameters: str) -> dict:
    """The film of *rounding*, as its stage gets it."""
    stage = payload_of(open_lesson("rounding", **parameters), "stage_rounding")
    return next(row for row in stage["rows"] if row["kind"] == "player")


@pytest.fixture(scope="module")
def film() -> dict:
    return film_of()


def play(browser, film: dict, start: int, motion: bool = True, keys=()) -> dict:
    keys = [key if isinstance(key, tuple) else (key, False) for key in keys]
    given = {"film": film, "start": start, "motion": motion, "keys": keys}
    return run(browser, PLAYED, given)


def test_who_wants_no_motion_sees_the_end(browser, film):
    still = play(browser, film, -1, motion=False)
    assert not still["played"] and still["frame"] == still["last"] == 120
    assert still["shown"]["text"] == "example 120 of 120"
    moving = play(browser, film, -1)
    assert moving["played"] and moving["frame"] < 120


def test_a_link_to_a_frame_is_not_played(browser, film):
    linked = play(browser, film, 30)
    assert not linked["played"] and linked["frame"] == 30
    assert linked["shown"] == {"text": "example 30 of 120", "slider": 30, "address": "?frame=30"}
    assert play(browser, film, 1000)["frame"] == 120, "beyond the end is the end"


def test_keys_step_jump_and_play(browser, film):
    keys = ["ArrowRight", ("ArrowRight", True), ".", "ArrowLeft", ",", ("ArrowLeft", True)]
    assert play(browser, film, 30, keys=keys)["frames"] == [31, 41, 42, 41, 40, 30]
    assert play(browser, film, 30, keys=["End", "ArrowRight", "Home", "ArrowLeft"])["frames"] == [
        120, 120, 0, 0,
    ]  # fmt: skip
    toggled = play(browser, film, 120, keys=[" ", "k"])
    assert toggled["frames"] == [0, 0], "from the end it begins again"


# A slider of a panel outside, and a field of it, in which a space bar and an arrow are pressed.
AFTER_A_KNOB = """(film) => ["range", "number"].map((type) => {
    const player = new Player(document.body.appendChild(document.createElement("div")));
    player.tell(film, { height: "200px", start: 30 });
    const knob = document.body.appendChild(document.createElement("input"));
    knob.type = type;
    const press = (key) => knob.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    press("ArrowRight");
    const { frame } = player;
    press(" ");
    const playing = player.playing === true;
    player.close();
    return [frame, playing];
})"""


def test_the_space_bar_plays_after_a_slider_was_moved_and_writes_in_fields(browser, film):
    assert run(browser, AFTER_A_KNOB, film) == [[30, True], [30, False]]


def test_another_film_goes_on_where_the_reader_stands(browser, film):
    other = film_of(period="20")
    assert other["film"] != film["film"]
    assert run(browser, TOLD_ANEW, {"film": film, "other": other}) == [126, 30]


def test_a_film_is_saved_as_a_table(browser, film):
    name, text = run(browser, TABLE, film)
    head, *rows = csv.reader(io.StringIO(text))
    assert name == f"sparsity-lab-{film['name']}.csv"
    assert head[0] == "example" and len(rows) == 121
    assert [int(float(row[0])) for row in rows] == list(range(121))
    assert all(len(row) == len(head) for row in rows)


def test_all_scenes_of_a_film_stand_in_its_table(browser):
    """Numbers that are written, and rows that light up, as well as curves of one name."""
    at = np.arange(3)
    track = [Track("loss", np.array([1.0, 2.0, 3.0]), "#00c")]
    scenes = [
        Curves("one", at, track, "step", "loss"),
        Curves("other", at, track, "step", "loss"),
        Tiles("seats", ["a", "b"], np.eye(3)[:, :2], "#00c"),
        Formulas("formula", [("w", ["0", "!1", "keep-k: -2"])]),
    ]
    _, text = run(browser, TABLE, _film(Film("all", at, scenes, "All.", unit="step")))
    head, *rows = csv.reader(io.StringIO(text))
    assert head == ["step", "one: loss", "other: loss", "seats: a", "seats: b", "formula: w"]
    assert rows[1] == ["1", "2", "2", "0", "1", "1"]
    assert rows[2][-1] == "keep-k: −2", "a number has a minus sign"


# Whether each canvas of a film has been drawn on below its title, once its kinds are here.
DRAWN_ON = """async (film) => {
    const root = document.body.appendChild(document.createElement("div"));
    root.className = "lab-player";
    root.style.width = "900px";
    const player = new Player(root);
    const look = { text: "#000", grid: "#eee", font: "sans-serif", accent: "#00c", paper: "#fff" };
    player.tell(film, { height: "200px", start: 3 });
    player.draw(look, false);
    const inked = (canvas) => {
        const { width, height } = canvas;
        const { data } = canvas.getContext("2d").getImageData(0, 30, width, height - 30);
        return data.some((value) => value > 0);
    };
    for (let i = 0; i < 100; i++) {
        await new Promise((done) => setTimeout(done, 20));
        if (player.canvases.every(inked)) break;
    }
    const drawn = player.canvases.map(inked);
    player.close();
    return drawn;
}"""


def test_a_scene_of_one_lesson_is_drawn_by_the_lessons_own_module(browser):
    stage = payload_of(open_lesson("l1_ball", step="0"), "stage_l1_ball")
    film = next(row for row in stage["rows"] if row["kind"] == "player")
    assert run(browser, DRAWN_ON, film) == [True] * 3


def test_letters_of_curves_that_meet_keep_apart(browser):
    written = evaluate(browser, ["ui/live/browser/film/film"], LETTERS_AT, None)
    heights = {letter: y for letter, _, y in written}
    assert sorted(heights) == ["P", "R", "T", "U"] and heights["U"] > 250
    first, second, third = sorted(heights[letter] for letter in "PRT")
    assert second - first >= 13 and third - second >= 13 and third - first < 40
