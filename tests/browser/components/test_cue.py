"""The stage under a story: a stretch of a film, no future, names, and a light."""

from __future__ import annotations

import pytest

from tests.support.modules import evaluate
from tests.support.views import open_lesson, payload_of

pytestmark = pytest.mark.browser

# A player that gets steps one after the other, with a clock of our own. For each: the frame
# it begins at, whether it plays, the frame a second later; at rest the frame, whether it plays, and
# the word of the address for it; last the frame for a reader who asks for the end.
LED = """({ film, steps, motion, start }) => {
    window.matchMedia = () => ({ matches: !motion });
    window.requestAnimationFrame = () => 0;
    const player = new Player(document.body.appendChild(document.createElement("div")));
    let now = 0;
    const wait = (ticks) => {
        player.before = now;
        for (let i = 0; i < ticks; i++) player.tick(now += 100);
    };
    const seen = steps.map((cue) => {
        player.tell(film, { height: "200px", start, cue });
        const begin = [player.frame, player.playing === true];
        wait(10);
        const second = player.frame;
        wait(60);
        const rest = [player.frame, player.playing, player.place()];
        player.to(Infinity);
        return [...begin, second, ...rest, player.frame];
    });
    player.close();
    return seen;
}"""

# What of two blue curves is drawn right of the dots, and how strong it is at its strongest.
DRAWN = """([look, frame]) => {
    const canvas = document.createElement("canvas");
    const layout = { margin: { l: 40, r: 20, b: 40 }, xaxis: { range: [0, 2], title: { text: "" } },
                     yaxis: { range: [0, 1], title: { text: "" } } };
    const track = (name, y) => ({ name, letter: "", y: Float64Array.from(y), colour: "#0000ff" });
    const tracks = [track("one", [0, 0.5, 1]), track("the other", [0, 0.52, 0.98])];
    const scene = { kind: "curves", title: "", layout, x: Float64Array.from([0, 1, 2]), tracks,
                    levels: [{ name: "never", y: 0.97 }] };
    const names = {};
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
        names[text] = [x, x + this.measureText(text).width, y, this.globalAlpha];
    };
    const usual = { text: "#000", grid: "#eee", font: "sans-serif", accent: "#00c", paper: "#fff" };
    shoot(canvas, scene, frame, { width: 400, height: 300 }, { ...usual, scale: 1, ...look });
    CanvasRenderingContext2D.prototype.fillText = fillText;
    const from = 40 + (frame / 2) * 340 + 8;
    const { data } = canvas.getContext("2d").getImageData(from, 0, 400 - from, 300);
    let ink = 0;
    for (let i = 0; i < data.length; i += 4) {
        ink += data[i + 2] > 200 && data[i] < 50 && data[i + 3];
    }
    return { ink: ink > 0, names };
}"""


def frames_after(browser, *steps: dict, motion: bool = True, start: int = -1) -> list[list]:
    stage = payload_of(open_lesson("rounding", step="0"), "stage_rounding")
    film = next(row for row in stage["rows"] if row["kind"] == "player")
    cues = [{"id": str(i), "look": [], "open": False, **step} for i, step in enumerate(steps)]
    given = {"film": film, "steps": cues, "motion": motion, "start": start}
    return evaluate(browser, ["ui/live/browser/film/player"], LED, given)


def draw_cue(browser, frame: int = 1, **look) -> dict:
    return evaluate(browser, ["ui/live/browser/film/film"], DRAWN, [look, frame])


def test_a_step_plays_its_stretch_once_and_stays_there(browser):
    whole, still, stretch, end = frames_after(
        browser,
        {"frames": [0, -1]},
        {"frames": [30, 30]},
        {"frames": [40, 50]},
        {"frames": None},
    )
    assert whole == [0, True, 21, 132, False, "", 132], "a whole film takes 6 s"
    assert still == [30, False, 30, 30, False, "", 132]
    assert stretch == [40, True, 50, 50, False, "", 132]
    assert end[0] == 132 and not end[1]


def test_nobody_gets_beyond_an_open_bet_and_reduced_motion_cuts(browser):
    opened, answered = frames_after(
        browser, {"frames": [0, 20], "open": True}, {"frames": [0, -1]}, motion=False
    )
    assert opened == [20, False, 20, 20, False, "", 20]
    assert answered[0] == 132 and not answered[1]


def test_the_frame_of_a_link_wins_at_first_and_only_then(browser):
    linked, after = frames_after(browser, {"frames": [0, -1]}, {"frames": [0, 0]}, start=70)
    assert linked[:2] == [70, False] and linked[5] == 70
    assert after[:2] == [0, False]


def test_nothing_of_the_future_is_drawn_in_a_story(browser):
    assert draw_cue(browser)["ink"]
    assert not draw_cue(browser, future=False)["ink"]


@pytest.mark.parametrize("frame", [1, 2])
def test_curves_carry_their_names_inside_the_canvas_and_apart(browser, frame):
    names = draw_cue(browser, frame, future=False)["names"]
    for left, right, _, _ in (names["one"], names["the other"], names["never"]):
        assert left >= 0 and right <= 400
    heights = [names[name][2] for name in ("one", "the other")]
    assert abs(heights[0] - heights[1]) >= 16
    if frame == 2:
        assert abs(names["never"][2] - heights[1]) >= 16


def test_what_is_not_meant_is_faint(browser):
    names = draw_cue(browser, future=False, meant=["one"])["names"]
    assert names["one"][3] == 1 and names["the other"][3] == names["never"][3] == 0.25


# A figure in which some names are meant.
FIGURE = "({ figure, names }) => inStrengths(figure, names)"


def test_the_curves_of_a_figure_fade_with_their_names(browser):
    trace = {"type": "scatter", "mode": "lines", "x": [0, 1], "y": [0, 1]}
    notes = [{"text": "<b>FOBOS</b>"}, {"text": "RDA"}, {"text": "a &lt; b", "opacity": 0.8}]
    figure = {
        "data": [{**trace, "name": "FOBOS"}, {**trace, "name": "RDA", "opacity": 0.6}],
        "layout": {"annotations": notes},
    }
    given = {"figure": figure, "names": ["FOBOS", "a < b"]}
    lit = evaluate(browser, ["ui/live/browser/lib/lit_figure"], FIGURE, given)
    assert [trace["opacity"] for trace in lit["data"]] == [1, pytest.approx(0.15)]
    assert [note["opacity"] for note in lit["layout"]["annotations"]] == [1, 0.25, 0.8]


LIGHTS = """() => {
    const seen = [];
    onLight((names) => seen.push(names));
    const point = (detail) => dispatchEvent(new CustomEvent("lab-look", { detail }));
    begin({ id: "1", look: ["rounding"] });
    begin({ id: "1", look: ["rounding"] });
    point(["period"]);
    point(null);
    point(["theta"]);
    begin({ id: "2", look: [] });
    begin(null);
    return seen;
}"""


def test_a_phrase_wins_over_its_step_and_ends_with_it(browser):
    seen = evaluate(browser, ["ui/live/browser/lib/light"], LIGHTS, None)
    assert seen == [["rounding"], ["period"], ["rounding"], ["theta"], None]
