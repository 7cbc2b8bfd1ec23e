"""An event is answered by address and log alone; what changes beside elements, a run shows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

import orjson
import pytest
from streamlit.testing.v1 import AppTest

from pages.catalogue import PAGES
from tests.support.serving.session import entry
from tests.support.serving.visitor import VALUE
from tests.support.views import open_app, open_lesson, payload_of
from ui import dataset_library, engine
from ui.events.answer import Event, Memory, NeedsFullRun, Updates, answer
from ui.live.panel import Panel
from ui.live.panels import PanelGroup
from ui.look import Look
from ui.movement import well_formed
from ui.page import Page
from ui.session.progress import Progress, progress_of
from ui.view import CLOUDS, View

ADDRESS = "data=breast_cancer&data.noise_features=0&a=sgd&b=rounding&c=truncated_gradient"
TURN = {"gravity": VALUE}
STAGE, KNOBS, TRIALS = "stage_playground", "panels_playground", "trials"
OF_A_RUN = ("element", "run", "heard", "reveal")
"""Parts that an element has in a run of the page alone."""


def ask(
    page: str, query: str, *log: dict, progress: Progress | None = None, **more: Any
) -> Updates:
    """The answer to somebody whom this process may not know."""
    event = Event(page, query, well_formed(list(log)))
    return answer(PAGES[page], event, progress or Progress(), Memory(), **more)


def query_of(updates: Updates) -> str:
    return urlencode(updates.address)


def as_sent(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data of an element as a browser reads them."""
    read = json.loads(orjson.dumps(data, option=orjson.OPT_SERIALIZE_NUMPY))
    return {name: value for name, value in read.items() if name not in OF_A_RUN}


def shows(updates: Updates, app: AppTest) -> bool:
    """Return whether a page that was opened shows what these updates do."""
    on_page = {key: payload_of(app, key) for key in updates.elements}
    assert all(on_page.values()), f"of {list(on_page)} the page has not all"
    return all(as_sent(data) == as_sent(on_page[key]) for key, data in updates.elements.items())


# The page and the event say the same -------------------------------------------------------------


@pytest.mark.parametrize(
    "movement",
    [
        entry(1, values=TURN),
        entry(1, "run_0", action="algorithm", value="fobos"),
        entry(1, "common", values={"eta": 0.5}),
        entry(1, "view", values={"sparsity": "share of the weights"}),
    ],
    ids=lambda movement: f"{movement['source']} {movement.get('action', '')}",
)
def test_an_answer_shows_what_a_page_opened_at_its_address_shows(movement):
    updates = ask("playground", ADDRESS, movement)
    assert set(updates.elements) == {STAGE, KNOBS, "panels_cloud", TRIALS}
    assert updates.rest is None and not updates.turned
    assert updates.address != dict(parse_qsl(ADDRESS))
    assert shows(updates, open_app(**updates.address))


@pytest.mark.parametrize(
    ("query", "movement"),
    [
        ("step=3", entry(1, "gravity", values={"gravity": 0.3})),
        ("step=3", entry(1, "story", action="step", value="5")),
        ("step=3&gravity=0.3", entry(1, "story", action="step", value="4")),
    ],
    ids=["a knob", "onward", "back"],
)
def test_so_it_does_in_a_lesson(query, movement):
    updates = ask("gravity", query, movement)
    assert {"stage_gravity", "story_words", "panels_gravity"} == set(updates.elements)
    assert shows(updates, open_lesson("gravity", **updates.address))


def test_a_presented_page_says_the_same_by_event():
    how = {"present": "1", "show": "gravity"}
    updates = ask("playground", f"{ADDRESS}&{urlencode(how)}", entry(1, values=TURN))
    assert not set(how) & set(updates.address), "how to look is no part of the view"
    assert shows(updates, open_app(**updates.address, **how))


def test_hearing_a_log_twice_changes_nothing():
    log = [entry(1, values=TURN), entry(2, "view", values={"rug": "B"})]
    once = ask("playground", ADDRESS, *log)
    again = ask("playground", query_of(once), *log)
    assert again.address == once.address and again.elements == once.elements


def test_a_log_is_followed_in_its_order():
    up, down = (entry(n, values={"gravity": n / 10}) for n in (1, 2))
    both = ask("playground", ADDRESS, up, down)
    assert (
        both.address["c.gravity"] == "0.2" == ask("playground", ADDRESS, down).address["c.gravity"]
    )


# While the hand moves ----------------------------------------------------------------------------


def test_under_a_moving_hand_pictures_are_sketched_and_the_address_stays():
    moving = ask("playground", ADDRESS, entry(1, values=TURN, live=True))
    assert moving.address is None and moving.rest is None
    assert list(moving.elements) == [STAGE] and moving.elements[STAGE]["moving"]
    at_rest = ask("playground", ADDRESS, entry(1, values=TURN))
    assert not at_rest.elements[STAGE]["moving"]
    assert moving.elements[STAGE]["rows"] != at_rest.elements[STAGE]["rows"]


def test_what_rests_under_a_moving_hand_is_no_reason_for_a_run():
    order = {"order": 7}
    assert ask("playground", ADDRESS, entry(1, "stream", values=order, live=True)).elements
    with pytest.raises(NeedsFullRun):  # the top says it
        ask("playground", ADDRESS, entry(1, "stream", values=order))


def test_the_card_of_a_step_moves_with_its_pictures():
    moving = ask("gravity", "step=3", entry(1, "gravity", values={"gravity": 0.3}, live=True))
    assert set(moving.elements) == {"stage_gravity", "story_words"}


def test_where_others_wait_the_end_of_a_movement_is_sketched_and_the_rest_follows():
    whole = ask("playground", ADDRESS, entry(1, values=TURN))
    hurried = ask("playground", ADDRESS, entry(1, values=TURN), hurried=True)
    assert hurried.address == whole.address
    assert hurried.elements[STAGE]["moving"] and hurried.elements[KNOBS] == whole.elements[KNOBS]
    rest = hurried.rest()
    assert hurried.ready is None and rest.rest is None and rest.address is None
    assert rest.elements == {key: whole.elements[key] for key in (STAGE, TRIALS)}


def test_what_is_still_sought_follows_when_it_is_found(monkeypatch):
    whole = ask("playground", ADDRESS, entry(1, values=TURN))
    find, found = engine.comparator_soon, []
    monkeypatch.setattr(engine, "comparator_soon", lambda *a, **k: find(*a, **k) if found else None)
    updates = ask("playground", ADDRESS, entry(1, values=TURN))
    assert updates.address == whole.address and not updates.elements[STAGE]["moving"]
    assert updates.elements[STAGE]["rows"] != whole.elements[STAGE]["rows"]
    assert not updates.ready()
    found.append(True)
    assert updates.ready() and updates.rest().elements == {STAGE: whole.elements[STAGE]}


def test_another_step_turns_and_drops_the_frame_of_the_one_before():
    knob = ask("gravity", "step=3&frame=7", entry(1, "gravity", values={"gravity": 0.3}))
    assert not knob.turned and knob.elements["stage_gravity"]["start"] == 7
    step = ask("gravity", "step=3&frame=7", entry(1, "story", action="step", value="5"))
    assert step.turned and step.elements["stage_gravity"]["start"] == -1
    assert step.address == {"step": "5"}


# What a run of the page has to show --------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "movement"),
    [
        (ADDRESS, entry(1, "run_7", values=TURN)),
        (ADDRESS, entry(1, "nowhere", live=True)),
        (ADDRESS, entry(1, "run_2", action="button")),
        (ADDRESS, entry(1, "run_1", action="remove")),
        (ADDRESS, entry(1, "stream", values={"passes": 2})),
        (ADDRESS, entry(1, "data", values={"scaling": "max-abs 1"})),
        (ADDRESS, entry(1, "cloud", values={"cloud": CLOUDS[1]})),
        (f"{ADDRESS}&stream.loss=squared", entry(1, "common", values={"eta": 50.0})),
        (f"{ADDRESS}&stream.loss=squared&a.eta=50", entry(1, values=TURN)),
        (f"{ADDRESS}&b.eta=many", entry(1, values=TURN)),
        (f"{ADDRESS}&unknown=1", entry(1, values=TURN)),
        (f"{ADDRESS}&present=1&show=nothing", entry(1, values=TURN)),
        ("data=upload-0123456789abcdef&a=sgd", entry(1, "common", values={"eta": 0.25})),
    ],
    ids=[
        "a card that is not there", "an unknown panel", "a run added", "a run removed",
        "the top", "other data", "settings that are sought", "a run that diverges",
        "a warning to take away", "an address with a wrong value", "an address with an unknown key",
        "a knob to present that is none", "a lost upload",
    ],
)  # fmt: skip
def test_more_changes_than_elements_that_events_update(query, movement):
    with pytest.raises(NeedsFullRun):
        ask("playground", query, movement)


def test_a_run_that_diverges_under_a_moving_hand_is_drawn():
    wild = entry(1, "common", values={"eta": 50.0}, live=True)
    assert ask("playground", f"{ADDRESS}&stream.loss=squared", wild).elements


@pytest.mark.parametrize(
    ("page", "query", "movement"),
    [
        ("data", "data=breast_cancer", entry(1, "preparation", values={"noise_features": 10})),
        ("gravity", "step=0", entry(1, "gravity", values={"gravity": 0.3})),
    ],
)
def test_pages_whose_text_follows_are_run_at_the_end_of_a_movement(page, query, movement):
    assert f"stage_{page}" in ask(page, query, movement | {"live": True}).elements
    with pytest.raises(NeedsFullRun):
        ask(page, query, movement)


class Bare(Page):
    """A page of one panel, which is payload_of what it cannot show."""

    form = PAGES["data"].form

    def __init__(self, **changes: Any) -> None:
        self.changes, self.drawn = changes, 0

    def panels(self, view: View, look: Look) -> list[PanelGroup]:
        return [PanelGroup("bare", [Panel("here", "a panel", view.preparation, self.move)])]

    def move(self, view: View, movement: Any) -> View:
        if "refusal" in self.changes:
            raise ValueError(self.changes["refusal"])
        return replace(view, pins=("moved",))

    def arrangement(self, view: View) -> str:
        return self.changes.get("arrangement", "column") if view.pins else "column"

    def needs_run(self, view: View, moving: bool) -> bool:
        return self.changes.get("slow", False)

    def header_key(self, view: View) -> str:
        return ""

    def evidence(self, view: View, look: Look) -> None:
        if "problem" in self.changes:
            raise ValueError(self.changes["problem"])

    def rows(self, view: View, evidence: None) -> list:
        self.drawn += 1
        return []

    def height(self, view: View, presenting: bool) -> str:
        return "0px"

    def is_whole(self, view: View, evidence: None) -> bool:
        return True


@pytest.mark.parametrize("live", [True, False])
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("refusal", "knobs that exclude each other"),
        ("arrangement", "workbench"),
        ("slow", True),
        ("problem", "nothing to show"),
    ],
)
def test_what_a_page_cannot_show_by_an_event(name, value, live):
    event = Event("bare", "", well_formed([entry(1, "here", live=live)]))
    assert answer(Bare(), event, Progress(), Memory()).elements.keys() >= set()
    page = Bare(**{name: value})
    with pytest.raises(NeedsFullRun):
        answer(page, event, Progress(), Memory())
    assert not page.drawn


def test_data_that_are_not_here_are_fetched_by_the_page(tmp_path, monkeypatch):
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    away = next(
        key for key, kind in dataset_library.everything().items() if kind.family == "remote"
    )
    page, log = Bare(), well_formed([entry(1, "here", live=True)])
    with pytest.raises(NeedsFullRun):
        answer(page, Event("bare", f"data={away}", log), Progress(), Memory())
    assert not page.drawn
    answer(page, Event("bare", "data=breast_cancer", log), Progress(), Memory())
    assert page.drawn


# The visitor -------------------------------------------------------------------------------------

CSV = b"a,b,target\n" + b"".join(b"%d,%d,%d\n" % (i, i * i % 7, i % 2) for i in range(40))


def test_a_file_is_found_by_the_token_of_its_visitor_and_by_nobody_else():
    mine = Progress(uploads=dataset_library.Uploads())
    query = f"data={mine.uploads.put('mine.csv', CSV)}&a=sgd"
    turned = entry(1, "common", values={"eta": 0.25})
    assert progress_of(mine.token) is mine and progress_of("") is None
    own = ask("playground", query, turned, progress=progress_of(mine.token))
    assert own.address["a.eta"] == "0.25"
    for other in (Progress(), Progress(uploads=dataset_library.Uploads())):
        with pytest.raises(NeedsFullRun):
            ask("playground", query, turned, progress=other)
    mine.uploads.drop(query.partition("=")[2].partition("&")[0])
    with pytest.raises(NeedsFullRun):
        ask("playground", query, turned, progress=mine)


def test_what_follows_later_finds_the_file_too():
    mine = Progress(uploads=dataset_library.Uploads())
    query = f"data={mine.uploads.put('late.csv', CSV)}&a=sgd"
    turned = entry(1, "common", values={"eta": 0.25})
    updates = ask("playground", query, turned, progress=mine, hurried=True)
    assert not updates.rest().elements[STAGE]["moving"]


def test_a_progress_that_has_ended_is_not_found():
    token = Progress().token
    assert len(token) == 32 and progress_of(token) is None


def test_settings_at_which_a_hand_was_are_tried_and_seen_by_their_visitor_alone():
    mine = Progress()
    first = ask("playground", ADDRESS, entry(1, values={"gravity": 0.2}), progress=mine)
    ask("playground", query_of(first), entry(2, values={"gravity": 0.3}, live=True), progress=mine)
    (ledger,) = mine.history.values()
    tried = {trial.algorithm.gravity: trial.rested for trial in ledger if trial.letter == "C"}
    assert tried == {0.2: True, 0.3: False}
    own, others = (
        ask("playground", query_of(first), entry(3, values=TURN), progress=each)
        for each in (mine, Progress())
    )
    assert own.address == others.address and own.elements[STAGE] != others.elements[STAGE]


# What a connection keeps -------------------------------------------------------------------------


def test_an_address_is_read_once_while_it_stands(monkeypatch):
    memory, progress, read = Memory(), Progress(), []
    page = PAGES["gravity"]
    decode = page.form.decode
    noting = replace(page.form, decode=lambda *given: (read.append(1), decode(*given))[1])
    monkeypatch.setattr(page, "form", noting)

    def move(query: str, value: float) -> Updates:
        log = well_formed([entry(1, "gravity", values={"gravity": value}, live=True)])
        return answer(page, Event("gravity", query, log), progress, memory)

    first, second = (move("step=3", value) for value in (0.2, 0.3))
    assert len(read) == 1 and first.elements != second.elements
    move("step=10", 0.2)
    assert len(read) == 2
    assert move("step=3", 0.2).elements == first.elements, "and says the same"


def test_pages_of_one_address_are_not_taken_for_each_other():
    memory = Memory()
    for page in ("gravity", "rounding", "gravity"):
        updates = answer(PAGES[page], Event(page, "step=1", []), Progress(), memory)
        assert f"stage_{page}" in updates.elements
