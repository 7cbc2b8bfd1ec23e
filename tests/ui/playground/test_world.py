"""The playground in time: its transport, the picture of the weights, and the address of both."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import parse_qsl, urlencode

import numpy as np
import orjson
import pytest

from algorithms import CATALOGUE
from datasets import CATALOGUE as DATASETS
from pages.playground import PAGE
from ui.address import decode, encode
from ui.events.answer import Event, Memory, Updates, answer
from ui.live.stage import stage_element
from ui.look import AT_REST, Look
from ui.movement import Movement, well_formed
from ui.page import content_of
from ui.playground import world
from ui.playground.world_knobs import WorldKnobs
from ui.session.progress import Progress
from ui.view import Stream, View, opening

OWN = {"eta": 0.02, "schedule": "constant"}
RUNS = (
    CATALOGUE["rounding"](period=10, threshold=0.05, **OWN),
    CATALOGUE["truncated_gradient"](period=10, threshold=0.05, gravity=0.1, **OWN),
)
SEEN = WorldKnobs(shown=True)


def view_of(data: str = "breast_cancer", runs=RUNS, **knobs) -> View:
    recipe = DATASETS[data]()
    task = "multiclass" if data == "digits_ten" else "classification"
    view = View(recipe=recipe, runs=runs, stream=Stream(passes=1), world=replace(SEEN, **knobs))
    return view.fitted_to(task)


def picture_of(view: View, look: Look = AT_REST):
    content = content_of(PAGE, view, look)
    assert not content.problem
    return content.rows[0]


def ask(view: View, *log: dict) -> Updates:
    event = Event("playground", urlencode(encode(view)), well_formed(list(log)))
    return answer(PAGE, event, Progress(), Memory())


def by_world(live: bool = False, **entry) -> dict:
    return {"n": 1, "source": "world", "live": live, **entry}


def test_what_is_seen_stands_in_the_address():
    view = replace(opening(), world=WorldKnobs(True, 70, "worst area", "noise_0001"))
    read, notes = decode(encode(view), None)
    assert read == view and not notes
    assert "world.shown" not in encode(replace(view, world=WorldKnobs()))


def test_the_switch_shows_the_weights_above_the_other_pictures():
    view = replace(view_of(), world=WorldKnobs())
    before, after = ask(view), ask(view, by_world(values={"shown": True}))
    kinds = [row["kind"] for row in after.elements["stage_playground"]["rows"]]
    assert kinds == ["world", "figures", "figures"]
    assert len(before.elements["stage_playground"]["rows"]) == 2
    assert after.address["world.shown"] == "1"
    assert before.elements["stage_playground"]["clock"]["weights"] is False


def test_a_movement_with_the_weights_in_sight_is_answered_with_fewer_frames():
    view = view_of()
    moved = ask(view, {"n": 1, "source": "run_1", "live": True, "values": {"gravity": 0.2}})
    at_rest = ask(view)
    films = [
        orjson.loads(each.elements["stage_playground"]["rows"][0]["film"])
        for each in (moved, at_rest)
    ]
    assert len(films[0]["scenes"]) == len(films[1]["scenes"]) == 2
    assert len(films[0]["at"]["bdata"]) < len(films[1]["at"]["bdata"])


@pytest.mark.parametrize(
    ("data", "kind"),
    [("breast_cancer", "plane"), ("digits_4_9", "pixels"), ("digits_ten", "pixels")],
)
def test_the_data_say_what_is_seen(data, kind):
    runs = RUNS if data != "digits_ten" else (CATALOGUE["exponentiated_gradient"](),)
    shown = picture_of(view_of(data, runs))
    assert {scene.payload()["kind"] for scene in shown.film.scenes} == {kind}
    assert len(shown.film.scenes) == len(runs)


def test_the_opening_sends_a_small_film():
    view = replace(opening(), world=SEEN)
    rows = content_of(PAGE, view, AT_REST).rows
    sent = orjson.dumps(stage_element("playground", rows[:1], "1px").data["rows"])
    assert len(sent) < 150_000


def test_two_weights_are_chosen_by_name_and_stay_under_a_hand():
    view = view_of()
    shown = picture_of(view)
    names, places = shown.choice["names"], shown.choice["places"]
    asked = world.move(view, Movement(action="pair", value=f"{places[3]} {places[2]}"))
    assert (asked.world.across, asked.world.up) == (names[3], names[2])
    assert picture_of(asked).film.scenes[0].names == (names[3], names[2])
    moving = replace(AT_REST, moving=True, before=view)
    turned = view.with_run(1, replace(view.runs[1], gravity=3.0))
    assert picture_of(turned, moving).film.scenes[0].names == shown.film.scenes[0].names


@pytest.mark.parametrize("value", ["", "1", "0 99999", "a b", "-1 2"])
def test_a_pair_that_is_none_changes_nothing(value):
    view = view_of()
    assert world.move(view, Movement(action="pair", value=value)) == view


def test_names_that_the_data_do_not_have_give_way_to_the_usual_pair():
    usual = picture_of(view_of()).film.scenes[0].names
    assert picture_of(view_of(across="no such", up="weight")).film.scenes[0].names == usual


def test_a_step_is_that_of_the_example_which_the_view_names():
    updates = ask(view_of(), by_world(values={"moment": 30}))
    step = updates.elements["stage_playground"]["rows"][0]["step"]
    assert updates.address["world.moment"] == "30"
    assert step["moment"] == 30 and [run["letter"] for run in step["runs"]] == ["A", "B"]
    path = np.array(step["runs"][1]["path"])
    assert path.shape == (4, 2) and np.isfinite(path).all()


def test_a_moment_beyond_the_end_is_the_last_one():
    view = view_of(moment=10**9)
    last = PAGE.clock(view, PAGE.evidence(view, AT_REST))["last"]
    assert picture_of(view).step["moment"] == last


def test_batch_runs_have_no_step_of_one_example():
    runs = (RUNS[0], CATALOGUE["proximal_gradient"]())
    step = picture_of(view_of(runs=runs, moment=5)).step
    assert step["runs"][1]["sentences"]["step"] == world.BATCH
    alone = view_of(runs=runs[1:], moment=5)
    assert picture_of(alone).step is None
    assert "moment" not in PAGE.clock(alone, PAGE.evidence(alone, AT_REST))


def test_who_leaves_the_weights_leaves_the_step():
    left = world.move(view_of(moment=9), Movement({"shown": False}))
    assert left.world == WorldKnobs()


def test_on_a_projector_the_weights_are_the_first_of_five_pictures():
    rows = content_of(PAGE, view_of(), replace(AT_REST, presenting=True)).rows
    names = [[picture.name for picture in row] for row in rows[1:]]
    assert names == [["regret", "sparsity"], ["truncation", "tradeoff"]]
    assert dict(parse_qsl(urlencode(encode(view_of()))))["world.shown"] == "1"
