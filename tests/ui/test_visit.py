"""A visit hears what the hand did in order and once, and takes no late address for a step back."""

from __future__ import annotations

from inspect import unwrap

import pytest

from tests.support.many.turns import in_turn
from tests.support.views import make, on
from ui import movement, visit
from ui.address import DATA, PLAYGROUND, Form
from ui.live.panel import Panel
from ui.session import hand, page_run
from ui.session.address_bar import AddressBar
from ui.sweep import show
from ui.view import Stream, View
from ui.visit import Visit

RUNS = View(runs=(make("sgd"), make("fobos"), make("rda")))


@pytest.fixture
def address(monkeypatch) -> dict[str, str]:
    """The parameters in the address bar, as a run brings them; writing them is possible."""
    held: dict[str, str] = {}

    class Parameters(dict):
        to_dict = dict.copy

        def from_dict(self, parameters):
            self.clear()
            self.update(parameters)

    held = Parameters()
    monkeypatch.setattr(visit.st, "query_params", held)
    return held


def on_page(view: View = RUNS) -> Visit:
    """A visit of the playground with its panels on the page."""
    new = Visit(view=view, address=AddressBar(form=PLAYGROUND, written={}))
    panels = [
        Panel("stream", "stream", view.stream, movement.part("stream")),
        Panel("view", "view", view.display, movement.part("display")),
        *(
            Panel(f"run_{slot}", "run", run, movement.run(slot))
            for slot, run in enumerate(view.runs)
        ),
    ]
    new.panels = {panel.source: panel for panel in panels}
    return new


def entry(n: int, source: str, live: bool = False, action: str = "", value: str = "", **values):
    """An entry of the browser's log."""
    return {
        "n": n, "source": source, "live": live, "action": action, "value": value, "values": values,
    }  # fmt: skip


def navigation(visit: Visit, form: Form) -> dict[str, str] | None:
    """The address where somebody went to it, as a run finds it."""
    return visit.address.navigation(form, visit.hand.acted)


# What a hand does, in order, while the server is busy: each message brings all that is not known
# to be heard.
DONE = [
    entry(1, "stream", passes=3),
    entry(2, "run_1", l1=0.2),
    entry(3, "run_1", action="button"),
    entry(4, "run_0", eta=0.5),
]


@in_turn("heard", [[4], [1, 4], [2, 3, 4], [1, 2, 3, 4], [4, 4]])
def test_all_is_followed_whichever_messages_arrive(heard):
    """Of messages that wait for it, Streamlit hears only the last: here, those that end at n."""
    busy = on_page()
    for n in heard:
        busy.hear(DONE[:n])
    assert busy.view.stream == Stream(passes=3) and busy.hand.acknowledged == 4
    assert [run.key for run in busy.view.runs] == ["sgd", "fobos", "rda", "rda"], "added once"
    assert busy.view.runs[1].l1 == 0.2 and busy.view.runs[0].eta == 0.5
    assert busy.hand.ended and not busy.hand.moving


def test_what_was_heard_is_not_followed_again():
    visit = on_page()
    visit.hear([entry(1, "run_0", action="remove")])
    visit.hear([entry(1, "run_0", action="remove"), entry(2, "stream", passes=2)])
    assert [run.key for run in visit.view.runs] == ["fobos", "rda"]
    visit.change(visit.view)
    visit.hear([entry(1, "run_0", action="remove")])
    assert len(visit.view.runs) == 2 and visit.hand.acknowledged == 2


def test_a_message_that_was_heard_before_is_timed_from_when_it_came_again(monkeypatch):
    """The browser paces its messages by that time, and some come a second time."""
    clock = iter((10.0, 13.0, 13.25))
    monkeypatch.setattr(hand, "perf_counter", lambda: next(clock))
    slow = on_page()
    for _ in range(2):
        slow.hear([entry(1, "stream", passes=3)])
    assert slow.hand.took() == 250


def test_the_order_is_the_hands():
    visit = on_page()
    visit.hear(
        [entry(2, "run_0", eta=0.3), entry(1, "run_0", action="algorithm", value="rounding")]
    )
    assert visit.view.runs[0] == make("rounding", eta=0.3)


def test_a_movement_of_what_is_gone_changes_nothing():
    visit = on_page()
    visit.hear([entry(1, "run_2", action="remove"), entry(2, "run_2", gamma=2.0)])
    assert visit.view.runs == RUNS.runs[:2] and visit.hand.acknowledged == 2
    visit.hear([entry(3, "of another page", x=1.0)])
    assert visit.view.runs == RUNS.runs[:2] and visit.hand.acknowledged == 3


def test_a_movement_that_is_refused_is_said_and_those_around_it_are_followed():
    visit = on_page()
    world = on("sparse_linear", n_rows=200, n_features=50)
    visit.view = View(recipe=world, runs=RUNS.runs)
    visit.panels["recipe"] = Panel("recipe", "recipe", world, movement.part("recipe"))
    refused = entry(2, "recipe", n_nonzeros=60)
    visit.hear([entry(1, "stream", passes=2), refused, entry(3, "stream", passes=4)])
    assert visit.view.recipe == world and visit.view.stream.passes == 4
    (note,) = visit.notes
    assert note.startswith("n_nonzeros = 60: it must be <= n_features = 50") and visit.hand.ended
    visit.hear([entry(4, "stream", passes=3)])
    assert visit.notes == []


def test_while_a_hand_moves_the_page_waits():
    visit = on_page()
    visit.settle(PLAYGROUND)
    visit.hear([entry(1, "run_0", live=True, eta=0.3)])
    assert visit.hand.moving and not visit.hand.ended
    assert visit.view.runs[0].eta == 0.3 and visit.last_view == RUNS
    visit.hear([entry(2, "run_0", eta=0.4)])
    assert visit.hand.ended and not visit.hand.moving
    visit.settle(PLAYGROUND)
    assert visit.last_view.runs[0].eta == 0.4 and not visit.hand.ended


def test_what_ended_is_shown_though_another_movement_goes_on():
    visit = on_page()
    visit.hear([entry(1, "run_0", eta=0.3), entry(2, "run_1", live=True, l1=0.1)])
    assert visit.hand.ended and visit.hand.moving


def test_an_older_address_in_a_run_in_which_the_hand_did_something_is_no_step_back(address):
    visit = on_page()
    visit.hear([entry(1, "stream", passes=3)])
    assert navigation(visit, PLAYGROUND) is None
    visit.settle(PLAYGROUND)
    visit.address.write(visit.view)
    newest = dict(address)
    assert newest["stream.passes"] == "3"
    # The next movement left the browser before it knew that address.
    visit.hear([entry(1, "stream", passes=3), entry(2, "run_0", eta=0.5)])
    address.from_dict({})
    assert navigation(visit, PLAYGROUND) is None, "read as Back, it would undo both"
    visit.settle(PLAYGROUND)
    visit.address.write(visit.view)
    assert address == newest | {"a.eta": "0.5", "b.eta": "0.5"}, "linked: one step size for both"


def test_so_it_is_while_a_hand_drags_what_has_no_part_of_the_page_to_itself(address):
    """Live movements in a panel of the header run the whole page, and its address is written."""
    visit = on_page()
    visit.hear([entry(1, "stream", live=True, passes=3)])
    visit.settle(PLAYGROUND)
    visit.address.write(visit.view)
    visit.hear([entry(2, "stream", live=True, passes=4)])
    address.from_dict({})
    assert navigation(visit, PLAYGROUND) is None
    visit.settle(PLAYGROUND)
    assert navigation(visit, PLAYGROUND) == {}, "the next run is another"


LOOKS = {
    "pictures": lambda: unwrap(page_run._look_again)(lambda: True),
    "sweep": lambda: show._show_results(under_way=True),
}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_so_it_is_where_a_part_of_the_page_has_found_what_it_waited_for(look, address, monkeypatch):
    """Its look left the browser while the movement before it was being answered."""
    again = []
    monkeypatch.setattr(visit.st, "rerun", lambda: again.append(1))
    mine = on_page()
    monkeypatch.setattr(Visit, "current", lambda drawing=False: mine)
    mine.hear([entry(1, "stream", passes=3)])
    mine.settle(PLAYGROUND)
    mine.address.write(mine.view)
    address.from_dict({})
    look()
    assert again and navigation(mine, PLAYGROUND) is None, (
        "read as Back, it would undo the movement"
    )
    mine.settle(PLAYGROUND)
    assert navigation(mine, PLAYGROUND) == {}, "Back, a moment later"


def test_any_other_address_is_a_navigation(address):
    visit = on_page()
    visit.settle(PLAYGROUND)
    visit.address.write(visit.view)
    assert navigation(visit, PLAYGROUND) is None, "its own"
    address.from_dict({"a": "rda"})
    assert navigation(visit, PLAYGROUND) == {"a": "rda"}
    address["frame"] = "7"
    assert navigation(visit, PLAYGROUND) == {"a": "rda"}, "how to look is no part of the view"


def test_a_link_that_comes_with_what_the_hand_did_counts(address):
    """A link that is followed while a file is on its way arrives in one run with the file."""
    busy = on_page()
    address.from_dict({"data": "wine"})
    busy.settle(PLAYGROUND)
    busy.address.write(busy.view)
    busy.hear([entry(1, "stream", passes=3)])
    address.from_dict({"data": "digits_4_9"})
    assert navigation(busy, PLAYGROUND) == {"data": "digits_4_9"}, "it never stood in the bar"
    address.from_dict({"data": "wine"})
    assert navigation(busy, PLAYGROUND) is None, "it stood there before: the message is late"
    busy.catch_up({"n": 1, "page": "", "query": "data=wine", "went": True})
    assert navigation(busy, PLAYGROUND) == {"data": "wine"}, "the browser says that it is Back"


def test_a_target_stays_until_it_is_shown(address):
    """A run that is stopped between reading an address and showing it is followed by another."""
    gone = on_page()
    gone.catch_up({"n": 1, "page": "", "query": "data=wine", "went": True})
    for _stopped in range(2):
        assert navigation(gone, PLAYGROUND) == {"data": "wine"}
    gone.go(View(recipe=on("wine")), [], {"data": "wine"}, [])
    assert navigation(gone, PLAYGROUND) is None and gone.address.target is None


def test_a_link_to_another_page_counts_though_the_hand_did_something(address):
    visit = on_page()
    visit.hear([entry(1, "stream", passes=3)])
    address.from_dict({"data": "wine"})
    assert navigation(visit, DATA) == {"data": "wine"}
    address.from_dict({})
    assert navigation(visit, DATA) is None, "there is what was left there"


def test_the_first_address_is_read_whatever_it_is(address):
    assert navigation(Visit(), PLAYGROUND) == {}


def test_no_step_of_a_story_keeps_the_frame_of_the_one_before(address):
    visit = on_page()
    address.from_dict({"frame": "30", "present": "1", "student": "7"})
    visit.address.navigate("rounding 1 -1")
    visit.hear([entry(1, "stream", passes=3)])
    visit.address.write(visit.view)
    assert not visit.address.turned and address["frame"] == "30", "that of the link"
    visit.address.navigate("rounding 2 -1")
    visit.hear([entry(2, "stream", passes=4)])
    visit.address.write(visit.view)
    assert visit.address.turned and "frame" not in address
    assert address["present"] == "1" and address["student"] == "7"


def report(n: int, query: str, page: str = "playground", went: bool = False) -> dict:
    """The report of a browser on its address, which events have written, or where somebody went."""
    return {"n": n, "page": page, "query": query, "went": went}


def test_what_events_have_written_is_where_the_session_goes_on(address):
    visit = on_page()
    visit.catch_up(report(1, "a=sgd&a.eta=0.5&frame=7"))
    assert visit.view.runs == (make("sgd", eta=0.5),) and visit.last_view is visit.view
    assert navigation(visit, PLAYGROUND) is None, "Streamlit brings the address from before"
    visit.settle(PLAYGROUND)
    visit.hear([entry(1, "stream", passes=3)])
    visit.address.write(visit.view)
    assert address["a.eta"] == "0.5" and address["stream.passes"] == "3" and address["frame"] == "7"


@in_turn(
    "nonsense",
    [
        None,
        7,
        {"n": True, "page": "playground", "query": "a=rda"},
        {"n": 1, "page": "playground", "query": 7},
        {"n": 1, "page": "data", "query": "data=wine"},
        {"page": "playground", "query": "a=rda"},
    ],
)
def test_what_is_no_report_of_this_page_changes_nothing(nonsense, address):
    visit = on_page()
    visit.catch_up(nonsense)
    assert visit.view == RUNS


def test_an_old_report_is_not_followed_again(address):
    visit = on_page()
    visit.catch_up(report(2, "a=sgd"))
    visit.change(RUNS)
    visit.catch_up(report(2, "a=sgd"))
    visit.catch_up(report(1, "a=fobos"))
    assert visit.view == RUNS


def test_back_to_an_address_that_streamlit_brought_before_is_followed(address):
    """Events have written others since, so the browser reports where Back has led."""
    visit = on_page()
    visit.settle(PLAYGROUND)
    visit.catch_up(report(1, "a=sgd"))
    visit.catch_up(report(2, "unknown=1", went=True))
    assert navigation(visit, PLAYGROUND) == {"unknown": "1"}, "read as a link is, with its notes"
    assert visit.address.query == {"unknown": "1"}
    visit.address.arrive({"unknown": "1"})
    assert navigation(visit, PLAYGROUND) is None, "once"


def test_what_the_hand_does_after_a_link_is_done_there(address):
    """The run that was to show the link was given up for the movement."""
    visit = on_page()
    visit.settle(PLAYGROUND)
    visit.catch_up(report(1, "a=sgd", went=True))
    visit.panels["run_0"] = Panel("run_0", "run", make("sgd"), movement.run(0))
    visit.hear([entry(1, "run_0", eta=0.5)])
    assert navigation(visit, PLAYGROUND) is None, "read as the link, it would undo the movement"
    assert visit.view.runs == (make("sgd", eta=0.5),)
