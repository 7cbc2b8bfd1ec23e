"""The card of a story in a browser without the app: keys, bets, goals, and who left the path."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pages.lessons import LESSONS
from tests.support.modules import evaluate
from tests.support.stories import evidence_of
from ui.lessons import story_card

pytestmark = pytest.mark.browser

CARD = ["ui/live/browser/story/card", "ui/live/browser/events/socket"]
STAGE = """
    localStorage.clear();
    sessionStorage.clear();
    const sent = [];
    let run = 0;
    const place = () => {
        const root = document.body.appendChild(document.createElement("div"));
        root.innerHTML = '<div class="lab-card"></div>';
        return root;
    };
    const setStateValue = (name, entries) =>
        sent.push(...entries.map(({ n, action, value }) => [n, action, value]));
    const put = (root, data) =>
        show({
            data: { element: root.id, run: ++run, ...data }, parentElement: root, setStateValue,
        });
    const press = (key) =>
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    const free = () => { pacer.underWay = []; pacer.pump(); };
    const said = () => { free(); return [...new Map(sent.map((e) => [e[0], e])).values()]; };
    window.matchMedia = () => ({ matches: true });  // no motion: steps do not glide
"""
LESSON = next(lesson for lesson in LESSONS if lesson.key == "rounding")
STEPS = range(1, len(LESSON.story.steps) + 1)
BET = next(n for n in STEPS if LESSON.story.passage(n).question)
GOAL = next(n for n in STEPS if LESSON.story.passage(n).goal)


def card_data(number: int, bet: int = -1, **moved) -> dict:
    """The card of a step, as Python sends it."""
    place = story_card.at_step(LESSON, number, bet) if number else story_card.at_step(LESSON, 1)
    place = replace(place, knobs=replace(place.knobs, **moved), step=number)
    return story_card.card(LESSON, place, evidence_of(LESSON, place.knobs))


def run(browser, body: str, given):
    return evaluate(browser, CARD, f"async (given) => {{ {STAGE} {body} }}", given)


def test_a_key_is_one_step_however_often_the_card_was_drawn(browser):
    """Cards that have left the page hear no keys."""
    body = """
        const gone = place();
        put(gone, given[0]); put(gone, given[1]);
        gone.remove();
        const root = place();
        for (const data of [...given, given[0]]) put(root, data);
        press("PageDown");
        return said();
    """
    given = [card_data(BET - 1), card_data(BET), card_data(BET, 1)]
    assert [entry[1:] for entry in run(browser, body, given)] == [["step", f"{BET}.1"]]


def test_keys_are_heard_when_a_payload_was_overtaken_by_the_next(browser):
    """Streamlit then ends the first when the second is shown already, in the same place."""
    body = """
        const root = place();
        const endFirst = put(root, given[0]);
        put(root, given[1]);
        endFirst();
        press("PageDown");
        return said();
    """
    sent = run(browser, body, [card_data(1), card_data(2)])
    assert [entry[1:] for entry in sent][:1] in ([["step", "3"]], [["bet", "0"]])


def test_a_clicker_has_a_bet_shown_first_and_keys_go_both_ways(browser):
    body = """
        const root = place();
        put(root, given[0]); press("n");
        put(root, given[1]); press("n"); press("p");
        return said();
    """
    sent = run(browser, body, [card_data(BET), card_data(BET, 0)])
    wanted = [["bet", "0"], ["step", str(BET + 1)], ["step", str(BET - 1)]]
    assert [entry[1:] for entry in sent] == wanted


def test_a_step_opens_with_the_answer_that_was_given_until_it_is_asked_again(browser):
    """Whichever way it is come to; "Just show me" is an answer, too."""
    body = """
        const root = place();
        const [before, bet, answered, shown, after] = given;
        for (const data of [bet, answered, after]) put(root, data);
        press("PageUp");
        put(root, answered); put(root, before);
        root.querySelector(`[aria-label^="Step ${bet.step}:"]`).click();
        put(root, shown); put(root, before);
        press("n");
        put(root, shown);
        root.querySelector("[name=ask]").click();
        put(root, bet); put(root, before);
        press("n");
        return said();
    """
    places = [(BET - 1, -1), (BET, -1), (BET, 2), (BET, 0), (BET + 1, -1)]
    sent = run(browser, body, [card_data(*place) for place in places])
    wanted = [f"{BET}.2", f"{BET}.2", f"{BET}.0", f"{BET}", f"{BET}"]
    assert [entry[1:] for entry in sent] == [["step", place] for place in wanted]


def test_a_press_too_many_stays_on_the_last_step(browser):
    body = """
        const root = place();
        put(root, given[0]);
        press("PageDown"); press("n");
        const stayed = said().length;
        root.querySelector("[name=next]").click();
        return [stayed, said()];
    """
    stayed, sent = run(browser, body, [card_data(len(STEPS), 1)])
    assert stayed == 0 and [entry[1:] for entry in sent] == [["step", "0"]]


def test_nothing_of_the_outcome_stands_on_the_card_before_the_bet(browser):
    body = """
        const root = place();
        const texts = [];
        for (const data of given) { put(root, data); texts.push(root.innerText); }
        return texts;
    """
    passage = LESSON.story.passage(BET)
    before, after = run(browser, body, [card_data(BET), card_data(BET, 1)])
    assert "Just show me" in before and "You said" not in before and "Just show me" not in after
    assert "You said" in after and len(passage.answers) >= 2


def test_a_goal_offers_help_after_a_while_and_knobs_elsewhere_are_exploring(browser):
    body = """
        const root = place();
        put(root, given[0]);
        const help = [...root.querySelectorAll("button")].find((b) => b.textContent === "Show me");
        const hidden = help.hidden;
        root.querySelector(".lab-card").card.goalAt.since -= 20_000;
        put(root, { ...given[0], minutes: 99 });
        await new Promise((done) => setTimeout(done, 30));
        const later = [...root.querySelectorAll("button")].find((b) => b.textContent === "Show me");
        const done = (minutes, reached) => {
            const outcome = reached ? given[1].body : [];
            put(root, { ...given[0], minutes, outcome, goal: { ...given[0].goal, reached } });
            const text = root.innerText;
            return text.includes("Done") + text.includes("What you found there: ");
        };
        const played = [done(98, false), done(97, true), done(96, false)];
        put(root, given[1]);
        const strayed = root.querySelector(".lab-strayed")?.innerText ?? "";
        played.push(done(95, false));
        put(root, given[1]);
        put(root, given[2]);
        return [hidden, later.hidden, played, strayed, root.innerText];
    """
    given = [card_data(GOAL), card_data(1, period=7), card_data(0)]
    hidden, later, played, strayed, free = run(browser, body, given)
    assert hidden and not later
    assert played == [0, 1, 2, 0]  # done, and what was found is read, until the step is left
    assert "You are exploring" in strayed and "Back to step 1" in strayed
    assert "Free play" in free and "Back to the story, step 1" in free


def test_who_goes_on_by_keys_finds_the_answers_and_then_the_way_onward(browser):
    """The button that was pressed is there again, or waits until the question is answered."""
    body = """
        const root = place();
        const seen = [];
        put(root, given[0]);
        root.querySelector("[name=next]").focus();
        for (const data of given.slice(1)) {
            put(root, data);
            seen.push(document.activeElement.name);
        }
        return seen;
    """
    given = [card_data(BET - 1), card_data(BET), card_data(BET, bet=1), card_data(BET - 1)]
    assert run(browser, body, given) == ["answer 1", "next", "next"]


# The way into the course, for readers who came so far: its words, and where it leads.
WAY_IN = """(given) => given.known.map((known) => {
    localStorage.clear();
    localStorage.setItem("sparsity-lab-progress", JSON.stringify(known));
    document.body.innerHTML = '<div class="lab-start"></div>';
    show({ data: { lessons: given.lessons }, parentElement: document.body });
    const link = document.querySelector(".lab-start a");
    return [link.textContent, link.href.split("/").at(-1)];
})"""


def test_home_leads_to_the_first_lesson_or_on_from_where_a_reader_is(browser):
    lessons = [{"key": key, "title": key.upper(), "minutes": 5} for key in "abc"]
    read, begun = {"step": 9, "of": 9, "done": True}, {"step": 4, "of": 9, "done": False}
    known = [{}, {"a": read}, {"a": read, "c": begun}, dict.fromkeys("abc", read)]
    modules = ["ui/live/browser/home/start"]
    assert evaluate(browser, modules, WAY_IN, {"lessons": lessons, "known": known}) == [
        ["Start here: 1. A", "a"],
        ["Go on: 2. B", "b"],
        ["Go on, step 4: 3. C", "c?step=4"],
        ["Read it again: 1. A", "a"],
    ]


def test_a_button_stays_under_a_finger_while_the_leader_moves_a_hand(browser):
    body = """
        const room = { page: "", query: "", revision: 1, round: 1, phase: "open",
            question: { key: given.key, kind: "choice", choices: 3 } };
        const hears = (news) => {
            Object.assign(classroom, { code: "ABCDE", room: { ...classroom.room, ...news } });
            dispatchEvent(new CustomEvent("lab-class"));
            return document.querySelector("[name='answer 1']");
        };
        put(place(), given.card);
        const tapped = hears(room);
        const moved = hears({ revision: 2, frame: 3, look: ["x"], hand: { source: "s" } });
        const closed = hears({ revision: 3, phase: "split", split: {} });
        return [moved === tapped, closed === tapped, tapped.disabled, closed.disabled];
    """
    given = {"card": card_data(BET), "key": f"{LESSON.key}.{BET}"}
    modules = [*CARD, "ui/live/browser/classroom/state"]
    found = evaluate(browser, modules, f"async (given) => {{ {STAGE} {body} }}", given)
    assert found == [True, False, False, True]
